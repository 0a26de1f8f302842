import GeoJSON
import Geodesy
import SpatiaLiteStore

/// One member of a row, with enough of its type to be written well in every format.
enum Value: Equatable, Sendable {
    case text(String)
    case integer(Int64)
    /// A number written with as many digits as it takes to read the same number back.
    case number(Double)
    /// Metres, written to the millimetre.
    case meters(Distance)
    case boolean(Bool)
    case missing

    /// The text, or nothing.
    init(_ text: String?) { self = text.map(Value.text) ?? .missing }

    /// What a store tells of a row.
    init(_ value: TestedValue) {
        self =
            switch value {
            case .text(let text): .text(text)
            case .integer(let number): .integer(number)
            case .number(let number): .number(number)
            case .missing: .missing
            }
    }

    /// The value as people and CSV files read it.
    var text: String {
        switch self {
        case .text(let text): text
        case .integer(let number): String(number)
        case .number(let number): number.plainText
        case .meters(let distance): distance.textToTheMillimeter
        case .boolean(let flag): flag ? "true" : "false"
        case .missing: ""
        }
    }

    /// Yes and no, as languages and files spell them: true, False, TRUE; nil for any other text.
    static func flag(_ text: String) -> Bool? {
        guard text.utf8.count == 4 || text.utf8.count == 5 else { return nil }
        return switch text.lowercased() {
        case "true": true
        case "false": false
        default: nil
        }
    }

    /// The value as a number, where it is one or its text reads as one.
    var number: Double? {
        switch self {
        case .text(let text): Double(text)
        case .integer(let number): Double(number)
        case .number(let number): number
        case .meters(let distance): distance.meters
        case .boolean, .missing: nil
        }
    }

    /// Whether the value lines up to the right in a table.
    var isNumeric: Bool {
        switch self {
        case .integer, .number, .meters: true
        case .text, .boolean, .missing: false
        }
    }

    /// Numbers by size and texts by the order of their UTF-8 bytes; numbers before texts, and what
    /// is missing last.
    static func precedes(_ left: Value, _ right: Value) -> Bool {
        if case .missing = left { return false }
        if case .missing = right { return true }
        if case .integer(let one) = left, case .integer(let other) = right { return one < other }
        switch (left.number, right.number) {
        case (let one?, let other?) where one != other: return one < other
        case (_?, nil): return true
        case (nil, _?): return false
        default: return left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
        }
    }
}

extension Distance {
    /// Metres with three digits after the point, rounded half away from zero.
    var textToTheMillimeter: String {
        let millimeters = (meters * 1000).rounded()
        // Below 2^53 every whole number of millimetres is exact.
        guard millimeters < 9_007_199_254_740_992 else { return meters.plainText }
        let (whole, rest) = Int64(millimeters).quotientAndRemainder(dividingBy: 1000)
        return "\(whole)." + String(rest + 1000).dropFirst()
    }
}

extension [UInt8] {
    /// Appends ``Distance/textToTheMillimeter``.
    mutating func append(_ distance: Distance) {
        let millimeters = (distance.meters * 1000).rounded()
        guard millimeters < 9_007_199_254_740_992 else {
            return append(contentsOf: distance.textToTheMillimeter.utf8)
        }
        var rest = UInt64(millimeters)
        // Below 2^53 there are 16 digits at most, and a point among them.
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
            var (index, count) = (digits.count, 0)
            while rest > 0 || count < 4 {
                index -= 1
                if count == 3 {
                    digits[index] = UInt8(ascii: ".")
                    index -= 1
                }
                digits[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
                count += 1
            }
            append(contentsOf: UnsafeBufferPointer(rebasing: digits[index...]))
        }
    }
}

extension Double {
    /// The shortest digits that read back as the same number, without `.0`.
    var plainText: String {
        let text = description
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}

extension Geometry {
    /// The place of a point.
    var place: Coordinate? {
        if case .point(let place) = self { place } else { nil }
    }
}

/// What a command answers: values under columns, and the place that the row is about.
struct Row: Equatable, Sendable {
    var values: [Value]
    var geometry: Geometry?
    /// The feature's id in GeoJSON, by which equals are ordered.
    var id: Value
    /// What the row says beyond its columns: `--where`, `--fields` and `--sort` know it by name.
    var extra: [String: String] = [:]
    /// Its number in its file, from 0; nil for a row of the database, whose id is its alone.
    var number: Int64?
    /// Whether the row is known by its id: not so where others of its file have ids of their own, and its number
    /// stands in for one, by which equals are ordered.
    var hasOwnID = true

    /// Which row it is among those of its layer: in files several may have one id.
    var identity: Value { number.map(Value.integer) ?? id }

    init(
        values: [Value],
        geometry: Geometry?,
        id: Value,
        extra: [String: String] = [:],
        number: Int64? = nil
    ) {
        self.values = values
        self.geometry = geometry
        self.id = id
        self.extra = extra
        self.number = number
    }

    init(values: [Value], coordinate: Coordinate?, id: Value, extra: [String: String] = [:]) {
        self.init(
            values: values,
            geometry: coordinate.map(Geometry.point),
            id: id,
            extra: extra
        )
    }

    /// Columns that GeoJSON says elsewhere than among the properties.
    static let geometryColumns: Set<String> = ["id", "lat", "lon"]
}
