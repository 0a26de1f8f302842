internal import Polling

/// What files write of accessibility.
enum AccessibilityText {
    /// What a word says.
    enum Reading {
        case yes
        case no
        /// In part, or with somebody's help: neither yes nor no, and shown in the file's words.
        case limited
        /// Nothing that Ambit knows.
        case other
    }

    /// In small letters, one space between words, as ``normal(_:)`` writes them.
    private static let yes: Set<String> = [
        "yes", "y", "true", "t", "1", "x", "ja", "j", "full", "accessible", "wheelchair access",
        "wheelchair accessible", "fully accessible", "full access", "full wheelchair access",
        "fully wheelchair accessible", "wheelchair friendly", "accessible entrance", "designated",
        "ada", "ada accessible", "ada compliant", "handicap accessible", "handicapped accessible",
        "disabled access", "step free", "step free access", "barrier free", "barrierefrei",
        "voll barrierefrei", "rollstuhlgerecht", "rollstuhlgeeignet", "uneingeschränkt", "si", "sí",
        "sì", "accesible", "oui", "accessible pmr", "accessibile", "toegankelijk",
        "rolstoeltoegankelijk", "tak", "dostępny", "sim", "acessível", "tillgänglig", "kyllä",
        "esteetön",
    ]
    private static let no: Set<String> = [
        "no", "n", "false", "f", "0", "nein", "none", "nil", "inaccessible", "not accessible",
        "no access", "no wheelchair access", "not wheelchair accessible", "wheelchair inaccessible",
        "no disabled access", "not step free", "steps only", "stairs only", "nicht barrierefrei",
        "nicht rollstuhlgerecht", "kein zugang", "non", "non accessible", "inaccesible",
        "no accesible", "non accessibile", "nee", "niet toegankelijk", "nie", "niedostępny", "não",
        "inacessível", "nej", "ej tillgänglig", "ei",
    ]
    private static let limited: Set<String> = [
        "assisted", "assisted access", "assisted wheelchair access", "with assistance", "with help",
        "limited", "limited access", "limited wheelchair access", "partial", "partially", "partly",
        "partial access", "partially accessible", "partly accessible", "partial wheelchair access",
        "restricted", "restricted access", "some access", "eingeschränkt", "bedingt", "teilweise",
        "eingeschränkt barrierefrei", "bedingt barrierefrei", "teilweise barrierefrei",
        "eingeschränkt rollstuhlgerecht", "bedingt rollstuhlgerecht", "mit hilfe", "partiel",
        "partielle", "partiellement", "partiellement accessible", "accès partiel", "parcial",
        "parcialmente", "limitado", "limitada", "parziale", "parzialmente", "limitato", "beperkt",
        "gedeeltelijk", "ograniczony", "częściowo", "begränsad", "delvis", "rajoitettu",
    ]

    /// What a text says, whatever its case and its marks.
    static func reading(_ text: String) -> Reading {
        let word = normal(text)
        if yes.contains(word) { return .yes }
        if no.contains(word) { return .no }
        return limited.contains(word) ? .limited : .other
    }

    /// The answer that a text gives; unknown where it says something else.
    static func answer(_ text: String) -> Accessibility.Answer {
        switch reading(text) {
        case .yes: .yes
        case .no: .no
        case .limited, .other: .unknown
        }
    }

    /// The letters and digits of a column that are codes of a list of its own, and say neither yes nor no:
    /// `F` and `B` of Philadelphia, where `F` is full access, and 0 and 1 among 0 to 3.
    ///
    /// - Parameter values: What stands in the column.
    static func codes(among values: [String]) -> Set<String> {
        let words = Set(values.map(normal).filter { $0.count == 1 })
        let (digits, letters) = (
            words.filter { $0.allSatisfy(\.isNumber) }, words.filter { $0.allSatisfy(\.isLetter) }
        )
        let isTruth = letters.isSuperset(of: truths) || letters.isSubset(of: truths)
        return (isTruth ? [] : truths).union(digits.isSubset(of: bits) ? [] : bits)
    }

    private static let truths: Set<String> = ["t", "f"]
    private static let bits: Set<String> = ["0", "1"]

    static func normal(_ text: String) -> String {
        // As programs write a column of numbers with blanks among them.
        if text == "1.0" || text == "0.0" { return String(text.prefix(1)) }
        return text.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: " ")
    }

    /// An answer, with the text that gave it where it says more than yes or no.
    static func accessibility(
        _ text: String?,
        answer: Accessibility.Answer,
        note: String?
    ) -> Accessibility {
        // "Limited" is what a voter has to know, whatever is noted besides.
        let words = answer == .unknown ? text : nil
        guard let note, let words, !note.lowercased().contains(words.lowercased()) else {
            return Accessibility(wheelchair: answer, note: note ?? words)
        }
        return Accessibility(
            wheelchair: answer,
            note: reading(words) == .limited ? "\(words); \(note)" : note
        )
    }
}

/// The words of a file about access that say neither yes nor no, and how often each stands there.
struct AccessWords {
    private var rows: [String: StationRemarks.Lines] = [:]
    /// Rows with words beyond those that are told apart.
    private var others = 0

    private static let wordLimit = 200
    private static let shownLimit = 8

    /// Adds a row.
    mutating func add(_ word: String, line: Int) {
        guard rows[word] != nil || rows.count < Self.wordLimit else {
            others += 1
            return
        }
        rows[word, default: StationRemarks.Lines()].add(line)
    }

    /// What the report says of them, under the column's name.
    func notes(_ column: String) -> [ImportNote] {
        let limited = rows.filter { AccessibilityText.reading($0.key) == .limited }
        let unknown = rows.filter { AccessibilityText.reading($0.key) != .limited }
        var notes: [ImportNote] = []
        if !limited.isEmpty {
            notes.append(
                ImportNote(.note, finding(.limitedAccess, column, limited, Self.count(limited)))
            )
        }
        if !unknown.isEmpty {
            notes.append(
                ImportNote(
                    .warning,
                    finding(.unknownAccess, column, unknown, Self.count(unknown) + others),
                    lines: Array(unknown.values.flatMap(\.first).sorted().prefix(5))
                )
            )
        }
        return notes
    }

    private func finding(
        _ wording: StationWording,
        _ column: String,
        _ rows: [String: StationRemarks.Lines],
        _ count: Int
    ) -> Finding {
        Finding(
            wording,
            ["column": .text(column), "rows": .count(count), "words": .text(Self.listed(rows))]
        )
    }

    private static func count(_ rows: [String: StationRemarks.Lines]) -> Int {
        rows.values.reduce(0) { $0 + $1.count }
    }

    private static func listed(_ rows: [String: StationRemarks.Lines]) -> String {
        let ranked = rows.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
        return ranked.prefix(shownLimit).map { word, lines in
            "\"\(word.count > 40 ? word.prefix(39) + "…" : word[...])\" \(grouped(lines.count))"
        }.joined(separator: ", ") + (ranked.count > shownLimit ? ", ..." : "")
    }
}
