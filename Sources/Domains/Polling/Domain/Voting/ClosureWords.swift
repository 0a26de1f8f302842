private import Foundation

/// Words that say that nobody votes at a station, or no longer.
public enum ClosureWords {
    /// The first such word in a text, as it is written there; nil where there is none.
    ///
    /// - Complexity: O(n) for the length of the text.
    public static func first(in text: String) -> String? {
        var text = text
        // Nearly all texts of nearly all lists are ASCII, and need no folding of their letters.
        let found = text.withUTF8 { bytes -> Range<Int>?? in
            bytes.allSatisfy { $0 < 0x80 }
                ? .some(firstRange(in: Span(_unsafeElements: bytes))) : nil
        }
        guard let found else { return firstFolded(in: text) }
        return found.map { String(decoding: Array(text.utf8)[$0], as: UTF8.self) }
    }

    /// Where the first word or phrase stands in an ASCII text.
    private static func firstRange(in text: Span<UInt8>) -> Range<Int>? {
        var phrase: Range<Int>?
        var index = 0
        while index < text.count {
            guard isLetter(text[index]) else {
                index += 1
                continue
            }
            let start = index
            while index < text.count, isLetter(text[index]) { index += 1 }
            let initial = Int((text[start] | 0x20) - UInt8(ascii: "a"))
            for word in plainWords[initial]
            where word.count == index - start && begins(text, at: start, with: word) {
                return start..<index
            }
            guard phrase == nil else { continue }
            for words in plainPhrases[initial] where begins(text, at: start, with: words) {
                let end = start + words.count
                if end == text.count || !isLetter(text[end]) { phrase = start..<end }
            }
        }
        return phrase
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
    }

    private static func begins(_ text: Span<UInt8>, at start: Int, with small: [UInt8]) -> Bool {
        guard text.count - start >= small.count else { return false }
        for (offset, byte) in small.enumerated() {
            let own = text[start + offset]
            guard (isLetter(own) ? own | 0x20 : own) == byte else { return false }
        }
        return true
    }

    private static func firstFolded(in text: String) -> String? {
        let word = text.split { !$0.isLetter }.first { word in
            words.contains(
                word.folding(options: [.diacriticInsensitive, .caseInsensitive], locale: nil)
            ) || accented.contains(word.lowercased().precomposedStringWithCanonicalMapping)
        }
        if let word { return String(word) }
        let small = text.lowercased()
        if let phrase = unspaced.first(where: small.contains) { return phrase }
        let ascii = Array(small.utf8.map { $0 < 0x80 ? $0 : UInt8(ascii: "a") })
        return firstRange(in: ascii.span).map { String(decoding: ascii[$0], as: UTF8.self) }
    }

    private static let words: Set<String> = [
        "closed", "closure", "moved", "relocated", "relocation", "cancelled", "canceled",
        "abolished", "withdrawn", "flooded", "instead", "discontinued", "decommissioned",
        "unavailable", "condemned", "suspended", "deactivated", "duplicate", "deleted",
        "geschlossen", "gesperrt", "verlegt", "umgezogen", "entfallt", "entfallen", "aufgehoben",
        "cerrado", "cerrada", "clausurado", "clausurada", "trasladado", "trasladada", "cancelado",
        "cancelada", "reubicado", "reubicada", "deplace", "deplacee", "transfere",
        "transferee", "annule", "annulee", "chiuso", "chiusa", "spostato", "spostata",
        "trasferito", "trasferita", "annullato", "fechado", "fechada", "transferido",
        "transferida", "gesloten", "verplaatst", "vervallen", "zamkniety", "przeniesiony",
        "sarado",
    ]
    /// Words that mean something else without their accents: `ferme` is a farm.
    private static let accented: Set<String> = ["fermé", "fermée"]
    /// Where a word alone does not say it.
    private static let phrases = [
        "no longer", "do not use", "not in use", "not used", "not available", "nicht mehr", "ya no",
        "ne plus", "combined with", "consolidated with", "merged with", "vote at", "votes at",
        "voters use", "lost lease", "alternate site", "backup", "tentative", "replaced by",
        "polling place changed", "location changed", "new location:", "new polling place:",
        "should report to", "not a polling place", "not open in this", "not open for this",
        "out of service", "do not send", "will not be used", "not being used", "lease ended",
        "lease expired", "no polling place", "mail ballot precinct", "all mail precinct",
        "former location", "former polling place", "delete",
    ]
    /// Of languages whose texts have no spaces between words, or accents on all of them.
    private static let unspaced = ["đóng cửa", "关闭", "關閉", "폐쇄"]

    private static let plainWords = byInitial(words.sorted())
    private static let plainPhrases = byInitial(phrases)

    /// Small ASCII texts by their first letter, `a` to `z`.
    private static func byInitial(_ texts: [String]) -> [[[UInt8]]] {
        var all: [[[UInt8]]] = Array(repeating: [], count: 26)
        for text in texts.map({ Array($0.utf8) }) {
            all[Int(text[0] - UInt8(ascii: "a"))].append(text)
        }
        return all
    }
}
