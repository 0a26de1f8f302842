internal import Geodesy

/// A pair of coordinates in one text: `38.9, -77.0`, `POINT (-77.0 38.9)`,
/// `38°53'51.6"N 77°0'32"W`.
enum PositionText {
    /// A latitude and a longitude as they are written; not yet known to be in range.
    typealias Pair = (latitude: Double, longitude: Double)

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
            // EWKT may name a reference system in front; only degrees are read.
            let system = upper[..<mark.lowerBound]
            guard system.isEmpty || system == "SRID=4326;" else { return nil }
            let body = upper[mark.upperBound...].drop { $0 == " " || $0 == "Z" }
            guard body.first == "(", body.last == ")" else { return nil }
            let numbers = body.dropFirst().dropLast().split(separator: " ").map { number($0) }
            guard numbers.count == 2 || numbers.count == 3, let longitude = numbers[0],
                let latitude = numbers[1]
            else { return nil }
            return (latitude, longitude)
        }
        return sexagesimalPair(upper) ?? decimalPair(trimmed)
    }

    private static func decimalPair(_ text: String) -> Pair? {
        let inner = text.drop { "([ ".contains($0) }.reversed().drop { ")] ".contains($0) }
        let body = String(inner.reversed())
        let separators: [Character] = [";", ",", " "]
        for separator in separators {
            let parts = body.split(separator: separator).filter { $0 != " " }
            guard parts.count == 2, let first = number(parts[0]), let second = number(parts[1])
            else { continue }
            // With a space between them "48,85 2,35" has decimal commas, and "48,85" alone is one
            // number, not two: a comma separates only numbers that have a point or a sign.
            if separator == ",", !body.contains("."), !body.contains(" ") { return nil }
            return first.magnitude > 90 && second.magnitude <= 90
                ? (latitude: second, longitude: first) : (latitude: first, longitude: second)
        }
        return nil
    }

    private static func number(_ text: Substring) -> Double? {
        let bytes = Array(text.utf8.filter { $0 != UInt8(ascii: " ") })
        return NumberText.double(bytes[...])
    }

    /// Degrees, minutes and seconds with a hemisphere each. O is not read: it is east in German and
    /// west in French and Spanish.
    private static func sexagesimalPair(_ upper: String) -> Pair? {
        guard let split = upper.firstIndex(where: { "NS".contains($0) }) else { return nil }
        let first = upper[...split]
        let second = upper[upper.index(after: split)...].drop { ", ;".contains($0) }
        guard let latitude = angle(first), let longitude = angle(second),
            let last = second.last, "EW".contains(last)
        else { return nil }
        return (latitude, longitude)
    }

    /// One angle in degrees: `38°53'51.6"N`, `77 0 32 W`, `-77.5°`.
    static func angle(_ text: some StringProtocol) -> Double? {
        var body = text.uppercased()
        var sign = 1.0
        if let hemisphere = body.last, "NSEW".contains(hemisphere) {
            if "SW".contains(hemisphere) { sign = -1 }
            body.removeLast()
        }
        let parts = body.split { "°º'’′\"”″: ".contains($0) }.map { number(Substring($0)) }
        guard (1...3).contains(parts.count), let degrees = parts[0] else { return nil }
        let minutes = parts.count > 1 ? parts[1] : 0
        let seconds = parts.count > 2 ? parts[2] : 0
        guard let minutes, let seconds, 0..<60 ~= minutes, 0..<60 ~= seconds else { return nil }
        let magnitude = degrees.magnitude + minutes / 60 + seconds / 3600
        return (degrees.sign == .minus ? -1 : 1) * sign * magnitude
    }
}
