/// A cell of a shapefile's table.
package enum ShapefileCell {
    /// What the cells of a column are. Source: Xbase file format description (E. Bachmann), "Field types".
    package enum Kind {
        case text, number, yesOrNo, date, memo

        init?(code: UInt8) {
            switch code {
            case UInt8(ascii: "C"): self = .text
            case UInt8(ascii: "N"), UInt8(ascii: "F"): self = .number
            case UInt8(ascii: "L"): self = .yesOrNo
            case UInt8(ascii: "D"): self = .date
            case UInt8(ascii: "M"): self = .memo
            default: return nil
            }
        }
    }

    /// What a cell says; empty for nothing.
    ///
    /// - Parameters:
    ///   - cell: Its bytes.
    ///   - page: The encoding of texts.
    /// - Returns: Whether all bytes are characters, too.
    static func text(
        _ cell: ArraySlice<UInt8>,
        _ kind: Kind,
        _ page: CodePage
    ) -> (text: String, isWhole: Bool) {
        var bare = cell.prefix { $0 != 0 }
        while bare.last == UInt8(ascii: " ") { bare.removeLast() }
        switch kind {
        case .text: return page.decode(bare)
        case .yesOrNo: return (yesOrNo(bare.first), true)
        case .number:
            let text = page.decode(bare.drop { $0 == UInt8(ascii: " ") })
            return (number(text.text), text.isWhole)
        case .date, .memo: return page.decode(bare)
        }
    }

    /// 1 for yes and 0 for no; nothing for `?`, which says neither.
    private static func yesOrNo(_ byte: UInt8?) -> String {
        switch byte {
        case nil, UInt8(ascii: "?"): ""
        case UInt8(ascii: "1"), UInt8(ascii: "t"), UInt8(ascii: "T"), UInt8(ascii: "y"),
            UInt8(ascii: "Y"):
            "1"
        default: "0"
        }
    }

    /// The largest number up to which all whole ones have a `Double` of their own, about.
    private static let largestExact = 1e15

    /// A number as short as can be: `5` for `5.000`, and nothing for stars alone, which stand for none (ESRI
    /// Shapefile Technical Description). Any other text stays as it is.
    private static func number(_ text: String) -> String {
        if !text.isEmpty, text.utf8.allSatisfy({ $0 == UInt8(ascii: "*") }) { return "" }
        if let whole = Int64(text) { return String(whole) }
        let isWhole = text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard !isWhole, let number = Double(text), number.isFinite else { return text }
        guard number.magnitude < largestExact, let whole = Int64(exactly: number) else {
            return String(number)
        }
        return String(whole)
    }
}
