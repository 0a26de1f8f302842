import Importing
import Polling
import RowFilesTesting
import Testing

/// Columns of few values, such as hours: those that were sorted, or slipped, without the others take consent, and
/// values that change at some stations one way and at some the other do not.
@Suite struct SwappedValuesTests {
    private let imports = Imports()

    /// A column of few values, and what its swap is called.
    struct Column: CustomTestStringConvertible, Sendable {
        let header: String
        let one: String
        let other: String
        let limit: GuardFinding.Limit
        var testDescription: String { header }

        /// Those of a hundred stations, in no order that repeats.
        var values: [String] {
            var random = SeededGenerator(seed: 7)
            return (0..<100).map { _ in Bool.random(using: &random) ? one : other }
        }

        /// The values with as many of each changed to the other.
        func exchanged(_ values: [String], _ count: Int) -> [String] {
            var (changed, left) = (values, [one: count, other: count])
            for index in values.indices where index % 2 == 0 {
                guard let rest = left[values[index]], rest > 0 else { continue }
                left[values[index]] = rest - 1
                changed[index] = values[index] == other ? one : other
            }
            return changed
        }
    }

    static let columns = [
        Column(header: "hours", one: "7:00-19:00", other: "6:00-20:00", limit: .swappedHours),
        Column(header: "wheelchair", one: "yes", other: "no", limit: .swappedAccess),
        Column(
            header: "station_type",
            one: "Polling Place",
            other: "Vote Center",
            limit: .swappedTypes
        ),
    ]

    /// Stations with one column of some values, and notes on access that stay as they are.
    private static func rows(_ column: Column, _ values: [String], order: [Int]? = nil) -> String {
        let rows = values.enumerated().map { index, value in
            "\(index),Hall \(index),\(index * 7 + 3) Main St,Ramp \(index),\(value),42.\(index + 100),-101.5\n"
        }
        return "id,name,address,access notes,\(column.header),lat,lon\n"
            + (order ?? Array(rows.indices)).map { rows[$0] }.joined()
    }

    private func reimport(
        _ column: Column,
        _ published: [String],
        _ values: [String],
        order: [Int]? = nil
    ) async throws -> ImportReport {
        _ = try await imports.stations(Self.rows(column, published), force: true)
        #expect(imports.stations.published.count == published.count)
        return try await imports.stations(Self.rows(column, values, order: order))
    }

    @Test(
        "a column that slipped by up to three rows takes consent, whatever became of its ends",
        arguments: columns,
        [1, 2, 3, -1]
    )
    func slipped(column: Column, rows: Int) async throws {
        let values = column.values
        let blanks = Array(repeating: column.one, count: abs(rows))
        let slipped = rows > 0 ? blanks + values.dropLast(rows) : Array(values.dropFirst()) + blanks
        let report = try await reimport(column, values, slipped)
        #expect(report.outcome == .refused)
        let finding = try #require(report.forceNeeded.first { $0.limit == column.limit })
        #expect(finding.allowed == 5)
        #expect(finding.count > 30)
        #expect(finding.text.contains(" of the 100 published stations would take the "))
        #expect(report.notes.allSatisfy { $0.finding.code != "exchanged_values" })
    }

    @Test("so does one of which a few rows in the middle slipped", arguments: columns)
    func slippedInPart(column: Column) async throws {
        // Ten stations of two values, in turn, that go on to the next but for the last.
        var values = Array(repeating: column.one, count: 100)
        for index in stride(from: 40, to: 50, by: 2) { values[index] = column.other }
        var slipped = values
        for index in 41...50 { slipped[index] = values[index - 1] }
        slipped[40] = column.one
        let report = try await reimport(column, values, slipped)
        #expect(report.forceNeeded.first { $0.limit == column.limit }?.count == 10)
    }

    @Test("so does one that was sorted", arguments: columns)
    func sorted(column: Column) async throws {
        let values = column.values
        let report = try await reimport(column, values, values.sorted())
        #expect(report.outcome == .refused)
        #expect((report.forceNeeded.first { $0.limit == column.limit }?.count ?? 0) > 30)
    }

    @Test("so does one that was sorted in a list of twelve stations", arguments: columns)
    func sortedFew(column: Column) async throws {
        let values = (0..<12).map { $0 % 2 == 0 ? column.other : column.one }
        let report = try await reimport(column, values, values.sorted())
        #expect(report.forceNeeded.first { $0.limit == column.limit }?.allowed == 5)
    }

    @Test("so does one that stayed where the others were sorted", arguments: columns)
    func mixed(column: Column) async throws {
        let values = column.values
        var random = SeededGenerator(seed: 8)
        let report = try await reimport(column, values, values.shuffled(using: &random))
        #expect(report.forceNeeded.first { $0.limit == column.limit }?.allowed == 9)
    }

    @Test(
        "values that change at three or eight stations of a hundred one way, and at as many the other, are taken",
        arguments: columns,
        [3, 8]
    )
    func exchanged(column: Column, count: Int) async throws {
        let values = column.values
        let changed = column.exchanged(values, count)
        #expect(zip(values, changed).count { $0 != $1 } == 2 * count)
        let report = try await reimport(column, values, changed)
        #expect(report.forceNeeded.isEmpty, "\(report.forceNeeded)")
        #expect(report.outcome == .published)
        #expect(report.notes.allSatisfy { $0.finding.code != "exchanged_values" })
    }

    @Test(
        "of a short list a warning tells that as many change one way as the other",
        arguments: columns
    )
    func exchangedOfFew(column: Column) async throws {
        let values = (0..<16).map { $0 % 8 < 4 ? column.other : column.one }
        let changed = column.exchanged(values, 3)
        #expect(zip(values, changed).count { $0 != $1 } == 6)
        let report = try await reimport(column, values, changed)
        #expect(report.forceNeeded.isEmpty, "\(report.forceNeeded)")
        let note = try #require(report.notes.first { $0.finding.code == "exchanged_values" })
        #expect(note.level == .warning)
        #expect(note.text.hasPrefix("6 of the 16 published stations would take the "))
    }

    @Test(
        "values that change at many stations one way, and at a few the other, are taken",
        arguments: columns
    )
    func surveyed(column: Column) async throws {
        var values = Array(repeating: column.other, count: 50)
        values += Array(repeating: column.one, count: 50)
        var changed = values
        for index in 0..<40 { changed[index] = column.one }
        for index in 60..<64 { changed[index] = column.other }
        let report = try await reimport(column, values, changed)
        #expect(report.forceNeeded.isEmpty, "\(report.forceNeeded)")
        #expect(report.notes.allSatisfy { $0.finding.code != "exchanged_values" })
    }

    @Test("a list in another order, with a few changes, is taken", arguments: columns)
    func reordered(column: Column) async throws {
        let values = column.values
        let report = try await reimport(
            column,
            values,
            column.exchanged(values, 3),
            order: Array((0..<100).reversed())
        )
        #expect(report.outcome == .published)
        #expect(report.notes.allSatisfy { $0.finding.code != "exchanged_values" })
    }

    @Test(
        "mistakes that are mended in a column that is in order are no sort of it",
        arguments: columns
    )
    func mended(column: Column) async throws {
        let ordered = (0..<100).map { $0 < 50 ? column.one : column.other }
        let report = try await reimport(column, column.exchanged(ordered, 4), ordered)
        #expect(report.outcome == .published, "\(report.forceNeeded)")
    }
}
