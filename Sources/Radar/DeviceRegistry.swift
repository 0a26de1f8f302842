internal import Crypto
internal import Synchronization
public import Timekeeping

/// Gives anonymous devices their tokens, and knows them again by them.
public struct DeviceRegistry: Sendable {
    private static let tokenBytes = 32

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
        var random = SystemRandomNumberGenerator()
        let token = Base64URL.encode(
            (0..<Self.tokenBytes).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        )
        return (try await store.addDevice(tokenHash: Self.hash(of: token), at: clock.now), token)
    }

    /// The device that a token belongs to; nil when there is none.
    ///
    /// Looked up in the store at most every ten seconds: for so long a device that another process
    /// has forgotten may still be known here.
    ///
    /// - Parameter token: Any text; what is no token is not looked up.
    /// - Throws: What the store throws.
    public func device(presenting token: String) async throws -> Device? {
        guard token.utf8.count == (Self.tokenBytes * 4 + 2) / 3 else { return nil }
        let hash = Self.hash(of: token)
        let moment = clock.now
        if let device = known.device(hash, at: moment) { return device }
        guard Base64URL.decode(token)?.count == Self.tokenBytes else { return nil }
        let device = try await store.device(tokenHash: hash)
        if let device { known.add(device, hash, at: moment) }
        return device
    }

    /// Forgets that a device was known; its token is looked up again.
    public func forget(_ device: Device) { known.remove(device) }

    /// A plain hash serves: 256 random bits cannot be guessed, so nothing is gained by a slow one.
    private static func hash(of token: String) -> [UInt8] {
        Array(SHA256.hash(data: Array(token.utf8)))
    }
}

/// Devices that were looked up lately, by the hash of their token.
private final class KnownDevices: Sendable {
    private struct Entry {
        let device: Device
        let lookedUpAt: Int64
    }

    private static let milliseconds: Int64 = 10_000
    /// When more are known, all are looked up again.
    private static let capacity = 100_000

    private let entries = Mutex<[[UInt8]: Entry]>([:])

    func device(_ hash: [UInt8], at moment: Timestamp) -> Device? {
        entries.withLock { entries in
            guard let entry = entries[hash] else { return nil }
            let age = moment.millisecondsSince1970 &- entry.lookedUpAt
            return (0..<Self.milliseconds).contains(age) ? entry.device : nil
        }
    }

    func add(_ device: Device, _ hash: [UInt8], at moment: Timestamp) {
        entries.withLock { entries in
            if entries.count >= Self.capacity { entries.removeAll(keepingCapacity: true) }
            entries[hash] = Entry(device: device, lookedUpAt: moment.millisecondsSince1970)
        }
    }

    func remove(_ device: Device) {
        entries.withLock { entries in entries = entries.filter { $0.value.device != device } }
    }
}
