internal import Crypto
public import Timekeeping

/// Gives anonymous devices their tokens, and knows them again by them.
public struct DeviceRegistry: Sendable {
    private static let tokenBytes = 32

    private let store: any MessageStore
    private let clock: any WallClock

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
    /// - Parameter token: Any text; what is no token is not looked up.
    /// - Throws: What the store throws.
    public func device(presenting token: String) async throws -> Device? {
        guard token.utf8.count == (Self.tokenBytes * 4 + 2) / 3,
            Base64URL.decode(token)?.count == Self.tokenBytes
        else { return nil }
        return try await store.device(tokenHash: Self.hash(of: token))
    }

    /// A plain hash serves: 256 random bits cannot be guessed, so nothing is gained by a slow one.
    private static func hash(of token: String) -> [UInt8] {
        Array(SHA256.hash(data: Array(token.utf8)))
    }
}
