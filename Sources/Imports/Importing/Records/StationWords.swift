internal import Polling

/// Words of stations' names and notes that say that a place is no usual polling place, or sends voters
/// elsewhere.
struct StationWords {
    private var names = StationRemarks.Lines()
    private var nameExamples: [String] = []
    private var notes = StationRemarks.Lines()
    private var noteExamples: [String] = []

    private static let shownExamples = 3
    private static let shownLength = 80

    /// What says so wherever it stands in a name.
    private static let anywhere = [
        "early voting", "early vote", "advance voting", "absentee voting", "drop box", "dropbox",
        "to be determined", "to be announced", "tbd", "tba", "not confirmed", "unconfirmed",
        "mail ballot", "vote by mail", "ballot return", "no in person", "briefwahl",
    ]
    /// What says so in brackets, or in front of a colon or a dash: there are temporary buildings.
    private static let beside = [
        "backup", "back up", "alternate", "alternative", "alt", "tentative", "temporary", "temp",
        "proposed", "pending", "emergency", "overflow", "old", "former ", "reserve", "spare",
        "if needed", "primary only", "general only", "nov only", "november only", "may only",
        "not used", "unused",
    ]
    /// Both, so that a name is gone over once.
    private static let inNames = PhraseTable(anywhere + beside)
    private static let besideNames = PhraseTable(beside)
    private static let inNotes = PhraseTable([
        "instead", "combined with", "combined into", "combined at", "consolidated", "merged with",
        "merged into", "not used", "unused", "not in use", "lost lease", "lease expired", "flood",
        "burned", "fire damage", "demolished", "vote at", "votes at", "voters use", "voters go",
        "voters vote", "go to", "november only", "nov only", "may only", "april only",
        "june only", "august only", "october only", "primary only", "primaries only",
        "general only", "general election only", "city elections only", "municipal only",
        "school elections only", "special only", "special election only", "runoff only",
        "alternate", "temporary", "temporarily", "tentative", "backup", "back up", "pending",
        "not confirmed", "unconfirmed", "under construction", "until further notice", "was ",
        "formerly", "see precinct", "see pct", "see ward", "same as", "new location for",
    ])

    /// What a note begins with that sends to another number: "see 112".
    private static let sees = PhraseTable(["see "])

    /// Looks at a station.
    ///
    /// - Parameter notes: Its own, but for those that speak of its being closed, which are told apart.
    mutating func note(_ station: Station, notes: [String], line: Int) {
        let isTold = Self.isTelltale(station.name) && station.kinds.isEmpty
        if isTold || Self.hasMark(station.name) {
            names.add(line)
            Self.add(station.name, to: &nameExamples)
        }
        let address = station.address.flatMap { Self.isReference($0) ? $0 : nil }
        if let text = address ?? notes.first(where: Self.sendsElsewhere) {
            self.notes.add(line)
            Self.add(text, to: &noteExamples)
        }
    }

    private static func isTelltale(_ name: String) -> Bool {
        guard let number = inNames.firstNumber(in: name) else { return false }
        if number < anywhere.count { return true }
        var rest = name[...]
        while let open = rest.firstIndex(where: { "([".contains($0) }) {
            let inside = rest[rest.index(after: open)...].prefix { !")]".contains($0) }
            if besideNames.first(in: String(inside)) != nil { return true }
            rest = rest[inside.endIndex...]
        }
        let dashes = [": ", " - ", " – ", " — "]
        return dashes.contains { dash in
            let parts = name.split(separator: dash)
            return parts.count > 1
                && [parts[0], parts[parts.count - 1]].contains { part in
                    part.split(separator: " ").count < 3
                        && besideNames.first(in: String(part)) != nil
                }
        }
    }

    /// Whether a name has a mark that sends to a remark: `Grange Hall *`.
    private static func hasMark(_ name: String) -> Bool {
        guard let first = name.unicodeScalars.first, let last = name.unicodeScalars.last else {
            return false
        }
        return marks.contains(first) || marks.contains(last)
    }

    private static let marks: Set<Unicode.Scalar> = ["*", "†", "‡", "§", "¹", "²", "³"]

    /// Whether an address is none, but sends to another place: `See City Hall`.
    private static func isReference(_ address: String) -> Bool {
        guard references.first(in: address) != nil else { return false }
        let plain = PhraseTable.plain(address)
        return referenceWords.contains { plain.hasPrefix(" " + $0) }
    }

    private static let referenceWords = [
        "see ", "same as ", "same location", "same address", "same building", "vote at ", "siehe ",
        "refer to ", "as above", "ver ", "wie ", "voir ",
    ]
    private static let references = PhraseTable(referenceWords)

    private static func sendsElsewhere(_ text: String) -> Bool {
        if let phrase = inNotes.first(in: text) {
            // "was Depot Museum", and not "the door was moved".
            return phrase != "was " || PhraseTable.plain(text).hasPrefix(" was ")
        }
        guard sees.first(in: text) != nil else { return false }
        let plain = PhraseTable.plain(text)
        return plain.hasPrefix(" see ") && plain.dropFirst(5).first?.isNumber == true
    }

    private static func add(_ text: String, to examples: inout [String]) {
        guard examples.count < shownExamples else { return }
        let start = text.prefix(shownLength)
        let shown = "\"\(start)\(start.endIndex == text.endIndex ? "" : "...")\""
        if !examples.contains(shown) { examples.append(shown) }
    }

    var warnings: [ImportNote] {
        [
            (WordWording.telltaleNames, names, nameExamples),
            (WordWording.telltaleNotes, notes, noteExamples),
        ].compactMap { wording, rows, examples in
            guard rows.count > 0 else { return nil }
            return ImportNote(
                .warning,
                Finding(
                    wording,
                    ["stations": .count(rows.count), "examples": .texts(examples)]
                ),
                lines: rows.first
            )
        }
    }
}
