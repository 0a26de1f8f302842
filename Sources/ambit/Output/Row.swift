import Geodesy

/// One member of a row, with enough of its type to be written well in every format.
enum Value: Equatable {
    case text(String)
    case integer(Int64)
    /// A number written with as many digits as it takes to read the same number back.
    case number(Double)
    /// Metres, written to the millimetre.
    case meters(Distance)
    case missing

    /// The text, or nothing.
    init(_ text: String?) { self = text.map(Value.text) ?? .missing }

    /// The value as people and CSV files read it.
    var text: String {
        switch self {
        case .text(let text): text
        case .integer(let number): String(number)
        case .number(let number): number.plainText
        case .meters(let distance): distance.textToTheMillimeter
        case .missing: ""
        }
    }

    /// Whether the value lines up to the right in a table.
    var isNumeric: Bool {
        switch self {
        case .integer, .number, .meters: true
        case .text, .missing: false
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

extension Double {
    /// The shortest digits that read back as the same number, without `.0`.
    var plainText: String {
        let text = description
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}

/// What a command answers: values under columns, and the place that the row is about.
struct Row: Equatable {
    var values: [Value]
    var coordinate: Coordinate?
    /// The feature's id in GeoJSON.
    var id: Value
}
