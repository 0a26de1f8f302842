public import Datasets
public import Polling
public import Radar

/// A store as the contract sees it: everything that the domains need of one.
public protocol StoreUnderTest:
    StationStore, RadarStore, DatasetLedger, ChangeSensor
{
    /// The datasets of stations.
    var stations: any DatasetStore<Station> { get }
    /// The datasets of imported messages.
    var importedMessages: any DatasetStore<ImportedMessage> { get }
    /// Lets go of what the store holds open.
    func close() async throws
}

/// One place to keep things, empty at first.
public protocol StorePlace: Sendable {
    /// Opens the place, as another process would when a store has it open already.
    func open() async throws -> any StoreUnderTest
}
