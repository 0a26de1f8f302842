import Datasets
import Importing
import Polling
import RowFilesTesting
import Testing
import Timekeeping

/// Whether addresses lead to stations, whichever of the two is imported first.
@Suite struct AddressListUseTests {
    /// What is published: stations that a test gives or imports, and lists.
    private struct Published: DistrictStore, StationStore, AddressStore {
        var stations: [Station] = []
        var imported = FakeStore<Station>(kind: .stations)
        var addresses = FakeStore<AddressEntry>(kind: .addresses)

        func forEachDistrict(_ visit: @Sendable ([District]) throws -> Void) async throws {}

        func forEachStation(_ visit: @Sendable ([Station]) throws -> Void) async throws {
            try visit(stations + imported.published)
        }

        func forEachAddress(_ visit: @Sendable ([AddressEntry]) throws -> Void) async throws {
            try visit(addresses.published)
        }
    }

    private let clock = ManualWallClock(Timestamp(millisecondsSince1970: 1_800_000_000_000))

    private func report(
        _ text: String,
        into dataset: String,
        _ mode: ImportOptions.Mode,
        keepsOthers: Bool,
        by importer: (ImportInput, ImportOptions) async throws -> ImportReport
    ) async throws -> ImportReport {
        var options = ImportOptions(dataset: try DatasetName(dataset), mode: mode)
        options.keepsOthers = keepsOthers
        options.isForced = true
        return try await withFile(Array(text.utf8), name: "\(dataset).csv") { [options] path in
            try await importer(.file(path), options)
        }
    }

    private func addresses(
        _ text: String,
        into published: Published,
        _ mode: ImportOptions.Mode = .publish,
        keepsOthers: Bool = false
    ) async throws -> ImportReport {
        try await report(text, into: "list", mode, keepsOthers: keepsOthers) { input, options in
            try await AddressImporter(
                store: published.addresses,
                districts: published,
                clock: clock
            ).run(input, options: options)
        }
    }

    private func stations(
        _ text: String,
        into published: Published,
        _ mode: ImportOptions.Mode,
        keepsOthers: Bool = false
    ) async throws -> ImportReport {
        try await report(text, into: "own", mode, keepsOthers: keepsOthers) { input, options in
            try await StationImporter(
                store: published.imported,
                addresses: published,
                clock: clock
            ).run(input, options: options)
        }
    }

    private func station(
        _ dataset: String,
        _ key: String,
        _ districts: [String] = [],
        sourceKey: String? = nil
    ) throws -> Station {
        let name = try DatasetName(dataset)
        return Station(
            id: Station.ID(rawValue: "\(dataset).\(key)"),
            dataset: name,
            name: "Hall",
            districts: districts.map { DistrictReference(type: "precinct", code: $0) },
            attributes: sourceKey.map { [Station.keyAttribute: $0] } ?? [:]
        )
    }

    private static let byStation = """
        street,house_number,polling_station_id
        Main St,5,B1/1
        Main St,6,b1/1
        Main St,7,C2
        Elm St,1,X9

        """

    @Test("a list whose stations nobody has imported says so, and what its voters are told")
    func nothingPublished() async throws {
        let report = try await addresses(Self.byStation, into: Published())
        let use = try #require(report.addressLists.first)
        #expect(report.addressLists.count == 1)
        #expect((use.list, use.named, use.found) == ("list", 4, 0))
        #expect((use.addresses, use.addressesWithout) == (4, 4))
        #expect(use.unknown == ["B1/1", "C2", "X9", "b1/1"])
        let page = report.text()
        #expect(page.contains("ids: 0 of 4 are those of stations"))
        #expect(page.contains("no station has: B1/1, C2, X9, b1/1"))
        let json = String(decoding: try report.json(), as: UTF8.self)
        #expect(json.contains(#""address_lists" : ["#))
        #expect(json.contains(#""addresses_without" : 4"#))
        let warning = try #require(report.warnings.first)
        #expect(
            warning.hasPrefix("all 4 addresses lead to no station, for no station is published yet")
        )
        #expect(warning.contains("voters there are told that none is loaded for them"))
    }

    @Test("ids are held against the stations as voters' answers look for them", arguments: [0, 1])
    func published(twins: Int) async throws {
        var published = Published()
        published.stations = [
            try station("north", "b1-1", sourceKey: "B1/1"), try station("south", "c2"),
        ]
        if twins > 0 { published.stations.append(try station("north", "x9-1", sourceKey: "X9")) }
        if twins > 0 { published.stations.append(try station("north", "x9-2", sourceKey: "X9")) }
        let report = try await addresses(Self.byStation, into: published)
        let use = try #require(report.addressLists.first)
        #expect((use.named, use.found) == (4, 3))
        #expect(use.datasets == ["north", "south"])
        #expect((use.addresses, use.addressesWithout) == (4, 1))
        #expect(use.unknown == (twins > 0 ? [] : ["X9"]))
        #expect(use.ambiguous == (twins > 0 ? ["X9"] : []))
        let page = report.text()
        #expect(page.contains("ids: 3 of 4 are those of stations (north, south)"))
        #expect(page.contains("3 of 4 addresses lead to a station"))
        #expect(
            report.warnings.first?.hasPrefix(
                "1 of 4 addresses leads to no station, for no published station has their ids or "
                    + "serves their districts"
            ) == true
        )
    }

    @Test("stations of other ground are not those of a list, as voters' answers have it")
    func elsewhere() async throws {
        var published = Published()
        published.stations = try ["1", "2", "3"].map { key in
            Station(
                id: Station.ID(rawValue: "north.\(key)"),
                dataset: try DatasetName("north"),
                name: "Hall",
                address: "\(key) Elm Road, York",
                postcode: "YO1 1A\(key)"
            )
        }
        let report = try await addresses(
            "Address,Polling Station ID\n\"1 High Street, Leeds\",1\n\"2 High Street, Leeds\",2\n",
            into: published
        )
        let use = try #require(report.addressLists.first)
        #expect((use.named, use.found, use.addressesWithout) == (2, 0, 2))
        let warning = try #require(report.warnings.first)
        #expect(warning.contains("taken for those of another place"), "\(warning)")
    }

    @Test("a column that is called nothing but station has the stations' ids")
    func bareHeader() async throws {
        var published = Published()
        published.stations = [try station("north", "1"), try station("north", "2")]
        let report = try await addresses(
            "Address,station\n\"1 High Street, Leeds\",1\n\"2 High Street, Leeds\",2\n",
            into: published
        )
        let use = try #require(report.addressLists.first)
        #expect((use.named, use.found, use.addressesWithout) == (2, 2, 0))
    }

    @Test(
        "addresses that stay beside an added file count as well",
        arguments: [ImportOptions.Mode.check, .publish]
    )
    func added(mode: ImportOptions.Mode) async throws {
        var published = Published()
        published.stations = [try station("south", "c2")]
        _ = try await addresses(Self.byStation, into: published)
        let more = "street,house_number,polling_station_id\nOak St,1,c2\nOak St,2,Y1\n"
        let report = try await addresses(more, into: published, mode, keepsOthers: true)
        let use = try #require(report.addressLists.first)
        #expect((use.named, use.found) == (6, 2))
        #expect((use.addresses, use.addressesWithout) == (6, 4))
    }

    @Test("an address whose id no station has leads to a station that serves its district")
    func byDistrict() async throws {
        let text = """
            street,house_number,precinct,ward,polling_station_id
            Main St,5,Precinct 001,8,X9
            Main St,6,1,8,
            Main St,7,2,8,

            """
        let empty = try await addresses(text, into: Published())
        // Of a type that nobody has published anything for, too.
        #expect(empty.districts.map(\.among) == [.nothing, .nothing])
        #expect(empty.districts.map(\.found) == [0, 0])
        #expect(empty.districts.map(\.named) == [3, 1])
        #expect(empty.text().contains("ward: 0 of 1 are published or served by stations"))
        var published = Published()
        published.stations = [try station("north", "a", ["1"])]
        let report = try await addresses(text, into: published, .check)
        let use = try #require(report.addressLists.first)
        #expect((use.named, use.found) == (1, 0))
        #expect((use.addresses, use.addressesWithout) == (3, 1))
        published.stations.append(try station("north", "b", ["2"]))
        let whole = try await addresses(text, into: published, .check)
        #expect(whole.addressLists.map(\.addressesWithout) == [0])
        #expect(whole.warnings.isEmpty)
    }

    @Test(
        "stations that come after a list are told how many of its addresses lead to them",
        arguments: [ImportOptions.Mode.check, .publish]
    )
    func stationsLater(mode: ImportOptions.Mode) async throws {
        var published = Published()
        _ = try await addresses(Self.byStation, into: published)
        published.stations = [try station("south", "c2")]
        let header = "polling_station_id,name,lat,lon\n"
        let report = try await stations(
            header + "B1/1,Hall,51.1,-1.1\nB1/2,Barn,51.2,-1.2\n",
            into: published,
            mode
        )
        let use = try #require(report.addressLists.first)
        #expect((use.list, use.named, use.found) == ("list", 4, 3))
        #expect(use.datasets == ["own", "south"])
        #expect((use.addresses, use.addressesWithout) == (4, 1))
        #expect(use.unknown == ["X9"])
        let page = report.text()
        #expect(page.contains("Lists of addresses"))
        #expect(page.contains("3 of 4 addresses lead to a station"))
        // What stays beside the file counts, and what the file no longer has does not.
        if mode == .check {
            _ = try await stations(header + "B1/1,Hall,51.1,-1.1\n", into: published, .publish)
        }
        let rest = header + "X9,Shed,51.3,-1.3\n"
        let added = try await stations(rest, into: published, mode, keepsOthers: true)
        #expect(added.addressLists.map(\.found) == [4])
        let replaced = try await stations(rest, into: published, .check)
        #expect(replaced.addressLists.map(\.found) == [2])
    }

    @Test("without lists of addresses a file of stations says nothing of them")
    func noLists() async throws {
        let report = try await stations(
            "id,name,lat,lon\n1,Hall,51.1,-1.1\n",
            into: Published(),
            .publish
        )
        #expect(report.addressLists.isEmpty)
        #expect(!report.text().contains("Lists of addresses"))
    }
}
