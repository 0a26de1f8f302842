/// A whole number with commas between its thousands: `12,345`.
package func grouped(_ number: Int) -> String {
    var text = ""
    for (index, digit) in String(number.magnitude).reversed().enumerated() {
        if index > 0, index % 3 == 0 { text.append(",") }
        text.append(digit)
    }
    return (number < 0 ? "-" : "") + String(text.reversed())
}

/// Names in quotes: the first forty, and how many more there are.
package func listed(_ names: [String]) -> String {
    let shown = names.prefix(40).map { "\"\($0)\"" }.joined(separator: ", ")
    return names.count > 40 ? shown + " and \(names.count - 40) more" : shown
}

extension String {
    /// Whether something in the text would command a terminal, or turn the direction of writing.
    package var hasHiddenControls: Bool { unicodeScalars.contains(where: \.isHiddenControl) }

    /// The text with what would command a terminal, or turn the direction of writing, written out: `\u{1B}`.
    ///
    /// Source: Unicode Standard, general categories Cc and Cf's bidirectional controls (UAX #9).
    package var withVisibleControls: String {
        guard hasHiddenControls else { return self }
        var text = ""
        for scalar in unicodeScalars {
            if scalar.isHiddenControl {
                text += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}

extension Unicode.Scalar {
    /// Whether it is a control character, or one that turns the direction of what follows.
    fileprivate var isHiddenControl: Bool {
        switch value {
        case 0..<0x20, 0x7F...0x9F, 0x061C, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        case 0x2028...0x2029, 0xFEFF: true
        default: false
        }
    }
}
