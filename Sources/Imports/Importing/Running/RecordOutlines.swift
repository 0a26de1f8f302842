internal import ExternalSort
internal import Geodesy

/// What recognition and the report need to know of a record, without the record.
struct RecordOutline {
    /// The key of a record of the file, or the id of a published one.
    let id: String
    let name: String
    let parts: RecordParts
    let likeness: RecordLikeness?
    let writing: UInt64
    /// A published record's number among those that are published.
    let publishedNumber: Int
    /// The first refused row of the file that is about a published record.
    let refusedRow: Int?
    /// Where a record of the file probably is whose place there is surely wrong; nil where nothing tells.
    let probablePlace: Coordinate?

    init(
        _ record: some ImportableRecord,
        writing: UInt64,
        publishedNumber: Int = 0,
        refusedRow: Int? = nil,
        probablePlace: Coordinate? = nil
    ) {
        id = record.importKey
        name = record.displayName
        parts = record.parts
        likeness = record.likeness
        self.writing = writing
        self.publishedNumber = publishedNumber
        self.refusedRow = refusedRow
        self.probablePlace = probablePlace
    }

    fileprivate init(_ fixed: Fixed, id: String, name: String) {
        self.id = id
        self.name = name
        parts = fixed.parts
        likeness =
            fixed.hasLikeness == 0
            ? nil
            : RecordLikeness(
                name: Int(fixed.likenessName),
                address: fixed.hasLikeness == 1 ? nil : Int(fixed.likenessAddress)
            )
        writing = fixed.writing
        publishedNumber = Int(fixed.publishedNumber)
        refusedRow = fixed.refusedRow < 0 ? nil : Int(fixed.refusedRow)
        probablePlace = try? Coordinate(
            latitude: fixed.probableLatitude,
            longitude: fixed.probableLongitude
        )
    }

    /// All but the texts.
    fileprivate struct Fixed: BitwiseCopyable {
        let parts: RecordParts
        let writing: UInt64
        let publishedNumber: Int64
        /// -1 without one.
        let refusedRow: Int64
        let likenessName: Int64
        let likenessAddress: Int64
        /// Not a number without one.
        let probableLatitude: Double
        let probableLongitude: Double
        /// 0 without one, 1 with a name alone, 2 with an address.
        let hasLikeness: UInt32
        let idLength: UInt32
        let nameLength: UInt32

        init(_ outline: RecordOutline) {
            parts = outline.parts
            writing = outline.writing
            publishedNumber = Int64(outline.publishedNumber)
            refusedRow = outline.refusedRow.map(Int64.init) ?? -1
            likenessName = Int64(outline.likeness?.name ?? 0)
            likenessAddress = Int64(outline.likeness?.address ?? 0)
            probableLatitude = outline.probablePlace?.latitude ?? .nan
            probableLongitude = outline.probablePlace?.longitude ?? .nan
            hasLikeness = outline.likeness.map { $0.address == nil ? 1 : 2 } ?? 0
            idLength = UInt32(clamping: outline.id.utf8.count)
            nameLength = UInt32(clamping: outline.name.utf8.count)
        }

        var byteCount: Int { MemoryLayout<Self>.size + Int(idLength) + Int(nameLength) }
    }
}

/// Outlines of records, in the order in which they came, on disk where they are many; the first records
/// themselves are kept, for their differences may be named.
struct RecordOutlines<Record: ImportableRecord>: Sendable {
    private var log: ScratchLog
    private let keptCount: Int
    /// The first records.
    private(set) var firstRecords: [Record] = []
    /// How many outlines there are.
    private(set) var count = 0

    /// - Parameter keptCount: How many of the first records are kept.
    init(keptCount: Int, memoryBytes: Int) {
        self.keptCount = keptCount
        log = ScratchLog(memoryBytes: memoryBytes)
    }

    var isEmpty: Bool { count == 0 }

    mutating func append(
        _ record: Record,
        writing: UInt64,
        publishedNumber: Int = 0,
        refusedRow: Int? = nil,
        probablePlace: Coordinate? = nil
    ) throws(ScratchError) {
        let outline = RecordOutline(
            record,
            writing: writing,
            publishedNumber: publishedNumber,
            refusedRow: refusedRow,
            probablePlace: probablePlace
        )
        try log.append { bytes in
            withUnsafeBytes(of: RecordOutline.Fixed(outline)) { bytes.append(contentsOf: $0) }
            bytes.append(contentsOf: outline.id.utf8)
            bytes.append(contentsOf: outline.name.utf8)
        }
        count += 1
        if firstRecords.count < keptCount { firstRecords.append(record) }
    }

    /// A record that was kept; nil for one that was not.
    func record(_ number: Int) -> Record? {
        number < firstRecords.count ? firstRecords[number] : nil
    }

    /// The outline that begins at an offset.
    func outline(at offset: Int) throws(ScratchError) -> RecordOutline? {
        var cursor = Cursor(log, from: offset, pieceBytes: 512)
        return try cursor.next()?.outline
    }

    /// Hands over all outlines in their order, each with its number and the offset at which it begins,
    /// until `body` says that it has seen enough.
    func forEach(
        _ body: (_ number: Int, _ offset: Int, RecordOutline) throws -> Bool
    ) throws {
        var cursor = Cursor(log, from: 0, pieceBytes: 256 << 10)
        var number = 0
        while let (offset, outline) = try cursor.next() {
            guard try body(number, offset, outline) else { return }
            number += 1
        }
    }

    /// The first records by id of those that are wanted, at most ``Changes/sampleLimit``.
    func first(
        where isWanted: (_ number: Int, RecordOutline) -> Bool
    ) throws -> [RecordOutline] {
        var first: [RecordOutline] = []
        var last: String?
        func cut() {
            first.sort { $0.id < $1.id }
            first = Array(first.prefix(Changes.sampleLimit))
            last = first.count == Changes.sampleLimit ? first.last?.id : nil
        }
        try forEach { number, _, outline in
            guard isWanted(number, outline) else { return true }
            if let last, last < outline.id { return true }
            first.append(outline)
            if first.count == 4 * Changes.sampleLimit { cut() }
            return true
        }
        cut()
        return first
    }

    /// Reads a log a piece at a time.
    private struct Cursor {
        private let log: ScratchLog
        private let pieceBytes: Int
        private var piece: [UInt8] = []
        private var start: Int
        private var position = 0

        init(_ log: ScratchLog, from offset: Int, pieceBytes: Int) {
            self.log = log
            self.pieceBytes = pieceBytes
            start = offset
        }

        mutating func next() throws(ScratchError) -> (offset: Int, outline: RecordOutline)? {
            guard try fill(MemoryLayout<RecordOutline.Fixed>.size) else { return nil }
            let fixed = piece.withUnsafeBytes {
                $0.loadUnaligned(fromByteOffset: position, as: RecordOutline.Fixed.self)
            }
            guard try fill(fixed.byteCount) else { return nil }
            let offset = start + position
            let id = position + MemoryLayout<RecordOutline.Fixed>.size
            let name = id + Int(fixed.idLength)
            position += fixed.byteCount
            let outline = RecordOutline(
                fixed,
                id: String(decoding: piece[id..<name], as: UTF8.self),
                name: String(decoding: piece[name..<position], as: UTF8.self)
            )
            return (offset, outline)
        }

        /// Makes sure that so many bytes lie before it.
        private mutating func fill(_ count: Int) throws(ScratchError) -> Bool {
            guard piece.count - position < count else { return true }
            start += position
            position = 0
            piece = try log.read(start..<min(start + max(count, pieceBytes), log.count))
            return piece.count >= count
        }
    }
}
