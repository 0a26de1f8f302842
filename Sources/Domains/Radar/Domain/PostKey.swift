internal import Cryptography
internal import Geodesy
public import Timekeeping

/// What makes a post that is sent twice one message: the client's `Idempotency-Key` and what was
/// posted under it, as hashes, with the moment until which they are kept.
public struct PostKey: Sendable, Hashable {
    /// SHA-256 of the client's key; a device's keys are its own.
    public let hash: [UInt8]
    /// SHA-256 of everything that makes up the message but its times: after trimming and blurring,
    /// so that it tells nothing that is not stored anyway.
    public let contentDigest: [UInt8]
    /// The first moment at which the key may be forgotten.
    public let expiresAt: Timestamp

    /// A key with all its members.
    public init(hash: [UInt8], contentDigest: [UInt8], expiresAt: Timestamp) {
        self.hash = hash
        self.contentDigest = contentDigest
        self.expiresAt = expiresAt
    }

    /// - Parameters:
    ///   - text: What the client calls its post.
    ///   - seconds: How long the key is to be kept.
    init(_ text: String, for message: NewMessage, keptForSeconds seconds: Int64) {
        let content = SHA256()
        func add(_ text: String) {
            let bytes = Array(text.utf8)
            add(Int64(bytes.count))
            content.update(bytes)
        }
        func add(_ number: Int64) {
            withUnsafeBytes(of: number.littleEndian) { content.update($0) }
        }
        func add(_ number: Double) { add(Int64(bitPattern: number.bitPattern)) }
        add(message.text)
        add(message.category.rawValue)
        add(message.coordinate.latitude)
        add(message.coordinate.longitude)
        add(message.visibleRadius.meters)
        let posted = message.postedAt.millisecondsSince1970
        add(message.expiresAt.millisecondsSince1970 &- posted)
        self.init(
            hash: SHA256.hash(text),
            contentDigest: content.finalize(),
            expiresAt: message.postedAt.adding(milliseconds: seconds * 1000) ?? message.expiresAt
        )
    }
}
