internal import Cryptography
internal import Synchronization
public import Timekeeping

/// Gives anonymous devices their tokens, and knows them again by them.
public struct DeviceRegistry: Sendable {
    private static let tokenBytes = 32
    private static let tokenCharacters = (tokenBytes * 4 + 2) / 3

    private let store: any MessageStore
    private let clock: any WallClock
    private let known = KnownDevices()

    /// A registry over a store.
    public init(store: any MessageStore, clock: any WallClock) {
        self.store = store
        self.clock = clock
    }

    /// Registers a new device.
    ///
    /// - Returns: The device and its token: 256 bits from the system's secure random numbers as 43
    ///   letters of base64url. It is kept nowhere; only its SHA-256 is stored.
    /// - Throws: What the store throws.
    public func register() async throws -> (device: Device, token: String) {
        let token = Base64URL.encode(Bytes.secureRandom(count: Self.tokenBytes))
        return (try await store.addDevice(tokenHash: Self.hash(of: token), at: clock.now), token)
    }

    /// The device that a token belongs to, when it was looked up in the last ten seconds; nil when
    /// the store must be asked.
    public func knownDevice(presenting token: String) -> Device? {
        guard token.utf8.count == Self.tokenCharacters else { return nil }
        return known.device(token, at: clock.now)
    }

    /// The device that a token belongs to; nil when there is none.
    ///
    /// Looked up in the store at most every ten seconds: for so long a device that another process
    /// has forgotten may still be known here.
    ///
    /// - Parameter token: Any text; what is no token is not looked up.
    /// - Throws: What the store throws.
    public func device(presenting token: String) async throws -> Device? {
        guard token.utf8.count == Self.tokenCharacters else { return nil }
        let moment = clock.now
        if let device = known.device(token, at: moment) { return device }
        guard Base64URL.decode(token)?.count == Self.tokenBytes else { return nil }
        let device = try await store.device(tokenHash: Self.hash(of: token))
        if let device { known.add(device, token, at: moment) }
        return device
    }

    /// Forgets that a device was known; its token is looked up again.
    public func forget(_ device: Device) { known.remove(device) }

    /// A plain hash serves: 256 random bits cannot be guessed, so nothing is gained by a slow one.
    private static func hash(of token: String) -> [UInt8] {
        SHA256.hash(token)
    }
}

/// Devices that were looked up lately, by a mark of their token.
///
/// The mark is 128 bits of SipHash under keys that are made at the start and kept nowhere: nobody
/// can make a token that has a known one's mark, and a mark says nothing of its token. It takes a
/// tenth of the time of the hash that is stored.
private final class KnownDevices: Sendable {
    private struct Mark: Hashable {
        let high: Int
        let low: Int
    }

    private struct Entry {
        let device: Device
        let lookedUpAt: Timestamp
    }

    private static let milliseconds: Int64 = 10_000
    /// When more are known, all are looked up again.
    private static let capacity = 100_000

    private let keys = (UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max))
    private let entries = Mutex<[Mark: Entry]>([:])

    func device(_ token: String, at moment: Timestamp) -> Device? {
        let mark = mark(of: token)
        return entries.withLock { entries in
            guard let entry = entries[mark] else { return nil }
            let age = moment.milliseconds(since: entry.lookedUpAt)
            return (0..<Self.milliseconds).contains(age) ? entry.device : nil
        }
    }

    func add(_ device: Device, _ token: String, at moment: Timestamp) {
        let mark = mark(of: token)
        entries.withLock { entries in
            if entries.count >= Self.capacity { entries.removeAll(keepingCapacity: true) }
            entries[mark] = Entry(device: device, lookedUpAt: moment)
        }
    }

    func remove(_ device: Device) {
        entries.withLock { entries in entries = entries.filter { $0.value.device != device } }
    }

    private func mark(of token: String) -> Mark {
        func hash(_ key: UInt64) -> Int {
            var hasher = Hasher()
            hasher.combine(key)
            hasher.combine(token)
            return hasher.finalize()
        }
        return Mark(high: hash(keys.0), low: hash(keys.1))
    }
}
