import Testing

@testable import Importing

/// Phrases are found where words of the text begin so, as a plain search of all its words finds them.
@Suite struct PhraseTableTests {
    private static let phrases = [
        "alt", "back up", "not used", "old", "was ", "drop box", "go to", "tbd", "may only",
    ]

    /// The same by taking every text apart.
    private func brute(_ text: String) -> String? {
        let plain = PhraseTable.plain(text)
        return Self.phrases.first { plain.contains(" " + $0) }
    }

    @Test("texts are searched as if they were taken apart")
    func equalToBrute() {
        let table = PhraseTable(Self.phrases)
        let words = [
            "alt", "Altamont", "salt", "BACK", "Up", "upper", "back-up", "not", "Used", "unused",
            "was",
            "Washington", "drop", "Box", "boxes", "go", "to", "Togo", "TBD", "o'clock", "'old", "é",
            "École",
            "older", "may", "only", "7", "7th", "",
        ]
        let joins = [" ", "  ", ", ", "-", " – ", "/", ""]
        var generator = SystemRandomNumberGenerator()
        var wrong: [String] = []
        var found = 0
        for _ in 0..<30_000 {
            var text = ""
            for _ in 0..<Int.random(in: 0...5, using: &generator) {
                text += words.randomElement(using: &generator) ?? ""
                text += joins.randomElement(using: &generator) ?? ""
            }
            let answer = table.first(in: text)
            if answer != nil { found += 1 }
            if answer != brute(text) { wrong.append(text) }
        }
        #expect(wrong.isEmpty, "\(wrong.prefix(5))")
        #expect(found > 3_000)
    }

    @Test("a blank behind a phrase asks for a further word")
    func trailingBlank() {
        let table = PhraseTable(["was "])
        #expect(table.first(in: "was Depot Museum") == "was ")
        #expect(table.first(in: "It was. Now?") == "was ")
        #expect(table.first(in: "it was...") == nil)
        #expect(table.first(in: "wash house") == nil)
    }
}
