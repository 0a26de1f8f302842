internal import Foundation

/// A regular expression of a profile.
///
/// ICU's, which is many times as fast as Swift's own on short texts; its groups are called by
/// letters and digits alone, so the names of fields are kept beside it.
struct ProfileExpression {
    /// The named groups, in their order.
    let fields: [String]
    private let expression: NSRegularExpression

    /// - Returns: nil where the pattern is no regular expression.
    init?(_ pattern: String) {
        let group = #/\(\?P?<([A-Za-z_][A-Za-z0-9_]*)>/#
        let fields = pattern.matches(of: group).map { String($0.1) }
        var number = -1
        let plain = pattern.replacing(group) { _ in
            number += 1
            return "(?<g\(number)>"
        }
        guard let expression = try? NSRegularExpression(pattern: plain) else { return nil }
        self.expression = expression
        self.fields = fields
    }

    /// Whether it is found in a text.
    func matches(_ text: String) -> Bool {
        let range = NSRange(text.startIndex..., in: text)
        return expression.firstMatch(in: text, range: range) != nil
    }

    /// What the named groups hold where it is first found; nil where it is not. A group that takes no
    /// part is left out.
    func groups(in text: String) -> [String: String]? {
        let range = NSRange(text.startIndex..., in: text)
        guard let match = expression.firstMatch(in: text, range: range) else { return nil }
        var groups: [String: String] = [:]
        for (number, field) in fields.enumerated() {
            if let range = Range(match.range(withName: "g\(number)"), in: text) {
                groups[field] = String(text[range])
            }
        }
        return groups
    }
}
