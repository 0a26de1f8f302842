/// Well-Known Binary as any program writes it, as that of two dimensions with the lowest byte first.
///
/// Source: OGC 06-103r4, "Simple feature access - Part 1", 8.2; PostGIS, "Extended WKB".
enum FlatGeometry {
    private static let mostDeep = 16

    /// A point.
    static func point(_ x: Double, _ y: Double) -> [UInt8] {
        var bytes: [UInt8] = [1, 1, 0, 0, 0]
        for number in [x, y] {
            withUnsafeBytes(of: number.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
        }
        return bytes
    }

    /// - Parameter remarks: Is told of heights and measures that were left out.
    /// - Returns: nil for a type that is not read.
    /// - Throws: ``ParquetFault`` where the bytes are no geometry.
    static func flattened(
        _ bytes: ArraySlice<UInt8>,
        _ remarks: inout LayerRemarks
    ) throws(ParquetFault) -> [UInt8]? {
        // As it is wanted already: whoever reads it looks at all of it.
        if bytes.starts(with: [1]), bytes.count >= 5, bytes[bytes.startIndex + 2] == 0,
            bytes[bytes.startIndex + 3] == 0, bytes[bytes.startIndex + 4] == 0,
            (1...7).contains(bytes[bytes.startIndex + 1])
        {
            return Array(bytes)
        }
        var copy = Copy(reader: ByteReader(bytes))
        guard try copy.geometry(depth: 0) else { return nil }
        guard copy.reader.left == 0 else { throw .damaged }
        if copy.hasHeights { remarks.heights += 1 }
        if copy.hasMeasures { remarks.measures += 1 }
        return copy.output
    }

    private struct Copy {
        var reader: ByteReader
        var output: [UInt8] = []
        var hasHeights = false
        var hasMeasures = false
        private var isLittle = true
        private var ordinates = 2

        init(reader: ByteReader) { self.reader = reader }

        /// - Returns: false for a type that is not read.
        mutating func geometry(depth: Int) throws(ParquetFault) -> Bool {
            guard depth < mostDeep else { throw .damaged }
            let order = try reader.byte()
            guard order <= 1 else { throw .damaged }
            isLittle = order == 1
            let word = try number()
            if word & 0x2000_0000 != 0 { _ = try number() }
            let code = word & 0x1FFF_FFFF
            let isHigh = word & 0x8000_0000 != 0 || code / 1000 == 1 || code / 1000 == 3
            let isMeasured = word & 0x4000_0000 != 0 || code / 1000 == 2 || code / 1000 == 3
            guard code / 1000 <= 3 else { return false }
            let type = code % 1000
            guard (1...7).contains(type) else { return false }
            hasHeights = hasHeights || isHigh
            hasMeasures = hasMeasures || isMeasured
            ordinates = 2 + (isHigh ? 1 : 0) + (isMeasured ? 1 : 0)
            output.append(1)
            put(type)
            switch type {
            case 1: try positions(1)
            case 2:
                try counted(of: 8 * ordinates) { copy, count throws(ParquetFault) in
                    try copy.positions(count)
                }
            case 3:
                try counted(of: 4) { copy, count throws(ParquetFault) in
                    for _ in 0..<count {
                        try copy.counted(of: 8 * copy.ordinates) {
                            copy,
                            count throws(ParquetFault) in
                            try copy.positions(count)
                        }
                    }
                }
            default:
                let count = Int(try number())
                guard count <= reader.left / 5 else { throw .damaged }
                put(UInt32(count))
                for _ in 0..<count { guard try geometry(depth: depth + 1) else { return false } }
            }
            return true
        }

        private mutating func counted(
            of length: Int,
            _ body: (inout Copy, Int) throws(ParquetFault) -> Void
        ) throws(ParquetFault) {
            let count = Int(try number())
            guard count <= reader.left / length else { throw .damaged }
            put(UInt32(count))
            try body(&self, count)
        }

        private mutating func positions(_ count: Int) throws(ParquetFault) {
            for _ in 0..<count {
                for ordinate in 0..<ordinates {
                    let bytes = try reader.take(8)
                    guard ordinate < 2 else { continue }
                    if isLittle { output += bytes } else { output += bytes.reversed() }
                }
            }
        }

        private mutating func number() throws(ParquetFault) -> UInt32 {
            let bytes = try reader.take(4)
            return isLittle
                ? bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
                : bytes.reduce(0) { $0 << 8 | UInt32($1) }
        }

        private mutating func put(_ number: UInt32) {
            withUnsafeBytes(of: number.littleEndian) { output.append(contentsOf: $0) }
        }
    }
}
