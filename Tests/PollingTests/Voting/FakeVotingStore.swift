import Datasets
import Polling
import Timekeeping

/// Districts, elections and a ledger in memory.
struct FakeVotingStore: DistrictStore, ElectionStore, AddressStore, PostcodeStore,
    DatasetLedger
{
    var districts: [District] = []
    var elections: [Election] = []
    var contests: [Contest] = []
    var measures: [BallotMeasure] = []
    var addresses: [AddressEntry] = []
    var postcodes: [PostcodePlace] = []
    var versions: [DatasetVersion] = []

    func forEachDistrict(_ visit: @Sendable ([District]) throws -> Void) async throws {
        try visit(districts)
    }
    func forEachElection(_ visit: @Sendable ([Election]) throws -> Void) async throws {
        try visit(elections)
    }
    func forEachContest(_ visit: @Sendable ([Contest]) throws -> Void) async throws {
        try visit(contests)
    }
    func forEachMeasure(_ visit: @Sendable ([BallotMeasure]) throws -> Void) async throws {
        try visit(measures)
    }
    func forEachAddress(_ visit: @Sendable ([AddressEntry]) throws -> Void) async throws {
        try visit(addresses)
    }
    func forEachPostcode(
        _ visit: @Sendable ([PostcodePlace]) throws -> Void
    ) async throws {
        try visit(postcodes)
    }
    func forEachPrecinct(_ visit: @Sendable ([Precinct]) throws -> Void) async throws {}
    func publishedVersions() async throws -> [DatasetVersion] { versions }
    func versions(of name: DatasetName) async throws -> [DatasetVersion] {
        throw DatasetError.unknownDataset(name)
    }
    func publish(_ name: DatasetName, version number: Int) async throws -> DatasetVersion {
        throw DatasetError.unknownDataset(name)
    }

    func withdraw(
        _ name: DatasetName,
        by who: String?,
        at moment: Timestamp
    ) async throws -> DatasetVersion { throw DatasetError.unknownDataset(name) }
}
