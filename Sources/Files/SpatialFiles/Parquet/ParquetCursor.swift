/// The values of a column in one group of rows, one after the other; in memory are a page and the dictionary.
final class ParquetCursor {
    let column: ParquetMetadata.Column
    private let file: ParquetBytes
    private let chunk: ParquetMetadata.Chunk
    private let decoder: ParquetDecoder
    private var position: Int64
    private let end: Int64
    /// How many values, missing ones included, no page has brought yet.
    private var left: Int64
    private var dictionary: ParquetValues?

    private var values = ParquetValues.integers([])
    /// The places of the page's values in the dictionary; nil where the page has its own.
    private var places: [UInt32]?
    private var definitions: [UInt32]?
    private var repetitions: [UInt32]?
    private var entry = 0
    private var entries = 0
    private var nextValue = 0

    init(_ column: ParquetMetadata.Column, _ chunk: ParquetMetadata.Chunk, _ file: ParquetBytes) {
        self.column = column
        self.chunk = chunk
        self.file = file
        decoder = ParquetDecoder(column: column)
        position = chunk.start
        end = chunk.start + chunk.length
        left = chunk.count
    }

    /// Whether the next entry belongs to the row that was begun: a further member of a list.
    func isNextOfSameRow() throws(ParquetFault) -> Bool {
        guard column.repetitionLevel > 0 else { return false }
        while entry >= entries {
            guard left > 0 else { return false }
            try readPage()
        }
        return (repetitions?[entry] ?? 0) > 0
    }

    /// The next entry.
    ///
    /// - Parameter take: Told the values and the number of the one that is meant; not called where it is
    ///   missing.
    func next(_ take: (ParquetValues, Int) throws(ParquetFault) -> Void) throws(ParquetFault) {
        while entry >= entries {
            guard left > 0 else { throw .damaged }
            try readPage()
        }
        defer { entry += 1 }
        if let definitions, definitions[entry] < column.definitionLevel { return }
        defer { nextValue += 1 }
        if let places {
            guard let dictionary, nextValue < places.count,
                Int(places[nextValue]) < dictionary.count
            else { throw .damaged }
            try take(dictionary, Int(places[nextValue]))
        } else {
            guard nextValue < values.count else { throw .damaged }
            try take(values, nextValue)
        }
    }

    // MARK: Pages

    private func readPage() throws(ParquetFault) {
        let (header, body) = try nextPage()
        guard let length = header[2]?.number, let type = header[1]?.number else { throw .damaged }
        switch type {
        case 2: try readDictionary(header[7], body, Int(length))
        case 0: try readData(header[5], body, Int(length))
        case 3: try readDataV2(header[8], body, Int(length))
        default: break
        }
    }

    private func nextPage() throws(ParquetFault) -> (ThriftValue, [UInt8]) {
        guard position < end else { throw .damaged }
        // Statistics may be long; more than that is none.
        let head = try file.read(at: position, Int(min(end - position, 1 << 16)))
        var reader = ThriftReader(head)
        let header = try reader.structure()
        guard let length = header[3]?.number, length >= 0,
            length <= end - position - Int64(reader.position), length <= ParquetCodec.mostBytes
        else { throw .damaged }
        let start = position + Int64(reader.position)
        position = start + length
        if reader.position + Int(length) <= head.count {
            return (header, Array(head[reader.position..<reader.position + Int(length)]))
        }
        return (header, try file.read(at: start, Int(length)))
    }

    private func readDictionary(
        _ header: ThriftValue?,
        _ body: [UInt8],
        _ length: Int
    ) throws(ParquetFault) {
        guard dictionary == nil, let count = header?[1]?.number, (0...1 << 28).contains(count)
        else {
            throw .damaged
        }
        let bytes = try ParquetCodec.decompressed(
            body[...],
            chunk.codec,
            length: length,
            column: column.name
        )
        dictionary = try decoder.values(bytes[...], encoding: 0, count: Int(count))
    }

    private func readData(
        _ header: ThriftValue?,
        _ body: [UInt8],
        _ length: Int
    ) throws(ParquetFault) {
        guard let header, let encoding = header[2]?.number else { throw .damaged }
        let count = try begin(header[1]?.number)
        let bytes = try ParquetCodec.decompressed(
            body[...],
            chunk.codec,
            length: length,
            column: column.name
        )
        var reader = ByteReader(bytes[...])
        repetitions = try levels(&reader, header[4]?.number, column.repetitionLevel, count)
        definitions = try levels(&reader, header[3]?.number, column.definitionLevel, count)
        try readValues(reader.rest[...], encoding)
    }

    private func readDataV2(
        _ header: ThriftValue?,
        _ body: [UInt8],
        _ length: Int
    ) throws(ParquetFault) {
        guard let header, let encoding = header[4]?.number,
            let definitionLength = header[5]?.number,
            let repetitionLength = header[6]?.number, definitionLength >= 0, repetitionLength >= 0,
            definitionLength + repetitionLength <= Int64(body.count),
            definitionLength + repetitionLength <= Int64(length)
        else { throw .damaged }
        let count = try begin(header[1]?.number)
        var reader = ByteReader(body[...])
        let repetitionBytes = try reader.take(Int(repetitionLength))
        let definitionBytes = try reader.take(Int(definitionLength))
        repetitions = try levels(repetitionBytes, column.repetitionLevel, count)
        definitions = try levels(definitionBytes, column.definitionLevel, count)
        let rest = reader.rest
        let isCompressed = header[7]?.flag ?? true
        let valueLength = length - Int(definitionLength + repetitionLength)
        let isEmpty = rest.isEmpty && valueLength == 0
        let bytes = try ParquetCodec.decompressed(
            rest[...],
            isCompressed && !isEmpty ? chunk.codec : 0,
            length: valueLength,
            column: column.name
        )
        try readValues(bytes[...], encoding)
    }

    private func begin(_ count: Int64?) throws(ParquetFault) -> Int {
        guard let count, count >= 0, count <= left, count <= 1 << 28 else { throw .damaged }
        left -= count
        entry = 0
        entries = Int(count)
        nextValue = 0
        return Int(count)
    }

    private func levels(
        _ reader: inout ByteReader,
        _ encoding: Int64?,
        _ highest: Int,
        _ count: Int
    ) throws(ParquetFault) -> [UInt32]? {
        guard highest > 0 else { return nil }
        guard encoding == 3 else {
            throw ParquetFault(
                "its column \(column.name) says what is missing as programs did before 2014; write it "
                    + "with a newer one"
            )
        }
        let length = Int(try reader.uint32())
        return try levels(reader.take(length), highest, count)
    }

    private func levels(
        _ bytes: ArraySlice<UInt8>,
        _ highest: Int,
        _ count: Int
    ) throws(ParquetFault) -> [UInt32]? {
        guard highest > 0 else { return nil }
        let width = Int.bitWidth - highest.leadingZeroBitCount
        let levels = try RunDecoder.numbers(bytes, width: width, count: count)
        guard levels.allSatisfy({ $0 <= highest }) else { throw .damaged }
        return levels
    }

    private func readValues(_ bytes: ArraySlice<UInt8>, _ encoding: Int64) throws(ParquetFault) {
        let count = definitions.map { $0.count { $0 == column.definitionLevel } } ?? entries
        guard encoding == 2 || encoding == 8 else {
            places = nil
            values = try decoder.values(bytes, encoding: encoding, count: count)
            return
        }
        guard count > 0 else {
            places = []
            return
        }
        var reader = ByteReader(bytes)
        let width = Int(try reader.byte())
        places = try RunDecoder.numbers(reader.rest[...], width: width, count: count)
    }
}
