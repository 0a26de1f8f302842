import Analysis
import Geodesy
import Pictures
import Polling
import Roads
import SpatiaLiteStore
import Synchronization

/// What a map is drawn over: districts and roads.
struct Backdrop {
    var areas: [Area] = []
    var lines: [[Coordinate]] = []

    init() {}

    /// The shapes of files.
    init(_ shapes: [Shape]) {
        areas = shapes.compactMap(\.area)
        lines = shapes.flatMap(\.lines)
    }

    /// The published districts that are in force on a day, and the roads, as far as they may lie in a
    /// box.
    init(of store: SpatiaLiteStore, in box: BoundingBox, on day: CalendarDate) async throws {
        areas = try await AreaSource.districts(in: store)
            .filter { $0.validity.contains(day) }.map { Area($0.area) }
            .filter { area in area.boxes.contains { $0.touches(box) } }
        let read = Mutex<[[Coordinate]]>([])
        try await store.forEachRoad { batch in
            let near = batch.map(\.line).filter { line in
                line.count > 1 && BoundingBox(holding: line).touches(box)
            }
            read.withLock { $0 += near }
        }
        lines = read.withLock { $0 }
    }

    /// What lies under the data: areas.
    var underlays: [MapPicture.Layer] {
        guard !areas.isEmpty else { return [] }
        return [
            .areas(areas.map { (area: $0, fill: Color(0xFFFFFF)) }, stroke: nil, width: 0)
        ]
    }

    /// What lies over the data: the outlines of areas, and lines.
    var overlays: [MapPicture.Layer] {
        var layers: [MapPicture.Layer] = []
        if !lines.isEmpty {
            layers.append(.lines(lines, stroke: Color(0x555555, alpha: 0.45), width: 0.7))
        }
        if !areas.isEmpty {
            layers.append(
                .areas(areas.map { (area: $0, fill: nil) }, stroke: Color(0x333333), width: 1.2)
            )
        }
        return layers
    }
}

extension BoundingBox {
    /// Whether the boxes have a place in common, but for the antimeridian itself.
    fileprivate func touches(_ other: BoundingBox) -> Bool {
        unwrapped.contains { one in
            other.unwrapped.contains {
                one.west <= $0.east && $0.west <= one.east && one.south <= $0.north
                    && $0.south <= one.north
            }
        }
    }
}
