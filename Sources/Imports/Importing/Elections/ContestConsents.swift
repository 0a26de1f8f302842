internal import Datasets
internal import Polling
internal import Synchronization
internal import Timekeeping

/// The contests of a file beside those that are published as its dataset: what of the difference takes consent,
/// and what is told.
final class ContestConsents: Sendable {
    private struct State {
        var passed: [Contest] = []
        /// Rows that name a contest and no candidate, by contest.
        var blanks: [Contest.ID: Int] = [:]
        /// Who stands in refused rows that don't say of which contest they are.
        var refused: Set<String> = []
        /// Contests of which rows were refused.
        var refusedContests: Set<Contest.ID> = []
        var notes: [ImportNote] = []
    }

    private let state = Mutex(State())

    /// Takes in contests of a pass; nil at its beginning.
    func observe(_ contests: [Contest]?) {
        state.withLock { state in
            guard let contests else {
                // What is told is of the pass before, for publishing takes another one.
                let notes = state.notes
                state = State(notes: notes)
                return
            }
            state.passed += contests
        }
    }

    /// Counts a row of the pass that names a contest and no candidate.
    func addBlank(in contest: Contest.ID) {
        state.withLock { $0.blanks[contest, default: 0] += 1 }
    }

    /// Takes in the candidate of a refused row of the pass that does not say of which contest it is.
    func addRefused(_ candidate: String) {
        state.withLock { _ = $0.refused.insert(candidate) }
    }

    /// Takes in the contest of a refused row of the pass.
    func addRefused(in contest: Contest.ID) {
        state.withLock { _ = $0.refusedContests.insert(contest) }
    }

    /// What takes consent, once a pass is over.
    ///
    /// - Parameters:
    ///   - store: Has what is published.
    ///   - ballots: The contests of the pass, which learn whose ballots they are on.
    ///   - districts: The published districts; nil where they are not known.
    ///   - isFeed: Whether the contests are of a feed that brings its districts, which are published with them:
    ///     then nothing is said of districts.
    ///   - clock: Tells which boundaries are in force.
    func consents(
        _ store: any DatasetStore<Contest>,
        _ options: ImportOptions,
        _ ballots: CountedBallots,
        _ districts: (any DistrictStore)?,
        isFeed: Bool,
        clock: any WallClock
    ) async throws -> [GuardFinding] {
        let stored = try await store.published(in: options.dataset)
        guard !stored.isEmpty else { return [] }
        // By id, so that what is told does not hang on the order of a store.
        let published = stored.sorted { $0.id.rawValue < $1.id.rawValue }
        let pass = state.withLock { $0 }
        let passed = pass.passed
        let passedIDs = Set(passed.map(\.id))
        let kept = options.keepsOthers ? published.filter { !passedIDs.contains($0.id) } : []
        var lost: LostBallots?
        if let districts, !isFeed {
            lost = try await LostBallots(
                of: CountedBallots.Records(contests: published),
                by: ballots,
                districts,
                clock: clock
            )
        }
        let changes = CandidateChanges(
            of: published,
            by: passed + kept,
            blanks: pass.blanks,
            refused: pass.refused,
            reached: lost?.reached.contests ?? (isFeed ? passedIDs : [])
        )
        let precincts = OtherPrecincts(of: published, by: passed + kept)
        let gone = GoneCandidates(of: stored, by: passed, changes, refused: pass.refusedContests)
        state.withLock { $0.notes = gone.notes + changes.notes + precincts.notes }
        return changes.consents
            + [precincts.consent, lost?.consent(of: "contest")].compactMap { $0 }
    }

    /// What is to be said, once ``consents(_:_:_:_:isFeed:clock:)`` were asked for.
    var notes: [ImportNote] { state.withLock { $0.notes } }
}
