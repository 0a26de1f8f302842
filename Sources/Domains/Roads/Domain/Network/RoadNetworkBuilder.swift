internal import Geodesy

/// Finds out where roads meet, and cuts them there.
struct RoadNetworkBuilder {
    private(set) var roads: [Road]
    private(set) var edges: [RoadNetwork.Edge] = []
    private(set) var nodes: [Coordinate] = []
    private var vertices = VertexTable()
    private var nodeOfVertex: [Int32: Int32] = [:]
    /// Where motorways pass over or under other roads without meeting them.
    private var passingNodeOfVertex: [Int32: Int32] = [:]

    init(_ unordered: [Road]) {
        roads = unordered.filter { $0.line.count >= 2 }
            .sorted { ($0.dataset, $0.key) < ($1.dataset, $1.key) }
        var lines: [[Int32]] = []
        lines.reserveCapacity(roads.count)
        for road in roads { lines.append(road.line.map { vertices.number(of: $0) }) }
        var uses = Self.uses(of: lines, roads)
        for road in roads {
            for vertex in road.barriers.compactMap({ vertices.find($0.place) }) {
                // A road is cut where something stands across it.
                uses[Int(vertex)].count += 2
            }
        }
        for index in roads.indices { cut(index, lines[index], uses) }
    }

    /// What the roads make of a vertex.
    private struct Use {
        /// How many times a road comes by, ends counted twice.
        var count = 0
        /// How many of these are motorways on their way.
        var passingMotorways = 0
        /// Whether a ramp comes by or a motorway ends.
        var joinsMotorways = false
    }

    private static func uses(of lines: [[Int32]], _ roads: [Road]) -> [Use] {
        let count = Int(lines.lazy.compactMap { $0.max() }.max() ?? -1) + 1
        var uses = [Use](repeating: Use(), count: count)
        for (index, line) in lines.enumerated() {
            for (position, vertex) in line.enumerated() {
                let isEnd = position == 0 || position == line.count - 1
                uses[Int(vertex)].count += isEnd ? 2 : 1
                switch roads[index].kind {
                case .ramp: uses[Int(vertex)].joinsMotorways = true
                case .motorway where isEnd: uses[Int(vertex)].joinsMotorways = true
                case .motorway: uses[Int(vertex)].passingMotorways += 1
                default: break
                }
            }
        }
        return uses
    }

    private mutating func cut(_ index: Int, _ line: [Int32], _ uses: [Use]) {
        let road = roads[index]
        var first = 0
        for position in 1..<line.count {
            let use = uses[Int(line[position])]
            guard position == line.count - 1 || use.count > 1 else { continue }
            defer { first = position }
            // Places that are one make no stretch.
            guard line[first...position].contains(where: { $0 != line[first] }) else { continue }
            let places = road.line[first...position]
            let meters = zip(places, places.dropFirst()).reduce(0.0) {
                $0 + Geodesic.distance(from: $1.0, to: $1.1).meters
            }
            edges.append(
                RoadNetwork.Edge(
                    road: Int32(truncatingIfNeeded: index),
                    first: Int32(truncatingIfNeeded: first),
                    last: Int32(truncatingIfNeeded: position),
                    tail: node(line, first, road, uses),
                    head: node(line, position, road, uses),
                    meters: meters,
                    leaving: Self.bearing(places),
                    arriving: Self.bearing(places.reversed()) + 180
                )
            )
        }
    }

    /// The junction at a place of a road.
    ///
    /// Files without levels cross motorways and the streets over and under them in one place. One
    /// gets on a motorway where a ramp meets it or where it ends; elsewhere what crosses it passes.
    private mutating func node(
        _ line: [Int32],
        _ position: Int,
        _ road: Road,
        _ uses: [Use]
    ) -> Int32 {
        let vertex = line[position]
        let use = uses[Int(vertex)]
        let isPassing =
            road.kind == .motorway && use.passingMotorways > 0 && !use.joinsMotorways
        if let node = isPassing ? passingNodeOfVertex[vertex] : nodeOfVertex[vertex] {
            return node
        }
        let node = Int32(truncatingIfNeeded: nodes.count)
        nodes.append(road.line[position])
        if isPassing {
            passingNodeOfVertex[vertex] = node
        } else {
            nodeOfVertex[vertex] = node
        }
        return node
    }

    /// How far along a line one looks to tell its direction: files have kinks of a metre or two.
    private static let directionMeters = 12.0

    /// The direction in which a line leaves its first place, degrees.
    private static func bearing(_ places: some Collection<Coordinate>) -> Double {
        guard let start = places.first else { return 0 }
        var goal = start
        for place in places.dropFirst() {
            goal = place
            if Geodesic.distance(from: start, to: place).meters >= directionMeters { break }
        }
        return Geodesic.inverse(from: start, to: goal).initialBearing.degrees
    }

    // MARK: What follows from the edges

    func leavingArcs() -> (start: [Int32], arcs: [Int32]) {
        var start = [Int32](repeating: 0, count: nodes.count + 1)
        for edge in edges {
            start[Int(edge.tail) + 1] += 1
            start[Int(edge.head) + 1] += 1
        }
        for node in nodes.indices { start[node + 1] += start[node] }
        var next = start
        var arcs = [Int32](repeating: 0, count: edges.count * 2)
        for (index, edge) in edges.enumerated() {
            for (arc, node) in [(2 * index, Int(edge.tail)), (2 * index + 1, Int(edge.head))] {
                arcs[Int(next[node])] = Int32(truncatingIfNeeded: arc)
                next[node] += 1
            }
        }
        return (start, arcs)
    }

    /// The arcs that leave the junction at a place, which is one of a road's; none where it is none.
    func arcs(leaving place: Coordinate, _ start: [Int32], _ leaving: [Int32]) -> ArraySlice<Int32>
    {
        guard let node = node(at: place) else { return [] }
        return leaving[Int(start[Int(node)])..<Int(start[Int(node) + 1])]
    }

    /// The junction at a place.
    func node(at place: Coordinate) -> Int32? {
        vertices.find(place).flatMap { nodeOfVertex[$0] }
    }

    /// The boxes of an edge; two where it crosses the antimeridian.
    func boxes(ofEdge index: Int) -> [BoundingBox] {
        let edge = edges[index]
        let places = roads[Int(edge.road)].line[Int(edge.first)...Int(edge.last)]
        return BoundingBox.around(places)
    }

    func passages(_ mode: TravelMode, _ graph: TurnGraph) -> RoadNetwork.Passages {
        var seconds = [Float](repeating: .infinity, count: edges.count * 2)
        var greatest = 1.0
        for (index, edge) in edges.enumerated() {
            let road = roads[Int(edge.road)]
            let passage = mode.passage(on: road)
            guard passage != .closed else { continue }
            let speed = mode.metersPerSecond(on: road)
            greatest = max(greatest, speed)
            let time = Float(edge.meters / speed)
            if passage != .against { seconds[2 * index] = time }
            if passage != .along { seconds[2 * index + 1] = time }
        }
        return RoadNetwork.Passages(
            seconds: seconds,
            zones: mode == .drive ? zones(seconds) : [],
            parts: ConnectedParts(graph, mode: mode, seconds: seconds),
            greatestMetersPerSecond: greatest
        )
    }
}

extension RoadNetworkBuilder {
    /// The edges that those alone may use who begin or end there, joined where they meet.
    private func zones(_ seconds: [Float]) -> [Int32] {
        let limited = edges.indices.filter { edge in
            roads[Int(edges[edge].road)].isDrivingLimited
                && (seconds[2 * edge] < .infinity || seconds[2 * edge + 1] < .infinity)
        }
        guard !limited.isEmpty else { return [] }
        var parent: [Int32: Int32] = [:]
        func root(_ node: Int32) -> Int32 {
            var node = node
            while let next = parent[node], next != node { node = next }
            return node
        }
        for edge in limited {
            let (one, other) = (root(edges[edge].tail), root(edges[edge].head))
            // The smaller number is the root, so that no chain turns back on itself.
            parent[max(one, other)] = min(one, other)
        }
        var zones = [Int32](repeating: -1, count: edges.count)
        for edge in limited { zones[edge] = root(edges[edge].tail) }
        return zones
    }
}

extension BoundingBox {
    /// The box of some places in a row, or two where they cross the antimeridian.
    static func around(_ places: some Collection<Coordinate>) -> [BoundingBox] {
        guard let first = places.first else { return [] }
        var south = first.latitude
        var north = first.latitude
        // Longitudes as if the Earth were unrolled, counted from the first place.
        var west = first.longitude
        var east = first.longitude
        var unrolled = first.longitude
        var last = first.longitude
        for place in places.dropFirst() {
            var step = place.longitude - last
            if step > 180 { step -= 360 } else if step < -180 { step += 360 }
            unrolled += step
            last = place.longitude
            west = min(west, unrolled)
            east = max(east, unrolled)
            south = min(south, place.latitude)
            north = max(north, place.latitude)
        }
        func box(_ west: Double, _ east: Double) -> BoundingBox {
            BoundingBox(uncheckedWest: west, south: south, east: east, north: north)
        }
        if east - west >= 360 { return [box(-180, 180)] }
        if west < -180 { return [box(west + 360, 180), box(-180, east)] }
        if east > 180 { return [box(west, 180), box(-180, east - 360)] }
        return [box(west, east)]
    }
}
