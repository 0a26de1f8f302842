/// A text in one language or in several.
public struct LocalizedText: Sendable, Hashable, Codable {
    /// A language's tag (BCP 47) in small letters, such as `en` or `es`, and the text in it.
    public private(set) var byLanguage: [String: String]

    /// The tag of a text whose file does not say its language (ISO 639-2, "undetermined").
    public static let undetermined = "und"

    /// A text in one language.
    ///
    /// - Parameter language: The language's tag.
    public init(_ text: String, language: String = LocalizedText.undetermined) {
        byLanguage = [language.lowercased(): text]
    }

    /// A text in several languages; nil when there is none.
    public init?(_ byLanguage: [String: String]) {
        guard !byLanguage.isEmpty else { return nil }
        self.byLanguage = Dictionary(
            byLanguage.map { ($0.key.lowercased(), $0.value) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// The languages, alphabetically.
    public var languages: [String] { byLanguage.keys.sorted() }

    /// Adds a text in a language that is not there yet; what is there stays.
    public mutating func add(_ text: String, language: String) {
        let language = language.lowercased()
        if byLanguage[language] == nil { byLanguage[language] = text }
    }

    /// Adds the languages that another text has besides.
    public mutating func merge(_ other: LocalizedText) {
        for (language, text) in other.byLanguage { add(text, language: language) }
    }

    /// The text in the first of some languages that it has; else in English, else in the language
    /// that comes first alphabetically. A reader of `es-MX` is given `es`.
    public func text(in preferred: [String] = []) -> String {
        for language in preferred.map({ $0.lowercased() }) + ["en", Self.undetermined] {
            if let text = byLanguage[language] { return text }
            let primary = language.prefix { $0 != "-" }
            if let text = byLanguage[String(primary)] { return text }
        }
        return languages.first.flatMap { byLanguage[$0] } ?? ""
    }
}
