public import Access
public import Datasets
public import Ground
public import Polling
public import Radar
public import Roads

/// A store as the contract sees it: everything that the domains need of one.
public protocol StoreUnderTest:
    StationStore, DistrictStore, AddressStore, PostcodeStore, ElectionStore, RoadStore, GroundStore,
    RadarStoreUnderTest, StaffTokenStore, DatasetLedger, DecisionMemory, ChangeSensor
{
    /// The datasets of stations.
    var stations: any DatasetStore<Station> { get }
    /// The datasets of districts.
    var districts: any DatasetStore<District> { get }
    /// The datasets of addresses.
    var addresses: any DatasetStore<AddressEntry> { get }
    /// The datasets of postcodes.
    var postcodes: any DatasetStore<PostcodePlace> { get }
    /// The datasets of elections.
    var elections: any DatasetStore<Election> { get }
    /// The datasets of contests.
    var contests: any DatasetStore<Contest> { get }
    /// The datasets of ballot measures.
    var measures: any DatasetStore<BallotMeasure> { get }
    /// The datasets of precincts as lists.
    var precincts: any DatasetStore<Precinct> { get }
    /// The datasets of roads.
    var roads: any DatasetStore<Road> { get }
    /// The datasets of ground.
    var ground: any DatasetStore<GroundFeature> { get }
    /// The datasets of imported messages.
    var importedMessages: any DatasetStore<ImportedMessage> { get }
}

/// One place to keep things, empty at first.
public protocol StorePlace: RadarPlace {
    /// Opens the place, as another process would when a store has it open already.
    func open() async throws -> any StoreUnderTest
}

extension StorePlace {
    /// The same store.
    public func openRadar() async throws -> any RadarStoreUnderTest { try await open() }
}
