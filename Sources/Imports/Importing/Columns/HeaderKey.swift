internal import Foundation

/// A column's header without what spellings differ in: case, accents, spaces and punctuation.
struct HeaderKey: Hashable {
    /// Small letters and digits alone: `Polling_Place-Name` is `pollingplacename`.
    let text: String

    init(_ header: String) {
        let small = header.lowercased()
        // ASCII has no accents.
        if small.utf8.allSatisfy({ $0 < 0x80 }) {
            text = String(
                decoding: small.utf8.filter { 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 },
                as: UTF8.self
            )
            return
        }
        var text = ""
        for scalar in small.decomposed {
            switch scalar {
            case "a"..."z", "0"..."9": text.unicodeScalars.append(scalar)
            case "ß": text += "ss"
            case "ø": text += "o"
            case "æ": text += "ae"
            case "œ": text += "oe"
            case "ł": text += "l"
            default: break
            }
        }
        self.text = text
    }

    /// A header without the remark in its brackets: `Status` of `Status (as of 2/8)`.
    static func withoutRemark(_ header: String) -> String {
        header.contains("(") ? header.replacing(#/\([^)]*\)?/#, with: "") : header
    }

    /// What the key may be the plural of, in the languages that headers are read in: `precincts`,
    /// `counties`, `stimmbezirke`, `secciones`, `sezioni`, `stemdistricten`, `obwody`.
    ///
    /// Most of them are no words: one is of use only where a header is known in the singular.
    var singulars: [String] {
        let endings = [
            ("s", ""), ("es", ""), ("ies", "y"), ("e", ""), ("en", ""), ("er", ""), ("y", ""),
            ("i", "e"),
        ]
        return endings.compactMap { plural, singular in
            text.hasSuffix(plural) ? text.dropLast(plural.count) + singular : nil
        }
    }

    /// The key in the two parts that it falls into behind one of `prefixes`, the longest that fits;
    /// nil where none does or nothing would be left.
    func split(after prefixes: [String]) -> (prefix: String, rest: String)? {
        prefixes.filter { text.hasPrefix($0) && text.utf8.count > $0.utf8.count }
            .max { $0.utf8.count < $1.utf8.count }
            .map { ($0, String(text.dropFirst($0.count))) }
    }
}

extension String {
    /// The text's scalars with accents apart from their letters (NFD).
    fileprivate var decomposed: String.UnicodeScalarView {
        decomposedStringWithCanonicalMapping.unicodeScalars
    }
}
