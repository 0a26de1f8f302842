package import Datasets
package import Geodesy
internal import Timekeeping

/// What the batches of one reading have in common: the ids by which messages are known outside, and the
/// headers of their attributes.
///
/// Shared by all who pack at the same time.
public final class MessagePacker: Sendable {
    let publicIDs: PublicIDs
    let headers = SharedWords()

    /// - Parameter publicIDs: The store's own.
    public init(publicIDs: PublicIDs) { self.publicIDs = publicIDs }
}

/// Messages as a board keeps them, made by whoever reads them from the store: many threads may pack at
/// once, and the board takes what they have packed with one copy.
public struct MessageBatch: Sendable {
    /// The numbers of a message, and those of its words in the batch.
    package struct Fields {
        package var id: Int64
        /// Among the batch's own, as ``MessageBatch/number(of:)-(Category)`` tells it.
        package var category: UInt32
        /// As ``MessageBatch/number(of:)-(DatasetName)`` tells it; nil for a posted message.
        package var dataset: UInt32?
        package var coordinate: Coordinate
        package var visibleRadius: Distance
        /// Milliseconds since 1970.
        package var postedAt: Int64
        /// Milliseconds since 1970.
        package var expiresAt: Int64
        /// The author's number; nil for an imported message.
        package var author: Int64?

        /// Fields with all their members.
        package init(
            id: Int64,
            category: UInt32,
            dataset: UInt32?,
            coordinate: Coordinate,
            visibleRadius: Distance,
            postedAt: Int64,
            expiresAt: Int64,
            author: Int64?
        ) {
            self.id = id
            self.category = category
            self.dataset = dataset
            self.coordinate = coordinate
            self.visibleRadius = visibleRadius
            self.postedAt = postedAt
            self.expiresAt = expiresAt
            self.author = author
        }
    }

    private let packer: MessagePacker
    /// Categories and datasets are the batch's own numbers, and there is no revision nor span yet.
    private(set) var records: ContiguousArray<MessageTable.Record> = []
    /// The texts and origins, one message's after the other's.
    private(set) var bytes: [UInt8] = []
    /// Where each message's end among ``bytes``.
    private var ends: [Int] = []
    private(set) var categories = WordList<Category>()
    private(set) var datasets = WordList<DatasetName>()

    /// An empty batch.
    public init(_ packer: MessagePacker) { self.packer = packer }

    /// Makes room for so many messages with so many bytes of text.
    package mutating func reserveCapacity(_ count: Int, byteCount: Int) {
        records.reserveCapacity(count)
        ends.reserveCapacity(count)
        bytes.reserveCapacity(byteCount)
    }

    /// Some messages, in their order.
    public init(_ messages: [Message], _ packer: MessagePacker) {
        self.init(packer)
        for message in messages { append(message) }
    }

    /// How many messages there are.
    public var count: Int { records.count }

    /// How many bytes their texts and origins take.
    package var byteCount: Int { bytes.count }

    /// Adds a message at its published place.
    public mutating func append(_ message: Message) {
        let fields = Fields(
            id: message.id.rawValue,
            category: number(of: message.category),
            dataset: message.origin.map { number(of: $0.dataset) },
            coordinate: message.coordinate,
            visibleRadius: message.visibleRadius,
            postedAt: message.postedAt.millisecondsSince1970,
            expiresAt: message.expiresAt.millisecondsSince1970,
            author: message.author?.rawValue
        )
        var text = message.text
        text.withUTF8 { text in
            append(fields, text: UnsafeRawBufferPointer(text)) { bytes, headers in
                guard let origin = message.origin else { return }
                PackedOrigin.append(key: origin.key, origin.attributes, headers, to: &bytes)
            }
        }
    }

    /// Adds a message by its parts.
    ///
    /// - Parameters:
    ///   - fields: Its id must be 1 or more.
    ///   - text: UTF-8; copied.
    ///   - origin: Where the imported message comes from; nil for a posted one. The key is UTF-8, and
    ///     copied.
    package mutating func append(
        _ fields: Fields,
        text: UnsafeRawBufferPointer,
        origin: (key: UnsafeRawBufferPointer, attributes: [String: String])?
    ) {
        append(fields, text: text) { bytes, headers in
            guard let origin else { return }
            PackedOrigin.append(key: origin.key, origin.attributes, headers, to: &bytes)
        }
    }

    private mutating func append(
        _ fields: Fields,
        text: UnsafeRawBufferPointer,
        packingOrigin pack: (inout [UInt8], SharedWords) -> Void
    ) {
        let id = Message.ID(rawValue: fields.id)
        bytes.append(contentsOf: text)
        pack(&bytes, packer.headers)
        ends.append(bytes.count)
        records.append(
            MessageTable.Record(
                fields,
                text: text,
                publicNumber: packer.publicIDs.publicID(of: id).number
            )
        )
    }

    /// The batch's number for a category.
    package mutating func number(of category: Category) -> UInt32 {
        categories.number(of: category)
    }

    /// The batch's number for a dataset.
    package mutating func number(of dataset: DatasetName) -> UInt32 {
        datasets.number(of: dataset)
    }

    /// The text and the origin of a message.
    func withBytes<Result>(
        of index: Int,
        _ body: (UnsafeRawBufferPointer) -> Result
    ) -> Result {
        bytes.withUnsafeBytes { all in
            let start = index == 0 ? 0 : ends[index - 1]
            return body(UnsafeRawBufferPointer(rebasing: all[start..<ends[index]]))
        }
    }
}
