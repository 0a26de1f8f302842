/// A JSON value that was read, its members in the order of the text.
public enum JSONValue: Sendable, Hashable {
    /// `null`.
    case null
    /// `true` or `false`.
    case boolean(Bool)
    /// Any number, finite.
    case number(Double)
    /// A whole number of more digits than a `Double` keeps, as it is written; only where that was asked for.
    case longInteger(String)
    /// A text.
    case string(String)
    /// An array.
    case array([JSONValue])
    /// An object. A name may come more than once: whether that is an error is the reader's to say.
    case object([Member])

    /// A name and its value.
    public struct Member: Sendable, Hashable {
        /// The name.
        public let name: String
        /// The value.
        public let value: JSONValue

        /// A member with both parts.
        public init(name: String, value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    /// The text of a string, or the digits of a number, whole numbers without a fraction; nil for all else.
    public var plainText: String? {
        switch self {
        case .string(let text): text
        case .number(let number):
            // Whole numbers are exact in a double below 2^53.
            number == number.rounded() && number.magnitude < 0x1p53
                ? String(Int64(number)) : String(number)
        case .longInteger(let digits): digits
        case .null, .boolean, .array, .object: nil
        }
    }

    /// What kind of value this is, in words for an error's text: `a number`.
    public var kind: String {
        switch self {
        case .null: "null"
        case .boolean: "true or false"
        case .number, .longInteger: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}

/// Why a text is no JSON, and where.
public struct JSONSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was found and what was expected.
    public let problem: String
    /// The line, counted from 1.
    public let line: Int
    /// The byte within the line, counted from 1.
    public let column: Int

    /// The place and what is wrong there.
    public var description: String { "line \(line), column \(column): \(problem)" }
}
