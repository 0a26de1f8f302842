public import Timekeeping

/// What a member of staff may do. Each role does its own work and nothing else.
public enum StaffRole: String, Sendable, Hashable, CaseIterable {
    /// Imports datasets and goes back to earlier versions.
    case staff
    /// Decides on messages that were reported.
    case moderator
}

/// A staff token as it is listed: everything but the token, which nobody keeps.
public struct StaffToken: Sendable, Hashable, Identifiable {
    /// Counts up; by it a token is revoked.
    public let id: Int64
    /// What its holder may do.
    public let role: StaffRole
    /// Who holds it, in the words of whoever made it.
    public let label: String
    /// When it was made.
    public let createdAt: Timestamp
    /// When it was revoked; nil while it is good.
    public let revokedAt: Timestamp?

    /// A token with all its members.
    public init(
        id: Int64,
        role: StaffRole,
        label: String,
        createdAt: Timestamp,
        revokedAt: Timestamp? = nil
    ) {
        self.id = id
        self.role = role
        self.label = label
        self.createdAt = createdAt
        self.revokedAt = revokedAt
    }
}

/// What access needs of a durable store.
public protocol StaffTokenStore: Sendable {
    /// Keeps a new token under its SHA-256 hash; when this returns, it is on disk.
    func addStaffToken(
        hash: [UInt8],
        role: StaffRole,
        label: String,
        at moment: Timestamp
    ) async throws -> StaffToken

    /// The token with that hash, revoked or not; nil for none.
    func staffToken(hash: [UInt8]) async throws -> StaffToken?

    /// Every token that was ever made, by id.
    func staffTokens() async throws -> [StaffToken]

    /// Ends a token; when this returns, that is on disk. One that was revoked before stays so.
    ///
    /// - Returns: The token; nil when there is none with that id.
    func revokeStaffToken(_ id: Int64, at moment: Timestamp) async throws -> StaffToken?
}
