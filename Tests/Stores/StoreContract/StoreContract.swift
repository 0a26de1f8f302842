/// What every store must do, clause by clause.
///
/// A store's tests run each clause of ``clauses`` on a place of its own:
///
///     @Test("keeps the contract", arguments: StoreContract.clauses)
///     func keepsTheContract(clause: StoreContract) async throws {
///         try await clause.verify(place)
///     }
public struct StoreContract: Sendable, CustomStringConvertible {
    /// What the store must do, as a sentence.
    public let description: String
    /// Tries it at an empty place, and records an issue where the store fails.
    public let verify: @Sendable (any StorePlace) async throws -> Void

    init(
        _ description: String,
        _ verify: @escaping @Sendable (any StorePlace) async throws -> Void
    ) {
        self.description = description
        self.verify = verify
    }

    private init(_ clause: RadarContract) {
        self.init(clause.description) { try await clause.verify($0) }
    }

    /// All clauses.
    public static let clauses =
        RadarContract.clauses.map(StoreContract.init) + importedMessageClauses
        + versionClauses + districtClauses + addressClauses + postcodeClauses
        + electionClauses + roadClauses + groundClauses
        + conflictClauses + changeClauses + accessClauses + decisionClauses
}
