/// Names an account: a random number that is never given twice.
///
/// Outside it is a text of 13 letters and digits (Crockford's base 32), since JSON's readers lose digits of
/// large numbers.
package struct AccountID: RawRepresentable, Sendable, Hashable, Comparable {
    /// As tables have it; 1 or more.
    package let rawValue: Int64

    /// An id as a table has it.
    package init(rawValue: Int64) { self.rawValue = rawValue }

    /// A new id, out of 2^63 - 1.
    package static func random() -> AccountID { AccountID(rawValue: .random(in: 1 ... .max)) }

    package static func < (left: AccountID, right: AccountID) -> Bool {
        left.rawValue < right.rawValue
    }

    private static let letters = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)
    private static let length = 13

    /// The id as it is told outside.
    package var text: String {
        var rest = UInt64(bitPattern: rawValue)
        var text: [UInt8] = []
        for _ in 0..<Self.length {
            text.append(Self.letters[Int(rest & 31)])
            rest >>= 5
        }
        return String(decoding: text.reversed(), as: UTF8.self)
    }

    /// Reads what ``text`` wrote; nil for anything else.
    package init?(text: some StringProtocol) {
        guard text.utf8.count == Self.length else { return nil }
        var number: UInt64 = 0
        for byte in text.utf8 {
            guard let digit = Self.letters.firstIndex(of: byte), number >> 59 == 0 else {
                return nil
            }
            number = number << 5 | UInt64(digit)
        }
        guard let whole = Int64(exactly: number), whole > 0 else { return nil }
        rawValue = whole
    }
}

extension AccountID: CustomStringConvertible {
    package var description: String { text }
}
