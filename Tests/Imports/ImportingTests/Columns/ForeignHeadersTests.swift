import Datasets
import Importing
import Polling
import RowFilesTesting
import Testing

/// Columns as election offices of several countries call them.
@Suite struct ForeignHeadersTests {
    private func station(_ header: String, _ row: String) async throws -> Station {
        let imports = Imports()
        let report = try await imports.stations(header + "\n" + row + "\n", force: true)
        #expect(report.rows.rejected == 0, "\(report)")
        return try #require(imports.stations.published.first)
    }

    @Test("Canada's polling divisions, federal districts and postal codes are found")
    func canada() async throws {
        let station = try await station(
            "FED_NUM,PD_NUM,SITE_NAME_EN,ADDRESS,CITY,POSTAL_CD,LATITUDE,LONGITUDE",
            "35075,104,Maple Hall,12 Elm St,Ottawa,K1P 1J1,45.42,-75.69"
        )
        #expect(station.name == "Maple Hall")
        #expect(station.postcode == "K1P 1J1")
        #expect(
            station.districts.map { "\($0.type) \($0.code)" }.sorted()
                == ["federal_district 35075", "polling_district 104"]
        )
    }

    @Test("India's constituencies, parts and stations are found")
    func india() async throws {
        let station = try await station(
            "AC No,Part No,PS No,PS Name,Pin Code,Latitude,Longitude",
            "12,45,77,Govt School Room 2,560001,12.97,77.59"
        )
        #expect(station.name == "Govt School Room 2")
        #expect(station.postcode == "560001")
        #expect(station.id.rawValue == "dc.77")
        #expect(
            station.districts.map { "\($0.type) \($0.code)" }.sorted()
                == ["polling_district 45", "state_district 12"]
        )
    }

    @Test("a list of addresses has its postal codes under the same names")
    func addresses() async throws {
        let store = FakeStore<AddressEntry>(kind: .addresses)
        let text = "house_number,street,PD_NUM,POSTAL_CD\n12,Elm St,104,K1P 1J1\n"
        try await withFile(Array(text.utf8), name: "a.csv") { path in
            _ = try await AddressImporter(store: store, clock: Imports().clock)
                .run(.file(path), options: ImportOptions(dataset: try DatasetName("a")))
        }
        #expect(store.published.map(\.postcode) == ["K1P 1J1"])
        #expect(store.published.map { $0.districts.map(\.type) } == [["polling_district"]])
    }

    @Test("an id that stands for two stations is a warning where the others stand for one each")
    func sharedID() async throws {
        let rows = (1...20).map {
            "\($0 == 20 ? 1 : $0),Hall \($0),\($0) Elm St,45.\($0 + 10),-75.6"
        }
        let text = "id,name,address,lat,lon\n" + rows.joined(separator: "\n") + "\n"
        let report = try await Imports().stations(text)
        let note = try #require(report.notes.first { $0.finding.code == "shared_id" })
        #expect(note.level == .warning)
        #expect(note.text.hasPrefix("id \"1\" stands for two stations"), "\(note.text)")
        // Numbers of something else.
        let others = (1...20).map { "\($0 % 3),Hall \($0),\($0) Elm St,45.\($0 + 10),-75.6" }
        let plain = try await Imports().stations(
            "id,name,address,lat,lon\n" + others.joined(separator: "\n") + "\n"
        )
        #expect(!plain.notes.contains { $0.finding.code == "shared_id" })
    }
}
