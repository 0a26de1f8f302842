internal import Datasets
package import DomainModules
internal import HTTPService
internal import Importing
internal import Polling
internal import SpatiaLiteStore

/// What elections are made of, as files bring it.
extension PollingModule {
    package static var kinds: [ImportKind] {
        [
            stations, districts, addresses, postcodes, elections, contests, measures, precincts,
            feed,
        ]
    }

    private static let stations = ImportKind(
        .stations,
        fields: ImportFields.names(of: "stations"),
        set: { $0.hasRepairs = true }
    ) { work in
        try await StationImporter(
            store: work.store.stations,
            districts: work.store,
            ground: work.store,
            postcodes: work.store,
            memory: work.store,
            addresses: work.store,
            elections: work.store,
            clock: work.clock
        ).run(work.input, options: work.options, progress: work.progress)
    }

    private static let districts = ImportKind(
        .districts,
        fields: ImportFields.names(of: "districts"),
        set: {
            $0.types = [
                "precinct", "ward", "school_district", "single_member_district", "county",
            ]
            $0.replacesOthers = true
        }
    ) { work in
        let mender = fencedMender
        return try await DistrictImporter(
            store: work.store.districts,
            mender: mender,
            overlay: mender,
            published: work.store,
            users: work.store,
            ledger: work.store,
            clock: work.clock
        ).run(work.input, options: work.options, progress: work.progress)
    }

    private static let addresses = ImportKind(
        .addresses,
        fields: ImportFields.names(of: "addresses")
    ) { work in
        try await AddressImporter(
            store: work.store.addresses,
            districts: work.store,
            clock: work.clock
        ).run(work.input, options: work.options, progress: work.progress)
    }

    private static let postcodes = ImportKind(
        .postcodes,
        fields: ImportFields.names(of: "postcodes")
    ) { work in
        try await PostcodeImporter(store: work.store.postcodes, clock: work.clock)
            .run(work.input, options: work.options, progress: work.progress)
    }

    private static let elections = ImportKind(
        .elections,
        fields: ImportFields.names(of: "elections")
    ) { work in
        try await ElectionImporter(
            store: work.store.elections,
            ballots: work.store,
            clock: work.clock
        ).run(work.input, options: work.options, progress: work.progress)
    }

    private static let contests = ImportKind(
        .contests,
        fields: ImportFields.names(of: "contests")
    ) { work in
        try await ContestImporter(
            store: work.store.contests,
            districts: work.store,
            elections: work.store,
            clock: work.clock
        ).run(work.input, options: work.options, progress: work.progress)
    }

    private static let measures = ImportKind(
        .measures,
        fields: ImportFields.names(of: "measures")
    ) { work in
        try await MeasureImporter(
            store: work.store.measures,
            districts: work.store,
            elections: work.store,
            clock: work.clock
        ).run(work.input, options: work.options, progress: work.progress)
    }

    private static let precincts = ImportKind(
        .precincts,
        fields: ImportFields.names(of: "precincts")
    ) { work in
        try await PrecinctImporter(store: work.store.precincts, clock: work.clock)
            .run(work.input, options: work.options, progress: work.progress)
    }

    /// All kinds that a feed of the Voting Information Project has, each into a dataset of its own.
    private static let feed = ImportKind(
        DatasetKind(rawValue: "feed"),
        note: "all that a feed has",
        fields: [],
        isTable: false,
        set: {
            $0.hasRepairs = true
            $0.repairedSuffix = "-stations"
        }
    ) { work in
        let store = work.store
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
            clock: work.clock
        ).run(work.input, options: work.options, progress: work.progress)
    }

    /// Judges the areas of one import, in a process apart.
    private static var fencedMender: FencedMender {
        FencedMender(isCancelled: { ImportCancellation.isSet })
    }
}
