internal import Polling

/// What voters choose from where they answer a question and nobody stands: `Yes`, `Contra`, `For the Tax
/// Levy`, `Yes / Sí`, `Bonds - No`.
enum BallotAnswer {
    /// Words of which one at least is in an answer.
    private static let answers: Set<String> = [
        "yes", "no", "for", "against", "approve", "approved", "reject", "rejected", "accept",
        "retain", "support", "oppose", "opposed", "aye", "nay",
        "sí", "si", "favor", "contra", "aprobar", "rechazar", "oui", "non", "pour", "contre", "ja",
        "nein", "nee", "nej", "nei", "sim", "não", "nao", "tak", "nie", "kyllä", "ei", "igen",
        "nem",
    ]
    /// Words that may stand beside them.
    private static let fillers: Set<String> = [
        "the", "on", "to", "do", "not", "in", "of", "a", "an", "this", "en", "de", "la", "el",
        "los",
        "las", "del", "bond", "bonds", "tax", "taxes", "levy", "levies", "measure", "proposition",
        "prop", "proposal", "question", "issue", "amendment", "ordinance", "resolution", "act",
        "charter", "referendum", "initiative", "recall", "retention", "retained", "increase",
        "renewal", "debt", "budget", "incurring", "indebtedness", "ballot", "vote", "votes", "voto",
        "proposición", "proposicion", "medida",
    ]

    /// Whether a choice is an answer, and nobody's name.
    ///
    /// - Complexity: O(n) for a text of n bytes.
    static func isAnswer(_ choice: String) -> Bool {
        let words = choice.smallWords
        return words.contains(where: answers.contains)
            && words.allSatisfy { word in
                answers.contains(word) || fillers.contains(word) || word.count == 1
                    || word.allSatisfy(\.isNumber)
            }
    }
}
