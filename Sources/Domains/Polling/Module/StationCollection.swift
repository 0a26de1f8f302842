internal import Datasets
internal import FeatureCollections
internal import GeoJSON
internal import Geodesy
internal import Polling

/// The stations as other programs see them.
struct StationContent: FeatureContent {
    let stations: StationSnapshot

    static func collection(of stations: StationSnapshot, revision: String) -> FeatureCollection {
        FeatureCollection(
            id: "stations",
            title: "Polling stations",
            description:
                "Places where votes are cast, or ballots are taken. The nearest one is not "
                + "necessarily the one where somebody votes.",
            fields: fields,
            geometry: .point,
            revision: revision,
            extent: BoundingBox.extent(of: stations.all.compactMap(\.coordinate)),
            content: StationContent(stations: stations)
        )
    }

    private static let fields: [FeatureField] =
        [
            FeatureField("dataset", .text, "The dataset that it came with."),
            FeatureField("name", .text, "The name on the door."),
            FeatureField("station_type", .text, StationKind.allCases.map(\.rawValue).listed),
            FeatureField("address", .text, "Street, number and town, on one line."),
            FeatureField("postcode", .text, "Postcode or ZIP."),
            FeatureField("districts", .text, "The districts that vote here: precinct 120; ward 8."),
            FeatureField("hours", .text, "When it is open, in the file's words."),
            FeatureField("wheelchair", .text, "Whether a wheelchair gets in: yes, no, unknown."),
            FeatureField("accessibility_note", .text, "The file's own words on accessibility."),
        ]
        + AccessAspect.allCases.map {
            FeatureField(
                $0.rawValue,
                .text,
                "yes, no or unknown; null where the file has no such column."
            )
        }
        + [
            FeatureField(
                "attributes",
                .text,
                "The columns of the file that Ambit has no field for, as a JSON object."
            )
        ]

    var count: Int { stations.all.count }

    func feature(_ number: Int) -> Feature {
        let station = stations.all[number]
        let aspects = station.accessAspects
        var values: [FieldValue] = [
            .text(station.dataset.text),
            .text(station.name),
            .text(station.kind.rawValue),
            .of(station.address),
            .of(station.postcode),
            station.districts.isEmpty
                ? .null
                : .text(station.districts.map { "\($0.type) \($0.code)" }.joined(separator: "; ")),
            .of(station.hours),
            .text(station.accessibility.wheelchair.rawValue),
            .of(station.accessibility.note),
        ]
        values += AccessAspect.allCases.map { .of(aspects[$0]?.rawValue) }
        values.append(station.attributes.isEmpty ? .null : .text(station.attributes.json))
        return Feature(id: station.id.rawValue, shape: shape(number), values: values)
    }

    func shape(_ number: Int) -> FeatureShape? {
        stations.all[number].coordinate.map(FeatureShape.point)
    }

    func number(of id: String) -> Int? { stations.slot(of: Station.ID(rawValue: id)) }

    func numbers(near box: BoundingBox) -> [Int] { stations.slots(in: box) }
}

extension [String] {
    /// `a, b or c`.
    fileprivate var listed: String {
        guard count > 1, let last else { return joined() }
        return dropLast().joined(separator: ", ") + " or " + last + "."
    }
}

extension [String: String] {
    /// A JSON object, its members by name.
    fileprivate var json: String {
        var json = JSONWriter(capacity: 256)
        json.object { json in
            for (name, value) in sorted(by: { $0.key < $1.key }) { json.member(name, value) }
        }
        return String(decoding: json.takeBytes(), as: UTF8.self)
    }
}
