import Datasets
import Importing
import Polling
import Testing

/// Files of which one column went wrong against what is published.
@Suite struct WrongColumnTests {
    private let imports = Imports()

    /// A row of a list of stations.
    private struct Row {
        var name: String
        var address: String
        var postcode: String
        var hours: String
        var notes: String
    }

    private static let streets = [
        "Ash", "Birch", "Cedar", "Dogwood", "Elm", "Fir", "Gum", "Hazel", "Ivy", "Juniper",
    ]

    /// Thirty stations, of which every third has a note of its own.
    private static let rows = (0..<30).map { index in
        Row(
            name: "\(streets[index % 10]) Hall \(index)",
            address: "\(index * 37 % 90 + 11) \(streets[index * 7 % 10]) St",
            postcode: "6970\(index * 7 % 5)",
            hours: index % 4 == 0 ? "07:00-20:00" : "07:00-19:00",
            notes: index % 3 == 0 ? "Behind the \(streets[index * 3 % 10]) garden \(index)" : ""
        )
    }

    private static func place(_ index: Int) -> String { "42.\(index + 100),-101.5" }

    private func run(
        _ rows: [Row],
        header: String = "notes",
        at place: (Int) -> String = WrongColumnTests.place
    ) async throws -> ImportReport {
        try await imports.stations(
            "id,name,address,zip,hours,\(header),lat,lon\n"
                + rows.enumerated().map { index, row in
                    "s\(index),\(row.name),\(row.address),\(row.postcode),\(row.hours),\(row.notes),"
                        + "\(place(index))\n"
                }.joined()
        )
    }

    private func reimport(_ change: (inout [Row]) -> Void) async throws -> ImportReport {
        _ = try await run(Self.rows)
        var rows = Self.rows
        change(&rows)
        return try await run(rows)
    }

    private static func codes(_ report: ImportReport) -> [String] {
        report.notes.map(\.finding.code).filter {
            ["column_", "letters_damaged", "places_", "words_"].contains(where: $0.hasPrefix)
        }
    }

    @Test("notes that were sorted take consent, with the column's heading")
    func sortedNotes() async throws {
        let report = try await reimport { rows in
            for (index, note) in rows.map(\.notes).sorted().enumerated() {
                rows[index].notes = note
            }
        }
        #expect(report.outcome == .refused)
        let finding = try #require(report.forceNeeded.first)
        #expect(report.forceNeeded.map(\.limit) == [.wrongColumn])
        #expect(finding.text.hasPrefix("\"notes\" would be what another one gives up in "))
        #expect(finding.text.contains("(dc.s"), "\(finding.text)")
    }

    @Test("notes that slipped by a row do, too")
    func slippedNotes() async throws {
        let report = try await reimport { rows in
            for index in rows.indices { rows[index].notes = Self.rows[(index + 29) % 30].notes }
        }
        let finding = try #require(report.forceNeeded.first)
        #expect(finding.values["sort"] == .text("column_slipped"))
    }

    @Test("addresses and names that were filled down over four rows take consent")
    func filled() async throws {
        for field in [\Row.address, \Row.name] {
            let report = try await reimport { rows in
                for index in 11...14 { rows[index][keyPath: field] = rows[10][keyPath: field] }
            }
            #expect(report.outcome == .refused)
            #expect(report.forceNeeded.map(\.limit) == [.wrongColumn])
            #expect(report.forceNeeded.map(\.count) == [4])
            #expect(report.forceNeeded.first?.text.contains("row above in 4 rows") == true)
        }
    }

    @Test("postcodes and hours that were dragged into a series take consent")
    func dragged() async throws {
        let postcodes = try await reimport { rows in
            for index in 1...9 { rows[index].postcode = "6970\(index)" }
        }
        #expect(postcodes.forceNeeded.map(\.limit) == [.wrongColumn])
        #expect(postcodes.forceNeeded.first?.text.hasPrefix("\"zip\" would grow by one") == true)
        let hours = try await reimport { rows in
            for index in 6...9 { rows[index].hours = "07:00-\(index + 14):00" }
        }
        #expect(hours.forceNeeded.map(\.limit) == [.wrongColumn])
        #expect(hours.forceNeeded.first?.text.contains("\"hours\" would grow by one") == true)
    }

    @Test("a warning tells of the first row's hours in all rows, and of no new hours for all")
    func hours() async throws {
        let filled = try await reimport { rows in
            for index in rows.indices { rows[index].hours = rows[0].hours }
        }
        #expect(filled.outcome == .published)
        #expect(Self.codes(filled) == ["column_filled"])
        var rows = Self.rows
        for index in rows.indices { rows[index].hours = "06:30-21:00" }
        #expect(Self.codes(try await run(rows)).isEmpty)
    }

    @Test("letters that became question marks are told, and take consent from four on")
    func letters() async throws {
        var rows = Self.rows
        for index in 0..<6 { rows[index].notes = "Peña \(index * 5) / Salón" }
        #expect(try await run(rows).outcome == .published)
        var damaged = rows
        for index in 0..<2 { damaged[index].notes = "Pe?a \(index * 5) / Sal?n" }
        let few = try await run(damaged)
        #expect(few.outcome == .published)
        #expect(Self.codes(few) == ["letters_damaged"])
        for index in 2..<6 { damaged[index].notes = "Pe?a \(index * 5) / Sal?n" }
        let many = try await run(damaged)
        #expect(many.outcome == .refused)
        #expect(many.forceNeeded.map(\.count) == [4])
    }

    @Test("places that two stations have of one another are told, however near")
    func exchangedPlaces() async throws {
        _ = try await run(Self.rows)
        let report = try await run(Self.rows) { Self.place($0 == 4 ? 5 : $0 == 5 ? 4 : $0) }
        #expect(report.outcome == .published)
        #expect(Self.codes(report) == ["column_exchanged"])
        _ = try await run(Self.rows)
        // One that comes to where another one stays is at its side.
        #expect(Self.codes(try await run(Self.rows) { Self.place($0 == 9 ? 8 : $0) }).isEmpty)
    }

    @Test("places that lost their decimals are told, and surveyed ones are not")
    func coarsePlaces() async throws {
        func exact(_ index: Int) -> String {
            "42.\(10_047 + 1_013 * index),-101.\(50_061 + 17 * index)"
        }
        func cut(_ index: Int) -> String {
            exact(index).split(separator: ",").map { $0.dropLast(2) }.joined(separator: ",")
        }
        _ = try await run(Self.rows, at: exact)
        let few = try await run(Self.rows) { $0 < 3 ? cut($0) : exact($0) }
        #expect(Self.codes(few).isEmpty)
        _ = try await run(Self.rows, at: exact)
        let report = try await run(Self.rows, at: cut)
        #expect(report.outcome == .published)
        #expect(Self.codes(report) == ["places_coarser"])
        // Of five a digit was a nought, so that they have lost less.
        let text = try #require(report.warnings.first { $0.contains("decimals or fewer") })
        #expect(
            text.hasPrefix(
                "25 of the 30 published records would stand where they are published with 3"
            )
        )
        // Back to where they were, which is no loss.
        #expect(Self.codes(try await run(Self.rows, at: exact)).isEmpty)
    }

    @Test("a piece that was replaced inside words is told, and words that are written out are not")
    func replacedFragments() async throws {
        var rows = Self.rows
        for (index, word) in ["Stanley", "Stone", "Stark"].enumerated() {
            rows[index * 5].address = "\(index + 3) \(word) St"
        }
        _ = try await run(rows)
        let report = try await run(
            rows.map { row in
                var row = row
                row.address = row.address.replacing("St", with: "Street")
                return row
            }
        )
        #expect(report.outcome == .published)
        #expect(Self.codes(report) == ["words_replaced"])
        #expect(
            report.warnings.contains { $0.contains("\"3 Stanley St\" → \"3 Streetanley Street\"") }
        )
        _ = try await run(rows)
        let longer = rows.map { row in
            var row = row
            row.address += "reet"
            return row
        }
        #expect(Self.codes(try await run(longer)).isEmpty)
    }

    @Test("corrections, other spellings, additions and another order pass")
    func right() async throws {
        let report = try await reimport { rows in
            rows[3].notes = "Use the ramp"
            rows[4].postcode = "69709"
            rows[5].hours = "08:00-18:00"
            rows[6].notes = rows[6].notes.uppercased()
            rows.append(Row(name: "New", address: "1 New St", postcode: "", hours: "", notes: ""))
        }
        #expect(report.outcome == .published)
        #expect(Self.codes(report).isEmpty)
    }
}

/// Files of ballots of which one column went wrong.
@Suite struct WrongBallotColumnTests {
    private let imports = BallotImports()

    private static func measures(_ change: (inout [[String]]) -> Void = { _ in }) -> String {
        var rows = ["Levy", "Park", "Bridge", "School"].enumerated().map { index, title in
            [
                "e", "m\(index)", "precinct", "\(101 + index)", "\(title) Question",
                "For the \(title).",
                "The \(title) comes.", "No \(title).",
            ]
        }
        change(&rows)
        return "election,measure_id,district_type,district_code,title,summary,yes_means,no_means\n"
            + rows.map { $0.joined(separator: ",") + "\n" }.joined()
    }

    @Test(
        "texts of measures that stand at others are told, and take consent from three on",
        arguments: [4, 5, 6, 7],
        [2, 4]
    )
    func measures(column: Int, count: Int) async throws {
        _ = try await imports.measures(Self.measures())
        let report = try await imports.measures(
            Self.measures { rows in
                let values = rows.map { $0[column] }
                for index in 0..<count { rows[index][column] = values[(index + 1) % count] }
            }
        )
        #expect(report.outcome == (count == 2 ? .published : .refused))
        let told = report.forceNeeded.map(\.limit) == [.wrongColumn]
        #expect(told == (count > 2))
        #expect(report.notes.contains { $0.finding.code == "column_exchanged" } == (count == 2))
    }

    @Test(
        "a yes and a no that changed places are told, and take consent from three on",
        arguments: [1, 3]
    )
    func meanings(count: Int) async throws {
        _ = try await imports.measures(Self.measures())
        let report = try await imports.measures(
            Self.measures { rows in for index in 0..<count { rows[index].swapAt(6, 7) } }
        )
        #expect(report.outcome == (count == 1 ? .published : .refused))
        let told = report.notes.filter { $0.finding.code == "columns_swapped" }
        #expect(told.map(\.level) == (count == 1 ? [.warning] : []))
        #expect(report.forceNeeded.map(\.count) == (count == 1 ? [] : [3]))
    }

    @Test("elections that take each other's dates are told")
    func elections() async throws {
        func file(_ days: [String]) -> String {
            "id,name,date\n"
                + zip(["general", "special", "runoff"], days).map { "\($0),The \($0),\($1)\n" }
                .joined()
        }
        _ = try await imports.elections(file(["2026-11-03", "2027-05-11", "2027-06-08"]))
        let report = try await imports.elections(file(["2027-05-11", "2026-11-03", "2027-06-08"]))
        let note = try #require(report.notes.first { $0.finding.code == "column_exchanged" })
        #expect(note.level == .warning)
        #expect(note.text.contains("\"date\" would be what another one gives up in 2 rows"))
    }

    /// Twelve contests of four candidates.
    private static func contests(votes: (Int) -> String, incumbent: (Int) -> String) -> String {
        "election,contest_id,contest,district_type,district_code,vote_for,candidate,incumbent\n"
            + (0..<48).map { row in
                "e,c\(row / 4),Office \(row / 4),precinct,\(row / 4),\(votes(row / 4)),"
                    + "\(["Ann", "Bob", "Cy", "Dee"][row % 4]) Lee\(row),\(incumbent(row))\n"
            }.joined()
    }

    @Test("votes and incumbents that slipped take consent")
    func contests() async throws {
        let votes = ["1", "2", "1", "3", "1", "1", "2", "3", "1", "2", "1", "3"]
        let incumbents = "ynnyynynynnyynnyynynnyny".map { $0 == "y" ? "yes" : "no" }
        _ = try await imports.contests(
            Self.contests(votes: { votes[$0] }, incumbent: { incumbents[$0 % 24] })
        )
        let slippedVotes = try await imports.contests(
            Self.contests(votes: { votes[($0 + 11) % 12] }, incumbent: { incumbents[$0 % 24] })
        )
        #expect(slippedVotes.forceNeeded.map(\.limit) == [.wrongColumn])
        #expect(slippedVotes.forceNeeded.first?.text.hasPrefix("\"vote_for\" would be") == true)
        let slipped = try await imports.contests(
            Self.contests(votes: { votes[$0] }, incumbent: { incumbents[($0 + 23) % 24] })
        )
        #expect(slipped.forceNeeded.map(\.limit) == [.wrongColumn])
        #expect(slipped.forceNeeded.first?.text.hasPrefix("\"incumbent\" would be") == true)
    }
}
