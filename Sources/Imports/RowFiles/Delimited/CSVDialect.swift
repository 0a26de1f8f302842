/// How a delimited file separates cells.
package struct CSVDialect: Sendable, Hashable {
    /// What separates cells.
    package enum Delimiter: String, Sendable, CaseIterable {
        case comma
        case semicolon
        case tab
        case pipe

        /// The byte that stands between cells.
        package var byte: UInt8 {
            switch self {
            case .comma: UInt8(ascii: ",")
            case .semicolon: UInt8(ascii: ";")
            case .tab: UInt8(ascii: "\t")
            case .pipe: UInt8(ascii: "|")
            }
        }
    }

    /// What separates cells.
    package let delimiter: Delimiter
    /// How many cells most rows have.
    package let usualCellCount: Int

    /// Finds the dialect of a file from its beginning.
    ///
    /// Each delimiter splits the sample; the one under which most records have the same number of
    /// cells, and more than one, wins. `Hall;48,85;2,35` has three cells either way: so one counts less
    /// that finds the columns' names later than another does, or finds what divides other files' cells
    /// in them.
    ///
    /// - Parameters:
    ///   - sample: The beginning of the text.
    ///   - isWhole: Whether it is the whole text; else the last record is not looked at.
    ///   - known: The delimiter, where it is known.
    package static func detect(
        in sample: [UInt8],
        isWhole: Bool,
        delimiter known: Delimiter? = nil
    ) throws(RowFileError) -> CSVDialect {
        var candidates: [Candidate] = []
        for delimiter in known.map({ [$0] }) ?? Delimiter.allCases {
            let split = try Split(sample, isWhole: isWhole, delimiter: delimiter)
            if let candidate = Candidate(split, delimiter) { candidates.append(candidate) }
        }
        let first = candidates.filter { $0.score > 0 }.map(\.headerIndex).min() ?? 0
        var best = (score: -1.0, delimiter: known ?? .comma, usualCellCount: 1)
        for candidate in candidates {
            let score =
                candidate.score * (candidate.headerIndex > first ? lateHeaderShare : 1)
                * (candidate.isHeaderDividedOtherwise ? dividedHeaderShare : 1)
            if score > best.score { best = (score, candidate.delimiter, candidate.usualCellCount) }
        }
        return CSVDialect(delimiter: best.delimiter, usualCellCount: best.usualCellCount)
    }

    /// What a delimiter counts that finds the columns' names later than another does.
    private static let lateHeaderShare = 0.25
    /// What one counts in whose columns' names there is what divides other files' cells.
    private static let dividedHeaderShare = 0.9

    /// What a delimiter makes of a sample.
    private struct Candidate {
        let delimiter: Delimiter
        let usualCellCount: Int
        /// How well it divides the sample: 0 where each record is one cell.
        let score: Double
        /// Which record is the first with as many cells as most have: titles have fewer.
        let headerIndex: Int
        let isHeaderDividedOtherwise: Bool

        init?(_ split: Split, _ delimiter: Delimiter) {
            // The header may have more cells than the rows; it must not decide.
            let counts = split.counts
            let body = counts.count > 1 ? counts.dropFirst() : counts[...]
            guard let (usual, frequency) = CSVDialect.mostFrequent(body) else { return nil }
            let share = Double(frequency) / Double(body.count)
            self.delimiter = delimiter
            usualCellCount = usual
            score = share * share * Double(usual - 1).squareRoot()
            headerIndex = counts.firstIndex { $0 >= usual } ?? counts.count
            isHeaderDividedOtherwise = split.dividedOtherwise.contains(headerIndex)
        }
    }

    /// The records of a sample.
    private struct Split {
        /// How many cells each has.
        var counts: [Int] = []
        /// Which of the first have cells with what divides other files' cells.
        var dividedOtherwise: Set<Int> = []

        private static let recordLimit = 500
        /// The columns' names are looked for among so many records.
        private static let headerLimit = 20

        init(_ sample: [UInt8], isWhole: Bool, delimiter: Delimiter) throws(RowFileError) {
            let reader = CSVReader(TextWindow(sample), delimiter: delimiter.byte)
            // A comma alone may stand in a name.
            let marks = [UInt8(ascii: ";"), UInt8(ascii: "\t"), UInt8(ascii: "|")]
                .filter { $0 != delimiter.byte }
            var record = RowCells()
            reading: while counts.count < Self.recordLimit {
                switch try reader.next(&record) {
                case .end: break reading
                case .unclosedQuote: continue
                case .record where record.isBlank: continue
                case .record: break
                }
                if counts.count < Self.headerLimit, record.bytes.contains(where: marks.contains) {
                    dividedOtherwise.insert(counts.count)
                }
                counts.append(record.count)
            }
            if !isWhole, counts.count > 1 { counts.removeLast() }
        }
    }

    /// The most frequent number; of several, the largest.
    private static func mostFrequent(_ numbers: ArraySlice<Int>) -> (Int, frequency: Int)? {
        let frequencies = numbers.reduce(into: [Int: Int]()) { $0[$1, default: 0] += 1 }
        return frequencies.max { ($0.value, $0.key) < ($1.value, $1.key) }
            .map { ($0.key, $0.value) }
    }
}
