/// Values of a page, those that are missing left out.
enum ParquetValues {
    case flags([Bool])
    case integers([Int64])
    case doubles([Double])
    /// Byte strings, each a range of the bytes.
    case strings(bytes: [UInt8], ranges: [Range<Int>])

    var count: Int {
        switch self {
        case .flags(let values): values.count
        case .integers(let values): values.count
        case .doubles(let values): values.count
        case .strings(_, let ranges): ranges.count
        }
    }
}

/// Decodes the values of pages. Nothing is made of a number that the bytes do not bear out.
struct ParquetDecoder {
    let column: ParquetMetadata.Column

    /// - Parameter count: How many values there are.
    func values(
        _ bytes: ArraySlice<UInt8>,
        encoding: Int64,
        count: Int
    ) throws(ParquetFault) -> ParquetValues {
        var reader = ByteReader(bytes)
        switch encoding {
        case 0: return try plain(&reader, count)
        case 3 where column.physical == .flag:
            let length = Int(try reader.uint32())
            guard length <= reader.left else { throw .damaged }
            return .flags(
                try RunDecoder.numbers(reader.take(length), width: 1, count: count).map { $0 == 1 }
            )
        case 5: return .integers(try DeltaDecoder.integers(&reader, count: count))
        case 6: return try deltaLengths(&reader, count)
        case 7: return try deltaStrings(&reader, count)
        case 9: return try split(&reader, count)
        default:
            throw ParquetFault(
                "its column \(column.name) has encoding \(encoding), which is not read; write it with "
                    + "another program or version of Parquet"
            )
        }
    }

    private func plain(
        _ reader: inout ByteReader,
        _ count: Int
    ) throws(ParquetFault) -> ParquetValues {
        switch column.physical {
        case .flag:
            let bytes = try reader.take((count + 7) / 8)
            let start = bytes.startIndex
            return .flags((0..<count).map { bytes[start + $0 / 8] >> UInt8($0 % 8) & 1 == 1 })
        case .int32:
            let bytes = try reader.take(checked(count, 4))
            return .integers(
                bytes.withUnsafeBytes { bytes in
                    (0..<count).map {
                        let value = bytes.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self)
                        return widened(UInt32(littleEndian: value))
                    }
                }
            )
        case .int64:
            let bytes = try reader.take(checked(count, 8))
            return .integers(
                bytes.withUnsafeBytes { bytes in
                    (0..<count).map {
                        Int64(
                            littleEndian: bytes.loadUnaligned(
                                fromByteOffset: $0 * 8,
                                as: Int64.self
                            )
                        )
                    }
                }
            )
        case .float:
            let bytes = try reader.take(checked(count, 4))
            return .doubles(
                bytes.withUnsafeBytes { bytes in
                    (0..<count).map {
                        Self.float(bytes.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self))
                    }
                }
            )
        case .double:
            let bytes = try reader.take(checked(count, 8))
            return .doubles(
                bytes.withUnsafeBytes { bytes in
                    (0..<count).map {
                        Double(
                            bitPattern: UInt64(
                                littleEndian: bytes.loadUnaligned(
                                    fromByteOffset: $0 * 8,
                                    as: UInt64.self
                                )
                            )
                        )
                    }
                }
            )
        case .int96: return try fixed(&reader, count, length: 12)
        case .fixedBytes: return try fixed(&reader, count, length: column.length)
        case .bytes:
            var ranges: [Range<Int>] = []
            let all = reader.rest
            var position = 0
            for _ in 0..<count {
                let length = Int(try reader.uint32())
                position += 4
                guard length <= reader.left else { throw .damaged }
                _ = try reader.take(length)
                ranges.append(position..<position + length)
                position += length
            }
            return .strings(bytes: all, ranges: ranges)
        }
    }

    /// A whole number of 32 bits, as its column means it.
    private func widened(_ bits: UInt32) -> Int64 {
        if case .integer(isSigned: false) = column.kind { return Int64(bits) }
        return Int64(Int32(bitPattern: bits))
    }

    /// The nearest number that has the float's own shortest text: 0.1, and not 0.10000000149.
    private static func float(_ bits: UInt32) -> Double {
        let value = Float(bitPattern: UInt32(littleEndian: bits))
        return value.isFinite ? Double("\(value)") ?? Double(value) : Double(value)
    }

    private func checked(_ count: Int, _ width: Int) throws(ParquetFault) -> Int {
        let (bytes, overflow) = count.multipliedReportingOverflow(by: width)
        guard !overflow else { throw .damaged }
        return bytes
    }

    private func fixed(
        _ reader: inout ByteReader,
        _ count: Int,
        length: Int
    ) throws(ParquetFault) -> ParquetValues {
        let bytes = try reader.take(checked(count, length))
        return .strings(
            bytes: Array(bytes),
            ranges: (0..<count).map { $0 * length..<($0 + 1) * length }
        )
    }

    // MARK: Deltas

    private func deltaLengths(
        _ reader: inout ByteReader,
        _ count: Int
    ) throws(ParquetFault) -> ParquetValues {
        let lengths = try DeltaDecoder.integers(&reader, count: count)
        let all = reader.rest
        var ranges: [Range<Int>] = []
        var position = 0
        for length in lengths {
            guard length >= 0, length <= Int64(all.count - position) else { throw .damaged }
            ranges.append(position..<position + Int(length))
            position += Int(length)
        }
        return .strings(bytes: all, ranges: ranges)
    }

    /// Each begins as the one before it.
    private func deltaStrings(
        _ reader: inout ByteReader,
        _ count: Int
    ) throws(ParquetFault) -> ParquetValues {
        let prefixes = try DeltaDecoder.integers(&reader, count: count)
        let ends = try deltaLengths(&reader, count)
        guard case .strings(let rest, let endRanges) = ends else { throw .damaged }
        var bytes: [UInt8] = []
        var ranges: [Range<Int>] = []
        for (prefix, range) in zip(prefixes, endRanges) {
            let before = ranges.last ?? 0..<0
            guard prefix >= 0, prefix <= Int64(before.count),
                bytes.count + Int(prefix) + range.count <= ParquetCodec.mostBytes
            else { throw .damaged }
            let start = bytes.count
            for index in 0..<Int(prefix) { bytes.append(bytes[before.lowerBound + index]) }
            bytes += rest[range]
            ranges.append(start..<bytes.count)
        }
        return .strings(bytes: bytes, ranges: ranges)
    }

    /// The first bytes of all, then the second ones.
    private func split(
        _ reader: inout ByteReader,
        _ count: Int
    ) throws(ParquetFault) -> ParquetValues {
        let width: Int
        switch column.physical {
        case .int32, .float: width = 4
        case .int64, .double: width = 8
        case .fixedBytes: width = column.length
        default: throw .damaged
        }
        let bytes = Array(try reader.take(checked(count, width)))
        var joined = [UInt8](repeating: 0, count: bytes.count)
        for part in 0..<width {
            for index in 0..<count { joined[index * width + part] = bytes[part * count + index] }
        }
        var whole = ByteReader(joined[...])
        return try plain(&whole, count)
    }
}

/// Takes bytes from the front.
struct ByteReader {
    private let bytes: ArraySlice<UInt8>
    private var position: Int

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    var left: Int { bytes.endIndex - position }

    /// All that is left, counted from 0.
    var rest: [UInt8] { Array(bytes[position...]) }

    mutating func take(_ count: Int) throws(ParquetFault) -> ArraySlice<UInt8> {
        guard count >= 0, count <= left else { throw .damaged }
        defer { position += count }
        return bytes[position..<position + count]
    }

    mutating func byte() throws(ParquetFault) -> UInt8 {
        guard position < bytes.endIndex else { throw .damaged }
        defer { position += 1 }
        return bytes[position]
    }

    mutating func uint32() throws(ParquetFault) -> UInt32 {
        try take(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    mutating func varint() throws(ParquetFault) -> UInt64 {
        var number: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 64, by: 7) {
            let byte = try byte()
            number |= UInt64(byte & 0x7F) << shift
            if byte & 0x80 == 0 { return number }
        }
        throw .damaged
    }
}

/// Small numbers, repeated or packed by eights.
enum RunDecoder {
    /// - Parameters:
    ///   - width: How many bits each has.
    ///   - count: How many there are; more may stand there, to fill the last eight.
    static func numbers(
        _ bytes: ArraySlice<UInt8>,
        width: Int,
        count: Int
    ) throws(ParquetFault) -> [UInt32] {
        guard (0...32).contains(width), count >= 0 else { throw .damaged }
        var reader = ByteReader(bytes)
        var numbers: [UInt32] = []
        while numbers.count < count {
            // No bytes say that all are 0.
            if width == 0, reader.left == 0 {
                numbers += repeatElement(0, count: count - numbers.count)
                break
            }
            let head = try reader.varint()
            let wanted = count - numbers.count
            if head & 1 == 0 {
                var value: UInt32 = 0
                for shift in stride(from: 0, to: (width + 7) / 8 * 8, by: 8) {
                    value |= UInt32(try reader.byte()) << UInt32(shift)
                }
                guard head >> 1 > 0 else { throw .damaged }
                numbers += repeatElement(value, count: Int(min(head >> 1, UInt64(wanted))))
            } else {
                let groups = head >> 1
                guard groups > 0, groups <= UInt64(wanted / 8 + 1) else { throw .damaged }
                let here = min(Int(groups) * 8, wanted)
                // The last eight may be cut where nobody needs them.
                let length = min(Int(groups) * width, reader.left)
                guard length * 8 >= here * width else { throw .damaged }
                try unpack(reader.take(length), width, here, &numbers)
            }
        }
        return numbers
    }

    private static func unpack(
        _ bytes: ArraySlice<UInt8>,
        _ width: Int,
        _ count: Int,
        _ numbers: inout [UInt32]
    ) throws(ParquetFault) {
        var buffer: UInt64 = 0
        var bits = 0
        var next = bytes.startIndex
        let mask: UInt64 = width == 32 ? 0xFFFF_FFFF : (1 << UInt64(width)) - 1
        for _ in 0..<count {
            while bits < width {
                buffer |= UInt64(bytes[next]) << UInt64(bits)
                next += 1
                bits += 8
            }
            numbers.append(UInt32(buffer & mask))
            buffer >>= UInt64(width)
            bits -= width
        }
    }
}

/// Whole numbers as differences, packed in blocks.
enum DeltaDecoder {
    static func integers(
        _ reader: inout ByteReader,
        count: Int
    ) throws(ParquetFault) -> [Int64] {
        let blockSize = try reader.varint()
        let partCount = try reader.varint()
        let total = try reader.varint()
        var value = zigZag(try reader.varint())
        guard (1...1 << 20).contains(blockSize), (1...1024).contains(partCount),
            blockSize % partCount == 0, blockSize / partCount % 8 == 0, total == UInt64(count)
        else { throw .damaged }
        var values: [Int64] = []
        guard count > 0 else { return values }
        values.append(value)
        let partSize = Int(blockSize / partCount)
        while values.count < count {
            let least = zigZag(try reader.varint())
            let widths = Array(try reader.take(Int(partCount)))
            for width in widths {
                guard values.count < count else { break }
                guard width <= 64 else { throw .damaged }
                let bytes = try reader.take(partSize / 8 * Int(width))
                let here = min(partSize, count - values.count)
                for index in 0..<here {
                    let delta = bits(bytes, at: index * Int(width), Int(width))
                    value = value &+ least &+ Int64(bitPattern: delta)
                    values.append(value)
                }
            }
        }
        return values
    }

    private static func zigZag(_ number: UInt64) -> Int64 {
        Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
    }

    private static func bits(_ bytes: ArraySlice<UInt8>, at start: Int, _ width: Int) -> UInt64 {
        var number: UInt64 = 0
        var done = 0
        while done < width {
            let bit = start + done
            let byte = UInt64(bytes[bytes.startIndex + bit / 8]) >> UInt64(bit % 8)
            let here = min(8 - bit % 8, width - done)
            number |= (byte & ((1 << UInt64(here)) - 1)) << UInt64(done)
            done += here
        }
        return number
    }
}
