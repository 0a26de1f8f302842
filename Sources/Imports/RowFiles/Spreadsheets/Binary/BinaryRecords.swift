/// The records of a workbook as Excel saved it until 2003, one behind the other.
///
/// Source: Microsoft, "[MS-XLS]: Excel Binary File Format (.xls) Structure", 2.1.4 and 2.5.
struct BinaryRecords {
    private var bytes: BufferedBytes
    private let byteCount: Int64
    private(set) var position: Int64

    /// The kinds of records that are read.
    enum Kind {
        static let formula: UInt64 = 0x06
        static let end: UInt64 = 0x0A
        static let dates1904: UInt64 = 0x22
        static let font: UInt64 = 0x31
        static let password: UInt64 = 0x2F
        static let continuation: UInt64 = 0x3C
        static let columns: UInt64 = 0x7D
        static let sheet: UInt64 = 0x85
        static let numbers: UInt64 = 0xBD
        static let blanks: UInt64 = 0xBE
        static let macros: UInt64 = 0xD3
        static let richText: UInt64 = 0xD6
        static let style: UInt64 = 0xE0
        static let merges: UInt64 = 0xE5
        static let texts: UInt64 = 0xFC
        static let sharedText: UInt64 = 0xFD
        static let book: UInt64 = 0x1AE
        static let blank: UInt64 = 0x201
        static let double: UInt64 = 0x203
        static let text: UInt64 = 0x204
        static let truth: UInt64 = 0x205
        static let formulaText: UInt64 = 0x207
        static let row: UInt64 = 0x208
        static let number: UInt64 = 0x27E
        static let format: UInt64 = 0x41E
        static let begin: UInt64 = 0x809
    }

    struct Record {
        let kind: UInt64
        let bytes: [UInt8]

        func number(_ offset: Int, _ count: Int) -> Int? {
            ZipDirectory.number(bytes, offset, count).map { Int(truncatingIfNeeded: $0) }
        }
    }

    private static let headLength = 4

    init(_ reader: FileReader, at position: Int64) throws(RowFileError) {
        bytes = BufferedBytes(reader)
        byteCount = try reader.stamp().byteCount
        self.position = position
    }

    /// The next record; nil where the file ends.
    mutating func next() throws(RowFileError) -> Record? {
        guard position >= 0, position <= byteCount - Int64(Self.headLength),
            let head = try bytes.read(at: position, count: Self.headLength)
        else { return nil }
        let kind = UInt64(head.littleEndian(0) & 0xFFFF)
        let length = Int(head.littleEndian(0) >> 16)
        guard let contents = try bytes.read(at: position + Int64(Self.headLength), count: length)
        else { return nil }
        position += Int64(Self.headLength + length)
        return Record(kind: kind, bytes: Array(contents))
    }

    /// The next record where it goes on with the one before it.
    mutating func nextContinuation() throws(RowFileError) -> Record? {
        let start = position
        if let record = try next(), record.kind == Kind.continuation { return record }
        position = start
        return nil
    }
}

/// A text in a record: its characters are bytes of Latin-1, or UTF-16.
///
/// Source: [MS-XLS], 2.5.293 and 2.5.294.
struct BinaryText {
    private var segments: [[UInt8]]
    private var segment = 0
    private var position: Int

    /// - Parameter segments: A record and those that go on with it.
    init(_ segments: [[UInt8]], at position: Int) {
        self.segments = segments
        self.position = position
    }

    /// Appends the next text.
    ///
    /// - Parameter lengthBytes: How long the number of its characters is.
    /// - Returns: false where there is none.
    mutating func append(to text: inout [UInt8], lengthBytes: Int) -> Bool {
        guard let count = number(lengthBytes), let flags = number(1) else { return false }
        var runs = 0
        var extra = 0
        if flags & 0x08 != 0 {
            guard let count = number(2) else { return false }
            runs = count
        }
        if flags & 0x04 != 0 {
            guard let count = number(4) else { return false }
            extra = count
        }
        guard appendCharacters(count, isWide: flags & 1 != 0, to: &text) else { return false }
        return skip(4 * runs + extra)
    }

    private mutating func appendCharacters(
        _ count: Int,
        isWide: Bool,
        to text: inout [UInt8]
    ) -> Bool {
        var units: [UInt16] = []
        units.reserveCapacity(count)
        var isWide = isWide
        while units.count < count {
            guard segment < segments.count else { return false }
            if position >= segments[segment].count {
                // What goes on in the next record says anew how its characters are written.
                segment += 1
                position = 0
                guard segment < segments.count, let flags = segments[segment].first else {
                    return false
                }
                isWide = flags & 1 != 0
                position = 1
                continue
            }
            let bytes = segments[segment]
            if isWide {
                guard position + 1 < bytes.count else { return false }
                units.append(UInt16(bytes[position]) | UInt16(bytes[position + 1]) << 8)
                position += 2
            } else {
                units.append(UInt16(bytes[position]))
                position += 1
            }
        }
        text += String(decoding: units, as: UTF16.self).utf8
        return true
    }

    private mutating func number(_ count: Int) -> Int? {
        var number = 0
        for shift in 0..<count {
            guard let byte = nextByte() else { return nil }
            number |= Int(byte) << (8 * shift)
        }
        return number
    }

    private mutating func nextByte() -> UInt8? {
        while segment < segments.count, position >= segments[segment].count {
            segment += 1
            position = 0
        }
        guard segment < segments.count else { return nil }
        defer { position += 1 }
        return segments[segment][position]
    }

    private mutating func skip(_ count: Int) -> Bool {
        var left = count
        while left > 0 {
            guard segment < segments.count else { return false }
            let step = min(left, segments[segment].count - position)
            position += step
            left -= step
            if left > 0 {
                segment += 1
                position = 0
            }
        }
        return true
    }
}
