/// A JSON value (RFC 8259) whose members keep their order.
package enum StrictJSONValue {
    case null
    case bool(Bool)
    case integer(Int64)
    case number(Double)
    case string(String)
    case array([StrictJSONValue])
    case object([(name: String, value: StrictJSONValue)])

    /// The member of an object with a name; of several the last, as most readers do.
    package subscript(name: String) -> StrictJSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.last { $0.name == name }?.value
    }

    /// The value as a number.
    package var double: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value
        default: nil
        }
    }

    /// Whether it is an object.
    package var isObject: Bool { if case .object = self { true } else { false } }

    /// Whether it is an object or an array.
    package var hasMembers: Bool {
        switch self {
        case .array, .object: true
        default: false
        }
    }

    /// The text of a string.
    package var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// What the value is called in messages.
    package var kind: String {
        switch self {
        case .null: "null"
        case .bool: "a boolean"
        case .integer, .number: "a number"
        case .string: "a text"
        case .array: "an array"
        case .object: "an object"
        }
    }

    /// The value as the text of a cell: a string without its quotes, a whole number without a
    /// fraction, nothing for null, and JSON for arrays and objects.
    package var cellText: String {
        switch self {
        case .null: ""
        case .string(let text): text
        default: json
        }
    }

    private var json: String {
        switch self {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .integer(let value): String(value)
        case .number(let value):
            value.magnitude < 9e15 && value == value.rounded()
                ? String(Int64(value)) : String(value)
        case .string(let text): Self.quoted(text)
        case .array(let values): "[" + values.map(\.json).joined(separator: ",") + "]"
        case .object(let members):
            "{"
                + members.map { Self.quoted($0.name) + ":" + $0.value.json }
                .joined(separator: ",") + "}"
        }
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\r": quoted += "\\r"
            case "\t": quoted += "\\t"
            case "\u{0}"..<" ":
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}

/// What keeps a text from being JSON, and where.
package struct JSONFault: Error {
    /// What is wrong, in English.
    package let reason: String
    /// An index of the bytes.
    package let index: Int
}
