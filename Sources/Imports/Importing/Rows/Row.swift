internal import ReferenceSystems
internal import RowFiles

/// One row of a file: its cells as UTF-8 bytes, side by side, and what an import knows of it besides.
///
/// Reused from row to row, so that reading a file allocates nothing but the texts that are kept.
struct Row {
    /// What the file holds.
    var cells = RowCells()
    /// Its number among the rows of data, from 1.
    var number = 0
    /// The file's name, where several are read together.
    var file: String?
    /// Where the row lies, for a feature of GeoJSON.
    var geometry: Geometry?
    /// Why the row cannot be read at all.
    var fault: RowFault?
    /// Something odd in the row that does not keep it from being read.
    var oddity: Oddity?

    enum Oddity {
        /// Text stands behind a closing quote; the cell is kept as it is written.
        case textAfterQuote
        /// The row has fewer cells than the header, as most rows of the file do.
        case missingLastCells
    }

    /// What a feature of GeoJSON says of its place.
    enum Geometry {
        /// `null`.
        case missing
        case some(GeoJSONGeometry)

        /// - Parameter geometry: nil for `null`.
        init(_ geometry: GeoJSONGeometry?) { self = geometry.map { .some($0) } ?? .missing }
    }

    /// The line at which the row begins, from 1.
    var line: Int {
        get { cells.line }
        set { cells.line = newValue }
    }

    /// The cells, one behind the other.
    var bytes: [UInt8] {
        @inline(__always) _read { yield cells.bytes }
    }

    /// How many cells there are.
    var count: Int { cells.ends.count }

    /// How many bytes all cells have.
    var byteCount: Int { bytes.count }

    /// A cell's bytes, bare of what ``bounds(_:)`` leaves out; empty when the row has no such cell.
    func cell(_ index: Int) -> ArraySlice<UInt8> { bytes[bounds(index)] }

    /// Where a cell lies in ``bytes``, without white space at either end and without what
    /// spreadsheets put around a value, as ``CellWrapping`` tells it.
    func bounds(_ index: Int) -> Range<Int> {
        guard index < cells.ends.count else { return 0..<0 }
        var start = index == 0 ? 0 : cells.ends[index - 1]
        var end = cells.ends[index]
        while start < end, RowCells.isSpace(cells.bytes[start]) { start += 1 }
        while start < end, RowCells.isSpace(cells.bytes[end - 1]) { end -= 1 }
        guard start < end,
            CellWrapping.mayWrap(first: cells.bytes[start], last: cells.bytes[end - 1])
        else { return start..<end }
        return CellWrapping.bareBounds(cells.bytes[start..<end])
    }

    /// A cell exactly as it is written.
    func verbatim(_ index: Int) -> String { cells.verbatim(index) }

    /// The bytes of a cell exactly as it is written.
    func verbatimBytes(_ index: Int) -> ArraySlice<UInt8> { cells.verbatimBytes(index) }

    /// The same; none where the row has no such cell.
    func verbatimBytes(at index: Int) -> ArraySlice<UInt8> {
        index < cells.ends.count ? verbatimBytes(index) : []
    }

    /// Whether nothing but white space stands in any cell.
    var isBlank: Bool { cells.isBlank }

    /// Whether nothing stands in the cells from `index` on.
    func isBlank(from index: Int) -> Bool { cells.isBlank(from: index) }

    /// The point beside the cells as Well-Known Text; nil where there is none.
    var pointText: String? {
        guard case .some(.point(let position))? = geometry else { return nil }
        return "POINT (\(position.longitude) \(position.latitude))"
    }

    /// A digest of the cells exactly as they are written, the same in every process; never 0.
    ///
    /// Source: the mixing step of MurmurHash3's finaliser (A. Appleby, public domain).
    var writing: UInt64 {
        var digest = UInt64(truncatingIfNeeded: bytes.count)
        func mix(_ word: UInt64) {
            digest = (digest ^ word) &* 0xFF51_AFD7_ED55_8CCD
            digest ^= digest >> 33
        }
        bytes.withUnsafeBytes { bytes in
            var index = 0
            while index + 8 <= bytes.count {
                mix(
                    UInt64(
                        littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                    )
                )
                index += 8
            }
            mix(bytes[index...].reduce(0) { $0 << 8 | UInt64($1) })
        }
        for end in cells.ends { mix(UInt64(truncatingIfNeeded: end)) }
        mix(0)
        return digest | 1
    }

    // MARK: Making

    /// Empties the row.
    mutating func begin(line: Int) {
        cells.begin(line: line)
        forget()
    }

    /// Forgets what was known of the row before besides its cells.
    fileprivate mutating func forget() {
        geometry = nil
        fault = nil
        oddity = nil
    }

    /// Adds text to the cell that is being made.
    mutating func append(_ text: some Collection<UInt8>) { cells.append(text) }

    /// Ends the cell that is being made.
    mutating func endCell() { cells.endCell() }

    /// Puts one byte in the place of another, wherever it stands.
    mutating func replaceBytes(_ old: UInt8, with new: UInt8) {
        cells.replaceBytes(old, with: new)
    }

    /// Puts other texts in the place of some cells, by their numbers.
    mutating func replaceCells(_ texts: [Int: String]) { cells.replaceCells(texts) }
}

extension CSVReader {
    /// Reads the next record that is not an empty line into a row, with what keeps it from being read.
    ///
    /// - Returns: false at the end of the text.
    func next(_ row: inout Row) throws(ImportError) -> Bool {
        let outcome = try importing(next(&row.cells))
        row.forget()
        if row.cells.hasTextAfterQuote { row.oddity = .textAfterQuote }
        switch outcome {
        case .end: return false
        case .record: break
        case .unclosedQuote(let quote):
            row.fault = RowFault(
                cause: .unclosedQuote,
                column: nil,
                value: quote.excerpt,
                reason: Finding(of: quote)
            )
        }
        return true
    }
}

/// Why a row cannot be used.
struct RowFault: Hashable {
    /// The word that groups faults in the report.
    let cause: Cause
    /// The column at fault; nil when it is the row as a whole.
    var column: String?
    /// What stands there.
    var value: String?
    /// What is wrong and what is allowed.
    var reason: Finding

    /// Causes of refusal, with the words that the report uses for each.
    enum Cause: String, Hashable, CaseIterable {
        case unclosedQuote = "unclosed_quote"
        case wrongCellCount = "wrong_cell_count"
        case cutOff = "cut_off"
        case badFeature = "bad_feature"
        case badCoordinate = "bad_coordinate"
        case missingCoordinate = "missing_coordinate"
        case badPolygon = "bad_polygon"
        case badLine = "bad_line"
        case blankName = "blank_name"
        case noStation = "no_station"
        case blankText = "blank_text"
        case longText = "long_text"
        case blankTime = "blank_time"
        case badTime = "bad_time"
        case missingZone = "missing_zone"
        case endsBeforeStart = "ends_before_start"
        case unreadRepetition = "unread_repetition"
        case expiresBeforePosted = "expires_before_posted"
        case badNumber = "bad_number"
        case badCategory = "bad_category"
        case repeatedKey = "repeated_key"
        case directionControl = "direction_control"

        /// What is wrong, in words for staff.
        var title: String {
            switch self {
            case .unclosedQuote: "a quote is opened and never closed"
            case .wrongCellCount: "more or fewer values than columns"
            case .cutOff: "the file ends in the middle of the row"
            case .badFeature: "not a valid GeoJSON feature"
            case .badCoordinate: "the coordinates cannot be used"
            case .missingCoordinate: "no coordinates"
            case .badPolygon: "a polygon that cannot be used"
            case .badLine: "a line that cannot be used"
            case .blankName: "neither a name nor an address"
            case .noStation: "a total, a heading or a placeholder, not a station"
            case .blankText: "no text"
            case .longText: "the text is too long"
            case .blankTime: "no time"
            case .badTime: "a time that cannot be read"
            case .missingZone: "no time zone, or none that is known"
            case .endsBeforeStart: "it ends before it begins"
            case .unreadRepetition: "a repetition that is not read"
            case .expiresBeforePosted: "it expired when or before it was posted"
            case .badNumber: "a number that cannot be read or is out of range"
            case .badCategory: "a category that Ambit does not have"
            case .repeatedKey: "its id stands in an earlier row with other values"
            case .directionControl: "a character that turns the direction of writing"
            }
        }
    }
}

/// The rows of a file, from the first to the last.
protocol RowSource: AnyObject {
    /// The columns' names, unique; a GeoJSON file's grow as features with new properties are read.
    var columns: [String] { get }
    /// Reads the next row that is not blank.
    ///
    /// - Returns: false when there are no more.
    func next(_ row: inout Row) throws(ImportError) -> Bool
    /// How many rows with nothing in them were passed over.
    var blankRows: Int { get }
    /// How many bytes of the file on disk have been used so far.
    var bytesRead: Int64 { get }
    /// What was noticed about the file as a whole.
    var notes: [ImportNote] { get }
    /// The first lines above the columns' names, as far as they are no cells of the table.
    var titles: [String] { get }
    /// The system that the file says its geometries are in; nil where it says nothing.
    var referenceSystem: CoordinateReferenceSystem? { get }
    /// Looks behind the rows for what says it, where a file may say it there; no row is read after it.
    func findReferenceSystem() throws(ImportError)
}

extension RowSource {
    var titles: [String] { [] }
    var referenceSystem: CoordinateReferenceSystem? { nil }
    func findReferenceSystem() throws(ImportError) {}
}

/// A source over another one, whose rows it refuses, counts or leaves out; of all else it has what the
/// other has, unless it says so itself.
protocol RowSourceLayer: RowSource {
    var base: any RowSource { get }
}

extension RowSource {
    /// The source below all layers.
    var innermost: any RowSource { (self as? any RowSourceLayer)?.base.innermost ?? self }
}

extension RowSourceLayer {
    var columns: [String] { base.columns }
    var blankRows: Int { base.blankRows }
    var bytesRead: Int64 { base.bytesRead }
    var notes: [ImportNote] { base.notes }
    var titles: [String] { base.titles }
    var referenceSystem: CoordinateReferenceSystem? { base.referenceSystem }
    func findReferenceSystem() throws(ImportError) { try base.findReferenceSystem() }
}
