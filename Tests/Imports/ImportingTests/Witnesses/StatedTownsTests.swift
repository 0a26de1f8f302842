import Datasets
import Geodesy
import Importing
import Polling
import RowFilesTesting
import TestSupport
import Testing
import Timekeeping

/// What the words of a list of stations say against its places, its days and its codes.
@Suite struct StatedTownsTests {
    private struct Published: DistrictStore, PostcodeStore, ElectionStore, AddressStore,
        StationStore
    {
        var addresses: [AddressEntry] = []
        var stations: [Station] = []
        var districts: [District] = []
        var postcodes: [PostcodePlace] = []
        var elections: [Election] = []

        func forEachDistrict(_ visit: @Sendable ([District]) throws -> Void) async throws {
            try visit(districts)
        }
        func forEachPostcode(_ visit: @Sendable ([PostcodePlace]) throws -> Void) async throws {
            try visit(postcodes)
        }
        func forEachElection(_ visit: @Sendable ([Election]) throws -> Void) async throws {
            try visit(elections)
        }
        func forEachAddress(_ visit: @Sendable ([AddressEntry]) throws -> Void) async throws {
            try visit(addresses)
        }
        func forEachStation(_ visit: @Sendable ([Station]) throws -> Void) async throws {
            try visit(stations)
        }
        func forEachContest(_ visit: @Sendable ([Contest]) throws -> Void) async throws {}
        func forEachMeasure(_ visit: @Sendable ([BallotMeasure]) throws -> Void) async throws {}
        func forEachPrecinct(_ visit: @Sendable ([Precinct]) throws -> Void) async throws {}
    }

    /// A row of a list.
    private struct Row {
        var id: String
        var name: String
        var address: String
        var city: String
        var code: String
        var latitude: Double
        var longitude: Double
        var more = ""

        var line: String {
            "\(id),\(name),\(address),\(city),\(code),\(latitude),\(longitude),\(more)\n"
        }
    }

    /// Eight stations in each of three towns, some 60 km apart.
    private static func rows() -> [Row] {
        let towns: [(name: String, code: String, latitude: Double)] = [
            ("Salem", "97301", 44.9), ("Alton", "97401", 45.5), ("Corbin", "97501", 46.1),
        ]
        return towns.flatMap { town -> [Row] in
            (0..<8).map { (index: Int) -> Row in
                let row = Double(index) / 500
                let column = Double(index % 3) / 200
                return Row(
                    id: "\(town.name.prefix(1))\(index)",
                    name: "\(town.name) Hall \(index)",
                    address: "\(index) Elm St",
                    city: town.name,
                    code: town.code,
                    latitude: town.latitude + row,
                    longitude: column - 123
                )
            }
        }
    }

    /// In January 2027.
    private func run(
        _ rows: [Row],
        _ published: Published = Published(),
        more: String = "hours",
        title: String = "",
        adds: Bool = false
    ) async throws -> ImportReport {
        let text = title + "id,name,address,city,zip,lat,lon,\(more)\n" + rows.map(\.line).joined()
        var options = ImportOptions(dataset: try DatasetName("s"))
        options.keepsOthers = adds
        return try await withFile(Array(text.utf8), name: "s.csv") { [options] path in
            try await StationImporter(
                store: FakeStore<Station>(kind: .stations),
                districts: published,
                postcodes: published,
                addresses: published,
                elections: published,
                clock: ManualWallClock(Timestamp(millisecondsSince1970: 1_800_000_000_000))
            ).run(.file(path), options: options)
        }
    }

    private func warning(_ code: String, _ report: ImportReport) -> String? {
        report.notes.first { $0.finding.code == code }?.text
    }

    // MARK: Towns

    @Test("on a first import the other rows of a town and a postcode tell whose place is another's")
    func otherTown() async throws {
        #expect(try await run(Self.rows()).warnings.isEmpty)
        var rows = Self.rows()
        (rows[2].latitude, rows[2].longitude) = (45.51, -123)
        let moved = try #require(warning("far_from_their_town", try await run(rows)))
        #expect(moved.hasPrefix("1 of 24 of these stations stands far from"), "\(moved)")
        #expect(moved.contains("s.s2 (97301: 66.7 km)"), "\(moved)")
        // Without postcodes the town tells, and without towns the postcode.
        let towns = rows.map { row in
            var row = row
            row.code = ""
            return row
        }
        #expect(
            try #require(warning("far_from_their_town", try await run(towns))).contains(
                "s.s2 (Salem"
            )
        )
        rows = Self.rows()
        rows[11].code = "97301"
        let code = try #require(warning("far_from_their_town", try await run(rows)))
        #expect(code.contains("s.a3 (97301: "), "\(code)")
    }

    @Test("two towns of one name are not held against each other, and few rows tell nothing")
    func oneName() async throws {
        var rows = Self.rows()
        // A Salem of its own, whose postcode has stations around it.
        for index in 16..<24 { rows[index].city = "Salem" }
        #expect(warning("far_from_their_town", try await run(rows)) == nil)
        rows = Self.rows()
        rows[16].city = "Salem"
        #expect(warning("far_from_their_town", try await run(rows)) == nil)
        let few = Array(Self.rows().filter { $0.id.hasSuffix("1") || $0.id.hasSuffix("2") })
        var mixed = few
        mixed[0].code = "97501"
        mixed[0].city = "Corbin"
        #expect(warning("far_from_their_town", try await run(mixed)) == nil)
    }

    @Test("published postcodes tell of a single row, by their boundaries or by a gazetteer")
    func publishedPostcodes() async throws {
        var row = Self.rows()[0]
        row.code = "97501"
        let ring = try [
            (46.0, -123.1), (46.0, -122.9), (46.2, -122.9), (46.2, -123.1), (46.0, -123.1),
        ]
        .map { try Coordinate(latitude: $0.0, longitude: $0.1) }
        let area = District(
            id: District.ID(rawValue: "z.97501"),
            dataset: try DatasetName("z"),
            reference: DistrictReference(type: "postcode", code: "97501"),
            name: "",
            area: MultiPolygon([try Polygon(exterior: ring)])
        )
        let byArea = try await run([row], Published(districts: [area]))
        let far = try #require(warning("far_from_their_town", byArea))
        #expect(far.contains("s.s0 (97501: 122."), "\(far)")
        let place = PostcodePlace(
            id: PostcodePlace.ID(rawValue: "g.97501"),
            dataset: try DatasetName("g"),
            code: "97501",
            coordinate: try Coordinate(latitude: 46.1, longitude: -123)
        )
        let byPoint = try await run([row], Published(postcodes: [place]))
        #expect(warning("far_from_their_town", byPoint) != nil)
        (row.latitude, row.longitude) = (46.15, -123)
        let right = try await run([row], Published(districts: [area], postcodes: [place]))
        #expect(warning("far_from_their_town", right) == nil)
    }

    @Test("a postcode of the country is as wide as no other's place is much nearer")
    func widePostcodes() async throws {
        var row = Self.rows()[20]
        (row.latitude, row.longitude) = (46.5, -123)
        func told(_ others: [(String, Double)]) async throws -> Bool {
            let places = try ([("97501", 46.1)] + others).map { code, latitude in
                PostcodePlace(
                    id: PostcodePlace.ID(try DatasetName("p"), "\(code)-\(latitude)"),
                    dataset: try DatasetName("p"),
                    code: code,
                    coordinate: try Coordinate(latitude: latitude, longitude: -123),
                    accuracy: try Distance.meters(10_000)
                )
            }
            let report = try await run([row], Published(postcodes: places))
            return warning("far_from_their_town", report) != nil
        }
        // 44 km from its own, 33 from the next.
        #expect(try await !told([("97601", 46.8)]))
        #expect(try await told([("97601", 46.55)]))
        // So far from all that nobody's ground is there.
        (row.latitude, row.longitude) = (47.6, -123)
        #expect(try await told([("97601", 48.9)]))
    }

    @Test("stations far from where a list has their address are told")
    func farFromAddress() async throws {
        let list = try DatasetName("list")
        func published(_ latitude: Double) throws -> Published {
            guard let house = HouseNumber(parsing: "3") else { return Published() }
            let entry = AddressEntry(
                id: AddressEntry.ID(list, "elm-3"),
                dataset: list,
                street: "Elm St",
                houses: [HouseRange(side: .both, numbers: house...house)],
                town: "Salem",
                postcode: "97301",
                districts: [DistrictReference(type: "precinct", code: "1")],
                coordinate: try Coordinate(latitude: latitude, longitude: -123)
            )
            return Published(addresses: [entry])
        }
        let row = Self.rows()[3]
        let told = try await run([row], try published(44.93))
        let text = try #require(warning("far_from_their_address", told))
        #expect(text.hasPrefix("1 of 1 of these stations stands more than 1 km"), "\(text)")
        let near = try await run([row], try published(44.907))
        #expect(warning("far_from_their_address", near) == nil)
        // Another house tells nothing.
        let other = try await run([Self.rows()[4]], try published(44.93))
        #expect(warning("far_from_their_address", other) == nil)
    }

    @Test("names that look like addresses, beside addresses that do not, are told")
    func swappedColumns() async throws {
        let rows = Self.rows().map { row in
            var row = row
            (row.name, row.address) = (row.address, row.name)
            return row
        }
        let told = try #require(warning("names_for_addresses", try await run(rows)))
        #expect(told.contains("look like addresses"), "\(told)")
        #expect(warning("names_for_addresses", try await run(Self.rows())) == nil)
    }

    @Test(
        "columns that are called after elections and mark rows are told",
        arguments: [("\"Nov 3, 2026\"", true), ("May 2026 Primary", true), ("Notes", false)]
    )
    func electionColumns(header: String, isTold: Bool) async throws {
        let rows = Self.rows().enumerated().map { index, row in
            var row = row
            row.more = index % 2 == 0 ? "X" : ""
            return row
        }
        let report = try await run(rows, more: header)
        #expect((warning("election_columns", report) != nil) == isTold, "\(report.notes)")
    }

    @Test("one name and address at two places are told")
    func twins() async throws {
        var rows = Self.rows()
        (rows[4].name, rows[4].address) = (rows[0].name, rows[0].address)
        let twins = try #require(warning("one_building_apart", try await run(rows)))
        #expect(
            twins.hasPrefix("1 station has the name and the address of another one"),
            "\(twins)"
        )
        #expect(twins.contains("s.s0 and s.s4 ("), "\(twins)")
        // One building's two rooms.
        (rows[4].latitude, rows[4].longitude) = (rows[0].latitude, rows[0].longitude + 0.001)
        #expect(warning("one_building_apart", try await run(rows)) == nil)
    }

    @Test("stations that are added are held against those that stay")
    func added() async throws {
        let dataset = try DatasetName("s")
        func station(_ name: String, _ address: String, _ code: String) throws -> Station {
            Station(
                id: Station.ID(rawValue: "s.old"),
                dataset: dataset,
                name: name,
                address: address,
                postcode: "97301",
                coordinate: try Coordinate(latitude: 44.95, longitude: -123),
                districts: [DistrictReference(type: "precinct", code: code)]
            )
        }
        var row = Self.rows()[3]
        row.more = "7"
        let rival = Published(stations: [try station("Library", "9 Oak St, Salem", "7")])
        let told = try await run([row], rival, more: "precinct", adds: true)
        let text = try #require(warning("served_twice", told))
        #expect(text.contains("such as 7 by Salem Hall 3, Library"), "\(text)")
        // Of a file that replaces them they do not stay.
        #expect(warning("served_twice", try await run([row], rival, more: "precinct")) == nil)
        let twin = Published(stations: [try station("Salem Hall 3", "3 Elm St, Salem", "8")])
        let apart = try await run([row], twin, more: "precinct", adds: true)
        #expect(warning("one_building_apart", apart) != nil)
        #expect(warning("served_twice", apart) == nil)
    }

    // MARK: Codes

    @Test("stations that name no district where precincts are published are assigned to nobody")
    func noCodes() async throws {
        let ring = try [(44.0, -124), (44.0, -122), (47.0, -122), (47.0, -124), (44.0, -124)]
            .map { try Coordinate(latitude: $0.0, longitude: $0.1) }
        let precinct = District(
            id: District.ID(rawValue: "p.1"),
            dataset: try DatasetName("p"),
            reference: DistrictReference(type: "precinct", code: "1"),
            name: "",
            area: MultiPolygon([try Polygon(exterior: ring)])
        )
        let published = Published(districts: [precinct])
        let none = try #require(
            warning("nobody_assigned", try await run(Self.rows(), published))
        )
        #expect(none.contains("where 24 of them stand"), "\(none)")
        #expect(warning("nobody_assigned", try await run(Self.rows())) == nil)
        // A list of addresses that leads to the stations of others leads to none of the file.
        let entry = AddressEntry(
            id: AddressEntry.ID(rawValue: "l.1"),
            dataset: try DatasetName("l"),
            street: "Elm St",
            town: "Salem",
            districts: [DistrictReference(type: "precinct", code: "1")]
        )
        let other = Station(
            id: Station.ID(rawValue: "o.1"),
            dataset: try DatasetName("o"),
            name: "Library",
            coordinate: try Coordinate(latitude: 44.95, longitude: -123),
            districts: [DistrictReference(type: "precinct", code: "1")]
        )
        let listed = Published(addresses: [entry], stations: [other], districts: [precinct])
        #expect(warning("nobody_assigned", try await run(Self.rows(), listed)) != nil)
        var rows = Self.rows()
        rows[0].more = "1"
        let some = try await run(rows, published, more: "precinct")
        #expect(warning("nobody_assigned", some) == nil)
    }

    // MARK: Elections

    @Test(
        "rows of an election that is over or not the only one, whose hours name no day, are told",
        arguments: [
            ("2018-11-06", "07:00-20:00", true), ("2018 General Election", "", true),
            ("2027-05-11", "07:00-20:00", false), ("2027-11-02", "", true),
            ("2018-11-06", "2027-05-11 07:00-20:00", false), ("General", "", false),
        ]
    )
    func elections(election: String, hours: String, isTold: Bool) async throws {
        let next = Election(
            dataset: try DatasetName("e"),
            key: "next",
            name: LocalizedText("Next"),
            date: CalendarDate(year: 2027, month: 5, day: 11)
        )
        let rows = Self.rows().map { row in
            var row = row
            row.more = "\(election),\(hours)"
            return row
        }
        let report = try await run(rows, Published(elections: [next]), more: "election_date,hours")
        #expect((warning("undated_election", report) != nil) == isTold)
        // One warning says it, and not two.
        if isTold { #expect(warning("one_election_named", report) == nil) }
    }

    @Test(
        "so are those of an election that only a line above the columns names",
        arguments: [
            ("General Election - November 6, 2018\n\n", "07:00-20:00", true),
            ("2018 General Election\n", "", true),
            ("General Election - November 6, 2018\n", "2027-05-11 07:00-20:00", false),
            ("Election on May 11, 2027\n", "07:00-20:00", false),
            ("List of polling places\n", "07:00-20:00", false),
        ]
    )
    func title(title: String, hours: String, isTold: Bool) async throws {
        let next = Election(
            dataset: try DatasetName("e"),
            key: "next",
            name: LocalizedText("Next"),
            date: CalendarDate(year: 2027, month: 5, day: 11)
        )
        let rows = Self.rows().map { row in
            var row = row
            row.more = hours
            return row
        }
        let report = try await run(rows, Published(elections: [next]), title: title)
        #expect((warning("titled_election", report) != nil) == isTold, "\(report.notes)")
    }

    @Test(
        "hours that come round and leave out the day of the next election, a Tuesday, are told",
        arguments: [
            ("Sa-Su 10:00-16:00", true), ("Mo-Fr 07:00-20:00; May 11 off", true),
            ("Sat 9am-5pm", true), ("Mo-Fr 07:00-20:00", false), ("Tu 07:00-20:00", false),
            ("24/7", false), ("07:00-20:00", false), ("", false),
        ]
    )
    func shut(hours: String, isTold: Bool) async throws {
        let next = Election(
            dataset: try DatasetName("e"),
            key: "next",
            name: LocalizedText("Next"),
            date: CalendarDate(year: 2027, month: 5, day: 11)
        )
        var rows = Self.rows()
        for index in rows.indices { rows[index].more = "2027-05-11 07:00-20:00" }
        rows[0].more = hours
        let report = try await run(rows, Published(elections: [next]), more: "hours")
        #expect((warning("some_open_on_other_days", report) != nil) == isTold, "\(report.notes)")
        // Voters are sent there all the same, so it is not said that none is.
        for index in rows.indices { rows[index].more = hours }
        let all = try await run(rows, Published(elections: [next]), more: "hours")
        #expect((warning("some_open_on_other_days", all) != nil) == isTold)
        #expect(warning("open_in_no_election", all) == nil)
    }
}
