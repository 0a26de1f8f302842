extension Timestamp {
    /// The moment as RFC 3339 in UTC, with milliseconds only where there are any:
    /// `2026-11-03T07:00:00Z`, `2026-11-03T07:00:00.250Z`.
    ///
    /// Years outside 0...9999 are written with as many digits as they take, those before 0 with a
    /// minus sign; RFC 3339 has no form for either.
    public var rfc3339: String {
        var text = ""
        withRFC3339 { text = String(decoding: $0, as: UTF8.self) }
        return text
    }

    /// Hands over the bytes of ``rfc3339``, which are good for as long as the call.
    public func withRFC3339(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        let (days, millisecond) = millisecondsSince1970.quotientAndFloorRemainder(of: 86_400_000)
        let date = CivilDate(daysSince1970: days)
        guard (0...9999).contains(date.year) else {
            var text = text(date, millisecond)
            return text.withUTF8(body)
        }
        let seconds = millisecond / 1000
        let fraction = millisecond % 1000
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 24) { bytes in
            var writer = DigitWriter(bytes: bytes)
            writer.write(twoDigits: date.year / 100)
            writer.write(twoDigits: date.year % 100)
            writer.write("-", twoDigits: date.month)
            writer.write("-", twoDigits: date.day)
            writer.write("T", twoDigits: seconds / 3600)
            writer.write(":", twoDigits: seconds / 60 % 60)
            writer.write(":", twoDigits: seconds % 60)
            if fraction != 0 {
                writer.write(UInt8(ascii: "."))
                writer.write(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: fraction / 100))
                writer.write(twoDigits: fraction % 100)
            }
            writer.write(UInt8(ascii: "Z"))
            body(UnsafeBufferPointer(rebasing: bytes[..<writer.count]))
        }
    }

    /// For years that RFC 3339 does not have.
    private func text(_ date: CivilDate, _ millisecond: Int64) -> String {
        let seconds = millisecond / 1000
        let fraction = millisecond % 1000
        var text = date.text + "T"
        text += padded(seconds / 3600, 2) + ":" + padded(seconds / 60 % 60, 2) + ":"
        text += padded(seconds % 60, 2)
        if fraction != 0 { text += "." + padded(fraction, 3) }
        return text + "Z"
    }

    /// Reads an RFC 3339 date and time with its offset: `2026-11-03T07:00:00Z`,
    /// `2026-11-03T02:00:00.5-05:00`. Digits beyond the millisecond are dropped.
    ///
    /// - Returns: nil when the text is anything else, or names a day or hour that does not exist.
    public init?(rfc3339 text: some StringProtocol) {
        // A file has millions of them, and a reader that knew not where they lie would be ten times as slow.
        let moment =
            text.utf8.withContiguousStorageIfAvailable { Timestamp(rfc3339: $0) }
            ?? ContiguousArray(text.utf8).withUnsafeBufferPointer { Timestamp(rfc3339: $0) }
        guard let moment else { return nil }
        self = moment
    }

    private init?(rfc3339 bytes: UnsafeBufferPointer<UInt8>) {
        var reader = DigitReader(bytes)
        guard let year = reader.number(digits: 4), reader.take("-"),
            let month = reader.number(digits: 2), reader.take("-"),
            let day = reader.number(digits: 2),
            reader.take("T") || reader.take("t")
                || reader.take(" "),
            let hour = reader.number(digits: 2), reader.take(":"),
            let minute = reader.number(digits: 2), reader.take(":"),
            let second = reader.number(digits: 2),
            let date = CivilDate(year: year, month: month, day: day),
            hour < 24, minute < 60, second < 60
        else { return nil }
        var millisecond: Int64 = 0
        if reader.take(".") {
            guard let fraction = reader.milliseconds() else { return nil }
            millisecond = fraction
        }
        guard let offsetMinutes = reader.offsetMinutes(), reader.isAtEnd else { return nil }
        let minutes = date.daysSince1970 * 1440 + hour * 60 + minute - offsetMinutes
        self.init(millisecondsSince1970: (minutes * 60 + second) * 1000 + millisecond)
    }
}

/// A day of the proleptic Gregorian calendar.
///
/// Source: H. Hinnant, "chrono-compatible low-level date algorithms", for the shift of the year's
/// start to March, which puts the leap day last.
package struct CivilDate: Hashable, Sendable {
    package let year: Int64
    package let month: Int64
    package let day: Int64

    /// - Returns: nil when the calendar has no such day.
    package init?(year: Int64, month: Int64, day: Int64) {
        guard (1...12).contains(month), day >= 1 else { return nil }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let lengths: [Int64] = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard day <= lengths[Int(month) - 1] else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
    }

    package init(daysSince1970: Int64) {
        // Days are counted from 0000-03-01; 146,097 of them make 400 years.
        let (era, dayOfEra) = (daysSince1970 + 719_468).quotientAndFloorRemainder(of: 146_097)
        let yearOfEra =
            (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    package var daysSince1970: Int64 {
        let shiftedYear = month <= 2 ? year - 1 : year
        let (era, yearOfEra) = shiftedYear.quotientAndFloorRemainder(of: 400)
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
            - 719_468
    }

    /// `2026-11-03`.
    package var text: String { padded(year, 4) + "-" + padded(month, 2) + "-" + padded(day, 2) }
}

/// Reads fixed-width digits and punctuation off the front of a text.
private struct DigitReader {
    private var rest: Slice<UnsafeBufferPointer<UInt8>>

    init(_ bytes: UnsafeBufferPointer<UInt8>) { rest = bytes[...] }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard let first = rest.first, UInt32(first) == character.value else { return false }
        rest.removeFirst()
        return true
    }

    mutating func digit() -> Int64? {
        guard let first = rest.first, (0x30...0x39).contains(first) else { return nil }
        rest.removeFirst()
        return Int64(first - 0x30)
    }

    mutating func number(digits: Int) -> Int64? {
        var value: Int64 = 0
        for _ in 0..<digits {
            guard let digit = digit() else { return nil }
            value = value * 10 + digit
        }
        return value
    }

    /// A fraction of a second of one digit or more, in whole milliseconds.
    mutating func milliseconds() -> Int64? {
        guard var value = digit() else { return nil }
        var digits = 1
        while let digit = digit() {
            digits += 1
            if digits <= 3 { value = value * 10 + digit }
        }
        for _ in min(digits, 3)..<3 { value *= 10 }
        return value
    }

    /// `Z`, or an offset such as `-05:00`, in minutes east of Greenwich.
    mutating func offsetMinutes() -> Int64? {
        if take("Z") || take("z") { return 0 }
        let sign: Int64
        if take("+") { sign = 1 } else if take("-") { sign = -1 } else { return nil }
        guard let hours = number(digits: 2), take(":"), let minutes = number(digits: 2),
            hours < 24, minutes < 60
        else { return nil }
        return sign * (hours * 60 + minutes)
    }
}

/// Writes fixed-width digits and punctuation one after the other.
private struct DigitWriter {
    let bytes: UnsafeMutableBufferPointer<UInt8>
    private(set) var count = 0

    init(bytes: UnsafeMutableBufferPointer<UInt8>) { self.bytes = bytes }

    mutating func write(_ byte: UInt8) {
        bytes[count] = byte
        count += 1
    }

    /// Writes a number from 0 to 99 in two digits.
    mutating func write(twoDigits number: Int64) {
        write(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / 10))
        write(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
    }

    mutating func write(_ mark: Unicode.Scalar, twoDigits number: Int64) {
        write(UInt8(ascii: mark))
        write(twoDigits: number)
    }
}

func padded(_ number: Int64, _ width: Int) -> String {
    let digits = String(number.magnitude)
    let zeros = String(repeating: "0", count: max(0, width - digits.count))
    return (number < 0 ? "-" : "") + zeros + digits
}

extension Int64 {
    /// Quotient and remainder with `0 <= remainder < divisor`, for negative numbers too.
    func quotientAndFloorRemainder(of divisor: Int64) -> (Int64, Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
