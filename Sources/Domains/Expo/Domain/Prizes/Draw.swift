internal import Cryptography

/// A draw that anybody can check: what decides it is fixed before anybody knows who takes part.
///
/// 1. A seed of 64 hexadecimal digits is made, and the SHA-256 of these digits is told: the commitment.
/// 2. Each entrant has a ticket, which tells nobody who it is but its holder.
/// 3. The tickets are sorted by their bytes; the SHA-256 of them, each followed by a line feed, is the entrants'
///    hash.
/// 4. The score of a ticket is the SHA-256 of `SEED:ENTRANTS_HASH:TICKET`. The lowest scores win; the next are the
///    reserves.
/// 5. The seed, the tickets and the entrants' hash are published, and everybody can do the same again.
package struct Draw: Sendable, Hashable {
    /// 64 hexadecimal digits.
    package let seed: String

    /// A seed that nobody can guess.
    package init() { seed = Bytes.secureRandom(count: 32).hexadecimal }

    /// A seed that was made before.
    package init(seed: String) { self.seed = seed }

    /// The SHA-256 of the seed's digits, in 64 hexadecimal digits.
    package var commitment: String { SHA256.hash(seed).hexadecimal }

    /// What stands for all tickets, which are in their order: 64 hexadecimal digits.
    package static func hash(of entrants: [String]) -> String {
        SHA256.hash(entrants.map { $0 + "\n" }.joined()).hexadecimal
    }

    /// What came out.
    package struct Outcome: Sendable, Hashable {
        /// All tickets, in their order.
        package let entrants: [String]
        /// What stands for all of them, in 64 hexadecimal digits.
        package let entrantsHash: String
        /// Those that win, the first prize first.
        package let winners: [String]
        /// Those that take the place of winners who are not found, in their turn.
        package let reserves: [String]

        /// An outcome that is kept elsewhere.
        ///
        /// - Parameter entrants: In their order.
        package init(entrants: [String], winners: [String], reserves: [String]) {
            self.entrants = entrants
            entrantsHash = Draw.hash(of: entrants)
            self.winners = winners
            self.reserves = reserves
        }
    }

    /// Draws.
    ///
    /// - Parameters:
    ///   - tickets: One of each entrant; the same twice is one.
    ///   - winners: How many win, at most as many as there are.
    ///   - reserves: How many wait behind them.
    /// - Complexity: O(n log n) for n tickets.
    package func outcome(of tickets: [String], winners: Int, reserves: Int) -> Outcome {
        let entrants = Set(tickets).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        let hash = Self.hash(of: entrants)
        let scored = entrants.map { (ticket: $0, score: SHA256.hash("\(seed):\(hash):\($0)")) }
            .sorted { $0.score.lexicographicallyPrecedes($1.score) }.map(\.ticket)
        return Outcome(
            entrants: entrants,
            winners: Array(scored.prefix(winners)),
            reserves: Array(scored.dropFirst(winners).prefix(reserves))
        )
    }
}

/// Makes the tickets of a draw's entrants.
package struct TicketMaker: Sendable {
    private let key: AuthenticationKey
    private static let ticketBytes = 10

    /// - Parameter key: The draw's own: without it nobody can tell whose a ticket is.
    package init(key: [UInt8]) { self.key = AuthenticationKey(bytes: key) }

    /// The ticket of an account: 20 hexadecimal digits.
    package func ticket(of account: Int64) -> String {
        key.code(for: Array("\(account)".utf8)).prefix(Self.ticketBytes).hexadecimal
    }
}
