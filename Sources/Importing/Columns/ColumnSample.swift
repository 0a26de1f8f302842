/// What the first rows of a file show of a column.
struct ColumnSample {
    /// The column's header.
    let name: String
    let key: HeaderKey
    /// Cells that hold more than white space.
    private(set) var filled = 0
    /// Of these, those that say there is nothing to say, such as `n/a`.
    private(set) var placeholders = 0
    /// Cells that hold a number.
    private(set) var numeric = 0
    /// Numbers that lie within ±180 and have three decimals or more, as degrees do.
    private(set) var degreeLike = 0
    /// Numbers that are not zero: a zero coordinate is no coordinate.
    private(set) var nonZero = 0
    /// Of these, those within ±90 and within ±180.
    private(set) var within90 = 0
    private(set) var within180 = 0
    /// The smallest and the largest number that is not zero.
    private(set) var range: ClosedRange<Double>?
    private(set) var totalLength = 0
    /// The first cells that hold something, each once.
    private(set) var firstValues: [String] = []

    /// The first numbers that are not zero, each with its row's number, so that those of two
    /// columns can be paired.
    private(set) var firstNumbers: [(row: Int, value: Double)] = []

    /// How many different cells there are among the first filled ones, up to a limit.
    var distinctCount: Int { distinct.count }
    private var distinct: Set<Int> = []

    private static let valueLimit = 50
    private static let distinctLimit = 1_000
    private static let numberLimit = 300

    init(name: String) {
        self.name = name
        key = HeaderKey(name)
    }

    mutating func add(_ cell: ArraySlice<UInt8>, row: Int) {
        guard !cell.isEmpty else { return }
        filled += 1
        if cell.isPlaceholder { placeholders += 1 }
        totalLength += cell.count
        if filled <= Self.distinctLimit { distinct.insert(cell.hashValue) }
        if firstValues.count < Self.valueLimit {
            let text = String(decoding: cell, as: UTF8.self)
            if !firstValues.contains(text) { firstValues.append(text) }
        }
        guard let number = NumberText.double(cell) else { return }
        numeric += 1
        if number != 0 {
            nonZero += 1
            if firstNumbers.count < Self.numberLimit { firstNumbers.append((row, number)) }
            if number.magnitude <= 90 { within90 += 1 }
            if number.magnitude <= 180 { within180 += 1 }
            range =
                range.map { min($0.lowerBound, number)...max($0.upperBound, number) }
                ?? number...number
        }
        if number.magnitude <= 180, NumberText.decimals(cell) >= 3 { degreeLike += 1 }
    }

    /// Whether nine in ten of the cells that say something hold a number.
    var isNumeric: Bool { numeric > 0 && numeric * 10 >= (filled - placeholders) * 9 }

    /// Whether a third of the cells that say something hold a number: enough for a column whose
    /// header says what it is, so that a few bad rows of a short file don't hide it.
    private var isNumericInPart: Bool { numeric > 0 && numeric * 3 >= filled - placeholders }

    /// Whether most numbers may be latitudes.
    var fitsLatitude: Bool { isNumericInPart && nonZero > 0 && within90 * 2 > nonZero }

    /// Whether most numbers may be longitudes.
    var fitsLongitude: Bool { isNumericInPart && nonZero > 0 && within180 * 2 > nonZero }

    /// Whether the numbers look like a coordinate in degrees, whatever the header says.
    var looksLikeDegrees: Bool {
        isNumeric && fitsLongitude && degreeLike * 10 >= numeric * 9
    }

    /// Whether most numbers are too large for degrees, as those of a map grid are.
    var looksProjected: Bool { isNumeric && nonZero > 0 && !fitsLongitude }

    /// How long a cell is that holds something, in bytes.
    var averageLength: Double { filled == 0 ? 0 : Double(totalLength) / Double(filled) }
}

/// What the first rows of a file show.
struct FileSample {
    private(set) var columns: [ColumnSample] = []
    private(set) var rows = 0
    /// Rows that cannot be read.
    private(set) var faultyRows = 0
    private(set) var features = 0
    /// Features whose geometry is a point.
    private(set) var points = 0
    /// The type of the first geometry that is no point.
    private(set) var otherGeometry: String?

    /// How many rows are looked at: enough to see what a column holds, few enough to take no time.
    static let rowLimit = 5_000

    init(of source: any RowSource) throws(ImportError) {
        var row = Row()
        while rows < Self.rowLimit, try source.next(&row) {
            while columns.count < source.columns.count {
                columns.append(ColumnSample(name: source.columns[columns.count]))
            }
            guard row.fault == nil else {
                faultyRows += 1
                if faultyRows < Self.rowLimit { continue }
                break
            }
            rows += 1
            for index in 0..<min(row.count, columns.count) {
                columns[index].add(row.cell(index), row: row.number)
            }
            guard let geometry = row.geometry else { continue }
            features += 1
            switch geometry {
            case .missing: break
            case .some(.point): points += 1
            case .some(let other): otherGeometry = otherGeometry ?? other.typeName
            }
        }
        while columns.count < source.columns.count {
            columns.append(ColumnSample(name: source.columns[columns.count]))
        }
    }
}
