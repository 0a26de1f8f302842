/// Where a shapefile's records lie, and their bytes.
///
/// Source: ESRI Shapefile Technical Description (July 1998): the main file's header and record
/// headers, and the index file.
struct ShapefileIndex {
    private var shapes: BufferedBytes
    private let byteCount: Int64
    /// The index file's entries, eight bytes each.
    private let entries: ArraySlice<UInt8>

    /// How many records the index file has.
    let count: Int
    /// The type that all shapes have.
    let type: ShapefileShape.Kind

    private static let headerLength = 100
    private static let fileCode: UInt32 = 9994
    private static let typeOffset = 32
    /// The largest part that is read: the format ends there, whose lengths are 31-bit numbers.
    private static let largestBytes: Int64 = 2 << 30
    /// The largest record: some fifteen million corners.
    private static let largestRecord = 256 << 20

    /// A record's bytes, without their header, or why there are none.
    enum Contents {
        case bytes(ArraySlice<UInt8>)
        case fault(ShapefileFault)
    }

    /// - Throws: ``RowFileError/badShapefile(name:reason:)`` when a part is something else.
    init(_ parts: ShapefileParts) throws(RowFileError) {
        func refusal(_ reason: String) -> RowFileError {
            .badShapefile(name: parts.name, reason: reason)
        }
        let shapes = try FileReader(path: parts.path(of: "shp"))
        byteCount = try shapes.stamp().byteCount
        let index = try FileReader(path: parts.path(of: "shx"))
        let indexCount = try index.stamp().byteCount
        for (reader, count, part) in [(shapes, byteCount, ".shp"), (index, indexCount, ".shx")] {
            let head = try reader.read(at: 0, count: Self.headerLength)
            guard head.count == Self.headerLength, head[...].bigEndian(0) == Self.fileCode else {
                throw refusal(
                    "its \(part) part is damaged or something else; export it again"
                )
            }
            guard count <= Self.largestBytes else {
                throw refusal("its \(part) part is longer than 2 GB")
            }
        }
        let head = try shapes.read(at: 0, count: Self.headerLength)
        guard head.count == Self.headerLength,
            let type = ShapefileShape.Kind(code: head[...].littleEndian(Self.typeOffset))
        else {
            throw refusal(
                "its shapes are neither points, lines nor areas; export those instead"
            )
        }
        self.type = type
        self.shapes = BufferedBytes(shapes)
        let bytes = try index.read(at: 0, count: Int(indexCount))
        entries = bytes.dropFirst(Self.headerLength)
        count = entries.count / 8
        guard !overlaps else {
            throw refusal(
                "its .shx part gives several records the same bytes of the .shp part; export it again"
            )
        }
    }

    /// Whether the records that lie within the file are longer together than it is: what costs as much
    /// to read as many files.
    private var overlaps: Bool {
        var total: Int64 = 0
        for number in 0..<count {
            let (start, length) = place(of: number)
            let end = start + 8 + Int64(length)
            if end <= byteCount { total += 8 + Int64(length) }
        }
        return total > byteCount
    }

    /// Where a record begins, and how long it is without its header.
    private func place(of number: Int) -> (start: Int64, length: Int) {
        (
            Int64(entries.bigEndian(8 * number)) * 2, Int(entries.bigEndian(8 * number + 4)) * 2
        )
    }

    /// The contents of the record with a number, from 0.
    mutating func contents(of number: Int) throws(RowFileError) -> Contents {
        guard (0..<count).contains(number) else { return .fault(.missing) }
        let (start, length) = place(of: number)
        guard start + 8 + Int64(length) <= byteCount else {
            return .fault(.cutOff)
        }
        guard length <= Self.largestRecord else {
            return .fault(.tooLong(megabytes: Self.largestRecord >> 20))
        }
        guard length >= 4, let bytes = try shapes.read(at: start, count: 8 + length),
            // The record's own length is that of the index.
            Int(bytes.bigEndian(4)) * 2 == length
        else { return .fault(.badLengths) }
        return .bytes(bytes.dropFirst(8))
    }
}
