extension JSONValue {
    /// Reads one JSON value (RFC 8259) that makes up a whole text.
    ///
    /// - Parameters:
    ///   - bytes: UTF-8 without a byte order mark.
    ///   - depthLimit: How many arrays and objects may stand within one another.
    ///   - keepsLongIntegers: Whether whole numbers from 2^53 on are ``JSONValue/longInteger(_:)``, so that none is
    ///     another one; else they are the nearest `Double`.
    /// - Throws: ``JSONSyntaxError`` with the first place that is wrong: bytes that are not UTF-8,
    ///   anything that the grammar does not know, a number beyond the range of `Double`, half a
    ///   surrogate pair, too deep a nesting, or something after the value.
    /// - Complexity: O(n).
    public init(
        parsing bytes: [UInt8],
        depthLimit: Int = 64,
        keepsLongIntegers: Bool = false
    ) throws(JSONSyntaxError) {
        var parser = JSONParser(
            bytes: bytes,
            depthLimit: depthLimit,
            keepsLongIntegers: keepsLongIntegers
        )
        self = try parser.wholeText()
    }
}

/// A recursive-descent parser; `position` is the next byte to be read.
private struct JSONParser {
    let bytes: [UInt8]
    let depthLimit: Int
    let keepsLongIntegers: Bool
    var position = 0
    var depth = 0

    init(bytes: [UInt8], depthLimit: Int, keepsLongIntegers: Bool) {
        self.bytes = bytes
        self.depthLimit = depthLimit
        self.keepsLongIntegers = keepsLongIntegers
    }

    mutating func wholeText() throws(JSONSyntaxError) -> JSONValue {
        skipSpace()
        let value = try value()
        skipSpace()
        guard position == bytes.count else {
            throw error("found \(found) after the end of the value")
        }
        return value
    }

    // MARK: Values

    mutating func value() throws(JSONSyntaxError) -> JSONValue {
        switch next {
        case UInt8(ascii: "{"):
            return .object(try nested { p throws(JSONSyntaxError) in try p.members() })
        case UInt8(ascii: "["):
            return .array(try nested { p throws(JSONSyntaxError) in try p.values() })
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .boolean(true))
        case UInt8(ascii: "f"): return try word("false", .boolean(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case UInt8(ascii: "-"), (UInt8(ascii: "0")...UInt8(ascii: "9"))?:
            return try number()
        default: throw error("found \(found) where a value was expected")
        }
    }

    /// Steps over an opening bracket and keeps count of how deep it stands.
    mutating func nested<Content>(
        _ content: (inout JSONParser) throws(JSONSyntaxError) -> Content
    ) throws(JSONSyntaxError) -> Content {
        guard depth < depthLimit else {
            throw error("more than \(depthLimit) arrays and objects within one another")
        }
        depth += 1
        position += 1
        skipSpace()
        let content = try content(&self)
        depth -= 1
        return content
    }

    mutating func members() throws(JSONSyntaxError) -> [JSONValue.Member] {
        var members: [JSONValue.Member] = []
        if take("}") { return members }
        while true {
            guard next == UInt8(ascii: "\"") else {
                throw error("found \(found) where a member's name in quotes was expected")
            }
            let name = try string()
            skipSpace()
            guard take(":") else { throw error("found \(found) where \":\" was expected") }
            skipSpace()
            members.append(JSONValue.Member(name: name, value: try value()))
            skipSpace()
            if take("}") { return members }
            guard take(",") else { throw error("found \(found) where \",\" or \"}\" was expected") }
            skipSpace()
        }
    }

    mutating func values() throws(JSONSyntaxError) -> [JSONValue] {
        var values: [JSONValue] = []
        if take("]") { return values }
        while true {
            values.append(try value())
            skipSpace()
            if take("]") { return values }
            guard take(",") else { throw error("found \(found) where \",\" or \"]\" was expected") }
            skipSpace()
        }
    }

    mutating func word(
        _ word: String,
        _ value: JSONValue
    ) throws(JSONSyntaxError) -> JSONValue {
        guard bytes[position...].starts(with: word.utf8) else {
            throw error("found \(found) where a value was expected")
        }
        position += word.utf8.count
        return value
    }

    /// RFC 8259, section 6: no leading zeros, no bare point, no `+`.
    mutating func number() throws(JSONSyntaxError) -> JSONValue {
        let start = position
        _ = take("-")
        if !take("0") { try digits() }
        let endOfDigits = position
        if take(".") { try digits() }
        if take("e") || take("E") {
            if !take("-") { _ = take("+") }
            try digits()
        }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        guard let number = Double(text), number.isFinite else {
            throw error("\(text) is larger than any number that can be kept", at: start)
        }
        let isLong = position == endOfDigits && number.magnitude >= 0x1p53
        return isLong && keepsLongIntegers ? .longInteger(text) : .number(number)
    }

    mutating func digits() throws(JSONSyntaxError) {
        let start = position
        while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
            position += 1
        }
        guard position > start else { throw error("found \(found) where a digit was expected") }
    }

    // MARK: Strings

    mutating func string() throws(JSONSyntaxError) -> String {
        let start = position
        position += 1
        // Most strings have no escapes and are taken as they stand.
        let end = bytes[position...].firstIndex { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C }
        if let end, bytes[end] == UInt8(ascii: "\""),
            let text = String(validating: bytes[position..<end], as: UTF8.self)
        {
            position = end + 1
            return text
        }
        var content: [UInt8] = []
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                guard let text = String(validating: content, as: UTF8.self) else {
                    throw error("the string that begins here is not UTF-8", at: start)
                }
                return text
            case UInt8(ascii: "\\"):
                content.append(contentsOf: try escape().utf8)
            case 0x00..<0x20:
                throw error("a control character in a string must be written as an escape")
            default:
                content.append(byte)
                position += 1
            }
        }
        throw error("the string that begins here never ends", at: start)
    }

    mutating func escape() throws(JSONSyntaxError) -> Character {
        let start = position
        position += 1
        let letter = next
        position += 1
        switch letter {
        case UInt8(ascii: "\""): return "\""
        case UInt8(ascii: "\\"): return "\\"
        case UInt8(ascii: "/"): return "/"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{c}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return Character(try unicodeScalar(from: start))
        default: throw error("a backslash stands before one of \"\\/bfnrtu", at: start)
        }
    }

    /// The scalar of `\uXXXX`, or of two of them that are a surrogate pair.
    mutating func unicodeScalar(from start: Int) throws(JSONSyntaxError) -> Unicode.Scalar {
        let unit = try fourHexDigits(from: start)
        if let scalar = Unicode.Scalar(unit) { return scalar }
        if UTF16.isLeadSurrogate(unit), take("\\"), take("u") {
            let trail = try fourHexDigits(from: start)
            if UTF16.isTrailSurrogate(trail) {
                return UTF16.decode(UTF16.EncodedScalar([unit, trail]))
            }
        }
        throw error("half of a surrogate pair", at: start)
    }

    mutating func fourHexDigits(from start: Int) throws(JSONSyntaxError) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw error("four hexadecimal digits must follow \\u", at: start)
            }
            unit = unit << 4 | UInt16(digit)
            position += 1
        }
        return unit
    }

    // MARK: Bytes

    var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D {
            position += 1
        }
    }

    /// The next byte in words.
    var found: String {
        guard let next else { return "the end" }
        guard (0x21..<0x7F).contains(next) else {
            return "byte 0x" + String(next, radix: 16, uppercase: true)
        }
        return "\"\(Character(Unicode.Scalar(next)))\""
    }

    func error(_ problem: String, at place: Int? = nil) -> JSONSyntaxError {
        let before = bytes[..<min(place ?? position, bytes.count)]
        let lineStart = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        return JSONSyntaxError(
            problem: problem,
            line: 1 + before.count(where: { $0 == 0x0A }),
            column: before.count - lineStart + 1
        )
    }
}
