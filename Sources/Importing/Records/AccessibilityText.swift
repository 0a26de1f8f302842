internal import Polling

/// What files write of accessibility.
enum AccessibilityText {
    private static let yes: Set<String> = [
        "yes", "y", "true", "t", "1", "x", "ja", "j", "full", "accessible", "wheelchair access",
        "wheelchair accessible", "fully accessible", "barrierefrei", "si", "sí", "sì", "oui", "tak",
        "sim", "kyllä",
    ]
    private static let no: Set<String> = [
        "no", "n", "false", "f", "0", "nein", "none", "inaccessible", "not accessible",
        "no access", "nicht barrierefrei", "non", "nee", "nie", "não", "nej",
    ]

    /// The answer that a text gives; unknown where it says something else.
    static func answer(_ text: String) -> Accessibility.Answer {
        let word = text.lowercased()
        if yes.contains(word) { return .yes }
        return no.contains(word) ? .no : .unknown
    }

    /// An answer, with the text that gave it where it says more than yes or no.
    static func accessibility(
        _ text: String?,
        answer: Accessibility.Answer,
        note: String?
    ) -> Accessibility {
        Accessibility(
            wheelchair: answer,
            note: note ?? (answer == .unknown ? text : nil)
        )
    }
}
