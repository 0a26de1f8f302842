internal import Datasets
internal import FeatureCollections
internal import Geodesy
internal import Polling

/// The districts of one type as other programs see them.
struct DistrictContent: FeatureContent {
    let map: DistrictMap
    /// Where the districts of the type stand in the map, in order.
    let slots: [Int]

    /// A collection for each type, by its name.
    static func collections(of map: DistrictMap, revision: String) -> [FeatureCollection] {
        Dictionary(grouping: map.districts.indices) {
            "districts-" + slug(map.districts[$0].reference.type)
        }.sorted { $0.key < $1.key }.map { id, slots in
            collection(id, of: DistrictContent(map: map, slots: slots), revision: revision)
        }
    }

    private static func collection(
        _ id: String,
        of content: DistrictContent,
        revision: String
    ) -> FeatureCollection {
        let districts = content.slots.map { content.map.districts[$0] }
        let words = districts.first?.reference.type.split(separator: "_").joined(separator: " ")
        return FeatureCollection(
            id: id,
            title: "Districts: \(words ?? "")",
            description:
                "Areas whose voters belong together, with the days on which their boundaries "
                + "are in force where those are known.",
            fields: fields,
            geometry: .area,
            revision: revision,
            extent: BoundingBox.extent(
                of: districts.flatMap { $0.area.polygons.map(\.boundingBox) }
            ),
            hasTime: districts.contains { $0.validity != .always },
            content: content
        )
    }

    /// A type as it stands in addresses.
    private static func slug(_ type: String) -> String {
        String(
            type.lowercased().map { letter in
                letter.isASCII && (letter.isLetter || letter.isNumber || letter == "_")
                    ? letter : "-"
            }
        )
    }

    private static let fields = [
        FeatureField("dataset", .text, "The dataset that it came with."),
        FeatureField("type", .text, "What sort of district it is."),
        FeatureField("code", .text, "The code by which stations and contests name it."),
        FeatureField("name", .text, "Its name in the file's words."),
        FeatureField("valid_from", .day, "The first day on which its boundary is in force."),
        FeatureField("valid_to", .day, "The last day on which its boundary is in force."),
    ]

    var count: Int { slots.count }

    private func district(_ number: Int) -> District { map.districts[slots[number]] }

    func feature(_ number: Int) -> Feature {
        let district = district(number)
        return Feature(
            id: district.id.rawValue,
            shape: .area(district.area),
            values: [
                .text(district.dataset.text),
                .text(district.reference.type),
                .text(district.reference.code),
                .text(district.name),
                .of(district.validity.from?.description),
                .of(district.validity.to?.description),
            ]
        )
    }

    func shape(_ number: Int) -> FeatureShape? { .area(district(number).area) }

    func time(_ number: Int) -> FeatureTime? {
        let validity = district(number).validity
        guard validity != .always else { return nil }
        return FeatureTime(fromDay: validity.from, toDay: validity.to)
    }

    func number(of id: String) -> Int? {
        map.slot(of: District.ID(rawValue: id)).flatMap(number(ofSlot:))
    }

    func numbers(near box: BoundingBox) -> [Int] {
        map.slots(touching: box).compactMap(number(ofSlot:))
    }

    /// Where a slot of the map stands in ``slots``; nil for a district of another type.
    private func number(ofSlot slot: Int) -> Int? {
        number(of: slot, orderedBy: { slots[$0] }, by: <)
    }
}
