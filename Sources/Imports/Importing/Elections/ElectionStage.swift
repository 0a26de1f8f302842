internal import Foundation
internal import Polling

/// Whether an election nominates a party's candidates, as far as words tell.
enum ElectionStage {
    /// A party's own: its candidates stand against each other, and not against those of others.
    case primary
    /// All stand against each other: a general election, or a primary of all parties together.
    case common
    /// The words do not tell.
    case unknown

    private static let primaryWords: Set<String> = [
        "primary", "primaries", "pri", "prim", "caucus", "caucuses", "primaria", "primarias",
    ]
    private static let commonWords: Set<String> = [
        "general", "gen", "special", "runoff", "recall", "municipal", "referendum",
    ]
    /// Primaries in which the candidates of all parties stand against each other.
    private static let commonPrimaries = [
        "top two", "top four", "top five", "top 2", "top 4", "top 5", "nonpartisan", "non partisan",
        "jungle", "blanket", "unified primary",
    ].map { $0.split(separator: " ").map(String.init) }

    /// What a text says: a stage, an election's name, or a file's.
    init(_ text: String) {
        let words = text.smallWords
        if Self.commonPrimaries.contains(where: { Self.stand($0, in: words) }) {
            self = .common
        } else if words.contains(where: Self.primaryWords.contains) {
            self = .primary
        } else if words.contains(where: Self.commonWords.contains) {
            self = .common
        } else {
            self = .unknown
        }
    }

    /// Whether words stand one after the other in a text.
    private static func stand(_ phrase: [String], in words: [String]) -> Bool {
        guard phrase.count <= words.count else { return false }
        return (0...words.count - phrase.count).contains { words[$0...].starts(with: phrase) }
    }

    /// What the first of some texts says that tell.
    static func of(_ texts: [String?]) -> ElectionStage {
        for text in texts {
            guard let text, case let stage = ElectionStage(text), stage != .unknown else {
                continue
            }
            return stage
        }
        return .unknown
    }
}

/// The parties of primaries.
enum PrimaryParty {
    private static let none: Set<String> = [
        "", "none", "no", "np", "non", "nonpartisan", "nonpartisanoffice", "nopartypreference",
        "npp",
        "na", "all", "open", "unaffiliated", "nonaffiliated",
    ]

    /// The party whose primary a text names; nil where it names none.
    static func named(_ text: String?) -> String? {
        guard let text, !none.contains(text.lowercased().filter { $0.isLetter }) else { return nil }
        return text
    }

    /// Whether an office is called by a party already, in front, in brackets or behind a dash: "DEM US
    /// Senate", "Governor (Republican)".
    static func isNamed(_ party: String, in title: String) -> Bool {
        guard let name = party.smallWords.first else { return true }
        return namingWords(title).contains { word in
            // `DEM` and `Democratic` are one.
            word == name || word.count == 3 && name.hasPrefix(word)
                || name.count == 3 && word.hasPrefix(name)
        }
    }

    /// The words of a title that may name a party.
    private static func namingWords(_ title: String) -> [String] {
        var words: [String] = []
        let all = title.smallWords
        // "Rep. in Congress" is a representative.
        if let first = all.first, all.count < 2 || !["in", "to", "of"].contains(all[1]) {
            words.append(first)
        }
        if let open = title.lastIndex(of: "(") { words += title[open...].smallWords }
        if let dash = title.range(of: " - ", options: .backwards) {
            words += title[dash.upperBound...].smallWords
        }
        return words
    }
}

extension LocalizedText {
    /// The text with something behind it in every language.
    func appending(_ text: String) -> LocalizedText {
        LocalizedText(byLanguage.mapValues { $0 + text }) ?? self
    }
}
