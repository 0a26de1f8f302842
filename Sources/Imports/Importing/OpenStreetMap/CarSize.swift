internal import Geodesy

/// Whether a common car passes where signs or the ground leave little room.
///
/// Source: OpenStreetMap wiki, "Key:maxwidth", "Key:maxheight", "Key:maxlength", "Key:maxweight",
/// "Map features/Units".
enum CarSize {
    /// A large car in metres and tonnes: it passes where there is more room than that.
    private static let width = 1.9
    private static let height = 2.0
    private static let length = 4.8
    private static let weight = 2.0

    private static let limits: [(keys: [String], size: Double, units: [String: Double])] = [
        (["maxwidth:physical", "maxwidth", "width", "est_width"], width, lengths),
        (["maxheight:physical", "maxheight"], height, lengths),
        (["maxlength"], length, lengths), (["maxweight", "maxweightrating"], weight, weights),
    ]
    private static let lengths = ["": 1, "m": 1, "cm": 0.01, "ft": 0.3048, "in": 0.0254]
    private static let weights = [
        "": 1, "t": 1, "kg": 0.001, "st": 0.907_184_74, "lbs": 0.000_453_592_37,
        "cwt": 0.050_802_345_44,
    ]

    static let keys = limits.flatMap(\.keys)

    /// - Returns: False where a limit that can be read is too small; one that says nothing is none.
    static func fits(_ tags: [String: String]) -> Bool {
        limits.allSatisfy { limit in
            let measure = limit.keys.lazy.compactMap { tags[$0] }.first
                .flatMap { number($0, limit.units) }
            guard let measure else { return true }
            return limit.keys[0] == "maxwidth:physical"
                ? measure > limit.size : measure >= limit.size
        }
    }

    /// Reads `2.1`, `2 m`, `3.5t`, `6'7"`.
    private static func number(_ text: String, _ units: [String: Double]) -> Double? {
        let text = text.lowercased().filter { !$0.isWhitespace }
        if text.contains("'") {
            let parts = text.split(separator: "'", omittingEmptySubsequences: false)
            guard parts.count == 2, let feet = PlainNumber.read(parts[0]) else { return nil }
            let rest = parts[1].hasSuffix("\"") ? parts[1].dropLast() : parts[1]
            guard let inches = rest.isEmpty ? 0 : PlainNumber.read(rest) else { return nil }
            return feet * 0.3048 + inches * 0.0254
        }
        let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        guard let number = PlainNumber.read(digits),
            let unit = units[String(text.dropFirst(digits.count))]
        else { return nil }
        return number * unit
    }
}
