/// Bytes from anywhere in a file, read ahead for whoever asks for one piece after another.
struct BufferedBytes {
    private let reader: FileReader
    private var start: Int64 = 0
    private var bytes: [UInt8] = []

    init(_ reader: FileReader) { self.reader = reader }

    /// - Returns: The bytes; nil where the file ends before they do.
    mutating func read(at offset: Int64, count: Int) throws(RowFileError) -> ArraySlice<UInt8>? {
        if offset < start || offset + Int64(count) > start + Int64(bytes.count) {
            bytes = try reader.read(at: offset, count: max(count, 1 << 16))
            start = offset
        }
        let first = Int(offset - start)
        guard count <= bytes.count - first else { return nil }
        return bytes[first..<first + count]
    }
}

/// Numbers in the bytes of a shapefile.
extension ArraySlice<UInt8> {
    /// The four bytes at an offset as a number, the lowest first; to be asked within the bytes alone.
    @inlinable package func littleEndian(_ offset: Int) -> UInt32 {
        dropFirst(offset).prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// The same, the highest first.
    @inlinable package func bigEndian(_ offset: Int) -> UInt32 {
        dropFirst(offset).prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// The eight bytes at an offset as a number of IEEE 754, the lowest first.
    @inlinable package func double(_ offset: Int) -> Double {
        var bits: UInt64 = 0
        let first = startIndex + offset
        for index in (first..<first + 8).reversed() { bits = bits << 8 | UInt64(self[index]) }
        return Double(bitPattern: bits)
    }
}
