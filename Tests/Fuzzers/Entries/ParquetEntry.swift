import Glibc

@testable import SpatialFiles

/// Has a Parquet file read as the process behind the fence reads it, without the fence.
enum ParquetEntry {
    /// A few bytes may tell of any number of rows: so many blocks are read.
    private static let mostBlocks = 8

    static func read(_ bytes: [UInt8]) {
        let path = FuzzFolder().write(bytes, as: "layer.parquet")
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        do throws(ParquetFault) {
            let layer = try ParquetLayer(ParquetBytes(descriptor, size: Int64(bytes.count)))
            _ = layer.schema.columns.map(\.name)
            for _ in 0..<mostBlocks {
                guard let block = try layer.nextBlock() else { break }
                read(rows: block)
            }
            _ = layer.remarks.blankColumns
        } catch { _ = error.reason }
    }

    /// The rows have to be such as the reader of them understands.
    private static func read(rows block: [UInt8]) {
        var rows = LayerRows(block)
        while rows.next() == true {
            guard rows.geometry() != nil else { return }
            while !rows.isAtEndOfRow { guard rows.value() != nil else { return } }
        }
    }
}
