internal import Polling

/// Rows of results that are no candidates, no offices and no precincts.
struct PseudoRows {
    private(set) var counts: [String: Int] = [:]
    private var placeCounts: [String: Int] = [:]

    /// Names that are no office's, each with what may stand behind it.
    private static let officePhrases = [
        "registered voters", "registered voter count", "voters registered", "ballots cast",
        "total ballots", "total ballots cast", "cards cast", "turnout", "voter turnout",
        "times counted", "times blank voted", "total votes", "total votes cast",
        "precincts reporting",
        "precincts reported", "number of precincts", "public counter", "ballots counted",
        "absentee ballots", "provisional ballots", "ballots issued", "voters", "total voters",
    ]
    /// What may stand behind them: a part of the voters, or of the ballots.
    private static let officeTails: Set<String> = [
        "total", "totals", "blank", "percent", "percentage", "pct", "count", "number", "of", "by",
        "and", "party", "democratic", "democrat", "democrats", "republican", "republicans", "dem",
        "rep", "libertarian", "green", "independent", "nonpartisan", "non", "partisan", "no",
        "unaffiliated", "other", "others", "election", "day", "early", "absentee", "mail",
        "provisional", "in", "person", "active", "inactive", "all", "cast", "voters", "ballots",
    ]
    /// Words of which one at least is in the name of no candidate's votes.
    private static let candidateSigns: Set<String> = [
        "overvotes", "overvote", "undervotes", "undervote", "writein", "writeins", "escriba",
        "scattered",
        "scattering", "scatterings", "blank", "blanks", "void", "spoiled", "total", "totals",
        "subtotal", "subtotals", "ballots", "turnout", "registered", "registeredvoters",
        "totalvotes", "ballotscast", "totalvotescast", "unassigned", "unresolved", "exhausted",
        "invalid", "informal", "electorate", "electors", "abstentions", "votants", "inscrits",
        "exprimés", "exprimes", "nuls", "nulles", "nulos", "nulas", "abstención", "abstencion",
        "abstenções", "abstencoes", "votanti", "elettori", "astenuti", "ungültige", "ungueltige",
        "ungültig", "gültige", "gueltige", "gültig", "wahlberechtigte", "wahlbeteiligung",
        "nichtwähler", "ongeldig", "ongeldige", "opkomst", "kiesgerechtigden", "nieważne",
        "frekwencja", "uprawnieni", "ogiltiga", "ugyldige",
    ]
    /// Words that may stand beside them.
    private static let candidateFillers: Set<String> = [
        "over", "under", "vote", "votes", "voted", "write", "in", "ins", "cast", "grand", "sub",
        "number", "of", "times", "counted", "contest", "candidate", "voters", "voter", "valid",
        "rejected", "not", "assigned", "qualified", "unqualified", "other", "others", "all", "misc",
        "miscellaneous", "and", "the", "for", "office", "precinct", "county", "papers", "formal",
        "aquí", "aqui", "un", "nombre", "bulletins", "suffrages", "blancs", "et", "de", "des",
        "votos", "válidos", "validos", "en",
        "blanco", "schede", "voti", "validi", "bianche", "e", "stimmen", "erststimmen",
        "zweitstimmen", "stimmzettel", "abgegebene", "insgesamt", "stemmen", "geldige", "głosy",
        "głosów", "röster", "stemmer",
    ]
    /// Names that only both words together make: "over votes".
    private static let candidatePhrases: Set<String> = [
        "formal", "formal votes", "total formal", "bulletins blancs", "votes blancs", "blancs",
        "votos en blanco", "en blanco", "votos blancos", "votos brancos", "votos válidos",
        "votos validos", "schede bianche", "schede nulle", "voti validi", "censo electoral",
        "wähler insgesamt", "wählerinnen und wähler", "blanco stemmen",
        "geldige stemmen", "over votes", "over vote", "under votes", "under vote", "write in",
        "write ins",
        "write in votes", "times over voted", "times under voted", "number of under votes",
        "number of over votes", "not assigned", "all others", "void votes", "rejected write ins",
        "times counted", "number of precincts", "precincts reporting", "cast votes", "votes cast",
        "vacant", "vacancy",
        "qualified write in", "qualified write ins", "rejected", "undecided",
        "under over votes", "over under votes", "under and over votes", "over and under votes",
        "overs unders", "unders overs",
    ]
    /// What stands in a column of precincts, or counties, where a row is of none of them.
    private static let placeSigns: Set<String> = [
        "total", "totals", "subtotal", "subtotals", "grandtotal", "summary", "cumulative",
        "countywide", "statewide", "absentee", "absentees", "provisional", "provisionals", "mail",
        "early", "advance", "uocava", "federal", "overseas", "military", "electionwide",
        "jurisdictionwide", "all",
    ]
    private static let placeFillers: Set<String> = [
        "grand", "sub", "overall", "county", "state", "city", "town", "wide", "of", "for", "the",
        "by", "in", "and", "or", "precinct", "precincts", "ward", "wards", "district", "districts",
        "vote", "votes", "voting", "voters", "voted", "ballot", "ballots", "cast", "person", "day",
        "election", "only", "write", "center", "central", "count", "counted",
    ]

    /// Whether a title is that of no office.
    static func isPseudoOffice(_ title: String) -> Bool {
        let words = title.smallWords
        let text = words.joined(separator: " ")
        return officePhrases.contains { phrase in
            guard text.hasPrefix(phrase) else { return false }
            let rest = text.dropFirst(phrase.count)
            guard rest.first == " " || rest.isEmpty else { return false }
            return rest.split(separator: " ").allSatisfy {
                officeTails.contains(String($0)) || $0.allSatisfy(\.isNumber)
            }
        } || words.allSatisfy { ["total", "totals", "grand", "subtotal"].contains($0) }
    }

    /// Whether a name is nobody's.
    static func isPseudoCandidate(_ name: String) -> Bool {
        let words = name.smallWords
        if candidatePhrases.contains(words.joined(separator: " ")) { return true }
        return words.contains(where: candidateSigns.contains)
            && words.allSatisfy { candidateSigns.contains($0) || candidateFillers.contains($0) }
    }

    /// Whether what stands in a column of precincts or counties names none: a sum, or ballots that were
    /// counted apart, such as those by mail.
    static func isPseudoPlace(_ name: String) -> Bool {
        let words = name.smallWords
        return words.contains(where: placeSigns.contains)
            && words.allSatisfy { placeSigns.contains($0) || placeFillers.contains($0) }
    }

    /// Whether a row is one.
    static func isPseudo(_ row: ContestRow) -> Bool {
        isPseudoOffice(row.title) || (row.candidate.map(isPseudoCandidate) ?? false)
    }

    /// Whether a row is one, which is then counted.
    mutating func takes(office: String, candidate: String?) -> Bool {
        if Self.isPseudoOffice(office) {
            counts[office, default: 0] += 1
            return true
        }
        guard let candidate, Self.isPseudoCandidate(candidate) else { return false }
        counts[candidate, default: 0] += 1
        return true
    }

    /// Counts a row whose precinct or county is none.
    mutating func add(place: String) { placeCounts[place, default: 0] += 1 }

    /// How many rows there were, by what they are.
    var notes: [ImportNote] {
        var notes: [ImportNote] = []
        if !counts.isEmpty {
            notes.append(
                ImportNote(
                    .note,
                    Finding(
                        .pseudoRows,
                        ["rows": .count(counts.values.reduce(0, +)), "names": Self.listed(counts)]
                    )
                )
            )
        }
        if !placeCounts.isEmpty {
            notes.append(
                ImportNote(
                    .note,
                    Finding(
                        .pseudoPlaces,
                        [
                            "rows": .count(placeCounts.values.reduce(0, +)),
                            "names": Self.listed(placeCounts),
                        ]
                    )
                )
            )
        }
        return notes
    }

    private static let shownLimit = 20

    private static func listed(_ counts: [String: Int]) -> Finding.Value {
        let kinds = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        let shown = kinds.prefix(shownLimit).map { "\($0.key) (\(grouped($0.value)))" }
        return Finding.list(shown, more: kinds.count - shown.count)
    }
}
