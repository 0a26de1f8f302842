public import Geodesy

/// An area on the grid that distances are measured on (2^-48 of a turn): whether it holds a place,
/// shares one with another area, or lies within others, without any rounding.
///
/// Coordinates are whole numbers, products have 128 bits, and edges belong to the area. Longitudes
/// a whole turn apart are one: areas meet across the antimeridian however they are written.
public struct GridArea: Sendable {
    /// A corner in steps of the grid; `x` may go on past half a turn.
    struct Corner: Equatable, Sendable {
        var x: Int64
        var y: Int64
    }

    /// A straight edge between two corners that differ.
    struct Edge: Sendable {
        var from: Corner
        var to: Corner

        func moved(by turn: Int64) -> Edge {
            Edge(
                from: Corner(x: from.x + turn, y: from.y),
                to: Corner(x: to.x + turn, y: to.y)
            )
        }
    }

    /// A box in steps, edges included.
    struct Box: Sendable {
        var west = Int64.max
        var south = Int64.max
        var east = Int64.min
        var north = Int64.min

        init() {}

        init(_ edge: Edge) {
            add(edge.from)
            add(edge.to)
        }

        mutating func add(_ corner: Corner) {
            west = min(west, corner.x)
            east = max(east, corner.x)
            south = min(south, corner.y)
            north = max(north, corner.y)
        }

        func moved(by turn: Int64) -> Box {
            var box = self
            box.west += turn
            box.east += turn
            return box
        }

        func touches(_ other: Box) -> Bool {
            west <= other.east && other.west <= east && south <= other.north
                && other.south <= north
        }

        func touches(_ edge: Edge) -> Bool {
            min(edge.from.x, edge.to.x) <= east && max(edge.from.x, edge.to.x) >= west
                && min(edge.from.y, edge.to.y) <= north && max(edge.from.y, edge.to.y) >= south
        }
    }

    /// 360 degrees.
    static let turn = Coordinate.gridSteps(degrees: 360)

    let parts: [Part]

    /// The area of some polygons.
    public init(_ area: Area) {
        self.init(rings: area.polygons)
    }

    /// The places of a box.
    public init(_ box: BoundingBox) {
        let east = box.crossesAntimeridian ? box.east + 360 : box.east
        let corners = [
            (box.west, box.south), (east, box.south), (east, box.north), (box.west, box.north),
        ]
        self.init(rings: [
            [corners.map { Area.LongLatitude(longitude: $0.0, latitude: $0.1) }]
        ])
    }

    private init(rings polygons: [[[Area.LongLatitude]]]) {
        parts = polygons.map { rings in
            Part(
                rings: rings.map { ring in
                    ring.map {
                        Corner(
                            x: Coordinate.gridSteps(degrees: $0.longitude),
                            y: Coordinate.gridSteps(degrees: $0.latitude)
                        )
                    }
                }
            )
        }
    }

    /// Whether a place lies in the area or on its edge.
    ///
    /// - Complexity: O(log n) typical for n edges.
    public func holds(_ place: Coordinate) -> Bool {
        holds(
            Corner(
                x: Coordinate.gridSteps(degrees: place.longitude),
                y: Coordinate.gridSteps(degrees: place.latitude)
            )
        )
    }

    private func holds(_ place: Corner) -> Bool {
        var box = Box()
        box.add(place)
        return parts.contains { part in
            part.turns(toward: box).contains { turn in
                part.holds(Corner(x: place.x - turn, y: place.y))
            }
        }
    }

    /// Whether the box of an edge comes as near to a place as
    /// ``AreaCellGrid/marginDegrees``.
    ///
    /// - Complexity: O(log n) typical for n edges.
    func hasEdge(near place: Coordinate) -> Bool {
        let margin = Coordinate.gridSteps(degrees: AreaCellGrid.marginDegrees)
        let x = Coordinate.gridSteps(degrees: place.longitude)
        let y = Coordinate.gridSteps(degrees: place.latitude)
        var around = Box()
        around.add(Corner(x: x - margin, y: y - margin))
        around.add(Corner(x: x + margin, y: y + margin))
        return parts.contains { part in
            part.turns(toward: around).contains { turn in
                var isNear = false
                part.walk(touching: around.moved(by: -turn)) { _ in
                    isNear = true
                    return false
                }
                return isNear
            }
        }
    }

    /// Whether the two areas have a place in common, be it one of their edges.
    ///
    /// - Complexity: O(m log n) typical for the m edges of one in the other's box.
    public func intersects(_ other: GridArea) -> Bool {
        parts.contains { part in
            other.parts.contains { candidate in
                candidate.turns(toward: part.box).contains { turn in
                    part.meets(candidate.moved(by: turn))
                }
            }
        }
    }

    /// Twice the area of the triangle: greater than 0 when `third` lies to the left of the way from
    /// `first` to `second`.
    static func cross(_ first: Corner, _ second: Corner, _ third: Corner) -> Int128 {
        Int128(second.x - first.x) * Int128(third.y - first.y)
            - Int128(third.x - first.x) * Int128(second.y - first.y)
    }

    /// Whether two edges have a place in common, ends included.
    static func meet(_ one: Edge, _ other: Edge) -> Bool {
        guard max(one.from.x, one.to.x) >= min(other.from.x, other.to.x),
            max(other.from.x, other.to.x) >= min(one.from.x, one.to.x),
            max(one.from.y, one.to.y) >= min(other.from.y, other.to.y),
            max(other.from.y, other.to.y) >= min(one.from.y, one.to.y)
        else { return false }
        // Boxes that touch and ends that are not strictly on one side: also for edges on one line.
        let first = cross(one.from, one.to, other.from).signum()
        let second = cross(one.from, one.to, other.to).signum()
        guard first * second <= 0 else { return false }
        let third = cross(other.from, other.to, one.from).signum()
        let fourth = cross(other.from, other.to, one.to).signum()
        return third * fourth <= 0
    }
}
