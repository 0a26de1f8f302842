package import Datasets
package import Polling
package import Timekeeping

/// Districts, elections and a ledger in memory.
package struct FakeVotingStore: DistrictStore, ElectionStore, AddressStore, PostcodeStore,
    DatasetLedger
{
    package var districts: [District] = []
    package var elections: [Election] = []
    package var contests: [Contest] = []
    package var measures: [BallotMeasure] = []
    package var precincts: [Precinct] = []
    package var addresses: [AddressEntry] = []
    package var postcodes: [PostcodePlace] = []
    package var versions: [DatasetVersion] = []

    package init(
        districts: [District] = [],
        elections: [Election] = [],
        contests: [Contest] = [],
        measures: [BallotMeasure] = [],
        versions: [DatasetVersion] = []
    ) {
        self.districts = districts
        self.elections = elections
        self.contests = contests
        self.measures = measures
        self.versions = versions
    }

    package func forEachDistrict(_ visit: @Sendable ([District]) throws -> Void) async throws {
        try visit(districts)
    }
    package func forEachElection(_ visit: @Sendable ([Election]) throws -> Void) async throws {
        try visit(elections)
    }
    package func forEachContest(_ visit: @Sendable ([Contest]) throws -> Void) async throws {
        try visit(contests)
    }
    package func forEachMeasure(_ visit: @Sendable ([BallotMeasure]) throws -> Void) async throws {
        try visit(measures)
    }
    package func forEachAddress(_ visit: @Sendable ([AddressEntry]) throws -> Void) async throws {
        try visit(addresses)
    }
    package func forEachPostcode(
        _ visit: @Sendable ([PostcodePlace]) throws -> Void
    ) async throws {
        try visit(postcodes)
    }
    package func forEachPrecinct(_ visit: @Sendable ([Precinct]) throws -> Void) async throws {
        try visit(precincts)
    }
    package func publishedVersions() async throws -> [DatasetVersion] { versions }
    package func versions(of name: DatasetName) async throws -> [DatasetVersion] {
        throw DatasetError.unknownDataset(name)
    }
    package func publish(_ name: DatasetName, version number: Int) async throws -> DatasetVersion {
        throw DatasetError.unknownDataset(name)
    }

    package func withdraw(
        _ name: DatasetName,
        by who: String?,
        at moment: Timestamp
    ) async throws -> DatasetVersion { throw DatasetError.unknownDataset(name) }
}
