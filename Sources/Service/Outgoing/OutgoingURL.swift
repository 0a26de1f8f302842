/// An address that something may be sent to: `https`, a host by its name, a usual port.
///
/// What is written otherwise (an address in numbers, a name and a password, other alphabets that are not
/// written as `xn--`) is refused: two readers of one text must not see two hosts in it.
public struct OutgoingURL: Sendable, Hashable {
    /// The same in a regular expression of JSON Schema.
    public static let pattern =
        #"^https://([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}"#
        + #"(:(443|8443|[1-5][0-9]{4}))?(/([!$&-;=?-Z_a-z~]|%[0-9A-Fa-f]{2})*)?$"#
    /// How long one may be, in bytes.
    public static let longest = 1024

    /// As it was written.
    public let text: String
    /// The host's name in small letters.
    public let host: String

    /// Reads one.
    ///
    /// - Returns: Nil for anything else than what ``pattern`` allows.
    public init?(parsing text: String) {
        let scheme = "https://"
        guard text.utf8.count <= Self.longest, text.hasPrefix(scheme) else { return nil }
        let rest = text.utf8.dropFirst(scheme.utf8.count)
        let end = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
        let authority = rest[..<end].split(
            separator: UInt8(ascii: ":"),
            omittingEmptySubsequences: false
        )
        guard let name = authority.first, authority.count <= 2, Self.isHost(Array(name)),
            Self.isPath(rest[end...])
        else { return nil }
        if authority.count == 2, !Self.isPort(Array(authority[1])) { return nil }
        self.text = text
        host = String(decoding: name, as: UTF8.self).lowercased()
    }

    private static func isHost(_ name: [UInt8]) -> Bool {
        let labels = name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard labels.count >= 2, let top = labels.last, (2...63).contains(top.count),
            top.allSatisfy(isLetter)
        else { return false }
        return labels.allSatisfy { label in
            (1...63).contains(label.count) && label.first != UInt8(ascii: "-")
                && label.last != UInt8(ascii: "-")
                && label.allSatisfy { isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "-") }
        }
    }

    private static func isPort(_ digits: [UInt8]) -> Bool {
        guard digits.allSatisfy(isDigit), digits.first != UInt8(ascii: "0"),
            let port = Int(String(decoding: digits, as: UTF8.self))
        else { return false }
        return port == 443 || port == 8443 || 10_000...59_999 ~= port
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private static let unusual = Array(##""#%<>[\]^`{|}"##.utf8)

    /// What a path and a query hold (RFC 3986): nothing that is read in two ways.
    private static func isPath(_ bytes: Substring.UTF8View) -> Bool {
        var rest = bytes[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%") {
                guard let high = rest.popFirst(), let low = rest.popFirst(), isHex(high),
                    isHex(low)
                else { return false }
            } else if !(0x21...0x7E).contains(byte) || unusual.contains(byte) {
                return false
            }
        }
        return true
    }

    private static func isHex(_ byte: UInt8) -> Bool {
        isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
    }
}
