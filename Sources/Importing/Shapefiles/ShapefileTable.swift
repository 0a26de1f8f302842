/// Whether a shapefile's table, its `.dbf` part, is as long and as wide as it says: SpatiaLite's
/// reader takes it at its word.
///
/// Source: Xbase file format description (E. Bachmann), "DBF header structure" and "Field
/// descriptor array"; ESRI Shapefile Technical Description (July 1998), "Organization of the
/// dBASE File".
enum ShapefileTable {
    /// Lengths of the header and of a row are read as 16-bit numbers with a sign.
    private static let largestLength = 32_767
    /// The head of the header, and each description of a column behind it.
    private static let blockLength = 32
    private static let endOfColumns: UInt8 = 0x0D
    /// What some writers end the columns with in its place, in the header's last byte.
    private static let lineFeedEnd: UInt8 = 0x0A
    /// dBASE III, without and with a file of memos.
    private static let versions: Set<UInt8> = [0x03, 0x83]
    private static let largestBytes: Int64 = 2 << 30

    /// Looks at the table's header.
    ///
    /// - Parameters:
    ///   - parts: The shapefile.
    ///   - shapeCount: How many shapes it has, each of which has a row.
    /// - Throws: ``ImportError/badShapefile(name:reason:)`` when the table cannot be read safely.
    static func check(_ parts: ShapefileParts, shapeCount: Int) throws(ImportError) {
        func refusal(_ reason: String) -> ImportError {
            .badShapefile(name: parts.name, reason: reason)
        }
        let file = try FileReader(path: parts.path(of: "dbf"))
        let byteCount = try file.stamp().byteCount
        let head = try file.read(at: 0, count: largestLength)
        guard head.count >= blockLength, byteCount <= largestBytes else {
            throw refusal(
                byteCount > largestBytes
                    ? "its .dbf part is longer than 2 GB"
                    : "its .dbf part is damaged or something else; export it again"
            )
        }
        guard versions.contains(head[0]) else {
            throw refusal(
                "its .dbf part is no dBASE III table, as a shapefile's is; export it again as a "
                    + "shapefile"
            )
        }
        let rowCount = (4..<8).reversed().reduce(Int64(0)) { $0 << 8 | Int64(head[$1]) }
        let headerLength = Int(head[8]) | Int(head[9]) << 8
        let rowLength = Int(head[10]) | Int(head[11]) << 8
        guard headerLength <= largestLength else {
            throw refusal(
                "its table's header is \(grouped(headerLength)) bytes long; at most 32,767 can "
                    + "be read. Export it with fewer columns"
            )
        }
        guard rowLength <= largestLength else {
            throw refusal(
                "its table's rows are \(grouped(rowLength)) bytes wide; at most 32,767 can be read. "
                    + "Export it with fewer or narrower columns"
            )
        }
        let (columnsEnd, columnsWidth) = columns(head, headerLength)
        // Some writers pad the header; as much as a column's description would be taken for one.
        guard let columnsEnd, headerLength - columnsEnd <= blockLength else {
            throw refusal("the header of its .dbf part is damaged; export it again")
        }
        guard rowLength == 1 + columnsWidth else {
            throw refusal(
                "the columns of its .dbf part are \(grouped(columnsWidth)) bytes wide together, "
                    + "which does not fit its rows of \(grouped(rowLength)); export it again"
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
    }

    /// Where the descriptions of the columns end, nil when they don't within the header, and how
    /// wide all columns are.
    private static func columns(
        _ head: [UInt8],
        _ headerLength: Int
    ) -> (end: Int?, width: Int) {
        var end = blockLength
        var width = 0
        while end < min(headerLength, head.count) {
            if head[end] == endOfColumns || head[end] == lineFeedEnd && end + 1 == headerLength {
                return (end, width)
            }
            guard end + blockLength < head.count else { break }
            width += Int(head[end + 16])
            end += blockLength
        }
        return (nil, width)
    }
}
