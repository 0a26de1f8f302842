public import Geodesy

/// Writes JSON (RFC 8259) straight into bytes, compact and in the order of the calls.
///
/// Objects and arrays are opened and closed by closures, so that what comes out is balanced, and
/// commas take care of themselves. Nothing is sorted and no dictionary is built.
///
/// ```swift
/// var json = JSONWriter()
/// json.object { json in
///     json.member("name", "Union Station")
///     json.member("tracks", array: { $0.integer(1); $0.integer(2) })
/// }
/// ```
///
/// One value stands at the top; writing several there gives a text that is no JSON.
public struct JSONWriter: Sendable {
    /// What has been written since the start or since ``takeBytes()``, UTF-8.
    public private(set) var bytes: [UInt8] = []

    /// Whether ``mark()`` notes anything.
    public var isMarking = false

    /// The places in ``bytes`` that were marked.
    public private(set) var marks: [Int] = []

    /// Whether a value stands before the place where the next one goes, in the same array or object.
    private var followsValue = false

    /// - Parameter capacity: How many bytes to make room for at once.
    public init(capacity: Int = 0) { bytes.reserveCapacity(capacity) }

    /// Hands over what has been written and goes on with an empty buffer: for streaming.
    public mutating func takeBytes() -> [UInt8] {
        let taken = bytes
        bytes.removeAll(keepingCapacity: false)
        marks.removeAll(keepingCapacity: false)
        return taken
    }

    /// Marks the place that has been reached, when it ``isMarking``: in a list of records of one shape,
    /// the end of each value that varies. What follows is what followed the same mark of the record
    /// before, which whoever packs the list need not find out.
    @inline(__always)
    public mutating func mark() {
        if isMarking { marks.append(bytes.count) }
    }

    // MARK: Values

    /// Writes `null`.
    public mutating func null() { value("null") }

    /// Writes `true` or `false`.
    public mutating func boolean(_ flag: Bool) { value(flag ? "true" : "false") }

    /// Writes a whole number.
    public mutating func integer(_ number: some BinaryInteger) {
        guard let small = Int64(exactly: number) else { return value(String(number)) }
        integer(small)
    }

    /// Writes a whole number. (What is generic is slow from another module.)
    public mutating func integer(_ number: Int64) {
        separate()
        bytes.appendDecimal(number)
        followsValue = true
    }

    /// Writes a whole number.
    public mutating func integer(_ number: Int) { integer(Int64(number)) }

    /// Writes a number with as few digits as bring back the same `Double`.
    ///
    /// A whole number gets no fraction and negative zero is written as 0; what JSON cannot say
    /// (infinity, not a number) becomes `null`.
    public mutating func number(_ number: Double) {
        guard number.isFinite else { return null() }
        if let (units, decimals) = Self.decimal(number) {
            separate()
            bytes.appendDecimal(units, decimals: decimals)
            followsValue = true
            return
        }
        let text = number == 0 ? "0" : number.description
        value(text.hasSuffix(".0") ? text.dropLast(2) : text[...])
    }

    /// Writes a length in metres, rounded to the millimetre, with at most three decimals and none
    /// that are zero: `1203.5`.
    public mutating func meters(_ distance: Distance) {
        let millimeters = (distance.meters * 1000).rounded()
        // Below 2^53 every whole number of millimetres is exact.
        guard millimeters < 9_007_199_254_740_992 else { return number(distance.meters) }
        let (whole, rest) = Int64(millimeters).quotientAndRemainder(dividingBy: 1000)
        guard rest > 0 else { return integer(whole) }
        separate()
        bytes.appendDecimal(Int64(millimeters), decimals: 3)
        followsValue = true
    }

    /// A number as so many units of 10 to the minus `decimals`, when it has few digits; nil else.
    ///
    /// Up to 15 digits no two decimals are the same `Double`. So the decimal with seven places that
    /// is this one is, without the zeros at its end, the shortest that brings it back.
    private static func decimal(_ number: Double) -> (units: Int64, decimals: Int)? {
        guard number.magnitude < 10_000_000 else { return nil }
        let units = (number * 10_000_000).rounded()
        // Smaller numbers have an exponent in the standard library's shortest form.
        guard units / 10_000_000 == number, units.magnitude >= 1000 || units == 0 else {
            return nil
        }
        return (Int64(units), 7)
    }

    /// Writes a text that is given as its UTF-8 bytes, as ``string(_:)`` does.
    public mutating func string(utf8 text: UnsafeBufferPointer<UInt8>) {
        separate()
        quote(text)
        followsValue = true
    }

    /// Writes a text that is given as its UTF-8 bytes and stands in JSON as it is: without control
    /// characters, quotes and backslashes. That is not looked at.
    public mutating func string(plainUTF8 text: ArraySlice<UInt8>) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: text)
        bytes.append(UInt8(ascii: "\""))
        followsValue = true
    }

    /// Writes a text that is given as two words, its first character in the lowest byte, without looking
    /// at it: ASCII that needs no escape.
    ///
    /// - Parameter count: How many characters it has, 0 to 16.
    public mutating func string(words: (UInt64, UInt64), count: Int) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        withUnsafeBytes(of: (words.0.littleEndian, words.1.littleEndian)) { text in
            bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: text[..<count]))
        }
        bytes.append(UInt8(ascii: "\""))
        followsValue = true
    }

    /// Writes bytes that are JSON already: a value, or a whole member with its name.
    public mutating func raw(_ json: some Collection<UInt8>) {
        separate()
        bytes.append(contentsOf: json)
        followsValue = true
    }

    /// Writes JSON that stood fast when the program was compiled, as it stands: for what is written
    /// so often that its names and brackets are put together beforehand.
    ///
    /// Values may be written between two such pieces, and commas between pieces and values take care
    /// of themselves; that the brackets are balanced in the end is the caller's affair.
    public mutating func literal(_ json: StaticString) {
        let text = UnsafeBufferPointer(start: json.utf8Start, count: json.utf8CodeUnitCount)
        guard let first = text.first, let last = text.last else { return }
        switch first {
        case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"): break
        default: separate()
        }
        bytes.append(contentsOf: text)
        switch last {
        case UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "{"):
            followsValue = false
        default: followsValue = true
        }
    }

    /// Writes a text in quotes, with `"`, `\` and control characters escaped.
    public mutating func string(_ text: String) {
        separate()
        quote(text)
        followsValue = true
    }

    /// Writes an array; the closure writes its values.
    public mutating func array(_ values: (inout JSONWriter) throws -> Void) rethrows {
        beginArray()
        try values(&self)
        endArray()
    }

    /// Writes an object; the closure writes its members.
    public mutating func object(_ members: (inout JSONWriter) throws -> Void) rethrows {
        beginObject()
        try members(&self)
        endObject()
    }

    // MARK: The parts that writers of larger texts put together

    mutating func beginArray() { open("[") }
    mutating func endArray() { close("]") }
    mutating func beginObject() { open("{") }
    mutating func endObject() { close("}") }

    /// Writes a member's name; exactly one value must follow.
    public mutating func name(_ name: String) {
        separate()
        quote(name)
        bytes.append(UInt8(ascii: ":"))
        followsValue = false
    }

    private mutating func value(_ text: some StringProtocol) {
        separate()
        bytes.append(contentsOf: text.utf8)
        followsValue = true
    }

    private mutating func separate() {
        if followsValue { bytes.append(UInt8(ascii: ",")) }
    }

    private mutating func open(_ bracket: Unicode.Scalar) {
        separate()
        bytes.append(UInt8(ascii: bracket))
        followsValue = false
    }

    private mutating func close(_ bracket: Unicode.Scalar) {
        bytes.append(UInt8(ascii: bracket))
        followsValue = true
    }

    private mutating func quote(_ text: String) {
        var text = text
        // In place: a native text's bytes are looked at as they lie.
        text.withUTF8 { quote($0) }
    }

    private mutating func quote(_ text: UnsafeBufferPointer<UInt8>) {
        bytes.append(UInt8(ascii: "\""))
        if Self.isPlain(text) {
            bytes.append(contentsOf: text)
        } else {
            for byte in text { escape(byte) }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Whether nothing in a text needs an escape, looked at eight bytes at a time.
    ///
    /// In `(x - n) & ~x` the highest bit of some byte is set when and only when some byte of `x` is
    /// less than `n`, for `n` up to 128. Source: S. E. Anderson, "Bit Twiddling Hacks", hasless.
    private static func isPlain(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        let raw = UnsafeRawBufferPointer(text)
        let whole = raw.count & ~7
        let ones: UInt64 = 0x0101_0101_0101_0101
        var marks: UInt64 = 0
        var start = 0
        while start < whole {
            let part = raw.loadUnaligned(fromByteOffset: start, as: UInt64.self)
            let quote = part ^ (ones &* UInt64(UInt8(ascii: "\"")))
            let backslash = part ^ (ones &* UInt64(UInt8(ascii: "\\")))
            marks |= (part &- ones &* 0x20) & ~part
            marks |= (quote &- ones) & ~quote
            marks |= (backslash &- ones) & ~backslash
            start += 8
        }
        guard marks & (ones &* 0x80) == 0 else { return false }
        while start < raw.count {
            if needsEscape(raw[start]) { return false }
            start += 1
        }
        return true
    }

    /// RFC 8259, section 7. The bytes of a Swift string are valid UTF-8, so no lone surrogate can
    /// get through.
    @inline(__always)
    private static func needsEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private mutating func escape(_ byte: UInt8) {
        guard Self.needsEscape(byte) else { return bytes.append(byte) }
        bytes.append(UInt8(ascii: "\\"))
        switch byte {
        case 0x08: bytes.append(UInt8(ascii: "b"))
        case 0x09: bytes.append(UInt8(ascii: "t"))
        case 0x0A: bytes.append(UInt8(ascii: "n"))
        case 0x0C: bytes.append(UInt8(ascii: "f"))
        case 0x0D: bytes.append(UInt8(ascii: "r"))
        case 0x00..<0x20:
            let digits = Array("0123456789abcdef".utf8)
            bytes.append(contentsOf: "u00".utf8)
            bytes.append(digits[Int(byte >> 4)])
            bytes.append(digits[Int(byte & 0x0F)])
        default: bytes.append(byte)
        }
    }
}
