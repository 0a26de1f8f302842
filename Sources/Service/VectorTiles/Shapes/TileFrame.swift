internal import FeatureCollections
internal import Geodesy

/// A point of a tile's grid: x to the east, y to the south, from the tile's north-western corner.
typealias GridPoint = SIMD2<Int32>

/// A place as longitude and latitude in degrees; the longitude may lie beyond 180.
typealias PlaneDegrees = SIMD2<Double>

/// The grid of a tile, and the part of the Earth that is written on it: the tile and a strip around it, so
/// that what is drawn with some width is whole at the tile's edges.
struct TileFrame: Sendable {
    /// How many units of the grid a tile is wide and high.
    static let extent = 4096
    /// How many units the strip is wide. Source: what MapLibre's own tiles of GeoJSON have.
    static let buffer = 64
    /// The units of the grid that are written on.
    static let span = -buffer...extent + buffer

    /// How many units the world is wide.
    private let worldUnits: Double
    private let originX: Double
    private let originY: Double
    /// The edges of what is written on, in degrees; east and west may lie beyond 180.
    let west: Double
    let south: Double
    let east: Double
    let north: Double
    /// The turn around the Earth that brings places into the frame, in degrees; nil where there are several.
    private let onlyTurn: Double?

    init(_ address: TileAddress) {
        self.init(
            worldUnits: Double(Self.extent) * Double(1 << address.zoom),
            originX: Double(address.column * Self.extent),
            originY: Double(address.row * Self.extent)
        )
    }

    private init(worldUnits world: Double, originX: Double, originY: Double) {
        worldUnits = world
        self.originX = originX
        self.originY = originY
        let (low, high) = (Double(Self.span.lowerBound), Double(Self.span.upperBound))
        west = TileSquare.longitude((originX + low) / world)
        east = TileSquare.longitude((originX + high) / world)
        north = TileSquare.latitude((originY + low) / world)
        south = TileSquare.latitude((originY + high) / world)
        onlyTurn = west > -180 && east < 180 ? 0 : nil
    }

    /// A frame of the same scale, in whose middle a shape lies that is smaller than a tile.
    init(moving other: TileFrame, to shape: FeatureShape) {
        let place = shape.somePlace ?? Coordinate(uncheckedLatitude: 0, longitude: 0)
        let world = other.worldUnits
        // Whole units further, so that points come to lie on the same grid.
        let moveX = (other.x(place.longitude) - Double(Self.extent / 2)).rounded(.down)
        let moveY = (other.y(place.latitude) - Double(Self.extent / 2)).rounded(.down)
        self.init(worldUnits: world, originX: other.originX + moveX, originY: other.originY + moveY)
    }

    /// The turns around the Earth, in degrees, that bring a place into the frame, with the box of the places
    /// that each brings there.
    ///
    /// A tile at the antimeridian has a strip on its other side.
    var turns: [(degrees: Double, box: BoundingBox)] {
        [-360, 0, 360].compactMap { turn in
            let (least, greatest) = (max(west - turn, -180), min(east - turn, 180))
            guard least <= greatest else { return nil }
            return (
                turn,
                BoundingBox(uncheckedWest: least, south: south, east: greatest, north: north)
            )
        }
    }

    /// Where a longitude, turned by some degrees, lies on the grid.
    func x(_ longitude: Double) -> Double { TileSquare.x(longitude) * worldUnits - originX }

    /// Where a latitude lies on the grid; huge at a pole.
    func y(_ latitude: Double) -> Double {
        min(max(TileSquare.y(latitude), -1), 2) * worldUnits - originY
    }

    /// The units of the grid in which a place lies; nil outside the frame.
    func drawn(_ place: Coordinate) -> TileShape? {
        if let onlyTurn { return unit(place, turn: onlyTurn).map(TileShape.point) }
        let points = turns.compactMap { unit(place, turn: $0.degrees) }
        return points.isEmpty ? nil : .points(points)
    }

    /// The unit of the grid in which a place lies, which is in one tile alone; nil outside the frame.
    ///
    /// - Parameter turn: In degrees, of ``turns``.
    func unit(_ place: Coordinate, turn: Double) -> GridPoint? {
        let (low, high) = (Double(Self.span.lowerBound), Double(Self.span.upperBound))
        let x = x(place.longitude + turn).rounded(.down)
        guard x >= low, x < high else { return nil }
        let y = y(place.latitude).rounded(.down)
        guard y >= low, y < high else { return nil }
        return GridPoint(Int32(x), Int32(y))
    }

    /// The point of the grid nearest to a place within the frame.
    func nearest(_ place: PlaneDegrees) -> GridPoint {
        func rounded(_ number: Double) -> Int32 {
            let (low, high) = (Double(Self.span.lowerBound), Double(Self.span.upperBound))
            return Int32(min(max(number.rounded(), low), high))
        }
        return GridPoint(rounded(x(place.x)), rounded(y(place.y)))
    }

    /// How large a shape is drawn, the larger of its sides, in units of the grid; parts on both sides of the
    /// antimeridian are next to each other.
    func size(of shape: FeatureShape) -> Double {
        let boxes = shape.boxes
        guard let first = boxes.first else { return 0 }
        var (west, east) = (TileSquare.x(first.west), TileSquare.x(first.east))
        var (south, north) = (first.south, first.north)
        for box in boxes.dropFirst() {
            let middle = TileSquare.x((box.west + box.east) / 2)
            let turn = ((west + east) / 2 - middle).rounded()
            west = min(west, TileSquare.x(box.west) + turn)
            east = max(east, TileSquare.x(box.east) + turn)
            south = min(south, box.south)
            north = max(north, box.north)
        }
        return max((east - west) * worldUnits, y(south) - y(north))
    }
}

extension FeatureShape {
    /// A place of the shape, the same each time; nil where it has none.
    var somePlace: Coordinate? {
        switch self {
        case .point(let place): place
        case .lines(let lines): lines.first { !$0.isEmpty }?.first
        case .area(let area): area.polygons.first?.exterior.first
        }
    }
}
