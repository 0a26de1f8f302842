internal import AgendaRecords
internal import Datasets
internal import Esports
internal import GRDB
internal import Geodesy
internal import Importing
internal import SpatiaLiteStore

/// A decision about a place as a dataset has it.
struct PlaceRecord: Sendable, Hashable {
    let dataset: DatasetName
    let decision: PlaceDecision
}

/// How decisions about places are imported, said once: they hold for every later import of tournaments.
enum PlaceKind {
    private static let text = KindField(
        "text",
        headers: ["place", "location", "written"],
        isRequired: true
    )
    private static let city = KindField("city", headers: ["name", "town"])
    private static let country = KindField("country", headers: ["cc", "countrycode"])
    private static let region = KindField("region", headers: ["area"])

    static let kind = Kind<PlaceRecord>(
        .placenames,
        one: "a decision about a place",
        fields: [text, city, country, region],
        place: .optional
    ) { row throws(RowRefusal) in
        _ = try row.required(text)
        let written = try AgendaFields.text(text, row) ?? ""
        let area = try AgendaFields.text(region, row)
        let name = try AgendaFields.text(city, row)
        if let area, name == nil, row.place == nil {
            return PlaceRecord(
                dataset: row.dataset,
                decision: PlaceDecision(text: written, city: nil, region: area)
            )
        }
        guard area == nil, let name, let place = row.place,
            let code = row.text(country).flatMap(PlaceNames.countryCode)
        else { throw row.refusal(nil, .decisionIncomplete) }
        let city = City(name: name, country: code, place: place)
        return PlaceRecord(
            dataset: row.dataset,
            decision: PlaceDecision(text: written, city: city, region: nil)
        )
    }
}

extension ModuleSentence {
    static let decisionIncomplete = ModuleSentence(
        "esports_decision_incomplete",
        .blank,
        "a decision names a city with its country, latitude and longitude, or a region and nothing else"
    )
}

extension PlaceRecord: ImportableRecord {
    var importKey: String { decision.text }
    var displayName: String { decision.text }
    var details: [(field: String, value: String)] {
        [("means", decision.city?.words ?? decision.region ?? "")]
    }
    static var guards: ImportGuards { .others }
}

/// How a decision lies in the columns of its version's table.
enum PlaceCoding: FeatureCoding {
    static let kind = DatasetKind.placenames
    static let columns = ["id TEXT NOT NULL", "city TEXT", "country TEXT", "region TEXT"]

    static func id(of record: PlaceRecord) -> String { record.decision.text }
    static func place(of record: PlaceRecord) -> Coordinate? { record.decision.city?.place }

    static func values(of record: PlaceRecord) -> [(any DatabaseValueConvertible)?] {
        let decision = record.decision
        return [decision.text, decision.city?.name, decision.city?.country, decision.region]
    }

    static func record(from stored: StoredRow, dataset: DatasetName) throws -> PlaceRecord {
        let (name, country): (String?, String?) = (
            try stored.optional(3), try stored.optional(4)
        )
        let place = try stored.coordinate(1)
        var city: City?
        if let name, let country, let place {
            city = City(name: name, country: country, place: place)
        }
        return PlaceRecord(
            dataset: dataset,
            decision: PlaceDecision(
                text: try stored.value(2),
                city: city,
                region: try stored.optional(5)
            )
        )
    }
}
