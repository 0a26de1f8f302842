import Importing
import Radar
import RowFilesTesting
import Testing

/// Files of messages in which no column has ids, and whose texts have other headers.
@Suite struct MessagesWithoutIDsTests {
    private let imports = Imports()

    @Test(
        "the column of texts is found",
        arguments: [
            "desc", "Description", "body", "title", "DESCR", "Message Text", "problem", "Subject",
        ]
    )
    func texts(header: String) async throws {
        let report = try await imports.messages(
            "\(header),created,lat,lon\nPothole,2026-01-01T00:00:00Z,38.9,-77.0\n"
        )
        #expect(report.columns.first?.field == "text")
        #expect(imports.messages.published.map(\.text) == ["Pothole"])
    }

    private static let lines = [
        "Pothole,2026-01-01T00:00:00Z,38.9,-77.0,red",
        "Pothole,2026-01-01T00:00:00Z,38.9,-77.0,blue",
        "Pothole,2026-01-01T00:00:00Z,38.9,-77.0,red",
        "Pothole,2026-01-01T00:00:00Z,38.9,-77.0,green",
        "Pothole,2026-01-01T00:00:00Z,38.9,-77.0,green",
        "Lamp,2026-01-01T00:00:00Z,38.9,-77.0,red",
    ]

    @Test("no row is refused for an id that the file does not have", arguments: 0..<6)
    func noRefusals(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        func file(_ lines: [String]) -> String {
            "desc,created,lat,lon,color\n" + lines.joined(separator: "\n") + "\n"
        }
        let report = try await imports.messages(file(Self.lines))
        #expect(report.rows.rejected == 0)
        #expect(report.rows.accepted == 4)
        #expect(report.rows.merged == 2)
        let messages = imports.messages.published
        #expect(Set(messages.map(\.origin.key)).count == 4)
        #expect(
            messages.map { $0.origin.attributes["color"] ?? "" }.sorted()
                == ["blue", "green", "red", "red"]
        )
        // The order of the rows means nothing.
        let shuffled = try await imports.messages(file(Self.lines.shuffled(using: &generator)))
        #expect(shuffled.outcome == .nothingToChange)
    }
}
