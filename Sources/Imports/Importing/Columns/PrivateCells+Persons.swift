/// Cells that say how somebody is reached who is no office: `Call Jane Roe at 785-555-0100 for the key`.
extension PrivateCells {
    /// So many digits are in the shortest number of a telephone that is looked for.
    static let leastDigits = 7

    /// Whether a text has a telephone's number beside a person's name or a word for a key, or says where
    /// somebody lives.
    static func reachesPerson(_ text: String) -> Bool {
        guard !phones(in: text).isEmpty || text.contains("@") else { return false }
        let words = HeaderKey.words(text)
        return words.contains(where: openers.contains) || namesPerson(text)
    }

    /// Whether a text says which keys to press: `4711#`, in a text on codes or on pressing.
    static func dialsCode(_ text: String) -> Bool {
        text.contains(/[0-9]{3,8} ?[#*]/)
            && HeaderKey.words(text).contains(where: pressing.contains)
    }

    /// A text without telephones' numbers and addresses of mail, and without words for them.
    static func withoutReach(_ text: String) -> String {
        var rest = text
        for phone in phones(in: text).reversed() { rest.removeSubrange(phone) }
        let words = rest.split(whereSeparator: \.isWhitespace).filter { word in
            let bare = word.lowercased().filter(\.isLetter)
            return !word.contains("@") && !(bare.isEmpty || labels.contains(bare))
        }
        let line = words.joined(separator: " ")
        return String(line.trimmingSuffix { " ,;:-(/".contains($0) })
    }

    private static let labels: Set<String> = [
        "tel", "phone", "ph", "cell", "mobile", "telefon", "telefono", "handy", "movil", "email",
        "mobil",
    ]
    private static let openers: Set<String> = [
        "key", "keys", "llave", "llaves", "schlussel", "schluessel", "cle", "cles", "clef", "clefs",
        "unlock", "unlocks", "lockbox", "alarm", "alarma", "alarme", "custodian", "janitor",
        "hausmeister", "conserje", "gardien",
    ]
    private static let pressing: Set<String> = [
        "code", "codes", "pin", "enter", "press", "dial", "punch", "type", "keypad", "kode",
        "codigo", "eingeben", "wahlen", "marque", "marcar", "teclee", "composez", "composer",
        "tapez",
    ]

    // MARK: Numbers

    /// Where telephones' numbers stand: `785-555-0100`, `(785) 555 0100`, `+49 170 5550100`, `01 23 45 67 89`;
    /// days, times and postcodes are none.
    static func phones(in text: String) -> [Range<String.Index>] {
        var found: [Range<String.Index>] = []
        var position = text.startIndex
        while position < text.endIndex {
            guard isOfPhone(text[position]), text[position] != " " else {
                position = text.index(after: position)
                continue
            }
            let end = text[position...].firstIndex { !isOfPhone($0) } ?? text.endIndex
            if isPhone(text[position..<end]), end == text.endIndex || text[end] != ":" {
                found.append(position..<end)
            }
            position = end
        }
        return found
    }

    private static func isOfPhone(_ character: Character) -> Bool {
        character.isASCII && character.isNumber || " ()-./+".contains(character)
    }

    private static func isPhone(_ run: Substring) -> Bool {
        let groups = run.split { !$0.isNumber }
        let lengths = groups.map(\.count)
        let digits = lengths.reduce(0, +)
        guard digits >= leastDigits, let first = groups.first else { return false }
        if run.hasPrefix("+") { return digits <= 15 }
        if lengths.suffix(3) == [3, 3, 4] || lengths.suffix(2) == [3, 4] || lengths == [10] {
            return true
        }
        if lengths == [3, 3, 3] { return "6789".contains(first.prefix(1)) }
        let isDay = lengths.count == 3 && (lengths[0] == 4 || lengths[2] == 4 && digits <= 8)
        return first.hasPrefix("0") && 9...13 ~= digits && !isDay
    }

    // MARK: Names

    private static let requests: Set<String> = [
        "call", "contact", "ask", "see", "text", "phone", "ring", "llame", "llamar", "contacte",
        "contactar", "rufen", "anrufen", "kontakt", "appeler", "appelez", "contacter", "contactez",
    ]
    private static let titles: Set<String> = [
        "mr", "mrs", "herr", "frau", "sra", "mme", "mlle", "pastor", "rev", "monsieur", "madame",
        "senor", "senora",
    ]
    private static let breaks: Set<String> = [
        "at", "or", "and", "for", "to", "the", "in", "on", "if", "a", "an", "al", "au", "bei",
        "unter", "oder", "und", "y", "o", "ou", "et", "sie", "tel", "cell", "phone", "is",
    ]
    private static let streets: Set<String> = [
        "st", "street", "ave", "avenue", "rd", "road", "dr", "drive", "ln", "lane", "blvd", "hwy",
        "highway", "ct", "pl", "way", "entrance", "door", "lot", "parking", "room", "gym",
    ]

    /// Whether two or three words with capitals stand behind `call`, behind a title, or begin with a usual
    /// given name, and none is of an office, of a building or of a street.
    private static func namesPerson(_ text: String) -> Bool {
        var run: [Substring] = []
        var isAsked = false
        for word in text.split(whereSeparator: \.isWhitespace) {
            let bare = word.drop { !$0.isLetter }.trimmingSuffix { !$0.isLetter }
            let key = HeaderKey(String(bare)).text
            if requests.contains(key) || titles.contains(key) {
                if isName(run, isAsked) { return true }
                (run, isAsked) = ([], true)
            } else if bare.isEmpty || breaks.contains(key) {
                if isName(run, isAsked) { return true }
                if !run.isEmpty { (run, isAsked) = ([], false) }
            } else if bare.first?.isUppercase == true {
                run.append(bare)
                if let last = word.last, ",;:".contains(last) || last == "." && bare.count > 1 {
                    if isName(run, isAsked) { return true }
                    (run, isAsked) = ([], false)
                }
            } else {
                if isName(run, isAsked) { return true }
                (run, isAsked) = ([], false)
            }
        }
        return isName(run, isAsked)
    }

    private static func isName(_ run: [Substring], _ isAsked: Bool) -> Bool {
        guard 2...3 ~= run.count,
            run.allSatisfy({ word in
                word.allSatisfy { $0.isLetter || "'.-".contains($0) }
                    && !streets.contains(HeaderKey(String(word)).text)
            }), PrivateColumns.areNames(run)
        else { return false }
        return isAsked || VenueWords.namePerson(run.joined(separator: " "))
    }
}

extension StringProtocol {
    /// The text up to the last character that a test does not hold for.
    fileprivate func trimmingSuffix(while isSpare: (Character) -> Bool) -> SubSequence {
        var end = endIndex
        while end > startIndex, isSpare(self[index(before: end)]) { end = index(before: end) }
        return self[..<end]
    }
}
