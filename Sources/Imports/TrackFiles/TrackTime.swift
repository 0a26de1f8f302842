internal import Timekeeping

/// A moment as programs write it into tracks.
struct TrackTime {
    let at: Timestamp
    /// Whether it tells its distance from UTC; else it is taken as UTC.
    let hasZone: Bool

    /// Reads RFC 3339 with the liberties that programs take - a space or slashes, no colon in the zone, no
    /// zone - and seconds or milliseconds since 1970.
    ///
    /// - Returns: nil for any other text.
    init?(_ text: String) {
        if let number = Double(text) {
            guard let at = Self.moment(number) else { return nil }
            self.at = at
            hasZone = true
            return
        }
        var bytes = Array(text.utf8)
        guard bytes.count >= 16 else { return nil }
        for index in [4, 7] where bytes[index] == UInt8(ascii: "/") {
            bytes[index] = UInt8(ascii: "-")
        }
        if bytes[10] == UInt8(ascii: " ") { bytes[10] = UInt8(ascii: "T") }
        if bytes.suffix(4) == Array(" UTC".utf8)[...] || bytes.suffix(4) == Array(" GMT".utf8)[...]
        {
            bytes.replaceSubrange(bytes.count - 4..<bytes.count, with: [UInt8(ascii: "Z")])
        }
        let start = bytes[11...].firstIndex { byte in
            byte == UInt8(ascii: "Z") || byte == UInt8(ascii: "z") || byte == UInt8(ascii: "+")
                || byte == UInt8(ascii: "-")
        }
        hasZone = start != nil
        if let start {
            // "+01", "+0100" and "+01:00" are the same.
            if bytes[start] != UInt8(ascii: "Z"), bytes[start] != UInt8(ascii: "z") {
                if bytes.count - start == 3 { bytes += Array("00".utf8) }
                if bytes.count - start == 5 { bytes.insert(UInt8(ascii: ":"), at: start + 3) }
            }
        } else {
            bytes.append(UInt8(ascii: "Z"))
        }
        guard let at = Timestamp(rfc3339: String(decoding: bytes, as: UTF8.self)) else {
            return nil
        }
        self.at = at
    }

    /// Seconds or milliseconds since 1970: from 1990 to 2100 no number is both.
    ///
    /// - Returns: nil for a number that is neither.
    static func moment(_ number: Double) -> Timestamp? {
        let seconds = 631_152_000.0..<4_102_444_800
        let milliseconds: Double
        if seconds.contains(number) {
            milliseconds = number * 1000
        } else if seconds.contains(number / 1000) {
            milliseconds = number
        } else {
            return nil
        }
        return Timestamp(millisecondsSince1970: Int64(milliseconds.rounded()))
    }
}

extension StringProtocol {
    /// The text without white space at its ends.
    var withoutSpace: String {
        guard let start = firstIndex(where: { !$0.isWhitespace }),
            let last = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(self[start...last])
    }
}
