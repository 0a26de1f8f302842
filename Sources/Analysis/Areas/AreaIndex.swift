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

    private let grids: [GridArea]
    private let edges: [AreaEdges]
    private let boxes: BoxTree
    /// The area of each box.
    private let owners: [Int]
    /// Half of what an area usually measures from south to north: where a search begins.
    private let typicalMeters: Double

    /// How many areas there are.
    public var count: Int { grids.count }

    /// - Complexity: O(n log n) for n corners.
    public init(_ areas: [Area]) {
        grids = areas.map { GridArea($0) }
        edges = areas.map { AreaEdges($0) }
        var all: [BoundingBox] = []
        var owners: [Int] = []
        for (index, area) in areas.enumerated() {
            for box in area.boxes.flatMap(\.unwrapped) {
                all.append(box)
                owners.append(index)
            }
        }
        boxes = BoxTree(all)
        self.owners = owners
        let heights = all.map { $0.north - $0.south }.sorted()
        typicalMeters = max(10, (heights.isEmpty ? 0 : heights[heights.count / 2]) * 55_000)
    }

    /// How far a place is from an area: 0 inside.
    public func distance(from place: Coordinate, to index: Int) -> Distance? {
        grids[index].holds(place) ? .zero : edges[index].distance(from: place)
    }

    /// All areas within a radius, the edge of the circle included.
    ///
    /// - Returns: Nearest first; ties by number.
    /// - Complexity: O(log n + k) boxes, and the edges of the k areas whose boxes are near.
    public func within(_ radius: Distance, of place: Coordinate) -> [Neighbor] {
        var known: [Int: Distance] = [:]
        measure(around: place, radius, &known)
        return Self.sorted(known, within: radius)
    }

    /// The areas nearest to a place.
    ///
    /// A circle grows until it holds as many as are wanted: what its box doesn't touch is farther
    /// away than all that it holds.
    ///
    /// - Parameter bound: No farther than this; nil for the whole Earth.
    /// - Returns: At most `count`, nearest first; ties by number.
    public func nearest(
        to place: Coordinate,
        count: Int,
        within bound: Distance? = nil
    ) -> [Neighbor] {
        let farthest = min(bound?.meters ?? .infinity, Self.halfwayRoundMeters)
        var known: [Int: Distance] = [:]
        var meters = min(typicalMeters, farthest)
        while true {
            let radius = Distance(uncheckedMeters: meters)
            measure(around: place, radius, &known)
            let found = Self.sorted(known, within: radius)
            if found.count >= count || meters >= farthest { return Array(found.prefix(count)) }
            meters = min(meters * 3, farthest)
        }
    }

    /// No two places are farther apart: half a meridian is 20,003,931.459 m.
    private static let halfwayRoundMeters = 20_003_932.0

    private func measure(
        around place: Coordinate,
        _ radius: Distance,
        _ known: inout [Int: Distance]
    ) {
        for box in BoundingBox(around: place, radius: radius).unwrapped {
            boxes.forEach(touching: box) { item in
                let owner = owners[item]
                guard known[owner] == nil else { return }
                known[owner] = distance(from: place, to: owner)
            }
        }
    }

    private static func sorted(_ known: [Int: Distance], within radius: Distance) -> [Neighbor] {
        known.compactMap { index, distance in
            distance <= radius ? Neighbor(index: index, distance: distance) : nil
        }.sorted { ($0.distance, $0.index) < ($1.distance, $1.index) }
    }

    /// The areas that share a place with another area, by number.
    public func intersecting(_ area: GridArea) async -> [Int] {
        await sift { grids[$0].intersects(area) ? .zero : nil }.map(\.index)
    }

    /// The areas that lie whole in another area, by number.
    public func covered(by area: GridArea) async -> [Int] {
        await sift { area.covers(grids[$0]) ? .zero : nil }.map(\.index)
    }

    /// The areas within a distance of a line: nearest first, those that it crosses at 0 m; ties by
    /// number.
    public func along(_ corridor: AreaCorridor, within limit: Distance) async -> [Neighbor] {
        await sift { corridor.distance(to: grids[$0], edges[$0], limit: limit) }
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
