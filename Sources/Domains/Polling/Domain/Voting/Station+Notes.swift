private import Foundation

extension Station {
    /// What its file says to those who come, in the order of its columns' names: notes and remarks, and
    /// a status that says that it is closed or moved.
    public var notes: [String] {
        attributes.sorted { $0.key < $1.key }.compactMap { header, value in
            let isNote = Self.isOfNotes(header)
            let isClosure = Self.isOfStatus(header) && ClosureWords.first(in: value) != nil
            return isNote || isClosure ? value : nil
        }
    }

    /// Whether a column of some name holds notes.
    public static func isOfNotes(_ header: String) -> Bool {
        noteHeaders.contains(header.lowercased().filter(\.isLetter))
    }

    /// Whether a column of some name says what has become of a station.
    public static func isOfStatus(_ header: String) -> Bool {
        statusHeaders.contains(header.lowercased().filter(\.isLetter))
    }

    private static let noteHeaders: Set<String> = [
        "note", "notes", "publicnote", "publicnotes", "stationnotes", "comment", "comments",
        "remark", "remarks", "notice", "alert", "alerts", "additionalinformation",
        "additionalinfo", "specialinstructions", "instructions", "bemerkung", "bemerkungen",
        "hinweis", "hinweise", "anmerkung", "anmerkungen", "nota", "notas", "observaciones",
        "aviso", "remarque", "remarques", "observations", "avis", "observacoes", "avviso",
        "opmerking", "opmerkingen", "uwagi",
    ]
    private static let statusHeaders: Set<String> = [
        "status", "ppstatus", "stationstatus", "pollingplacestatus", "placestatus",
    ]
}

/// Words that say that nobody votes at a station, or no longer.
public enum ClosureWords {
    /// The first such word in a text, as it is written there; nil where there is none.
    ///
    /// - Complexity: O(n) for the length of the text.
    public static func first(in text: String) -> String? {
        let word = text.split { !$0.isLetter }.first { word in
            words.contains(
                word.folding(options: [.diacriticInsensitive, .caseInsensitive], locale: nil)
            ) || accented.contains(word.lowercased().precomposedStringWithCanonicalMapping)
        }
        if let word { return String(word) }
        let small = text.lowercased()
        return phrases.first { small.contains($0) }
    }

    private static let words: Set<String> = [
        "closed", "closure", "moved", "relocated", "relocation", "cancelled", "canceled",
        "abolished", "withdrawn", "discontinued", "decommissioned", "unavailable", "condemned",
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
    /// Where a word alone does not say it, or texts have no spaces between words.
    private static let phrases = [
        "no longer", "do not use", "not in use", "not available", "nicht mehr", "ya no", "ne plus",
        "đóng cửa", "关闭", "關閉", "폐쇄",
    ]
}
