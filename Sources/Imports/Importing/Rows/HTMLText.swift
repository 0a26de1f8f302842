internal import RowFiles

/// Texts that were written for a web page: with `&amp;` for `&` and `<br>` for the end of a line.
enum HTMLText {
    /// The text that a page shows; nil where it is the same.
    ///
    /// What was escaped twice, `&amp;#39;`, is read twice. A name that no entity has stays as it is, and so
    /// does an ampersand without a semicolon, as of `R&D` and of addresses of pages.
    static func decoded(_ text: String) -> String? {
        var decoded = text
        for _ in 0..<passLimit {
            guard let next = decodedOnce(decoded) else { break }
            decoded = next
        }
        return decoded == text ? nil : decoded
    }

    /// Nothing is escaped more often.
    private static let passLimit = 3
    /// The longest name of an entity that is known, and the longest number.
    private static let longestName = 8

    private static func decodedOnce(_ text: String) -> String? {
        var decoded = ""
        var rest = text[...]
        var isChanged = false
        while let mark = rest.firstIndex(where: { $0 == "&" || $0 == "<" }) {
            decoded += rest[..<mark]
            rest = rest[mark...]
            if let (character, end) = rest.first == "&" ? entity(rest) : lineBreak(rest) {
                decoded.append(character)
                rest = rest[end...]
                isChanged = true
            } else {
                decoded.append(rest.removeFirst())
            }
        }
        return isChanged ? decoded + rest : nil
    }

    /// The character of an entity at the beginning of a text, and where it ends.
    private static func entity(_ text: Substring) -> (Character, Substring.Index)? {
        let body = text.dropFirst().prefix(longestName + 1)
        guard let semicolon = body.firstIndex(of: ";") else { return nil }
        let name = body[..<semicolon]
        let character =
            name.first == "#" ? numbered(name.dropFirst()) : names[String(name)].map(Character.init)
        return character.map { ($0, text.index(after: semicolon)) }
    }

    /// The character of `39` or `x27`. Those of 128 to 159 are windows-1252's, as HTML has them.
    private static func numbered(_ number: Substring) -> Character? {
        let isHexadecimal = number.first == "x" || number.first == "X"
        let digits = isHexadecimal ? number.dropFirst() : number
        guard let first = digits.first, first.isHexDigit,
            let value = UInt32(digits, radix: isHexadecimal ? 16 : 10)
        else { return nil }
        switch value {
        case 9, 10, 13: return " "
        case ..<0x20, 0x7F: return nil
        case 0x80...0x9F:
            var decoder = TextDecoder(encoding: .windows1252, byteOrderMarkLength: 0)
            return String(decoding: decoder.decode([UInt8(value)]), as: UTF8.self).first
        case noBreakSpace: return " "
        default: return Unicode.Scalar(value).map(Character.init)
        }
    }

    /// Where a `<br>` or `<br/>` ends at the beginning of a text: it is the end of a line.
    private static func lineBreak(_ text: Substring) -> (Character, Substring.Index)? {
        guard let end = text.prefix(longestBreak).firstIndex(of: ">") else { return nil }
        let tag = text[..<end].dropFirst().lowercased().filter { $0 != " " && $0 != "/" }
        return tag == "br" ? ("\n", text.index(after: end)) : nil
    }

    private static let longestBreak = 8
    private static let noBreakSpace: UInt32 = 0xA0

    /// The entities of XML, of Latin letters and of the marks that texts have. Spaces that do not break are
    /// as good as others.
    ///
    /// Source: HTML 4.01, section 24.
    private static let names: [String: Unicode.Scalar] = {
        var names: [String: Unicode.Scalar] = [
            "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "ensp": " ",
            "emsp": " ", "thinsp": " ", "ndash": "–", "mdash": "—", "lsquo": "‘", "rsquo": "’",
            "sbquo": "‚", "ldquo": "“", "rdquo": "”", "bdquo": "„", "hellip": "…", "bull": "•",
            "euro": "€", "trade": "™", "OElig": "Œ", "oelig": "œ", "Scaron": "Š", "scaron": "š",
            "Yuml": "Ÿ", "prime": "′", "Prime": "″", "minus": "−",
        ]
        let latin = """
            iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 \
            sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute \
            Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH \
            Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN \
            szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave \
            iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute \
            ucirc uuml yacute thorn yuml
            """
        for (name, value) in zip(latin.split(separator: " "), UInt32(0xA1)...0xFF) {
            names[String(name)] = Unicode.Scalar(value)
        }
        return names
    }()
}
