internal import Polling

/// Headings between the rows of a list of stations: `DISTRICT 4`, `-- North County --`, `Ward 6:`.
enum StationHeading {
    /// What the filled cells of a row say, where all of them say the same, as merged cells do.
    ///
    /// - Returns: The first of them, and how many there are; nil where they differ or there are none.
    static func only(of row: borrowing Row) -> (column: Int, cells: Int)? {
        var only: (column: Int, cells: Int)?
        for column in 0..<row.count where !row.isPlaceholder(column) {
            guard let first = only?.column else {
                only = (column, 1)
                continue
            }
            guard row.cell(first) == row.cell(column) else { return nil }
            only?.cells += 1
        }
        return only
    }

    /// Whether a text is worded as a heading is: framed (`-- North --`, `*** CITY ***`, `[East]`), with a
    /// colon at its end, or a sort of district and its number or side.
    static func isWorded(_ text: String) -> Bool {
        guard let first = text.first, let last = text.last else { return false }
        if last == ":" || frames.contains(first) && frames.contains(last) && text.count > 2 {
            return true
        }
        let words = text.smallWords
        guard words.count > 1, words.count <= longestWords else { return false }
        let sorts = words.count(where: districtWords.contains)
        return sorts > 0
            && words.allSatisfy { word in
                districtWords.contains(word) || besides.contains(word) || word.count <= 2
                    || word.contains(where: \.isNumber)
            }
    }

    private static let longestWords = 5
    private static let frames: Set<Character> = [
        "-", "–", "—", "=", "*", "_", "#", "~", "+", "•", "|", "[", "]", "<", ">", "(", ")", "/",
    ]
    private static let districtWords: Set<String> = [
        "district", "districts", "ward", "wards", "precinct", "precincts", "county", "zone", "area",
        "region", "section", "sector", "division", "borough", "parish", "township", "riding",
        "constituency", "bezirk", "stimmbezirk", "wahlbezirk", "wahlkreis", "ortsteil", "distrito",
        "sección", "seccion", "zona", "secteur", "circonscription", "canton", "arrondissement",
        "quartier", "sezione", "wijk", "okręg",
    ]
    private static let besides: Set<String> = [
        "north", "south", "east", "west", "central", "northern", "southern", "eastern", "western",
        "northeast", "northwest", "southeast", "southwest", "side", "upper", "lower", "inner",
        "outer", "council", "commission", "commissioner", "supervisor", "supervisorial",
        "congressional", "senate", "assembly", "legislative", "voting",
        "polling", "electoral", "electorate", "nord", "süd", "ost", "mitte", "norte", "sur", "este",
        "oeste", "centro", "iii", "viii", "xii", "xiii",
    ]
}
