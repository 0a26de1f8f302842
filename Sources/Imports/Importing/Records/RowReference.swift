/// What stands in a cell where another row, or nothing, is meant: `ditto`, `"`, `See AB`, `NOT IN USE`.
enum RowReference {
    /// Whether a cell says no more than the one above it.
    ///
    /// - Parameter isName: Whether it is a name or a street, and no code, which may be such a word.
    static func isDitto(_ cell: ArraySlice<UInt8>, isName: Bool) -> Bool {
        guard cell.count <= longestDitto, mayBegin(cell) else { return false }
        let text = String(decoding: cell, as: UTF8.self).lowercased()
        if text.allSatisfy({ marks.contains($0) || $0 == " " }) { return true }
        let bare = text.filter { $0.isLetter || $0 == " " }
        return dittos.contains(bare) || isName && sames.contains(bare)
    }

    private static let longestDitto = 24

    /// Most cells begin otherwise: with a letter, and not as one of the words does.
    private static func mayBegin(_ cell: ArraySlice<UInt8>) -> Bool {
        guard let first = cell.first else { return false }
        switch first {
        case UInt8(ascii: "\""), UInt8(ascii: "'"), 0xE2, 0xE3: return true
        case 0x41...0x5A, 0x61...0x7A: return dittoStarts.mayHold(cell)
        default: return false
        }
    }

    private static let dittoStarts = WordStarts(dittos.union(sames))

    private static let marks: Set<Character> = ["\"", "'", "″", "”", "“", "„", "〃", "’"]
    private static let dittos: Set<String> = [
        "ditto", "dito", "dto", "idem", "same as above", "as above", "see above", "wie oben",
        "siehe oben", "lo mismo", "comme cidessus", "voir cidessus",
    ]
    private static let sames: Set<String> = [
        "do", "same", "so", "same location", "same place", "same address", "same building",
        "same as previous", "dasselbe", "dieselbe", "derselbe", "le même", "la même", "el mismo",
    ]

    /// Whether a name, without what spellings differ in, says that there is no station.
    static func saysNone(_ name: ArraySlice<UInt8>) -> Bool {
        guard name.count <= longestNone else { return false }
        let text = String(decoding: name, as: UTF8.self)
        return nones.contains(text)
            || noneBeginnings.contains { text.hasPrefix($0) } || isCall(text)
    }

    private static let longestNone = 80

    /// Whether ``saysNone(_:)`` may say so of a cell: most names begin otherwise.
    static func maySayNone(_ cell: ArraySlice<UInt8>) -> Bool {
        cell.count <= longestNone && noneStarts.mayHold(cell)
    }

    private static let noneStarts = WordStarts(nones.union(noneBeginnings).union(["call "]))
    private static let nones: Set<String> = [
        "not in use", "no longer in use", "not used", "no longer used", "no polling place",
        "no polling station", "no polling location", "no polling site", "no polling", "no station",
        "no location", "no site", "no change", "no changes", "unchanged", "vacant", "not assigned",
        "unassigned", "none assigned", "to follow", "see note", "see notes", "see below", "closed",
        "permanently closed", "temporarily closed", "abolished", "discontinued", "deleted", "void",
        "mail ballot precinct", "mail ballot", "mail ballots only", "mail only", "all mail",
        "vote by mail", "by mail", "all mail precinct", "mail ballot only", "all mail ballot",
        "mail in only", "no in person voting", "no in person polling place", "not applicable",
        "consolidated", "combined",
        "kein wahllokal", "kein wahlraum", "keine änderung",
        "all mail precincts", "all mail ballot precinct",
        "all mail ballots", "mail ballot precincts", "mail precinct",
        "mail in ballot only", "vote by mail only", "vote by mail precinct",
        "absentee only", "absentee ballot only",
        "consolidated precinct", "combined precinct", "no voters",
        "no registered voters", "keine wahl", "no aplica", "non applicable",
        "unverändert", "nicht besetzt", "nicht belegt", "nicht in benutzung", "entfällt",
        "entfallen", "sin centro", "sin cambios", "sin asignar", "aucun", "aucun bureau",
        "inchangé", "sans changement", "nessun seggio", "geen stembureau", "brak lokalu",
    ]
    private static let noneBeginnings = [
        "closed moved", "closed see", "closed use", "moved to ", "relocated to ",
        "no polling place ", "no polling station ", "same as precinct ", "combined with ",
        "consolidated with ", "to be determined ", "to be announced ", "no in person ",
        "no in person voting ",
        "consolidated into ", "merged with ", "merged into ", "same as ",
        "see precinct ", "see pct ", "see ward ", "tbd ",
        "contact the ", "contact county ", "contact your ", "call the ", "call your ",
        "call county ",
    ]
    /// Whether a name is but a telephone number: `call 555 0100`.
    private static func isCall(_ text: String) -> Bool {
        text.hasPrefix("call ") && text.dropFirst(5).allSatisfy { $0.isNumber || $0 == " " }
    }

    /// Whether a name refers to another row, as long as nothing else tells where the station is.
    static func refers(_ name: ArraySlice<UInt8>) -> Bool {
        guard name.count <= longestNone else { return false }
        let text = String(decoding: name, as: UTF8.self)
        return references.contains { text.hasPrefix($0) }
    }

    private static let references = [
        "see ", "siehe ", "voir ", "véase ", "vease ", "vedi ", "zie ", "same as ",
        "combined with ", "merged with ", "votes at ", "vote at ", "voters use ",
    ]

    /// Whether a text begins as a remark below a table does: `Source: County Clerk`, `Note`,
    /// `* moved since last election`, `Printed 11/1/2026`.
    static func isRemark(_ text: String) -> Bool {
        guard let first = text.first else { return false }
        if first == "*" || first == "†" { return true }
        guard remarkBeginnings.contains(Character(first.lowercased())) else { return false }
        return text.lowercased().contains(
            /^(sources?|notes?|quelle|stand|hinweis|anmerkung|legend|fuente|nota|disclaimer)\s*(:|$)/
        )
            || text.lowercased().contains(
                /^(printed|updated|generated|prepared|last updated|page|seite)\s+(on\s|by\s|at\s|[0-9:])/
            )
    }

    private static let remarkBeginnings: Set<Character> = [
        "s", "n", "q", "h", "a", "l", "f", "d", "p", "u", "g",
    ]
}

/// How some texts begin, by which most others are told from them at a glance.
private struct WordStarts: Sendable {
    /// Whether one of the texts begins with three letters, by ``index(_:_:_:)``.
    private let known: [Bool]

    init(_ texts: Set<String>) {
        var known = [Bool](repeating: false, count: 1 << 15)
        for text in texts {
            let bytes = Array(text.utf8.prefix(3)) + [0x20, 0x20]
            known[Self.index(bytes[0], bytes[1], bytes[2])] = true
        }
        self.known = known
    }

    /// Whether a cell may begin as one of the texts does once it is written without what spellings differ in;
    /// true for what is not plain enough to say.
    func mayHold(_ cell: ArraySlice<UInt8>) -> Bool {
        guard let first = cell.first, Self.isLetter(first) else {
            return cell.first.map { $0 >= 0x80 } ?? false
        }
        let rest = cell.dropFirst().prefix(2)
        let second = rest.first ?? 0x20
        let third = rest.dropFirst().first ?? 0x20
        // What is left out of a text, or is several bytes of one letter, moves what follows.
        guard Self.isPlain(second), Self.isPlain(third), second != 0x20 || third != 0x20 else {
            return true
        }
        return known[Self.index(first, second, third)]
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        0x61...0x7A ~= byte | 0x20
    }

    private static func isPlain(_ byte: UInt8) -> Bool { byte == 0x20 || isLetter(byte) }

    /// Five bits of each, which letters of either case and the blank share with no other.
    private static func index(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> Int {
        Int(first & 0x1F) << 10 | Int(second & 0x1F) << 5 | Int(third & 0x1F)
    }
}
