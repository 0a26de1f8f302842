/// Numbers as files write them, read from bytes.
enum NumberText {
    /// The number that a cell without white space at its ends holds: digits with a sign, a decimal
    /// point or a decimal comma, and an exponent; nil for anything else.
    ///
    /// A comma is a decimal comma, never a mark between thousands: `784350,0793`.
    /// Accuracy: the nearest Double.
    static func double(_ cell: ArraySlice<UInt8>) -> Double? {
        plainDouble(cell.span) ?? slowDouble(cell)
    }

    /// The same for the numbers that nearly all cells hold: few digits with or without a sign and a
    /// decimal mark; nil for all others.
    static func plainDouble(_ cell: Span<UInt8>) -> Double? {
        var index = 0
        var isNegative = false
        if !cell.isEmpty, cell[0] == minus || cell[0] == plus {
            isNegative = cell[0] == minus
            index = 1
        }
        var mantissa: UInt64 = 0
        var digits = 0
        var decimals = 0
        var hasMark = false
        while index < cell.count {
            let byte = cell[index]
            if 0x30...0x39 ~= byte {
                // Beyond 18 digits this way is of no use, and 19 might overflow.
                guard digits < 18 else { return nil }
                mantissa = mantissa * 10 + UInt64(byte - 0x30)
                digits += 1
                if hasMark { decimals += 1 }
            } else if !hasMark, byte == point || byte == comma {
                hasMark = true
            } else {
                return nil
            }
            index += 1
        }
        // Both the digits and the power of ten are exact Doubles, so one division rounds correctly
        // (W. D. Clinger, "How to read floating point numbers accurately", PLDI 1990).
        guard digits > 0, mantissa <= 1 << 53, decimals <= 22 else { return nil }
        let magnitude = Double(mantissa) / powersOfTen[decimals]
        return isNegative ? -magnitude : magnitude
    }

    /// How many digits stand behind the decimal mark.
    static func decimals(_ cell: ArraySlice<UInt8>) -> Int {
        guard let mark = cell.firstIndex(where: { $0 == point || $0 == comma }) else { return 0 }
        return cell[(mark + 1)...].prefix { 0x30...0x39 ~= $0 }.count
    }

    /// Whether a comma or a point may part thousands: `12,500`, `12.500`, `1,012,500`.
    static func mayHaveThousands(_ text: String) -> Bool {
        let groups = text.split(omittingEmptySubsequences: false) { $0 == "," || $0 == "." }
        guard let first = groups.first, groups.count > 1, (1...3).contains(first.utf8.count),
            first.first != "0"
        else { return false }
        return groups.dropFirst().allSatisfy { $0.utf8.count == 3 }
            && groups.joined().utf8.allSatisfy { 0x30...0x39 ~= $0 }
    }

    private static func slowDouble(_ cell: ArraySlice<UInt8>) -> Double? {
        // The minus sign of typesetters, U+2212.
        if cell.starts(with: [0xE2, 0x88, 0x92]), cell.dropFirst(3).first != minus {
            return double(cell.dropFirst(3)).map { -$0 }
        }
        // Swift's own parser also reads hexadecimal, "inf" and "nan": no file means those.
        let allowed = cell.allSatisfy {
            0x30...0x39 ~= $0 || $0 == point || $0 == comma || $0 == minus || $0 == plus
                || $0 == UInt8(ascii: "e") || $0 == UInt8(ascii: "E")
        }
        guard allowed else { return nil }
        let commas = cell.count { $0 == comma }
        guard commas == 0 || commas == 1 && !cell.contains(point) else { return nil }
        let text = String(decoding: cell.map { $0 == comma ? point : $0 }, as: UTF8.self)
        return Double(text).flatMap { $0.isFinite ? $0 : nil }
    }

    private static let minus = UInt8(ascii: "-")
    private static let plus = UInt8(ascii: "+")
    private static let point = UInt8(ascii: ".")
    private static let comma = UInt8(ascii: ",")

    /// 10^0 ... 10^22, all exact in a Double.
    private static let powersOfTen: [Double] = (0...22).map { exponent in
        (0..<exponent).reduce(1.0) { power, _ in power * 10 }
    }
}

extension ArraySlice<UInt8> {
    /// Whether a cell says that there is nothing to say: blank, `n/a`, `null`, `-` and the like.
    var isPlaceholder: Bool {
        guard let first else { return true }
        guard PlaceholderText.mayBe(first: first, count: count) else { return false }
        return PlaceholderText.words.contains(String(decoding: self, as: UTF8.self).lowercased())
    }
}

/// What stands in cells that say nothing.
enum PlaceholderText {
    /// Whether a cell may be one of ``words``: almost every cell is told by its length or its first
    /// byte.
    @inline(__always)
    static func mayBe(first: UInt8, count: Int) -> Bool {
        guard count <= 10 else { return false }
        switch first | 0x20 {
        case UInt8(ascii: "n"), UInt8(ascii: "t"), UInt8(ascii: "u"), UInt8(ascii: "#"),
            UInt8(ascii: "("), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "<"),
            UInt8(ascii: "?"):
            return true
        default: return false
        }
    }

    /// In small letters.
    static let words: Set<String> = [
        "n/a", "na", "n.a.", "#n/a", "null", "none", "nil", "nan", "-", "--", ".", "?", "unknown",
        "tbc", "tbd", "(null)", "<null>",
    ]
}
