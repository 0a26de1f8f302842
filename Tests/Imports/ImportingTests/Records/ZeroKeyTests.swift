import Datasets
import Importing
import Polling
import Testing

/// A 0 among the stations' ids is one of them, or is said to be none.
@Suite struct ZeroKeyTests {
    private let imports = Imports()

    private static let numbers = (1..<30).map { String($0) }
    static let pairs = ["0", "0"] + numbers
    static let blanks = ["0", ""] + numbers
    static let letters = ["0"] + numbers.map { "A" + $0 }
    static let doubles = ["0", "00"] + numbers

    private func file(_ ids: [String], names: [String]? = nil) -> String {
        let rows = ids.enumerated().map { index, id in
            "\(id),\(names?[index] ?? "Hall \(index)"),\(index + 1) King St,42.1\(index),-101.4\(index)"
        }
        return (["id,name,address,lat,lon"] + rows).joined(separator: "\n") + "\n"
    }

    private var keys: [String] { imports.stations.published.map { $0.id.rawValue }.sorted() }

    private func zeroNotes(_ report: ImportReport) -> [ImportNote] {
        report.notes.filter { $0.text.contains("which is taken for no id") }
    }

    @Test("0 is the id of one station where the others have 1, 2 and so on", arguments: [3, 30])
    func counted(count: Int) async throws {
        let report = try await imports.stations(file((0..<count).map { String($0) }))
        #expect(keys == (0..<count).map { "dc.\($0)" }.sorted())
        #expect(zeroNotes(report).isEmpty)
        #expect(report.columns[0].field == "id")
        let again = try await imports.stations(file((0..<count).map { String($0) }))
        #expect(again.outcome == .nothingToChange)
    }

    @Test("all rows of the station with the id 0 are one station")
    func merged() async throws {
        let text = file(["0", "1", "2"]) + "0,Hall 0,1 King St,42.10,-101.40\n"
        let report = try await imports.stations(text)
        #expect(keys == ["dc.0", "dc.1", "dc.2"])
        #expect(report.rows.merged == 1)
    }

    @Test(
        "a 0 beside another 0, a blank or ids that are no numbers is no id, and that is told",
        arguments: [
            ZeroKeyTests.pairs, ZeroKeyTests.blanks, ZeroKeyTests.letters, ZeroKeyTests.doubles,
        ]
    )
    func dummies(ids: [String]) async throws {
        let report = try await imports.stations(file(ids))
        #expect(!keys.contains("dc.0"))
        #expect(!keys.contains("dc.00"))
        #expect(keys.count == ids.count)
        let zeros = ids.count { $0 == "0" || $0 == "00" }
        let note = try #require(zeroNotes(report).first)
        #expect(note.level == .warning)
        #expect(note.text.hasPrefix("id is 0 in \(zeros) row"))
        #expect(note.lines == (0..<zeros).map { $0 + 2 })
    }

    @Test("a station that has a 0 in one row and another id in the next is not named by the 0")
    func otherID() async throws {
        let text = file(["0", "1", "2"]) + "7,Hall 0,1 King St,42.10,-101.40\n"
        _ = try await imports.stations(text)
        #expect(!keys.contains("dc.0"))
    }
}
