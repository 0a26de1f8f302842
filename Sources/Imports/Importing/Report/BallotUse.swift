internal import Polling
internal import Synchronization
internal import Timekeeping

/// How the districts that contests or measures are for meet those whose boundaries are published.
public struct BallotUse: Sendable, Hashable, Encodable {
    /// The type of district, such as `school_district`.
    public let type: String
    /// How many of the file's records are for a district of the type.
    public let records: Int
    /// How many of these are on the ballot of a voter somewhere; the others are on nobody's by place.
    public let found: Int
    /// How many of the others are for districts that are published, and nothing tells whose ballot they
    /// are on.
    public let undecided: Int
    /// Whether some of these are for precincts of several counties, none of which is published.
    public let needsCounties: Bool
    /// Whether any district of the type is published.
    public let isTypePublished: Bool
    /// The first codes that are not published, of a type that is.
    public let unknown: [String]

    private static let sampleLimit = 20

    /// - Parameters:
    ///   - areas: The areas of all records, each with whether the record is on anybody's ballot.
    ///   - published: The districts whose boundaries are published.
    /// - Returns: By type.
    static func uses(
        _ areas: [(area: BallotArea, isReached: Bool)],
        _ published: Set<DistrictKey>
    ) -> [BallotUse] {
        let types = Set(published.map(\.type))
        let byType = Dictionary(grouping: areas.filter { !$0.area.references.isEmpty }) {
            $0.area.references.first.map { DistrictKey($0).type } ?? ""
        }
        return byType.sorted { $0.key < $1.key }.map { type, members in
            let lost = members.filter { !$0.isReached }.map(\.area)
            let undecided = lost.filter { area in
                area.references.contains { published.contains(DistrictKey($0)) }
            }
            let unknown = lost.filter { area in
                !area.references.contains { published.contains(DistrictKey($0)) }
            }
            let codes = Set(unknown.compactMap { $0.references.first?.code })
            return BallotUse(
                type: type,
                records: members.count,
                found: members.count - lost.count,
                undecided: undecided.count,
                needsCounties: !types.contains("county")
                    && undecided.contains { !$0.counties.isEmpty },
                isTypePublished: types.contains(type),
                unknown: types.contains(type) ? Array(codes.sorted().prefix(sampleLimit)) : []
            )
        }
    }
}

/// The contests and the measures of a file, as far as it matters whose ballot they are on.
final class CountedBallots: Sendable {
    /// Contests without their candidates, and measures.
    struct Records: Sendable, Equatable {
        var contests: [Contest] = []
        var measures: [BallotMeasure] = []
    }

    /// Which of some records are on a ballot, as districts tell.
    private struct Trial: Sendable {
        let records: Records
        let reached: ReachedBallots
        let districts: Set<DistrictKey>
    }

    private struct State {
        var passed = Records()
        var kept = Records()
        var trial: Trial?
    }

    private let state = Mutex(State())

    /// Takes in contests of a pass; nil at its beginning.
    func observe(_ contests: [Contest]?) {
        let light = contests.map(Self.light)
        state.withLock { state in
            guard let light else { return state.passed = Records() }
            state.passed.contests += light
        }
    }

    /// Takes in measures of a pass; nil at its beginning.
    func observe(_ measures: [BallotMeasure]?) {
        state.withLock { state in
            guard let measures else { return state.passed = Records() }
            state.passed.measures += measures
        }
    }

    /// Takes in records that stay beside those of the file, whatever passes follow.
    func keep(_ contests: [Contest]) {
        let light = Self.light(contests)
        state.withLock { $0.kept.contests += light }
    }

    /// The same of measures.
    func keep(_ measures: [BallotMeasure]) { state.withLock { $0.kept.measures += measures } }

    /// Takes in what was found of some records, so that nothing is found out twice while they stay the same.
    ///
    /// - Parameters:
    ///   - reached: Those of the records that are on a ballot.
    ///   - districts: What told it: all published districts of the types that the records name, and the
    ///     precincts and the counties.
    func learn(_ reached: ReachedBallots, of records: Records, _ districts: [District]) {
        let keys = Set(districts.map { DistrictKey($0.reference) })
        let trial = Trial(records: records, reached: reached, districts: keys)
        state.withLock { $0.trial = trial }
    }

    private static func light(_ contests: [Contest]) -> [Contest] {
        contests.map { contest in
            var contest = contest
            contest.candidates = []
            return contest
        }
    }

    /// Those of the pass, and those that stay beside them.
    var all: Records {
        let state = state.withLock { $0 }
        return Records(
            contests: state.passed.contests + state.kept.contests,
            measures: state.passed.measures + state.kept.measures
        )
    }

    static func areas(_ records: Records) -> [BallotArea] {
        records.contests.map(\.area) + records.measures.map(\.area)
    }

    /// What is to be said of codes that are of another vintage of boundaries.
    ///
    /// - Parameter list: What the records are called, such as ``AreaWording/theseContests``.
    func misfits(
        _ districts: (any DistrictStore)?,
        of list: Finding,
        at moment: Timestamp
    ) async throws -> [ImportNote] {
        guard let districts else { return [] }
        return try await PublishedVintages.misfits(
            Set(Self.areas(all).flatMap(\.references)),
            of: list,
            among: districts,
            at: moment
        )
    }

    /// What is to be said of precincts that have no boundary, while others of a record have one, and of
    /// districts that boundaries have in parts.
    ///
    /// - Parameter list: What the records are called, such as ``AreaWording/theseContests``.
    func gaps(_ districts: (any DistrictStore)?, of list: Finding) async throws -> [ImportNote] {
        let areas = Self.areas(all)
        guard let districts else { return [] }
        let splits = try await SplitCodes.notes(
            of: [(list, Set(areas.flatMap(\.references)))],
            among: districts
        )
        guard areas.contains(where: { !$0.precincts.isEmpty }) else { return splits }
        let read = Mutex<Set<DistrictKey>>([])
        try await districts.forEachDistrict { batch in
            let keys = batch.map { DistrictKey($0.reference) }.filter { $0.type == "precinct" }
            read.withLock { $0.formUnion(keys) }
        }
        let found = UnpublishedPrecincts(areas, read.withLock { $0 })
        return [found?.note(of: list)].compactMap { $0 } + splits
    }

    /// What they are beside the published districts: whose ballot they would be on.
    func uses(
        _ districts: (any DistrictStore)?,
        _ clock: any WallClock
    ) async throws -> [BallotUse] {
        let records = all
        let areas = Self.areas(records)
        guard let districts, !areas.isEmpty else { return [] }
        var trial = state.withLock { $0.trial }
        if trial?.records != records {
            let published = try await ReachedBallots.districts(namedBy: areas, in: districts)
            let reached = try await ReachedBallots(published, records, clock: clock)
            learn(reached, of: records, published)
            trial = state.withLock { $0.trial }
        }
        guard let trial else { return [] }
        return BallotUse.uses(
            records.contests.map { ($0.area, trial.reached.contests.contains($0.id)) }
                + records.measures.map { ($0.area, trial.reached.measures.contains($0.id)) },
            trial.districts
        )
    }
}

extension ImportReport {
    /// Which contests or measures have a district, for the report on a terminal.
    func addBallot(_ page: inout TextPage) {
        guard !ballot.isEmpty else { return }
        page.blank()
        let all = ballot.reduce(0) { $0 + $1.records }
        let found = ballot.reduce(0) { $0 + $1.found }
        page.add(
            "Districts of the \(kind): \(grouped(found)) of \(grouped(all)) \(kind) are on the ballot "
                + "of those who live in a district whose boundary is published"
        )
        for use in ballot {
            page.add(
                "\(use.type): \(grouped(use.found)) of \(grouped(use.records))"
                    + (use.isTypePublished ? "" : "; no district of this type is published"),
                indent: 2
            )
            if use.undecided > 0 {
                page.add(
                    "\(grouped(use.undecided)) on nobody's ballot though the district is published, for "
                        + "nothing tells whose it is"
                        + (use.needsCounties
                            ? ": the precincts are of several counties; import the boundaries of the "
                                + "counties with `ambit import districts --type county`" : ""),
                    indent: 4
                )
            }
            if !use.unknown.isEmpty {
                page.add(
                    "not published: \(use.unknown.prefix(10).joined(separator: ", "))",
                    indent: 4
                )
            }
        }
        guard found < all else { return }
        page.add(
            "The others are on the ballot of those alone whose list of addresses or precincts names the "
                + "district; import boundaries with ambit import districts --type.",
            indent: 2
        )
    }
}
