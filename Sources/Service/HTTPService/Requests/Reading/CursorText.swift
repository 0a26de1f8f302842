/// Where a page of a list ends, as the text of a cursor: digits and small letters that mean nothing to clients.
package enum CursorText {
    private static let separator: Character = "\u{1F}"
    private static let longest = 4096

    /// The text of some parts, none of which has the separator U+001F in it.
    package static func text(_ parts: [String]) -> String {
        parts.joined(separator: String(separator)).utf8.map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
    }

    /// The parts of a text.
    ///
    /// - Returns: nil for a text that ``text(_:)`` did not write.
    package static func parts(_ text: String) -> [String]? {
        let digits = Array(text.utf8)
        guard digits.count % 2 == 0, digits.count <= longest,
            digits.allSatisfy({ 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 })
        else { return nil }
        let bytes = stride(from: 0, to: digits.count, by: 2).compactMap { index in
            UInt8(String(decoding: digits[index..<index + 2], as: UTF8.self), radix: 16)
        }
        return String(validating: bytes, as: UTF8.self)?
            .split(separator: separator, omittingEmptySubsequences: false).map(String.init)
    }
}
