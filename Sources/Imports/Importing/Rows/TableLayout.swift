internal import RowFiles

/// How a delimited file separates cells, and where its columns' names stand.
struct TableLayout: Sendable, Hashable {
    /// How it separates cells.
    let dialect: CSVDialect
    /// Lines above the columns' names that are passed over, whatever they hold.
    var skippedLines = 0
    /// Where the columns' names stand; nil where no line may be that.
    var header: TableHeader?
    /// The line that the caller has named for it.
    var namedHeaderLine: Int?

    /// Finds the layout of a file from its beginning.
    ///
    /// - Parameters:
    ///   - sample: The beginning of the text.
    ///   - isWhole: Whether it is the whole text; else the last record is not looked at.
    ///   - delimiter: What separates cells, where it is known.
    ///   - skippedLines: How many lines above the columns' names are to be passed over.
    ///   - headerLine: The line of the columns' names, where it is known.
    static func detect(
        in sample: [UInt8],
        isWhole: Bool,
        delimiter: CSVDialect.Delimiter? = nil,
        skippedLines: Int = 0,
        headerLine: Int? = nil
    ) throws(ImportError) -> TableLayout {
        let dialect = try importing(
            CSVDialect.detect(in: sample, isWhole: isWhole, delimiter: delimiter)
        )
        let finder = try HeaderFinder(
            sample: sample,
            dialect: dialect,
            skippedLines: skippedLines
        )
        return TableLayout(
            dialect: dialect,
            skippedLines: skippedLines,
            header: headerLine.map { finder.header(inLine: $0) } ?? finder.find(),
            namedHeaderLine: headerLine
        )
    }
}
