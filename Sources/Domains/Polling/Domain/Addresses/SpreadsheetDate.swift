/// Dates that spreadsheets make of house numbers: `2-1` and `2/1` become `02. Jan`, `1-Feb` or
/// `2024-02-01`, and which house it was nobody knows.
public enum SpreadsheetDate {
    /// The months as spreadsheets write them, in English, German and Spanish, without accents.
    private static let months: Set<String> = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec",
        "mrz", "mai", "juni", "juli", "okt", "dez", "ene", "abr", "ago", "dic",
        "january", "february", "march", "april", "june", "july", "august", "september", "october",
        "november", "december", "januar", "februar", "marz", "maerz", "märz", "oktober", "dezember",
        "enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre",
        "octubre", "noviembre", "diciembre",
    ]
    private static let centuries = ["19", "20"]

    /// Whether a text is such a date and no more, with a time of day or without.
    public static func isDate(_ text: some StringProtocol) -> Bool {
        let words = AddressWords.words(String(text))
        let count = length(words[...])
        return count > 0 && words.dropFirst(count).allSatisfy { $0.allSatisfy(\.isNumber) }
    }

    /// Whether an address begins with such a date: `02. Jan Main St`, but not `2 May St`.
    public static func begins(_ text: some StringProtocol) -> Bool {
        let written = WrittenAddress(String(text))
        return length(written.words[...]) > 0
            && written.gaps.dropFirst().first?.contains { ".-/".contains($0) } == true
    }

    /// Of how many words the date is made that some words begin with; 0 where they do with none.
    static func length(_ words: ArraySlice<String>) -> Int {
        let (first, second) = (words.first ?? "", words.dropFirst().first ?? "")
        if isDay(first) && months.contains(second) || months.contains(first) && isDay(second) {
            return 2
        }
        guard words.count > 2, let third = words.dropFirst(2).first else { return 0 }
        let hasYear = [(first, third), (third, first)].contains { isYear($0) && isDay($1) }
        return hasYear && isDay(second) ? 3 : 0
    }

    private static func isDay(_ word: String) -> Bool {
        (1...2).contains(word.utf8.count) && word.allSatisfy { $0.isASCII && $0.isNumber }
    }

    private static func isYear(_ word: String) -> Bool {
        word.utf8.count == 4 && word.allSatisfy { $0.isASCII && $0.isNumber }
            && centuries.contains(String(word.prefix(2)))
    }
}
