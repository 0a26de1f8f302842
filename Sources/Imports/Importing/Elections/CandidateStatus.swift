internal import Polling

extension Field {
    /// Whether a candidate stands.
    static let candidateStatus = Field(
        name: "candidate_status",
        headers: [
            "candidatestatus", "candstatus", "candidacystatus", "filingstatus", "ballotstatus",
            "nominationstatus", "statusofcandidate", "statusofcandidacy", "kandidatenstatus",
            "estadocandidato", "estadocandidatura", "statutcandidat", "statocandidato",
            "onballot", "isonballot", "onballotyn", "appearsonballot", "ballotqualified",
            "certified", "iscertified", "qualified", "isqualified",
        ],
        weakHeaders: ["status", "statut", "candidacy"]
    )
    /// Whether and when a candidate has withdrawn, where that has a column of its own.
    static let candidateWithdrawn = Field(
        name: "candidate_withdrawn",
        headers: [
            "withdrawn", "iswithdrawn", "withdrawndate", "datewithdrawn", "withdrawaldate",
            "dateofwithdrawal", "withdrew", "withdrewon", "withdrewdate", "withdrawnon",
            "withdrawnat", "candidatewithdrawn",
            "candidatewithdrawndate", "disqualified", "disqualifieddate", "removed",
            "removeddate", "removedfromballot",
        ]
    )
    /// Whether a name is written in, and does not stand on the ballot.
    static let candidateWriteIn = Field(
        name: "candidate_write_in",
        headers: ["writein", "iswritein", "writeincandidate"]
    )
    /// The columns that say whether a candidate stands.
    static let candidateStatuses = [candidateStatus, candidateWithdrawn, candidateWriteIn]
    /// Who is elected together with the candidate, on the same ticket.
    static let runningMate = Field(
        name: "running_mate",
        headers: [
            "runningmate", "runningmatename", "ticketmate", "mate", "matename", "vicepresident",
            "vicepresidentialcandidate", "vpcandidate", "vpname", "vicecandidate",
            "ltgovernor", "lieutenantgovernor", "lieutenantgovernorcandidate", "candidate2",
            "candidatename2", "secondcandidate", "cocandidate", "compannerodeformula",
            "companerodeformula", "candidatovicepresidente", "colistier", "viceprasident",
        ]
    )
}

/// Whether somebody whom a file lists stands on the ballot.
enum CandidateStatus {
    /// Words of which one at least says that a name is not on the ballot, without accents.
    private static let signs: Set<String> = [
        "withdrawn", "withdrew", "withdraws", "withdraw", "withdrawal", "disqualified",
        "disqualification", "removed", "deceased", "died", "ineligible", "rejected", "invalid",
        "resigned", "declined", "struck", "stricken", "void", "cancelled", "canceled", "inactive",
        "unqualified", "denied", "writein", "writeins", "zuruckgezogen", "zurueckgezogen",
        "zuruckgetreten", "gestrichen", "verstorben", "ausgeschlossen", "ungultig", "ungueltig",
        "abgelehnt", "zuruckgewiesen", "retire", "retiree", "desiste", "desistee", "invalide",
        "decede", "decedee", "radie", "radiee", "irrecevable", "disqualifie", "retirado",
        "retirada", "renuncio", "renuncia", "descalificado", "descalificada", "inhabilitado",
        "inhabilitada", "fallecido", "fallecida", "excluido", "excluida", "rechazado", "rechazada",
        "ritirato", "ritirata", "escluso", "esclusa", "deceduto", "deceduta", "desistente",
        "desistiu", "indeferido", "indeferida", "falecido", "falecida", "teruggetrokken",
        "uitgesloten", "overleden", "wycofany", "wycofana", "skreslony", "skreslona", "zmarl",
        "zmarla", "tillbakadragen", "offballot", "notrunning",
    ]
    /// Words that may stand beside them.
    private static let fillers: Set<String> = [
        "candidates", "candidacy", "has", "was", "is", "from", "ballot", "the", "by",
        "court", "order", "name", "race", "contest", "qualified", "certified", "declared",
        "official", "registered", "on", "in", "of", "off", "not", "election", "after", "before",
        "deadline", "write", "party", "nominee", "nomination", "formally", "voluntarily", "late",
        "kandidat", "kandidatin", "kandidatur", "candidat", "candidate", "candidato", "candidata",
        "candidatura", "el", "la", "le", "per", "von", "der", "als", "wurde", "hat", "approved",
        "valid", "filed", "eligible", "date", "no", "longer", "does", "did", "appear", "for",
        "office", "at",
    ]
    /// Words of a column that say that a candidate stands, or nothing of it.
    private static let standing: Set<String> = [
        "certified", "qualified", "active", "valid", "approved", "accepted", "nominated", "ballot",
        "onballot", "running", "filed", "elected", "won", "lost", "winner", "loser", "defeated",
        "unopposed", "incumbent", "challenger", "official", "unofficial", "final", "preliminary",
        "standing", "stands", "validly", "eligible", "confirmed", "yes", "no", "y", "n", "true",
        "false", "0", "1", "ok", "open", "current", "printed", "runoff", "advanced", "leading",
        "zugelassen", "gultig", "gueltig", "gewahlt", "gewaehlt", "admis", "admise", "valide",
        "elu", "elue", "valido", "valida", "admitido", "admitida", "proclamado", "proclamada",
        "aceptado", "aceptada", "ammesso", "ammessa", "eletto", "eletta", "deferido", "deferida",
        "toegelaten", "geldig", "zarejestrowany", "zarejestrowana", "candidate", "general",
        "primary", "nominee", "petition", "declared", "registered", "pending", "complete",
        "completed",
        "partial", "reported", "counted",
    ]

    /// Whether a column's header says that it may tell who is not on the ballot, besides the one that was
    /// taken for it.
    static func mayBeSaid(in header: String) -> Bool {
        let key = HeaderKey(header).text
        return Station.isOfNotes(header)
            || ["status", "withdr", "disqual", "remov", "inactive"].contains(where: key.contains)
    }

    /// The words of a text without accents and in small letters; `write-in` is one.
    private static func words(_ text: some StringProtocol) -> [String] {
        let words = text.split { !$0.isLetter && !$0.isNumber }
            .map { HeaderKey(String($0)).text }.filter { !$0.isEmpty }
        var joined: [String] = []
        for word in words {
            if ["in", "ins"].contains(word), joined.last == "write" {
                joined[joined.count - 1] = "write" + word
            } else if word == "i", joined.last == "w" {
                joined[joined.count - 1] = "writein"
            } else if deniedWords.contains(word), joined.last == "not" {
                joined[joined.count - 1] = "unqualified"
            } else if word == "ballot", let start = offBallot(joined) {
                joined.removeSubrange(start...)
                joined.append("offballot")
            } else {
                joined.append(word)
            }
        }
        return joined
    }

    /// Words of one who stands, which say the opposite behind "not".
    private static let deniedWords: Set<String> = [
        "qualified", "eligible", "valid", "approved", "certified", "accepted", "nominated",
        "running", "standing", "active", "printed", "validly", "registered",
    ]

    /// Where words in front of "ballot" begin that say that a name is not on it: `not on the`,
    /// `no longer on`, `off the`.
    private static func offBallot(_ words: [String]) -> Int? {
        let words = words.last == "the" ? words.dropLast() : words[...]
        guard let last = words.last else { return nil }
        if last == "off" { return words.endIndex - 1 }
        guard ["on", "in"].contains(last) else { return nil }
        return words.dropLast().lastIndex { ["not", "never", "longer"].contains($0) }
    }

    /// Words that take back what stands beside them.
    private static let returning: Set<String> = [
        "reinstated", "restored", "readmitted", "returned", "rescinded", "reversed", "overturned",
        "appealed", "appeal",
    ]

    /// Whether a text may say either: `Withdrawn - reinstated`, `Lost in primary`.
    private static func isDoubtful(_ words: [String]) -> Bool {
        words.contains(where: returning.contains)
            || words.contains(where: ["lost", "defeated", "eliminated"].contains)
                && words.contains(where: ["primary", "caucus", "convention"].contains)
    }

    /// Whether a text says nothing but that a name is not on the ballot.
    private static func isOut(_ text: some StringProtocol) -> Bool {
        let words = words(text)
        return words.contains(where: signs.contains) && !isDoubtful(words)
            && words.allSatisfy {
                signs.contains($0) || fillers.contains($0) || $0.allSatisfy(\.isNumber)
            }
    }

    /// What a name says besides, where that is that it is not on the ballot: `withdrawn` of
    /// `Bob Roe (withdrawn)`, `Write-in` of `Write-in: Di Fox`. nil for other names.
    static func out(inName name: String) -> String? {
        if mayHaveParts(name), let word = out(inPartsOf: name) { return word }
        let words = name.split(separator: " ")
        guard words.count > 1 else { return nil }
        return [words[words.count - 1], words[0]].first {
            $0.utf8.count >= shortestLastWord && lastWords.contains(HeaderKey(String($0)).text)
        }.map { String($0) }
    }

    /// Whether there may be a bracket, a colon or the like in a name: most have none.
    private static func mayHaveParts(_ name: String) -> Bool {
        name.utf8.contains { byte in
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: " "), UInt8(ascii: "."),
                UInt8(ascii: "'"), UInt8(ascii: "\""):
                false
            default: true
            }
        }
    }

    /// The same of parts of a text alone, in brackets or behind a dash: `Zoning (WITHDRAWN)`,
    /// `Measure D - REMOVED BY COURT ORDER`.
    static func out(inPartOf text: String) -> String? {
        mayHaveParts(text) ? out(inPartsOf: text) : nil
    }

    private static func out(inPartsOf name: String) -> String? {
        var rest = name[...]
        while let open = rest.firstIndex(where: { "([{".contains($0) }) {
            let behind = rest[rest.index(after: open)...]
            let close = behind.firstIndex(where: { ")]}".contains($0) }) ?? behind.endIndex
            if isOut(behind[..<close]) { return String(behind[..<close]) }
            guard close < behind.endIndex else { break }
            rest = behind[behind.index(after: close)...]
        }
        let parts = name.split { ":,;*\u{2013}\u{2014}".contains($0) || $0.isNewline }
            .flatMap { String($0).split(separator: " - ") }
        if parts.count > 1 {
            for part in [parts[0], parts[parts.count - 1]] where isOut(part) {
                return part.split(separator: " ").joined(separator: " ")
            }
        }
        return nil
    }

    /// A mark of a name that may say that it is not on the ballot, and whose meaning stands elsewhere:
    /// `(W)`, `†`, `*`. nil for other names.
    static func mark(inName name: String) -> String? {
        if let mark = name.first(where: { "†‡*§¶".contains($0) }) { return String(mark) }
        guard let open = name.lastIndex(where: { "([".contains($0) }) else { return nil }
        let mark = name[name.index(after: open)...].prefix { $0.isLetter || $0 == "." || $0 == "/" }
        let letters = mark.filter { $0.isLetter }.uppercased()
        return ["W", "WD", "WI", "WDN", "DQ", "X", "NR"].contains(letters)
            ? String(name[open...]) : nil
    }

    /// Words that are nobody's name, so that they need no brackets.
    private static let lastWords: Set<String> = [
        "withdrawn", "withdrew", "disqualified", "deceased", "writein", "zuruckgezogen", "retirado",
        "retirada",
    ]
    /// How many letters the shortest of them has; a key is no longer than what it is the key of.
    private static let shortestLastWord = lastWords.map(\.utf8.count).min() ?? 0

    private static let no: Set<String> = ["no", "n", "false", "f", "0", "nein", "non"]
    /// Columns of which a "no" says that a name is not on the ballot.
    private static let onBallot: Set<String> = [
        "onballot", "isonballot", "onballotyn", "appearsonballot", "ballotqualified", "certified",
        "iscertified", "qualified", "isqualified",
    ]

    /// What a cell of a column of statuses says.
    enum Word {
        case stands
        /// The name is not on the ballot, in these words.
        case isOut(String)
        /// It is not understood.
        case unknown
    }

    /// - Parameter header: The column's, for `Withdrawn` may hold `Yes` or a day.
    static func read(_ cell: String, under header: String) -> Word {
        let words = words(cell)
        guard !words.isEmpty, !PlaceholderText.words.contains(cell.lowercased()) else {
            return .stands
        }
        // "Withdrawn (Y/N)" is a column of the withdrawn.
        let bare = HeaderKey.withoutRemark(header)
        let key = HeaderKey(bare).text
        if isOut(header) || isOut(bare) || Field.candidateWithdrawn.headers.contains(key)
            || Field.candidateWriteIn.headers.contains(key)
        {
            return words.count == 1 && no.contains(words[0]) ? .stands : .isOut(header)
        }
        if onBallot.contains(key), words.count == 1, no.contains(words[0]) {
            return .isOut("\(header): \(cell)")
        }
        if isDoubtful(words) { return .unknown }
        if isOut(cell) { return .isOut(cell) }
        return words.allSatisfy { standing.contains($0) || fillers.contains($0) }
            ? .stands : .unknown
    }
}

extension BallotPlan {
    /// Why a row's candidate is not on the ballot, and what is not understood of a column that may say so.
    func status(
        of candidate: String?,
        _ row: borrowing Row
    ) -> (outWord: String?, unknown: String?) {
        guard let candidate else { return (nil, nil) }
        var unknown: String?
        for field in Field.candidateStatuses {
            guard let column = plan.column(field), let cell = row.text(column) else { continue }
            switch CandidateStatus.read(cell, under: plan.columns[column]) {
            case .stands: break
            case .isOut(let word): return (word, nil)
            case .unknown: unknown = unknown ?? cell
            }
        }
        if let word = CandidateStatus.out(inName: candidate) { return (word, unknown) }
        return (nil, unknown ?? CandidateStatus.mark(inName: candidate) ?? nobody(candidate))
    }
}

extension BallotPlan {
    /// A name that is nobody's, though a contest stands with it: `No Candidate Filed`. nil for others.
    private func nobody(_ name: String) -> String? {
        let text = name.smallWords.joined(separator: " ")
        return Self.nobodysNames.contains(text) ? name : nil
    }

    private static let nobodysNames: Set<String> = [
        "no candidate", "no candidates", "no candidate filed", "no candidates filed",
        "no candidate has filed", "no candidates have filed", "no one filed", "nobody filed",
        "none filed", "no filing", "no filings", "no candidate qualified",
        "no candidates qualified", "no nominee", "no nomination", "no nominations", "none",
        "unopposed", "tbd", "tba", "to be determined", "to be announced", "not applicable",
        "kein kandidat", "keine kandidaten", "kein wahlvorschlag", "sin candidato",
        "sin candidatos", "sin candidatura", "aucun candidat", "nessun candidato",
        "sem candidato", "geen kandidaat",
    ]
}

/// The rows of candidates that are not on the ballot, and those of which that is not known.
struct LeftCandidates {
    private var left: [String: (rows: Int, lines: [Int], example: String)] = [:]
    private var unknown: [String: (rows: Int, lines: [Int], example: String)] = [:]

    private static let shownLines = 5
    private static let shownWords = 10

    /// Counts a row.
    ///
    /// - Returns: Whether its candidate is left out.
    mutating func takes(_ row: ContestRow, line: Int) -> Bool {
        guard let name = row.candidate else { return false }
        if let word = row.outWord {
            Self.count(word.lowercased(), name, line, &left)
            return true
        }
        if let word = row.unknownStatus { Self.count(word, name, line, &unknown) }
        return false
    }

    private static func count(
        _ word: String,
        _ name: String,
        _ line: Int,
        _ counts: inout [String: (rows: Int, lines: [Int], example: String)]
    ) {
        var entry = counts[word] ?? (0, [], name)
        entry.rows += 1
        if entry.lines.count < shownLines { entry.lines.append(line) }
        counts[word] = entry
    }

    /// What was left out, and what was not understood.
    ///
    /// - Parameters:
    ///   - column: The column of statuses, where there is one.
    ///   - names: The column of candidates' names, where there is one.
    func notes(_ column: String?, names: String?) -> [ImportNote] {
        func note(
            _ wording: BallotWording,
            _ counts: [String: (rows: Int, lines: [Int], example: String)]
        ) -> ImportNote? {
            guard !counts.isEmpty else { return nil }
            let words = counts.sorted { ($1.value.rows, $0.key) < ($0.value.rows, $1.key) }
            let shown = words.prefix(Self.shownWords).map {
                "\"\($0.key)\" (\(grouped($0.value.rows)), such as \($0.value.example))"
            }
            let lines = words.flatMap(\.value.lines).sorted().prefix(Self.shownLines)
            return ImportNote(
                .warning,
                Finding(
                    wording,
                    [
                        "rows": .count(words.reduce(0) { $0 + $1.value.rows }),
                        "words": Finding.list(shown, more: words.count - shown.count),
                        "column": .text(
                            column ?? (wording == .unknownStatuses ? names : nil) ?? "COLUMN"
                        ),
                    ]
                ),
                lines: Array(lines)
            )
        }
        return [note(.candidatesLeftOut, left), note(.unknownStatuses, unknown)].compactMap { $0 }
    }
}
