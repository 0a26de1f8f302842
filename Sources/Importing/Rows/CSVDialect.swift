/// How a delimited file separates cells, and where its columns' names stand.
struct CSVDialect: Sendable, Hashable {
    /// What separates cells.
    enum Delimiter: String, Sendable, CaseIterable {
        case comma
        case semicolon
        case tab
        case pipe

        var byte: UInt8 {
            switch self {
            case .comma: UInt8(ascii: ",")
            case .semicolon: UInt8(ascii: ";")
            case .tab: UInt8(ascii: "\t")
            case .pipe: UInt8(ascii: "|")
            }
        }
    }

    let delimiter: Delimiter
    /// How many cells most rows have.
    let usualCellCount: Int
    /// Lines above the columns' names that are passed over, whatever they hold.
    var skippedLines = 0

    /// Finds the dialect of a file from its beginning.
    ///
    /// Each delimiter splits the sample; the one under which most records have the same number of
    /// cells, and more than one, wins.
    ///
    /// - Parameters:
    ///   - sample: The beginning of the text.
    ///   - isWhole: Whether it is the whole text; else the last record is not looked at.
    ///   - known: The delimiter, where it is known.
    ///   - skippedLines: How many lines above the columns' names are to be passed over.
    static func detect(
        in sample: [UInt8],
        isWhole: Bool,
        delimiter known: Delimiter? = nil,
        skippedLines: Int = 0
    ) throws(ImportError) -> CSVDialect {
        var best = (
            score: -1.0,
            dialect: CSVDialect(
                delimiter: known ?? .comma,
                usualCellCount: 1,
                skippedLines: skippedLines
            )
        )
        for delimiter in known.map({ [$0] }) ?? Delimiter.allCases {
            var counts = try cellCounts(in: sample, delimiter: delimiter)
            if !isWhole, counts.count > 1 { counts.removeLast() }
            // The header may have more cells than the rows; it must not decide.
            let body = counts.count > 1 ? counts.dropFirst() : counts[...]
            guard let (usual, frequency) = mostFrequent(body) else { continue }
            let share = Double(frequency) / Double(body.count)
            let score = share * share * Double(usual - 1).squareRoot()
            if score > best.score {
                let dialect = CSVDialect(
                    delimiter: delimiter,
                    usualCellCount: usual,
                    skippedLines: skippedLines
                )
                best = (score, dialect)
            }
        }
        return best.dialect
    }

    private static let sampleRecords = 500

    private static func cellCounts(
        in sample: [UInt8],
        delimiter: Delimiter
    ) throws(ImportError) -> [Int] {
        let reader = CSVReader(TextWindow(sample), delimiter: delimiter.byte)
        var record = Row()
        var counts: [Int] = []
        while counts.count < sampleRecords, try reader.next(&record) {
            if record.fault == nil, !record.isBlank { counts.append(record.count) }
        }
        return counts
    }

    /// The most frequent number; of several, the largest.
    private static func mostFrequent(_ numbers: ArraySlice<Int>) -> (Int, frequency: Int)? {
        let frequencies = numbers.reduce(into: [Int: Int]()) { $0[$1, default: 0] += 1 }
        return frequencies.max { ($0.value, $0.key) < ($1.value, $1.key) }
            .map { ($0.key, $0.value) }
    }
}
