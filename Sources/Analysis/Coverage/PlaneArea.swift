internal import Geodesy

/// An area on a flat map, as its edges: to be taken apart into squares.
struct PlaneArea {
    struct Edge {
        let from: EqualAreaMap.Point
        let to: EqualAreaMap.Point
    }

    /// The area itself.
    let area: Area
    let edges: [Edge]
    /// The corners of the rings.
    let corners: [EqualAreaMap.Point]

    /// Edges that are straight in longitude and latitude are bent on the map: pieces of 1 km differ
    /// from their chords by centimetres.
    init(_ area: Area, on map: EqualAreaMap) {
        self.area = area
        var edges: [Edge] = []
        var corners: [EqualAreaMap.Point] = []
        for ring in area.outlines {
            for (start, end) in zip(ring, ring.dropFirst() + ring.prefix(1)) where start != end {
                let across = (end.longitude - start.longitude).magnitude
                let up = (end.latitude - start.latitude).magnitude
                let count = max(1, Int((max(across, up) / Self.pieceDegrees).rounded(.up)))
                var last = map.point(longitude: start.longitude, latitude: start.latitude)
                if let last { corners.append(last) }
                for index in 1...count {
                    let share = Double(index) / Double(count)
                    let next = map.point(
                        longitude: start.longitude + share * (end.longitude - start.longitude),
                        latitude: start.latitude + share * (end.latitude - start.latitude)
                    )
                    if let last, let next { edges.append(Edge(from: last, to: next)) }
                    last = next
                }
            }
        }
        self.edges = edges
        self.corners = corners
    }

    /// A square that holds the area, shifted a little, so that edges at round numbers of degrees
    /// don't run through the middles of squares.
    var square: PlaneSquare? {
        guard let west = corners.map(\.x).min(), let east = corners.map(\.x).max(),
            let south = corners.map(\.y).min(), let north = corners.map(\.y).max()
        else { return nil }
        let half = max(east - west, north - south) / 2 * 1.02 + 1
        return PlaneSquare(
            x: (west + east) / 2 + half * 0.006_180_34,
            y: (south + north) / 2 + half * 0.004_142_14,
            half: half
        )
    }

    private static let pieceDegrees = 0.01
}

/// A square of the map.
struct PlaneSquare {
    let x: Double
    let y: Double
    /// Half its side.
    let half: Double

    var center: EqualAreaMap.Point { .init(x: x, y: y) }
    var squareMeters: Double { 4 * half * half }

    var quarters: [PlaneSquare] {
        let quarter = half / 2
        return [(-quarter, -quarter), (quarter, -quarter), (-quarter, quarter), (quarter, quarter)]
            .map { PlaneSquare(x: x + $0.0, y: y + $0.1, half: quarter) }
    }

    /// Whether an edge may touch the square.
    func meets(_ edge: PlaneArea.Edge) -> Bool {
        if min(edge.from.x, edge.to.x) > x + half || max(edge.from.x, edge.to.x) < x - half
            || min(edge.from.y, edge.to.y) > y + half || max(edge.from.y, edge.to.y) < y - half
        {
            return false
        }
        // All four corners on one side of the edge's line: it passes by.
        let (dx, dy) = (edge.to.x - edge.from.x, edge.to.y - edge.from.y)
        let middle = dx * (y - edge.from.y) - dy * (x - edge.from.x)
        return middle.magnitude <= half * (dx.magnitude + dy.magnitude)
    }
}

extension PlaneArea.Edge {
    /// Whether the way from one point to another crosses the edge.
    func crosses(_ start: EqualAreaMap.Point, _ end: EqualAreaMap.Point) -> Bool {
        func side(
            _ a: EqualAreaMap.Point,
            _ b: EqualAreaMap.Point,
            _ c: EqualAreaMap.Point
        ) -> Bool {
            (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x) > 0
        }
        return side(start, end, from) != side(start, end, to)
            && side(from, to, start) != side(from, to, end)
    }

    /// The point of the edge nearest to another point.
    func nearest(to point: EqualAreaMap.Point) -> EqualAreaMap.Point {
        let (dx, dy) = (to.x - from.x, to.y - from.y)
        let squaredLength = dx * dx + dy * dy
        guard squaredLength > 0 else { return from }
        let share = ((point.x - from.x) * dx + (point.y - from.y) * dy) / squaredLength
        let kept = min(max(share, 0), 1)
        return .init(x: from.x + kept * dx, y: from.y + kept * dy)
    }
}
