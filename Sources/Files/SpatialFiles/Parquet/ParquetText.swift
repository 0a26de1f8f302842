/// Values as texts, as a table of text has them.
enum ParquetText {
    /// - Returns: nil for a value that no text stands for, such as a number that is none.
    static func text(
        _ values: ParquetValues,
        _ index: Int,
        _ column: ParquetMetadata.Column
    ) -> [UInt8]? {
        switch values {
        case .flags(let flags): Array((flags[index] ? "true" : "false").utf8)
        case .integers(let numbers): integer(numbers[index], column.kind)
        case .doubles(let numbers): double(numbers[index])
        case .strings(let bytes, let ranges): string(bytes[ranges[index]], column)
        }
    }

    private static func double(_ number: Double) -> [UInt8]? {
        if let whole = Int64(exactly: number), whole.magnitude < 1 << 53 {
            return Array("\(whole)".utf8)
        }
        return number.isFinite ? Array("\(number)".utf8) : nil
    }

    private static func integer(_ number: Int64, _ kind: ParquetMetadata.Kind) -> [UInt8]? {
        let text: String? =
            switch kind {
            case .decimal(let scale): decimal("\(number)", scale)
            case .date: date(number)
            case .moment(let perSecond, let isUTC): moment(number, perSecond, isUTC)
            case .time(let perSecond): time(number, perSecond)
            case .integer(isSigned: false): "\(UInt64(bitPattern: number))"
            default: "\(number)"
            }
        return text.map { Array($0.utf8) }
    }

    private static func string(
        _ bytes: ArraySlice<UInt8>,
        _ column: ParquetMetadata.Column
    ) -> [UInt8]? {
        switch column.kind {
        case .decimal(let scale): return decimal(bytes, scale).map { Array($0.utf8) }
        case .oldMoment: return oldMoment(bytes).map { Array($0.utf8) }
        case .uuid: return uuid(bytes).map { Array($0.utf8) }
        case .bytes, .geometry, .unknown: return nil
        default: return Array(bytes)
        }
    }

    /// Digits with a point so many before their end.
    private static func decimal(_ digits: String, _ scale: Int) -> String? {
        guard (0...76).contains(scale) else { return nil }
        guard scale > 0 else { return digits }
        let sign = digits.hasPrefix("-") ? "-" : ""
        let bare = digits.drop { $0 == "-" }
        let whole = String(repeating: "0", count: max(0, scale + 1 - bare.count)) + bare
        return sign + whole.dropLast(scale) + "." + whole.suffix(scale)
    }

    /// A number of two's complement, the highest byte first, as long as it may be.
    private static func decimal(_ bytes: ArraySlice<UInt8>, _ scale: Int) -> String? {
        guard (1...32).contains(bytes.count), let first = bytes.first else { return nil }
        let isNegative = first >= 0x80
        var rest = bytes.map { isNegative ? ~$0 : $0 }
        var digits = ""
        if isNegative {
            for index in rest.indices.reversed() {
                rest[index] &+= 1
                if rest[index] != 0 { break }
            }
        }
        // Divided by ten until nothing is left.
        while rest.contains(where: { $0 != 0 }) {
            var remainder = 0
            for index in rest.indices {
                let value = remainder << 8 | Int(rest[index])
                rest[index] = UInt8(value / 10)
                remainder = value % 10
            }
            digits = "\(remainder)" + digits
        }
        if digits.isEmpty { digits = "0" }
        return decimal((isNegative ? "-" : "") + digits, scale)
    }

    private static func uuid(_ bytes: ArraySlice<UInt8>) -> String? {
        guard bytes.count == 16 else { return nil }
        let digits = Array("0123456789abcdef")
        var text = ""
        for (index, byte) in bytes.enumerated() {
            if [4, 6, 8, 10].contains(index) { text += "-" }
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return text
    }

    // MARK: Time

    /// Of a day counted from 1970, in the Gregorian calendar.
    ///
    /// Source: E. M. Reingold, N. Dershowitz, "Calendrical Calculations", 2018, chapter 2.
    private static func date(_ day: Int64) -> String? {
        guard day.magnitude < 2_000_000 else { return nil }
        // Counted from 1 March of the year 0, so that a leap day comes last.
        let shifted = Int(day) + 719_468
        let era = Int((Double(shifted) / 146_097).rounded(.down))
        let dayOfEra = shifted - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let year = yearOfEra + era * 400 + (month >= 10 ? 1 : 0)
        let dayOfMonth = dayOfYear - (153 * month + 2) / 5 + 1
        guard (0...9999).contains(year) else { return nil }
        return
            "\(digits(year, 4))-\(digits(month < 10 ? month + 3 : month - 9, 2))-\(digits(dayOfMonth, 2))"
    }

    private static func moment(_ number: Int64, _ perSecond: Int64, _ isUTC: Bool) -> String? {
        let day = floorDivided(number, perSecond * 86_400)
        guard let date = date(day), let time = time(number - day * perSecond * 86_400, perSecond)
        else { return nil }
        return date + "T" + time + (isUTC ? "Z" : "")
    }

    private static func time(_ number: Int64, _ perSecond: Int64) -> String? {
        guard number >= 0, number < perSecond * 86_400 else { return nil }
        let seconds = Int(number / perSecond)
        let rest = number % perSecond
        var text =
            "\(digits(seconds / 3600, 2)):\(digits(seconds / 60 % 60, 2)):\(digits(seconds % 60, 2))"
        if rest > 0 {
            let fraction = String("\(perSecond + rest)".dropFirst())
            text += "." + String(fraction.reversed().drop { $0 == "0" }.reversed())
        }
        return text
    }

    /// Nanoseconds of a day, and the day's Julian number.
    private static func oldMoment(_ bytes: ArraySlice<UInt8>) -> String? {
        guard bytes.count == 12 else { return nil }
        let nanoseconds = bytes.prefix(8).reversed().reduce(Int64(0)) { $0 << 8 | Int64($1) }
        let day = bytes.suffix(4).reversed().reduce(Int64(0)) { $0 << 8 | Int64($1) }
        guard let date = date(day - 2_440_588), let time = time(nanoseconds, 1_000_000_000) else {
            return nil
        }
        return date + "T" + time + "Z"
    }

    private static func floorDivided(_ number: Int64, _ divisor: Int64) -> Int64 {
        let quotient = number / divisor
        return number % divisor < 0 ? quotient - 1 : quotient
    }

    private static func digits(_ number: Int, _ count: Int) -> String {
        let text = "\(number)"
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }
}
