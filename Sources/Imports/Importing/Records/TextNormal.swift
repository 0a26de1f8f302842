internal import Cryptography

/// Texts without what spellings of one name differ in.
enum TextNormal {
    /// Appends a text in small letters, with one space for each run of anything but letters and
    /// digits, and none at its ends.
    static func append(_ cell: ArraySlice<UInt8>, to normal: inout [UInt8]) {
        append(cell.span, to: &normal)
    }

    /// Appends a text in small letters, with one space for each run of anything but letters and
    /// digits, and none at its ends.
    static func append(_ cell: Span<UInt8>, to normal: inout [UInt8]) {
        let start = normal.count
        var isPending = false
        for index in cell.indices {
            let byte = cell[index]
            switch byte {
            case 0x61...0x7A, 0x30...0x39, 0x41...0x5A:
                if isPending, normal.count > start { normal.append(0x20) }
                isPending = false
                normal.append(0x41...0x5A ~= byte ? byte | 0x20 : byte)
            case UInt8(ascii: "'"), UInt8(ascii: "`"): break
            case 0x80...:
                normal.removeSubrange(start...)
                return appendUnicode(cell, to: &normal)
            default: isPending = true
            }
        }
    }

    /// The same for letters beyond ASCII, by Unicode's own lower case.
    private static func appendUnicode(_ cell: Span<UInt8>, to normal: inout [UInt8]) {
        var isPending = false
        let start = normal.count
        let text = cell.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
        for character in text.lowercased() {
            if character.isLetter || character.isNumber {
                if isPending, normal.count > start { normal.append(0x20) }
                isPending = false
                normal.append(contentsOf: String(character).utf8)
            } else if !"'’`´".contains(character) {
                isPending = true
            }
        }
    }

    /// A key for ids and URLs: small letters, digits and single dashes; nil when nothing is left.
    static func slug(_ text: String) -> String? {
        var normal: [UInt8] = []
        append(Array(text.utf8)[...], to: &normal)
        if !normal.contains(where: { $0 >= 0x80 }) {
            let dashed = normal.map { $0 == 0x20 ? UInt8(ascii: "-") : $0 }
            return dashed.isEmpty ? nil : String(decoding: dashed, as: UTF8.self)
        }
        let slug = String(decoding: normal, as: UTF8.self).unicodeScalars.map { scalar in
            switch scalar {
            case "a"..."z", "0"..."9": String(Character(scalar))
            case " ": "-"
            default: "x" + String(scalar.value, radix: 16)
            }
        }.joined()
        return slug.isEmpty ? nil : slug
    }

    /// Twelve letters and digits that stand for a text: 60 bits of its SHA-256 in base 32 without
    /// the letters i, l, o and u (D. Crockford's alphabet).
    static func digest(_ parts: [[UInt8]]) -> String {
        let hash = SHA256()
        for part in parts {
            hash.update(part)
            hash.update([0x1F])
        }
        let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)
        var bits = hash.finalize().prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        var digits: [UInt8] = []
        for _ in 0..<12 {
            digits.append(alphabet[Int(bits >> 59)])
            bits <<= 5
        }
        return String(decoding: digits, as: UTF8.self)
    }
}

extension Hasher {
    /// Feeds a text and its length.
    mutating func combine(text: Span<UInt8>) {
        text.withUnsafeBytes { combine(bytes: $0) }
        combine(text.count)
    }
}
