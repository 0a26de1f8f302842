internal import Geodesy

/// A pair of coordinates in one text: `38.9, -77.0`, `POINT (-77.0 38.9)`,
/// `38°53'51.6"N 77°0'32"W`, `N38 53.86 W77 0.53`.
enum PositionText {
    /// Two coordinates as they are written; not yet known to be in range.
    struct Pair {
        /// The first number of a plain pair, the second of WKT.
        let latitude: Double
        let longitude: Double
        /// Whether the text has its longitude or easting first, as WKT does.
        var isLongitudeFirst = false
        /// The number of the EPSG register that EWKT names: `SRID=27700;POINT (...)`.
        var system: Int?
    }

    /// Reads a text.
    ///
    /// A plain pair is latitude before longitude, unless the first number cannot be a latitude and
    /// the second can. WKT is longitude first.
    ///
    /// - Returns: nil when the text is none of these.
    static func parse(_ text: String) -> Pair? {
        let trimmed = text.filter { !$0.isWhitespace || $0 == " " }
        let upper = trimmed.uppercased()
        if let mark = upper.firstRange(of: "POINT") {
            return point(upper[..<mark.lowerBound], upper[mark.upperBound...])
        }
        return sexagesimalPair(upper) ?? decimalPair(trimmed)
    }

    /// The rest of a WKT point behind its first word, and what stands in front of that.
    private static func point(_ head: Substring, _ tail: Substring) -> Pair? {
        var system: Int?
        if !head.isEmpty {
            guard head.hasPrefix("SRID="), head.last == ";",
                let code = Int(head.dropFirst(5).dropLast())
            else { return nil }
            system = code
        }
        let body = tail.drop { $0 == " " || $0 == "Z" || $0 == "M" }
        guard body.first == "(", body.last == ")" else { return nil }
        let numbers = body.dropFirst().dropLast().split(separator: " ").map { number($0) }
        guard 2...4 ~= numbers.count, let longitude = numbers[0], let latitude = numbers[1] else {
            return nil
        }
        return Pair(
            latitude: latitude,
            longitude: longitude,
            isLongitudeFirst: true,
            system: system
        )
    }

    private static func decimalPair(_ text: String) -> Pair? {
        let inner = text.drop { "([ ".contains($0) }.reversed().drop { ")] ".contains($0) }
        let body = String(inner.reversed())
        let separators: [Character] = [";", ",", "/", " "]
        for separator in separators {
            let parts = body.split(separator: separator).filter { $0 != " " }
            guard parts.count == 2, let first = number(parts[0]), let second = number(parts[1])
            else { continue }
            // With a space between them "48,85 2,35" has decimal commas, and "48,85" alone is one
            // number, not two: a comma separates only numbers that have a point or a sign.
            if separator == ",", !body.contains("."), !body.contains(" ") { return nil }
            return first.magnitude > 90 && second.magnitude <= 90
                ? Pair(latitude: second, longitude: first)
                : Pair(latitude: first, longitude: second)
        }
        return nil
    }

    private static func number(_ text: Substring) -> Double? {
        let bytes = Array(text.utf8.filter { $0 != UInt8(ascii: " ") })
        return NumberText.double(bytes[...])
    }

    /// Degrees, minutes and seconds with a hemisphere each, in front of them or behind. O is not
    /// read: it is east in German and west in French and Spanish.
    private static func sexagesimalPair(_ upper: String) -> Pair? {
        let text = upper.drop { $0 == " " || $0 == "(" }
        guard let hemisphere = text.firstIndex(where: { "NS".contains($0) }) else { return nil }
        let first: Substring
        let second: Substring
        if hemisphere == text.startIndex {
            guard let split = text.firstIndex(where: { "EW".contains($0) }) else { return nil }
            (first, second) = (text[..<split], text[split...])
        } else {
            first = text[...hemisphere]
            second = text[text.index(after: hemisphere)...].drop { ", ;/".contains($0) }
        }
        guard let latitude = angle(first), let longitude = angle(second),
            second.contains(where: { "EW".contains($0) })
        else { return nil }
        return Pair(latitude: latitude, longitude: longitude)
    }

    /// A half of the Earth that a letter names.
    enum Hemisphere: Character {
        case north = "N"
        case south = "S"
        case east = "E"
        case west = "W"

        /// Whether it is one of latitudes, not of longitudes.
        var isLatitude: Bool { self == .north || self == .south }
    }

    /// The hemisphere that stands at an end of an angle; nil where there is none.
    static func hemisphere(_ text: some StringProtocol) -> Hemisphere? {
        let letters = text.uppercased().filter { !" ,;)".contains($0) }
        return (letters.last.flatMap { Hemisphere(rawValue: $0) })
            ?? letters.first.flatMap { Hemisphere(rawValue: $0) }
    }

    /// Whether a cell is short enough for an angle and begins as one does; tells nearly all other words
    /// without a look at the rest.
    static func mayBeAngle(_ cell: ArraySlice<UInt8>) -> Bool {
        guard let first = cell.first, cell.count <= 40 else { return false }
        switch first {
        case 0x30...0x39, UInt8(ascii: "-"), UInt8(ascii: "+"): return true
        case 0xE2: return cell.starts(with: [0xE2, 0x88, 0x92])
        default:
            return "NSEWnsew".utf8.contains(first)
                && cell.dropFirst().contains { 0x30...0x39 ~= $0 }
        }
    }

    /// One angle in degrees: `38°53'51.6"N`, `N 38 53.86`, `77-00-32W`, `77 0 32 W`, `-77.5°`.
    static func angle(_ text: some StringProtocol) -> Double? {
        var body = text.uppercased()[...]
        while let last = body.last, " ,;)".contains(last) { body.removeLast() }
        body = body.drop { $0 == " " }
        var hemisphere: Character?
        if let last = body.last, "NSEW".contains(last) {
            hemisphere = body.removeLast()
        } else if let first = body.first, "NSEW".contains(first) {
            hemisphere = body.removeFirst()
        }
        // A dash between numbers separates them; in front of all it is a sign.
        let separators = "°º'’′\"”″: " + (hemisphere == nil ? "" : "-")
        let isNegative = hemisphere != nil && body.first == "-"
        let parts = body.split { separators.contains($0) }.map { number($0) }
        guard (1...3).contains(parts.count), let degrees = parts[0] else { return nil }
        let minutes = parts.count > 1 ? parts[1] : 0
        let seconds = parts.count > 2 ? parts[2] : 0
        guard let minutes, let seconds, 0..<60 ~= minutes, 0..<60 ~= seconds else { return nil }
        let magnitude = degrees.magnitude + minutes / 60 + seconds / 3600
        let isSouthOrWest = hemisphere == "S" || hemisphere == "W"
        return (degrees.sign == .minus) != (isSouthOrWest != isNegative) ? -magnitude : magnitude
    }
}
