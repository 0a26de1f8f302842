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
        let all = stations.all
        var values = Array(repeating: FieldValue.null, count: Self.fields.count)
        Self.forEachValue(of: number, all[number].attributes, in: all.span) { field, value in
            values[field] = value
        }
        return Feature(id: all[number].id.rawValue, shape: shape(number), values: values)
    }

    func visit(_ numbers: [Int], by visitor: inout some FeatureVisitor) {
        let all = stations.all
        let span = all.span
        // Stations lie far from each other in memory. Where nothing is done with them in between, the
        // processor fetches many of them at once: first here, so that their texts are there below.
        var heads: [StationHead] = []
        heads.reserveCapacity(numbers.count)
        for number in numbers {
            heads.append(
                StationHead(
                    number: number,
                    id: span[number].id.rawValue,
                    place: span[number].coordinate,
                    attributes: span[number].attributes
                )
            )
        }
        for head in heads {
            let shape = head.place.map(FeatureShape.point)
            guard visitor.begin(head.number, id: head.id, shape: shape) else { continue }
            Self.forEachValue(of: head.number, head.attributes, in: span) {
                visitor.take($1, of: $0)
            }
            visitor.end()
        }
    }

    /// What lies at the beginning, in the middle and at the end of a station.
    private struct StationHead {
        let number: Int
        let id: String
        let place: Coordinate?
        let attributes: [String: String]
    }

    /// Calls with what is known of a station: the place of its field in ``fields``, and the value.
    ///
    /// It looks at the station where it is: a copy would hold on to each of its texts.
    private static func forEachValue(
        of number: Int,
        _ attributes: [String: String],
        in stations: Span<Station>,
        _ take: (Int, FieldValue) -> Void
    ) {
        func text(_ field: Int, _ text: String?) { if let text { take(field, .text(text)) } }
        take(0, .text(stations[number].dataset.text))
        take(1, .text(stations[number].name))
        take(2, .text(Station.kind(by: attributes).rawValue))
        text(3, stations[number].address)
        text(4, stations[number].postcode)
        let districts = stations[number].districts
        if !districts.isEmpty {
            take(5, .text(districts.map { "\($0.type) \($0.code)" }.joined(separator: "; ")))
        }
        text(6, stations[number].hours)
        take(7, .text(stations[number].accessibility.wheelchair.rawValue))
        text(8, stations[number].accessibility.note)
        guard !attributes.isEmpty else { return }
        let aspects = Station.accessAspects(by: attributes)
        for (index, aspect) in AccessAspect.allCases.enumerated() {
            text(9 + index, aspects[aspect]?.rawValue)
        }
        take(9 + AccessAspect.allCases.count, .text(attributes.json))
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
