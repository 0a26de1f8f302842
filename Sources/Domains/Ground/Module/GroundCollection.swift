internal import Datasets
internal import FeatureCollections
internal import Geodesy
internal import Ground

/// Water and parks as other programs see them.
struct GroundContent: FeatureContent {
    private let features: [GroundFeature]
    private let index: ShapeIndex

    /// - Parameter features: By id.
    private init(_ features: [GroundFeature]) {
        self.features = features
        index = ShapeIndex(features.lazy.map { Self.shape(of: $0) })
    }

    static func collection(of map: GroundMap, revision: String) -> FeatureCollection {
        let content = GroundContent(map.features)
        return FeatureCollection(
            id: "ground",
            title: "Ground",
            description: "Water and parks, which the map is drawn on.",
            fields: [
                FeatureField("dataset", .text, "The dataset that it came with."),
                FeatureField("class", .text, "water or park."),
                FeatureField("kind", .text, "What the file calls it more closely, such as river."),
                FeatureField("name", .text, "What it is called."),
            ],
            geometry: .any,
            revision: revision,
            extent: content.index.extent,
            content: content
        )
    }

    var count: Int { features.count }

    func feature(_ number: Int) -> Feature {
        let feature = features[number]
        return Feature(
            id: feature.id,
            shape: Self.shape(of: feature),
            values: [
                .text(feature.dataset.text), .text(feature.groundClass.rawValue),
                .of(feature.detail), .of(feature.name),
            ]
        )
    }

    func shape(_ number: Int) -> FeatureShape? { Self.shape(of: features[number]) }

    func number(of id: String) -> Int? {
        features.firstIndex { $0.key.count < id.count && $0.id == id }
    }

    func numbers(near box: BoundingBox) -> [Int] { index.numbers(near: box) }

    private static func shape(of feature: GroundFeature) -> FeatureShape? {
        switch feature.shape {
        case .area(let area): area.polygons.isEmpty ? nil : .area(area)
        case .lines(let lines): lines.contains { $0.count > 1 } ? .lines(lines) : nil
        }
    }
}
