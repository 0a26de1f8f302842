import Datasets
import Foundation
import Polling
import Testing

@testable import Importing

/// Stations of several rows, some of which are refused, and come later.
@Suite struct AddedRowsTests {
    private let imports = Imports()
    private static let header = "id,name,address,lat,lon,precinct,portion\n"

    /// Ten stations of two rows each: precincts 1 and 101, 2 and 102, and so on.
    private static func rows(_ change: (inout [String]) -> Void = { _ in }) -> String {
        var rows = (1...10).flatMap { number in
            [(number, "north"), (number + 100, "south")].map { precinct, portion in
                "\(number),Hall \(number),\(number) Main St,42.\(10 + number),-101.5,"
                    + "\(precinct),\(portion)\n"
            }
        }
        change(&rows)
        return header + rows.joined()
    }

    private func add(_ text: String) async throws -> ImportReport {
        let path = NSTemporaryDirectory() + "ambit-added-" + UUID().uuidString + ".csv"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        var options = ImportOptions(dataset: try DatasetName("dc"), mode: .publish)
        options.keepsOthers = true
        return try await StationImporter(store: imports.stations, clock: imports.clock)
            .run(.file(path), options: options)
    }

    private func precincts(_ id: Int) -> Set<String> {
        let station = imports.stations.published.first { $0.id.rawValue == "dc.\(id)" }
        return Set(station?.districts.map(\.code) ?? [])
    }

    @Test("what a refused row of a station says is taken from the public by force alone")
    func partlyRefused() async throws {
        _ = try await imports.stations(Self.rows())
        #expect(precincts(3) == ["3", "103"])
        let bad = Self.rows { $0[5] = "3,Hall 3,3 Main St,421.3,-101.5,103,south\n" }
        let refused = try await imports.stations(bad)
        #expect(refused.outcome == .refused)
        #expect(refused.forceNeeded.map(\.limit) == [.partlyRefused])
        #expect(
            refused.forceNeeded.first?.text.hasPrefix(
                "1 of the 10 published stations would lose what rows of theirs say that were refused"
            ) == true
        )
        #expect(refused.changes.firstChanged.first?.refusedRow?.line == 7)
        #expect(precincts(3) == ["3", "103"])
        let forced = try await imports.stations(bad, force: true)
        #expect(forced.outcome == .published)
        #expect(precincts(3) == ["3"])
    }

    @Test("a mended row that is added joins the station's other rows")
    func mended() async throws {
        _ = try await imports.stations(Self.rows { $0.remove(at: 5) })
        #expect(precincts(3) == ["3"])
        let report = try await add(
            Self.header + "3,Hall 3,3 Main St,42.13,-101.5,103,south\n"
        )
        #expect(report.outcome == .published)
        #expect(precincts(3) == ["3", "103"])
        #expect(report.changes.changed == 1)
        #expect(
            report.changes.firstChanged.first?.differences.contains { $0.contains("no longer") }
                == false
        )
        #expect(imports.stations.published.count == 10)
        // The same once more has nothing to change.
        let again = try await add(
            Self.header + "3,Hall 3,3 Main St,42.13,-101.5,103,south\n"
        )
        #expect(again.outcome == .nothingToChange)
    }

    @Test("an import that gives the stations other districts is not published by itself")
    func renumbered() async throws {
        _ = try await imports.stations(Self.rows())
        let renumbered = Self.rows { rows in
            rows = rows.map { row in
                var cells = row.split(separator: ",").map(String.init)
                cells[5] = "9\(cells[5])"
                return cells.joined(separator: ",")
            }
        }
        let report = try await imports.stations(renumbered)
        #expect(report.outcome == .refused)
        #expect(report.forceNeeded.map(\.limit) == [.districts])
        #expect(precincts(3) == ["3", "103"])
        let few = Self.rows { $0[0] = $0[0].replacing(",1,north", with: ",11,north") }
        #expect(try await imports.stations(few).outcome == .published)
    }

    @Test("places of a file whose axes are swapped lie in Antarctica, which a warning says")
    func swapped() async throws {
        let report = try await imports.stations(
            "id,name,lat,lon\n1,Hall,-77.03,38.9\n2,Library,-77.01,38.91\n",
            mode: .check
        )
        #expect(
            report.notes.contains {
                $0.level == .warning
                    && $0.text.contains("latitude and longitude are probably swapped")
            }
        )
        let right = try await imports.stations(
            "id,name,lat,lon\n1,Hall,38.9,-77.03\n2,Library,38.91,-77.01\n",
            mode: .check
        )
        #expect(!right.notes.contains { $0.text.contains("swapped") })
    }
}
