internal import RowFiles

/// What stands around a cell's value and is no part of it: white space of every sort, signs that
/// cannot be seen, and the marks by which spreadsheets keep a value as it is written, `="0123"` and
/// `'0123`.
enum CellWrapping {
    /// Whether a cell that neither begins nor ends with a blank may have more to leave out: nearly all
    /// cells are told by their first and their last byte.
    @inline(__always)
    static func mayWrap(first: UInt8, last: UInt8) -> Bool {
        // One test for what is not ASCII at either end.
        (first | last) >= 0x80 || first == equalsSign || first == apostrophe
    }

    /// Where the value lies within a cell of UTF-8.
    ///
    /// A formula with a quote inside is left as it is, and so is an apostrophe in front of what is no
    /// number: `'s-Gravenhage`.
    static func bareBounds(_ cell: ArraySlice<UInt8>) -> Range<Int> {
        var bare = trimmed(cell)
        if bare.count >= 3, bare.first == equalsSign, bare.dropFirst().first == quoteMark,
            bare.last == quoteMark, !bare.dropFirst(2).dropLast().contains(quoteMark)
        {
            bare = trimmed(bare.dropFirst(2).dropLast())
        } else if bare.first == apostrophe {
            let rest = trimmed(bare.dropFirst())
            if NumberText.double(rest) != nil { bare = rest }
        }
        return bare.startIndex..<bare.endIndex
    }

    /// A text in which each character that cannot be seen is written by its number: `-77<U+00A0>.0`.
    /// Spaces stay as they are.
    static func visible(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isInvisible) else { return text }
        var visible = ""
        for scalar in text.unicodeScalars {
            if isInvisible(scalar) {
                let number = String(scalar.value, radix: 16, uppercase: true)
                visible += "<U+\(String(repeating: "0", count: max(0, 4 - number.count)))\(number)>"
            } else {
                visible.unicodeScalars.append(scalar)
            }
        }
        return visible
    }

    private static func trimmed(_ cell: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var rest = cell
        while let first = rest.first {
            if isBlank(first) {
                rest = rest.dropFirst()
                continue
            }
            guard first >= 0x80, let length = blankLength(rest.prefix(3)) else { break }
            rest = rest.dropFirst(length)
        }
        while let last = rest.last {
            if isBlank(last) {
                rest = rest.dropLast()
                continue
            }
            // A character of white space has two bytes or three.
            guard last >= 0x80,
                let length = [2, 3].first(where: { blankLength(rest.suffix($0)) == $0 })
            else { break }
            rest = rest.dropLast(length)
        }
        return rest
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || 9...13 ~= byte }

    /// How many bytes the white space or the unseen character has with which a text begins; nil where
    /// it begins with another.
    private static func blankLength(_ text: ArraySlice<UInt8>) -> Int? {
        guard text.count >= 2, let first = text.first else { return nil }
        let second = text[text.startIndex + 1]
        let length: Int
        var value: UInt32
        switch first {
        case 0xC2...0xDF:
            length = 2
            value = UInt32(first & 0x1F) << 6 | UInt32(second & 0x3F)
        case 0xE1, 0xE2, 0xE3, 0xEF:
            guard text.count >= 3 else { return nil }
            length = 3
            value = UInt32(first & 0x0F) << 12 | UInt32(second & 0x3F) << 6
            value |= UInt32(text[text.startIndex + 2] & 0x3F)
        default: return nil
        }
        return Unicode.Scalar(value).map(isInvisible) == true ? length : nil
    }

    /// Whether a character is white space other than ASCII's, or of no width: Unicode's White_Space, and
    /// the format characters that say nothing without text on both of their sides.
    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x85, 0xA0, 0xAD, 0x61C, 0x1680, 0x180E, 0x2000...0x200F, 0x2028...0x202F,
            0x205F...0x2064, 0x2066...0x206F, 0x3000, 0xFEFF:
            true
        default: false
        }
    }

    private static let equalsSign = UInt8(ascii: "=")
    private static let apostrophe = UInt8(ascii: "'")
}
