/// A colour of a picture.
public struct Color: Sendable, Hashable {
    /// How much red, green and blue, and how opaque, each from 0 to 1.
    public let red, green, blue, alpha: Double

    /// - Parameters:
    ///   - hex: Red, green and blue as 0xRRGGBB.
    ///   - alpha: 0 is clear, 1 opaque.
    public init(_ hex: UInt32, alpha: Double = 1) {
        red = Double(hex >> 16 & 0xFF) / 255
        green = Double(hex >> 8 & 0xFF) / 255
        blue = Double(hex & 0xFF) / 255
        self.alpha = alpha
    }

    /// The same colour, as opaque as is said.
    public func opacity(_ alpha: Double) -> Color {
        Color(red: red, green: green, blue: blue, alpha: alpha)
    }

    private init(red: Double, green: Double, blue: Double, alpha: Double) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }
}

/// Numbers in classes, each with its colour: light for few, dark for many.
public struct ColorScale: Sendable, Hashable {
    /// One class: from a number, inclusive, to the next class's.
    public struct Step: Sendable, Hashable {
        /// The least number of the class.
        public let from: Double
        /// Its colour.
        public let color: Color
    }

    /// The classes, ascending.
    public let steps: [Step]

    /// Classes limited by 1, 2, 5, 10, 20, 50, ..., of which every other or fewer are taken where
    /// there would be more than seven.
    ///
    /// - Parameter values: What is to be shown; none gives one class.
    public init(_ values: [Double], from least: Double = 0) {
        let greatest = max(values.max() ?? 1, least)
        let smallest = max(values.min() ?? 1, least)
        var limits: [Double] = []
        var limit = 1e-3
        var digit = 0
        while limit <= greatest, limits.count < 200 {
            limits.append(limit)
            limit *= digit % 3 == 1 ? 2.5 : 2
            digit += 1
        }
        // Powers of ten drift by rounding in the product: say them as people write them.
        limits = limits.map { Double(String(format3($0))) ?? $0 }
        let start = limits.lastIndex { $0 <= smallest } ?? 0
        limits = Array(limits.dropFirst(start))
        if limits.isEmpty { limits = [0] }
        let stride = (limits.count + Self.palette.count - 1) / Self.palette.count
        limits = limits.enumerated().filter { $0.offset % stride == 0 }.map(\.element)
        let spread = Double(Self.palette.count - 1) / Double(max(1, limits.count - 1))
        steps = limits.enumerated().map { index, limit in
            let place = limits.count == 1 ? 3 : Int((Double(index) * spread).rounded())
            return Step(from: limit, color: Self.palette[min(place, Self.palette.count - 1)])
        }
    }

    /// The colour of a number; that of the first class for what lies below it.
    public func color(of value: Double) -> Color {
        (steps.last { $0.from <= value } ?? steps[0]).color
    }

    /// Cynthia Brewer's YlOrRd with seven classes, <https://colorbrewer2.org>: told apart also by
    /// those who see no red or green.
    private static let palette: [Color] = [
        Color(0xFFFFB2), Color(0xFED976), Color(0xFEB24C), Color(0xFD8D3C), Color(0xFC4E2A),
        Color(0xE31A1C), Color(0xB10026),
    ]
}

/// A number of one leading digit without the noise of its last bits.
private func format3(_ number: Double) -> String {
    var scale = 1.0
    var value = number
    while value >= 10 {
        value /= 10
        scale *= 10
    }
    while value < 0.999_999 {
        value *= 10
        scale /= 10
    }
    let digits = value.rounded()
    return scale >= 1 ? String(digits * scale) : String(digits / (1 / scale).rounded())
}
