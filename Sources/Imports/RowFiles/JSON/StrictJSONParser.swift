/// Reads one JSON value (RFC 8259) from UTF-8 bytes.
///
/// Strict: no comments, no trailing commas, no values nested more than 128 deep, no member twice in an
/// object, and no text with what is no character: NUL and halves of surrogate pairs.
package struct StrictJSONParser {
    private let bytes: [UInt8]
    private let end: Int
    private(set) var index: Int
    private static let depthLimit = 128

    /// A parser of `bytes[range]`.
    package init(_ bytes: [UInt8], in range: Range<Int>) {
        self.bytes = bytes
        index = range.lowerBound
        end = range.upperBound
    }

    /// The only value of the range.
    package mutating func parseWhole() throws(JSONFault) -> StrictJSONValue {
        let value = try parseValue(depth: 0)
        skipSpace()
        guard index == end else { throw fault("something follows the value") }
        return value
    }

    /// The next value, after white space.
    private mutating func parseValue(depth: Int) throws(JSONFault) -> StrictJSONValue {
        guard depth < Self.depthLimit else { throw fault("values are nested too deep") }
        skipSpace()
        guard index < end else { throw fault("it ends too early") }
        switch bytes[index] {
        case UInt8(ascii: "{"): return try parseObject(depth: depth)
        case UInt8(ascii: "["): return try parseArray(depth: depth)
        case quoteMark: return .string(try parseString())
        case UInt8(ascii: "t"): return try parseWord("true", .bool(true))
        case UInt8(ascii: "f"): return try parseWord("false", .bool(false))
        case UInt8(ascii: "n"): return try parseWord("null", .null)
        default: return try parseNumber()
        }
    }

    private mutating func parseObject(depth: Int) throws(JSONFault) -> StrictJSONValue {
        index += 1
        var members: [(name: String, value: StrictJSONValue)] = []
        var names: Set<String> = []
        skipSpace()
        if take("}") { return .object(members) }
        while true {
            skipSpace()
            guard index < end, bytes[index] == quoteMark else {
                throw fault("a member's name in quotes is missing")
            }
            let name = try parseString()
            skipSpace()
            guard take(":") else {
                throw fault("a colon is missing behind \"\(name.prefix(40))\"")
            }
            guard names.insert(name).inserted else {
                throw fault("it has \"\(name.prefix(40))\" twice")
            }
            members.append((name, try parseValue(depth: depth + 1)))
            skipSpace()
            if take("}") { return .object(members) }
            guard take(",") else { throw fault("a comma or a closing brace is missing") }
        }
    }

    private mutating func parseArray(depth: Int) throws(JSONFault) -> StrictJSONValue {
        index += 1
        var values: [StrictJSONValue] = []
        skipSpace()
        if take("]") { return .array(values) }
        while true {
            values.append(try parseValue(depth: depth + 1))
            skipSpace()
            if take("]") { return .array(values) }
            guard take(",") else { throw fault("a comma or a closing bracket is missing") }
        }
    }

    /// The text of a string; `index` stands on its opening quote.
    mutating func parseString() throws(JSONFault) -> String {
        index += 1
        var text: [UInt8] = []
        while index < end {
            let start = index
            while index < end, bytes[index] != quoteMark, bytes[index] != UInt8(ascii: "\\"),
                bytes[index] >= 0x20
            {
                index += 1
            }
            if text.isEmpty, index < end, bytes[index] == quoteMark {
                defer { index += 1 }
                return String(decoding: bytes[start..<index], as: UTF8.self)
            }
            text.append(contentsOf: bytes[start..<index])
            guard index < end else { break }
            if bytes[index] == quoteMark {
                index += 1
                return String(decoding: text, as: UTF8.self)
            }
            guard bytes[index] == UInt8(ascii: "\\") else {
                throw fault("a text holds a control character")
            }
            try parseEscape(into: &text)
        }
        throw fault("a text is never closed")
    }

    private mutating func parseEscape(into text: inout [UInt8]) throws(JSONFault) {
        guard index + 1 < end else { throw fault("a text is never closed") }
        let escaped = bytes[index + 1]
        index += 2
        switch escaped {
        case quoteMark, UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(escaped)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"):
            var value = try parseHexadecimal()
            if 0xD800..<0xDC00 ~= value, index + 1 < end, bytes[index] == UInt8(ascii: "\\"),
                bytes[index + 1] == UInt8(ascii: "u")
            {
                index += 2
                let low = try parseHexadecimal()
                guard 0xDC00..<0xE000 ~= low else { throw loneSurrogate(value) }
                value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
            }
            guard value != 0 else {
                throw fault("a text holds \\u0000, which is no character of a text")
            }
            guard let scalar = Unicode.Scalar(value) else { throw loneSurrogate(value) }
            text.append(contentsOf: Array(String(Character(scalar)).utf8))
        default: throw fault("\\\(Character(Unicode.Scalar(escaped))) is no escape")
        }
    }

    private func loneSurrogate(_ value: UInt32) -> JSONFault {
        fault("a text holds \\u\(String(value, radix: 16)), which is half a character")
    }

    private mutating func parseHexadecimal() throws(JSONFault) -> UInt32 {
        guard index + 4 <= end, bytes[index] != UInt8(ascii: "+"),
            bytes[index] != UInt8(ascii: "-"),
            let value = UInt32(String(decoding: bytes[index..<index + 4], as: UTF8.self), radix: 16)
        else { throw fault("\\u wants four hexadecimal digits") }
        index += 4
        return value
    }

    private mutating func parseNumber() throws(JSONFault) -> StrictJSONValue {
        let start = index
        var isWhole = true
        _ = take("-")
        let digits = index
        skipDigits()
        guard index > digits, bytes[digits] != UInt8(ascii: "0") || index == digits + 1 else {
            index = start
            throw fault("a value is missing or is no JSON")
        }
        if take(".") {
            isWhole = false
            let fraction = index
            skipDigits()
            guard index > fraction else { throw fault("a number ends with a point") }
        }
        if take("e") || take("E") {
            isWhole = false
            if !take("+") { _ = take("-") }
            let exponent = index
            skipDigits()
            guard index > exponent else { throw fault("a number's exponent is missing") }
        }
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        if isWhole, let value = Int64(text) { return .integer(value) }
        guard let value = Double(text), value.isFinite else {
            throw fault("the number \(text.prefix(40)) is out of range")
        }
        return .number(value)
    }

    private mutating func parseWord(
        _ word: StaticString,
        _ value: StrictJSONValue
    ) throws(JSONFault) -> StrictJSONValue {
        let text = Array(word.description.utf8)
        guard bytes[index..<end].starts(with: text) else { throw fault("a value is no JSON") }
        index += text.count
        return value
    }

    private mutating func skipSpace() {
        while index < end, Self.isSpace(bytes[index]) { index += 1 }
    }

    private mutating func skipDigits() {
        while index < end, 0x30...0x39 ~= bytes[index] { index += 1 }
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard index < end, UInt32(bytes[index]) == character.value else { return false }
        index += 1
        return true
    }

    private func fault(_ reason: String) -> JSONFault { JSONFault(reason: reason, index: index) }

    /// Whether a byte is white space of JSON.
    package static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }
}
