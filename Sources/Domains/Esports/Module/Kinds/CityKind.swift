internal import AgendaRecords
internal import Datasets
internal import Esports
internal import GRDB
internal import Geodesy
internal import Importing
internal import SpatiaLiteStore
internal import TextSearch

/// A city as a dataset has it.
struct CityRecord: Sendable, Hashable {
    let dataset: DatasetName
    let key: String
    let city: City
}

/// How a gazetteer is imported, said once.
enum CityKind {
    private static let id = KindField("id", headers: ["geonameid", "cityid"])
    private static let name = KindField(
        "name",
        headers: ["city", "asciiname", "placename"],
        isRequired: true
    )
    private static let others = KindField("other_names", headers: ["alternatenames", "aliases"])
    private static let country = KindField(
        "country",
        headers: ["cc", "countrycode", "iso2"],
        isRequired: true
    )
    private static let part = KindField("part", headers: ["admin1", "state", "region", "province"])
    private static let population = KindField("population", headers: ["pop", "inhabitants"])

    static let kind = Kind<CityRecord>(
        .cities,
        one: "a city",
        fields: [id, name, others, country, part, population],
        place: .required,
        formats: [GeoNamesFormat.cities]
    ) { row throws(RowRefusal) in
        let place = try row.requiredPlace()
        let title = try row.required(name)
        let code = try row.required(country)
        guard let iso = PlaceNames.countryCode(code) else {
            throw row.refusal(country, .countryUnknown, ["country": .text(code)])
        }
        let words = SearchWords.parts(of: title).joined(separator: "-")
        return CityRecord(
            dataset: row.dataset,
            key: try AgendaFields.text(id, row)
                ?? "\(iso)-\(words)-\(place.latitude)-\(place.longitude)",
            city: City(
                name: title,
                otherNames: (row.text(others) ?? "").split { $0 == "," || $0 == ";" }
                    .map(String.init),
                country: iso,
                part: try AgendaFields.text(part, row),
                place: place,
                population: try row.wholeNumber(population, in: 0...100_000_000)
            )
        )
    }
}

extension ModuleSentence {
    static let countryUnknown = ModuleSentence(
        "esports_country_unknown",
        .word,
        "\"{country}\" is no country; write a code of ISO 3166 such as DE, or a name"
    )
}

extension CityRecord: ImportableRecord {
    var importKey: String { key }
    var displayName: String { city.words }
    var details: [(field: String, value: String)] { [("city", city.words)] }
    static var guards: ImportGuards { .others }
}

/// How a city lies in the columns of its version's table.
enum CityCoding: FeatureCoding {
    static let kind = DatasetKind.cities
    static let columns = [
        "id TEXT NOT NULL", "name TEXT NOT NULL", "other_names TEXT", "country TEXT NOT NULL",
        "part TEXT", "population INTEGER",
    ]

    static func id(of record: CityRecord) -> String { record.key }
    static func place(of record: CityRecord) -> Coordinate? { record.city.place }

    static func values(of record: CityRecord) -> [(any DatabaseValueConvertible)?] {
        [
            record.key, record.city.name, Lines.joined(record.city.otherNames),
            record.city.country, record.city.part, record.city.population,
        ]
    }

    static func record(from stored: StoredRow, dataset: DatasetName) throws -> CityRecord {
        CityRecord(
            dataset: dataset,
            key: try stored.value(2),
            city: City(
                name: try stored.value(3),
                otherNames: Lines.split(try stored.optional(4)),
                country: try stored.value(5),
                part: try stored.optional(6),
                place: try stored.require(1) { try stored.coordinate(1) },
                population: try stored.optional(7)
            )
        )
    }
}
