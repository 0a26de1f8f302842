internal import Agenda
internal import Datasets
internal import GRDB
internal import GeoJSON
internal import Geodesy
internal import Importing
internal import Mobility
internal import SpatiaLiteStore
internal import Timekeeping

/// How factors are imported: tables, eGRID's intensities and regions, and the intensities of transit agencies.
enum FactorKind {
    static let id = KindField("id", headers: ["key"])
    static let mode = KindField("mode")
    static let fuel = KindField("fuel")
    static let region = KindField("region", headers: ["subregion", "subrgn"])
    static let personMiles = KindField("person_mpg")
    static let gallon = KindField("g_per_gallon")
    static let personMile = KindField("g_per_person_mile")
    static let energy = KindField("kwh_per_mile")
    static let grid = KindField("kg_per_mwh")
    static let validFrom = KindField("valid_from")
    static let source = KindField("source", isRequired: true)
    static let area = KindField("area")

    static let fields = [
        id, mode, fuel, region, personMiles, gallon, personMile, energy, grid, validFrom, source,
        area,
    ]

    static let kind = Kind<Factor>(
        .factors,
        one: "a factor",
        fields: fields,
        formats: [GridFormat.intensities, GridFormat.regions, TransitFormat.format]
    ) { row throws(RowRefusal) in
        let (field, figure) = try figure(row)
        let forms = TravelForm.allCases.map(\.rawValue)
        let form = try row.word(mode, among: forms).flatMap(TravelForm.init)
        let fuels = Fuel.allCases.map(\.rawValue)
        let fuel = try row.word(fuel, among: fuels).flatMap(Fuel.init)
        let region = row.text(region)
        let (needed, isThere): (String, Bool) =
            switch figure {
            case .gramsPerGallon: ("fuel", fuel != nil)
            case .kilogramsPerMegawattHour, .area: ("region", region != nil)
            default: ("mode", form != nil)
            }
        guard isThere else {
            throw row.refusal(
                field,
                TravelSentences.about,
                ["figure": .text(field.name), "needed": .text(needed)]
            )
        }
        let parts = [needed, form?.rawValue, fuel?.rawValue, region, row.text(validFrom)]
        var factor = Factor(
            dataset: row.dataset,
            key: row.text(id) ?? parts.compactMap(\.self).joined(separator: "."),
            figure: figure,
            source: try row.required(source)
        )
        (factor.form, factor.fuel, factor.region) = (form, fuel, region)
        if let text = row.text(validFrom) {
            guard let day = WrittenTime(parsing: text)?.day else {
                throw row.refusal(validFrom, TravelSentences.day)
            }
            factor.validFrom = day
        }
        if let text = row.text(area) {
            guard let made = AreaText.area(text) else {
                throw row.refusal(area, TravelSentences.area)
            }
            factor.area = made
        }
        // Once for each list of intensities, which says nothing of where its regions lie.
        if factor.key == GridFormat.key(of: Factor.nationalRegion) {
            row.remark(TravelSentences.regions, [:])
        }
        return factor
    }

    private static func figure(
        _ row: KindRow
    ) throws(RowRefusal) -> (KindField, Factor.Figure) {
        var found: [(KindField, Factor.Figure)] = []
        if let number = try row.number(personMiles, in: 0.1...100_000) {
            found.append((personMiles, .personMilesPerGallon(number)))
        }
        if let number = try row.number(gallon, in: 0...100_000) {
            found.append((gallon, .gramsPerGallon(number)))
        }
        if let number = try row.number(personMile, in: 0...1_000_000) {
            found.append((personMile, .gramsPerPersonMile(number)))
        }
        if let number = try row.number(energy, in: 0...1_000) {
            found.append((energy, .kilowattHoursPerMile(number)))
        }
        if let number = try row.number(grid, in: 0...10_000) {
            found.append((grid, .kilogramsPerMegawattHour(number)))
        }
        if found.count > 1 {
            throw row.refusal(
                found[1].0,
                TravelSentences.figures,
                ["count": .count(found.count)]
            )
        }
        if let one = found.first { return one }
        guard row.text(area) != nil else { throw row.refusal(nil, TravelSentences.noFigure) }
        return (area, .area)
    }
}

extension Factor: ImportableRecord {
    package var importKey: String { key }
    package var displayName: String { key }
    package var details: [(field: String, value: String)] {
        var details = [("source", source)]
        if let (name, value) = figure.named { details.append((name, "\(value)")) }
        if let form { details.append(("mode", form.rawValue)) }
        if let fuel { details.append(("fuel", fuel.rawValue)) }
        if let region { details.append(("region", region)) }
        if let validFrom { details.append(("valid_from", validFrom.text)) }
        if let area { details.append(("area", "\(area.polygons.count) polygons")) }
        return details
    }
}

extension Factor.Figure {
    /// Its column and its number; nil for an area.
    var named: (String, Double)? {
        switch self {
        case .personMilesPerGallon(let number): ("person_mpg", number)
        case .gramsPerGallon(let number): ("g_per_gallon", number)
        case .gramsPerPersonMile(let number): ("g_per_person_mile", number)
        case .kilowattHoursPerMile(let number): ("kwh_per_mile", number)
        case .kilogramsPerMegawattHour(let number): ("kg_per_mwh", number)
        case .area: nil
        }
    }

    init?(named name: String, _ number: Double?) {
        switch (name, number) {
        case ("person_mpg", let number?): self = .personMilesPerGallon(number)
        case ("g_per_gallon", let number?): self = .gramsPerGallon(number)
        case ("g_per_person_mile", let number?): self = .gramsPerPersonMile(number)
        case ("kwh_per_mile", let number?): self = .kilowattHoursPerMile(number)
        case ("kg_per_mwh", let number?): self = .kilogramsPerMegawattHour(number)
        case ("area", nil): self = .area
        default: return nil
        }
    }
}

/// How a factor lies in the columns of its version's table.
enum FactorCoding: FeatureCoding {
    static let kind = DatasetKind.factors
    static let columns = [
        "id TEXT NOT NULL", "figure TEXT NOT NULL", "number REAL", "mode TEXT", "fuel TEXT",
        "region TEXT", "valid_from TEXT", "source TEXT NOT NULL", "area TEXT",
    ]

    static func id(of factor: Factor) -> String { factor.key }
    static func place(of factor: Factor) -> Coordinate? { nil }
    static func byteCount(of factor: Factor) -> Int {
        200 + 40 * (factor.area?.polygons.reduce(0) { $0 + $1.exterior.count } ?? 0)
    }

    static func values(of factor: Factor) -> [(any DatabaseValueConvertible)?] {
        [
            factor.key, factor.figure.named?.0 ?? "area", factor.figure.named?.1,
            factor.form?.rawValue, factor.fuel?.rawValue, factor.region, factor.validFrom?.text,
            factor.source, factor.area.map(AreaText.text),
        ]
    }

    static func record(from stored: StoredRow, dataset: DatasetName) throws -> Factor {
        let (name, number): (String, Double?) = (try stored.value(3), try stored.optional(4))
        var factor = Factor(
            dataset: dataset,
            key: try stored.value(2),
            figure: try stored.require(3) { Factor.Figure(named: name, number) },
            source: try stored.value(9)
        )
        let (form, fuel): (String?, String?) = (try stored.optional(5), try stored.optional(6))
        factor.form = form.flatMap(TravelForm.init)
        factor.fuel = fuel.flatMap(Fuel.init)
        factor.region = try stored.optional(7)
        let day: String? = try stored.optional(8)
        factor.validFrom = day.flatMap { WrittenTime(parsing: $0)?.day }
        let area: String? = try stored.optional(10)
        factor.area = area.flatMap(AreaText.area)
        return factor
    }
}

/// Areas as texts: GeoJSON geometries.
enum AreaText {
    static func text(_ area: MultiPolygon) -> String {
        var json = JSONWriter(capacity: 4096)
        json.geometry(.area(area))
        return String(decoding: json.takeBytes(), as: UTF8.self)
    }

    /// What stands before a geometry in a cell: a column of bare geometries says where rows lie, and factors lie
    /// nowhere.
    static let prefix = "area "

    static func area(_ text: String) -> MultiPolygon? {
        let json =
            text.hasPrefix(prefix) ? Substring(text.dropFirst(prefix.count)) : Substring(text)
        guard let value = try? JSONValue(parsing: Array(json.utf8)),
            case .object(let members) = value,
            case .string(let type)? = members.first(where: { $0.name == "type" })?.value,
            case .array(let parts)? = members.first(where: { $0.name == "coordinates" })?.value
        else { return nil }
        switch type {
        case "Polygon": return polygon(parts).map { MultiPolygon([$0]) }
        case "MultiPolygon":
            var polygons: [Polygon] = []
            for part in parts {
                guard case .array(let rings) = part, let polygon = polygon(rings) else {
                    return nil
                }
                polygons.append(polygon)
            }
            return polygons.isEmpty ? nil : MultiPolygon(polygons)
        default: return nil
        }
    }

    private static func polygon(_ rings: [JSONValue]) -> Polygon? {
        var read: [[Coordinate]] = []
        for ring in rings {
            guard case .array(let positions) = ring else { return nil }
            var places: [Coordinate] = []
            for position in positions {
                guard case .array(let numbers) = position, numbers.count >= 2,
                    case .number(let longitude) = numbers[0],
                    case .number(let latitude) = numbers[1],
                    let place = try? Coordinate(latitude: latitude, longitude: longitude)
                else { return nil }
                places.append(place)
            }
            read.append(places)
        }
        guard let outer = read.first else { return nil }
        return try? Polygon(exterior: outer, holes: Array(read.dropFirst()))
    }
}
