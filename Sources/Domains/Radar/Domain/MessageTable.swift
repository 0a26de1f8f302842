internal import Datasets
internal import Geodesy
internal import Timekeeping

/// Messages in compact records, by slot: numbers in place, texts in an arena, repeated words once.
struct MessageTable: Sendable {
    /// The fixed part of a message: 96 bytes.
    struct Record: Sendable {
        /// Greater than any revision: nobody sees the record.
        static let unpublished = UInt64.max

        /// The message's id; 0 marks a vacant slot.
        fileprivate(set) var id: Int64 = 0
        /// What the message is called outside, made once: a list shows many.
        fileprivate(set) var publicNumber: UInt64 = 0
        /// The board's change that published the record, or ``unpublished``.
        var revision: UInt64 = unpublished
        fileprivate var latitude = 0.0
        fileprivate var longitude = 0.0
        fileprivate var visibleRadiusMeters = 0.0
        fileprivate var postedAt: Int64 = 0
        /// Milliseconds since 1970: the first moment at which the message is no longer visible.
        fileprivate(set) var expiresAt: Int64 = 0
        /// The author's number; 0 for none.
        fileprivate(set) var author: Int64 = 0
        /// The text and, of an imported message, its key and its attributes.
        fileprivate var bytes = ByteArena.Span.empty
        fileprivate var textLength: UInt32 = 0
        /// Whether the text stands in JSON as it is; see ``MessageView/isTextPlain``.
        fileprivate var isTextPlain = false
        /// Among ``MessageTable/categories``.
        fileprivate(set) var category: UInt32 = 0
        /// One more than the place among ``MessageTable/datasets``; 0 for a posted message.
        fileprivate(set) var dataset: UInt32 = 0

        /// A vacant slot's record.
        fileprivate init() {}

        /// A record that nobody sees and whose bytes stand nowhere yet.
        ///
        /// - Parameter text: UTF-8.
        init(
            _ fields: MessageBatch.Fields,
            text: UnsafeRawBufferPointer,
            publicNumber: UInt64
        ) {
            id = fields.id
            self.publicNumber = publicNumber
            let place = fields.coordinate.published
            latitude = place.latitude
            longitude = place.longitude
            visibleRadiusMeters = fields.visibleRadius.meters
            postedAt = fields.postedAt
            expiresAt = fields.expiresAt
            author = fields.author ?? 0
            category = fields.category
            dataset = fields.dataset.map { $0 + 1 } ?? 0
            textLength = UInt32(text.count)
            isTextPlain = text.allSatisfy {
                $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
            }
        }

        var isVacant: Bool { id == 0 }

        /// Whether two records say the same, whoever published them, but for their bytes.
        fileprivate func saysTheSame(as other: Record) -> Bool {
            id == other.id && latitude == other.latitude && longitude == other.longitude
                && visibleRadiusMeters == other.visibleRadiusMeters && postedAt == other.postedAt
                && expiresAt == other.expiresAt && author == other.author
                && category == other.category && dataset == other.dataset
                && textLength == other.textLength
        }

        var coordinate: Coordinate {
            Coordinate(uncheckedLatitude: latitude, longitude: longitude)
        }

        var visibleRadius: Distance { Distance(uncheckedMeters: visibleRadiusMeters) }

        func isLive(at moment: Timestamp) -> Bool { moment.millisecondsSince1970 < expiresAt }
    }

    private(set) var categories = WordList<Category>()
    private(set) var datasets = WordList<DatasetName>()
    private var records: ContiguousArray<Record> = []
    private var vacantSlots: [UInt32] = []
    private var arena = ByteArena()
    /// What packs messages for this table.
    let packer: MessagePacker

    /// A table without messages.
    init(publicIDs: PublicIDs) { packer = MessagePacker(publicIDs: publicIDs) }

    /// One more than the highest slot ever used.
    var slotCount: Int { records.count }

    /// How many messages of each author there are, by the author's number.
    private(set) var countsByAuthor: [Int64: Int] = [:]

    /// How many messages there are.
    var count: Int { records.count - vacantSlots.count }

    subscript(_ slot: UInt32) -> Record { records[Int(slot)] }

    mutating func setRevision(_ revision: UInt64, at slot: UInt32) {
        records[Int(slot)].revision = revision
    }

    /// Puts a message into a vacant slot, at its published place.
    mutating func add(_ message: Message, revision: UInt64) -> UInt32 {
        let batch = MessageBatch([message], packer)
        let record = renumbered(batch.records[0], numbers(of: batch))
        return batch.withBytes(of: 0) { add(record, $0, revision: revision) }
    }

    /// The table's numbers for a batch's words.
    mutating func numbers(of batch: MessageBatch) -> BatchNumbers {
        BatchNumbers(
            categories: batch.categories.words.map { categories.number(of: $0) },
            datasets: batch.datasets.words.map { datasets.number(of: $0) + 1 }
        )
    }

    /// A record of a batch with the table's numbers in place of the batch's.
    func renumbered(_ record: Record, _ numbers: BatchNumbers) -> Record {
        var record = record
        record.category = numbers.categories[Int(record.category)]
        if record.dataset > 0 { record.dataset = numbers.datasets[Int(record.dataset) - 1] }
        return record
    }

    /// Puts a message into a vacant slot.
    ///
    /// - Parameters:
    ///   - record: With the table's numbers; see ``renumbered(_:_:)``.
    ///   - bytes: The text and the origin, packed with ``packer``.
    mutating func add(
        _ record: Record,
        _ bytes: UnsafeRawBufferPointer,
        revision: UInt64
    ) -> UInt32 {
        var record = record
        record.revision = revision
        record.bytes = arena.store(bytes)
        if record.author != 0 { countsByAuthor[record.author, default: 0] += 1 }
        if let slot = vacantSlots.popLast() {
            records[Int(slot)] = record
            return slot
        }
        records.append(record)
        return UInt32(records.count - 1)
    }

    /// Whether the slot's message is a certain one; parameters as for ``add(_:_:revision:)``.
    func holds(_ record: Record, _ bytes: UnsafeRawBufferPointer, at slot: UInt32) -> Bool {
        let present = records[Int(slot)]
        return present.saysTheSame(as: record) && arena[present.bytes].elementsEqual(bytes)
    }

    /// Makes a slot vacant.
    mutating func remove(at slot: UInt32) {
        arena.release(records[Int(slot)].bytes)
        let author = records[Int(slot)].author
        if let count = countsByAuthor[author] {
            countsByAuthor[author] = count > 1 ? count - 1 : nil
        }
        records[Int(slot)] = Record()
        vacantSlots.append(slot)
    }

    /// The whole message in a slot that is not vacant.
    func message(at slot: UInt32) -> Message {
        let record = self[slot]
        let bytes = arena[record.bytes]
        return Message(
            id: Message.ID(rawValue: record.id),
            text: String(decoding: bytes.prefix(Int(record.textLength)), as: UTF8.self),
            category: categories[record.category],
            coordinate: record.coordinate,
            visibleRadius: record.visibleRadius,
            postedAt: Timestamp(millisecondsSince1970: record.postedAt),
            expiresAt: Timestamp(millisecondsSince1970: record.expiresAt),
            author: record.author == 0 ? nil : Device.ID(rawValue: record.author),
            origin: record.dataset == 0
                ? nil
                : origin(
                    datasets[record.dataset - 1],
                    from: bytes.dropFirst(Int(record.textLength))
                )
        )
    }

    private func origin(_ dataset: DatasetName, from bytes: ArraySlice<UInt8>) -> Message.Origin {
        let (key, attributes) = PackedOrigin.unpack(bytes, packer.headers)
        return Message.Origin(dataset: dataset, key: key, attributes: attributes)
    }

    /// The message in a slot that is not vacant, without a copy of its text.
    func view(at slot: UInt32) -> MessageView {
        let record = records[Int(slot)]
        return MessageView(
            id: Message.PublicID(number: record.publicNumber),
            textUTF8: arena[record.bytes].prefix(Int(record.textLength)),
            isTextPlain: record.isTextPlain,
            category: categories[record.category],
            coordinate: record.coordinate,
            visibleRadius: record.visibleRadius,
            postedAt: Timestamp(millisecondsSince1970: record.postedAt),
            expiresAt: Timestamp(millisecondsSince1970: record.expiresAt)
        )
    }
}

/// A table's numbers for the words of a batch, by the batch's own.
struct BatchNumbers {
    fileprivate let categories: [UInt32]
    /// One more than the places among ``MessageTable/datasets``.
    fileprivate let datasets: [UInt32]
}
