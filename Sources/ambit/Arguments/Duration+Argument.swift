import ArgumentParser
import Geodesy

extension Duration {
    private static let units: [(name: String, seconds: Double)] = [
        ("min", 60), ("s", 1), ("h", 3_600), ("d", 86_400),
    ]

    /// Reads a length of time with its unit for an option.
    ///
    /// - Returns: Seconds.
    /// - Throws: `ValidationError` that names the option, the value and what is allowed.
    static func parse(_ text: String, option: String) throws -> Double {
        let trimmed = text.trimmed
        for (name, seconds) in units where trimmed.hasSuffix(name) {
            let number = PlainNumber.read(String(trimmed.dropLast(name.count)).trimmed)
            if let number, number >= 0 { return number * seconds }
        }
        throw ValidationError(
            "\(option) is \"\(text)\"; write a number and its unit: 90s, 5min, 2h, 1d"
        )
    }
}
