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
        fileprivate var publicNumber: UInt64 = 0
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

        var isVacant: Bool { id == 0 }

        var coordinate: Coordinate {
            Coordinate(uncheckedLatitude: latitude, longitude: longitude)
        }

        var visibleRadius: Distance { Distance(uncheckedMeters: visibleRadiusMeters) }

        func isLive(at moment: Timestamp) -> Bool { moment.millisecondsSince1970 < expiresAt }
    }

    private(set) var categories = WordList<Category>()
    private(set) var datasets = WordList<DatasetName>()
    private var headers = WordList<String>()
    private var records: ContiguousArray<Record> = []
    private var vacantSlots: [UInt32] = []
    private var arena = ByteArena()
    private let publicIDs: PublicIDs

    /// A table without messages.
    init(publicIDs: PublicIDs) { self.publicIDs = publicIDs }

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
        var record = Record()
        record.id = message.id.rawValue
        record.revision = revision
        record.publicNumber = publicIDs.publicID(of: message.id).number
        let place = message.coordinate.published
        record.latitude = place.latitude
        record.longitude = place.longitude
        record.visibleRadiusMeters = message.visibleRadius.meters
        record.postedAt = message.postedAt.millisecondsSince1970
        record.expiresAt = message.expiresAt.millisecondsSince1970
        record.author = message.author?.rawValue ?? 0
        record.category = categories.number(of: message.category)
        var bytes = Array(message.text.utf8)
        record.textLength = UInt32(bytes.count)
        record.isTextPlain = bytes.allSatisfy {
            $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
        }
        if let origin = message.origin {
            record.dataset = datasets.number(of: origin.dataset) + 1
            pack(origin, onto: &bytes)
        }
        record.bytes = arena.store(bytes)
        if record.author != 0 { countsByAuthor[record.author, default: 0] += 1 }
        if let slot = vacantSlots.popLast() {
            records[Int(slot)] = record
            return slot
        }
        records.append(record)
        return UInt32(records.count - 1)
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
                : unpackOrigin(
                    datasets[record.dataset - 1],
                    from: bytes.dropFirst(Int(record.textLength))
                )
        )
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

    /// Appends the key, the number of attributes and each header's number and value; lengths and
    /// numbers go before what they count, seven bits to a byte.
    private mutating func pack(_ origin: Message.Origin, onto bytes: inout [UInt8]) {
        bytes.appendCounted(origin.key.utf8)
        bytes.appendNumber(origin.attributes.count)
        for (header, value) in origin.attributes {
            bytes.appendNumber(Int(headers.number(of: header)))
            bytes.appendCounted(value.utf8)
        }
    }

    private func unpackOrigin(
        _ dataset: DatasetName,
        from bytes: ArraySlice<UInt8>
    ) -> Message.Origin {
        var rest = bytes
        let key = rest.takeCounted()
        let count = rest.takeNumber()
        var attributes = [String: String](minimumCapacity: count)
        for _ in 0..<count {
            let header = headers[UInt32(rest.takeNumber())]
            attributes[header] = rest.takeCounted()
        }
        return Message.Origin(dataset: dataset, key: key, attributes: attributes)
    }
}

/// Words that come again and again, each kept once and known by a number.
struct WordList<Word: Hashable & Sendable>: Sendable {
    private var words: [Word] = []
    private var numbers: [Word: UInt32] = [:]

    var count: Int { words.count }

    subscript(_ number: UInt32) -> Word { words[Int(number)] }

    /// The word's number; nil when it never came.
    func existingNumber(of word: Word) -> UInt32? { numbers[word] }

    /// The word's number, a new one when it comes for the first time.
    mutating func number(of word: Word) -> UInt32 {
        if let number = numbers[word] { return number }
        let number = UInt32(words.count)
        words.append(word)
        numbers[word] = number
        return number
    }
}

extension [UInt8] {
    /// Appends a number that is not negative, seven bits to a byte, the lowest first; the eighth bit
    /// says that more follow.
    fileprivate mutating func appendNumber(_ number: Int) {
        var rest = UInt64(number)
        while rest > 0x7F {
            append(UInt8(rest & 0x7F) | 0x80)
            rest >>= 7
        }
        append(UInt8(rest))
    }

    fileprivate mutating func appendCounted(_ text: String.UTF8View) {
        appendNumber(text.count)
        append(contentsOf: text)
    }
}

extension ArraySlice<UInt8> {
    fileprivate mutating func takeNumber() -> Int {
        var number: UInt64 = 0
        var shift: UInt64 = 0
        while let byte = popFirst() {
            number |= UInt64(byte & 0x7F) << shift
            shift += 7
            if byte & 0x80 == 0 { break }
        }
        return Int(number)
    }

    fileprivate mutating func takeCounted() -> String {
        let length = takeNumber()
        defer { removeFirst(length) }
        return String(decoding: prefix(length), as: UTF8.self)
    }
}
