/// A number format that puts digits into places or words around them: `00000`, `000-00-0000`,
/// `"Precinct "0`.
struct DigitFormat {
    private let tokens: [FormatToken]
    /// Places before the point, and behind it.
    private let whole: Int
    private let fraction: Int
    private let zeros: Int
    private let isDivided: Bool
    private let hasWords: Bool

    /// More places are filled by no number.
    private static let mostPlaces = 15

    init(_ tokens: [FormatToken]) {
        self.tokens = tokens.filter {
            if case .condition = $0 { false } else { true }
        }
        let point = tokens.firstIndex(of: .point) ?? tokens.endIndex
        func isDigit(_ token: FormatToken) -> Bool {
            if case .digit = token { true } else { false }
        }
        whole = tokens[..<point].count(where: isDigit)
        fraction = tokens[point...].count(where: isDigit)
        zeros = tokens[..<point].count { $0 == .digit("0") }
        let first = tokens.firstIndex(where: isDigit) ?? tokens.endIndex
        let last = tokens[..<point].lastIndex(where: isDigit) ?? first
        var isDivided = false
        var hasWords = false
        for (index, token) in tokens.enumerated() {
            guard case .literal(let text) = token else { continue }
            if index > first, index < last { isDivided = true }
            if text.contains(where: { $0.isLetter || $0.isNumber }) { hasWords = true }
        }
        self.isDivided = isDivided
        self.hasWords = hasWords
    }

    /// Whether what is shown says more than the number.
    var makesText: Bool {
        guard !tokens.contains(.other), whole + fraction <= Self.mostPlaces else { return false }
        return whole > 0 && (zeros > 1 || isDivided) || hasWords
    }

    /// - Parameter showsSign: Whether a minus stands before a number below zero; a section for those
    ///   writes its own.
    func text(of number: Double, showsSign: Bool) -> String? {
        let magnitude = number.magnitude
        let sign = number < 0 && showsSign ? "-" : ""
        guard zeros > 1 || isDivided else {
            return sign + inWords(SheetNumber.text(magnitude))
        }
        var scale = 1.0
        for _ in 0..<fraction { scale *= 10 }
        let scaled = (magnitude * scale).rounded()
        // Beyond that not every whole number is one that a cell can hold.
        guard scaled < 1e15 else { return nil }
        var digits = Array(String(Int64(scaled)))
        while digits.count < fraction { digits.insert("0", at: 0) }
        let wholeDigits = digits.dropLast(fraction).drop { $0 == "0" }
        return sign + inPlaces(Array(wholeDigits), Array(digits.suffix(fraction)))
    }

    private func inWords(_ number: String) -> String {
        var text = ""
        var isWritten = false
        for token in tokens {
            switch token {
            case .literal(let words): text += words
            case .digit where !isWritten:
                text += number
                isWritten = true
            default: break
            }
        }
        return text
    }

    private func inPlaces(_ wholeDigits: [Character], _ fractionDigits: [Character]) -> String {
        var text = ""
        var place = 0
        var fractionPlace = 0
        var isBehindPoint = false
        for token in tokens {
            switch token {
            case .literal(let words): text += words
            case .point:
                isBehindPoint = true
                if fraction > 0 { text += "." }
            case .digit(let kind) where !isBehindPoint:
                let fromRight = whole - place
                // More digits than places stand before the first.
                if place == 0, wholeDigits.count > whole {
                    text += String(wholeDigits.dropLast(whole))
                }
                if wholeDigits.count >= fromRight {
                    text.append(wholeDigits[wholeDigits.count - fromRight])
                } else if kind == "0" {
                    text += "0"
                }
                place += 1
            case .digit:
                text.append(fractionDigits[fractionPlace])
                fractionPlace += 1
            default: break
            }
        }
        return text
    }
}
