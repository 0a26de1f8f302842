internal import Polling
internal import RowFiles
internal import Synchronization
internal import Timekeeping

/// Which contests and measures are on the ballot of a voter somewhere, as the boundaries of published districts
/// tell.
struct ReachedBallots: Sendable {
    /// The contests that are on one.
    let contests: Set<Contest.ID>
    /// The measures that are on one.
    let measures: Set<BallotMeasure.ID>

    /// - Parameters:
    ///   - districts: Those of ``districts(namedBy:in:)``.
    ///   - records: Those in question; their candidates don't matter.
    ///   - clock: Tells which boundaries are in force for what has no day.
    init(
        _ districts: [District],
        _ records: CountedBallots.Records,
        clock: any WallClock
    ) async throws {
        let trial = try await BallotTrial(
            districts,
            contests: records.contests,
            measures: records.measures,
            clock: clock
        )
        (self.contests, self.measures) = try await BlockingWork.run { trial.reached() }
    }

    /// The published districts that may tell whose ballots something is on: those of the types that areas
    /// name, the precincts and the counties.
    static func districts(
        namedBy areas: [BallotArea],
        in store: any DistrictStore
    ) async throws -> [District] {
        let types = Set(
            areas.flatMap { $0.references + ($0.district.map { [$0] } ?? []) }
                .map { DistrictKey.canonicalType($0.type) }
        ).union(["precinct", "county"])
        let read = Mutex<[District]>([])
        try await store.forEachDistrict { batch in
            let named = batch.filter {
                types.contains(DistrictKey.canonicalType($0.reference.type))
            }
            read.withLock { $0 += named }
        }
        return read.withLock { $0 }
    }
}
