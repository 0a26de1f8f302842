import Datasets
import Polling
import RowFilesTesting
import TestSupport
import Testing
import Timekeeping

@testable import Importing

/// What lists of other offices say by columns and words of their own: told, and where it decides, taken.
@Suite struct StrangersListTests {
    private let addresses = FakeStore<AddressEntry>(kind: .addresses)
    private let ballots = BallotImports()

    private func list(_ text: String) async throws -> ImportReport {
        let store = addresses
        return try await withFile(Array(text.utf8), name: "addresses.csv") { path in
            try await AddressImporter(
                store: store,
                clock: ManualWallClock(Timestamp(millisecondsSince1970: 1_800_000_000_000))
            ).run(.file(path), options: ImportOptions(dataset: try DatasetName("list")))
        }
    }

    // MARK: Addresses

    @Test(
        "the side of the street is found by what stands in its column",
        arguments: [
            ("Whatever", "odd", "even"), ("Code", "O", "E"), ("Seite", "ungerade", "gerade"),
            ("Numérotation", "impair", "pair"), ("Lado", "impar", "par"),
            ("addr_type", "odd numbers only", "even numbers only"),
        ]
    )
    func sides(header: String, odd: String, even: String) async throws {
        let report = try await list(
            """
            Street,Low,High,\(header),City,Precinct
            Oak St,1,99,\(odd),Bluestem,101
            Oak St,2,98,\(even),Bluestem,102

            """
        )
        #expect(report.columns.contains { $0.column == header && $0.field == "house_side" })
        let book = AddressBook(addresses.published)
        #expect(book.find("60 Oak St")?.entries.count == 1)
        #expect(book.find("61 Oak St")?.entries.count == 1)
    }

    @Test(
        "ranges that were not understood are told, whatever their column is called",
        arguments: [
            "Numbers\nOak St,1-99 (odd)", "Limits\nOak St,2 - 40", "Description\nOak St,101 to 199",
            "Nos\nOak St,1–50",
        ]
    )
    func ranges(column: String) async throws {
        let lines = column.split(separator: "\n")
        let row = lines[1].split(separator: ",")
        let report = try await list(
            "Street,\(lines[0]),City,Precinct\n\(row[0]),\(row[1]),Bluestem,101\n"
                + "Elm St,\(row[1]),Bluestem,102\n"
        )
        #expect(report.notes.contains { $0.finding.code == "whole_streets" })
    }

    @Test(
        "limits in a street's name are told",
        arguments: ["Oak St (odd numbers)", "Pine St (north of Main)", "Birch Ave (part)"]
    )
    func limits(street: String) async throws {
        let report = try await list("street,city,precinct\n\(street),Bluestem,101\n")
        #expect(report.notes.contains { $0.finding.code == "whole_streets" })
    }

    @Test(
        "addresses and measures that hold no more are told by more words",
        arguments: ["Status,Closed", "poll_place_status,Moved to Hall", "In Use,N", "status,I"]
    )
    func status(cell: String) async throws {
        let parts = cell.split(separator: ",")
        let report = try await list(
            "address,city,precinct,\(parts[0])\n12 Oak St,Bluestem,101,\(parts[1])\n"
                + "14 Oak St,Bluestem,101,\n"
        )
        #expect(report.notes.contains { $0.finding.code == "out_of_use" })
    }

    // MARK: Ballots

    @Test(
        "seats of one office that a column tells apart are not one contest",
        arguments: ["Position", "Place", "Term Length", "Department No", "Judge"]
    )
    func seats(header: String) async throws {
        let report = try await ballots.contests(
            """
            election_date,contest,precinct,\(header),candidate
            2027-05-11,Council,1,1,Ann
            2027-05-11,Council,1,1,Bob
            2027-05-11,Council,1,2,Cy
            2027-05-11,Council,1,2,Di

            """
        )
        #expect(report.forceNeeded.map(\.limit) == [.mixedContests])
    }

    @Test("an order on the ballot is no seat")
    func order() async throws {
        let report = try await ballots.contests(
            """
            election_date,contest,precinct,Position,candidate
            2027-05-11,Council,1,1,Ann
            2027-05-11,Council,1,2,Bob
            2027-05-11,Council,1,3,Cy

            """
        )
        #expect(report.forceNeeded.isEmpty)
    }

    @Test(
        "who is not on the ballot by a column of its own is left out",
        arguments: ["On Ballot,N", "Certified,No", "Withdrew,2026-11-01"]
    )
    func offBallot(cell: String) async throws {
        let parts = cell.split(separator: ",")
        _ = try await ballots.contests(
            "election_date,contest,precinct,candidate,\(parts[0])\n"
                + "2027-05-11,Mayor,1,Ann Lee,\(parts[0] == "Withdrew" ? "" : "Y")\n"
                + "2027-05-11,Mayor,1,Bob Roe,\(parts[1])\n"
        )
        let names = ballots.contests.published.flatMap(\.candidates).map { $0.name.text() }
        #expect(names == ["Ann Lee"])
    }

    @Test(
        "what counts ballots is nobody",
        arguments: [
            "Times Counted", "Number of Precincts", "Cast Votes", "Vacant",
            "Qualified Write In", "Rejected", "Undecided",
        ]
    )
    func nobody(name: String) { #expect(PseudoRows.isPseudoCandidate(name)) }

    @Test("a name that has such a word in it is somebody's")
    func somebody() {
        for name in ["Vera Vacant", "Ann Counted Lee", "None of These Candidates"] {
            #expect(!PseudoRows.isPseudoCandidate(name), "\(name)")
        }
    }
}
