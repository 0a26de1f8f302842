import Geodesy
import Testing

@testable import Radar

@Suite struct BlurGridTests {
    /// Uniform, polar, equatorial and antimeridian places.
    private static func places(seed: UInt64) throws -> [Coordinate] {
        var random = SeededRandom(seed: seed)
        var places = try [
            place(90, 0), place(90, 77), place(-90, -180), place(0, 0), place(0, 180),
            place(0, -180), place(51.5, 180), place(51.5, -180), place(89.9999, -120),
            place(-89.9993, 12), place(0.0, -0.0), place(38.9, -179.9999999),
            place(38.9, 179.9999999), place(90.0.nextDown, 180.0.nextDown),
        ]
        for _ in 0..<500 {
            places.append(
                try place(
                    .random(in: -90...90, using: &random),
                    .random(in: -180...180, using: &random)
                )
            )
            places.append(
                try place(
                    .random(in: 89.99...90, using: &random)
                        * (Bool.random(using: &random) ? 1 : -1),
                    .random(in: -180...180, using: &random)
                )
            )
        }
        return places
    }

    @Test(
        "a place moves by at most half a cell's diagonal, more in the wedges at the poles",
        arguments: 0..<10 as Range<UInt64>
    )
    func movesLittle(seed: UInt64) throws {
        for original in try Self.places(seed: seed) {
            let snapped = BlurGrid.snap(original)
            let bound = original.latitude.magnitude < 89.99 ? 110.0 : 131
            #expect(Geodesic.distance(from: original, to: snapped).meters <= bound)
        }
    }

    @Test("a middle is its own middle", arguments: 0..<10 as Range<UInt64>)
    func idempotent(seed: UInt64) throws {
        for original in try Self.places(seed: seed) {
            let snapped = BlurGrid.snap(original)
            #expect(BlurGrid.snap(snapped) == snapped)
        }
    }

    @Test("the same place by another name snaps to the same middle")
    func oneMeridian() throws {
        for latitude in stride(from: -90.0, through: 90, by: 7.3) {
            #expect(
                BlurGrid.snap(try place(latitude, 180)) == BlurGrid.snap(try place(latitude, -180))
            )
        }
    }

    @Test(
        "cells are about 150 m high everywhere, and wide but next to the poles",
        arguments: [-89.99, -80, -51, -23, -0.001, 0.001, 10, 38.9, 66.6, 85, 89, 89.9]
    )
    func cellSize(latitude: Double) throws {
        // Walk east, then north, in steps of a metre and measure from change to change.
        for (bearing, allowed) in [(90.0, 140.0...160), (0.0, 148.0...152)] {
            var middles: [Coordinate] = []
            for step in 0..<1500 {
                let here = Geodesic.destination(
                    from: try place(latitude, 33),
                    bearingDegrees: bearing,
                    distance: try .meters(Double(step))
                )
                let middle = BlurGrid.snap(
                    bearing == 90 ? try place(latitude, here.longitude) : here
                )
                let sameLine =
                    bearing == 90 ? middle : try place(middle.latitude, 33)
                if middles.last != sameLine { middles.append(sameLine) }
            }
            guard latitude.magnitude < 89.95 else { continue }
            #expect(middles.count >= 9)
            for (one, next) in zip(middles, middles.dropFirst()) {
                #expect(allowed.contains(Geodesic.distance(from: one, to: next).meters))
            }
        }
    }

    @Test("places all over a neighbourhood share few middles: one to a cell")
    func countsCells() throws {
        var random = SeededRandom(seed: 1)
        var middles: Set<Coordinate> = []
        let corner = try place(38.9, -77)
        // A square of 1.5 km holds 10 x 10 cells, and the edges of one more each way.
        for _ in 0..<20_000 {
            let east = Geodesic.destination(
                from: corner,
                bearingDegrees: 90,
                distance: try .meters(.random(in: 0...1500, using: &random))
            )
            middles.insert(
                BlurGrid.snap(
                    Geodesic.destination(
                        from: east,
                        bearingDegrees: 0,
                        distance: try .meters(.random(in: 0...1500, using: &random))
                    )
                )
            )
        }
        #expect((90...130).contains(middles.count))
    }

    @Test("rows cover the meridian from pole to pole")
    func rows() throws {
        let meridian = Geodesic.distance(from: try place(-90, 0), to: try place(90, 0)).meters
        #expect(((meridian / 150) - BlurGrid.rowCount).magnitude <= 0.5)
        #expect(BlurGrid.columnCount(atLatitude: 0) == (40_075_016.686 / 150).rounded())
        #expect(BlurGrid.columnCount(atLatitude: 90 - 90 / BlurGrid.rowCount) == 3)
    }
}
