/// Rows of stations' files that are no stations: totals below a table, and records that a system makes
/// to have one.
enum PseudoStation {
    /// Whether a text, without what spellings differ in, says nothing but that: `grand total`, `ward 8a
    /// total`, `summe 143`, `dummy record`, `to be announced`. One word more, and it may be a station's
    /// name: "Total Wine", "Grand Total Hall", "Dummy Lane Hall".
    static func isNamed(_ normal: some Collection<UInt8>) -> Bool {
        guard normal.count <= longestName else { return false }
        var isOne = false
        for word in normal.split(separator: UInt8(ascii: " ")) {
            let text = String(decoding: word, as: UTF8.self)
            if signs.contains(text) {
                isOne = true
            } else if !fillers.contains(text), !isNumber(word) {
                return false
            }
        }
        return isOne
    }

    /// Whether a text is nothing but numbers and what they count, such as `551` or `3 polling places`.
    static func isCount(_ normal: some Collection<UInt8>) -> Bool {
        guard normal.count <= longestName, let first = normal.first, 0x30...0x39 ~= first else {
            return false
        }
        return normal.split(separator: UInt8(ascii: " ")).allSatisfy { word in
            word.allSatisfy { 0x30...0x39 ~= $0 }
                || fillers.contains(String(decoding: word, as: UTF8.self))
        }
    }

    /// Whether a word is what a district or a count is told by: `143`, `8a`, `b`.
    private static func isNumber(_ word: some Collection<UInt8>) -> Bool {
        guard let first = word.first else { return false }
        return word.count == 1 || 0x30...0x39 ~= first
    }

    /// In bytes; the names of most stations need not be looked at word by word.
    private static let longestName = 60

    /// Words by which such a row is known.
    private static let signs: Set<String> = [
        "total", "totals", "subtotal", "subtotals", "grandtotal", "totale", "totaux", "totaal",
        "summe", "summen", "gesamt", "insgesamt", "gesamtsumme", "gesamtzahl", "zwischensumme",
        "dummy", "placeholder", "platzhalter",
        "count", "anzahl", "tba", "tbd", "tbc", "announced", "determined", "confirmed", "advised",
    ]

    /// Words that may stand beside them: what is counted, of what it is the total, and `to be`.
    private static let fillers: Set<String> = [
        "grand", "sub", "overall", "general", "général", "generale", "number", "of", "all", "for",
        "the", "and", "polling", "voting", "vote", "station", "stations", "place", "places",
        "location", "locations", "site", "sites", "center", "centers", "precinct", "precincts",
        "ward", "wards", "district", "districts", "county", "city", "town", "state", "page",
        "sheet",
        "report", "file", "row", "rows", "record", "records", "entry", "entries", "voters",
        "electors", "registered", "votes", "ballots", "cast", "der", "die", "alle", "wahllokal",
        "wahllokale", "wahlbezirk", "wahlbezirke", "stimmbezirk", "stimmbezirke", "bezirk",
        "zeilen",
        "datensätze", "wähler", "stimmen", "to", "be", "yet", "not", "still",
    ]
}
