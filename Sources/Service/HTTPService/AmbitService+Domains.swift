public import Access
public import Datasets
public import Ground
public import Importing
public import Polling
public import Radar
public import Roads
public import ServiceLifecycle
public import Timekeeping

extension AmbitService {
    /// A service over the domains whose routes stand here, and no other.
    ///
    /// - Parameters:
    ///   - ways: Finds ways along roads; without it, all ways are straight lines.
    ///   - ground: What the map is drawn on, besides roads.
    ///   - background: Run as long as the service runs, such as ``StoreWatcher`` and ``Sweeper``.
    ///   - ledger: Tells what was imported; nil when the service is not to.
    ///   - rollback: Publishes earlier versions of datasets again; nil for one that asks for no consent.
    ///   - imports: Runs imports by staff; nil when there are none over HTTP.
    ///   - metrics: What else `/metrics` tells, such as the store's own counts.
    ///   - staff: Knows the tokens of staff; nil when there is no staff.
    ///   - storage: Tells when the store's files are gone: the service is not ready then.
    public init(
        board: MessageBoard,
        devices: DeviceRegistry,
        feed: LiveFeed? = nil,
        stations: StationDirectory,
        voting: VotingDirectory,
        ways: WayFinder = WayFinder([]),
        ground: GroundDirectory = GroundDirectory(),
        clock: any WallClock,
        background: [any Service] = [],
        ledger: (any DatasetLedger)? = nil,
        rollback: Rollback? = nil,
        imports: ImportDesk? = nil,
        metrics: [Metric] = [],
        staff: StaffRegistry? = nil,
        storage: (any StorageSensor)? = nil,
        configuration: ServiceConfiguration = ServiceConfiguration()
    ) {
        let directories = SharedDirectories(stations: stations, ways: ways)
        self.init(
            unchecked: [
                .radar(board: board, devices: devices, feed: feed ?? LiveFeed(of: board)),
                .polling(stations: stations, voting: voting, kinds: []),
                .roads(directories),
                .ground(ground, directories, kinds: []),
            ],
            clock: clock,
            background: background,
            ledger: ledger,
            rollback: rollback,
            imports: imports,
            metrics: metrics,
            staff: staff,
            storage: storage,
            freshness: Freshness(),
            configuration: configuration
        )
    }
}
