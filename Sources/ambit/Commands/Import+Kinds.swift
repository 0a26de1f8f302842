import Datasets
import Ground
import Importing
import Roads
import SpatiaLiteStore
import Timekeeping

extension Import {
    /// Imports a file as records of a kind; what comes over HTTP, too.
    static func run(
        _ kind: Kind,
        _ input: ImportInput,
        on store: SpatiaLiteStore,
        _ options: ImportOptions,
        progress: @escaping @Sendable (ImportProgress) -> Void
    ) async throws -> any ImportOutcome {
        let clock = SystemWallClock()
        switch kind {
        case .stations:
            return try await StationImporter(
                store: store.stations,
                districts: store,
                ground: store,
                postcodes: store,
                memory: store,
                addresses: store,
                clock: clock
            ).run(input, options: options, progress: progress)
        case .districts:
            let mender = fencedMender
            return try await DistrictImporter(
                store: store.districts,
                mender: mender,
                overlay: mender,
                published: store,
                users: store,
                ledger: store,
                clock: clock
            ).run(input, options: options, progress: progress)
        case .addresses:
            return try await AddressImporter(
                store: store.addresses,
                districts: store,
                clock: clock
            )
            .run(input, options: options, progress: progress)
        case .postcodes:
            return try await PostcodeImporter(store: store.postcodes, clock: clock)
                .run(input, options: options, progress: progress)
        case .elections:
            return try await ElectionImporter(store: store.elections, clock: clock)
                .run(input, options: options, progress: progress)
        case .contests:
            return try await ContestImporter(
                store: store.contests,
                districts: store,
                elections: store,
                clock: clock
            ).run(input, options: options, progress: progress)
        case .measures:
            return try await MeasureImporter(
                store: store.measures,
                districts: store,
                elections: store,
                clock: clock
            ).run(input, options: options, progress: progress)
        case .roads:
            return try await RoadImporter(store: store.roads, clock: clock)
                .run(input, options: options, progress: progress)
        case .precincts:
            return try await PrecinctImporter(store: store.precincts, clock: clock)
                .run(input, options: options, progress: progress)
        case .feed:
            return try await FeedImporter(
                stores: FeedImporter.Stores(
                    districts: store.districts,
                    stations: store.stations,
                    precincts: store.precincts,
                    elections: store.elections,
                    contests: store.contests,
                    measures: store.measures,
                    addresses: store.addresses,
                    published: store,
                    ground: store,
                    postcodes: store,
                    memory: store
                ),
                mender: fencedMender,
                clock: clock
            ).run(input, options: options, progress: progress)
        case .ground:
            return try await GroundImporter(
                store: store.ground,
                mender: fencedMender,
                clock: clock
            ).run(input, options: options, progress: progress)
        case .messages:
            return try await MessageImporter(store: store.importedMessages, clock: clock)
                .run(input, options: options, progress: progress)
        }
    }

    /// Publishes earlier versions of datasets again; what is asked for over HTTP, too.
    static func rollback(on store: SpatiaLiteStore) -> Rollback {
        Rollback(
            ledger: store,
            districts: Rollback.Districts(
                versions: store.districtVersions,
                published: store
            ) {
                fencedMender
            },
            clock: SystemWallClock()
        )
    }

    /// Judges the areas of one import, in a process apart.
    private static var fencedMender: FencedMender {
        FencedMender(isCancelled: { ImportCancellation.isSet })
    }
}
