package import Geodesy

/// The kinds of value that more than one route takes.
extension QueryReader {
    /// The longest radius that may be asked for, in metres: half the Earth's circumference at the
    /// equator (pi times EPSG:7030's semi-major axis), which no two places are further apart than.
    package static let longestRadiusMeters = 20_037_508.0

    /// How many features a list may hold.
    package static let limits = 1...1000

    /// How many features a list holds when the client does not say.
    package static let standardLimit = 50

    /// The place of `lat` and `lon`, required.
    package mutating func place() -> Coordinate? {
        let latitude = degrees("lat", "a latitude", 90)
        let longitude = degrees("lon", "a longitude", 180)
        guard let latitude, let longitude else { return nil }
        return try? Coordinate(latitude: latitude, longitude: longitude)
    }

    /// The place of `lat` and `lon`; nil when neither is given.
    package mutating func optionalPlace() -> Coordinate? {
        guard has("lat") || has("lon") else {
            // Known here, so that other names are told which there are.
            _ = (text("lat"), text("lon"))
            return nil
        }
        return place()
    }

    /// The radius of `radius_m`, required.
    package mutating func radius() -> Distance? {
        let radius = optionalRadius()
        if radius == nil { require("radius_m", "give a radius in metres") }
        return radius
    }

    /// The radius of `radius_m`; nil when it is absent or wrong.
    package mutating func optionalRadius() -> Distance? { optionalMeters("radius_m", "a radius") }

    /// A length in metres; nil when it is absent or wrong.
    package mutating func optionalMeters(_ name: String, _ noun: String) -> Distance? {
        guard let (meters, text) = number(name) else { return nil }
        guard meters > 0, meters <= Self.longestRadiusMeters else {
            note(
                name,
                .outOfRange,
                "is \(text); \(noun) is more than 0 and at most 20037508 metres, half the Earth",
                .range(text, 0, Int(Self.longestRadiusMeters))
            )
            return nil
        }
        return try? .meters(meters)
    }

    /// The whole number of `limit`, or the standard one.
    package mutating func limit() -> Int? {
        guard let text = text("limit") else { return Self.standardLimit }
        guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let limit = Int(text), Self.limits.contains(limit)
        else {
            note(
                "limit",
                .outOfRange,
                "is \(quoted(text)); a limit is a whole number from 1 to 1000",
                .range(text, Self.limits.lowerBound, Self.limits.upperBound)
            )
            return nil
        }
        return limit
    }

    /// One of a few words.
    package mutating func word<Word: RawRepresentable & CaseIterable>(
        _ name: String,
        standard: Word
    ) -> Word? where Word.RawValue == String {
        guard let text = text(name) else { return standard }
        guard let word = Word(rawValue: text) else {
            let words = Word.allCases.map(\.rawValue)
            note(
                name,
                .notOneOf,
                "is \(quoted(text)); it is \(words.joined(separator: " or "))",
                .choices(text, words)
            )
            return nil
        }
        return word
    }

    /// One of a few words; nil where none is given.
    package mutating func choice<Word: RawRepresentable & CaseIterable>(
        _ name: String
    ) -> Word? where Word.RawValue == String {
        guard let text = text(name) else { return nil }
        if let word = Word(rawValue: text) { return word }
        let words = Word.allCases.map(\.rawValue)
        note(
            name,
            .notOneOf,
            "is \(quoted(text)); it is \(words.joined(separator: " or "))",
            .choices(text, words)
        )
        return nil
    }

    private mutating func degrees(_ name: String, _ noun: String, _ bound: Double) -> Double? {
        var rule: String { "\(noun) lies between \(-Int(bound)) and \(Int(bound))" }
        guard let (degrees, text) = number(name) else {
            require(name, rule)
            return nil
        }
        guard degrees.magnitude <= bound else {
            note(name, .outOfRange, "is \(text); \(rule)", .range(text, -Int(bound), Int(bound)))
            return nil
        }
        return degrees
    }

    /// A decimal number: digits, a sign, a point, an exponent, and nothing else that `Double` would
    /// read, such as `nan`, `inf` or `0x1F`.
    private mutating func number(_ name: String) -> (number: Double, text: String)? {
        guard let text = text(name) else { return nil }
        guard let number = PlainNumber.read(text) else {
            note(
                name,
                .notANumber,
                "is \(quoted(text)); it is a decimal number such as 38.8977",
                .value(text)
            )
            return nil
        }
        return (number, text)
    }
}
