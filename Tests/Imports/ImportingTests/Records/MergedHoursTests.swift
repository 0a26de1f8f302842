import Importing
import Polling
import Testing

/// The hours of a station of which several rows tell some.
@Suite struct MergedHoursTests {
    private static let header = "id,type,name,address,lat,lon,hours\n"

    private func published(
        _ rows: [String],
        header: String = header
    ) async throws -> (stations: [Station], report: ImportReport) {
        let imports = Imports()
        let report = try await imports.stations(header + rows.joined(separator: "\n") + "\n")
        return (imports.stations.published.sorted { $0.id < $1.id }, report)
    }

    private func row(_ hours: String, type: String = "", id: String = "1") -> String {
        "\(id),\(type),A School,1 Main St,42.105,-101.495,\"\(hours)\""
    }

    @Test(
        "hours of dated days are joined, however the days are written",
        arguments: [
            ["2027-05-11 07:00-20:00", "2027-04-24 09:00-17:00"],
            ["11.05.2027 07:00-20:00", "24.04.2027 - 30.04.2027 09:00-17:00"],
            ["May 11, 2027 7am-8pm", "April 24 - April 30, 2027 9am-5pm"],
            ["Tue May 11, 2027 7:00 AM - 8:00 PM", "Wed May 5, 2027 9:00 AM - 5:00 PM"],
        ]
    )
    func dated(hours: [String]) async throws {
        for hours in [hours, hours.reversed()] {
            let (stations, report) = try await published(hours.map { row($0) })
            let text = try #require(stations.only?.hours)
            let spans = try #require(OpeningHours(parsing: text), "\(text)").spans
            #expect(spans.count == 2)
            #expect(spans.contains { $0.days?.contains(date("2027-05-11")) == true })
            #expect(!report.notes.contains { $0.text.hasPrefix("hours differs") })
        }
    }

    private func date(_ text: String) -> CalendarDate { CalendarDate(parsing: text)! }

    @Test("the order of the rows changes nothing that is published")
    func order() async throws {
        let rows = ["May 11, 2027 7am-8pm", "May 5, 2027 9am-5pm"].map { row($0) }
        let imports = Imports()
        _ = try await imports.stations(Self.header + rows.joined(separator: "\n"))
        let report = try await imports.stations(
            Self.header + rows.reversed().joined(separator: "\n")
        )
        #expect(report.outcome == .nothingToChange)
    }

    @Test("of hours of no day one is kept, and both are told with their lines as a warning")
    func undated() async throws {
        let (stations, report) = try await published([row("7-19"), row("8-20")])
        #expect(stations.only?.hours == "8-20")
        let note = try #require(report.notes.first { $0.text.hasPrefix("hours differs") })
        #expect(note.level == .warning)
        #expect(note.lines == [2, 3])
        #expect(note.text.contains("\"7-19\" (line 2), \"8-20\" (line 3)"))
    }

    @Test("hours of days go before hours of none, in any order of the rows")
    func datedBeforeUndated() async throws {
        let rows = ["2027-05-11 07:00-20:00", "9-17", "2027-05-05 09:00-17:00"].map { row($0) }
        for rows in [rows, rows.reversed(), [rows[1], rows[0], rows[2]]] {
            let (stations, report) = try await published(rows)
            let hours = try #require(stations.only?.hours)
            #expect(
                Set(hours.split(separator: "; ").map(String.init)) == [
                    "2027-05-11 07:00-20:00", "2027-05-05 09:00-17:00",
                ]
            )
            #expect(report.notes.contains { $0.level == .warning && $0.text.contains("\"9-17\"") })
        }
    }

    @Test("other times of one day are all kept, and told as a warning")
    func contradicting() async throws {
        let (stations, report) = try await published([
            row("2027-05-11 07:00-20:00"), row("2027-05-11 08:00-18:00"),
        ])
        #expect(stations.only?.hours == "2027-05-11 07:00-20:00; 2027-05-11 08:00-18:00")
        #expect(
            report.notes.contains {
                $0.level == .warning && $0.text.contains("other times of the same")
            }
        )
    }

    @Test("a polling place and a drop box in one building are two stations with hours of their own")
    func dropBox() async throws {
        for ids in [["1", "2"], ["", ""]] {
            let (stations, _) = try await published([
                row("2027-05-11 07:00-20:00", type: "Polling Place", id: ids[0]),
                row("2027-04-06 to 2027-05-11 00:00-24:00", type: "Drop Box", id: ids[1]),
            ])
            #expect(stations.count == 2)
            #expect(Set(stations.map(\.id)).count == 2)
            #expect(stations.first { $0.kind == .pollingPlace }?.hours == "2027-05-11 07:00-20:00")
            #expect(
                stations.first { $0.kind == .dropBox }?.hours
                    == "2027-04-06 to 2027-05-11 00:00-24:00"
            )
        }
    }

    @Test(
        "where one id says that both are one station, the voting hours are kept, and that is told"
    )
    func dropBoxOfOneID() async throws {
        let rows = [
            row("2027-05-11 07:00-20:00", type: "Polling Place"),
            row("2027-04-06 to 2027-05-11 00:00-24:00", type: "Drop Box"),
        ]
        for rows in [rows, rows.reversed()] {
            let (stations, report) = try await published(rows)
            #expect(stations.map(\.id.rawValue) == ["dc.1"])
            #expect(stations.only?.hours == "2027-05-11 07:00-20:00")
            #expect(
                report.notes.contains { $0.level == .warning && $0.text.contains("00:00-24:00") }
            )
        }
    }

    @Test("early voting and the day in one building are one station with the hours of both")
    func earlyVoting() async throws {
        let (stations, _) = try await published([
            row("2027-05-11 07:00-20:00", type: "Polling Place"),
            row("2027-04-24 to 2027-04-30 09:00-17:00", type: "Early Voting"),
        ])
        #expect(stations.only?.kinds == [.pollingPlace, .earlyVoting])
        #expect(
            stations.only?.hours
                == "2027-05-11 07:00-20:00; 2027-04-24 to 2027-04-30 09:00-17:00"
        )
    }
}

extension Collection {
    /// The element of a collection of one.
    fileprivate var only: Element? { count == 1 ? first : nil }
}
