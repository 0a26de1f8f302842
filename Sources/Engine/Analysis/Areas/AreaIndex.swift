public import Geodesy
internal import SpatialIndex

/// Areas in memory, found by place, nearest first, or by what they have in common with a region.
///
/// A place in an area, its edge included, is 0 m away from it; every other place is as far away as
/// the nearest point of an edge. Boxes narrow the choice, and never decide.
public struct AreaIndex: Sendable {
    /// An area by its number, and how far away it is.
    public struct Neighbor: Sendable, Equatable {
        /// The area's place in the list that the index was made of.
        public let index: Int
        /// 0 inside.
        public let distance: Distance
    }

    private let areas: [MeasuredArea]
    private let boxes: BoxTree
    /// The area of each box.
    private let owners: [Int]
    /// Half of what an area usually measures from south to north: where a search begins.
    private let typicalMeters: Double

    /// The smallest boxes of all polygons, each with `west <= east`.
    let boundingBoxes: [BoundingBox]

    /// How many areas there are.
    public var count: Int { areas.count }

    /// One of the areas, by its number.
    public subscript(index: Int) -> MeasuredArea { areas[index] }

    /// - Complexity: O(n log n) for n polygons.
    public init(_ areas: [Area]) {
        self.areas = areas.map { MeasuredArea($0) }
        var all: [BoundingBox] = []
        var owners: [Int] = []
        for (index, area) in areas.enumerated() {
            for box in area.boxes.flatMap(\.unwrapped) {
                all.append(box)
                owners.append(index)
            }
        }
        boundingBoxes = all
        boxes = BoxTree(all)
        self.owners = owners
        let heights = all.map { $0.north - $0.south }.sorted()
        typicalMeters = max(10, (heights.isEmpty ? 0 : heights[heights.count / 2]) * 55_000)
    }

    /// All areas within a radius of a place, the edge of the circle included.
    ///
    /// - Returns: Nearest first; ties by number.
    /// - Complexity: O(k log n) typical for n edges and k areas whose boxes are near.
    public func within(_ radius: Distance, of place: Coordinate) -> [Neighbor] {
        var near: [Int] = []
        for box in BoundingBox(around: place, radius: radius).unwrapped {
            boxes.forEach(touching: box) { near.append(owners[$0]) }
        }
        // An area of several polygons is met once for each of their boxes.
        if near.count > 1 { near.sort() }
        var found: [Neighbor] = []
        var last: Int?
        for index in near where index != last {
            last = index
            if let distance = areas[index].distance(from: place, limit: radius) {
                found.append(Neighbor(index: index, distance: distance))
            }
        }
        if found.count > 1 {
            found.sort { ($0.distance, $0.index) < ($1.distance, $1.index) }
        }
        return found
    }

    /// All areas within a radius of another: those that touch or overlap it are 0 m away.
    ///
    /// - Returns: Nearest first; ties by number.
    public func within(_ radius: Distance, of area: MeasuredArea) -> [Neighbor] {
        var known: [Int: Distance] = [:]
        measure(from: area, radius, &known)
        return Self.sorted(known)
    }

    /// The areas nearest to a place.
    ///
    /// - Parameter bound: No farther than this; nil for the whole Earth.
    /// - Returns: At most `count`, nearest first; ties by number.
    /// - Complexity: O(k log n) typical for n edges and k areas whose boxes are near.
    public func nearest(
        to place: Coordinate,
        count: Int,
        within bound: Distance? = nil
    ) -> [Neighbor] {
        nearest(count, within: bound) { measure(from: place, $0, &$1) }
    }

    /// The areas nearest to another: those that touch or overlap it are 0 m away.
    ///
    /// - Parameter bound: No farther than this; nil for the whole Earth.
    /// - Returns: At most `count`, nearest first; ties by number.
    public func nearest(
        to area: MeasuredArea,
        count: Int,
        within bound: Distance? = nil
    ) -> [Neighbor] {
        nearest(count, within: bound) { measure(from: area, $0, &$1) }
    }

    /// A circle grows until it holds as many as are wanted, beginning with those that are 0 m away:
    /// what lies beyond is farther away than all that it holds.
    private func nearest(
        _ count: Int,
        within bound: Distance?,
        _ measure: (Distance, inout [Int: Distance]) -> Void
    ) -> [Neighbor] {
        let farthest = min(bound?.meters ?? .infinity, Self.halfwayRoundMeters)
        var known: [Int: Distance] = [:]
        var meters = 0.0
        while true {
            measure(Distance(uncheckedMeters: meters), &known)
            if known.count >= count || meters >= farthest {
                return Array(Self.sorted(known).prefix(count))
            }
            meters = min(meters == 0 ? typicalMeters : meters * 3, farthest)
        }
    }

    /// No two places are farther apart: half a meridian is 20,003,931.459 m.
    private static let halfwayRoundMeters = 20_003_932.0

    /// Adds the areas within a radius to those that are known already.
    private func measure(
        from place: Coordinate,
        _ radius: Distance,
        _ known: inout [Int: Distance]
    ) {
        forEachUnknown(in: BoundingBox(around: place, radius: radius).unwrapped, &known) { index in
            areas[index].distance(from: place, limit: radius)
        }
    }

    private func measure(
        from area: MeasuredArea,
        _ radius: Distance,
        _ known: inout [Int: Distance]
    ) {
        forEachUnknown(in: area.boxes(within: radius), &known) { index in
            areas[index].distance(to: area, limit: radius)
        }
    }

    private func forEachUnknown(
        in around: [BoundingBox],
        _ known: inout [Int: Distance],
        _ measure: (Int) -> Distance?
    ) {
        for box in around {
            boxes.forEach(touching: box) { item in
                let owner = owners[item]
                if known[owner] == nil { known[owner] = measure(owner) }
            }
        }
    }

    private static func sorted(_ known: [Int: Distance]) -> [Neighbor] {
        known.map { Neighbor(index: $0, distance: $1) }
            .sorted { ($0.distance, $0.index) < ($1.distance, $1.index) }
    }

    /// The areas that share a place with another area, by number.
    public func intersecting(_ area: GridArea) async -> [Int] {
        await sift { areas[$0].grid.intersects(area) ? .zero : nil }.map(\.index)
    }

    /// The areas that lie whole in another area, by number.
    public func covered(by area: GridArea) async -> [Int] {
        await sift { area.covers(areas[$0].grid) ? .zero : nil }.map(\.index)
    }

    /// The areas within a distance of a line: nearest first, those that it crosses at 0 m; ties by
    /// number.
    public func along(_ corridor: AreaCorridor, within limit: Distance) async -> [Neighbor] {
        await sift { corridor.distance(to: areas[$0].grid, areas[$0].edges, limit: limit) }
            .sorted { ($0.distance, $0.index) < ($1.distance, $1.index) }
    }

    /// Looks at every area, on all cores.
    private func sift(_ test: @Sendable @escaping (Int) -> Distance?) async -> [Neighbor] {
        let size = max(1, min(64, count / 16))
        return await withTaskGroup(of: [Neighbor].self) { group in
            for start in stride(from: 0, to: count, by: size) {
                group.addTask {
                    (start..<min(start + size, count)).compactMap { index in
                        test(index).map { Neighbor(index: index, distance: $0) }
                    }
                }
            }
            var found: [Neighbor] = []
            for await some in group { found += some }
            return found.sorted { $0.index < $1.index }
        }
    }
}
