import Datasets
import Importing
import Polling
import RowFilesTesting
import TestSupport
import Testing
import Timekeeping

/// The key by which a file names a station, from the file to a list of addresses that names it.
@Suite struct StationKeyTests {
    private struct Published: StationStore {
        let stations: [Station]

        func forEachStation(_ visit: @Sendable ([Station]) throws -> Void) async throws {
            try visit(stations)
        }
    }

    private let addresses = FakeStore<AddressEntry>(kind: .addresses)

    private func stations(_ keys: [String]) async throws -> [Station] {
        let rows = keys.enumerated().map { index, key in
            "\(key),Hall \(index),\(index + 1) Main St,51.\(index + 10),-0.2\n"
        }
        let imports = Imports()
        _ = try await imports.stations(
            "StationCode,name,address,latitude,longitude\n" + rows.joined()
        )
        return imports.stations.published
    }

    /// The names of the stations that a list of addresses names by the same keys, in their order.
    private func joined(_ keys: [String], _ stations: [Station]) async throws -> [[String]] {
        let addresses = FakeStore<AddressEntry>(kind: .addresses)
        let directory = StationDirectory(store: Published(stations: stations))
        try await directory.load()
        let rows = keys.enumerated().map { index, key in "\(index + 1) Elm St,\(key)\n" }
        try await withFile(Array(("address,StationCode\n" + rows.joined()).utf8), name: "list.csv")
        {
            path in
            _ = try await AddressImporter(
                store: addresses,
                clock: ManualWallClock(Timestamp(millisecondsSince1970: 1_800_000_000_000))
            ).run(.file(path), options: ImportOptions(dataset: try DatasetName("list")))
        }
        return addresses.published.map { entry in
            directory.stations(withKey: entry.stationKey ?? "").map(\.name)
        }
    }

    @Test("rows of one station whose places differ by less than a metre are one station")
    func formattedPlaces() async throws {
        let imports = Imports()
        _ = try await imports.stations(
            "name,address,lat,lon\nTown Hall,1 Main St,42.100492,-101.5\n"
                + "Town Hall,1 Main St,42.100490,-101.5\nElm School,2 Elm St,42.2,-101.5\n"
                + "Town Hall,1 Main St,42.101492,-101.5\n"
        )
        let stations = imports.stations.published
        #expect(stations.map(\.name).sorted() == ["Elm School", "Town Hall", "Town Hall"])
        #expect(Set(stations.map(\.id)).count == 3)
    }

    @Test("an address joins the station of its key, whatever characters the key has")
    func anyCharacters() async throws {
        let keys = ["B1/1", "C2", "C 3", "Ä1", "B.2", "d4", "07"]
        let stations = try await stations(keys)
        #expect(stations.map(\.id.rawValue).contains("dc.b1-1"))
        #expect(try await joined(keys, stations) == keys.indices.map { ["Hall \($0)"] })
        // An id that tells the key needs no word beside it.
        #expect(
            Set(stations.compactMap { $0.attributes[Station.keyAttribute] })
                == ["B1/1", "C 3", "Ä1", "B.2"]
        )
    }

    @Test("where keys have one slug, so that ids tell nothing of them, each joins its own station")
    func oneSlug() async throws {
        let keys = ["B1/1", "B1-1", "01", "1", "a", "C 3", "A"]
        let stations = try await stations(keys)
        #expect(!stations.contains { $0.id.rawValue == "dc.b1-1" })
        #expect(try await joined(keys, stations) == keys.indices.map { ["Hall \($0)"] })
        // The same column is kept as the file has it.
        #expect(Set(stations.compactMap { $0.attributes["StationCode"] }) == Set(keys))
    }

    @Test("a slug is not the key of a station whose file has another")
    func slugAlone() async throws {
        let stations = try await stations(["B1/1", "C2"])
        #expect(
            try await joined(["b1-1", "b1/1", "c2"], stations) == [[], ["Hall 0"], ["Hall 1"]]
        )
    }

    @Test("a key that stands for two stations of one dataset joins neither")
    func twoStations() async throws {
        let stations = try await stations(["B1/1", "B1/1", "C2"])
        #expect(try await joined(["B1/1", "C2"], stations) == [[], ["Hall 2"]])
    }

    @Test("a station of several rows keeps the key that they have")
    func severalRows() async throws {
        let imports = Imports()
        _ = try await imports.stations(
            "StationCode,name,address,latitude,longitude,precinct\n"
                + "B1/1,Hall 0,1 Main St,51.1,-0.2,1\nC2,Hall 1,2 Main St,51.2,-0.2,3\n"
                + "B1/1,Hall 0,1 Main St,51.1,-0.2,2\nC2,Hall 1,2 Main St,51.2,-0.2,4\n"
        )
        let stations = imports.stations.published
        #expect(stations.map(\.districts.count) == [2, 2])
        #expect(try await joined(["B1/1", "C2"], stations) == [["Hall 0"], ["Hall 1"]])
        #expect(stations.compactMap { $0.attributes[Station.keyAttribute] } == ["B1/1"])
    }

    private static let otherKeys = """
        id,station_key,name,address,latitude,longitude
        1,3,Library,10 Oak Street,42.10,-101.10
        2,1,School,20 Elm Street,42.20,-101.20
        3,2,Fire Hall,30 Ash Street,42.30,-101.30

        """

    @Test("a column that is called station_key joins no address where the file's key is another")
    func otherColumn() async throws {
        let imports = Imports()
        let report = try await imports.stations(Self.otherKeys, map: ["id=id"])
        let stations = imports.stations.published
        #expect(
            try await joined(["1", "2", "3"], stations) == [["Library"], ["School"], ["Fire Hall"]]
        )
        #expect(stations.allSatisfy { $0.attributes[Station.keyAttribute] == nil })
        #expect(stations.map { $0.attributes["station_key'"] } == ["3", "1", "2"])
        #expect(report.notes.contains { $0.text.contains("station_key is kept as station_key'") })
        // It is the key where the caller says so.
        let named = Imports()
        _ = try await named.stations(Self.otherKeys, map: ["station_key=id"])
        #expect(
            try await joined(["1", "2", "3"], named.stations.published)
                == [["School"], ["Fire Hall"], ["Library"]]
        )
    }

    @Test("where id and station_key differ and both may be the key, the caller has to say which is")
    func twoKeys() async throws {
        let imports = Imports()
        await #expect(
            throws: ImportError.ambiguousColumns(field: "id", choices: ["id", "station_key"])
        ) { try await imports.stations(Self.otherKeys) }
        // Nothing has to be said where they agree.
        let same = Self.otherKeys.replacing("1,3,", with: "1,1,").replacing("2,1,", with: "2,2,")
            .replacing("3,2,", with: "3,3,")
        #expect(try await imports.stations(same).outcome == .published)
        #expect(
            try await joined(["1", "2"], imports.stations.published) == [["Library"], ["School"]]
        )
    }

    @Test("where id and station_key have unlike counts, the report says which is the key, and why")
    func unlikeCounts() async throws {
        let header = "id,station_key,name,address,latitude,longitude\n"
        let hall = "Hall,1 Oak St,42.1,-101.1\n"
        let barn = "Barn,2 Elm St,42.2,-101.2\n"
        for (rows, key, other, found) in [
            ("1,A,\(hall)2,A,\(hall)3,B,\(barn)", "station_key", "id", [["Hall"], []]),
            ("1,A,\(hall)2,A,\(barn)", "id", "station_key", [[], ["Hall"]]),
        ] {
            let imports = Imports()
            let report = try await imports.stations(header + rows)
            let note = try #require(report.notes.first { $0.text.contains("either may be") })
            #expect(note.text.hasPrefix("\(key) and \(other) differ"))
            #expect(
                note.text.contains("\(key) was taken, for \(key) has one value in each station")
            )
            #expect(note.text.contains("import with --map \(other)=id"))
            #expect(try await joined(["A", "1"], imports.stations.published) == found)
            let said = try await imports.stations(header + rows, map: ["\(key)=id"])
            #expect(!said.notes.contains { $0.text.contains("either may be") })
        }
    }

    /// Ten halls with keys from one number on.
    private static func halls(_ first: Int, name: String = "Hall") -> String {
        "StationCode,name,address,latitude,longitude\n"
            + (0..<10).map { "\(first + $0),\(name) \($0),\($0 + 1) Main St,51.1\($0),-0.2\n" }
            .joined()
    }

    @Test(
        "a station that keeps its id is found by the key that its file has now",
        arguments: ["Hall", "HALL"]
    )
    func newKeys(name: String) async throws {
        let imports = Imports()
        _ = try await imports.stations(Self.halls(1))
        let second = try await imports.stations(Self.halls(101, name: name))
        #expect(second.outcome == .published)
        #expect(second.changes.changed == 10)
        #expect(second.changes.idChanged == 10)
        let stations = imports.stations.published
        #expect(Set(stations.map(\.id.rawValue)) == Set((1...10).map { "dc.\($0)" }))
        #expect(
            try await joined((101...110).map(String.init), stations)
                == (0..<10).map { ["\(name) \($0)"] }
        )
        // A list that is older than the file joins as before.
        #expect(try await joined(["1", "5"], stations) == [["\(name) 0"], ["\(name) 4"]])
        // The same file says the same, and what changes later leaves the keys as they are.
        #expect(
            try await imports.stations(Self.halls(101, name: name)).outcome == .nothingToChange
        )
        _ = try await imports.stations(Self.halls(101, name: "Barn"))
        #expect(
            try await joined(["101", "110"], imports.stations.published)
                == [["Barn 0"], ["Barn 9"]]
        )
        // And the old keys, where they come back.
        let back = try await imports.stations(Self.halls(1, name: "Barn"))
        #expect(back.changes.changed == 10)
        #expect(
            try await joined(["1", "10", "101"], imports.stations.published)
                == [["Barn 0"], ["Barn 9"], []]
        )
    }

    @Test("a station whose key another goes by is found by it")
    func takenKey() async throws {
        let imports = Imports()
        _ = try await imports.stations(Self.halls(1))
        _ = try await imports.stations(Self.halls(101))
        _ = try await imports.stations(Self.halls(101) + "1,Tent,77 Elm St,52.5,-0.2\n")
        let stations = imports.stations.published
        #expect(stations.first { $0.name == "Tent" }?.id.rawValue == "dc.1-2")
        #expect(
            try await joined(["1", "101", "102"], stations) == [["Tent"], ["Hall 0"], ["Hall 1"]]
        )
    }

    @Test("keys that are made of names and addresses are no keys of the file")
    func derivedKeys() async throws {
        let imports = Imports()
        func file(_ name: String) -> String {
            "name,address,lat,lon\n"
                + (0..<10).map { "\(name) \($0),\($0 + 1) Main St,51.1\($0),-0.2\n" }.joined()
        }
        _ = try await imports.stations(file("Hall"))
        _ = try await imports.stations(file("Barn"))
        #expect(imports.stations.published.map(\.name).contains("Barn 3"))
        #expect(imports.stations.published.allSatisfy { $0.attributes.isEmpty })
        #expect(try await imports.stations(file("Barn")).outcome == .nothingToChange)
    }

    @Test("the electors of Barnet join the stations of Barnet's own file")
    func barnet() async throws {
        guard let list = Checkout.realFile("stations/uk_ems/ems-dcounts-districts.csv"),
            let file = Checkout.realFile("stations/uk_ems/ems-dcounts-stations.csv")
        else { return }
        let imports = Imports()
        _ = try await imports.stations(path: file) {
            $0.profile = try ImportProfile.named("democracy-counts")
        }
        let directory = StationDirectory(store: Published(stations: imports.stations.published))
        try await directory.load()
        _ = try await AddressImporter(
            store: addresses,
            clock: ManualWallClock(Timestamp(millisecondsSince1970: 1_800_000_000_000))
        ).run(.file(list), options: ImportOptions(dataset: try DatasetName("list")))
        #expect(!addresses.published.isEmpty)
        for entry in addresses.published {
            let found = directory.stations(withKey: entry.stationKey ?? "")
            #expect(found.map(\.attributes[Station.keyAttribute]) == [entry.stationKey])
        }
    }
}
