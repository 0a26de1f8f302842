internal import Cryptography

/// Gives messages the ids that readers know, and finds messages by them.
///
/// A store counts its messages, and who is told the counts can ask for every message there is, learns
/// how many there are and how fast they come. So outside a message is known by another number: its
/// count under a secret permutation of all numbers of 64 bits. Nothing is stored for it: the secret is
/// made once for each store, so that ids stay the same over restarts and for all services on one
/// store.
///
/// The permutation is a Feistel network: the halves of the number take turns in being changed by a
/// keyed function of the other half, which can be undone whatever the function is. The function is
/// SipHash-2-4 of the half, the round and what the number is for. With functions that cannot be told
/// from random ones four rounds make a permutation that cannot be told from a random one by those
/// who see fewer than some ten thousand ids, or who choose them (M. Luby, C. Rackoff, 1988); six, as
/// here, hold up to about as many as a half has values, four thousand million (J. Patarin, "Security
/// of Feistel schemes with 5 or more rounds", 2004). More than that no store will hand out. To guess
/// the id of a live message one must try 2^64 divided by the number of live messages.
public struct PublicIDs: Sendable {
    /// What a number is for: the same number looks different in another role.
    private enum Role: UInt64 {
        case message
        case cursor
    }

    private static let rounds: UInt64 = 6

    private let function: SipHash

    /// - Parameter secret: The store's own.
    public init(secret: ServiceSecret) {
        function = SipHash(key: secret.key(for: "message ids"))
    }

    /// What a message is called outside.
    ///
    /// - Complexity: O(1), a tenth of a microsecond.
    public func publicID(of id: Message.ID) -> Message.PublicID {
        Message.PublicID(number: permuted(UInt64(bitPattern: id.rawValue), for: .message))
    }

    /// The message that an id names, whether there is one or not.
    public func messageID(of id: Message.PublicID) -> Message.ID {
        Message.ID(rawValue: Int64(bitPattern: unpermuted(id.number, for: .message)))
    }

    /// The message that a text names; an id that no message ever has where the text is no id.
    public func messageID(parsing text: some StringProtocol) -> Message.ID {
        Message.PublicID(parsing: text).map(messageID) ?? Message.ID(rawValue: 0)
    }

    // MARK: Numbers in cursors

    /// Numbers as they may stand in a cursor: each is mixed with the one before and permuted, so that
    /// the same number looks different wherever something before it differs.
    ///
    /// - Parameter start: What the first is mixed with; stands in the cursor, too.
    func sealed(_ numbers: [UInt64], after start: UInt64) -> [UInt64] {
        var before = start
        return numbers.map { number in
            before = permuted(number ^ before, for: .cursor)
            return before
        }
    }

    /// The numbers that were sealed.
    func opened(_ sealed: [UInt64], after start: UInt64) -> [UInt64] {
        zip(sealed, [start] + sealed).map { number, before in
            unpermuted(number, for: .cursor) ^ before
        }
    }

    // MARK: The network

    private func permuted(_ number: UInt64, for role: Role) -> UInt64 {
        var (left, right) = (number >> 32, number & 0xFFFF_FFFF)
        for round in 0..<Self.rounds {
            (left, right) = (right, left ^ value(right, round, role))
        }
        return left << 32 | right
    }

    private func unpermuted(_ number: UInt64, for role: Role) -> UInt64 {
        var (left, right) = (number >> 32, number & 0xFFFF_FFFF)
        for round in (0..<Self.rounds).reversed() {
            (left, right) = (right ^ value(left, round, role), left)
        }
        return left << 32 | right
    }

    /// The network's function: 32 bits of a half, of the round and of the role.
    @inline(__always)
    private func value(_ half: UInt64, _ round: UInt64, _ role: Role) -> UInt64 {
        function.hash(half | round << 32 | role.rawValue << 40, count: 6) & 0xFFFF_FFFF
    }
}

/// What a store knows and nobody outside of it: made once with the store, and kept in it.
public struct ServiceSecret: Sendable, Hashable {
    /// How many bytes a secret has.
    public static let byteCount = 32

    /// The bytes as they are stored.
    public let bytes: [UInt8]

    /// A new secret, of the system's secure random numbers.
    public init() { bytes = Bytes.secureRandom(count: Self.byteCount) }

    /// A secret that was stored; nil for bytes that are none.
    public init?(bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }

    /// A key for one purpose, 32 bytes: it says nothing of the secret nor of other keys.
    package func key(for purpose: String) -> [UInt8] {
        AuthenticationKey(bytes: bytes).code(for: Array(purpose.utf8))
    }
}

extension ServiceSecret: CustomStringConvertible, CustomReflectable {
    /// Nothing of what it is.
    public var description: String { "a secret" }
    /// Nothing of what it is.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
