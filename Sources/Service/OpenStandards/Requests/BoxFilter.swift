internal import FeatureCollections
internal import Geodesy
internal import ReferenceSystems

/// The box of `bbox`, in whatever system it was given.
enum BoxFilter: Sendable, Hashable {
    /// Edges of longitude and latitude.
    case degrees(SearchBox)
    /// Edges of another system, and boxes that hold all of it.
    case plane(Rectangle, OfferedSystem, candidates: [BoundingBox])

    /// A rectangle of a system's plane, which need not be a box on the Earth.
    static func plane(
        _ rectangle: Rectangle,
        _ system: OfferedSystem
    ) throws(ReferenceSystemError) -> BoxFilter {
        .plane(rectangle, system, candidates: try candidates(rectangle, Projector(system)))
    }

    /// The numbers of all features that may have a place in the box, ascending.
    func candidates(in content: any FeatureContent) -> [Int] {
        let parts: [BoundingBox]
        switch self {
        case .degrees(let box): parts = box.parts
        case .plane(_, _, let boxes): parts = boxes
        }
        if parts.count == 1 { return content.numbers(near: parts[0]).sorted() }
        return Set(parts.flatMap { content.numbers(near: $0) }).sorted()
    }

    /// What tells whether a shape has a place in the box.
    func test() throws(ReferenceSystemError) -> (FeatureShape) -> Bool {
        switch self {
        case .degrees(let box): return { box.intersects($0) }
        case .plane(let rectangle, let system, _):
            let projector = try Projector(system)
            return { rectangle.intersects($0, in: projector.point) }
        }
    }

    /// How many places are looked at along each side of a rectangle.
    private static let samples = 32

    /// Boxes that hold all places of a rectangle: those of a grid over it, and one step of the grid more on
    /// all sides, within which the plane of no map grid bends. Everything where the grid has points that
    /// are no places.
    private static func candidates(
        _ rectangle: Rectangle,
        _ projector: Projector
    ) -> [BoundingBox] {
        var rows: [[Coordinate]] = []
        for row in 0...samples {
            var places: [Coordinate] = []
            for column in 0...samples {
                let across = Double(column) / Double(samples)
                let up = Double(row) / Double(samples)
                let point = (
                    x: rectangle.west + across * (rectangle.east - rectangle.west),
                    y: rectangle.south + up * (rectangle.north - rectangle.south)
                )
                guard let place = projector.place(point) else { return [.world] }
                places.append(place)
            }
            rows.append(places)
        }
        // Near a pole, longitudes say little: there everything on that side is looked at.
        let all = rows.flatMap { $0 }
        guard let extent = BoundingBox.extent(of: all) else { return [.world] }
        let steps =
            zip(rows, rows.dropFirst()).flatMap { zip($0, $1) }
            + rows.flatMap { zip($0, $0.dropFirst()) }
        let up = steps.map { ($0.latitude - $1.latitude).magnitude }.max() ?? 0
        let across =
            steps.map { start, end in
                let width = (start.longitude - end.longitude).magnitude
                return min(width, 360 - width)
            }.max() ?? 0
        let south = max(-90, extent.south - up - 1e-6)
        let north = min(90, extent.north + up + 1e-6)
        let width = (extent.crossesAntimeridian ? 360 : 0) + extent.east - extent.west
        guard across < 10, width + 2 * across < 350 else {
            return [BoundingBox(uncheckedWest: -180, south: south, east: 180, north: north)]
        }
        func wrapped(_ longitude: Double) -> Double {
            longitude < -180 ? longitude + 360 : longitude > 180 ? longitude - 360 : longitude
        }
        let box = BoundingBox(
            uncheckedWest: wrapped(extent.west - across - 1e-6),
            south: south,
            east: wrapped(extent.east + across + 1e-6),
            north: north
        )
        return SearchBox(box).parts
    }
}
