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
    ///   - passed: The file's.
    init(
        of published: CountedBallots.Records,
        by passed: CountedBallots.Records,
        _ districts: any DistrictStore,
        clock: any WallClock
    ) async throws {
        let boundaries = try await ReachedBallots.districts(
            namedBy: CountedBallots.areas(published) + CountedBallots.areas(passed),
            in: districts
        )
        func reach(_ records: CountedBallots.Records) async throws -> ReachedBallots {
            try await ReachedBallots(
                boundaries,
                contests: records.contests,
                measures: records.measures,
                clock: clock
            )
        }
        let before = try await reach(published)
        let after = try await reach(passed)
        let contests = Dictionary(
            passed.contests.map { ($0.id, $0.area) },
            uniquingKeysWith: { first, _ in first }
        )
        let measures = Dictionary(
            passed.measures.map { ($0.id, $0.area) },
            uniquingKeysWith: { first, _ in first }
        )
        examples =
            published.contests.compactMap { old in
                guard let area = contests[old.id], before.contests.contains(old.id),
                    !after.contests.contains(old.id)
                else { return nil }
                return Self.example(old.title.text(), old.area, area)
            }
            + published.measures.compactMap { old in
                guard let area = measures[old.id], before.measures.contains(old.id),
                    !after.measures.contains(old.id)
                else { return nil }
                return Self.example(old.title.text(), old.area, area)
            }
        reached = after
        self.published = published.contests.count + published.measures.count
    }

    /// The same of a file's measures.
    ///
    /// - Parameters:
    ///   - passed: The file's.
    ///   - store: Has the published measures.
    ///   - dataset: Which of them.
    ///   - districts: The published districts; nil where they are not known.
    /// - Returns: nil where no measures or no districts are published.
    static func ofMeasures(
        _ passed: CountedBallots.Records,
        published store: any DatasetStore<BallotMeasure>,
        as dataset: DatasetName,
        _ districts: (any DistrictStore)?,
        clock: any WallClock
    ) async throws -> LostBallots? {
        guard let districts else { return nil }
        let published = CountedBallots.Records(measures: try await store.published(in: dataset))
        guard !published.measures.isEmpty else { return nil }
        return try await LostBallots(of: published, by: passed, districts, clock: clock)
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
    /// - Parameter kind: What the records are called, such as `contests`.
    func consent(of kind: String) -> GuardFinding? {
        guard !examples.isEmpty else { return nil }
        let list = Finding.examples(examples)
        return GuardFinding(
            limit: .lostBallots,
            count: examples.count,
            allowed: 0,
            published: published,
            text:
                "\(grouped(examples.count)) of the \(grouped(published)) published \(kind) would be on "
                + "nobody's ballot, for the districts that the file names have no published boundary, "
                + "while those of before have one: \(list.text). Look whether the districts and their types "
                + "are right, or import their boundaries first",
            values: ["examples": list]
        )
    }
}
