import Analysis
import Geodesy
import Testing

/// Predicates on areas, compared with sets of lattice cells: rectangles with holes whose corners and
/// edges coincide far more often than chance would have it, turned and sheared so that no edge is
/// level.
@Suite struct GridAreaTests {
    /// A rectangle of the lattice with an optional hole, as the cells that it consists of.
    private struct Block {
        let west: Int
        let south: Int
        let east: Int
        let north: Int
        let hole: [Int]?

        init(using random: inout SeededRandom) {
            west = Int.random(in: 0...8, using: &random)
            south = Int.random(in: 0...8, using: &random)
            east = west + Int.random(in: 1...5, using: &random)
            north = south + Int.random(in: 1...5, using: &random)
            let hasHole = east - west > 2 && north - south > 2 && Bool.random(using: &random)
            hole = hasHole ? [west + 1, south + 1, east - 1, north - 1] : nil
        }

        var cells: Set<[Int]> {
            var cells: Set<[Int]> = []
            for x in west..<east {
                for y in south..<north {
                    if let hole, x >= hole[0], y >= hole[1], x < hole[2], y < hole[3] { continue }
                    cells.insert([x, y])
                }
            }
            return cells
        }

        /// The corners of the cells: whatever blocks have in common, they have one of these.
        var corners: Set<[Int]> {
            Set(
                cells.flatMap {
                    [$0, [$0[0] + 1, $0[1]], [$0[0], $0[1] + 1], [$0[0] + 1, $0[1] + 1]]
                }
            )
        }

        /// The rings under a map of the lattice.
        func rings(_ map: ([Int]) -> [Double]) -> String {
            let boxes = [[west, south, east, north]] + (hole.map { [$0] } ?? [])
            let rings = boxes.map { box in
                let ring = [
                    [box[0], box[1]], [box[2], box[1]], [box[2], box[3]], [box[0], box[3]],
                    [box[0], box[1]],
                ]
                return "[" + ring.map { "\(map($0))" }.joined(separator: ",") + "]"
            }
            return "[" + rings.joined(separator: ",") + "]"
        }
    }

    /// Steps of the lattice lie on the grid, so that nothing is rounded: 45/2^9 degrees.
    private static let step = 45.0 / 512

    /// Straight, oblique both ways, and across the antimeridian.
    private static let maps: [@Sendable ([Int]) -> [Double]] = [
        { [Double($0[0]) * step, Double($0[1]) * step] },
        { [Double(3 * $0[0] + $0[1]) * step, Double(2 * $0[1] - $0[0]) * step] },
        { [180 + Double(2 * $0[0] - 5 * $0[1]) * step, 45 + Double($0[0] + $0[1]) * step] },
    ]

    private static func area(_ blocks: [Block], _ map: ([Int]) -> [Double]) throws -> GridArea {
        let polygons = blocks.map { $0.rings(map) }.joined(separator: ",")
        let text = #"{"type":"MultiPolygon","coordinates":[\#(polygons)]}"#
        return GridArea(try Shape.area(of: Shape.all(in: Array(text.utf8))))
    }

    @Test("areas meet where their cells have a corner in common", arguments: 0..<3)
    func intersects(number: Int) throws {
        var random = SeededRandom(seed: UInt64(number) + 1)
        var met = 0
        for _ in 0..<400 {
            let (one, other) = (Block(using: &random), Block(using: &random))
            let expected = !one.corners.isDisjoint(with: other.corners)
            let (first, second) = (
                try Self.area([one], Self.maps[number]), try Self.area([other], Self.maps[number])
            )
            #expect(first.intersects(second) == expected)
            #expect(second.intersects(first) == expected)
            met += expected ? 1 : 0
        }
        #expect(met > 40 && met < 360)
    }

    @Test("an area is covered by others where all its cells are theirs", arguments: 0..<3)
    func covers(number: Int) throws {
        var random = SeededRandom(seed: UInt64(number) + 11)
        var covered = 0
        for round in 0..<400 {
            let block = Block(using: &random)
            let others = (0..<(round % 2 == 0 ? 2 : 14)).map { _ in Block(using: &random) }
            let cells = others.reduce(into: Set<[Int]>()) { $0.formUnion($1.cells) }
            let expected = block.cells.isSubset(of: cells)
            let cover = try Self.area(others, Self.maps[number])
            #expect(cover.covers(try Self.area([block], Self.maps[number])) == expected)
            covered += expected ? 1 : 0
        }
        #expect(covered > 30 && covered < 370)
    }

    @Test("an area covers itself, and a box what lies in it, however longitudes are written")
    func antimeridian() throws {
        func area(_ coordinates: String) throws -> GridArea {
            let text = #"{"type":"Polygon","coordinates":[\#(coordinates)]}"#
            return GridArea(try Shape.area(of: Shape.all(in: Array(text.utf8))))
        }
        let past = try area("[[170,-10],[190,-10],[190,10],[170,10],[170,-10]]")
        let west = try area("[[-180,-9],[-171,-9],[-171,9],[-180,9],[-180,-9]]")
        let east = try area("[[170,-9],[180,-9],[180,9],[170,9],[170,-9]]")
        let box = GridArea(try BoundingBox(west: 169, south: -11, east: -169, north: 11))
        #expect(past.covers(past))
        #expect(past.covers(west) && past.covers(east) && !west.covers(past))
        #expect(west.intersects(east), "they share the meridian")
        #expect(box.covers(past) && !past.covers(box))
        let halves = try Shape.area(
            of: Shape.all(
                in: Array(
                    #"""
                    {"type":"MultiPolygon","coordinates":[
                     [[[170,-10],[180,-10],[180,10],[170,10],[170,-10]]],
                     [[[-180,-10],[-170,-10],[-170,10],[-180,10],[-180,-10]]]]}
                    """#.utf8
                )
            )
        )
        #expect(GridArea(halves).covers(past), "two halves are the whole")
        #expect(GridArea(halves).holds(try Coordinate(0, 180)))
        #expect(GridArea(halves).holds(try Coordinate(0, -180)))
        #expect(!GridArea(halves).holds(try Coordinate(0, -169.9)))
    }

    @Test("the narrowest step of the grid is enough to be outside")
    func hairline() throws {
        let square = GridArea(try BoundingBox(west: 0, south: 0, east: 1, north: 1))
        let step = 45 * 0x1p-45
        #expect(square.holds(try Coordinate(0.5, 1)))
        #expect(!square.holds(try Coordinate(0.5, 1 + step)))
        let beside = GridArea(try BoundingBox(west: 1 + step, south: 0, east: 2, north: 1))
        let touching = GridArea(try BoundingBox(west: 1, south: 0, east: 2, north: 1))
        #expect(!square.intersects(beside))
        #expect(square.intersects(touching))
        let wider = GridArea(try BoundingBox(west: 0.5, south: 0.5, east: 1 + step, north: 0.6))
        #expect(!square.covers(wider))
    }
}
