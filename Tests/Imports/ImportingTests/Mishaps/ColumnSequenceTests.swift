import Testing

@testable import Importing

/// What happened to a column, by what was and what is.
@Suite struct ColumnSequenceTests {
    private static func mishap(
        _ old: [String],
        _ new: [String],
        _ checks: RecordField.Checks = .all
    ) -> ColumnMishap? {
        ColumnSequence(old: old.map(CellDigest.init), new: new.map(CellDigest.init)).mishap(checks)
    }

    /// Twelve values, each another one.
    private static let own = [
        "Rear entrance", "Use the lift", "Park behind", "Ring twice", "North door", "By the bank",
        "Second floor", "Gate 4", "Old gym", "Above the shop", "Across the yard", "Past the mill",
    ]
    /// Twenty answers in no order.
    private static let answers = "ynnyynynynnyynnyynyn".map { $0 == "y" ? "yes" : "no" }

    @Test("values of their own that were sorted or moved a row stand at others")
    func own() {
        let sorted = Self.mishap(Self.own, Self.own.sorted())
        #expect(sorted?.sort == .exchanged)
        #expect(sorted?.isRefused == true)
        let slipped = Self.mishap(Self.own, [""] + Self.own.dropLast())
        #expect(slipped == ColumnMishap(sort: .slipped, rows: Array(1..<12), isRefused: true))
        let up = Self.mishap(Self.own, Array(Self.own.dropFirst(2)) + ["", ""])
        #expect(up?.sort == .slipped)
    }

    @Test("a warning tells of two that take each other's, and none of one that moves")
    func few() {
        var values = Self.own
        values.swapAt(2, 7)
        #expect(
            Self.mishap(Self.own, values)
                == ColumnMishap(sort: .exchanged, rows: [2, 7], isRefused: false)
        )
        values = Self.own
        values[3] = values[8]
        values[8] = ""
        #expect(Self.mishap(Self.own, values) == nil)
    }

    @Test("notes that a few rows have, sorted with the blank ones, stand at others")
    func blanks() {
        var notes = Array(repeating: "", count: 60)
        for index in 0..<12 { notes[index * 5 + 2] = Self.own[index] }
        let mishap = Self.mishap(notes, notes.sorted())
        #expect(mishap?.sort == .exchanged)
        #expect(mishap?.isRefused == true)
    }

    @Test("answers that slipped or were sorted take consent, and a survey's changes pass")
    func answers() {
        let slipped = Self.mishap(Self.answers, ["no"] + Self.answers.dropLast())
        #expect(slipped?.sort == .slipped)
        #expect(slipped?.isRefused == true)
        let sorted = Self.mishap(Self.answers, Self.answers.sorted())
        #expect(sorted?.sort == .exchanged)
        #expect(sorted?.isRefused == true)
        var surveyed = Self.answers
        for (index, answer) in [(1, "yes"), (9, "yes"), (15, "no"), (18, "yes")] {
            surveyed[index] = answer
        }
        #expect(Self.mishap(Self.answers, surveyed) == nil)
    }

    @Test(
        "numbers that grow from row to row are a series",
        arguments: [
            (["69704", "69701", "69704", "69702", "69701", "69704"], 69701, ""),
            (
                ["9 Oak St", "12 Elm St", "70 Oak St", "3 Ash St", "1 Fir St", "5 Bay St"], 9,
                " Oak St"
            ),
            (["20:00", "20:00", "20:00", "20:00", "20:00", "20:00"], 20, ":00"),
        ]
    )
    func series(old: [String], first: Int, rest: String) {
        let mishap = Self.mishap(old, old.indices.map { "\(first + $0)\(rest)" })
        #expect(mishap?.sort == .series)
        #expect(mishap?.isRefused == true)
        // The published cell that was dragged is none of them.
        #expect((mishap?.rows.count ?? 0) >= 4)
    }

    @Test("numbers of the records, new ones, and three in a row are none")
    func noSeries() {
        let counted = ["4", "1", "3", "6", "2", "5"]
        let renumbered = ["1", "2", "3", "4", "5", "6"]
        #expect(Self.mishap(counted, renumbered, [.all, .mayCount]) == nil)
        let later = (101...120).map(String.init)
        #expect(Self.mishap(later, (102...121).map(String.init), [.all, .mayCount]) == nil)
        #expect(Self.mishap(Array(repeating: "", count: 6), renumbered) == nil)
        #expect(Self.mishap(["7", "12", "30", "41"], ["7", "8", "9", "41"]) == nil)
    }

    @Test("rows with the value above them, in place of one of their own, were filled down")
    func filled() {
        var values = Self.own
        for index in 4...7 { values[index] = values[3] }
        #expect(
            Self.mishap(Self.own, values)
                == ColumnMishap(sort: .filled, rows: Array(4...7), isRefused: true)
        )
        values[7] = Self.own[7]
        #expect(Self.mishap(Self.own, values)?.isRefused == false)
        values[6] = Self.own[6]
        #expect(Self.mishap(Self.own, values) == nil)
    }

    @Test("a column that has but the value of its first row may have been filled down")
    func constant() {
        let mishap = Self.mishap(Self.answers, Array(repeating: "yes", count: 20))
        #expect(mishap?.sort == .filled)
        #expect(mishap?.isRefused == false)
    }

    @Test("one value in place of many that rows share was filled down")
    func oneForMany() {
        let old = (0..<40).map { "6970\($0 % 9)" }
        let mishap = Self.mishap(old, Array(repeating: old[0], count: 40))
        #expect(mishap?.sort == .filled)
        #expect(mishap?.isRefused == true)
    }

    @Test("a column that is missing, or that a tenth of the rows lack, is told and refuses nothing")
    func lost() {
        let blank = Array(repeating: "", count: 12)
        #expect(
            Self.mishap(Self.own, blank)
                == ColumnMishap(sort: .lost, rows: Array(0..<12), isRefused: false)
        )
        let answers = Array(repeating: "", count: 20)
        #expect(Self.mishap(Self.answers, answers)?.sort == .lost)
        #expect(Self.mishap(Self.own, blank, .all.subtracting(.loss)) == nil)
        // Two that are taken back are no missing column.
        #expect(Self.mishap(Self.own, ["", ""] + Self.own.dropFirst(2)) == nil)
        let many = Self.own + (0..<60).map { "\($0) steps" }
        #expect(Self.mishap(many, Array(blank.prefix(5)) + many.dropFirst(5)) == nil)
    }

    @Test("a new value for all, blanks that are filled, and other spellings pass")
    func right() {
        #expect(
            Self.mishap(
                (0..<12).map { $0 % 3 == 0 ? "7-19" : "8-20" },
                Array(repeating: "7-20", count: 12)
            ) == nil
        )
        #expect(
            Self.mishap(
                ["Salem", "", "", "", "", "Owl Creek"],
                Array(repeating: "Salem", count: 5) + ["Owl Creek"]
            ) == nil
        )
        #expect(Self.mishap(Self.own, Self.own.map { $0.uppercased() + "." }) == nil)
        #expect(Self.mishap(["Muñoz", "Peña"], ["Munoz", "PENA"]) == nil)
        #expect(Self.mishap(Self.own, (0..<12).map { "Other \($0 * 7)" }) == nil)
    }
}

/// Question marks in place of letters.
@Suite struct DamagedLettersTests {
    @Test(
        "question marks where letters beyond ASCII are published are damage",
        arguments: [
            ("Muñoz", "Mu?oz"), ("Muñoz", "Mu??oz"), ("Veselý", "Vesel\u{FFFD}"),
            ("Who’s Hall, ¿qué?", "Who?s Hall, ?qu??"),
        ]
    )
    func damaged(published: String, text: String) throws {
        let suspect = try #require(DamagedLetters.suspect(text))
        #expect(DamagedLetters.isDamaged(suspect, from: published))
    }

    @Test(
        "a question, other letters and a name without any are none",
        arguments: [("Munoz", "Mu?oz"), ("Muñoz", "Mu?oz Hall"), ("Shall it?", "Shall it?")]
    )
    func whole(published: String, text: String) throws {
        let suspect = try #require(DamagedLetters.suspect(text))
        #expect(!DamagedLetters.isDamaged(suspect, from: published))
        #expect(DamagedLetters.suspect(published) == nil || published.contains("?"))
    }
}
