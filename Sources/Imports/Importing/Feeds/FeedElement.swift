internal import Foundation
internal import Polling

/// An element of a feed, with all that is in it.
struct FeedElement: Sendable {
    let name: String
    var attributes: [String: String]
    /// The line at which it begins, from 1.
    let line: Int
    var text = ""
    var children: [FeedElement] = []

    /// The element's `id`; empty where it has none.
    var id: String { attributes["id"] ?? "" }

    /// The first child with a name.
    subscript(_ name: String) -> FeedElement? { children.first { $0.name == name } }

    /// The children with a name, in order.
    func all(_ name: String) -> [FeedElement] { children.filter { $0.name == name } }

    /// The text of a child without white space at its ends; nil where there is none, or nothing in it.
    func value(_ name: String) -> String? { self[name]?.trimmed }

    /// The element's own text without white space at its ends; nil for nothing.
    var trimmed: String? {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        return text.isEmpty ? nil : text
    }

    /// The ids that a child lists.
    func ids(_ name: String) -> [String] {
        all(name).flatMap { $0.text.split(whereSeparator: \.isWhitespace).map(String.init) }
    }

    /// Yes or no; nil where a child says neither.
    func flag(_ name: String) -> Bool? {
        switch value(name)?.lowercased() {
        case "true", "1", "yes": true
        case "false", "0", "no": false
        default: nil
        }
    }

    /// A child's text in the languages that it is given in.
    func localized(_ name: String) -> LocalizedText? {
        guard let child = self[name] else { return nil }
        var texts: LocalizedText?
        for text in child.all("Text") {
            guard let words = text.trimmed else { continue }
            let language = text.attributes["language"] ?? LocalizedText.undetermined
            if texts?.add(words, language: language) == nil {
                texts = LocalizedText(words, language: language)
            }
        }
        return texts ?? child.trimmed.map { LocalizedText($0) }
    }
}
