internal import Foundation

/// What a name looks like: names that a reader takes for one another have the same skeleton.
///
/// Wide and narrow forms, case, and letters of other scripts that look the same make no difference. Accents do:
/// `pena` and `peña` are two names.
///
/// Source: Unicode Technical Standard 39, section 4, over what NFKC and case folding leave; the digits 0 and 1
/// count as the letters o and l, and `rn` as m, besides.
public enum LookAlikes {
    /// The skeleton of a text.
    ///
    /// - Complexity: O(length of the text).
    public static func skeleton(of text: String) -> String {
        // Some characters come apart only once they are folded, and the other way round.
        let folded = folding(folding(text))
        let like = String(
            String.UnicodeScalarView(folded.unicodeScalars.map { representatives[$0] ?? $0 })
        )
        return like.replacingOccurrences(of: "rn", with: "m")
    }

    /// A text as NFKC and case folding leave it.
    public static func folding(_ text: String) -> String {
        text.precomposedStringWithCompatibilityMapping.lowercased()
            .precomposedStringWithCompatibilityMapping
    }

    /// The letter that stands for each of those that look like it.
    private static let representatives: [Unicode.Scalar: Unicode.Scalar] = {
        var map: [Unicode.Scalar: Unicode.Scalar] = ["0": "o", "1": "l"]
        let text = String(decoding: PackageResources.confusables_txt, as: UTF8.self)
        for line in text.split(separator: "\n") where line.first != "#" {
            let letters = Array(line.unicodeScalars)
            let first = map[letters[0]] ?? letters[0]
            for letter in letters.dropFirst() { map[letter] = first }
        }
        return map
    }()
}
