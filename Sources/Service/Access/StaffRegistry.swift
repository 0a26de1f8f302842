internal import Cryptography
public import Timekeeping

/// Makes staff tokens, knows them again, and ends them.
public struct StaffRegistry: Sendable {
    /// What every token begins with, so that one that was published by mistake is found as such.
    public static let prefix = "ambit_"
    private static let randomBytes = 32
    private static let longestLabel = 100
    private static let longestEvent = 300

    private let store: any StaffTokenStore
    private let clock: any WallClock

    /// A registry over a store.
    public init(store: any StaffTokenStore, clock: any WallClock) {
        self.store = store
        self.clock = clock
    }

    /// Makes a token.
    ///
    /// - Parameters:
    ///   - event: The event that it is good for, 1 to 300 characters; nil for one that is bound to none.
    ///   - label: Who will hold it: 1 to 100 characters, none of them a control character.
    /// - Returns: The token's entry and the token itself: 256 bits from the system's secure random
    ///   numbers. It is kept nowhere; only its SHA-256 is stored.
    /// - Throws: ``AccessError/invalidLabel(_:)``, ``AccessError/invalidEvent(_:)``; what the store throws.
    public func create(
        role: StaffRole,
        event: String? = nil,
        label: String
    ) async throws -> (entry: StaffToken, token: String) {
        guard Self.isText(label, upTo: Self.longestLabel) else {
            throw AccessError.invalidLabel(label)
        }
        if let event, !Self.isText(event, upTo: Self.longestEvent) {
            throw AccessError.invalidEvent(event)
        }
        let token = Self.prefix + Bytes.secureRandom(count: Self.randomBytes).hexadecimal
        let entry = try await store.addStaffToken(
            hash: Self.hash(of: token),
            role: role,
            event: event,
            label: label,
            at: clock.now
        )
        return (entry, token)
    }

    /// The entry of a token, with its role and who holds it; nil when it is none, or was revoked.
    ///
    /// The store is asked each time, so that a token that another process revokes is no good at
    /// once.
    ///
    /// - Parameter token: Any text; what has not the form of a token is not looked up.
    /// - Throws: What the store throws.
    public func entry(presenting token: String) async throws -> StaffToken? {
        let digits = token.utf8.dropFirst(Self.prefix.utf8.count)
        guard token.hasPrefix(Self.prefix), digits.count == 2 * Self.randomBytes,
            digits.allSatisfy(Set("0123456789abcdef".utf8).contains),
            let entry = try await store.staffToken(hash: Self.hash(of: token)),
            entry.revokedAt == nil
        else { return nil }
        return entry
    }

    /// Every token that was ever made, by id.
    public func tokens() async throws -> [StaffToken] { try await store.staffTokens() }

    /// Ends a token for good; harmless when it was revoked before.
    ///
    /// - Throws: ``AccessError/unknownToken(_:)``; what the store throws.
    @discardableResult
    public func revoke(_ id: Int64) async throws -> StaffToken {
        guard let token = try await store.revokeStaffToken(id, at: clock.now) else {
            throw AccessError.unknownToken(id)
        }
        return token
    }

    /// Whether a text says something and can be shown.
    private static func isText(_ text: String, upTo limit: Int) -> Bool {
        (1...limit).contains(text.count) && text.contains { !$0.isWhitespace }
            && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }

    /// A plain hash serves: 256 random bits cannot be guessed, so nothing is gained by a slow one.
    package static func hash(of token: String) -> [UInt8] {
        SHA256.hash(token)
    }
}

/// Why a token could not be made or ended.
public enum AccessError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The label is empty, too long, or holds control characters.
    case invalidLabel(String)
    /// The event is empty, too long, or holds control characters.
    case invalidEvent(String)
    /// There is no token with that id.
    case unknownToken(Int64)

    /// What was wrong, with the value and what is allowed.
    public var description: String {
        switch self {
        case .invalidLabel(let label):
            "label is \(label.debugDescription); a label says who holds the token, in 1 to 100 "
                + "characters, none of them a control character"
        case .invalidEvent(let event):
            "event is \(event.debugDescription); it is the id of an event, of 1 to 300 characters, none of "
                + "them a control character"
        case .unknownToken(let id):
            "there is no token \(id); ambit token list shows all"
        }
    }
}
