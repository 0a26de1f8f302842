import Datasets
import Foundation
import Importing
import RowFilesTesting
import Synchronization
import Testing

@Suite struct ImportReportTests {
    private static let file =
        "precinct,portion,name,lat,lon\n1,1.1,Hall,38.9,-77.03\n1,1.2,Hall,38.9,-77.03\n"
        + "2,2.1,Barn,138.9,-77.03\n3,3.1,Tent,,\n"

    @Test("the text says all that staff need, and fits the terminal")
    func text() async throws {
        let imports = Imports()
        let report = try await imports.stations(Self.file)
        // The digest is that of `sha256sum` on the same bytes.
        let expected = """
            stations.csv: 113 bytes, CSV, UTF-8, comma, LF
              SHA-256 \(report.source.sha256)

            read      4  rows of data
            accepted  2  stations
            merged    1  row that repeats one of them
            rejected  1  row
            without a place: 1 of the stations

            Columns
              column    taken for     why
              precinct  precinct, id  by its header; precinct has one value in each station and no
                                      value twice
              portion   attribute     no field of this name; kept as it is
              name      name          by its header
              lat       latitude      by its header, and it holds degrees: 38.9 to 138.9
              lon       longitude     by its header, and it holds degrees: -77.03 to -77.03

            Coordinates: EPSG:4326 (WGS 84); degrees; nothing says that they are of another datum

            Rejected
              the coordinates cannot be used: 1 row
                line 4, lat "138.9": latitude is 138.9; a latitude lies between -90 and 90

            Warning: 1 station without coordinates: kept without a place, found by district or
              postcode, never by distance (line 5)
            Note: portion differs between the merged rows of 1 station; the values are kept side by
              side (1.1; 1.2)

            Compared with what is published as "dc"
              added      2
              removed    0
              changed    0
              unchanged  0

            Published: dc, version 1, 2 stations.

            """
        #expect(report.text(width: 88) == expected)
        let narrow = report.text(width: 60).split(separator: "\n")
        #expect(narrow.filter { $0.count > 60 && !$0.contains(report.source.sha256) } == [])
    }

    @Test("the JSON has the same members whatever the file")
    func json() async throws {
        let report = try await Imports().stations(Self.file, mode: .check)
        let value = try JSONSerialization.jsonObject(with: Data(try report.json()))
        let members = try #require(value as? [String: Any])
        #expect(
            Set(members.keys).isSuperset(of: [
                "kind", "dataset", "outcome", "source", "format", "rows", "without_place",
                "columns", "constants", "causes", "rejected_rows", "notes", "changes",
            ])
        )
        #expect(members["outcome"] as? String == "checked")
        let rows = try #require(members["rows"] as? [String: Int])
        #expect(rows == ["read": 4, "accepted": 2, "merged": 1, "rejected": 1, "blank": 0])
        let rejected = try #require((members["rejected_rows"] as? [[String: Any]])?.first)
        #expect(rejected["line"] as? Int == 4)
        #expect(rejected["row"] as? Int == 3)
        #expect(rejected["column"] as? String == "lat")
        #expect(rejected["value"] as? String == "138.9")
        #expect(rejected["cause"] as? String == "bad_coordinate")
        let changes = try #require(members["changes"] as? [String: Any])
        #expect(changes["added"] as? Int == 2)
        #expect((changes["first_added"] as? [[String: Any]])?.first?["id"] as? String == "dc.1")
    }

    @Test("the digest is SHA-256 of the bytes as given")
    func digest() async throws {
        // SHA-256 of "name,lat,lon\nHall,38.9,-77.03\n", from `printf ... | sha256sum`.
        let report = try await Imports().stations("name,lat,lon\nHall,38.9,-77.03\n")
        #expect(
            report.source.sha256
                == "ef419f89ea3711790432e4444d28c7de48392e7ed8989cd1c8366f725b16e9e1"
        )
    }

    /// What an import of a file tells of its progress.
    private func steps(_ text: String) async throws -> [ImportProgress] {
        let seen = Seen()
        try await withFile(Array(text.utf8), name: "s.csv") { path in
            let imports = Imports()
            _ = try await StationImporter(store: imports.stations, clock: imports.clock)
                .run(.file(path), options: ImportOptions(dataset: try .init("dc"))) {
                    seen.add($0)
                }
        }
        return seen.all
    }

    @Test("progress goes through the phases in order and never past the end")
    func progress() async throws {
        let rows = (0..<5_000).map { "H\($0),38.9,-77.03\n" }.joined()
        let all = try await steps("name,lat,lon\n\(rows)")
        let order = ImportProgress.Phase.allCases
        let places = all.compactMap { order.firstIndex(of: $0.phase) }
        #expect(places == places.sorted())
        #expect(Set(all.map(\.phase)) == [.inspecting, .surveying, .publishing])
        #expect(all.allSatisfy { $0.bytesRead <= $0.bytesTotal && $0.rows <= 5_000 })
        #expect(all.last?.rows == 5_000)
    }

    @Test("what is read grows within a pass, and a file that is read again to be surveyed says so")
    func passes() async throws {
        // Only some rows have an id: the names of all are read as well, to tell them apart.
        let rows = (0..<20_000).map { "\($0 % 2 == 0 ? "\($0)" : ""),H\($0),38.9,-77.03\n" }
            .joined()
        let all = try await steps("id,name,lat,lon\n\(rows)")
        #expect(Set(all.filter { $0.phase == .surveying }.map(\.pass)) == [1, 2])
        #expect(all.filter { $0.phase != .surveying }.allSatisfy { $0.pass == 1 })
        for (earlier, later) in zip(all, all.dropFirst())
        where (earlier.phase, earlier.pass) == (later.phase, later.pass) {
            #expect(earlier.bytesRead <= later.bytesRead)
            #expect(earlier.rows <= later.rows)
        }
    }
}

/// What an import told of its progress.
private final class Seen: Sendable {
    private let progress = Mutex<[ImportProgress]>([])
    var all: [ImportProgress] { progress.withLock { $0 } }
    func add(_ step: ImportProgress) { progress.withLock { $0.append(step) } }
}
