/// Rows of stations' files that are no stations: totals below a table, and records that a system makes
/// to have one.
enum PseudoStation {
    /// Whether a text, without what spellings differ in, says nothing but that: `grand total`, `summe 143`,
    /// `dummy record`. One word more, and it may be a station's name: "Total Wine", "Dummy Lane Hall".
    static func isNamed(_ normal: some Collection<UInt8>) -> Bool {
        guard normal.count <= longestName else { return false }
        var isOne = false
        for word in normal.split(separator: UInt8(ascii: " ")) {
            let text = String(decoding: word, as: UTF8.self)
            if signs.contains(text) {
                isOne = true
            } else if !fillers.contains(text), !word.allSatisfy({ 0x30...0x39 ~= $0 }) {
                return false
            }
        }
        return isOne
    }

    /// In bytes; the names of most stations need not be looked at word by word.
    private static let longestName = 60

    /// Words by which such a row is known.
    private static let signs: Set<String> = [
        "total", "totals", "subtotal", "subtotals", "grandtotal", "totale", "totaux", "totaal",
        "summe", "summen", "gesamt", "insgesamt", "gesamtsumme", "gesamtzahl", "zwischensumme",
        "dummy", "placeholder", "platzhalter",
    ]

    /// Words that may stand beside them: what is counted.
    private static let fillers: Set<String> = [
        "grand", "sub", "overall", "general", "général", "generale", "number", "count", "of", "all",
        "the", "polling", "voting", "vote", "station", "stations", "place", "places", "location",
        "locations", "site", "sites", "center", "centers", "precinct", "precincts", "row", "rows",
        "record", "records", "entry", "entries", "anzahl", "der", "alle", "wahllokal", "wahllokale",
        "stimmbezirke",
    ]
}
