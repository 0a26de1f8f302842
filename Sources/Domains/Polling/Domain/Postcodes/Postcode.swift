/// A postcode in the one way that it is compared.
public enum Postcode {
    /// Whether a postcode has letters behind digits, as Britain's have, of which each is that of some
    /// fifteen houses: not `D50676`, nor five digits.
    static func isOfFewHouses(_ code: String) -> Bool {
        code.drop { !$0.isNumber }.contains(where: \.isLetter)
    }

    /// Capital letters and digits without anything between; of a ZIP+4 the first five digits, and
    /// with the zeros in front that a spreadsheet took from it. nil where nothing is left.
    public static func normal(_ text: String) -> String? {
        guard let code = written(text) else { return nil }
        guard (3...4).contains(code.utf8.count), code.allSatisfy(\.isNumber) else { return code }
        return String(repeating: "0", count: 5 - code.utf8.count) + code
    }

    /// As ``normal(_:)``, with no zeros put in front.
    static func written(_ text: String) -> String? {
        let code = text.uppercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
        guard !code.isEmpty else { return nil }
        return code.utf8.count == 9 && code.allSatisfy(\.isNumber) ? String(code.prefix(5)) : code
    }

    /// What a text may have as a postcode, in the order in which it is looked for: the text as it is,
    /// without a country in front (`D-50667`, `DE 50667`), without a town behind (`50667 Köln`).
    static func readings(_ text: String) -> [String] {
        var readings = [text]
        var words = text.split { !$0.isLetter && !$0.isNumber }.map(String.init)
        func isName(_ word: String) -> Bool { word.allSatisfy(\.isLetter) }
        if let first = words.first, first.count <= 3, isName(first), words.count > 1,
            words[1].first?.isNumber == true
        {
            words.removeFirst()
            readings.append(words.joined(separator: " "))
        } else if let first = words.first {
            let code = first.drop(while: \.isLetter)
            let country = first.count - code.count
            if (1...3).contains(country), code.count >= 4, code.allSatisfy(\.isNumber) {
                words[0] = String(code)
                readings.append(words.joined(separator: " "))
            }
        }
        let original = text.split { !$0.isLetter && !$0.isNumber }.map(String.init)
        for all in original == words ? [words] : [original, words] {
            guard let code = all.firstIndex(where: { $0.contains(where: \.isNumber) }), code == 0,
                let town = all.firstIndex(where: isName)
            else { continue }
            readings.append(all[..<town].joined(separator: " "))
        }
        return readings
    }
}
