/// Candidates by their numbers, each once, in the order in which they were met.
struct CandidateNumbers {
    private(set) var all: [Int] = []
    /// Nil while there are so few that looking through them is quicker.
    private var known: Set<Int>?

    /// From so many on, a set is kept.
    private static let few = 16

    func contains(_ number: Int) -> Bool { known?.contains(number) ?? all.contains(number) }

    mutating func insert(_ number: Int) {
        guard !contains(number) else { return }
        all.append(number)
        if all.count == Self.few { known = Set(all) } else { known?.insert(number) }
    }
}
