import CIndexKernels
import CProj
import Foundation
import TestSupport
import Testing

@testable import Geodesy

/// `Geodesic.distance` against PROJ's own solution, called here without Ambit's code between.
@Suite struct GeodesicDistanceTests {
    @Test("the published test set is met within a tenth of a millimetre")
    func publishedTestSet() throws {
        let file = URL(filePath: Checkout.real("vectors/GeodTest-100.dat"))
        guard let text = try? String(contentsOf: file, encoding: .utf8) else {
            print("skipped: \(file.path) is not here")
            return
        }
        let lines = text.split(whereSeparator: \.isNewline)
        #expect(lines.count == 100)
        for line in lines {
            let fields = line.split(separator: " ").compactMap { Double($0) }
            let start = try Coordinate(latitude: fields[0], longitude: fields[1])
            let end = try Coordinate(latitude: fields[3], longitude: fields[4])
            let meters = Geodesic.distance(from: start, to: end).meters
            #expect(abs(meters - fields[6]) < 1e-4, "\(line)")
        }
    }

    /// Distance classes with the error allowed, metres.
    static let ranges: [(name: String, least: Double, most: Double, allowed: Double)] = [
        ("millimetres", 1e-4, 1, 4e-7), ("a street", 1, 5000, 4e-7), ("a town", 5000, 20_000, 2e-6),
        ("a county", 20_000, 60_000, 2e-5), ("a state", 60_000, 300_000, 1e-4),
        ("a continent", 300_000, 5_000_000, 4e-7), ("the Earth", 5_000_000, 2e7, 4e-7),
    ]

    @Test("random ways of every length agree with geod_inverse", arguments: ranges)
    func randomWays(name: String, least: Double, most: Double, allowed: Double) throws {
        var random = SeededGenerator(seed: 20_261_121)
        let oracle = Oracle()
        var worst = 0.0
        for index in 0..<40_000 {
            let start = try Coordinate(
                latitude: Self.latitude(index, &random),
                longitude: .random(in: -180...180, using: &random)
            )
            let end = Geodesic.destination(
                from: start,
                bearingDegrees: .random(in: -180...180, using: &random),
                distance: try .meters(least * pow(most / least, .random(in: 0...1, using: &random)))
            )
            let error = abs(
                Geodesic.distance(from: start, to: end).meters - oracle.meters(start, end)
            )
            worst = max(worst, error)
        }
        print("worst error over \(name): \(worst) m")
        #expect(worst < allowed)
    }

    /// Latitudes of every kind: anywhere, at the poles, around them and around the equator.
    private static func latitude(_ index: Int, _ random: inout SeededGenerator) -> Double {
        switch index % 6 {
        case 0: [90, -90, 0].randomElement(using: &random) ?? 0
        case 1: 90 - pow(10, .random(in: -9...1, using: &random))
        case 2: -90 + pow(10, .random(in: -9...1, using: &random))
        case 3: pow(10, .random(in: -12...1, using: &random))
        default: .random(in: -90...90, using: &random)
        }
    }

    @Test("places that lie opposite, on a pole, on the antimeridian or on one another")
    func hardPairs() throws {
        let oracle = Oracle()
        let latitudes = [-90, -89.999999, -45, -1e-9, 0, 1e-9, 30, 60.1, 89.999999, 90]
        let longitudes = [-180, -179.9999999, -90, -1e-9, 0, 1e-12, 0.0006, 90, 179.99, 180]
        var pairs = 0
        for (startLatitude, startLongitude) in product(latitudes, longitudes) {
            let start = try Coordinate(latitude: startLatitude, longitude: startLongitude)
            for (endLatitude, endLongitude) in product(latitudes, longitudes) {
                let end = try Coordinate(latitude: endLatitude, longitude: endLongitude)
                let meters = Geodesic.distance(from: start, to: end).meters
                #expect(
                    abs(meters - oracle.meters(start, end)) < 1e-4,
                    "\(start) to \(end)"
                )
                pairs += 1
            }
        }
        #expect(pairs == 10_000)
    }

    @Test("a place is at no distance from itself, under either name of the antimeridian")
    func itself() throws {
        let west = try Coordinate(latitude: 12.5, longitude: -180)
        let east = try Coordinate(latitude: 12.5, longitude: 180)
        #expect(Geodesic.distance(from: west, to: west) == .zero)
        #expect(Geodesic.distance(from: west, to: east) == .zero)
        #expect(Geodesic.distance(from: east, to: west) == .zero)
    }

    @Test("both directions agree within the stated accuracy")
    func symmetry() throws {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<20_000 {
            let start = try Coordinate(
                latitude: .random(in: -89...89, using: &random),
                longitude: .random(in: -180...180, using: &random)
            )
            let end = Geodesic.destination(
                from: start,
                bearingDegrees: .random(in: -180...180, using: &random),
                distance: try .meters(.random(in: 0...40_000, using: &random))
            )
            let there = Geodesic.distance(from: start, to: end).meters
            let back = Geodesic.distance(from: end, to: start).meters
            #expect(abs(there - back) < 4e-5)
        }
    }

    @Test("SIMD lanes measure what one place alone measures, to the last bit")
    func lanes() throws {
        var random = SeededGenerator(seed: 11)
        for index in 0..<20_000 {
            let start = try Coordinate(
                latitude: Self.latitude(index, &random),
                longitude: .random(in: -180...180, using: &random)
            )
            let origin = GeodesicOrigin(start)
            let longest = pow(10, .random(in: 0...5.6, using: &random))
            var places: [GridPlace] = []
            for _ in 0..<8 {
                let end = Geodesic.destination(
                    from: start,
                    bearingDegrees: .random(in: -180...180, using: &random),
                    distance: try .meters(.random(in: 0...longest, using: &random))
                )
                places.append(GridPlace(end))
            }
            let alone = places.map { origin.meters(to: $0) }
            let ways = withUnsafePointer(to: origin.prepared) { prepared in
                places.map { ambit_measure(prepared, $0.x, $0.y, $0.rest) }
            }
            #expect(measured(origin, places, by: ambit_measure_all) == ways)
            let isNear = places.map { place in
                (place.x &- origin.place.x).magnitude <= origin.prepared.near_east
                    && (place.y &- origin.place.y).magnitude <= origin.prepared.near_north
            }
            if isNear.allSatisfy({ $0 }) {
                #expect(measured(origin, places, by: ambit_near_all) == alone)
            }
            for (way, meters) in zip(ways, alone) {
                #expect(way == meters || (way == -1 && meters > 299_000))
            }
        }
    }

    private typealias Kernel = (
        UnsafePointer<ambit_origin>, UnsafePointer<Int32>, UnsafePointer<Int32>,
        UnsafePointer<UInt32>, UInt32, UnsafeMutablePointer<Double>
    ) -> Void

    private func measured(
        _ origin: GeodesicOrigin,
        _ places: [GridPlace],
        by kernel: Kernel
    ) -> [Double] {
        var meters = [Double](repeating: 0, count: places.count)
        withUnsafePointer(to: origin.prepared) {
            kernel(
                $0,
                places.map(\.x),
                places.map(\.y),
                places.map(\.rest),
                UInt32(places.count),
                &meters
            )
        }
        return meters
    }
}
