/// The words and signs of a filter in CQL2's text encoding.
///
/// Source: OGC 21-065r2, "Common Query Language (CQL2)", annex B.
struct FilterToken {
    enum Kind: Hashable {
        /// A name or a keyword.
        case word
        /// A name in double quotes, without them.
        case quoted
        /// A text in single quotes, without them.
        case text
        case number(Double)
        /// `=`, `<>`, `<`, `<=`, `>`, `>=`, `(`, `)`, `,`.
        case sign
        case end
    }

    let kind: Kind
    let text: String
    /// Counted from 1 in characters.
    let position: Int

    var place: FilterFault.Place { .character(position) }

    /// A word in capitals; empty for anything else.
    var keyword: String { kind == .word ? text.uppercased() : "" }

    func isSign(_ sign: String) -> Bool { kind == .sign && text == sign }

    /// What it is, in words for the reason of a fault.
    var words: String { kind == .end ? "the end" : "\"\(text)\"" }
}

extension FilterToken {
    /// All tokens of a text, the end included.
    ///
    /// - Complexity: O(n).
    static func all(of text: String) throws(FilterFault) -> [FilterToken] {
        var reader = Reader(letters: Array(text.unicodeScalars))
        var tokens: [FilterToken] = []
        while true {
            let token = try reader.next()
            tokens.append(token)
            if token.kind == .end { return tokens }
        }
    }

    private struct Reader {
        let letters: [Unicode.Scalar]
        var place = 0

        private var letter: Unicode.Scalar? { place < letters.count ? letters[place] : nil }

        private func letter(after count: Int) -> Unicode.Scalar? {
            place + count < letters.count ? letters[place + count] : nil
        }

        private func token(_ kind: Kind, from start: Int, _ text: String? = nil) -> FilterToken {
            FilterToken(
                kind: kind,
                text: text ?? string(letters[start..<place]),
                position: start + 1
            )
        }

        private func string(_ letters: ArraySlice<Unicode.Scalar>) -> String {
            var text = ""
            text.unicodeScalars.append(contentsOf: letters)
            return text
        }

        mutating func next() throws(FilterFault) -> FilterToken {
            while let letter, letter.properties.isWhitespace { place += 1 }
            let start = place
            guard let letter else { return token(.end, from: start, "") }
            switch letter {
            case "'": return token(.text, from: start, try quoted("'"))
            case "\"": return token(.quoted, from: start, try quoted("\""))
            case "(", ")", ",", "=":
                place += 1
                return token(.sign, from: start)
            case "<", ">":
                place += 1
                if self.letter == "=" || letter == "<" && self.letter == ">" { place += 1 }
                return token(.sign, from: start)
            case "0"..."9", "+", "-", ".": return try number(from: start)
            default: break
            }
            guard Self.beginsName(letter) else {
                throw FilterFault(
                    .character(start + 1),
                    "\"\(letter)\" has no meaning here; "
                        + (letter == "!"
                            ? "what differs is written <>" : "texts stand in single quotes")
                )
            }
            while let next = self.letter, Self.continuesName(next) { place += 1 }
            return token(.word, from: start)
        }

        /// What stands in quotes; a quote is written twice in it, and `\'` is one too.
        private mutating func quoted(_ mark: Unicode.Scalar) throws(FilterFault) -> String {
            let start = place
            place += 1
            var text = ""
            while let letter {
                place += 1
                if letter == mark {
                    guard self.letter == mark else { return text }
                    place += 1
                } else if letter == "\\", mark == "'", self.letter == "'" {
                    place += 1
                    text.unicodeScalars.append("'")
                    continue
                }
                text.unicodeScalars.append(letter)
            }
            throw FilterFault(.character(start + 1), "the quote is not closed")
        }

        private mutating func number(from start: Int) throws(FilterFault) -> FilterToken {
            if letter == "+" || letter == "-" { place += 1 }
            while let letter, ("0"..."9").contains(letter) || letter == "." { place += 1 }
            if letter == "e" || letter == "E" {
                let sign = letter(after: 1) == "-" || letter(after: 1) == "+"
                if let digit = letter(after: sign ? 2 : 1), ("0"..."9").contains(digit) {
                    place += sign ? 2 : 1
                    while let letter, ("0"..."9").contains(letter) { place += 1 }
                }
            }
            let text = string(letters[start..<place])
            guard let number = Double(text), number.isFinite else {
                throw FilterFault(.character(start + 1), "\"\(text)\" is no number")
            }
            return token(.number(number), from: start)
        }

        private static func beginsName(_ letter: Unicode.Scalar) -> Bool {
            letter.properties.isAlphabetic || letter == "_" || letter == ":"
        }

        private static func continuesName(_ letter: Unicode.Scalar) -> Bool {
            beginsName(letter) || letter.properties.numericType != nil || letter == "."
                || letter == "-"
        }
    }
}
