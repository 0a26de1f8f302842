import Datasets
import Foundation
import Importing
import Polling
import Testing

@Suite struct ComparisonTests {
    private static let header = "id,name,address,lat,lon,hours,accessible,precinct,phone\n"

    private static func row(
        _ id: Int,
        name: String? = nil,
        address: String? = nil,
        latitude: String? = nil,
        hours: String = "7-20",
        accessible: String = "yes",
        precinct: String? = nil,
        phone: String = "555"
    ) -> String {
        "\(id),\(name ?? "Hall \(id)"),\(address ?? "\(id) Main St"),"
            + "\(latitude ?? "38.\(100 + id)"),-77.03,\(hours),\(accessible),"
            + "\(precinct ?? "P\(id)"),\(phone)\n"
    }

    private static func file(_ rows: [String]) -> String { header + rows.joined() }

    private static let twenty = (1...20).map { row($0) }

    private static func reimport(_ rows: [String]) async throws -> (Imports, ImportReport) {
        let imports = Imports()
        _ = try await imports.stations(file(twenty))
        return (imports, try await imports.stations(file(rows)))
    }

    @Test("what changed is counted by its sort, and named")
    func sorts() async throws {
        var rows = Self.twenty
        rows[0] = Self.row(1, name: "New Name")
        rows[1] = Self.row(2, address: "9 Elm St")
        rows[2] = Self.row(3, hours: "8-21")
        rows[3] = Self.row(4, accessible: "no")
        rows[4] = Self.row(5, precinct: "P99")
        rows[5] = Self.row(6, phone: "556")
        // A thousandth of a degree of latitude at 38 degrees is 111.0 m on the ellipsoid.
        rows[6] = Self.row(7, name: "Other", latitude: "38.108")
        rows.removeLast()
        rows.append(Self.row(30))
        let (_, report) = try await Self.reimport(rows)
        let changes = report.changes
        #expect(changes.added == 1)
        #expect(changes.removed == 1)
        #expect(changes.changed == 7)
        #expect(changes.unchanged == 12)
        #expect(changes.renamed == 2)
        #expect(changes.moved == 1)
        #expect(abs(changes.farthestMoveM - 111) < 0.1)
        #expect(changes.addressChanged == 1)
        #expect(changes.hoursChanged == 1)
        #expect(changes.accessibilityChanged == 1)
        #expect(changes.districtsChanged == 1)
        #expect(changes.otherChanged == 1)
        #expect(changes.formattingOnly == 0)
        #expect(
            changes.firstChanged.map(\.differences) == [
                ["renamed from \"Hall 1\""], ["address: \"2 Main St\" -> \"9 Elm St\""],
                ["hours: \"7-20\" -> \"8-21\""], ["wheelchair access: \"yes\" -> \"no\""],
                ["no longer for precinct P5", "now for precinct P99"],
                ["phone: \"555\" -> \"556\""],
                ["moved 111 m", "renamed from \"Hall 7\""],
            ]
        )
        // What is new or gone is where it is or was; only what moved has two places.
        #expect(changes.firstAdded.allSatisfy { $0.place != nil && $0.placeBefore == nil })
        #expect(changes.firstRemoved.allSatisfy { $0.place != nil && $0.placeBefore == nil })
        #expect(changes.firstChanged.filter { $0.placeBefore != nil }.map(\.name).count == 1)
        let text = report.text()
        #expect(text.contains("    moved                   1  up to 111 m\n"))
        #expect(text.contains("    hours changed           1\n"))
        #expect(text.contains("added dc.30 \"Hall 30\"\n"))
        #expect(text.contains("removed dc.20 \"Hall 20\"\n"))
    }

    @Test("a door that moved is told, and one that was found or lost")
    func doors() async throws {
        func file(_ doors: [String]) -> String {
            "id,name,lat,lon,entrance_lat,entrance_lon\n"
                + zip(1..., doors).map { "\($0),Hall \($0),38.9,-77.0\($0),\($1)\n" }.joined()
        }
        let imports = Imports()
        _ = try await imports.stations(
            file(["38.9001,-77.01", "38.9001,-77.02", ",", "38.9001,-77.04"])
        )
        let report = try await imports.stations(
            file(["38.9011,-77.01", "38.9001,77.02", "38.9001,-77.03", "38.9001,-77.04"])
        )
        #expect(
            report.changes.firstChanged.map(\.differences) == [
                ["entrance moved 111 m", "entrance_lat: \"38.9001\" -> \"38.9011\""],
                ["has no entrance any more", "entrance_lon: \"-77.02\" -> \"77.02\""],
                [
                    "has an entrance now", "entrance_lat: blank -> \"38.9001\"",
                    "entrance_lon: blank -> \"-77.03\"",
                ],
            ]
        )
    }

    @Test("another way of writing the same is told apart from a change, and changes nothing")
    func formatting() async throws {
        var rows = Self.twenty
        rows[0] = Self.row(1, latitude: "38.10100000")
        rows[1] = Self.row(2, latitude: " 38.102 ")
        let (imports, report) = try await Self.reimport(rows)
        #expect(report.outcome == .nothingToChange)
        #expect(report.changes.formattingOnly == 2)
        #expect(report.changes.unchanged == 20)
        #expect(imports.stations.versions.count == 1)
        #expect(report.text().contains("formatting only"))
        #expect(report.text().contains("nothing to change for them"))
        // Published with other changes, the new way of writing is the one that counts.
        rows[2] = Self.row(3, name: "New Name")
        let changed = try await imports.stations(Self.file(rows))
        #expect(changed.changes.changed == 1)
        #expect(changed.changes.formattingOnly == 2)
        let again = try await imports.stations(Self.file(rows))
        #expect(again.changes.formattingOnly == 0)
        #expect(again.outcome == .nothingToChange)
    }

    @Test("the order of the rows, and of one station's rows, is no change")
    func order() async throws {
        let (_, report) = try await Self.reimport(Self.twenty.reversed())
        #expect(report.outcome == .nothingToChange)
        #expect(report.changes.formattingOnly == 0)
    }

    @Test("the order of a cell's districts and a move of less than a centimetre are formatting")
    func noChange() async throws {
        let imports = Imports()
        func file(_ precincts: [String], latitude: String) -> String {
            Self.file(
                (1...20).map { id in
                    id > 2
                        ? Self.row(id)
                        : Self.row(id, latitude: latitude, precinct: precincts[id - 1])
                }
            )
        }
        _ = try await imports.stations(file(["\"101, 102\"", "\"7, 8\""], latitude: "38.9000000"))
        // A ten-millionth of a degree of latitude is 11 mm, a half of it 5.5 mm.
        let same = try await imports.stations(
            file(["\"102, 101\"", "\"8, 7\""], latitude: "38.90000005")
        )
        #expect(same.outcome == .nothingToChange)
        #expect(same.changes.formattingOnly == 2)
        let other = try await imports.stations(
            file(["\"102, 103\"", "\"8, 7\""], latitude: "38.9000001"),
            mode: .check
        )
        #expect(other.changes.moved == 2)
        #expect(other.changes.districtsChanged == 1)
        #expect(abs(other.changes.farthestMoveM - 0.011) < 0.001)
        #expect(
            other.changes.firstChanged.first?.differences == [
                "moved less than 0.1 m", "no longer for precinct 101", "now for precinct 103",
            ]
        )
    }

    // MARK: Identity

    @Test("stations under new ids are known by name, address and place, and keep theirs")
    func newIDs() async throws {
        let rows = (1...20).map { id in
            Self.row(
                id + 500,
                name: "HALL \(id)",
                address: "\(id) Main St.",
                latitude: "38.\(100 + id)",
                precinct: "P\(id)"
            )
        }
        let (imports, report) = try await Self.reimport(rows)
        #expect(report.outcome == .published)
        #expect(report.changes.added == 0)
        #expect(report.changes.removed == 0)
        #expect(report.changes.idChanged == 20)
        #expect(report.changes.renamed == 20)
        #expect(
            Set(imports.stations.published.map(\.id.rawValue)) == Set((1...20).map { "dc.\($0)" })
        )
        #expect(
            report.changes.firstChanged.first?.differences == [
                "renamed from \"Hall 1\"", "address: \"1 Main St\" -> \"1 Main St.\"",
                "the file has it as dc.501",
            ]
        )
        // The next file has the new ids, and other names: the ids lead back to the old ones.
        let later = rows.map { $0.replacingOccurrences(of: "HALL", with: "School") }
        let third = try await imports.stations(Self.file(later))
        #expect(third.changes.added == 0)
        #expect(third.changes.removed == 0)
        #expect(third.changes.renamed == 20)
        #expect(
            Set(imports.stations.published.map(\.id.rawValue)) == Set((1...20).map { "dc.\($0)" })
        )
        // And the id that a station goes by is not given to another.
        let fourth = try await imports.stations(
            Self.file(
                later + [
                    Self.row(1, name: "Tent", address: "77 Elm St", latitude: "39.5", precinct: "X")
                ]
            )
        )
        #expect(fourth.changes.added == 1)
        #expect(fourth.changes.firstAdded.map(\.id) == ["dc.1-2"])
        #expect(
            imports.stations.published.filter { $0.name == "Tent" }.map(\.id.rawValue) == ["dc.1-2"]
        )
        let fifth = try await imports.stations(
            Self.file(
                later + [
                    Self.row(1, name: "Tent", address: "77 Elm St", latitude: "39.5", precinct: "X")
                ]
            )
        )
        #expect(fifth.outcome == .nothingToChange)
    }

    @Test("one of name, address and place alone is not enough where the file has ids")
    func notAlikeEnough() async throws {
        var rows = Self.twenty
        rows[0] = Self.row(101, name: "Hall 1", address: "1 Main St", latitude: "38.2")
        rows[1] = Self.row(102, name: "Hall 2", address: "Elm St", latitude: "38.102")
        rows[2] = Self.row(103, name: "Barn", address: "3 Main St", latitude: "38.103")
        let (_, report) = try await Self.reimport(rows)
        #expect(report.changes.added == 3)
        #expect(report.changes.removed == 3)
        #expect(report.changes.idChanged == 0)
    }

    @Test("twins in one building are not guessed at")
    func twins() async throws {
        let imports = Imports()
        func file(_ ids: [Int]) -> String {
            "station_id,name,address,lat,lon\n"
                + ids.map { "\($0),Hall,1 Main St,38.9,-77.03\n" }.joined()
                + (10...30).map { "\($0),Hall \($0),\($0) Elm St,38.\($0),-77\n" }.joined()
        }
        _ = try await imports.stations(file([1, 2]))
        let report = try await imports.stations(file([3, 4]))
        #expect(report.changes.added == 2)
        #expect(report.changes.removed == 2)
        #expect(report.changes.idChanged == 0)
    }

    @Test("without ids in the file, two of name, address and place are enough")
    func derivedKeys() async throws {
        let imports = Imports()
        let start = "name,address,lat,lon\n"
        let others = (1...20).map { "Hall \($0),\($0) Elm St,38.\(100 + $0),-77\n" }.joined()
        _ = try await imports.stations(start + "c,1 Church Rd,38.9,-77.03\n" + others)
        let id = try #require(imports.stations.published.first { $0.name == "c" }?.id)
        let renamed = try await imports.stations(
            start + "Dampier School,1 Church Rd,38.9,-77.03\n" + others
        )
        #expect(renamed.changes.firstChanged.map(\.differences) == [["renamed from \"c\""]])
        let corrected = try await imports.stations(
            start + "Dampier School,1A Church Rd,38.9,-77.03\n" + others
        )
        #expect(
            corrected.changes.firstChanged.map(\.differences)
                == [["address: \"1 Church Rd\" -> \"1A Church Rd\""]]
        )
        let moved = try await imports.stations(
            start + "Dampier School,1A Church Rd,38.901,-77.03\n" + others
        )
        #expect(moved.changes.firstChanged.map(\.differences) == [["moved 111 m"]])
        #expect(moved.changes.firstChanged.map(\.place?.lat) == [38.901])
        #expect(moved.changes.firstChanged.map(\.placeBefore?.lat) == [38.9])
        #expect(imports.stations.published.first { $0.name == "Dampier School" }?.id == id)
        #expect(imports.stations.versions.map(\.changes.changed) == [0, 1, 1, 1])
        #expect(imports.stations.versions.dropFirst().allSatisfy { $0.changes.added == 0 })
    }
}
