/// Where a shapefile's records lie, and whether the lengths that they state are those that they have.
///
/// Source: ESRI Shapefile Technical Description (July 1998): the main file's header and record
/// headers, the index file, and the contents of the shape types.
struct ShapefileIndex {
    private let shapes: FileReader
    private let byteCount: Int64
    /// The index file's entries, eight bytes each.
    private let entries: ArraySlice<UInt8>

    /// How many records the index file has.
    let count: Int

    private static let headerLength = 100
    private static let fileCode: UInt32 = 9994
    /// The largest part that is read: the format ends there, whose lengths are 31-bit numbers.
    private static let largestBytes: Int64 = 2 << 30

    /// - Throws: ``ImportError/badShapefile(name:reason:)`` when a part is something else.
    init(_ parts: ShapefileParts) throws(ImportError) {
        shapes = try FileReader(path: parts.path(of: "shp"))
        byteCount = try shapes.stamp().byteCount
        let index = try FileReader(path: parts.path(of: "shx"))
        let indexCount = try index.stamp().byteCount
        for (reader, count, part) in [(shapes, byteCount, ".shp"), (index, indexCount, ".shx")] {
            let head = try reader.read(at: 0, count: Self.headerLength)
            guard head.count == Self.headerLength, Self.bigEndian(head[...], 0) == Self.fileCode
            else {
                throw .badShapefile(
                    name: parts.name,
                    reason: "its \(part) part is damaged or something else; export it again"
                )
            }
            guard count <= Self.largestBytes else {
                throw .badShapefile(
                    name: parts.name,
                    reason: "its \(part) part is longer than 2 GB"
                )
            }
        }
        let bytes = try index.read(at: 0, count: Int(indexCount))
        entries = bytes[Self.headerLength...]
        count = entries.count / 8
    }

    /// How much of a record is looked at: its header and the places at which its parts begin.
    private static let headBytes = 1 << 20

    /// Why a record cannot be read; nil when nothing keeps it from that.
    func fault(of number: Int) -> String? {
        guard (0..<count).contains(number) else { return "there is no such record" }
        let start = Int64(Self.bigEndian(entries, 8 * number)) * 2
        let length = Int(Self.bigEndian(entries, 8 * number + 4)) * 2
        let cutOff =
            "the .shp part ends before the record does; export it again, and look whether the export "
            + "finished"
        guard start + 8 + Int64(length) <= byteCount else { return cutOff }
        let damaged = "the record's lengths don't fit together; export it again"
        guard
            let bytes = try? shapes.read(at: start, count: min(8 + length, Self.headBytes)),
            // The record's own length decides how much is read.
            bytes.count >= 12, Int(Self.bigEndian(bytes[...], 4)) * 2 == length
        else { return damaged }
        let record = bytes[8...]
        switch Self.littleEndian(record, 0) {
        case 0: return nil
        case 1: return length >= 20 ? nil : damaged
        case 11, 21: return length >= 28 ? nil : damaged
        case 8, 18, 28:
            guard length >= 40 else { return damaged }
            return isRoom(points: Self.littleEndian(record, 36), parts: 0, 40, length)
                ? nil : damaged
        case 3, 5, 13, 15, 23, 25:
            guard length >= 44 else { return damaged }
            let parts = Self.littleEndian(record, 36)
            let points = Self.littleEndian(record, 40)
            guard isRoom(points: points, parts: parts, 44, length),
                44 + 4 * Int(parts) <= record.count
            else { return damaged }
            // Parts begin one behind the other.
            var last = UInt32(0)
            for part in 0..<Int(parts) {
                let start = Self.littleEndian(record, 44 + 4 * part)
                guard start >= last, start < points else { return damaged }
                last = start
            }
            return nil
        default: return "it is of a type that no map has"
        }
    }

    private func isRoom(points: UInt32, parts: UInt32, _ head: Int, _ length: Int) -> Bool {
        head + Int(parts) * 4 + Int(points) * 16 <= length
    }

    private static func bigEndian(_ bytes: ArraySlice<UInt8>, _ offset: Int) -> UInt32 {
        bytes.dropFirst(offset).prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
    }

    private static func littleEndian(_ bytes: ArraySlice<UInt8>, _ offset: Int) -> UInt32 {
        bytes.dropFirst(offset).prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
}
