/// Where mail may be sent.
package struct EmailAddress: Sendable, Hashable {
    /// As it was written.
    package let text: String
    /// What is the same for two ways of writing one address: in small letters.
    package let folded: String

    /// Reads an address such as `ana@example.org`: what RFC 5321 allows without quotes, comments and addresses
    /// in numbers, of at most 254 bytes.
    ///
    /// - Returns: Nil for anything else.
    package init?(_ written: String) {
        let parts = written.utf8.split(
            separator: UInt8(ascii: "@"),
            omittingEmptySubsequences: false
        )
        guard written.utf8.count <= 254, parts.count == 2, Self.isLocal(Array(parts[0])),
            Self.isDomain(Array(parts[1]))
        else { return nil }
        text = written
        folded = written.lowercased()
    }

    private static let atoms = Set(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!#$%&'*+-/=?^_`{|}~".utf8
    )

    private static func isLocal(_ bytes: [UInt8]) -> Bool {
        let words = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return (1...64).contains(bytes.count)
            && words.allSatisfy { !$0.isEmpty && $0.allSatisfy(atoms.contains) }
            // A program that takes addresses as arguments must not take one for an option.
            && bytes.first != UInt8(ascii: "-")
    }

    private static func isDomain(_ bytes: [UInt8]) -> Bool {
        let labels = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard labels.count >= 2, let top = labels.last, top.count >= 2, top.allSatisfy(isLetter)
        else { return false }
        return labels.allSatisfy { label in
            (1...63).contains(label.count) && label.first != UInt8(ascii: "-")
                && label.last != UInt8(ascii: "-")
                && label.allSatisfy {
                    isLetter($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                        || $0 == UInt8(ascii: "-")
                }
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
}

extension EmailAddress: CustomStringConvertible, CustomReflectable {
    /// Nothing of what it is: addresses do not get into logs.
    package var description: String { "an address" }
    /// Nothing of what it is.
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// A telephone number.
package struct PhoneNumber: Sendable, Hashable {
    /// With a plus sign and digits alone, such as `+17135550123`.
    package let text: String

    /// Reads a number in its international form (E.164): a plus sign and 8 to 15 digits, among which spaces,
    /// hyphens, points and brackets mean nothing.
    ///
    /// - Returns: Nil for anything else.
    package init?(_ written: String) {
        guard written.first == "+", written.utf8.count <= 40 else { return nil }
        let rest = written.dropFirst().filter { !" -.()".contains($0) }
        guard (8...15).contains(rest.utf8.count), rest.first != "0",
            rest.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        text = "+" + rest
    }
}

extension PhoneNumber: CustomStringConvertible, CustomReflectable {
    /// Nothing of what it is.
    package var description: String { "a telephone number" }
    /// Nothing of what it is.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
