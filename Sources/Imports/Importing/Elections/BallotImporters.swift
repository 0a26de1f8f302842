public import Datasets
public import Polling
public import Timekeeping

/// Brings a file of contests and their candidates into a dataset, as ``StationImporter`` does with
/// stations: lists of candidates, and results by precinct as OpenElections publishes them.
public struct ContestImporter: Sendable {
    private let store: any DatasetStore<Contest>
    private let districts: (any DistrictStore)?
    private let elections: (any ElectionStore)?
    private let clock: any WallClock

    /// - Parameters:
    ///   - store: Where the dataset lives.
    ///   - districts: The published districts, to report how many of the records have one; nil to leave
    ///     that out.
    ///   - elections: The published elections, to tell which of those that the file names are none of
    ///     them; nil to leave that out.
    ///   - clock: Tells the moment of publication.
    public init(
        store: any DatasetStore<Contest>,
        districts: (any DistrictStore)? = nil,
        elections: (any ElectionStore)? = nil,
        clock: any WallClock
    ) {
        self.store = store
        self.districts = districts
        self.elections = elections
        self.clock = clock
    }

    /// Runs the import.
    ///
    /// - Parameter progress: Called some ten times a second at most, on no particular thread.
    /// - Throws: ``ImportError``, or what the store throws; nothing was changed then.
    public func run(
        _ input: ImportInput,
        options: ImportOptions,
        progress: (@Sendable (ImportProgress) -> Void)? = nil
    ) async throws -> ImportReport {
        let ballots = CountedBallots()
        let named = NamedElections()
        let codeLists = CodeLists()
        let stages = PublishedStages()
        let consents = ContestConsents()
        var report = try await importTable(
            .contests,
            into: store,
            input,
            options: options,
            clock: clock,
            progress: progress,
            feed: { $0.contests(in: $1) },
            collector: { (sample, options) throws(ImportError) in
                try ContestCollector(
                    sample,
                    options: options,
                    fileName: input.name,
                    codeLists: codeLists,
                    stages: stages,
                    consents: consents
                )
            },
            learn: { [districts, elections] in
                try await codeLists.learn(districts)
                try await stages.learn(elections)
            },
            observe: {
                ballots.observe($0)
                named.observe($0?.map(\.election))
                consents.observe($0)
            },
            noteKept: { ballots.keep($0) },
            consents: { [store, districts, clock] in
                try await consents.consents(
                    store,
                    options,
                    ballots,
                    districts,
                    isFeed: input.feed != nil,
                    clock: clock
                )
            }
        )
        report.noteElectionOfNoColumn(Finding(.theseContests), options)
        report.ballot = try await ballots.uses(districts, clock)
        let told = consents.notes
        report.notes += told.filter { $0.level == .note }
        report.notes.insert(
            contentsOf: try await told.filter { $0.level == .warning }
                + ballots.misfits(
                    districts,
                    of: Finding(.theseContests),
                    at: clock.now
                ) + ballots.gaps(districts, of: Finding(.theseContests))
                + named.notes(elections, of: Finding(.theseContests)),
            at: 0
        )
        return report
    }
}

/// Brings a file of ballot measures into a dataset; rows of one measure in several languages become
/// one record.
public struct MeasureImporter: Sendable {
    private let store: any DatasetStore<BallotMeasure>
    private let districts: (any DistrictStore)?
    private let elections: (any ElectionStore)?
    private let clock: any WallClock

    /// - Parameters:
    ///   - store: Where the dataset lives.
    ///   - districts: The published districts, to report how many of the records have one; nil to leave
    ///     that out.
    ///   - elections: The published elections, to tell which of those that the file names are none of
    ///     them; nil to leave that out.
    ///   - clock: Tells the moment of publication.
    public init(
        store: any DatasetStore<BallotMeasure>,
        districts: (any DistrictStore)? = nil,
        elections: (any ElectionStore)? = nil,
        clock: any WallClock
    ) {
        self.store = store
        self.districts = districts
        self.elections = elections
        self.clock = clock
    }

    /// Runs the import.
    ///
    /// - Parameter progress: Called some ten times a second at most, on no particular thread.
    /// - Throws: ``ImportError``, or what the store throws; nothing was changed then.
    public func run(
        _ input: ImportInput,
        options: ImportOptions,
        progress: (@Sendable (ImportProgress) -> Void)? = nil
    ) async throws -> ImportReport {
        let today = CalendarDate(lastOnEarthAt: clock.now)
        let ballots = CountedBallots()
        let named = NamedElections()
        let codeLists = CodeLists()
        var report = try await importTable(
            .measures,
            into: store,
            input,
            options: options,
            clock: clock,
            progress: progress,
            feed: { $0.measures(in: $1) },
            collector: { (sample, options) throws(ImportError) in
                try MeasureCollector(
                    sample,
                    options: options,
                    fileName: input.name,
                    today: today,
                    codeLists: codeLists
                )
            },
            learn: { [districts] in try await codeLists.learn(districts) },
            observe: {
                ballots.observe($0)
                named.observe($0?.map(\.election))
            },
            noteKept: { ballots.keep($0) },
            consents: { [store, districts, clock] in
                let lost = try await LostBallots.ofMeasures(
                    ballots,
                    published: store,
                    as: options.dataset,
                    // A feed brings its own, which are published with them.
                    input.feed == nil ? districts : nil,
                    clock: clock
                )
                return [lost?.consent(of: "measure")].compactMap { $0 }
            }
        )
        report.noteElectionOfNoColumn(Finding(.theseMeasures), options)
        report.ballot = try await ballots.uses(districts, clock)
        report.notes.insert(
            contentsOf: try await ballots.misfits(
                districts,
                of: Finding(.theseMeasures),
                at: clock.now
            ) + ballots.gaps(districts, of: Finding(.theseMeasures))
                + named.notes(elections, of: Finding(.theseMeasures)),
            at: 0
        )
        return report
    }
}

/// Brings a file of elections into a dataset.
public struct ElectionImporter: Sendable {
    private let store: any DatasetStore<Election>
    private let ballots: (any ElectionStore)?
    private let clock: any WallClock

    /// - Parameters:
    ///   - store: Where the dataset lives.
    ///   - ballots: The published elections, contests and measures, to tell which of these would name an
    ///     election that is not there; nil to leave that out.
    ///   - clock: Tells the moment of publication.
    public init(
        store: any DatasetStore<Election>,
        ballots: (any ElectionStore)? = nil,
        clock: any WallClock
    ) {
        self.store = store
        self.ballots = ballots
        self.clock = clock
    }

    /// Runs the import.
    ///
    /// - Parameter progress: Called some ten times a second at most, on no particular thread.
    /// - Throws: ``ImportError``, or what the store throws; nothing was changed then.
    public func run(
        _ input: ImportInput,
        options: ImportOptions,
        progress: (@Sendable (ImportProgress) -> Void)? = nil
    ) async throws -> ImportReport {
        let today = CalendarDate(lastOnEarthAt: clock.now)
        let offered = OfferedElections()
        var report = try await importTable(
            .elections,
            into: store,
            input,
            options: options,
            clock: clock,
            progress: progress,
            feed: { $0.elections(in: $1) },
            collector: { (sample, options) throws(ImportError) in
                try ElectionCollector(sample, options: options, today: today)
            },
            observe: { offered.observe($0) },
            noteKept: { offered.keep($0) }
        )
        if let ballots {
            // A task of its own: what is published by now is told, whoever cancels.
            let note = try await Task { [offered, dataset = options.dataset] in
                try await offered.note(ballots, except: dataset)
            }.value
            if let note { report.notes.insert(note, at: 0) }
        }
        return report
    }
}

/// Brings the precincts of a feed into a dataset, as lists of the districts and the stations of each.
public struct PrecinctImporter: Sendable {
    private let store: any DatasetStore<Precinct>
    private let clock: any WallClock

    /// - Parameters:
    ///   - store: Where the dataset lives.
    ///   - clock: Tells the moment of publication.
    public init(store: any DatasetStore<Precinct>, clock: any WallClock) {
        self.store = store
        self.clock = clock
    }

    /// Runs the import.
    ///
    /// - Parameters:
    ///   - stations: The dataset that holds the feed's stations, where it is known.
    ///   - progress: Called some ten times a second at most, on no particular thread.
    /// - Throws: ``ImportError``, or what the store throws; nothing was changed then.
    public func run(
        _ input: ImportInput,
        options: ImportOptions,
        stations: DatasetName? = nil,
        progress: (@Sendable (ImportProgress) -> Void)? = nil
    ) async throws -> ImportReport {
        let run = ImportRun<FeedReader<Precinct>>(
            kind: .precincts,
            store: store,
            clock: clock,
            options: options,
            input: input
        ) { sample, options, _ throws(ImportError) in
            guard let feed = sample.feed else {
                throw .badFeed(
                    name: input.name,
                    reason:
                        "it is a table or a list of shapes, and precincts are read from feeds of the Voting "
                        + "Information Project: XML, or text files (precinct.txt and those that it "
                        + "points to) in a folder or a zip. Precincts' boundaries are imported as districts"
                )
            }
            try options.requireNoColumns(feed)
            return feed.precincts(in: options.dataset, stations: stations)
        }
        return try await run.run(progress: progress)
    }
}
