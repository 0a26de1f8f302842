/// That an answer's choices are of more addresses than anybody reads, and what tells the voter's.
public struct Narrowing: Sendable, Hashable {
    /// What is to be asked for.
    public enum Part: String, Sendable, Hashable, CaseIterable {
        /// The street, and the house in it: none of the addresses is listed.
        case street
        /// The number of the house: those are listed that are nearest to what was asked for.
        case house
    }

    /// What is to be asked for.
    public let part: Part
    /// How many addresses there are.
    public let addressCount: Int
    /// How many are listed.
    public let listedCount: Int
    /// The postcode that all of them have; nil where the question was not by postcode.
    public let postcode: String?

    /// So many addresses are listed at most, those of all choices together: what a person reads.
    public static let limit = 30
}

extension VoterGuide {
    /// Takes from choices what is more than anybody reads: of a postcode's addresses all, of a street's
    /// those after the first.
    ///
    /// - Parameter postcode: The postcode that was asked for; nil where an address was.
    /// - Returns: nil where nothing had to be taken.
    func narrow(_ choices: inout [AssignmentChoice], postcode: String? = nil) -> Narrowing? {
        let count = choices.reduce(0) { $0 + $1.addressCount }
        guard count > Narrowing.limit else { return nil }
        // Each choice keeps its first; the rest goes round, so that no choice hides the next.
        var shares = choices.map { _ in 0 }
        if postcode == nil {
            var rest = Narrowing.limit
            while rest > 0 {
                let before = rest
                for (slot, choice) in choices.enumerated()
                where rest > 0 && shares[slot] < choice.addresses.count {
                    shares[slot] += 1
                    rest -= 1
                }
                if rest == before { break }
            }
        }
        for slot in choices.indices {
            choices[slot].addresses = Array(choices[slot].addresses.prefix(shares[slot]))
        }
        return Narrowing(
            part: postcode == nil ? .house : .street,
            addressCount: count,
            listedCount: shares.reduce(0, +),
            postcode: postcode
        )
    }
}
