internal import GeoJSON
internal import Importing
internal import Mobility

/// eGRID's figures: what electricity of each region gives off, and where the regions lie.
enum GridFormat {
    /// What the figure of a region is called.
    static func key(of region: String) -> String { "grid.\(region)" }

    /// `{"national_kg_per_mwh": n, "regions_kg_per_mwh": {REGION: n}, "metadata": {"year": n}}`.
    static let intensities = KindFormat(
        "egrid",
        title: "list of eGRID's intensities",
        columns: ["id", "region", "kg_per_mwh", "valid_from", "source"]
    ) { clue in
        guard case .text(let text) = clue else { return false }
        return text.first == "{" && text.contains("\"regions_kg_per_mwh\"")
    } read: { files throws(FormatFault) in
        let document = try FormatDocument(files)
        guard case .object(let regions)? = document["regions_kg_per_mwh"] else {
            throw FormatFault("it has no object \"regions_kg_per_mwh\"")
        }
        var figures = regions.map { ($0.name, $0.value) }
        if let national = document["national_kg_per_mwh"] {
            figures.append((Factor.nationalRegion, national))
        }
        return figures.enumerated().map { number, figure in
            var row = document.row(number + 1, "EPA eGRID")
            row["id"] = key(of: figure.0)
            row["region"] = figure.0
            row["kg_per_mwh"] = figure.1.plainText
            return FormatRow(line: number + 1, row)
        }
    }

    /// A FeatureCollection whose features have `SUBRGN`, the name of a region.
    static let regions = KindFormat(
        "egrid_regions",
        title: "map of eGRID's regions",
        columns: ["id", "region", "area", "source"]
    ) { clue in
        guard case .text(let text) = clue else { return false }
        // The names of the properties stand behind the first outline.
        return text.first == "{" && text.contains("\"FeatureCollection\"")
    } read: { files throws(FormatFault) in
        let document = try FormatDocument(files)
        guard case .array(let features)? = document["features"] else {
            throw FormatFault("it has no list \"features\"")
        }
        var rows: [FormatRow] = []
        for (number, feature) in features.enumerated() {
            let name = feature.named("properties").flatMap { properties in
                ["SUBRGN", "Subregion", "subregion", "region"].lazy
                    .compactMap { properties.named($0)?.plainText }.first
            }
            guard let name else {
                throw FormatFault(
                    "feature \(number + 1) has no property SUBRGN, Subregion or region, which names it"
                )
            }
            var row = document.row(number + 1, "EPA eGRID")
            row["id"] = "area.\(name)"
            row["region"] = name
            row["area"] = feature.named("geometry").map {
                AreaText.prefix + String(decoding: $0.bytes, as: UTF8.self)
            }
            row["valid_from"] = nil
            rows.append(FormatRow(line: number + 1, row))
        }
        return rows
    }
}

/// Intensities of the agencies of the National Transit Database.
enum TransitFormat {
    /// What a kilowatt-hour of each fuel gives off, in grams: of gasoline and diesel what a gallon does by the
    /// EPA, over what energy it has by the EIA (120,214 and 137,381 British thermal units); the others by the
    /// EPA's emission factors for greenhouse gas inventories (2023), 53.06 and 61.71 kg in a million of these;
    /// electricity as the mean of the country.
    private static let gramsPerKilowattHour: [(name: String, grams: Double)] = [
        ("Gasoline", 8_887 / (120_214 * kilowattHoursPerThermalUnit)),
        ("Diesel", 10_180 / (137_381 * kilowattHoursPerThermalUnit)),
        ("CNG", 53.06 / 1000 / kilowattHoursPerThermalUnit),
        ("LPG", 61.71 / 1000 / kilowattHoursPerThermalUnit),
        ("Electric", 388.73727934503),
    ]
    private static let kilowattHoursPerThermalUnit = 0.000293071

    /// The forms that modes of the database stand for.
    private static let forms: [String: TravelForm] = [
        "MB": .bus, "CB": .bus, "RB": .bus, "TB": .bus, "HR": .subway, "LR": .train, "SR": .train,
        "CR": .train, "YR": .train, "MG": .train, "AR": .train,
    ]

    static let format = KindFormat(
        "ntd",
        title: "list of transit intensities",
        columns: ["id", "mode", "region", "g_per_person_mile", "valid_from", "source"]
    ) { clue in
        guard case .text(let text) = clue else { return false }
        return text.first == "{" && text.contains("\"NTD ID\"")
    } read: { files throws(FormatFault) in
        let document = try FormatDocument(files)
        guard case .array(let records)? = document["records"] else {
            throw FormatFault("it has no list \"records\"")
        }
        var rows: [FormatRow] = []
        var means: [TravelForm: (grams: Double, trips: Double)] = [:]
        for (number, record) in records.enumerated() {
            guard let mode = record.named("Mode")?.plainText, let form = forms[mode],
                let agency = record.named("NTD ID")?.plainText, let grams = grams(of: record)
            else { continue }
            if case .number(let trips)? = record.named("Unlinked Passenger Trips") {
                let known = means[form] ?? (0, 0)
                means[form] = (known.grams + grams * trips, known.trips + trips)
            }
            var row = document.row(number + 1, "FTA National Transit Database")
            row["id"] = "ntd.\(agency).\(mode)"
            row["mode"] = form.rawValue
            row["region"] = "NTD \(agency)"
            row["g_per_person_mile"] = "\(grams)"
            rows.append(FormatRow(line: number + 1, row))
        }
        for (form, mean) in means.sorted(by: { $0.key.rawValue < $1.key.rawValue })
        where mean.trips > 0 {
            var row = document.row(
                records.count + 1,
                "FTA National Transit Database, mean of all agencies by their trips"
            )
            row["id"] = "ntd.mean.\(form.rawValue)"
            row["mode"] = form.rawValue
            row["region"] = Factor.nationalRegion
            row["g_per_person_mile"] = "\(mean.grams / mean.trips)"
            rows.append(FormatRow(line: records.count + 1, row))
        }
        return rows
    }

    /// What a passenger gives off in a mile; nil where a fuel has no figure here.
    private static func grams(of record: JSONValue) -> Double? {
        var (sum, share) = (0.0, 0.0)
        for (name, grams) in gramsPerKilowattHour {
            guard case .number(let percent)? = record.named("\(name) (%)"), percent > 0,
                case .number(let energy)? = record.named("\(name) (Wh/pkm)")
            else { continue }
            share += percent
            sum += percent / 100 * energy / 1000 * grams
        }
        guard share > 99.9 else { return nil }
        return sum * Factor.metersPerMile / 1000
    }
}

/// A JSON document of a format.
private struct FormatDocument {
    private let value: JSONValue
    private let year: String?

    init(_ files: FormatFiles) throws(FormatFault) {
        guard let file = files.files.first else { throw FormatFault("it is empty") }
        do throws(JSONSyntaxError) {
            value = try JSONValue(parsing: file.bytes)
        } catch {
            throw FormatFault("byte \(error.column): \(error.problem)", line: error.line)
        }
        year = value.named("metadata")?.named("year")?.plainText
    }

    subscript(name: String) -> JSONValue? { value.named(name) }

    /// A row with what all of the document have.
    func row(_ number: Int, _ source: String) -> [String: String] {
        var row = ["source": year.map { "\(source) \($0)" } ?? source]
        row["valid_from"] = year.map { "\($0)-01-01" }
        return row
    }
}

extension JSONValue {
    /// A member of an object.
    fileprivate func named(_ name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.last { $0.name == name }?.value
    }

    /// The value as JSON.
    fileprivate var bytes: [UInt8] {
        var json = JSONWriter(capacity: 1024)
        json.value(self)
        return json.takeBytes()
    }
}
