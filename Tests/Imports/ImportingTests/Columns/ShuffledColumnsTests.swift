import Datasets
import Foundation
import Geodesy
import Polling
import RowFilesTesting
import TestSupport
import Testing
import Timekeeping

@testable import Importing

/// The same columns in another order, under other names, split or joined, are the same stations.
@Suite struct ShuffledColumnsTests {
    /// What has to be the same of a station, whatever its file looks like.
    private struct Likeness: Hashable, CustomStringConvertible {
        let id: String?
        let name: String
        let address: [String]
        let place: [Int]?

        /// - Parameter hasID: Whether the file names the station.
        init(_ station: Station, hasID: Bool) {
            id = hasID ? station.id.rawValue : nil
            name = station.name
            // A postcode may stand in the address or beside it.
            let code = Self.words(station.postcode ?? "")
            address = Self.words(station.address ?? "").filter { !code.contains($0) }
            place = station.coordinate.map {
                [Int(($0.latitude * 1e6).rounded()), Int(($0.longitude * 1e6).rounded())]
            }
        }

        static func words(_ text: String) -> [String] {
            text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
        }

        var description: String { "\(id ?? "-") \(name): \(address.joined(separator: " "))" }
    }

    private func stations(
        _ table: TextTable,
        set: [String] = []
    ) async throws -> (stations: [Likeness: Int], report: ImportReport) {
        let imports = Imports()
        let report = try await imports.stations(table.text, set: set)
        let hasID = report.columns.contains { $0.field.contains("id") }
        let all = imports.stations.published.map { Likeness($0, hasID: hasID) }
        return (Dictionary(all.map { ($0, 1) }, uniquingKeysWith: +), report)
    }

    private static func table(_ name: String) throws -> TextTable? {
        let path: String
        if name.hasPrefix("county/") {
            path = Checkout.county(String(name.dropFirst(7)))
        } else {
            guard let real = Checkout.realFile(name) else { return nil }
            path = real
        }
        return TextTable(try String(contentsOfFile: path, encoding: .utf8), rowLimit: 400)
    }

    @Test(
        "a real layout whose columns are shuffled, renamed, split and joined gives the same stations",
        arguments: [
            ("county/stations.csv", ""), ("dc/polling_places.csv", ""),
            ("dc/early_voting_sites_2014.csv", ""), ("dc/alternate_polling_places.csv", ""),
            ("stations/au/aec_prdelms_gaz_20180713.csv", ""),
            ("stations/au/wa_2021_snapshot_20210301.csv", ""),
            ("stations/de_koeln/wahllokale.csv", ""),
            ("stations/de_koeln/2017-05-10-wahllokale.csv", "place=none"),
            ("stations/uk_ems/tei_xpress_democracy_club_20191212.csv", ""),
            ("stations/uk_ems/ems-dcounts-stations.csv", "place=none"),
            ("stations/uk_ems/ems-idox-eros.csv", "place=none"),
            ("stations/uk_ems/unit/eoni_importer__eoni_export.csv", ""),
            ("stations/us_publici/Texas_2020-11-03.csv", "place=none"),
            ("stations/us_publici/Alaska_2018-11-06.csv", "place=none"),
            ("stations/us_publici/raw_AR_2020-10-08.csv", "place=none"),
        ]
    )
    func realLayouts(name: String, set: String) async throws {
        guard let original = try Self.table(name) else { return }
        let set = set.isEmpty ? [] : [set]
        let first = try await stations(original, set: set)
        #expect(!first.stations.isEmpty)
        let uses = first.report.columns.map { use in
            (
                column: use.column,
                field: use.field.split(separator: ",").first.map(String.init) ?? ""
            )
        }
        var refusals = 0
        for seed in 0..<4 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            var table = original
            if seed % 2 == 1 { table.rename(uses, Field.stationFields, &random) }
            let fields = uses.map(\.field)
            if seed % 4 >= 2, fields.count(where: { $0 == "address" }) == 1,
                !fields.contains("street"), let address = fields.firstIndex(of: "address")
            {
                table.splitAddress(address)
            } else if let latitude = fields.firstIndex(of: "latitude"),
                let longitude = fields.firstIndex(of: "longitude"), seed % 4 == 1
            {
                table.joinPlaces(latitude: latitude, longitude: longitude)
            }
            table.shuffleColumns(&random)
            do {
                let again = try await stations(table, set: set)
                let differing = Set(first.stations.keys)
                    .symmetricDifference(again.stations.keys).map(\.description).sorted()
                #expect(differing.isEmpty, "seed \(seed): \(table.columns)")
            } catch let error as ImportError {
                refusals += 1
                print("refused: \(name), seed \(seed), \(table.columns): \(error)")
            }
        }
        #expect(refusals <= 1)
    }

    // MARK: Layouts of our own

    /// A made-up place in pieces.
    struct Place {
        let index: Int
        let isGerman: Bool

        var number: String { "\(3 + index * 7 % 90)" + (index % 6 == 0 ? "a" : "") }
        var direction: String { !isGerman && index % 3 == 0 ? "N" : "" }
        var type: String { isGerman ? "" : ["St", "Ave", "Rd", "Ln"][index % 4] }
        var unit: String { index % 5 == 0 ? "\(index % 7 + 1)" : "" }
        var town: String { ["Alba", "Brook", "Cedar"][index % 3] }
        var postcode: String { isGerman ? "5066\(index % 9)" : "6970\(index % 9)" }
        var name: String {
            isGerman
                ? ["Lindenstr.", "Am Markt", "Hauptstraße", "Rosenweg"][index % 4]
                : ["Foxtail", "Elm", "Prairie", "Old Mill"][index % 4]
        }
        var street: String { Self.joined([direction, name, type]) }
        var line: String { Self.joined(isGerman ? [name, number] : [number, street]) }
        var latitude: String { "\((isGerman ? 50.9 : 42.1) + Double(index) / 1000)" }
        var longitude: String { "\((isGerman ? 7.1 : -101.1) + Double(index) / 1000)" }

        static func joined(_ words: [String]) -> String {
            words.filter { !$0.isEmpty }.joined(separator: " ")
        }
    }

    /// A column by its header, and what stands in it.
    typealias Column = (String, (Place) -> String)

    /// Columns of the address, of one of many shapes.
    static func addressColumns(
        _ random: inout SeededGenerator,
        isGerman: Bool,
        hasUnits: Bool
    ) -> [Column] {
        func one(_ names: [String]) -> String { names.randomElement(using: &random) ?? names[0] }
        let town: Column = (one(["City", "Town", "Locality", "Ort"]), { $0.town })
        let number: Column = (
            isGerman
                ? one(["Hausnummer", "House Number", "address_nr", "Hausnr."])
                : one(["House Number", "HOUSE_NO", "Street Number", "St Num"]), { $0.number }
        )
        let streetName = one(
            isGerman ? ["Street", "Strasse"] : ["Street", "Street Name", "STREET_NM"]
        )
        let unit: [Column] = hasUnits ? [(one(["Unit", "Apt", "Suite"]), { $0.unit })] : []
        let whole: Column = (one(["Address", "Venue Address", "Adresse"]), { $0.line })
        let fullStreet: Column = (streetName, { $0.street })
        let bareStreet: Column = (streetName, { $0.name })
        let direction: Column = (one(["PREDIR", "St Pre Dir"]), { $0.direction })
        let type: Column = (one(["Street Type", "ST_TYPE", "Suffix"]), { $0.type })
        let first: Column = ("Address1", { $0.line })
        let second: Column = ("Address 2", { $0.town })
        let full: Column = ("Full Address", { "\($0.line), \($0.town)" })
        switch Int.random(in: 0..<5, using: &random) {
        case 0: return [whole, town] + unit
        case 1: return [full]
        case 2: return [first, second]
        case 3: return [number, fullStreet, town] + unit
        default:
            return isGerman
                ? [number, bareStreet, town] + unit
                : [number, direction, bareStreet, type, town] + unit
        }
    }

    @Test(
        "any layout of made-up places gives the same stations",
        arguments: 0..<24 as Range<UInt64>
    )
    func ownLayouts(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let isGerman = seed % 3 == 2
        let places = (0..<30).map { Place(index: $0, isGerman: isGerman) }
        let hasID = Bool.random(using: &random)
        var columns: [Column] = [
            (
                ["Name", "Polling Place", "Venue Name"].randomElement(using: &random) ?? "Name",
                {
                    "Hall \($0.index)"
                }
            ),
            (["ZIP", "Postcode", "PLZ"].randomElement(using: &random) ?? "ZIP", { $0.postcode }),
            ("Notes", { _ in "ring twice" }), ("OBJECTID", { "\($0.index + 1)" }),
        ]
        if hasID {
            let header = ["PPId", "station_id", "Site ID"].randomElement(using: &random) ?? "PPId"
            columns.append((header, { "P\($0.index)" }))
        }
        if Bool.random(using: &random) {
            columns.append(("Lat / Lon", { "\($0.latitude), \($0.longitude)" }))
        } else {
            columns.append(("Latitude", { $0.latitude }))
            columns.append(("Longitude", { $0.longitude }))
        }
        let address = Self.addressColumns(&random, isGerman: isGerman, hasUnits: seed % 2 == 0)
        columns += address
        var table = TextTable(
            columns: columns.map(\.0),
            rows: places.shuffled(using: &random).map { place in columns.map { $0.1(place) } }
        )
        table.shuffleColumns(&random)
        let imports = Imports()
        let report = try await imports.stations(table.text)
        #expect(report.rows.rejected == 0)
        #expect(imports.stations.published.count == places.count)
        for station in imports.stations.published {
            let index = try #require(Int(station.name.dropFirst(5)))
            let place = places[index]
            let units = ["Unit", "Apt", "Suite"]
            let hasUnit =
                !place.unit.isEmpty && address.contains { units.contains($0.0) }
            let whole = [place.line, hasUnit ? "Unit \(place.unit)" : "", place.town]
                .filter { !$0.isEmpty }.joined(separator: ", ")
            #expect(station.address == whole, "\(table.columns)")
            #expect(station.postcode == place.postcode)
            #expect(station.coordinate?.latitude == Double(place.latitude))
            if hasID { #expect(station.id.rawValue == "dc.p\(index)") }
        }
    }

    // MARK: Lists of addresses

    private func entries(_ table: TextTable) async throws -> [String: Int] {
        let store = FakeStore<AddressEntry>(kind: .addresses)
        let report = try await withFile(Array(table.text.utf8), name: "addresses.csv") { path in
            try await AddressImporter(
                store: store,
                clock: ManualWallClock(Timestamp(millisecondsSince1970: 1_800_000_000_000))
            ).run(.file(path), options: ImportOptions(dataset: try DatasetName("list")))
        }
        let texts =
            ["rejected \(report.rows.rejected)"]
            + store.published.map { entry in
                let houses = entry.houses.map { "\($0.side) \($0.numbers)" }.sorted()
                let districts = entry.districts.map { "\($0.type) \($0.code)" }.sorted()
                let place = entry.coordinate.map { "\($0.latitude) \($0.longitude)" }
                return "\(entry.street) \(houses) \(entry.town ?? "") \(entry.postcode ?? "") "
                    + "\(districts) \(entry.stationKey ?? "") \(place ?? "")"
            }
        return Dictionary(texts.map { ($0, 1) }, uniquingKeysWith: +)
    }

    @Test(
        "a real list of addresses whose columns are shuffled and renamed gives the same addresses",
        arguments: [
            "county/addresses.csv", "stations/de_koeln/adressen.csv",
            "stations/uk_ems/tei_xpress_democracy_club_20191212.csv",
            "stations/uk_ems/ems-dcounts-districts.csv", "stations/uk_ems/ems-idox-eros.csv",
            "stations/uk_ems/unit/eoni_importer__eoni_export.csv",
        ]
    )
    func realLists(name: String) async throws {
        guard let original = try Self.table(name) else { return }
        let first = try await entries(original)
        #expect(first.count > 1)
        for seed in 0..<4 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            var table = original
            table.shuffleColumns(&random)
            let again = try await entries(table)
            #expect(again == first, "seed \(seed): \(table.columns)")
        }
    }

    @Test(
        "any layout of a list of addresses gives the same addresses",
        arguments: 0..<12 as Range<UInt64>
    )
    func ownLists(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let isGerman = seed % 3 == 2
        let places = (0..<30).map { Place(index: $0, isGerman: isGerman) }
        let number: Column = (
            ["House Number", "HOUSE_NO", "Street Number", "Nr"].randomElement(using: &random) ?? "",
            { $0.number }
        )
        var columns: [Column] = [
            ("Town", { $0.town }), ("Postcode", { $0.postcode }),
            ("Precinct", { "\($0.index % 4)" }),
            ("Notes", { _ in "x" }),
        ]
        switch seed % 5 {
        case 0 where !isGerman: columns.append(("Address", { $0.line }))
        case 1:
            columns.append(number)
            columns.append(("Street", { $0.street }))
        case 2:
            columns.append(("House No", { String($0.number.filter(\.isNumber)) }))
            columns.append(("House Number Suffix", { $0.number.filter(\.isLetter) }))
            columns.append(("Street", { $0.street }))
        default:
            columns.append(number)
            columns.append(("PREDIR", { $0.direction }))
            columns.append(("Street Name", { $0.name }))
            columns.append(("Street Type", { $0.type }))
        }
        var table = TextTable(
            columns: columns.map(\.0),
            rows: places.map { place in columns.map { $0.1(place) } }
        )
        table.shuffleColumns(&random)
        let expected = places.map { place in
            let side = (Int(place.number.filter(\.isNumber)) ?? 0) % 2 == 1 ? "odd" : "even"
            return "\(place.street) [\"\(side) \(place.number)...\(place.number)\"] \(place.town) "
                + "\(place.postcode) [\"precinct \(place.index % 4)\"]  "
        }
        let found = try await entries(table)
        #expect(Set(found.keys) == Set(expected + ["rejected 0"]), "\(table.columns)")
    }
}
