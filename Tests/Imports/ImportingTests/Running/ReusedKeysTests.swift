import Importing
import Polling
import Testing

/// Stations that are added under keys which published ones have.
@Suite struct ReusedKeysTests {
    private let imports = Imports()

    /// Forty stations that their precincts name.
    private static let rows =
        "name,address,lat,lon,precinct\n"
        + (1...40).map { "Hall \($0),\($0) Main St,42.\(10 + $0),-101.5,\($0)\n" }.joined()

    private func add(_ row: String, force: Bool = false) async throws -> ImportReport {
        try await imports.stations("name,address,lat,lon,precinct\n" + row) { options in
            options.keepsOthers = true
            options.isForced = force
        }
    }

    private func names(_ code: String) -> [String] {
        imports.stations.published.filter { $0.districts.map(\.code) == [code] }.map(\.name)
    }

    @Test(
        "another station of a precinct that names one takes its place by force alone, and it is told"
    )
    func precinct() async throws {
        _ = try await imports.stations(Self.rows)
        let report = try await add("Early Gym,99 Oak Ave,42.5,-101.9,3\n")
        #expect(report.outcome == .refused)
        #expect(report.forceNeeded.map(\.limit) == [.reusedKeys])
        let text = try #require(report.forceNeeded.first?.text)
        #expect(text.hasPrefix("1 of the 40 published stations would give way to others"))
        #expect(text.contains("\"Early Gym\""))
        #expect(names("3") == ["Hall 3"])
        let forced = try await add("Early Gym,99 Oak Ave,42.5,-101.9,3\n", force: true)
        #expect(forced.outcome == .published)
        #expect(names("3") == ["Early Gym"])
    }

    @Test(
        "a station that keeps its name, its address or its place needs no force",
        arguments: [
            "Hall 3,99 Oak Ave,42.5,-101.9,3", "Gym,3 Main St,42.5,-101.9,3",
            "Gym,99 Oak Ave,42.13,-101.5,3",
        ]
    )
    func same(row: String) async throws {
        _ = try await imports.stations(Self.rows)
        let report = try await add(row + "\n")
        #expect(report.forceNeeded.isEmpty)
        #expect(report.outcome == .published)
    }

    @Test("a file that replaces what is published may have other stations for its precincts")
    func replacing() async throws {
        _ = try await imports.stations(Self.rows)
        let other = Self.rows.replacing(
            "Hall 3,3 Main St,42.13,-101.5",
            with: "Gym,99 Oak Ave,42.131,-101.506"
        )
        let report = try await imports.stations(other, force: true)
        #expect(!report.forceNeeded.contains { $0.limit == .reusedKeys })
    }
}
