import Geodesy
import Polling
import SpatiaLiteStore
import Testing

/// A ring from longitudes and latitudes.
private func ring(_ numbers: [(Double, Double)]) throws -> [Coordinate] {
    try numbers.map { try Coordinate(latitude: $0.1, longitude: $0.0) }
}

private func polygon(_ numbers: [(Double, Double)]) throws -> Polygon {
    try Polygon(exterior: try ring(numbers))
}

@Suite struct SpatiaLiteMenderTests {
    private let mender: SpatiaLiteMender

    init() throws { mender = try SpatiaLiteMender() }

    private func holds(_ area: MultiPolygon, _ x: Double, _ y: Double) throws -> Bool {
        DistrictOutline(area).holds(try Coordinate(latitude: y, longitude: x))
    }

    @Test("sound areas of either winding, with holes and parts, stay as they are")
    func sound() throws {
        let square = [(0.0, 0.0), (4, 0), (4, 4), (0, 4)]
        let hole = [(1.0, 1.0), (2, 1), (2, 2), (1, 2)]
        for outer in [square, square.reversed()] {
            for inner in [hole, hole.reversed()] {
                let area = MultiPolygon([
                    try Polygon(exterior: ring(outer), holes: [ring(inner)]),
                    try polygon([(5, 0), (6, 0), (6, 1)]),
                ])
                #expect(try mender.mend(area) == .sound)
            }
        }
    }

    @Test("a bow tie becomes its two halves")
    func bowTie() throws {
        let area = MultiPolygon([try polygon([(0, 0), (2, 2), (2, 0), (0, 2)])])
        guard case .mended(let better, let fault) = try mender.mend(area) else {
            Issue.record("a bow tie was not mended")
            return
        }
        #expect(fault.contains("elf"))
        #expect(try mender.mend(better) == .sound)
        #expect(try holds(better, 0.25, 1))
        #expect(try holds(better, 1.75, 1))
        #expect(try !holds(better, 1, 0.25))
        #expect(try !holds(better, 1, 1.75))
    }

    @Test("parts that overlap become one, with nothing missing where they did")
    func overlappingParts() throws {
        let area = MultiPolygon([
            try polygon([(0, 0), (2, 0), (2, 2), (0, 2)]),
            try polygon([(1, 1), (3, 1), (3, 3), (1, 3)]),
        ])
        guard case .mended(let better, _) = try mender.mend(area) else {
            Issue.record("overlapping parts were not mended")
            return
        }
        #expect(try mender.mend(better) == .sound)
        for (x, y) in [(0.5, 0.5), (1.5, 1.5), (2.5, 2.5)] { #expect(try holds(better, x, y)) }
        #expect(try !holds(better, 2.5, 0.5))
    }

    @Test("what has no inside is hopeless, with the reason")
    func hopeless() throws {
        let area = MultiPolygon([try polygon([(0, 0), (1, 1), (2, 2)])])
        guard case .hopeless(let fault) = try mender.mend(area) else {
            Issue.record("a line was taken for an area")
            return
        }
        #expect(!fault.isEmpty)
    }
}
