internal import Geodesy
internal import ReferenceSystems
internal import RowFiles

/// What the first rows of a file show of a column.
struct ColumnSample {
    /// The column's header.
    let name: String
    let key: HeaderKey
    /// The last part of a name that leads into an object, such as `lat` of `where.lat`.
    let memberKey: HeaderKey?
    /// Whether the header says that the cells are latitudes or longitudes.
    private let namesAxis: Bool
    /// Cells that hold more than white space.
    private(set) var filled = 0
    /// Of these, those that say there is nothing to say, such as `n/a`.
    private(set) var placeholders = 0
    /// Cells that hold a number or an angle.
    private(set) var numeric = 0
    /// Numbers that lie within ±180 and have three decimals or more, as degrees do, or a sign of
    /// degrees.
    private(set) var degreeLike = 0
    /// Of these, and of those with fewer decimals, all that have any.
    private(set) var fractional = 0
    /// Whole numbers that are written with a fraction of one zero, `84601.0`.
    private(set) var wholeWithFraction = 0
    /// Numbers with any other fraction.
    private var withOtherFraction = 0
    /// Numbers that are not zero: a zero coordinate is no coordinate.
    private(set) var nonZero = 0
    /// Of these, those within ±90 and within ±180.
    private(set) var within90 = 0
    private(set) var within180 = 0
    /// The smallest and the largest number that is not zero.
    private(set) var range: ClosedRange<Double>?
    /// Angles whose hemisphere says that they are latitudes, and those that are longitudes.
    private(set) var hemispheres = (latitudes: 0, longitudes: 0)
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
    /// Of how many filled cells the different ones are counted.
    static let distinctLimit = 1_000
    private static let numberLimit = 300

    init(name: String) {
        self.name = name
        key = HeaderKey(name)
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        let isPath = parts.count > 1 && !parts.contains("") && !name.contains(" ")
        memberKey = isPath ? parts.last.map { HeaderKey(String($0)) } : nil
        namesAxis = [memberKey, key].contains { key in
            [Field.latitude, .longitude].contains { $0.headers.contains(key?.text ?? "") }
        }
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
        guard let (number, isFine) = number(cell) else { return }
        numeric += 1
        if WholeNumberText.digits(of: cell) != nil {
            wholeWithFraction += 1
        } else if number != number.rounded() || NumberText.decimals(cell) > 0 {
            withOtherFraction += 1
        }
        if number != 0 {
            nonZero += 1
            if firstNumbers.count < Self.numberLimit { firstNumbers.append((row, number)) }
            if number.magnitude <= 90 { within90 += 1 }
            if number.magnitude <= 180 { within180 += 1 }
            range =
                range.map { min($0.lowerBound, number)...max($0.upperBound, number) }
                ?? number...number
        }
        if number.magnitude <= 180 {
            if isFine { degreeLike += 1 }
            if isFine || NumberText.decimals(cell) > 0 { fractional += 1 }
        }
    }

    /// The number that a cell holds, and whether it is as fine as coordinates are: a decimal number, or
    /// an angle in degrees, minutes and seconds that a mark or the header tells from other words.
    private mutating func number(_ cell: ArraySlice<UInt8>) -> (Double, isFine: Bool)? {
        let hasDecimals = NumberText.decimals(cell) >= 3
        if let number = NumberText.double(cell) { return (number, hasDecimals) }
        guard PositionText.mayBeAngle(cell) else { return nil }
        let text = String(decoding: cell, as: UTF8.self)
        let hemisphere = PositionText.hemisphere(text)
        let hasSign = text.contains("°") || text.contains("º")
        guard namesAxis || hasSign || hemisphere != nil && hasDecimals,
            let angle = PositionText.angle(text)
        else { return nil }
        if let hemisphere {
            if hemisphere.isLatitude {
                hemispheres.latitudes += 1
            } else {
                hemispheres.longitudes += 1
            }
        }
        return (angle, hasDecimals || hasSign)
    }

    /// Whether a 0 says that there is nothing, in a column of codes: no cell has any other, or it stands
    /// five times as often as the others do, and five times at least.
    var zerosMeanNothing: Bool {
        let zeros = numeric - nonZero
        guard zeros > 0 else { return false }
        let others = distinct.count - 1
        return others == 0 ? zeros > 1 : zeros >= 5 && zeros * others >= 5 * (filled - zeros)
    }

    /// Whether its numbers are whole and some of them written with a fraction all the same, as programs do
    /// with a column of numbers of which some are blank: `84601.0`.
    /// Degrees are written as they are.
    var hasWholeNumbersWithFraction: Bool {
        wholeWithFraction > 0 && withOtherFraction == 0 && !namesAxis
    }

    /// Whether most cells that say something are JSON objects, which are nothing that people read.
    var holdsObjects: Bool {
        // A GUID stands in braces, too.
        let objects = firstValues.count {
            $0.hasPrefix("{") && $0.hasSuffix("}") && $0.contains(":")
        }
        return objects > 0 && objects * 2 > firstValues.count
    }

    /// Whether no two of the cells that were looked at are the same.
    var isUnique: Bool { filled > 0 && distinctCount == min(filled, Self.distinctLimit) }

    /// Whether nine in ten of the cells that say something hold a number.
    var isNumeric: Bool { numeric > 0 && numeric * 10 >= (filled - placeholders) * 9 }

    /// Whether a third of the cells that say something hold a number: enough for a column whose
    /// header says what it is, so that a few bad rows of a short file don't hide it.
    private var isNumericInPart: Bool { numeric > 0 && numeric * 3 >= filled - placeholders }

    /// Whether most numbers may be latitudes.
    var fitsLatitude: Bool { isNumericInPart && nonZero > 0 && within90 * 2 > nonZero }

    /// Whether most numbers may be longitudes.
    var fitsLongitude: Bool { isNumericInPart && nonZero > 0 && within180 * 2 > nonZero }

    /// Whether a third of the numbers may be latitudes: enough where the header says so, for the others
    /// are refused row by row.
    var fitsLatitudeInPart: Bool { isNumericInPart && nonZero > 0 && within90 * 3 >= nonZero }

    /// Whether a tenth or more of the numbers may be latitudes, and as many longitudes alone: the axes of
    /// some rows are exchanged, and of others not.
    var mixesAxes: Bool {
        isNumericInPart && nonZero > 0 && within90 * 10 >= nonZero
            && (within180 - within90) * 10 >= nonZero
    }

    /// Whether a third of the numbers may be longitudes.
    var fitsLongitudeInPart: Bool { isNumericInPart && nonZero > 0 && within180 * 3 >= nonZero }

    /// Whether a third of the numbers are too large for degrees, as those of a map grid are: enough where
    /// the header says so.
    var looksProjectedInPart: Bool {
        isNumericInPart && nonZero > 0 && (nonZero - within180) * 3 >= nonZero
    }

    /// Whether the numbers look like a coordinate in degrees, whatever the header says.
    var looksLikeDegrees: Bool {
        isNumeric && fitsLongitude && degreeLike * 10 >= numeric * 9
    }

    /// Whether the numbers may be coordinates in degrees that were rounded, or much else.
    var looksLikeCoarseDegrees: Bool {
        isNumeric && fitsLongitude && fractional * 10 >= numeric * 9
    }

    /// Whether no number is above zero.
    var isNegative: Bool { range.map { $0.upperBound < 0 } ?? false }

    /// Whether most numbers are too large for degrees, as those of a map grid are.
    var looksProjected: Bool { isNumeric && nonZero > 0 && !fitsLongitude }

    /// How long a cell is that holds something, in bytes.
    var averageLength: Double { filled == 0 ? 0 : Double(totalLength) / Double(filled) }
}

/// What the first rows of a file show.
struct FileSample {
    private(set) var columns: [ColumnSample] = []
    private(set) var rows = 0
    /// How many rows have so many filled cells.
    private var rowsByFilled: [Int: Int] = [:]
    /// Rows that cannot be read.
    private(set) var faultyRows = 0
    /// Why the first of them cannot be read.
    private(set) var firstFault: String?
    private(set) var features = 0
    /// Features whose geometry is a point.
    private(set) var points = 0
    /// The type of the first geometry that is no point.
    private(set) var otherGeometry: String?
    /// Whether the features are areas.
    var hasAreas: Bool { ["Polygon", "MultiPolygon"].contains(otherGeometry) }
    /// The system that the file says its geometries are in.
    private(set) var referenceSystem: CoordinateReferenceSystem?
    /// The first positions of the first geometries.
    private(set) var firstPositions: [GeoJSONGeometry.Position] = []
    /// The smallest and the largest numbers of the geometries' first positions.
    private(set) var easting: ClosedRange<Double>?
    private(set) var northing: ClosedRange<Double>?
    /// Whether the file is a shapefile.
    private(set) var isShapefile = false
    /// Whether the file has layers of features.
    private(set) var isLayer = false
    /// Whether the rows are those of a file of OpenStreetMap.
    private(set) var isOpenStreetMap = false
    /// The first lines above the columns' names.
    private(set) var titles: [String] = []
    /// The feed that the file is.
    var feed: VIPFeed?

    /// How many rows are looked at: enough to see what a column holds, few enough to take no time.
    static let rowLimit = 5_000
    private static let positionLimit = 300

    /// Of a feed, whose elements are known without a look.
    init(feed: VIPFeed) { self.feed = feed }

    init(of source: any RowSource) throws(ImportError) {
        var row = Row()
        while rows < Self.rowLimit, try source.next(&row) {
            while columns.count < source.columns.count {
                columns.append(ColumnSample(name: source.columns[columns.count]))
            }
            if let fault = row.fault {
                faultyRows += 1
                firstFault = firstFault ?? fault.reason.text
                // What a format refuses it has read all the same.
                if source.innermost is FormatRowSource { _ = add(row) }
                if faultyRows < Self.rowLimit { continue }
                break
            }
            rows += 1
            rowsByFilled[add(row), default: 0] += 1
            guard let geometry = row.geometry else { continue }
            features += 1
            switch geometry {
            case .missing: break
            case .some(.point): points += 1
            case .some(let other): otherGeometry = otherGeometry ?? other.typeName
            }
            if case .some(let shape) = geometry, let position = shape.firstPosition {
                widen(position)
            }
        }
        try sampleBlankColumns(of: source, &row)
        if rows + faultyRows >= Self.rowLimit { try source.findReferenceSystem() }
        referenceSystem = source.referenceSystem
        titles = source.titles
        isShapefile = source.innermost is ShapefileRowSource
        isLayer = source.innermost is LayerRowSource
        isOpenStreetMap = source.innermost is OpenStreetMapRowSource
        while columns.count < source.columns.count {
            columns.append(ColumnSample(name: source.columns[columns.count]))
        }
    }

    /// Looks at the cells of a row.
    ///
    /// - Returns: How many are filled.
    private mutating func add(_ row: borrowing Row) -> Int {
        var filled = 0
        for index in 0..<min(row.count, columns.count) {
            let cell = row.cell(index)
            if !cell.isEmpty { filled += 1 }
            columns[index].add(cell, row: row.number)
        }
        return filled
    }

    /// How many cells of a row are filled: half of the rows have as many or more. Those with one alone,
    /// as headings within a table have, do not count.
    var usualFilled: Int {
        let counts = rowsByFilled.filter { $0.key > 1 }
        let rows = counts.values.reduce(0, +)
        var seen = 0
        for (filled, count) in counts.sorted(by: { $0.key < $1.key }) {
            seen += count
            if seen * 2 >= rows { return filled }
        }
        return 0
    }

    /// Reads on for columns in which nothing has stood so far, to the file's end where nothing does: a
    /// column is what the whole file says, and not its head.
    private mutating func sampleBlankColumns(
        of source: any RowSource,
        _ row: inout Row
    ) throws(ImportError) {
        guard rows == Self.rowLimit else { return }
        var blank = columns.indices.filter { columns[$0].filled == 0 }
        var (isSampled, seen) = (Set<Int>(), 0)
        while !blank.isEmpty, try source.next(&row) {
            seen += 1
            if seen % 10_000 == 0 { try checkCancellation() }
            guard row.fault == nil else { continue }
            for index in blank where !row.cell(index).isEmpty {
                columns[index].add(row.cell(index), row: row.number)
                isSampled.insert(index)
            }
            // Enough is known of a column once it has been filled as often as in any head.
            if isSampled.contains(where: { columns[$0].filled >= Self.rowLimit }) {
                blank.removeAll { columns[$0].filled >= Self.rowLimit }
                isSampled = isSampled.filter { columns[$0].filled < Self.rowLimit }
            }
        }
    }

    private mutating func widen(_ position: GeoJSONGeometry.Position) {
        // A shapefile may have NaN; its row is refused when it is read.
        guard position.longitude.isFinite, position.latitude.isFinite else { return }
        if firstPositions.count < Self.positionLimit { firstPositions.append(position) }
        let (x, y) = (position.longitude, position.latitude)
        easting = easting.map { min($0.lowerBound, x)...max($0.upperBound, x) } ?? x...x
        northing = northing.map { min($0.lowerBound, y)...max($0.upperBound, y) } ?? y...y
    }

    /// The system of the geometries: the one that was named, the one that the file names, or degrees
    /// where the numbers may be that.
    ///
    /// - Throws: ``ImportError/unclearReferenceSystem(columns:choices:)`` when nothing says which it
    ///   is and the numbers are no degrees.
    func geometrySystem(
        _ options: ImportOptions
    ) throws(ImportError) -> (CoordinateReferenceSystem, reason: String) {
        if let given = options.referenceSystem { return (given, options.referenceSystemReason) }
        if let referenceSystem { return (referenceSystem, "the file says so") }
        if let easting, let northing,
            easting.lowerBound.magnitude > 360,
            easting.upperBound.magnitude > 360
                || northing.lowerBound.magnitude > 180 && northing.upperBound.magnitude > 180
        {
            if let named = SystemColumn(self, isGeographic: false) {
                return (named.system, named.reason)
            }
            func short(_ range: ClosedRange<Double>) -> String {
                "\(range.lowerBound.rounded()) to \(range.upperBound.rounded())"
            }
            throw .unclearReferenceSystem(
                columns: ["x \(short(easting))", "y \(short(northing))"],
                choices: []
            )
        }
        return (
            .wgs84,
            isShapefile || isLayer
                ? "degrees; the file says nothing of another system"
                : isOpenStreetMap
                    ? "OpenStreetMap's positions are WGS84 degrees"
                    : "GeoJSON's positions are WGS84 degrees (RFC 7946)"
        )
    }
}
