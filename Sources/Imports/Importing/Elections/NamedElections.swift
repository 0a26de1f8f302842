internal import Polling
internal import Synchronization

/// The elections that the contests or the measures of a file name.
final class NamedElections: Sendable {
    private let counts = Mutex<[ElectionReference: Int]>([:])

    /// Counts the records of a pass; nil at its beginning.
    func observe(_ elections: [ElectionReference]?) {
        counts.withLock { counts in
            guard let elections else { return counts = [:] }
            for election in elections { counts[election, default: 0] += 1 }
        }
    }

    private static let shownCount = 10

    /// What is to be said of elections that are not published, where any is: a name that is written in
    /// another way makes an election of its own, which no voter would look for.
    ///
    /// - Parameters:
    ///   - store: The published elections; nil to leave that out.
    ///   - list: What the records are called, such as ``AreaWording/theseMeasures``.
    func notes(_ store: (any ElectionStore)?, of list: Finding) async throws -> [ImportNote] {
        let named = counts.withLock { $0 }
        guard let store, !named.isEmpty else { return [] }
        let read = Mutex<[String: Election]>([:])
        try await store.forEachElection { batch in
            read.withLock { known in for election in batch { known[election.key] = election } }
        }
        let known = read.withLock { $0 }
        let undated = [Self.undated(named, among: known.values, list)].compactMap(\.self)
        let unknown = named.filter { $0.key.meant(among: known.values).isEmpty }
        guard !known.isEmpty, let example = unknown.keys.map(\.key).min() else { return undated }
        // Those to come first.
        let ranked = known.values.sorted { left, right in
            let (first, second) = (left.date?.description ?? "", right.date?.description ?? "")
            return (second, left.key) < (first, right.key)
        }
        let names = ranked.prefix(Self.shownCount).map { election in
            let name = election.name.text()
            // By what a file may say of it: its name, where no other has it.
            let meant = ElectionReference(key: name).meant(among: known.values)
            let text = meant.map(\.key) == [election.key] ? name : election.key
            return election.date.map {
                Finding(.electionOfDay, ["election": .text(text), "day": .text("\($0)")])
            } ?? Finding(.electionWithoutDate, ["election": .text(text)])
        }
        return undated + [
            ImportNote(
                .warning,
                Finding(
                    .unknownElections,
                    [
                        "count": .count(unknown.values.reduce(0, +)), "list": .finding(list),
                        "example": .text(example), "known": .findings(names),
                    ]
                )
            )
        ]
    }

    /// That records are of elections whose days nothing tells: voters are shown them also when they are over.
    private static func undated(
        _ named: [ElectionReference: Int],
        among known: some Collection<Election>,
        _ list: Finding
    ) -> ImportNote? {
        let undated = named.filter { election, _ in
            election.date == nil
                && election.meant(among: known).allSatisfy { $0.date == nil }
        }
        guard let example = undated.keys.map(\.key).min() else { return nil }
        return ImportNote(
            .warning,
            Finding(
                .recordsWithoutDay,
                [
                    "count": .count(undated.values.reduce(0, +)), "list": .finding(list),
                    "example": .text(example),
                ]
            )
        )
    }
}
