import Foundation
import Testing

@testable import Importing

@Suite struct ImportGuardsTests {
    /// Stations a hundredth of a degree apart: 1.1 km.
    private static func file(_ rows: some Sequence<(id: Int, latitude: Double)>) -> String {
        "id,name,lat,lon\n"
            + rows.map { "\($0.id),Hall \($0.id),\($0.latitude),-77.03\n" }.joined()
    }

    private static func rows(_ ids: some Sequence<Int>) -> [(id: Int, latitude: Double)] {
        ids.map { ($0, 30 + Double($0) / 100) }
    }

    private static func published(_ count: Int) async throws -> Imports {
        let imports = Imports()
        let report = try await imports.stations(file(rows(1...count)))
        #expect(report.outcome == .published)
        return imports
    }

    struct Removal: Sendable {
        let published: Int
        let kept: Int
        let isAllowed: Bool
    }

    @Test(
        "a fifth of the stations may go, and not one more",
        arguments: [
            Removal(published: 100, kept: 80, isAllowed: true),
            Removal(published: 100, kept: 79, isAllowed: false),
            // A fifth of 143 is 28.6 stations.
            Removal(published: 143, kept: 143 - 28, isAllowed: true),
            Removal(published: 143, kept: 143 - 29, isAllowed: false),
            Removal(published: 5, kept: 4, isAllowed: true),
            Removal(published: 4, kept: 3, isAllowed: false),
        ]
    )
    func removals(removal: Removal) async throws {
        let imports = try await Self.published(removal.published)
        let report = try await imports.stations(Self.file(Self.rows(1...removal.kept)))
        #expect(report.outcome == (removal.isAllowed ? .published : .refused))
        #expect(report.forceNeeded.map(\.limit) == (removal.isAllowed ? [] : [.removed]))
        let expected = removal.isAllowed ? removal.kept : removal.published
        #expect(imports.stations.published.count == expected)
        #expect(imports.stations.versions.count == (removal.isAllowed ? 2 : 1))
        #expect(imports.stations.leftOver == 0)
    }

    struct Move: Sendable {
        let moved: Int
        /// 0.0018 degrees of latitude at 30 degrees are 199.5 m on the ellipsoid, 0.00181 are
        /// 200.6 m (`GeodSolve -i`).
        let degrees: Double
        let isAllowed: Bool
    }

    @Test(
        "one in twenty stations may move by over 200 m, and not one more; all may by less",
        arguments: [
            Move(moved: 5, degrees: 0.00181, isAllowed: true),
            Move(moved: 6, degrees: 0.00181, isAllowed: false),
            Move(moved: 6, degrees: 0.0018, isAllowed: true),
            Move(moved: 100, degrees: 0.0018, isAllowed: true),
        ]
    )
    func moves(move: Move) async throws {
        let imports = try await Self.published(100)
        let rows = Self.rows(1...100).map { row in
            (row.id, row.latitude + (row.id <= move.moved ? move.degrees : 0))
        }
        let report = try await imports.stations(Self.file(rows))
        #expect(report.outcome == (move.isAllowed ? .published : .refused))
        #expect(report.forceNeeded.map(\.limit) == (move.isAllowed ? [] : [.moved]))
        #expect(report.changes.moved == move.moved)
        #expect(imports.stations.versions.count == (move.isAllowed ? 2 : 1))
    }

    @Test("stations that lose their places count as moved far", arguments: [(5, true), (6, false)])
    func lostPlaces(count: Int, isAllowed: Bool) async throws {
        let imports = try await Self.published(100)
        let text =
            "id,name,lat,lon\n"
            + Self.rows(1...100).map { id, latitude in
                id <= count ? "\(id),Hall \(id),,\n" : "\(id),Hall \(id),\(latitude),-77.03\n"
            }.joined()
        let report = try await imports.stations(text)
        #expect(report.outcome == (isAllowed ? .published : .refused))
        #expect(report.forceNeeded.map(\.limit) == (isAllowed ? [] : [.moved]))
    }

    @Test("a refusal says why with numbers, in the text and in JSON")
    func says() async throws {
        let imports = try await Self.published(100)
        let rows = Self.rows(31...100).map { ($0.id, $0.latitude + ($0.id > 90 ? 1 : 0)) }
        let report = try await imports.stations(Self.file(rows))
        let texts = [
            "30 of the 100 published stations are not in the file (30.0 %); without --force at "
                + "most 20 (20 %) may",
            "10 of the 100 published stations would move by more than 200 m or lose their place "
                + "(10.0 %); without --force at most 5 (5 %) may",
        ]
        #expect(report.forceNeeded.map(\.text) == texts)
        let text = report.text()
        #expect(text.contains("Refused: nothing was changed.\nTo publish it all the same takes"))
        for line in texts { #expect(report.text(width: 200).contains(line)) }
        let json = try JSONSerialization.jsonObject(with: Data(try report.json()))
        let members = try #require(json as? [String: Any])
        #expect(members["outcome"] as? String == "refused")
        let needed = try #require(members["force_needed"] as? [[String: Any]])
        #expect(needed.compactMap { $0["limit"] as? String } == ["removed", "moved"])
        #expect(needed.compactMap { $0["count"] as? Int } == [30, 10])
        // Of boundaries and postcodes it is farther: who words it again has to know.
        let values = needed.compactMap { $0["values"] as? [String: String] }
        #expect(values == [[:], ["far": "200 m"]])
        #expect(needed.compactMap { $0["allowed"] as? Int } == [20, 5])
        #expect(needed.compactMap { $0["published"] as? Int } == [100, 100])
    }

    @Test("a check says beforehand that force is needed, and is no failure")
    func check() async throws {
        let imports = try await Self.published(10)
        let report = try await imports.stations(Self.file(Self.rows(1...7)), mode: .check)
        #expect(report.outcome == .checked)
        #expect(report.forceNeeded.map(\.count) == [3])
        #expect(report.text().contains("To publish it will need --force, because"))
    }

    @Test("force publishes all the same, and the report tells of it")
    func force() async throws {
        let imports = try await Self.published(10)
        let report = try await imports.stations(Self.file(Self.rows(1...7)), force: true)
        #expect(report.outcome == .published)
        #expect(report.version == 2)
        #expect(report.forceNeeded.map(\.count) == [3])
        #expect(report.text().contains("It was published with --force, although"))
        #expect(imports.stations.published.count == 7)
    }

    @Test("ground is counted in words that can be counted")
    func ground() {
        #expect(counted(667, ofKind: "ground") == "667 pieces of ground")
        #expect(counted(1, ofKind: "ground") == "1 piece of ground")
        #expect(counted(2, ofKind: "addresses") == "2 addresses")
        var changes = Changes()
        changes.removed = 300
        let finding = ImportGuards.others.findings(
            changes,
            GuardCounts(),
            published: 667,
            kind: "ground"
        ).first
        #expect(
            finding?.text.hasPrefix("300 of the 667 published pieces of ground are not in") == true
        )
    }

    @Test("new stations and a first import need no force")
    func additions() async throws {
        let imports = try await Self.published(10)
        let report = try await imports.stations(Self.file(Self.rows(1...1000)))
        #expect(report.outcome == .published)
        #expect(report.forceNeeded.isEmpty)
    }
}
