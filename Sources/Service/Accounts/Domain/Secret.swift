internal import Cryptography

/// Texts that prove who somebody is: they are shown once, and kept as hashes.
package enum Secret {
    /// What the token of an account begins with, so that it is known for one.
    package static let tokenPrefix = "account_"
    private static let tokenByteCount = 32
    /// Letters and digits that nobody takes for one another (Crockford's base 32).
    private static let letters = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)
    private static let codeLength = 16

    /// A token: 256 random bits.
    package static func token() -> String {
        tokenPrefix + Bytes.secureRandom(count: tokenByteCount).hexadecimal
    }

    /// Whether a text has the form of a token; any other is not looked up.
    package static func isToken(_ text: String) -> Bool {
        let digits = text.utf8.dropFirst(tokenPrefix.utf8.count)
        return text.hasPrefix(tokenPrefix) && digits.count == 2 * tokenByteCount
            && digits.allSatisfy(Set("0123456789abcdef".utf8).contains)
    }

    /// A code that people type: 80 random bits, such as `7kq2-m3wx-9fhd-tz41`.
    package static func code() -> String {
        let drawn = Bytes.secureRandom(count: codeLength).map { letters[Int($0 & 31)] }
        let text = String(decoding: drawn, as: UTF8.self)
        return stride(from: 0, to: codeLength, by: 4).map { text.dropFirst($0).prefix(4) }
            .joined(separator: "-")
    }

    /// A code as somebody typed it, as it was made; nil for what can be none. Capitals, hyphens and spaces make
    /// no difference, nor do letters for the digits that they look like.
    package static func readCode(_ typed: String) -> String? {
        guard typed.utf8.count <= 64 else { return nil }
        var code: [UInt8] = []
        for byte in typed.lowercased().utf8 where !" -".utf8.contains(byte) {
            let letter: UInt8 =
                switch byte {
                case UInt8(ascii: "o"): UInt8(ascii: "0")
                case UInt8(ascii: "i"), UInt8(ascii: "l"): UInt8(ascii: "1")
                default: byte
                }
            guard letters.contains(letter) else { return nil }
            code.append(letter)
        }
        guard code.count == codeLength else { return nil }
        let text = String(decoding: code, as: UTF8.self)
        return stride(from: 0, to: codeLength, by: 4).map { text.dropFirst($0).prefix(4) }
            .joined(separator: "-")
    }

    /// What is kept of a token or a code. A plain hash serves: so many random bits cannot be guessed.
    package static func hash(_ text: String) -> [UInt8] { SHA256.hash(text) }
}
