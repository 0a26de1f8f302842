public import Timekeeping

/// What a member of staff may do. Each role does its own work and nothing else.
///
/// A word, such as `moderator`; the role of a module has the module's name before it: `expo.organizer`.
public struct StaffRole: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// As the store keeps it and the command line takes it.
    public let rawValue: String

    /// - Returns: nil for a text that is no word, nor two with a point between them. A word begins with a
    ///   small letter, and has small letters, digits and underscores.
    public init?(rawValue: String) {
        let words = rawValue.utf8.split(
            separator: UInt8(ascii: "."),
            omittingEmptySubsequences: false
        )
        guard rawValue.utf8.count <= 64, words.count <= 2, words.allSatisfy(Self.isWord) else {
            return nil
        }
        self.rawValue = rawValue
    }

    private init(_ word: StaticString) { rawValue = "\(word)" }

    /// Imports datasets and goes back to earlier versions.
    public static let staff = StaffRole("staff")
    /// Decides on messages that were reported.
    public static let moderator = StaffRole("moderator")

    /// The role's own words.
    public var description: String { rawValue }

    private static func isWord(_ bytes: Substring.UTF8View) -> Bool {
        let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
        guard let first = bytes.first, letters.contains(first) else { return false }
        return bytes.allSatisfy {
            letters.contains($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                || $0 == UInt8(ascii: "_")
        }
    }
}

/// A staff token as it is listed: everything but the token, which nobody keeps.
public struct StaffToken: Sendable, Hashable, Identifiable {
    /// Counts up; by it a token is revoked.
    public let id: Int64
    /// What its holder may do.
    public let role: StaffRole
    /// The event that it is good for; nil for one that is bound to none.
    public let event: String?
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
        event: String? = nil,
        label: String,
        createdAt: Timestamp,
        revokedAt: Timestamp? = nil
    ) {
        self.id = id
        self.role = role
        self.event = event
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
        event: String?,
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
