extension Distance {
    /// The units that ``init(parsing:)`` knows, with their length in metres.
    ///
    /// Source: the international yard and pound agreement of 1959 (1 ft = 0.3048 m exactly).
    package static let metersPerUnit: [(name: String, meters: Double)] = [
        ("km", 1000), ("mi", 1609.344), ("ft", 0.3048), ("m", 1),
    ]

    /// Reads a length such as `500m`, `1.2 km`, `3mi` or `900ft`.
    ///
    /// - Throws: ``GeodesyError/unreadableDistance(_:)`` when the text is not a number followed by
    ///   one of the units m, km, mi or ft; ``GeodesyError/invalidDistance(_:)`` when it is negative
    ///   or not finite.
    /// - Complexity: O(n) for n characters.
    public init(parsing text: String) throws(GeodesyError) {
        let lowercased = Self.trimmed(text.lowercased()[...])
        for unit in Self.metersPerUnit where lowercased.hasSuffix(unit.name) {
            let digits = Self.trimmed(lowercased.dropLast(unit.name.count))
            guard let number = PlainNumber.read(digits) else { break }
            self = try .meters(number * unit.meters)
            return
        }
        throw .unreadableDistance(text)
    }

    private static func trimmed(_ text: Substring) -> Substring {
        let start = text.drop { $0 == " " }
        return start[..<(start.lastIndex { $0 != " " }.map(start.index(after:)) ?? start.endIndex)]
    }
}
