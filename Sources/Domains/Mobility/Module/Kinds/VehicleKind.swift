internal import Datasets
internal import GRDB
internal import Geodesy
internal import Importing
internal import Mobility
internal import SpatiaLiteStore

/// How models of cars are imported: the EPA's list of fueleconomy.gov as it is, or any table with its columns.
enum VehicleKind {
    private static let number = KindField("epa_id", weakHeaders: ["id"], isRequired: true)
    private static let make = KindField("make", headers: ["manufacturer"], isRequired: true)
    private static let model = KindField("model", isRequired: true)
    private static let year = KindField("year", headers: ["modelyear"], isRequired: true)
    private static let fuel = KindField(
        "fuel",
        headers: ["fueltype1", "fueltype"],
        isRequired: true
    )
    private static let mpg = KindField("mpg", headers: ["comb08"], isRequired: true)
    private static let energy = KindField("kwh_per_100_miles", headers: ["combe"])
    private static let tailpipe = KindField("co2_tailpipe_g_per_mile", headers: ["co2tailpipegpm"])
    private static let size = KindField("class", headers: ["vclass"])

    static let kind = Kind<VehicleModel>(
        .vehicles,
        one: "a model of a car",
        fields: [number, make, model, year, fuel, mpg, energy, tailpipe, size]
    ) { row throws(RowRefusal) in
        guard let id = try row.wholeNumber(number, in: 0...Int(Int32.max)),
            let year = try row.wholeNumber(year, in: Vehicle.years),
            let miles = try row.number(mpg, in: Vehicle.milesPerGallonRange)
        else {
            let missing = [number, year, mpg].first { row.text($0) == nil } ?? number
            _ = try row.required(missing)
            throw row.refusal(missing, TravelSentences.noFigure)
        }
        let energy = try row.number(energy, in: 0...2_000).flatMap { $0 > 0 ? $0 / 100 : nil }
        // The list has -1 where it does not know.
        let told = try row.number(tailpipe, in: -1...10_000).flatMap { $0 >= 0 ? $0 : nil }
        var made = VehicleModel(
            dataset: row.dataset,
            number: id,
            make: try row.required(make),
            model: try row.required(model),
            year: year,
            fuelText: try row.required(fuel),
            milesPerGallon: miles,
            kilowattHoursPerMile: energy,
            tailpipeGramsPerMile: told
        )
        made.sizeClass = row.text(size)
        if !made.agrees, let told, let reckoned = made.reckonedGramsPerMile {
            row.remark(
                TravelSentences.tailpipe,
                [
                    "told": .text("\(Int(told.rounded()))"),
                    "mpg": .text("\(Int(miles.rounded()))"),
                    "reckoned": .text("\(Int(reckoned.rounded()))"),
                ]
            )
        }
        return made
    }
}

extension VehicleModel: ImportableRecord {
    package var importKey: String { String(number) }
    package var displayName: String { "\(make) \(model) \(year)" }
    package var details: [(field: String, value: String)] {
        var details = [
            ("make", make), ("model", model), ("year", String(year)), ("fuel", fuelText),
            ("mpg", "\(milesPerGallon)"),
        ]
        if let kilowattHoursPerMile { details.append(("kwh_per_mile", "\(kilowattHoursPerMile)")) }
        if let tailpipeGramsPerMile {
            details.append(("co2_tailpipe_g_per_mile", "\(tailpipeGramsPerMile)"))
        }
        if let sizeClass { details.append(("class", sizeClass)) }
        return details
    }
}

/// How a model lies in the columns of its version's table.
enum VehicleCoding: FeatureCoding {
    static let kind = DatasetKind.vehicles
    static let columns = [
        "id INTEGER NOT NULL", "make TEXT NOT NULL", "model TEXT NOT NULL", "year INTEGER NOT NULL",
        "fuel TEXT NOT NULL", "mpg REAL NOT NULL", "kwh_per_mile REAL",
        "co2_tailpipe_g_per_mile REAL", "class TEXT",
    ]

    static func id(of model: VehicleModel) -> String { String(model.number) }
    static func place(of model: VehicleModel) -> Coordinate? { nil }

    static func values(of model: VehicleModel) -> [(any DatabaseValueConvertible)?] {
        [
            model.number, model.make, model.model, model.year, model.fuelText,
            model.milesPerGallon, model.kilowattHoursPerMile, model.tailpipeGramsPerMile,
            model.sizeClass,
        ]
    }

    static func record(from stored: StoredRow, dataset: DatasetName) throws -> VehicleModel {
        var model = VehicleModel(
            dataset: dataset,
            number: try stored.value(2),
            make: try stored.value(3),
            model: try stored.value(4),
            year: try stored.value(5),
            fuelText: try stored.value(6),
            milesPerGallon: try stored.value(7),
            kilowattHoursPerMile: try stored.optional(8),
            tailpipeGramsPerMile: try stored.optional(9)
        )
        model.sizeClass = try stored.optional(10)
        return model
    }
}
