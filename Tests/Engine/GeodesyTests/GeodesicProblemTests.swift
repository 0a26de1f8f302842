import CProj
import Foundation
import TestSupport
import Testing

@testable import Geodesy

/// The inverse and the direct problem, beside PROJ's solutions and the published lines.
@Suite struct GeodesicProblemTests {
    /// What double precision leaves of lengths up to half around the Earth.
    private static let allowedMeters = 1.5e-8

    @Test("the published lines are met within 15 nanometres, there and back and by direct")
    func publishedLines() throws {
        let file = URL(filePath: Checkout.real("vectors/GeodTest-100.dat"))
        guard let text = try? String(contentsOf: file, encoding: .utf8) else {
            print("skipped: \(file.path) is not here")
            return
        }
        for line in text.split(whereSeparator: \.isNewline) {
            let fields = line.split(separator: " ").compactMap { Double($0) }
            let start = try Coordinate(latitude: fields[0], longitude: fields[1])
            let end = try Coordinate(latitude: fields[3], longitude: fields[4])
            let there = InverseProblem(from: start, to: end)
            #expect(abs(there.meters - fields[6]) <= Self.allowedMeters, "\(line)")
            #expect(
                abs(InverseProblem(from: end, to: start).meters - fields[6]) <= Self.allowedMeters
            )
            // What a bearing is off moves the end by the reduced length, which the lines have too.
            let across = abs(fields[8]) * .pi / 180
            #expect(turn(there.initial.degrees, fields[2]) * across <= 2 * Self.allowedMeters)
            #expect(turn(there.final.degrees, fields[5]) * across <= 2 * Self.allowedMeters)
            let reached = DirectProblem(
                latitude: fields[0],
                longitude: fields[1],
                bearing: fields[2],
                meters: fields[6]
            )
            let shrunk = cos(fields[3] * .pi / 180)
            let off = (
                north: abs(reached.latitude - fields[3]),
                east: turn(reached.longitude, fields[4]) * shrunk
            )
            // The lines tell bearings to 1e-18 degrees, and places to as much.
            #expect(max(off.north, off.east) * 111_000 <= 2 * Self.allowedMeters, "\(line)")
        }
    }

    @Test(
        "geodesics of every length, at poles, along the equator and between opposite places, agree"
    )
    func everyLength() throws {
        var random = SeededGenerator(seed: 20_261_123)
        var earth = geod_geodesic()
        geod_init(&earth, 6_378_137, 1 / 298.257223563)
        var worst = (meters: 0.0, across: 0.0)
        for index in 0..<60_000 {
            let (start, end) = try pair(index, &random)
            var (meters, initial, final) = (0.0, 0.0, 0.0)
            geod_inverse(
                &earth,
                start.latitude,
                start.longitude,
                end.latitude,
                end.longitude,
                &meters,
                &initial,
                &final
            )
            let path = Geodesic.inverse(from: start, to: end)
            worst.meters = max(worst.meters, abs(path.distance.meters - meters))
            // Where both ends lie opposite every bearing is right, and far from there none but one.
            let lever = min(meters, abs(20_003_931.4586 - meters)) * .pi / 180
            let off = max(
                turn(path.initialBearing.degrees, initial),
                turn(path.finalBearing.degrees, final)
            )
            if meters > 0 { worst.across = max(worst.across, off * lever) }
        }
        print("worst of 60,000 geodesics: \(worst.meters) m long, \(worst.across) m across")
        #expect(worst.meters <= 2 * Self.allowedMeters)
        #expect(worst.across <= 1e-6)
    }

    /// Two places of a kind that the index chooses.
    private func pair(
        _ index: Int,
        _ random: inout SeededGenerator
    ) throws -> (Coordinate, Coordinate) {
        func little() -> Double {
            pow(10, .random(in: -15...0.5, using: &random)) * (Bool.random(using: &random) ? 1 : -1)
        }
        func around(_ longitude: Double) -> Double { longitude.remainder(dividingBy: 360) }
        let anywhere = Double.random(in: -90...90, using: &random)
        let latitude =
            index % 3 == 0
            ? [0, 90, -90, 1e-9, 45, -30].randomElement(using: &random) ?? 0 : anywhere
        let longitude =
            index % 4 == 0
            ? [0, 180, -180].randomElement(using: &random) ?? 0
            : Double.random(in: -180...180, using: &random)
        let other: (latitude: Double, longitude: Double) =
            switch index % 8 {
            case 0: (-latitude, around(longitude + 180))
            case 1: (-latitude + little(), around(longitude + 180 + little()))
            case 2: (-latitude + little(), around(longitude + 179.4 + little()))
            case 3: (latitude + little(), around(longitude + little()))
            case 4: (latitude, .random(in: -180...180, using: &random))
            case 5: (-latitude, .random(in: -180...180, using: &random))
            case 6: (.random(in: -90...90, using: &random), longitude)
            default:
                (.random(in: -90...90, using: &random), .random(in: -180...180, using: &random))
            }
        return (
            try Coordinate(latitude: latitude, longitude: longitude),
            try Coordinate(
                latitude: max(-90, min(90, other.latitude)),
                longitude: other.longitude
            )
        )
    }

    @Test("the direct problem ends where PROJ says, and the inverse leads back")
    func direct() throws {
        var random = SeededGenerator(seed: 23)
        var earth = geod_geodesic()
        geod_init(&earth, 6_378_137, 1 / 298.257223563)
        for index in 0..<40_000 {
            let latitude =
                index % 5 == 0
                ? [0, 90, -90].randomElement(using: &random) ?? 0
                : Double.random(in: -90...90, using: &random)
            let start = try Coordinate(
                latitude: latitude,
                longitude: .random(in: -180...180, using: &random)
            )
            let bearing =
                index % 7 == 0
                ? [0, 90, 180, -90].randomElement(using: &random) ?? 0
                : Double.random(in: -180...180, using: &random)
            let length = pow(10, Double.random(in: -3...7.3, using: &random))
            var (north, east) = (0.0, 0.0)
            geod_direct(
                &earth,
                start.latitude,
                start.longitude,
                bearing,
                length,
                &north,
                &east,
                nil
            )
            let end = Geodesic.destination(
                from: start,
                bearingDegrees: bearing,
                distance: try .meters(length)
            )
            let off = max(
                abs(end.latitude - north),
                turn(end.longitude, east) * cos(north * .pi / 180)
            )
            #expect(off * 111_000 <= 3e-8, "\(start) by \(bearing) over \(length) m")
            guard length < 1e7 else { continue }
            #expect(abs(InverseProblem(from: start, to: end).meters - length) <= 3e-8)
        }
    }

    @Test("a length whose square underflows is 0, with finite bearings")
    func nothing() throws {
        for little in [0, 1e-300, 1e-200, 1e-160] {
            for latitude in [0.0, 45, 90] {
                let path = Geodesic.inverse(
                    from: try Coordinate(latitude: latitude, longitude: 0),
                    to: try Coordinate(latitude: latitude, longitude: little)
                )
                #expect(path.distance.meters < 1e-100)
                #expect(path.initialBearing.degrees.isFinite && path.finalBearing.degrees.isFinite)
            }
        }
    }

    @Test("of two equally short geodesics the northern one is chosen")
    func northernOfTwo() throws {
        let path = Geodesic.inverse(
            from: try Coordinate(latitude: 0, longitude: -180),
            to: try Coordinate(latitude: 0, longitude: -0.5)
        )
        #expect(path.initialBearing.degrees > 0 && path.initialBearing.degrees < 90)
        #expect(path.finalBearing.degrees > 90)
        let over = Geodesic.inverse(
            from: try Coordinate(latitude: 0, longitude: 0),
            to: try Coordinate(latitude: 0, longitude: 180)
        )
        #expect(over.initialBearing.degrees == 0)
        #expect(abs(over.distance.meters - 20_003_931.458625) < 1e-6)
    }

    /// The angle between two directions, in degrees.
    private func turn(_ one: Double, _ other: Double) -> Double {
        abs((one - other).remainder(dividingBy: 360))
    }
}
