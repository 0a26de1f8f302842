/// Cells of stations' files that say how a building is opened, or how somebody is reached, in columns whose
/// headers do not: `key under mat`, `alarm code 1234`. They are not published.
enum PrivateCells {
    /// Whether three bytes are of a word for a key, a code, a lock or an alarm.
    fileprivate static func isStem(_ bytes: UInt32) -> Bool {
        switch bytes {
        // key, pin, loc, ala, pas
        case 0x6B_65_79, 0x70_69_6E, 0x6C_6F_63, 0x61_6C_61, 0x70_61_73: true
        // cod, kod, com
        case 0x63_6F_64, 0x6B_6F_64, 0x63_6F_6D: true
        // lla, sch, cle, clé
        case 0x6C_6C_61, 0x73_63_68, 0x63_6C_65, 0x63_6C_E3: true
        default: false
        }
    }

    /// `pin 123` has so many bytes.
    fileprivate static let shortest = 7
    /// A number of a telephone without so many letters beside it is nobody's by its cell.
    fileprivate static let leastLetters = 5

    /// Whether a text says where a key is, has the code of a door, of a box of keys or of an alarm, or the
    /// telephone of a person.
    static func isPrivate(_ text: String) -> Bool {
        let words = HeaderKey.words(text)
        return words.indices.contains { index in
            tellsKey(words, index) || tellsCode(words, index) || tellsLock(words, index)
        } || dialsCode(text) || reachesPerson(text)
    }

    private static let keys: Set<String> = [
        "key", "keys", "llave", "llaves", "schlussel", "schluessel", "cle", "cles", "clef", "clefs",
    ]
    /// What may stand between a key and where it is.
    private static let links: Set<String> = [
        "is", "are", "s", "will", "be", "can", "left", "kept", "held", "hidden", "stored", "found",
        "located", "esta", "estan", "ist", "liegt", "est", "for", "to", "the", "door", "building",
    ]
    private static let linkLimit = 3
    private static let whereabouts: Set<String> = [
        "under", "underneath", "beneath", "behind", "above", "inside", "mat", "in", "on", "with",
        "from", "at", "bajo", "debajo", "en", "con", "unter", "beim", "bei", "hinter", "im", "sous",
        "chez", "dans", "derriere", "janitor", "custodian", "caretaker", "sexton", "pastor",
    ]

    /// `Keys are with the janitor`.
    private static func tellsKey(_ words: [String], _ index: Int) -> Bool {
        guard keys.contains(words[index]) else { return false }
        let rest = words[(index + 1)...]
        let passed = rest.prefix(linkLimit).prefix { links.contains($0) }.count
        return rest.dropFirst(passed).first.map(whereabouts.contains) ?? false
    }

    private static let codes: Set<String> = [
        "code", "codes", "combo", "combination", "pin", "passcode", "password", "kode", "codigo",
        "codigos",
    ]
    /// Of these, the ones that are of nothing else.
    private static let secrets: Set<String> = [
        "combo", "combination", "pin", "passcode", "password",
    ]
    private static let openers: Set<String> = [
        "alarm", "alarms", "door", "gate", "lock", "lockbox", "keybox", "keypad", "entry",
        "entrance", "access", "security", "alarma", "puerta", "tur", "alarme", "porte",
    ]
    /// Words before a code that is pressed.
    private static let verbs: Set<String> = [
        "enter", "press", "dial", "punch", "marque", "composez", "tapez", "teclee",
    ]
    /// Words before a code that is no secret: `zip code`.
    private static let others: Set<String> = [
        "zip", "area", "postal", "post", "precinct", "county", "site", "station", "map", "qr",
        "dress", "tax", "school", "district", "color", "colour", "building",
    ]

    /// `Gate code is 9911`, `the combination: 12345`, `alarm code`.
    private static func tellsCode(_ words: [String], _ index: Int) -> Bool {
        guard codes.contains(words[index]) else { return false }
        let before = index > 0 ? words[index - 1] : ""
        if others.contains(before) { return false }
        if before.hasPrefix("alarm") { return true }
        let near = words[max(0, index - 2)..<min(words.count, index + 4)]
        return words[(index + 1)...].prefix(3).contains(where: isNumber)
            && (secrets.contains(words[index]) || near.contains(where: openers.contains)
                || verbs.contains(before))
    }

    private static let locks: Set<String> = [
        "lockbox", "keybox", "keypad", "padlock", "alarm", "alarma", "alarme",
    ]

    /// `Lockbox 5512`, `key box 5512`.
    private static func tellsLock(_ words: [String], _ index: Int) -> Bool {
        let rest = words[(index + 1)...]
        if locks.contains(words[index]) { return rest.prefix(2).contains(where: isNumber) }
        return ["lock", "key"].contains(words[index]) && rest.first == "box"
            && rest.dropFirst().prefix(2).contains(where: isNumber)
    }

    private static func isNumber(_ word: String) -> Bool {
        3...10 ~= word.utf8.count && word.utf8.allSatisfy { 0x30...0x39 ~= $0 }
    }
}

extension Row {
    /// Whether a cell may say how a building is opened, by three letters of its words, or how somebody is
    /// reached, by the number of its digits: no other is read any further.
    func mayBePrivate(_ index: Int) -> Bool {
        let cell = bytes.span.extracting(bounds(index))
        guard cell.count >= PrivateCells.shortest else { return false }
        var last: UInt32 = 0
        // Of a run of digits with nothing between them but what stands in numbers of telephones.
        var (digits, most, letters) = (0, 0, 0)
        for position in cell.indices {
            switch cell[position] {
            case 0x30...0x39:
                digits += 1
                most = max(most, digits)
            case 0x20, 0x28...0x29, 0x2B, 0x2D...0x2F: break
            case 0x41...0x5A, 0x61...0x7A:
                letters += 1
                digits = 0
            // The sign of an address of mail, and that of a key to press.
            case 0x23, 0x40: return true
            default: digits = 0
            }
            last = (last << 8 | UInt32(cell[position] | 0x20)) & 0xFF_FFFF
            if PrivateCells.isStem(last) { return true }
        }
        return most >= PrivateCells.leastDigits && letters >= PrivateCells.leastLetters
    }
}

extension StationPlan {
    /// Whether a cell says how the building is opened, in a column that the caller has not named.
    func isPrivate(_ row: borrowing Row, _ column: Int) -> Bool {
        guard !openColumns.contains(column), row.mayBePrivate(column),
            let text = row.text(column)
        else { return false }
        return PrivateCells.isPrivate(text)
    }

    /// The columns whose words are published as they stand.
    var wordColumns: [Int] {
        attributes.map(\.column) + [accessible, accessibilityNote].compactMap { $0 }
    }
}
