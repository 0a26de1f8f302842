import Datasets
import Foundation
import Geodesy
import Polling
import RowFilesTesting
import Testing

@testable import Importing

/// What is published of a row that is refused in the next file: it is no station that is gone.
@Suite struct RefusedRowsTests {
    private let imports = Imports()
    private static let header = "id,name,address,lat,lon,precinct\n"
    private static let good = (1...12).map {
        "\($0),Hall \($0),\($0) Main St,42.\(10 + $0),-101.5,\($0)\n"
    }

    private static func file(_ change: (inout [String]) -> Void = { _ in }) -> String {
        var rows = good
        change(&rows)
        return header + rows.joined()
    }

    private func published(_ id: String) -> Station? {
        imports.stations.published.first { $0.id.rawValue == "dc.\(id)" }
    }

    @Test("a refused row leaves its station as it is published; one that is gone is removed")
    func keptAndRemoved() async throws {
        _ = try await imports.stations(Self.file())
        let report = try await imports.stations(
            Self.file { rows in
                rows[1] = "2,Hall Two,2 Main St,192.2,-101.5,2\n"
                rows[2] = "3,Renamed,3 Main St,42.13,-101.5,3\n"
                rows.removeLast()
            }
        )
        #expect(report.outcome == .published)
        #expect(report.changes.removed == 1)
        #expect(report.changes.firstRemoved.map(\.id) == ["dc.12"])
        #expect(report.changes.rowRefused == 1)
        let kept = try #require(report.changes.firstRowRefused.first)
        #expect(kept.id == "dc.2")
        // Its name is the one that is published.
        #expect(kept.name == "Hall 2")
        #expect(kept.refusedRow?.line == 3)
        #expect(kept.refusedRow?.value == "192.2")
        #expect(report.changes.changed == 1)
        #expect(report.changes.unchanged == 9)
        #expect(imports.stations.published.count == 11)
        #expect(published("2")?.coordinate == (try Coordinate(latitude: 42.12, longitude: -101.5)))
        #expect(published("3")?.name == "Renamed")
        #expect(published("12") == nil)
        // The ledger's counts are those of what is published.
        let version = try #require(imports.stations.versions.last)
        #expect(version.changes.unchanged == 10)
        #expect(version.recordCount == 11)
    }

    @Test("the report tells the two apart, in text, in a line, and in JSON")
    func told() async throws {
        _ = try await imports.stations(Self.file())
        let report = try await imports.stations(
            Self.file { rows in
                rows[1] = "2,Hall Two,2 Main St,192.2,-101.5,2\n"
                rows.removeLast()
            },
            mode: .check
        )
        let text = report.text(width: 200)
        #expect(text.contains("removed       1  not in the file\n"))
        #expect(
            text.contains(
                "row refused   1  in the file, but not usable there; they stay as they are published\n"
            )
        )
        #expect(text.contains("removed dc.12 \"Hall 12\"\n"))
        #expect(
            text.contains("row refused dc.2 \"Hall 2\": line 3, lat \"192.2\": latitude is 192.2; ")
        )
        #expect(
            report.warnings.contains {
                $0.hasPrefix(
                    "1 published station stays as published, for its row was refused (line 3)"
                )
            }
        )
        let json = try JSONSerialization.jsonObject(with: Data(report.json()))
        let changes = try #require((json as? [String: Any])?["changes"] as? [String: Any])
        #expect(changes["removed"] as? Int == 1)
        #expect(changes["row_refused"] as? Int == 1)
        let first = try #require((changes["first_row_refused"] as? [[String: Any]])?.first)
        let row = try #require(first["refused_row"] as? [String: Any])
        #expect(row["line"] as? Int == 3)
        #expect(row["cause"] as? String == "bad_coordinate")
    }

    @Test("a file with nothing new but a refused row changes nothing")
    func nothing() async throws {
        _ = try await imports.stations(Self.file())
        let report = try await imports.stations(
            Self.file { $0[1] = "2,Hall Two,2 Main St,192.2,-101.5,2\n" }
        )
        #expect(report.outcome == .nothingToChange)
        #expect(report.changes.rowRefused == 1)
        #expect(imports.stations.published.count == 12)
        #expect(imports.stations.leftOver == 0)
    }

    @Test("a station without an id of its own is known by its name and address")
    func withoutIDs() async throws {
        let rows = (1...12).map { "Hall \($0),\($0) Main St,42.\(10 + $0),-101.5\n" }
        let header = "name,address,lat,lon\n"
        _ = try await imports.stations(header + rows.joined())
        var changed = rows
        changed[4] = "HALL 5,5 Main St.,422.15,-101.5\n"
        changed[6] = "Hall 7,7 Main St,42.17,-101.501\n"
        let report = try await imports.stations(header + changed.joined())
        #expect(report.outcome == .published)
        #expect(report.changes.removed == 0)
        #expect(report.changes.firstRowRefused.map(\.name) == ["Hall 5"])
        #expect(imports.stations.published.count == 12)
    }

    @Test("where ids have changed, name and address name the station of a refused row")
    func otherIDs() async throws {
        _ = try await imports.stations(Self.file())
        let report = try await imports.stations(
            Self.header
                + (1...12).map { number in
                    let latitude = number == 4 ? "142.14" : "42.\(10 + number)"
                    return
                        "9\(number),Hall \(number),\(number) Main St,\(latitude),-101.5,\(number)\n"
                }.joined()
        )
        #expect(report.changes.removed == 0)
        #expect(report.changes.idChanged == 11)
        #expect(report.changes.firstRowRefused.map(\.id) == ["dc.4"])
        #expect(imports.stations.published.contains { $0.id.rawValue == "dc.4" } == true)
    }

    @Test("a twin that is gone is not taken for the one whose row was refused")
    func twins() async throws {
        let twin = "13,Hall 1,1 Main St,42.5,-101.5,13\n"
        _ = try await imports.stations(Self.file { $0.append(twin) })
        let report = try await imports.stations(
            Self.file { $0[0] = "1,Hall 1,1 Main St,192.1,-101.5,1\n" }
        )
        #expect(report.changes.firstRowRefused.map(\.id) == ["dc.1"])
        #expect(report.changes.firstRemoved.map(\.id) == ["dc.13"])
    }

    @Test("a station that loses one of its rows is told with the row")
    func oneRowOfSeveral() async throws {
        let second = "5,Hall 5,5 Main St,42.15,-101.5,99\n"
        _ = try await imports.stations(Self.file { $0.append(second) })
        #expect(published("5")?.districts.map(\.code) == ["5", "99"])
        let report = try await imports.stations(
            Self.file { $0.append("5,Hall 5,5 Main St,42.15,-101.5,99,x,y\n") }
        )
        #expect(report.changes.rowRefused == 0)
        let changed = try #require(report.changes.firstChanged.first)
        #expect(changed.id == "dc.5")
        #expect(changed.refusedRow?.line == 14)
        #expect(
            report.text(width: 300).contains(
                "no longer for precinct 99; a row of it was refused: line 14 \"x\": the row has 8 "
            )
        )
    }

    @Test("rows that do not say whose they are are counted beside what is removed")
    func unnamed() async throws {
        _ = try await imports.stations(Self.file())
        let report = try await imports.stations(
            Self.file { rows in
                rows[11] = ",,,42.22,-101.5,12\n"
            }
        )
        #expect(report.rows.rejected == 1)
        #expect(report.unnamedRefusals == 1)
        #expect(report.changes.removed == 1)
        #expect(
            report.text(width: 200).contains(
                "1 refused row does not say which of the stations it is about; look whether some of "
                    + "those removed are meant"
            )
        )
    }

    @Test(
        "more than a fifth of refused rows needs force, and then they stay as they are",
        arguments: [2, 3]
    )
    func guarded(count: Int) async throws {
        _ = try await imports.stations(Self.file())
        let text = Self.file { rows in
            for index in 0..<count { rows[index] = "\(index + 1),Hall,x,999,-101.5,1\n" }
            rows[11] = "12,Other,12 Main St,42.22,-101.5,12\n"
        }
        let report = try await imports.stations(text)
        // A fifth of twelve is 2.4.
        #expect(report.outcome == (count == 2 ? .published : .refused))
        #expect(report.forceNeeded.map(\.limit) == (count == 2 ? [] : [.rowRefused]))
        guard count == 3 else { return }
        #expect(
            report.forceNeeded.first?.text
                == "3 of the 12 published stations would stay as they are, for their rows in the file "
                + "were refused (25.0 %); without --force at most 2 (20 %) may"
        )
        let forced = try await imports.stations(text, force: true)
        #expect(forced.outcome == .published)
        #expect(imports.stations.published.count == 12)
        #expect(published("1")?.name == "Hall 1")
        #expect(published("12")?.name == "Other")
    }

    @Test("what is added counts them once")
    func added() async throws {
        _ = try await imports.stations(Self.file())
        let report = try await imports.stations(
            Self.header + "2,Hall Two,2 Main St,192.2,-101.5,2\n"
                + (13...16).map { "\($0),New \($0),\($0) Main St,42.\($0),-101.6,\($0)\n" }.joined()
        ) { $0.keepsOthers = true }
        #expect(report.outcome == .published)
        #expect(report.changes.rowRefused == 1)
        #expect(report.changes.unchanged == 11)
        #expect(report.addition == Addition(records: 16, kept: 12, withoutPlace: 0))
        #expect(imports.stations.published.count == 16)
    }

    @Test("postcodes and districts whose rows are refused stay as well")
    func otherKinds() async throws {
        let store = FakeStore<PostcodePlace>(kind: .postcodes)
        func run(_ text: String) async throws -> ImportReport {
            try await withFile(Array(text.utf8), name: "p.csv") { path in
                try await PostcodeImporter(store: store, clock: imports.clock)
                    .run(.file(path), options: ImportOptions(dataset: try DatasetName("zip")))
            }
        }
        let rows = (1...9).map { "1000\($0),Town \($0),40.\($0),-75.1\n" }
        let header = "zip,city,lat,lon\n"
        _ = try await run(header + rows.joined())
        var changed = rows
        changed[3] = "10004,Town 4,140.4,-75.1\n"
        changed[4] = "10005,Town 5,40.55,-75.1\n"
        let report = try await run(header + changed.joined())
        #expect(report.outcome == .published)
        #expect(report.changes.removed == 0)
        #expect(report.changes.rowRefused == 1)
        #expect(store.published.count == 9)
    }
}
