internal import Datasets
internal import Polling
internal import Synchronization
internal import Testing

extension StoreContract {
    static let electionClauses = [
        StoreContract("elections, contests, measures and precincts come back whole") { place in
            let store = try await place.open()
            let ballot = try Ballot(of: "curlew")
            try await publish(ballot.elections, as: "curlew-elections", in: store.elections)
            try await publish(ballot.contests, as: "curlew-contests", in: store.contests)
            try await publish(ballot.measures, as: "curlew-measures", in: store.measures)
            try await publish(ballot.precincts, as: "curlew-precincts", in: store.precincts)
            #expect(try await collect(store.forEachElection) == ballot.elections)
            #expect(try await collect(store.forEachContest) == ballot.contests)
            #expect(try await collect(store.forEachMeasure) == ballot.measures)
            #expect(try await collect(store.forEachPrecinct) == ballot.precincts)
            #expect(
                try await store.publishedVersions().map(\.kind)
                    == [.contests, .elections, .measures, .precincts]
            )
        },
        StoreContract("an earlier version of contests is published again") { place in
            let store = try await place.open()
            let ballot = try Ballot(of: "curlew")
            try await publish(ballot.contests, as: "curlew-contests", in: store.contests)
            try await publish(
                Array(ballot.contests.prefix(1)),
                as: "curlew-contests",
                in: store.contests
            )
            #expect(try await collect(store.forEachContest).count == 1)
            _ = try await store.publish(name("curlew-contests"), version: 1)
            #expect(try await collect(store.forEachContest) == ballot.contests)
        },
    ]
}

/// Records in which every member is set, and in which none is.
private struct Ballot {
    let elections: [Election]
    let contests: [Contest]
    let measures: [BallotMeasure]
    let precincts: [Precinct]

    init(of county: String) throws {
        let both = try #require(LocalizedText(["en": "Yes \"1\"", "es": "Sí\n"]))
        let day = CalendarDate(year: 2026, month: 11, day: 3)
        elections = [
            Election(
                dataset: try name("curlew-elections"),
                key: "2026-general",
                name: both,
                date: day,
                type: both,
                timeZone: "America/Denver",
                pollsOpen: "07:00",
                pollsClose: "19:00",
                note: "note"
            ),
            Election(
                dataset: try name("curlew-elections"),
                key: "other",
                name: LocalizedText("Other")
            ),
        ]
        let dataset = try name("curlew-contests")
        contests = [
            Contest(
                dataset: dataset,
                key: "1",
                election: ElectionReference(key: "2026-general", name: "General", date: day),
                title: both,
                office: both,
                area: BallotArea(
                    district: DistrictReference(type: "ward", code: "Ward 8"),
                    precincts: ["1", "02"]
                ),
                kind: .retention,
                votesAllowed: 2,
                seats: 3,
                candidates: [
                    Candidate(name: both, party: both, ticket: 1, isIncumbent: true),
                    Candidate(name: LocalizedText("Ünï"), ticket: 1),
                ]
            ),
            Contest(
                dataset: dataset,
                key: "2",
                election: ElectionReference(key: "e"),
                title: LocalizedText("Mayor"),
                area: BallotArea()
            ),
        ]
        measures = [
            BallotMeasure(
                id: BallotMeasure.ID(try name("curlew-measures"), "1"),
                dataset: try name("curlew-measures"),
                election: ElectionReference(key: "e"),
                area: BallotArea(district: DistrictReference(type: "county", code: "990")),
                title: both,
                summary: LocalizedText("a"),
                text: LocalizedText("b"),
                yesMeans: LocalizedText("c"),
                noMeans: LocalizedText("d"),
                statementFor: LocalizedText("e"),
                statementAgainst: LocalizedText("f")
            )
        ]
        precincts = [
            Precinct(
                id: Precinct.ID(try name("curlew-precincts"), "pre1"),
                dataset: try name("curlew-precincts"),
                code: "0203",
                name: "203 - GEORGETOWN",
                districts: [DistrictReference(type: "ward", code: "3")],
                stations: [Station.ID(rawValue: "curlew.1")],
                isMailOnly: false
            ),
            Precinct(
                id: Precinct.ID(try name("curlew-precincts"), "pre2"),
                dataset: try name("curlew-precincts"),
                code: "1",
                name: ""
            ),
        ]
    }
}

func publish<Record: Sendable>(
    _ records: [Record],
    as dataset: String,
    in store: any DatasetStore<Record>
) async throws {
    let build = try await store.beginVersion(of: name(dataset))
    try await build.append(records)
    _ = try await build.publish(
        source: source,
        rows: .init(read: records.count, accepted: records.count),
        changes: .init(added: records.count),
        at: moment()
    )
}

func collect<Record: Sendable>(
    _ forEach: (@Sendable ([Record]) throws -> Void) async throws -> Void
) async throws -> [Record] {
    let found = Mutex<[Record]>([])
    try await forEach { batch in found.withLock { $0 += batch } }
    return found.withLock { $0 }
}
