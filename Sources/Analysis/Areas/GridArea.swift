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

        mutating func add(_ corner: Corner) {
            west = min(west, corner.x)
            east = max(east, corner.x)
            south = min(south, corner.y)
            north = max(north, corner.y)
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

    /// A polygon with its holes: what an odd number of its edges lies east of.
    struct Part: Sendable {
        var edges: [Edge] = []
        var box = Box()

        func moved(by turn: Int64) -> Part {
            guard turn != 0 else { return self }
            var part = self
            part.edges = edges.map { $0.moved(by: turn) }
            part.box.west += turn
            part.box.east += turn
            return part
        }

        /// The whole turns that bring the part to where a box may touch it.
        func turns(toward other: Box) -> some Sequence<Int64> {
            (-3...3).lazy.map { Int64($0) * GridArea.turn }.filter { turn in
                box.west + turn <= other.east && other.west <= box.east + turn
            }
        }

        func holds(_ place: Corner) -> Bool {
            guard place.x >= box.west, place.x <= box.east, place.y >= box.south,
                place.y <= box.north
            else { return false }
            var isInside = false
            for edge in edges {
                let (low, high) =
                    edge.from.y <= edge.to.y ? (edge.from, edge.to) : (edge.to, edge.from)
                guard low.y <= place.y, place.y <= high.y else { continue }
                let side = GridArea.cross(low, high, place)
                if side == 0, min(low.x, high.x) <= place.x, place.x <= max(low.x, high.x) {
                    return true
                }
                // The lower end belongs to the edge and the upper one to the next.
                if side > 0, place.y < high.y { isInside.toggle() }
            }
            return isInside
        }

        /// Whether the two have a place in common; both in one frame.
        func meets(_ other: Part) -> Bool {
            guard box.touches(other.box), let first = edges.first?.from,
                let second = other.edges.first?.from
            else { return false }
            // Where no edges meet, one lies whole in the other, or they are apart.
            if holds(second) || other.holds(first) { return true }
            let mine = edges.filter { other.box.touches($0) }
            for edge in other.edges where box.touches(edge) {
                if mine.contains(where: { GridArea.meet($0, edge) }) { return true }
            }
            return false
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
            var part = Part()
            for ring in rings {
                let corners = ring.map {
                    Corner(
                        x: Coordinate.gridSteps(degrees: $0.longitude),
                        y: Coordinate.gridSteps(degrees: $0.latitude)
                    )
                }
                for (from, to) in zip(corners, corners.dropFirst() + corners.prefix(1)) {
                    part.box.add(from)
                    if from != to { part.edges.append(Edge(from: from, to: to)) }
                }
            }
            return part
        }
    }

    /// Whether a place lies in the area or on its edge.
    ///
    /// - Complexity: O(number of edges).
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

    /// Whether the two areas have a place in common, be it one of their edges.
    ///
    /// - Complexity: O(n m) worst for the edges of one in the other's box.
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
