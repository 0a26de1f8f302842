internal import Datasets
internal import FeatureCollections
internal import Geodesy
internal import Roads

/// Roads as other programs see them.
struct RoadContent: FeatureContent {
    let map: RoadMap

    static func collection(of map: RoadMap, revision: String) -> FeatureCollection {
        FeatureCollection(
            id: "roads",
            title: "Roads",
            description: "Roads, streets and paths on which one can walk or drive.",
            fields: [
                FeatureField("dataset", .text, "The dataset that it came with."),
                FeatureField("kind", .text, "What it is built for, such as motorway or path."),
                FeatureField("name", .text, "What it is called, as signs have it."),
                FeatureField("number", .text, "Its number, such as A 8."),
                FeatureField(
                    "driving",
                    .text,
                    "Which way one may drive: both, along, against, closed."
                ),
                FeatureField(
                    "walking",
                    .text,
                    "Which way one may walk: both, along, against, closed."
                ),
                FeatureField("speed_km_h", .number, "How fast one drives, where the file says so."),
                FeatureField("roundabout", .boolean, "Whether it goes round an island, one way."),
            ],
            geometry: .line,
            revision: revision,
            extent: BoundingBox.extent(
                of: map.roads.flatMap { FeatureShape.line($0.line).boxes }
            ),
            content: RoadContent(map: map)
        )
    }

    var count: Int { map.roads.count }

    func feature(_ number: Int) -> Feature {
        let road = map.roads[number]
        return Feature(
            id: road.id,
            shape: .line(road.line),
            values: [
                .text(road.dataset.text), .text(road.kind.rawValue), .of(road.name),
                .of(road.number), .text(road.driving.rawValue), .text(road.walking.rawValue),
                road.speedKilometersPerHour.map(FieldValue.number) ?? .null,
                .boolean(road.isRoundabout),
            ]
        )
    }

    func shape(_ number: Int) -> FeatureShape? { .line(map.roads[number].line) }

    func number(of id: String) -> Int? {
        map.roads.firstIndex { id.hasSuffix($0.key) && $0.id == id }
    }

    func numbers(near box: BoundingBox) -> [Int] { map.numbers(near: box) }
}
