internal import RowFiles

/// Where the columns' names stand in a table, and what they are.
struct TableHeader: Sendable, Hashable {
    /// The lines at which its records begin: one, or two where names are written in two rows.
    let lines: [Int]
    /// The names as the file has them, those of two rows put together.
    let names: [String]
    /// What repeats on each page: the header's records, and the titles above them.
    let repeated: Set<[String]>
}

/// Finds the row of a table that names its columns: below titles and blank lines, and perhaps in two.
struct HeaderFinder {
    /// How many lines are looked at.
    static let lineLimit = 20

    private struct Record {
        let line: Int
        let cells: [String]
        /// How many cells hold something.
        let filled: Int

        init(_ row: borrowing Row) {
            line = row.line
            var cells = (0..<row.count).map { row.text($0) ?? "" }
            while cells.count > 1, cells.last?.isEmpty == true { cells.removeLast() }
            self.cells = cells
            filled = cells.count { !$0.isEmpty }
        }

        var hasNumbers: Bool { cells.contains { Double($0) != nil } }

        /// How many cells say what a column may be called.
        var known: Int { cells.count { HeaderWords.isKnown($0) } }

        subscript(column: Int) -> String { column < cells.count ? cells[column] : "" }
    }

    private let records: [Record]
    private let usualCellCount: Int
    private let skippedLines: Int

    /// - Parameters:
    ///   - rows: The first records of the file.
    ///   - dialect: How they separate cells, and how many cells most of them have.
    ///   - skippedLines: Lines that are passed over, whatever they hold.
    init(
        sample: [UInt8],
        dialect: CSVDialect,
        skippedLines: Int
    ) throws(ImportError) {
        let reader = CSVReader(TextWindow(sample), delimiter: dialect.delimiter.byte)
        var row = Row()
        var records: [Record] = []
        while records.count < Self.sampleLimit, try reader.next(&row) {
            guard row.fault == nil, !row.isBlank, row.line > skippedLines else { continue }
            records.append(Record(row))
        }
        self.records = records
        usualCellCount = dialect.usualCellCount
        self.skippedLines = skippedLines
    }

    private static let sampleLimit = 200

    /// The header; nil where no line may be one.
    ///
    /// It is the first record without a number in which half as many cells are filled as in the rows
    /// below it; another below it that says much more often what columns are called goes before it.
    func find() -> TableHeader? {
        let top = records.prefix { $0.line <= skippedLines + Self.lineLimit }
        let median = medianFilled
        func isWide(_ record: Record) -> Bool {
            record.filled > 0 && record.cells.count * 2 > usualCellCount
                && record.filled * 2 >= median
        }
        // Below a row with numbers, which may be data, only what is plainly a header is one.
        let firstData = top.firstIndex { isWide($0) && $0.hasNumbers } ?? top.endIndex
        let candidates = top.indices.filter { index in
            let record = records[index]
            return !record.hasNumbers && isWide(record)
                && (index < firstData || record.known >= 2 && record.known * 2 >= record.filled)
        }
        guard let first = candidates.first else { return nil }
        var best = first
        let known = records[first].known
        for index in candidates.dropFirst()
        where records[index].known >= 2 && records[index].known > 2 * known
            && records[index].known > records[best].known
        {
            best = index
        }
        return header(at: best, candidates)
    }

    /// The header in a line that was named.
    func header(inLine line: Int) -> TableHeader? {
        guard let index = records.firstIndex(where: { $0.line == line }) else { return nil }
        return TableHeader(
            lines: [line],
            names: records[index].cells,
            repeated: repeated(above: index, [records[index]])
        )
    }

    private var medianFilled: Int {
        let counts = records.dropFirst().map(\.filled).sorted()
        return counts.isEmpty ? records.first?.filled ?? 0 : counts[counts.count / 2]
    }

    // MARK: Two rows

    private func header(at index: Int, _ candidates: [Int]) -> TableHeader {
        let record = records[index]
        if let next = secondRow(of: index, candidates) {
            return TableHeader(
                lines: [record.line, next.line],
                names: joined(record, next),
                repeated: repeated(above: index, [record, next])
            )
        }
        // A cell that is merged over both rows has its name in the first of them.
        if let groups = merged(above: index) {
            return TableHeader(
                lines: [groups.line, record.line],
                names: joined(groups, record),
                repeated: repeated(above: index, [groups, record])
            )
        }
        // A row of groups that is passed over as a title tells names apart that stand twice.
        let names = record.cells.filter { !$0.isEmpty }
        if Set(names).count < names.count, index > 0, records[index - 1].filled > 1,
            !records[index - 1].hasNumbers
        {
            let groups = records[index - 1]
            return TableHeader(
                lines: [groups.line, record.line],
                names: joined(groups, record, onlyRepeated: true),
                repeated: repeated(above: index, [record])
            )
        }
        return TableHeader(
            lines: [record.line],
            names: record.cells,
            repeated: repeated(above: index, [record])
        )
    }

    /// The row above one of names that has the names of columns of which that has none.
    private func merged(above index: Int) -> Record? {
        guard index > 0 else { return nil }
        let (above, names) = (records[index - 1], records[index])
        guard above.filled > 1, !above.hasNumbers, above.cells.count <= names.cells.count else {
            return nil
        }
        let isMerged = names.cells.indices.contains { column in
            names[column].isEmpty && HeaderWords.isKnown(above[column])
        }
        return isMerged ? above : nil
    }

    /// The row below one of names that has names as well: where cells of the first are merged over
    /// several columns, and no number stands in columns of numbers; or where it says of most columns what
    /// they are called.
    private func secondRow(of index: Int, _ candidates: [Int]) -> Record? {
        guard index + 1 < records.count else { return nil }
        let (first, next) = (records[index], records[index + 1])
        guard next.line <= skippedLines + Self.lineLimit + 1, !next.hasNumbers, next.filled > 0
        else {
            return nil
        }
        let body = records.dropFirst(index + 2).prefix(50)
        guard !isData(next, below: first, in: body) else { return nil }
        let known = next.known
        let isMerged = hasMerged(first, next)
        // Names in every column need no second row, unless they are groups' that stand twice.
        let names = first.cells.filter { !$0.isEmpty }
        let isWhole = first.known * 2 >= first.filled && Set(names).count == names.count
        if known >= 2, known * 2 >= next.filled, isMerged || !isWhole && known * 2 >= first.filled {
            return next
        }
        guard isMerged else { return nil }
        let numeric = next.cells.indices.filter { column in
            let cells = body.map { $0[column] }.filter { !$0.isEmpty }
            return !next[column].isEmpty && !cells.isEmpty
                && cells.count(where: { Double($0) != nil }) * 4 >= cells.count * 3
        }
        return numeric.isEmpty ? nil : next
    }

    /// Whether a row has what stands again in its columns further below, as values do and names do not;
    /// but for headers that are repeated on each page.
    private func isData(
        _ record: Record,
        below first: Record,
        in body: ArraySlice<Record>
    ) -> Bool {
        body.indices.contains { index in
            let other = records[index]
            guard !(other.cells == record.cells && records[index - 1].cells == first.cells) else {
                return false
            }
            return record.cells.indices.contains { column in
                !record[column].isEmpty && record[column] == other[column]
            }
        }
    }

    /// Whether columns that the second row names have none in the first, behind one that has.
    private func hasMerged(_ first: Record, _ second: Record) -> Bool {
        let named = first.cells.firstIndex { !$0.isEmpty } ?? 0
        return second.cells.indices.contains { column in
            column > named && first[column].isEmpty && !second[column].isEmpty
        }
    }

    /// The names of two rows: of the second, where it says what a column is and no other column is called
    /// so; with the group in front where it does not.
    private func joined(
        _ first: Record,
        _ second: Record,
        onlyRepeated: Bool = false
    ) -> [String] {
        let count = max(first.cells.count, second.cells.count)
        var group = ""
        var names: [String] = []
        for column in 0..<count {
            let (above, below) = (first[column], second[column])
            if !above.isEmpty { group = above }
            guard !below.isEmpty else {
                names.append(onlyRepeated ? "" : above)
                if above.isEmpty { group = "" }
                continue
            }
            let isAlone = second.cells.count { $0 == below } == 1
            if onlyRepeated ? isAlone : isAlone && isOwnName(below, group) {
                names.append(below)
            } else {
                names.append(
                    group.isEmpty || HeaderKey(group) == HeaderKey(below)
                        ? below : "\(group) \(below)"
                )
            }
        }
        return names
    }

    /// Whether a name says what its column is without that of its group, which is no other's than the
    /// record's.
    private func isOwnName(_ name: String, _ group: String) -> Bool {
        guard !group.isEmpty else { return true }
        guard !HeaderWords.isKnown("\(group) \(name)") else { return false }
        return HeaderWords.isKnown(name)
            && (HeaderWords.isKnown(group) || HeaderWords.isNeutral(group))
    }

    // MARK: Pages

    private func repeated(above index: Int, _ header: [Record]) -> Set<[String]> {
        Set(header.map(\.cells)).union(
            records[..<index].filter { $0.line > skippedLines }.map(\.cells)
        )
    }
}

/// Words that are columns' names, of whatever kind of record.
enum HeaderWords {
    private static let keys: Set<String> = {
        let fields =
            Field.stationFields + Field.messageFields + Field.contestFields + Field.measureFields
            + Field.electionFields
            + [
                .addressLine, .addressStreet, .addressHouse, .addressTown, .addressLocality,
                .addressPostcode, .addressStation, .codeOfDistrict(type: nil),
                .nameOfDistrict(type: nil),
            ]
        return Set(fields.flatMap { $0.headers + $0.weakHeaders })
    }()

    /// Groups of columns that say nothing of their own.
    private static let neutral: Set<String> = [
        "coordinates", "coordinate", "location", "position", "station", "pollingstation",
        "pollingplace", "pollinglocation", "votingplace", "place", "site", "venue", "address",
        "geographiccoordinates", "gps", "gpscoordinates", "map", "wgs84", "details", "general",
        "information", "data", "adresse", "koordinaten", "wahllokal", "lage", "ubicacion",
        "direccion", "coordenadas", "message", "contest", "district",
    ]

    /// Whether a cell is the name of a field's column, or of a part of one.
    static func isKnown(_ cell: String) -> Bool {
        guard !cell.isEmpty, cell.utf8.count <= 60 else { return false }
        let key = HeaderKey(cell)
        if keys.contains(key.text) { return true }
        if let rest = key.split(after: ColumnMatcher.stationPrefixes)?.rest, keys.contains(rest) {
            return true
        }
        // Address line 2.
        let digits = key.text.suffix(while: \.isNumber)
        return !digits.isEmpty && digits.count < 3
            && ["addressline", "address", "addr", "adresse", "line"].contains(
                String(key.text.dropLast(digits.count))
            )
    }

    /// Whether the name of a group of columns says nothing that the columns' own do not.
    static func isNeutral(_ group: String) -> Bool { neutral.contains(HeaderKey(group).text) }
}

extension String {
    fileprivate func suffix(while condition: (Character) -> Bool) -> Substring {
        var start = endIndex
        while start > startIndex, condition(self[index(before: start)]) {
            start = index(before: start)
        }
        return self[start...]
    }
}
