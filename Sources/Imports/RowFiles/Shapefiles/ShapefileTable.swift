/// A shapefile's table, its `.dbf` part.
///
/// Source: Xbase file format description (E. Bachmann), "DBF header structure" and "Field
/// descriptor array"; ESRI Shapefile Technical Description (July 1998), "Organization of the
/// dBASE File".
struct ShapefileTable {
    /// A column: its name as it is written, and where its cells lie in a row.
    struct Column {
        let name: ArraySlice<UInt8>
        let type: ShapefileCell.Kind
        /// Whether numbers have digits behind a point.
        let hasDecimals: Bool
        let bounds: Range<Int>
    }

    /// The columns, without those of memos, whose texts lie in another file.
    let columns: [Column]
    private var rows: BufferedBytes
    private let start: Int64
    private let rowLength: Int

    /// dBASE III has no longer headers and rows.
    private static let largestLength = 32_767
    /// The head of the header, and each description of a column behind it.
    private static let blockLength = 32
    private static let endOfColumns: UInt8 = 0x0D
    /// What some writers end the columns with in its place, in the header's last byte.
    private static let lineFeedEnd: UInt8 = 0x0A
    /// dBASE III, without and with a file of memos.
    private static let versions: Set<UInt8> = [0x03, 0x83]
    private static let largestBytes: Int64 = 2 << 30

    private static let deleted = UInt8(ascii: "*")

    /// Looks at the table's header.
    ///
    /// - Parameters:
    ///   - parts: The shapefile.
    ///   - shapeCount: How many shapes it has, each of which has a row.
    /// - Throws: ``RowFileError/badShapefile(name:reason:)`` when the table is not what it says.
    init(_ parts: ShapefileParts, shapeCount: Int) throws(RowFileError) {
        func refusal(_ reason: String) -> RowFileError {
            .badShapefile(name: parts.name, reason: reason)
        }
        let file = try FileReader(path: parts.path(of: "dbf"))
        let byteCount = try file.stamp().byteCount
        let head = try file.read(at: 0, count: Self.largestLength)
        if let reason = Self.faultOfFile(head, byteCount) { throw refusal(reason) }
        let rowCount = Int64(head[...].littleEndian(4))
        let headerLength = Int(head[8]) | Int(head[9]) << 8
        rowLength = Int(head[10]) | Int(head[11]) << 8
        if let reason = Self.faultOfLengths(headerLength, rowLength) { throw refusal(reason) }
        // Some writers pad the header; as much as a column's description would be taken for one.
        guard let (columns, end, width) = Self.columns(head, headerLength),
            headerLength - end <= Self.blockLength
        else {
            throw refusal("the header of its .dbf part is damaged; export it again")
        }
        guard rowLength == 1 + width else {
            throw refusal(
                "the columns of its .dbf part are \(grouped(width)) bytes wide together, "
                    + "which does not fit its rows of \(grouped(rowLength)); export it again"
            )
        }
        guard let columns else {
            throw refusal(
                "its .dbf part has columns that are no text, number, date or yes-or-no; export it "
                    + "without them"
            )
        }
        guard Int64(headerLength) + rowCount * Int64(rowLength) <= byteCount else {
            throw refusal(
                "its .dbf part ends before its last row does; export it again, and look whether "
                    + "the export finished"
            )
        }
        guard rowCount == Int64(shapeCount) else {
            throw refusal(
                "its .dbf part has \(grouped(Int(rowCount))) rows and its .shx part "
                    + "\(grouped(shapeCount)); export it again, so that each shape has its row"
            )
        }
        self.columns = columns
        rows = BufferedBytes(file)
        start = Int64(headerLength)
    }

    private static func faultOfFile(_ head: [UInt8], _ byteCount: Int64) -> String? {
        guard byteCount <= largestBytes else { return "its .dbf part is longer than 2 GB" }
        guard head.count >= blockLength else {
            return "its .dbf part is damaged or something else; export it again"
        }
        guard versions.contains(head[0]) else {
            return "its .dbf part is no dBASE III table, as a shapefile's is; export it again as a "
                + "shapefile"
        }
        return nil
    }

    private static func faultOfLengths(_ headerLength: Int, _ rowLength: Int) -> String? {
        guard headerLength <= largestLength else {
            return "its table's header is \(grouped(headerLength)) bytes long; at most 32,767 can "
                + "be read. Export it with fewer columns"
        }
        guard rowLength <= largestLength else {
            return "its table's rows are \(grouped(rowLength)) bytes wide; at most 32,767 can be "
                + "read. Export it with fewer or narrower columns"
        }
        return nil
    }

    /// The descriptions of the columns, nil where one is of a type that is not read; where they end, and
    /// how wide all columns are. Nil when they don't end within the header.
    private static func columns(
        _ head: [UInt8],
        _ headerLength: Int
    ) -> (columns: [Column]?, end: Int, width: Int)? {
        var columns: [Column]? = []
        var end = blockLength
        var width = 0
        while end < min(headerLength, head.count) {
            if head[end] == endOfColumns || head[end] == lineFeedEnd && end + 1 == headerLength {
                return (columns, end, width)
            }
            guard end + blockLength < head.count else { break }
            // A row's first byte says whether it is deleted.
            let bounds = 1 + width..<1 + width + Int(head[end + 16])
            switch ShapefileCell.Kind(code: head[end + 11]) {
            case .memo?: break
            case let type?:
                let name = head[end..<end + 11].prefix { $0 != 0 }
                columns?.append(
                    Column(
                        name: name,
                        type: type,
                        hasDecimals: head[end + 17] > 0,
                        bounds: bounds
                    )
                )
            case nil: columns = nil
            }
            width += bounds.count
            end += blockLength
        }
        return nil
    }

    /// The bytes of the row with a number, from 0.
    ///
    /// - Returns: nil where the file has become shorter.
    mutating func row(_ number: Int) throws(RowFileError) -> ArraySlice<UInt8>? {
        try rows.read(at: start + Int64(number) * Int64(rowLength), count: rowLength)
    }

    /// Whether a row is marked as deleted.
    static func isDeleted(_ row: ArraySlice<UInt8>) -> Bool { row.first == deleted }
}
