import CProj
import Foundation
import Geodesy

/// The inverse and the direct problem beside PROJ's, on the same pairs of places, by turns.
struct GeodesicBenchmark {
    private let pairs: [(start: Coordinate, end: Coordinate)]
    private let rounds: Int
    private var ellipsoid = geod_geodesic()

    /// - Parameters:
    ///   - count: How many pairs of places, spread over the Earth.
    ///   - rounds: How many times each is asked; medians are told.
    init(count: Int, rounds: Int) throws {
        self.rounds = rounds
        // The additive recurrence by the golden section's kin spreads places evenly over the Earth
        // (M. Roberts, "The unreasonable effectiveness of quasirandom sequences").
        func place(_ index: Int) throws -> Coordinate {
            let turns = (
                (Double(index) * 0.754877666246693).truncatingRemainder(dividingBy: 1),
                (Double(index) * 0.569840290998053).truncatingRemainder(dividingBy: 1)
            )
            return try Coordinate(
                latitude: asin(2 * turns.0 - 1) * 180 / .pi,
                longitude: 360 * turns.1 - 180
            )
        }
        pairs = try (0..<count).map { (try place($0 + 1), try place($0 * 7 + 31)) }
        geod_init(&ellipsoid, Geodesic.semiMajorAxisMeters, Geodesic.flattening)
    }

    /// Prints a line a question: nanoseconds of each, and how far their answers are apart at most.
    func run() {
        report(
            "length",
            ambit: { Geodesic.distance(from: $0, to: $1).meters },
            proj: { inverse($0, $1, bearings: false).meters }
        )
        report(
            "length and bearings",
            ambit: { start, end in
                let path = Geodesic.inverse(from: start, to: end)
                return path.distance.meters
                    + (path.initialBearing.degrees + path.finalBearing.degrees) * 1e-9
            },
            proj: { start, end in
                let path = inverse(start, end, bearings: true)
                return path.meters + (path.initial + path.final) * 1e-9
            }
        )
        let length = (try? Distance.meters(4_000_000)) ?? .zero
        report(
            "destination",
            ambit: { start, end in
                Geodesic.destination(from: start, bearingDegrees: end.longitude, distance: length)
                    .latitude
            },
            proj: { start, end in direct(start, bearing: end.longitude, length.meters).latitude }
        )
    }

    private func report(
        _ name: String,
        ambit: (Coordinate, Coordinate) -> Double,
        proj: (Coordinate, Coordinate) -> Double
    ) {
        var (ours, theirs): ([Double], [Double]) = ([], [])
        for _ in 0..<rounds {
            ours.append(nanoseconds(ambit))
            theirs.append(nanoseconds(proj))
        }
        let apart = pairs.reduce(0.0) {
            max($0, abs(ambit($1.start, $1.end) - proj($1.start, $1.end)))
        }
        let (mine, other) = (ours.sorted()[rounds / 2], theirs.sorted()[rounds / 2])
        print(
            String(
                format: "%@\tambit %.0f ns\tPROJ %.0f ns\t%.2f times as fast\tapart at most %.1e",
                name,
                mine,
                other,
                other / mine,
                apart
            )
        )
    }

    /// Nanoseconds a pair, over all of them.
    private func nanoseconds(_ measure: (Coordinate, Coordinate) -> Double) -> Double {
        var sum = 0.0
        let start = now()
        for pair in pairs { sum += measure(pair.start, pair.end) }
        let seconds = now() - start
        // A sum that nobody reads would not be worked out.
        precondition(sum.isFinite)
        return seconds * 1e9 / Double(pairs.count)
    }

    private func inverse(
        _ start: Coordinate,
        _ end: Coordinate,
        bearings: Bool
    ) -> (meters: Double, initial: Double, final: Double) {
        var (meters, initial, final) = (0.0, 0.0, 0.0)
        withUnsafePointer(to: ellipsoid) {
            if bearings {
                geod_inverse(
                    $0,
                    start.latitude,
                    start.longitude,
                    end.latitude,
                    end.longitude,
                    &meters,
                    &initial,
                    &final
                )
            } else {
                geod_inverse(
                    $0,
                    start.latitude,
                    start.longitude,
                    end.latitude,
                    end.longitude,
                    &meters,
                    nil,
                    nil
                )
            }
        }
        return (meters, initial, final)
    }

    private func direct(
        _ start: Coordinate,
        bearing: Double,
        _ meters: Double
    ) -> (latitude: Double, longitude: Double) {
        var (latitude, longitude) = (0.0, 0.0)
        withUnsafePointer(to: ellipsoid) {
            geod_direct(
                $0,
                start.latitude,
                start.longitude,
                bearing,
                meters,
                &latitude,
                &longitude,
                nil
            )
        }
        return (latitude, longitude)
    }
}
