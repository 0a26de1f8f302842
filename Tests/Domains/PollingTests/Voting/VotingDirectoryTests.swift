import Datasets
import Geodesy
import Polling
import PollingTesting
import Synchronization
import Testing
import Timekeeping

/// A voter is told from one reading of everything, whatever is published meanwhile.
@Suite struct VotingDirectoryTests: ThreePrecincts {
    /// A store in which somebody may publish while it is read.
    private final class BusyStore: DistrictStore, ElectionStore, AddressStore, PostcodeStore,
        DatasetLedger
    {
        private let content: Mutex<FakeVotingStore>
        private let whileReading = Mutex<(@Sendable () -> Void)?>(nil)
        private let fails = Mutex(false)

        init(_ content: FakeVotingStore) { self.content = Mutex(content) }

        private var now: FakeVotingStore { content.withLock { $0 } }

        func change(_ change: (inout FakeVotingStore) -> Void) { content.withLock { change(&$0) } }

        /// Done once, behind the next reading of the districts.
        func once(_ job: @escaping @Sendable () -> Void) { whileReading.withLock { $0 = job } }

        func setFails(_ flag: Bool) { fails.withLock { $0 = flag } }

        func forEachDistrict(_ visit: @Sendable ([District]) throws -> Void) async throws {
            try await now.forEachDistrict(visit)
            let job = whileReading.withLock { job in
                defer { job = nil }
                return job
            }
            job?()
        }
        func forEachElection(_ visit: @Sendable ([Election]) throws -> Void) async throws {
            if fails.withLock({ $0 }) { throw FakeStationStore.Failure() }
            try await now.forEachElection(visit)
        }
        func forEachContest(_ visit: @Sendable ([Contest]) throws -> Void) async throws {
            try await now.forEachContest(visit)
        }
        func forEachMeasure(_ visit: @Sendable ([BallotMeasure]) throws -> Void) async throws {
            try await now.forEachMeasure(visit)
        }
        func forEachPrecinct(_ visit: @Sendable ([Precinct]) throws -> Void) async throws {
            try await now.forEachPrecinct(visit)
        }
        func forEachAddress(_ visit: @Sendable ([AddressEntry]) throws -> Void) async throws {
            try await now.forEachAddress(visit)
        }
        func forEachPostcode(_ visit: @Sendable ([PostcodePlace]) throws -> Void) async throws {
            try await now.forEachPostcode(visit)
        }
        func publishedVersions() async throws -> [DatasetVersion] { now.versions }
        func versions(of name: DatasetName) async throws -> [DatasetVersion] {
            try await now.versions(of: name)
        }
        func publish(_ name: DatasetName, version: Int) async throws -> DatasetVersion {
            try await now.publish(name, version: version)
        }
        func withdraw(
            _ name: DatasetName,
            by who: String?,
            at moment: Timestamp
        ) async throws -> DatasetVersion { try await now.withdraw(name, by: who, at: moment) }
    }

    private let stations: FakeStationStore
    private let store: BusyStore
    private let voting: VotingDirectory

    init() throws {
        // The first drawing: precinct 1 in the west, precinct 2 beside it.
        stations = FakeStationStore()
        store = BusyStore(FakeVotingStore())
        voting = VotingDirectory(
            stations: StationDirectory(store: stations),
            store: store,
            clock: ManualWallClock(Self.noon)
        )
        try publish(first: "1", second: "2", version: 1)
    }

    /// Two precincts with a station each, in the west and in the east, and the ledger's versions.
    private func publish(first: String, second: String, version: Int) throws {
        let districts = [
            try district(first, MultiPolygon([box(0, 0, 0.01, 0.01)])),
            try district(second, MultiPolygon([box(0.01, 0, 0.02, 0.01)])),
        ]
        stations.replace(with: [
            try station("west", serving: [first], at: place(0.005, 0.005)),
            try station("east", serving: [second], at: place(0.005, 0.015)),
        ])
        let versions = try [("stations", DatasetKind.stations), ("precincts", .districts)].map {
            DatasetVersion(
                dataset: try DatasetName($0.0),
                kind: $0.1,
                number: version,
                source: ImportSource(fileName: "a.csv", sha256: "", byteCount: 1),
                rows: RowCounts(read: 2, accepted: 2),
                changes: ChangeCounts(),
                recordCount: 2,
                importedAt: Self.noon,
                isPublished: true
            )
        }
        store.change {
            $0.districts = districts
            $0.versions = versions
        }
    }

    private func assigned(by guide: VoterGuide) throws -> [String] {
        try ask(guide, 0.005, 0.005).assignment?.stations.map(\.station.name) ?? []
    }

    @Test("a guide answers from what it was made from, whatever is published behind it")
    func old() async throws {
        try await voting.load()
        let guide = voting.guide
        #expect(try assigned(by: guide) == ["west"])
        // All codes are others now: stations of one drawing in districts of the other would be wrong.
        try publish(first: "2", second: "1", version: 2)
        #expect(try assigned(by: guide) == ["west"])
        try await voting.reload([.stations, .districts])
        #expect(try assigned(by: guide) == ["west"])
        #expect(try assigned(by: voting.guide) == ["west"])
        #expect(try ask(voting.guide, 0.005, 0.005).districts.first?.reference.code == "2")
    }

    @Test("what is published while it is read is read again, as a whole")
    func meanwhile() async throws {
        store.once { [self] in try? publish(first: "2", second: "1", version: 2) }
        try await voting.load()
        // Else the west's district would still be 1, and its station serve 2.
        #expect(try assigned(by: voting.guide) == ["west"])
        #expect(try ask(voting.guide, 0.005, 0.005).districts.first?.reference.code == "2")
    }

    @Test("a reading that fails leaves the guide that was there")
    func failure() async throws {
        #expect(!voting.isLoaded)
        try await voting.load()
        #expect(voting.isLoaded)
        let guide = voting.guide
        try publish(first: "2", second: "1", version: 2)
        store.setFails(true)
        await #expect(throws: FakeStationStore.Failure.self) {
            try await voting.reload([.stations, .districts, .elections])
        }
        #expect(voting.guide === guide)
        store.setFails(false)
        try await voting.reload([.stations, .districts, .elections])
        #expect(try ask(voting.guide, 0.005, 0.005).districts.first?.reference.code == "2")
    }
}
