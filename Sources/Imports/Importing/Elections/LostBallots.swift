internal import Datasets
internal import Polling
internal import Timekeeping

/// Published contests or measures that a file would take from every ballot: the boundaries of the districts
/// that it names for them are not published, and those of the districts before are.
struct LostBallots {
    /// What the file's records reach.
    let reached: ReachedBallots
    private let examples: [String]
    private let published: Int

    /// - Parameters:
    ///   - published: The dataset's records.
    ///   - ballots: The file's, which learn what they reach.
    init(
        of published: CountedBallots.Records,
        by ballots: CountedBallots,
        _ districts: any DistrictStore,
        clock: any WallClock
    ) async throws {
        let passed = ballots.all
        let boundaries = try await ReachedBallots.districts(
            namedBy: CountedBallots.areas(published) + CountedBallots.areas(passed),
            in: districts
        )
        reached = try await ReachedBallots(boundaries, passed, clock: clock)
        ballots.learn(reached, of: passed, boundaries)
        self.published = published.contests.count + published.measures.count
        let contests = Self.unreached(published.contests, passed.contests, reached.contests)
        let measures = Self.unreached(published.measures, passed.measures, reached.measures)
        guard !contests.isEmpty || !measures.isEmpty else {
            examples = []
            return
        }
        let before = try await ReachedBallots(boundaries, published, clock: clock)
        examples =
            contests.filter { before.contests.contains($0.id) }.map(\.example)
            + measures.filter { before.measures.contains($0.id) }.map(\.example)
    }

    /// The published records that the file has, too, and that are on nobody's ballot there.
    ///
    /// - Parameters:
    ///   - passed: The file's.
    ///   - reached: Those of the file's that are on a ballot.
    private static func unreached<Record: BallotRecord>(
        _ published: [Record],
        _ passed: [Record],
        _ reached: Set<Record.ID>
    ) -> [(id: Record.ID, example: String)] {
        let areas = Dictionary(
            passed.map { ($0.id, $0.area) },
            uniquingKeysWith: { first, _ in first }
        )
        return published.compactMap { old in
            guard let area = areas[old.id], !reached.contains(old.id) else { return nil }
            return (old.id, example(old.title.text(), old.area, area))
        }
    }

    /// The same of a file's measures.
    ///
    /// - Parameters:
    ///   - ballots: The file's, which learn what they reach.
    ///   - store: Has the published measures.
    ///   - dataset: Which of them.
    ///   - districts: The published districts; nil where they are not known.
    /// - Returns: nil where no measures or no districts are published.
    static func ofMeasures(
        _ ballots: CountedBallots,
        published store: any DatasetStore<BallotMeasure>,
        as dataset: DatasetName,
        _ districts: (any DistrictStore)?,
        clock: any WallClock
    ) async throws -> LostBallots? {
        guard let districts else { return nil }
        let published = CountedBallots.Records(measures: try await store.published(in: dataset))
        guard !published.measures.isEmpty else { return nil }
        return try await LostBallots(of: published, by: ballots, districts, clock: clock)
    }

    private static func example(_ title: String, _ old: BallotArea, _ new: BallotArea) -> String {
        "\"\(title)\" (\(text(of: old)) > \(text(of: new)))"
    }

    /// The first of an area's districts: `ward 3`, and a dash of none.
    private static func text(of area: BallotArea) -> String {
        area.references.first.map { "\($0.type) \($0.code)" } ?? "-"
    }

    /// What takes consent; nil where all stay on somebody's ballot.
    ///
    /// - Parameter noun: What one of the records is called, such as `contest`.
    func consent(of noun: String) -> GuardFinding? {
        ExampleList(examples).consent(
            .lostBallots,
            allowed: 0,
            of: published,
            "published " + noun,
            would: "be on nobody's ballot, for the districts that the file names have no published "
                + "boundary, while those of before have one",
            advice: "Look whether the districts and their types are right, or import their "
                + "boundaries first"
        )
    }
}

/// What is on ballots in some area.
private protocol BallotRecord: Identifiable {
    /// What it is called there.
    var title: LocalizedText { get }
    /// Where it is on them.
    var area: BallotArea { get }
}

extension Contest: BallotRecord {}
extension BallotMeasure: BallotRecord {}
