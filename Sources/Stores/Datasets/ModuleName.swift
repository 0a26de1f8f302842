/// The name of a module, such as `expo`: what its tables, roles and gauges begin with.
///
/// A small letter, then small letters and digits, at most 32 of them.
public struct ModuleName: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The name as it is written everywhere.
    public let text: String

    /// - Returns: nil for a text that is no such name.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        guard (1...32).contains(bytes.count), letters.contains(bytes[0]),
            bytes.allSatisfy({ letters.contains($0) || digits.contains($0) })
        else { return nil }
        self.text = text
    }

    /// The name itself.
    public var description: String { text }

    /// Alphabetical order.
    public static func < (left: ModuleName, right: ModuleName) -> Bool { left.text < right.text }
}

extension ModuleName: ExpressibleByStringLiteral {
    /// A name that stands in the program's text; any other is a mistake of whoever wrote it.
    public init(stringLiteral text: String) {
        guard let name = ModuleName(text) else {
            preconditionFailure("\"\(text)\" is no module's name")
        }
        self = name
    }
}
