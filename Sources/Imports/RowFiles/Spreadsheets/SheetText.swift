/// A cell's text as it goes into the table that a sheet becomes.
///
/// A line break within a cell is written as a vertical tab, which no XML document holds: so each line of
/// the table is a row of the sheet, and ``SheetRowSource`` gives the line breaks back.
package enum SheetText {
    /// What stands for a line break within a cell.
    package static let lineBreak: UInt8 = 0x0B

    /// Appends a text.
    ///
    /// - Parameter isEscaped: Whether characters may be written by their numbers, as `_x000D_`
    ///   (ECMA-376 part 1, 22.9.2.19).
    package static func append(
        _ text: ArraySlice<UInt8>,
        to cell: inout [UInt8],
        isEscaped: Bool = false
    ) {
        let isPlain = text.allSatisfy { $0 >= 0x20 && !(isEscaped && $0 == underscore) }
        if isPlain {
            cell += text
            return
        }
        var index = text.startIndex
        var previous: UInt8 = 0
        while index < text.endIndex {
            var byte = text[index]
            index += 1
            if isEscaped, byte == underscore, let unit = escaped(text[index...]) {
                index += 6
                guard unit < 0x80 else {
                    if let scalar = Unicode.Scalar(unit) { cell += Array(String(scalar).utf8) }
                    previous = 0
                    continue
                }
                byte = UInt8(unit)
            }
            switch byte {
            case lineFeed where previous == carriageReturn: break
            case lineFeed, carriageReturn: cell.append(lineBreak)
            case 0x09, 0x20...: cell.append(byte)
            default: cell.append(0x20)
            }
            previous = byte
        }
    }

    /// The number in `x000D_`.
    private static func escaped(_ text: ArraySlice<UInt8>) -> UInt16? {
        guard text.count >= 6, text.first == UInt8(ascii: "x"),
            text[text.startIndex + 5] == underscore
        else { return nil }
        let digits = text[(text.startIndex + 1)..<(text.startIndex + 5)]
        guard digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else { return nil }
        return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    }

    private static let underscore = UInt8(ascii: "_")
}

/// A number as the shortest text that reads back as the same number, without an exponent.
enum SheetNumber {
    /// Appends a number that a sheet holds as a text: `29.760426700000001` is `29.7604267`.
    ///
    /// - Returns: false where it is no number; nothing is appended then.
    static func append(_ text: ArraySlice<UInt8>, to cell: inout [UInt8]) -> Bool {
        if isShortest(text) {
            cell += text
            return true
        }
        guard let number = Double(String(decoding: text, as: UTF8.self)), number.isFinite else {
            return false
        }
        cell += Array(self.text(number).utf8)
        return true
    }

    /// A number as text.
    static func text(_ number: Double) -> String {
        if number == number.rounded(), number.magnitude < 1e15 { return String(Int64(number)) }
        let text = number.description
        guard let mark = text.firstIndex(of: "e"), let power = Int(text[text.index(after: mark)...])
        else { return text.hasSuffix(".0") ? String(text.dropLast(2)) : text }
        return shifted(text[..<mark], by: power)
    }

    /// Digits with their point moved, to the right by a positive power of ten.
    private static func shifted(_ mantissa: Substring, by power: Int) -> String {
        let sign = mantissa.hasPrefix("-") ? "-" : ""
        let parts = mantissa.drop { $0 == "-" }.split(separator: ".")
        let whole = parts.first.map(String.init) ?? ""
        var fraction = parts.count > 1 ? String(parts[1]) : ""
        if fraction == "0" { fraction = "" }
        let digits = whole + fraction
        let point = whole.count + power
        if point <= 0 {
            return sign + "0." + String(repeating: "0", count: -point) + digits
        }
        if point >= digits.count {
            return sign + digits + String(repeating: "0", count: point - digits.count)
        }
        return sign + digits.prefix(point) + "." + digits.dropFirst(point)
    }

    /// Whether a text of a number is as short as one that reads back the same can be: it has at most the
    /// 15 digits that a number holds for sure (`DBL_DIG`), and none too many.
    private static func isShortest(_ text: ArraySlice<UInt8>) -> Bool {
        let digits = text.first == UInt8(ascii: "-") ? text.dropFirst() : text
        guard let first = digits.first, let last = digits.last, digits.count <= 16 else {
            return false
        }
        var point: Int?
        for (offset, byte) in digits.enumerated() {
            if byte == UInt8(ascii: "."), point == nil {
                point = offset
            } else if !(0x30...0x39 ~= byte) {
                return false
            }
        }
        if digits.count < text.count, digits.allSatisfy({ $0 == UInt8(ascii: "0") }) {
            return false
        }
        let isZeroFirst = first == UInt8(ascii: "0")
        guard let point else { return digits.count <= 15 && (!isZeroFirst || digits.count == 1) }
        return point > 0 && point < digits.count - 1 && (!isZeroFirst || point == 1)
            && last != UInt8(ascii: "0")
    }
}
