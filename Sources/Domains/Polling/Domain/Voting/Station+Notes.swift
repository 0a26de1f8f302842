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
