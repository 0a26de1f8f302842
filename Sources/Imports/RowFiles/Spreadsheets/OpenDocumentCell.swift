/// A cell of an OpenDocument sheet, as its attributes and its paragraphs tell it.
struct OpenDocumentCell {
    enum ValueType {
        case none, text, number, percent, date, time, boolean
    }

    var type = ValueType.none
    /// The value as the attributes have it.
    var value: [UInt8] = []
    var hasFormula = false
    /// Whether its formula refers to cells of another document.
    var refersElsewhere = false
    var isCovered = false
    /// How many times it stands side by side.
    var repeats = 1
    /// How many rows it spans.
    var rowSpan = 1
    /// The name of its style; empty where it has none of its own.
    var style = ""
    /// Whether a part of its text is struck through.
    var hasStruckText = false
    /// What is shown.
    var shown: [UInt8] = []

    mutating func begin() {
        type = .none
        value.removeAll(keepingCapacity: true)
        shown.removeAll(keepingCapacity: true)
        (hasFormula, isCovered, repeats, rowSpan) = (false, false, 1, 1)
        (style, hasStruckText, refersElsewhere) = ("", false, false)
    }

    /// Takes an attribute over.
    mutating func read(_ name: String, _ text: [UInt8]) {
        switch name {
        case "value-type": type = Self.type(String(decoding: text, as: UTF8.self), or: type)
        case "value", "date-value", "time-value", "boolean-value", "string-value": value = text
        case "formula":
            hasFormula = true
            refersElsewhere = Self.refersElsewhere(text)
        case "style-name": style = String(decoding: text, as: UTF8.self)
        case "number-columns-repeated": repeats = max(1, ExcelWorkbook.number(text) ?? 1)
        case "number-rows-spanned": rowSpan = max(1, ExcelWorkbook.number(text) ?? 1)
        default: break
        }
    }

    /// Whether a reference of a formula has a source, `'file:///other.ods'#$Sheet1.A1`.
    ///
    /// Source: OASIS, "Open Document Format for Office Applications 1.3, Part 4", 5.8.
    private static func refersElsewhere(_ formula: [UInt8]) -> Bool {
        let (text, name, number) = (UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "#"))
        var quote: UInt8?
        for (index, byte) in formula.enumerated() where byte == text || byte == name {
            // A doubled quote within a text or a name closes and opens it.
            if quote == nil {
                quote = byte
            } else if quote == byte {
                quote = nil
                let next = index + 1
                if byte == name, next < formula.count, formula[next] == number { return true }
            }
        }
        return false
    }

    private static func type(_ name: String, or other: ValueType) -> ValueType {
        switch name {
        case "float", "currency": .number
        case "percentage": .percent
        case "date": .date
        case "time": .time
        case "boolean": .boolean
        case "string": .text
        // LibreOffice repeats the type under a name of its own, and calls errors so.
        default: other
        }
    }

    /// Appends the cell's text.
    func append(to bytes: inout [UInt8]) {
        switch type {
        case .none, .text:
            SheetText.append(shown.isEmpty ? value[...] : shown[...], to: &bytes)
        case .number:
            if Self.isText(shown) {
                SheetText.append(shown[...], to: &bytes)
            } else if !SheetNumber.append(value[...], to: &bytes) {
                SheetText.append(shown[...], to: &bytes)
            }
        case .percent:
            let number = Double(String(decoding: value, as: UTF8.self))
            let text = number.map(NumberFormat.percent) ?? String(decoding: shown, as: UTF8.self)
            bytes += Array(text.utf8)
        case .date:
            let date = String(decoding: value, as: UTF8.self)
            if value.isEmpty || showsNoWholeDate(date) {
                SheetText.append(shown[...], to: &bytes)
            } else {
                bytes += Array(ISOMoment.text(date).utf8)
            }
        case .time:
            if let time = Self.time(String(decoding: value, as: UTF8.self)) {
                bytes += Array(time.utf8)
            } else {
                SheetText.append(shown[...], to: &bytes)
            }
        case .boolean:
            guard !value.isEmpty else { return SheetText.append(shown[...], to: &bytes) }
            bytes += Array((ExcelWorkbook.isTrue(value) ? "TRUE" : "FALSE").utf8)
        }
    }

    /// Whether what is shown of a number says more than the number: zeros in front, words, or digits in
    /// places.
    private static func isText(_ shown: [UInt8]) -> Bool {
        guard let first = shown.first else { return false }
        if first == UInt8(ascii: "0"), shown.count > 1, 0x30...0x39 ~= shown[1] { return true }
        var previous: UInt8 = 0
        for (index, byte) in shown.enumerated() {
            let isLetter = 0x41...0x5A ~= byte | 0x20 && byte >= 0x41 || 0x61...0x7A ~= byte
            let isDigit = 0x30...0x39 ~= byte
            // 1.5E+10
            let isPower =
                (byte == UInt8(ascii: "E") || byte == UInt8(ascii: "e"))
                && 0x30...0x39 ~= previous && index + 1 < shown.count
                && [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(shown[index + 1])
            if isPower { return false }
            if isLetter { return true }
            // 12345-6789, (555) 010-2000
            if isDigit, previous == UInt8(ascii: "-"), index > 1, 0x30...0x39 ~= shown[index - 2] {
                return true
            }
            previous = byte
        }
        return false
    }

    /// Whether less of a date is shown than its year, month and day: `3-Nov`, `2026`.
    private func showsNoWholeDate(_ date: String) -> Bool {
        guard !shown.isEmpty, let year = date.split(separator: "-").first else { return false }
        let text = String(decoding: shown, as: UTF8.self)
        if text == year { return true }
        let numbers = text.split { !$0.isNumber }
        return !numbers.contains { $0 == year || $0 == year.suffix(2) }
    }

    /// `07:30` of `PT07H30M00S`; nil where it is no time of a day.
    private static func time(_ text: String) -> String? {
        guard text.hasPrefix("PT") else { return nil }
        var parts: [Character: Double] = [:]
        var number = ""
        for character in text.dropFirst(2) {
            if "HMS".contains(character) {
                guard let value = Double(number.replacing(",", with: ".")) else { return nil }
                parts[character] = value
                number = ""
            } else {
                number.append(character)
            }
        }
        let seconds = parts["H", default: 0] * 3_600 + parts["M", default: 0] * 60
        let total = seconds + parts["S", default: 0]
        guard number.isEmpty, total >= 0, total < 86_400 else { return nil }
        return SheetMoment(days: total / 86_400, is1904: false, hasFractions: true)?.time
    }
}
