package import Datasets
package import Polling
package import Roads

/// What the routes of several domains look into, made once for all of them: ways lead to stations, and the map
/// opens where they are.
///
/// Modules hand it on without a look, so that none of them imports another.
package struct SharedDirectories: Sendable {
    /// The published stations.
    package let stations: StationDirectory
    /// The ways along the published roads.
    package let ways: WayFinder
    /// The stations, where they are served; nil where nothing loads them.
    package let servedStations: StationDirectory?

    /// Directories that are there.
    package init(stations: StationDirectory, ways: WayFinder) {
        self.stations = stations
        self.ways = ways
        servedStations = stations
    }

    /// Empty directories, which modules load.
    ///
    /// - Parameter servesStations: Whether a module loads the stations.
    package init(
        store: any StationStore & RoadStore & DatasetLedger,
        servesStations: Bool = true
    ) {
        stations = StationDirectory(store: store)
        ways = WayFinder(store: store, ledger: store)
        servedStations = servesStations ? stations : nil
    }
}
