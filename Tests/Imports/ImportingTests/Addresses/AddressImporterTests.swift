import Datasets
import Geodesy
import Polling
import RowFilesTesting
import TestSupport
import Testing
import Timekeeping

@testable import Importing

@Suite struct AddressImporterTests {
    private let addresses = FakeStore<AddressEntry>(kind: .addresses)

    private func run(path: String) async throws -> ImportReport {
        try await AddressImporter(
            store: addresses,
            clock: ManualWallClock(Timestamp(millisecondsSince1970: 1_800_000_000_000))
        ).run(.file(path), options: ImportOptions(dataset: try DatasetName("list")))
    }

    private func run(_ text: String) async throws -> ImportReport {
        try await withFile(Array(text.utf8), name: "addresses.csv") { try await run(path: $0) }
    }

    @Test("the county's addresses come with house, street, town, postcode, precinct and place")
    func county() async throws {
        let report = try await run(path: Checkout.county("addresses.csv"))
        #expect(report.rows.rejected == 0)
        #expect(addresses.published.count == report.rows.read)
        let first = try #require(addresses.published.first)
        #expect(first.id.rawValue == "list.a00001")
        #expect(first.line == "917 Bobolink Cir, Bluestem, 69701")
        #expect(first.districts == [DistrictReference(type: "precinct", code: "107")])
        #expect(first.coordinate?.latitude == 42.1230909)
    }

    @Test("the streets of Cologne: ranges of odd and even numbers, suffixes, whole streets")
    func cologne() async throws {
        guard let path = Checkout.realFile("stations/de_koeln/adressen.csv") else { return }
        let report = try await run(path: path)
        #expect(report.rows.read == 7_380)
        let entries = addresses.published
        let glacis = try #require(entries.first { $0.street == "Aachener Glacis" })
        #expect(glacis.houses.map { "\($0.side) \($0.numbers)" } == ["odd 1...1a"])
        #expect(glacis.postcode == "50674")
        #expect(
            glacis.districts.contains(DistrictReference(type: "polling_district", code: "10405"))
        )
        #expect(entries.first { $0.street == "Aarestr." }?.houses == [])
        let book = AddressBook(entries)
        func district(_ text: String) -> String? {
            let match = book.find(text)
            guard let match, !match.isHouseMissing else { return nil }
            let codes = Set(
                match.entries.flatMap(\.districts).filter { $0.type == "polling_district" }.map(
                    \.code
                )
            )
            return codes.count == 1 ? codes.first : nil
        }
        #expect(district("Aachener Straße 12, 50674 Köln") == "10235")
        #expect(district("Aachener Str. 75") == "30326")
        #expect(district("Aachener Str. 690 a, 50933 Köln") == "30404")
        #expect(district("Aachener Glacis 1a") == "10405")
        #expect(district("Aachener Glacis 2") == nil)
    }

    @Test("a register of electors: the address is the elector's, the postcode too")
    func register() async throws {
        guard
            let path = Checkout.realFile("stations/uk_ems/tei_xpress_democracy_club_20191212.csv")
        else { return }
        let report = try await run(path: path)
        #expect(report.rows.rejected == 0)
        let first = try #require(addresses.published.first)
        #expect(first.street == "Cross View Terrace")
        #expect(first.houses.map { "\($0.numbers)" } == ["1...1"])
        #expect(first.postcode == "EX2 9RZ")
        #expect(first.stationKey == "7136")
        #expect(first.districts == [DistrictReference(type: "polling_district", code: "CAS")])
    }

    @Test("rows with one key are told apart by a number, and no row is taken for another's")
    func repeated() async throws {
        let rows = ["a-1", "a-2", "a", "a", "b", "a", "a", "a-2", "b"]
        let report = try await run(
            "id,street,precinct\n" + rows.map { "\($0),Elm St,7\n" }.joined()
        )
        #expect(report.rows.accepted == 9)
        let ids = addresses.published.map(\.id.rawValue)
        // "a-2" has that key of its own.
        #expect(
            ids
                == ["a-1", "a-2", "a", "a-2x", "b", "a-3", "a-4", "a-2-2", "b-2"].map {
                    "list." + $0
                }
        )
        #expect(Set(ids).count == 9)
        // The same file again is the same.
        let again = try await run(
            "id,street,precinct\n" + rows.map { "\($0),Elm St,7\n" }.joined()
        )
        #expect(again.outcome == .nothingToChange)
    }

    @Test("keys are made unique alike in memory and on disk", arguments: [200, 1 << 20])
    func uniqueKeys(memoryBytes: Int) throws {
        var random = SeededGenerator(seed: 31)
        // Some say what another with their key says.
        let rows = (0..<3_000).map { _ in
            (
                key: "k\(Int.random(in: 0..<900, using: &random))",
                content: UInt64.random(in: 0..<4, using: &random)
            )
        }
        var keys = UniqueKeys(memoryBytes: memoryBytes)
        let known = rows.indices.filter { $0 % 10 != 3 }
        for index in known {
            try keys.add(rows[index].key, content: rows[index].content, row: index + 1)
        }
        try keys.finish()
        for _ in 0..<2 {
            keys.restart()
            for index in known {
                let row = rows[index]
                let before = known.count { other in
                    rows[other].key == row.key
                        && (rows[other].content, other) < (row.content, index)
                }
                let unique = try keys.unique(row.key, row: index + 1)
                #expect(unique == (before == 0 ? row.key : "\(row.key)-\(before + 1)"))
            }
        }
    }

    /// Published precincts, and stations that serve districts of other types.
    private struct FakePublished: DistrictStore, StationStore {
        let codes: [String]
        let served: [DistrictReference]
        var area = MultiPolygon([])
        var place: Coordinate?

        func forEachDistrict(_ visit: @Sendable ([District]) throws -> Void) async throws {
            let dataset = try DatasetName("precincts")
            try visit(
                codes.map { code in
                    District(
                        id: District.ID(dataset, code),
                        dataset: dataset,
                        reference: DistrictReference(type: "precinct", code: code),
                        name: code,
                        area: area
                    )
                }
            )
        }

        func forEachStation(_ visit: @Sendable ([Station]) throws -> Void) async throws {
            try visit([
                Station(
                    id: Station.ID(rawValue: "stations.1"),
                    dataset: try DatasetName("stations"),
                    name: "Hall",
                    coordinate: place,
                    districts: served
                )
            ])
        }
    }

    @Test(
        "the report says how many addresses name a district that is not there",
        arguments: [ImportOptions.Mode.check, .publish]
    )
    func districtsThatAreNot(mode: ImportOptions.Mode) async throws {
        let text = """
            street,house_number,precinct,ward
            Main St,5,Precinct 001,8
            Main St,6,1,8
            Main St,7,9,8
            Elm St,1,9,7
            Elm St,2,2,

            """
        let report = try await withFile(Array(text.utf8), name: "addresses.csv") { path in
            try await AddressImporter(
                store: addresses,
                districts: FakePublished(
                    codes: ["1", "2", "3"],
                    served: [DistrictReference(type: "ward", code: "Ward 8")]
                ),
                clock: ManualWallClock(Timestamp(millisecondsSince1970: 1_800_000_000_000))
            ).run(
                .file(path),
                options: ImportOptions(dataset: try DatasetName("list"), mode: mode)
            )
        }
        #expect(report.districts.map(\.type) == ["precinct", "ward"])
        let precincts = try #require(report.districts.first)
        #expect(precincts.among == .districts)
        // Two ways to write the first are two names, of one precinct.
        #expect((precincts.found, precincts.named) == (3, 4))
        #expect(precincts.addresses == 5)
        #expect(precincts.addressesWithout == 2)
        #expect(precincts.unknown == ["9"])
        #expect(precincts.withoutStation == ["3"])
        let wards = try #require(report.districts.last)
        #expect(wards.among == .stations)
        #expect(wards.addresses == 4)
        #expect(wards.addressesWithout == 1)
        let page = report.text()
        #expect(page.contains("Districts that addresses name"))
        #expect(page.contains("2 of 5 addresses name a district that is not published"))
        #expect(page.contains("1 of 4 addresses names a district that is not served by stations"))
    }

    @Test(
        "districts of another place are not those that addresses name, whatever their codes",
        arguments: [(38.9, -77.03, 1, 1), (38.03, -78.48, 0, 0)]
    )
    func districtsElsewhere(
        latitude: Double,
        longitude: Double,
        precincts: Int,
        wards: Int
    ) async throws {
        let ring = try [(38.5, -77.2), (38.5, -76.8), (39, -76.8), (39, -77.2), (38.5, -77.2)].map {
            try Coordinate(latitude: $0.0, longitude: $0.1)
        }
        let text = """
            street,house_number,precinct,ward,lat,lon
            Main St,5,101,8,\(latitude),\(longitude)
            Main St,6,101,8,\(latitude + 0.001),\(longitude)

            """
        let report = try await withFile(Array(text.utf8), name: "addresses.csv") { path in
            try await AddressImporter(
                store: addresses,
                districts: FakePublished(
                    codes: ["101"],
                    served: [DistrictReference(type: "ward", code: "8")],
                    area: MultiPolygon([try Polygon(exterior: ring)]),
                    place: try Coordinate(latitude: 38.9, longitude: -77.03)
                ),
                clock: ManualWallClock(Timestamp(millisecondsSince1970: 1_800_000_000_000))
            ).run(.file(path), options: ImportOptions(dataset: try DatasetName("list")))
        }
        #expect(report.districts.map(\.type) == ["precinct", "ward"])
        #expect(report.districts.map(\.found) == [precincts, wards])
    }

    @Test("rows that cannot be used are refused with their column and reason")
    func refusals() async throws {
        let report = try await run(
            """
            street,house_number,precinct
            Main St,5,1
            ,6,1
            Main St,x,1
            Main St,7,
            Main St,5,2

            """
        )
        #expect(report.rejectedRows.map(\.line) == [3, 4, 5])
        #expect(report.rejectedRows.map(\.column) == ["street", "house_number", nil])
        // The same address twice is kept twice: which is right, the list does not say.
        #expect(
            addresses.published.map(\.id.rawValue) == ["list.main-st-5-5", "list.main-st-5-5-2"]
        )
    }

    @Test("a house that a spreadsheet has made a date of is refused, and the reason says so")
    func dates() async throws {
        let houses = try await run(
            """
            street,house_number,precinct
            Main St,2-1,1
            Main St,02. Jan,1
            Main St,1-Feb,1
            Main St,2024-01-02 00:00:00,1
            Main St,2 May Cottage,1

            """
        )
        let ranges = try await run(
            """
            street,number_odd_from,number_odd_to,precinct
            Main St,1,9,1
            Main St,11,01. Mrz,1

            """
        )
        let lines = try await run(
            """
            address,precinct
            02. Jan Main St,1
            2 May St,1

            """
        )
        #expect(houses.rejectedRows.map(\.line) == [3, 4, 5])
        #expect(ranges.rejectedRows.map(\.line) == [3])
        #expect(ranges.rejectedRows.map(\.column) == ["number_odd_to"])
        #expect(lines.rejectedRows.map(\.line) == [2])
        for row in houses.rejectedRows + ranges.rejectedRows + lines.rejectedRows {
            #expect(row.reason.hasPrefix("a spreadsheet has made a date of the house's number"))
        }
    }

    @Test("a house of more than six digits is refused, and no part of it is taken")
    func longNumbers() async throws {
        let houses = try await run(
            """
            street,house_number,precinct
            Main St,999999,1
            Main St,999999999999999999999999,1
            Main St,1-999999999999999999,1
            Main St,18446744073709551617,1

            """
        )
        let ranges = try await run(
            """
            street,number_odd_from,number_odd_to,precinct
            Main St,1,9,1
            Main St,1,999999999999999999,1

            """
        )
        #expect(houses.rejectedRows.map(\.line) == [3, 4, 5])
        #expect(ranges.rejectedRows.map(\.line) == [3])
        for row in houses.rejectedRows + ranges.rejectedRows {
            #expect(row.reason.contains("1 to 6 digits"))
        }
    }

    @Test("a cell of several houses is refused, and a spreadsheet's number is the number")
    func cells() async throws {
        let good = ["12", "12.0", "12a", "12 a", "12 1/2", "1-3", "12-16", "1 Eden House"]
        let bad = [
            "12/14", "\"1,3\"", "12#4", "12 123456", "12/2024", "\"2,01E+02\"", "01.02",
            "2. Januar", "3 - März", "12/14 Eden House", "12a-12c",
        ]
        let report = try await run(
            "street,house_number,precinct\n" + (good + bad).map { "Main St,\($0),1\n" }.joined()
        )
        #expect(
            addresses.published.map { "\($0.houses[0].numbers.lowerBound)" }
                == ["12", "12", "12a", "12a", "12-1/2", "1-3", "12-16", "1"]
        )
        #expect(report.rejectedRows.map(\.line) == Array(10..<10 + bad.count))
        #expect(report.rejectedRows.allSatisfy { $0.column == "house_number" && $0.value != nil })
        let book = AddressBook(addresses.published)
        #expect(book.find("13 Main St")?.isHouseMissing == true)
        #expect(book.find("120 Main St")?.isHouseMissing == true)
        #expect(book.find("12-16 Main St")?.entries.count == 1)
    }

    @Test("an end of a range is one number, and not behind the other end")
    func ends() async throws {
        let report = try await run(
            """
            street,number_odd_from,number_odd_to,precinct
            Main St,1.0,71.0,1
            Main St,1-3,7,1
            Main St,1,11-13,1
            Main St,9,7,1
            Main St,12/14,99,1
            Main St,73,99a,1

            """
        )
        #expect(report.rejectedRows.map(\.line) == [3, 4, 5, 6])
        #expect(
            report.rejectedRows.map(\.column)
                == ["number_odd_from", "number_odd_to", "number_odd_to", "number_odd_from"]
        )
        #expect(addresses.published.map { "\($0.houses[0].numbers)" } == ["1...71", "73...99a"])
    }

    @Test("the number in front of a one-line address is read as a house's column is")
    func lines() async throws {
        let good = [
            "12.0 Main St", "\"12, Main St\"", "12 1/2 Main St", "12-14 Main St", "12 14th St",
        ]
        let bad = ["12/14 Main St", "\"1,3 Main St\"", "12#4 Main St", "12 - 14 Main St"]
        let report = try await run(
            "address,precinct\n" + (good + bad).map { "\($0),1\n" }.joined()
        )
        #expect(
            addresses.published.map { "\($0.houses[0].numbers.lowerBound) \($0.street)" } == [
                "12 Main St", "12 Main St", "12-1/2 Main St", "12-14 Main St", "12 14th St",
            ]
        )
        #expect(report.rejectedRows.map(\.line) == Array(7...10))
        #expect(report.rejectedRows.allSatisfy { $0.column == "address" })
    }

    @Test("a list that does not say where people vote is refused")
    func noDistrict() async throws {
        await #expect(throws: ImportError.self) { try await run("street,number\nMain St,5\n") }
    }
}
