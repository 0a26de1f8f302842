internal import Cryptography
internal import Geodesy

/// Where a page ended, and what was there when the first page was made.
///
/// Opaque to clients: read from and written to a text that is safe in a URL. It belongs to one query;
/// only the limit may differ from page to page.
public struct MessageCursor: Sendable, Hashable {
    /// What was on the board when the first page was made.
    struct Snapshot: Sendable, Hashable {
        /// The board that made it, which lives as long as its process.
        let board: UInt64
        /// ``ChangeMark/epoch`` of the board's store.
        let epoch: Int64
        /// The board's last change then.
        let revision: UInt64
        /// The highest id then: bounds the snapshot when the board is another one.
        let highestID: Message.ID
    }

    /// The last sighting of the page before.
    struct Position: Sendable, Hashable {
        let distance: Distance
        let id: Message.ID
    }

    let snapshot: Snapshot
    let position: Position
    /// How many sightings all pages before held: no more of the snapshot can lie before `position`.
    let shown: UInt32
    /// ``MessageQuery/digest`` of the query that it goes on with.
    let queryDigest: UInt64

    private static let version: UInt8 = 3

    init(snapshot: Snapshot, position: Position, shown: UInt32, queryDigest: UInt64) {
        self.snapshot = snapshot
        self.position = position
        self.shown = shown
        self.queryDigest = queryDigest
    }

    /// Reads a cursor that a client sent back.
    ///
    /// - Parameter ids: Those of the store whose cursor it is.
    /// - Throws: ``RadarError/refused(_:)`` on `cursor` when the text is none that Ambit wrote.
    public init(parsing text: String, under ids: PublicIDs) throws(RadarError) {
        guard text.utf8.count <= 128, let bytes = Base64URL.decode(text), bytes.count == 69,
            bytes[0] == Self.version
        else { throw Self.refusal }
        var rest = bytes.dropFirst()
        let board = rest.takeNumber()
        let epoch = rest.takeNumber()
        let distance = Double(bitPattern: rest.takeNumber())
        let queryDigest = rest.takeNumber()
        let sealed = (0..<3).map { _ in rest.takeNumber() }
        let numbers = ids.opened(sealed, after: queryDigest)
        let shown = UInt32(truncatingIfNeeded: rest.takeNumber(bytes: 4))
        var digest = Digest()
        digest.add(bytes.dropLast(8))
        guard rest.takeNumber() == digest.value, let distance = try? Distance.meters(distance)
        else { throw Self.refusal }
        self.init(
            snapshot: Snapshot(
                board: board,
                epoch: Int64(bitPattern: epoch),
                revision: numbers[0],
                highestID: Message.ID(rawValue: Int64(bitPattern: numbers[1]))
            ),
            position: Position(
                distance: distance,
                id: Message.ID(rawValue: Int64(bitPattern: numbers[2]))
            ),
            shown: shown,
            queryDigest: queryDigest
        )
    }

    /// The cursor as it stands in a URL: base64url without padding (RFC 4648, section 5). What would
    /// tell how many messages there are is sealed.
    ///
    /// - Parameter ids: Those of the store whose cursor it is.
    public func text(under ids: PublicIDs) -> String {
        var bytes = [Self.version]
        bytes.append(snapshot.board)
        bytes.append(UInt64(bitPattern: snapshot.epoch))
        bytes.append(position.distance.meters.bitPattern)
        bytes.append(queryDigest)
        let numbers = [
            snapshot.revision, UInt64(bitPattern: snapshot.highestID.rawValue),
            UInt64(bitPattern: position.id.rawValue),
        ]
        for number in ids.sealed(numbers, after: queryDigest) { bytes.append(number) }
        bytes.append(UInt64(shown), bytes: 4)
        var digest = Digest()
        digest.add(bytes)
        bytes.append(digest.value)
        return Base64URL.encode(bytes)
    }

    /// The store that it was made for was replaced by an older copy.
    static let staleRefusal = RadarError.refused([
        Violation(
            parameter: "cursor",
            message: "was given before the database was restored; leave it out to start again",
            kind: .unknownCursor
        )
    ])

    static let refusal = RadarError.refused([
        Violation(
            parameter: "cursor",
            message:
                "is not a cursor that this query was answered with; leave it out to start again",
            kind: .unknownCursor
        )
    ])
}

extension MessageQuery {
    /// The same for every page of a query, and in all likelihood another for another query.
    var digest: UInt64 {
        var digest = Digest()
        digest.add(center.latitude.bitPattern)
        digest.add(center.longitude.bitPattern)
        digest.add(radius.meters.bitPattern)
        digest.add(order.rawValue.utf8)
        for category in (categories?.map(\.rawValue).sorted() ?? ["*"]) {
            digest.add([0])
            digest.add(category.utf8)
        }
        return digest.value
    }
}

/// Recognizes texts that were mangled or mixed up; no protection against forgery, which would gain
/// nothing: a cursor opens no message that its query would not show.
///
/// Source: FNV-1a, 64 bits (G. Fowler, L. C. Noll, K.-P. Vo; RFC 9923).
private struct Digest {
    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    }

    mutating func add(_ number: UInt64) {
        var bytes: [UInt8] = []
        bytes.append(number)
        add(bytes)
    }
}

extension [UInt8] {
    /// Appends the low bytes of a number, the highest of them first.
    fileprivate mutating func append(_ number: UInt64, bytes: Int = 8) {
        for place in (0..<bytes).reversed() {
            append(UInt8(truncatingIfNeeded: number >> (UInt64(place) * 8)))
        }
    }
}

extension ArraySlice<UInt8> {
    fileprivate mutating func takeNumber(bytes: Int = 8) -> UInt64 {
        var number: UInt64 = 0
        for byte in prefix(bytes) { number = number << 8 | UInt64(byte) }
        removeFirst(bytes)
        return number
    }
}
