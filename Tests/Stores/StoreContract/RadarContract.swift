public import Radar

/// What a store of messages must do, clause by clause: every store, and those that keep nothing else.
public struct RadarContract: Sendable, CustomStringConvertible {
    /// What the store must do, as a sentence.
    public let description: String
    /// Tries it at an empty place, and records an issue where the store fails.
    public let verify: @Sendable (any RadarPlace) async throws -> Void

    init(
        _ description: String,
        _ verify: @escaping @Sendable (any RadarPlace) async throws -> Void
    ) {
        self.description = description
        self.verify = verify
    }

    /// All clauses.
    public static let clauses = messageClauses + personalClauses + moderationClauses
}

/// A store of messages as the contract sees it.
public protocol RadarStoreUnderTest: RadarStore {
    /// Lets go of what the store holds open.
    func close() async throws
}

/// One place to keep messages, empty at first.
public protocol RadarPlace: Sendable {
    /// Opens the place, as another process would when a store has it open already.
    func openRadar() async throws -> any RadarStoreUnderTest
}
