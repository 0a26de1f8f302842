public import Datasets
public import Geodesy

extension DatasetKind {
    /// Water and parks, which the map is drawn on.
    public static let ground = DatasetKind(rawValue: "ground")
}

/// What a piece of ground is.
public enum GroundClass: String, Sendable, Hashable, CaseIterable {
    /// Lakes, rivers, streams and shores.
    case water
    /// Parks, woods and playgrounds.
    case park
}

/// Where a piece of ground lies.
public enum GroundShape: Sendable, Hashable {
    /// One or several polygons.
    case area(MultiPolygon)
    /// One or several lines of two places or more, none of which crosses the antimeridian.
    case lines([[Coordinate]])

    /// The smallest box without the antimeridian inside that holds it; nil where it has no place.
    public var boundingBox: BoundingBox? {
        switch self {
        case .area(let area): return area.boundingBox
        case .lines(let lines):
            let places = lines.flatMap { $0 }
            return places.isEmpty ? nil : BoundingBox(holding: places)
        }
    }
}

/// A lake, a stretch of a river, a park: what the map shows below everything else.
public struct GroundFeature: Sendable, Hashable, Identifiable {
    /// The dataset that it came with.
    public let dataset: DatasetName
    /// Names it within its dataset.
    public let key: String
    /// What it is.
    public var groundClass: GroundClass
    /// What the file calls it more closely, such as `river` or `sea wall`; in small letters.
    public var detail: String?
    /// What it is called, where it has a name.
    public var name: String?
    /// Where it lies.
    public var shape: GroundShape

    /// Names it across datasets: `curlew-water.river`.
    public var id: String { "\(dataset).\(key)" }

    /// A feature with all its members.
    public init(
        dataset: DatasetName,
        key: String,
        groundClass: GroundClass,
        detail: String? = nil,
        name: String? = nil,
        shape: GroundShape
    ) {
        self.dataset = dataset
        self.key = key
        self.groundClass = groundClass
        self.detail = detail
        self.name = name
        self.shape = shape
    }
}

/// An area whose boundary the map shows.
public struct GroundDistrict: Sendable, Hashable {
    /// What it is, such as `ward`.
    public var type: String
    /// Where it lies.
    public var area: MultiPolygon

    /// A district with its members.
    public init(type: String, area: MultiPolygon) {
        self.type = type
        self.area = area
    }
}

/// What Ground needs of a durable store.
public protocol GroundStore: Sendable {
    /// Hands over the features of every published dataset in batches, in no stated order.
    func forEachGroundFeature(
        _ visit: @Sendable ([GroundFeature]) throws -> Void
    ) async throws

    /// Hands over the districts of every published dataset in batches, in no stated order.
    func forEachGroundDistrict(
        _ visit: @Sendable ([GroundDistrict]) throws -> Void
    ) async throws
}
