public import Datasets
public import Ground
public import Polling
internal import Synchronization
public import Timekeeping

/// Brings a file of polling stations into a dataset: reads it, checks it, compares it with what is
/// published, reports, and publishes where it was asked to.
public struct StationImporter: Sendable {
    private let store: any DatasetStore<Station>
    private let districts: (any DistrictStore)?
    private let ground: (any GroundStore)?
    private let postcodes: (any PostcodeStore)?
    private let decisionMemory: (any DecisionMemory)?
    private let addresses: (any AddressStore & StationStore)?
    private let elections: (any ElectionStore)?
    private let clock: any WallClock
    /// What may be kept in memory of what grows with the file.
    var memory = ImportMemory.standard

    /// - Parameters:
    ///   - store: Where the dataset lives.
    ///   - districts: The published districts, to report which of those that stations name are
    ///     among them, and which stations lie outside all; nil to leave that out.
    ///   - ground: The published ground, to report which stations lie in water; nil to leave that
    ///     out.
    ///   - postcodes: The published postcodes, to tell whether coordinates are what they should be;
    ///     nil to leave that out.
    ///   - memory: What earlier imports decided about repairs; nil to remember nothing.
    ///   - addresses: The published lists of addresses and stations, to report how many of the addresses
    ///     lead to a station, and to propose places for stations without coordinates; nil to leave that
    ///     out.
    ///   - elections: The published elections, to tell whether the stations are open in one; nil to leave
    ///     that out.
    ///   - clock: Tells the moment of publication.
    public init(
        store: any DatasetStore<Station>,
        districts: (any DistrictStore)? = nil,
        ground: (any GroundStore)? = nil,
        postcodes: (any PostcodeStore)? = nil,
        memory: (any DecisionMemory)? = nil,
        addresses: (any AddressStore & StationStore)? = nil,
        elections: (any ElectionStore)? = nil,
        clock: any WallClock
    ) {
        self.store = store
        self.districts = districts
        self.ground = ground
        self.postcodes = postcodes
        decisionMemory = memory
        self.addresses = addresses
        self.elections = elections
        self.clock = clock
    }

    /// Runs the import.
    ///
    /// Rows that cannot be used are refused one by one, with their reason, and never stop the good
    /// ones; an error means that the file as a whole could not be used and nothing was changed.
    ///
    /// - Parameters:
    ///   - progress: Called some ten times a second at most, on no particular thread.
    /// - Throws: ``ImportError``, or what the store throws.
    public func run(
        _ input: ImportInput,
        options: ImportOptions,
        progress: (@Sendable (ImportProgress) -> Void)? = nil
    ) async throws -> ImportReport {
        var options = options
        let decisions = try await ImportDecisions(&options, decisionMemory)
        let named = NamedDistricts()
        let codeLists = CodeLists()
        let today = CalendarDate(lastOnEarthAt: clock.now)
        let witnesses = StationWitnesses(
            of: options.dataset,
            districts: districts,
            postcodes: postcodes,
            published: addresses,
            lists: addresses,
            elections: elections,
            today: today,
            keepsOthers: options.keepsOthers
        )
        var run = makeRun(input, options, named, codeLists, witnesses, today: today)
        let joins = try await ListJoins(addresses)
        let footings = districts == nil ? nil : StationFootings()
        run.noteKept = { stations in
            for station in stations { named.add(station.districts) }
            joins?.observe(stations)
            footings?.keep(stations)
        }
        run.observe = { stations in
            joins?.observe(stations)
            footings?.observe(stations)
            witnesses.observe(stations)
        }
        run.consents = { try await witnesses.judgment().consents }
        var report = try await run.run(progress: progress)
        let judgment = try await Task { try await witnesses.judgment() }.value
        // That the election is over, or not the only one, says more than that it is one.
        if judgment.notes.contains(where: {
            $0.finding.code == WitnessWording.undatedElection.rawValue
        }) {
            report.notes.removeAll {
                $0.finding.code == StationWording.oneElectionNamed.rawValue
            }
        }
        report.notes.insert(contentsOf: judgment.notes, at: 0)
        report.notes.insert(contentsOf: codeLists.notes, at: 0)
        await decisions.settle(&report, options, clock)
        // Tasks of their own: what is published by now is told, whoever cancels.
        if let joins {
            let isPublished = [.published, .nothingToChange].contains(report.outcome)
            report.addressLists = try await Task { [dataset = options.dataset] in
                try await joins.uses(
                    of: dataset,
                    isPublished: isPublished,
                    without: judgment.idle
                )
            }.value
        }
        if let districts, let footings {
            try await tell(&report, options, named, footings, witnesses, districts)
        }
        return report
    }

    /// The import of a file, with what is published that its rows are held against.
    private func makeRun(
        _ input: ImportInput,
        _ options: ImportOptions,
        _ named: NamedDistricts,
        _ codeLists: CodeLists,
        _ witnesses: StationWitnesses,
        today: CalendarDate
    ) -> ImportRun<StationReader> {
        var run = ImportRun<StationReader>(
            kind: .stations,
            store: store,
            clock: clock,
            options: options,
            input: input
        ) { [memory] sample, options, open throws(ImportError) in
            var plan = try StationPlan(sample, options: options)
            if sample.feed == nil { plan.codeLists = codeLists }
            witnesses.note(titles: sample.titles)
            return StationReader(
                plan: plan,
                dataset: options.dataset,
                decisions: options.decisions,
                namedDistricts: named,
                memory: memory,
                today: today,
                open: open
            )
        }
        run.memory = memory
        run.learn = { [districts] in try await codeLists.learn(districts) }
        run.evidence = {
            [store, districts, postcodes, addresses, dataset = options.dataset] clues in
            try await PlaceEvidence.gather(
                clues,
                published: store,
                in: dataset,
                districts: districts,
                postcodes: postcodes,
                addresses: addresses
            )
        }
        if districts != nil || ground != nil {
            run.surroundings = { [ground, districts] extent in
                try await Surroundings.around(extent, ground: ground, districts: districts)
            }
        }
        return run
    }

    /// Tells how the stations' districts are those that are published.
    private func tell(
        _ report: inout ImportReport,
        _ options: ImportOptions,
        _ named: NamedDistricts,
        _ footings: StationFootings,
        _ witnesses: StationWitnesses,
        _ districts: any DistrictStore
    ) async throws {
        if named.all.isEmpty {
            // Stations of others serve the districts that lists name: these are found by their ids alone.
            let isListed = report.addressLists.contains {
                $0.datasets.contains(options.dataset.text)
            }
            if !isListed, let note = try await witnesses.nobodyAssigned() {
                report.notes.insert(note, at: 0)
            }
            return
        }
        let meant = try await Task {
            try await MeantDistricts(footings.all.stations).adding(districts)
        }.value
        report.districts = DistrictUse.joins(
            named.all,
            meant.districts(meantByStationsOf: options.dataset)
        )
        let misfits = try await Task { [clock] in
            try await PublishedVintages.misfits(
                named.all,
                of: Finding(.theseStations),
                among: districts,
                at: clock.now
            )
        }.value
        // Codes of another vintage are told as such.
        let strange = misfits.isEmpty ? report.districts.compactMap { $0.misfit ?? $0.gap } : []
        let unserved =
            misfits.isEmpty && strange.isEmpty
            ? try await Task { try await witnesses.unserved(by: named.all) }.value : []
        let grounds = try await Task {
            try await Self.grounds(of: footings.all.stations, districts)
        }.value
        let displaced = misfits.isEmpty ? grounds.displaced : []
        report.notes.insert(
            contentsOf: misfits + strange + unserved + displaced + grounds.others,
            at: 0
        )
    }

    /// What is to be said of stations that stand in other districts than those that they name, and of those
    /// whose districts are published as another type alone.
    private static func grounds(
        of stations: [Station],
        _ districts: any DistrictStore
    ) async throws -> (displaced: [ImportNote], others: [ImportNote]) {
        let grounds = Mutex((StationStandings(stations), OtherTypeFits(stations)))
        try await districts.forEachDistrict { batch in
            grounds.withLock { grounds in
                grounds.0.add(batch)
                grounds.1.add(batch)
            }
        }
        let list = Finding(.theseStations)
        return grounds.withLock { ($0.0.notes(of: list), $0.1.notes(of: list)) }
    }
}

/// Where a file's stations stand and what districts they name, which tells whose districts these are.
private final class StationFootings: Sendable {
    private let state = Mutex((passed: StationFacts(), kept: StationFacts()))

    /// Of the file's last pass, and of what stays beside it.
    var all: StationFacts {
        state.withLock { state in
            var all = state.passed
            all.add(state.kept)
            return all
        }
    }

    /// Takes in stations of a pass; nil at its beginning.
    func observe(_ stations: [Station]?) {
        state.withLock { state in
            guard let stations else { return state.passed = StationFacts() }
            state.passed.add(stations)
        }
    }

    /// Takes in published stations that stay beside those of the file.
    func keep(_ stations: [Station]) {
        state.withLock { $0.kept.add(stations) }
    }
}

extension MeantDistricts {
    /// With all that are published.
    func adding(_ store: any DistrictStore) async throws -> MeantDistricts {
        let meant = Mutex(self)
        try await store.forEachDistrict { batch in meant.withLock { $0.add(batch) } }
        return meant.withLock { $0 }
    }
}

/// The districts that a file's stations name.
final class NamedDistricts: Sendable {
    private let references = Mutex<Set<DistrictReference>>([])

    /// No list of stations names more; a column of other ids does.
    static let limit = 200_000

    var all: Set<DistrictReference> { references.withLock { $0 } }

    func add(_ some: [DistrictReference]) {
        guard !some.isEmpty else { return }
        references.withLock { references in
            if references.count < Self.limit { references.formUnion(some) }
        }
    }
}
