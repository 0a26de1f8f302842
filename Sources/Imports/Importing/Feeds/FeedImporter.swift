public import Datasets
public import Ground
public import Polling
internal import RowFiles
public import Timekeeping

/// Brings all that a feed of the Voting Information Project holds into datasets in one go: the
/// boundaries of precincts, stations, precincts, elections, contests, measures and addresses.
///
/// A dataset holds records of one kind, so each kind has its own: `va-stations`, `va-contests`. Every
/// kind is checked before the first is published; each is then published as a whole.
public struct FeedImporter: Sendable {
    /// Where the records of a feed go.
    public struct Stores: Sendable {
        let districts: any DatasetStore<District>
        let stations: any DatasetStore<Station>
        let precincts: any DatasetStore<Precinct>
        let elections: any DatasetStore<Election>
        let contests: any DatasetStore<Contest>
        let measures: any DatasetStore<BallotMeasure>
        let addresses: any DatasetStore<AddressEntry>
        let published: any DistrictStore
        let ground: (any GroundStore)?
        let postcodes: (any PostcodeStore)?
        let memory: (any DecisionMemory)?

        /// The datasets of each kind.
        ///
        /// - Parameters:
        ///   - published: The published districts, which those of stations, contests and measures are
        ///     joined with.
        ///   - ground: The published ground, to report which stations lie in water.
        ///   - postcodes: The published postcodes, which tell where stations should lie.
        ///   - memory: What earlier imports decided about repairs.
        public init(
            districts: any DatasetStore<District>,
            stations: any DatasetStore<Station>,
            precincts: any DatasetStore<Precinct>,
            elections: any DatasetStore<Election>,
            contests: any DatasetStore<Contest>,
            measures: any DatasetStore<BallotMeasure>,
            addresses: any DatasetStore<AddressEntry>,
            published: any DistrictStore,
            ground: (any GroundStore)? = nil,
            postcodes: (any PostcodeStore)? = nil,
            memory: (any DecisionMemory)? = nil
        ) {
            self.districts = districts
            self.stations = stations
            self.precincts = precincts
            self.elections = elections
            self.contests = contests
            self.measures = measures
            self.addresses = addresses
            self.published = published
            self.ground = ground
            self.postcodes = postcodes
            self.memory = memory
        }
    }

    private let stores: Stores
    private let mender: any AreaMender & AreaOverlay
    private let clock: any WallClock

    /// - Parameters:
    ///   - mender: Judges polygons, mends them and lays them over each other.
    ///   - clock: Tells the moment of publication.
    public init(stores: Stores, mender: any AreaMender & AreaOverlay, clock: any WallClock) {
        self.stores = stores
        self.mender = mender
        self.clock = clock
    }

    /// Runs the import.
    ///
    /// - Parameters:
    ///   - options: The dataset's name is what the names of the datasets begin with.
    ///   - progress: Called some ten times a second at most, on no particular thread.
    /// - Throws: ``ImportError``, or what a store throws; nothing was changed then, unless a store
    ///   fails while it publishes: what was published before that stays so.
    public func run(
        _ input: ImportInput,
        options: ImportOptions,
        progress: (@Sendable (ImportProgress) -> Void)? = nil
    ) async throws -> FeedReport {
        var input = input
        let file = input
        let feed = try await BlockingWork.run { () throws -> VIPFeed? in
            guard case .feed(let feed) = try FileContents.of(file) else { return nil }
            return feed
        }
        guard let feed else {
            throw ImportError.noFeed(name: input.name)
        }
        input.feed = feed
        try options.requireNoColumns(feed)
        var reports: [ImportReport] = []
        for kind in feed.kinds {
            reports.append(try await run(kind, input, options, .check, progress))
        }
        let isRefused = !options.isForced && reports.contains { !$0.forceNeeded.isEmpty }
        if options.mode == .publish, !isRefused {
            try checkCancellation()
            // From here on all of it: a task of its own is not cancelled with this one.
            reports = try await Task { [input] in
                var reports: [ImportReport] = []
                for kind in feed.kinds {
                    reports.append(try await run(kind, input, options, .publish, progress))
                }
                return reports
            }.value
        } else if options.mode == .publish {
            for index in reports.indices where !reports[index].forceNeeded.isEmpty {
                reports[index].outcome = .refused
            }
        }
        return FeedReport(
            dataset: options.dataset.text,
            version: feed.version,
            reports: reports,
            unused: feed.unused,
            danglingLinks: feed.dangling,
            notes: feed.wholeNotes
        )
    }

    private func run(
        _ kind: DatasetKind,
        _ input: ImportInput,
        _ common: ImportOptions,
        _ mode: ImportOptions.Mode,
        _ progress: (@Sendable (ImportProgress) -> Void)?
    ) async throws -> ImportReport {
        var options = common
        options.mode = mode
        options.dataset = try Self.dataset(common.dataset, kind)
        switch kind {
        case .districts:
            return try await DistrictImporter(
                store: stores.districts,
                mender: mender,
                overlay: mender,
                published: stores.published,
                clock: clock
            ).run(input, options: options, progress: progress)
        case .stations:
            // A feed may give addresses alone.
            var placeless = FieldConstant(field: StationPlan.placeConstant, value: "none")
            placeless.reason = "stations of a feed may have an address alone"
            options.constants = [placeless]
            return try await StationImporter(
                store: stores.stations,
                districts: stores.published,
                ground: stores.ground,
                postcodes: stores.postcodes,
                memory: stores.memory,
                clock: clock
            ).run(input, options: options, progress: progress)
        case .precincts:
            return try await PrecinctImporter(store: stores.precincts, clock: clock).run(
                input,
                options: options,
                stations: try Self.dataset(common.dataset, .stations),
                progress: progress
            )
        case .elections:
            return try await ElectionImporter(store: stores.elections, clock: clock)
                .run(input, options: options, progress: progress)
        case .contests:
            return try await ContestImporter(
                store: stores.contests,
                districts: stores.published,
                clock: clock
            ).run(input, options: options, progress: progress)
        case .measures:
            return try await MeasureImporter(
                store: stores.measures,
                districts: stores.published,
                clock: clock
            ).run(input, options: options, progress: progress)
        default:
            return try await AddressImporter(store: stores.addresses, clock: clock)
                .run(input, options: options, progress: progress)
        }
    }

    /// The dataset of one kind: `va-stations` for `va`.
    static func dataset(_ base: DatasetName, _ kind: DatasetKind) throws -> DatasetName {
        try DatasetName("\(base)-\(kind)")
    }
}
