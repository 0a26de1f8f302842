import Geodesy
import Testing

@testable import Polling

@Suite struct AreaShareTests {
    /// The exact part of one box between meridians and parallels that another has: zones of a sphere
    /// are as large as the sine of their latitudes differs.
    private func exact(
        _ one: (west: Double, south: Double, east: Double, north: Double),
        _ other: (west: Double, south: Double, east: Double, north: Double)
    ) -> Double {
        func size(_ west: Double, _ south: Double, _ east: Double, _ north: Double) -> Double {
            guard east > west, north > south else { return 0 }
            return (east - west) * (sine(north) - sine(south))
        }
        return size(
            max(one.west, other.west),
            max(one.south, other.south),
            min(one.east, other.east),
            min(one.north, other.north)
        ) / size(one.west, one.south, one.east, one.north)
    }

    private func sine(_ degrees: Double) -> Double {
        TestTrigonometry.point(angle: degrees * .pi / 180, radius: 1).y
    }

    @Test("the part of one box that another has, to half a percent", arguments: 0..<40)
    func boxes(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        func some() -> (west: Double, south: Double, east: Double, north: Double) {
            let west = Double.random(in: -10...10, using: &random)
            let south = Double.random(in: 30...60, using: &random)
            return (
                west, south, west + .random(in: 0.5...15, using: &random),
                south + .random(in: 0.5...15, using: &random)
            )
        }
        let (one, other) = (some(), some())
        let share = try #require(
            AreaShare(MultiPolygon([try box(one.west, one.south, one.east, one.north)]))
        )
        let found = share.fraction(
            in: MultiPolygon([try box(other.west, other.south, other.east, other.north)])
        )
        #expect(abs(found - exact(one, other)) < 0.005)
    }

    @Test("holes and several parts count as what they are")
    func holes() throws {
        let ringed = MultiPolygon([
            try Polygon(
                exterior: ring([(0, 0), (10, 0), (10, 10), (0, 10)]),
                holes: [ring([(2, 2), (4, 2), (4, 4), (2, 4)])]
            )
        ])
        let share = try #require(AreaShare(ringed))
        #expect(share.fraction(in: ringed) == 1)
        let hole = MultiPolygon([try box(2, 2, 4, 4)])
        #expect(share.fraction(in: hole) < 0.001)
        #expect(try #require(AreaShare(hole)).fraction(in: ringed) < 0.02)
        let parts = MultiPolygon([try box(0, 0, 1, 10), try box(9, 0, 10, 10)])
        #expect(abs(share.fraction(in: parts) - 20.0 / 96) < 0.005)
        #expect(share.fraction(in: MultiPolygon([])) == 0)
    }

    @Test("what has no inside has no parts")
    func flat() throws {
        #expect(AreaShare(MultiPolygon([])) == nil)
    }

    @Test("at the poles and over all longitudes the parts are those of zones")
    func zones() throws {
        let cap = try #require(AreaShare(MultiPolygon([try box(-180, 60, 180, 90)])))
        let half = cap.fraction(in: MultiPolygon([try box(-180, 75, 180, 90)]))
        #expect(abs(half - (1 - sine(75)) / (1 - sine(60))) < 0.005)
        #expect(abs(cap.fraction(in: MultiPolygon([try box(0, 60, 90, 90)])) - 0.25) < 0.001)
    }
}
