import Datasets
import Geodesy
import Importing
import Polling
import RowFilesTesting
import TestSupport
import Testing

/// The districts that stations name, beside those that are published.
@Suite struct DistrictUseTests {
    private struct FakeDistricts: DistrictStore {
        let districts: [District]

        func forEachDistrict(_ visit: @Sendable ([District]) throws -> Void) async throws {
            try visit(districts)
        }
    }

    /// Precincts in and around Washington.
    private func districts(_ codes: String...) throws -> FakeDistricts {
        let ring = try [(38.5, -77.2), (38.5, -76.8), (39, -76.8), (39, -77.2), (38.5, -77.2)].map {
            try Coordinate(latitude: $0.0, longitude: $0.1)
        }
        let dataset = try DatasetName("precincts")
        return FakeDistricts(
            districts: try codes.map { code in
                District(
                    id: District.ID(rawValue: "precincts.\(code)"),
                    dataset: dataset,
                    reference: DistrictReference(type: "precinct", code: code),
                    name: code,
                    area: MultiPolygon([try Polygon(exterior: ring)])
                )
            }
        )
    }

    @Test("the report says n of m, what is unknown, what is ambiguous and what has no station")
    func report() async throws {
        let imports = Imports()
        let text =
            "precinct,name,lat,lon\nPrecinct 120,Hall,38.9,-77.03\n01-10,Barn,38.8,-77.02\n"
            + "99,Shed,38.7,-77.01\n007,Tent,38.6,-77\n"
        let report = try await withFile(Array(text.utf8), name: "s.csv") { path in
            try await StationImporter(
                store: imports.stations,
                districts: try districts("120", "1-10", "7", "07", "55"),
                clock: imports.clock
            ).run(.file(path), options: ImportOptions(dataset: try DatasetName("dc")))
        }
        let use = try #require(report.districts.first)
        #expect(report.districts.count == 1)
        #expect(use.type == "precinct")
        #expect(use.named == 4)
        #expect(use.found == 2)
        #expect(use.unknown == ["99"])
        #expect(use.ambiguous == ["007 (07 or 7)"])
        #expect(use.withoutStation == ["07", "55", "7"])
        #expect(report.text().contains("precinct: 2 of 4 are published"))
    }

    @Test("codes are told without the words of their type, in the joins and in what changes")
    func bareCodes() async throws {
        let imports = Imports()
        func run(_ text: String) async throws -> ImportReport {
            try await withFile(Array(text.utf8), name: "s.csv") { path in
                try await StationImporter(
                    store: imports.stations,
                    districts: try districts("120", "55"),
                    clock: imports.clock
                ).run(.file(path), options: ImportOptions(dataset: try DatasetName("dc")))
            }
        }
        let header = "id,precinct,name,lat,lon\n"
        let first = try await run(
            header + "1,Precinct 120,Hall,38.9,-77.03\n2,Precinct 99,Barn,38.8,-77.02\n"
        )
        #expect(first.districts.first?.unknown == ["99"])
        let second = try await run(
            header + "1,Precinct 55,Hall,38.9,-77.03\n2,Precinct 99,Barn,38.8,-77.02\n"
        )
        #expect(
            second.changes.firstChanged.first?.differences
                == ["no longer for precinct 120", "now for precinct 55"]
        )
    }

    @Test("without published districts nothing is said")
    func none() async throws {
        let report = try await Imports().stations("precinct,name,lat,lon\n1,Hall,38.9,-77.03\n")
        #expect(report.districts.isEmpty)
    }

    private func report(_ text: String, _ codes: [String]) async throws -> ImportReport {
        try await withFile(Array(text.utf8), name: "s.csv") { try await report(path: $0, codes) }
    }

    private func report(path: String, _ codes: [String]) async throws -> ImportReport {
        let imports = Imports()
        return try await StationImporter(
            store: imports.stations,
            districts: FakeDistricts(
                districts: try codes.flatMap { try districts($0).districts }
            ),
            clock: imports.clock
        ).run(
            .file(path),
            options: ImportOptions(
                dataset: try DatasetName("va"),
                constants: [FieldConstant(field: "place", value: "none")]
            )
        )
    }

    @Test("Virginia's feed names no precincts of Washington")
    func virginia() async throws {
        guard let path = Checkout.realFile("vip/sample_feed_v5.xml") else { return }
        let report = try await report(path: path, (1...499).map(String.init))
        #expect(report.rows.accepted == 27)
        #expect(report.districts.isEmpty)
    }

    @Test("districts of another place are not those that stations name, whatever their codes")
    func elsewhere() async throws {
        let text = """
            precinct,name,lat,lon
            101,Hall,38.03,-78.48
            102,Barn,38.05,-78.51
            103,Shed,38.08,-78.55

            """
        let report = try await report(text, ["101", "102"])
        #expect(report.districts.isEmpty)
        #expect(!report.text().contains("are published"))
    }

    @Test("of a state's stations those that stand on a county's boundaries have its districts")
    func partly() async throws {
        let text = """
            precinct,name,lat,lon
            101,Hall,38.03,-78.48
            102,Barn,38.05,-78.51
            103,Shed,38.08,-78.55
            104,Tent,38.9,-77.03

            """
        let report = try await report(text, ["101", "102", "104", "105"])
        let use = try #require(report.districts.first)
        #expect((use.named, use.found) == (4, 1))
        #expect(use.unknown == ["101", "102", "103"])
        #expect(use.withoutStation.isEmpty)
    }

    @Test("where most of the stations stand on boundaries, all of these are theirs")
    func mostly() async throws {
        let text = """
            precinct,name,lat,lon
            101,Hall,38.03,-78.48
            102,Barn,38.8,-77.05
            104,Tent,38.9,-77.03

            """
        let report = try await report(text, ["101", "102", "104", "105"])
        let use = try #require(report.districts.first)
        #expect((use.named, use.found) == (3, 3))
        #expect(use.withoutStation == ["105"])
    }

    @Test("where nothing tells where stations are, districts are told by their codes")
    func unplaced() async throws {
        let report = try await report("precinct,name,address\n101,Hall,Elm St 1\n", ["101", "105"])
        let use = try #require(report.districts.first)
        #expect((use.named, use.found) == (1, 1))
    }
}
