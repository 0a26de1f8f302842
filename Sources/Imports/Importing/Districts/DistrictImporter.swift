public import Datasets
public import Polling
internal import RowFiles
internal import Synchronization
public import Timekeeping

/// Brings a file of district polygons into a dataset, as ``StationImporter`` does with stations.
///
/// What the districts are is said for the whole file, `--type precinct`, or by a column. Polygons
/// that are not valid are mended, with a warning, or refused where nothing is left to mend.
///
/// Boundaries of a type that another dataset has for the same ground and the same days are published with
/// `--force` alone: see ``VintageOverlap``.
public struct DistrictImporter: Sendable {
    /// The published lists that name districts.
    public typealias Users = StationStore & AddressStore & ElectionStore

    private let store: any DatasetStore<District>
    private let mender: any AreaMender
    private let overlay: (any AreaOverlay)?
    private let published: (any DistrictStore)?
    private let users: (any Users)?
    private let ledger: (any DatasetLedger)?
    private let clock: any WallClock

    /// - Parameters:
    ///   - store: Where the dataset lives.
    ///   - mender: Judges polygons, and mends them.
    ///   - overlay: Finds what neighbours both claim, and what lies between them; nil to leave that
    ///     out.
    ///   - published: The published districts, to find other vintages of the boundaries; nil to leave
    ///     that out.
    ///   - users: The published lists whose codes are held against the file's vintage; nil to leave that
    ///     out.
    ///   - ledger: Tells whether a dataset that is to be replaced is published; nil where none is.
    ///   - clock: Tells the moment of publication.
    public init(
        store: any DatasetStore<District>,
        mender: any AreaMender,
        overlay: (any AreaOverlay)? = nil,
        published: (any DistrictStore)? = nil,
        users: (any Users)? = nil,
        ledger: (any DatasetLedger)? = nil,
        clock: any WallClock
    ) {
        self.store = store
        self.mender = mender
        self.overlay = overlay
        self.published = published
        self.users = users
        self.ledger = ledger
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
        let gathered = GatheredDistricts()
        let heard = Mutex<[ImportNote]>([])
        let replacement = try await replacement(options)
        var options = options
        if replacement == nil { options.replaces = nil }
        var report = try await importTable(
            .districts,
            into: store,
            input,
            options: options,
            clock: clock,
            progress: progress,
            collector: {
                [mender, overlay, today = CalendarDate(lastOnEarthAt: clock.now)] (sample, options)
                    throws(ImportError) in
                try DistrictCollector(
                    sample,
                    options: options,
                    mender: mender,
                    overlay: overlay,
                    gathered: gathered,
                    today: today
                )
            },
            consents: { [options] in
                let said = try await testimony(gathered.all, options)
                heard.withLock { $0 = said.notes }
                return try await consents(gathered.all, options) + said.consents
                    + otherCodes(gathered)
            }
        )
        report.replacement = replacement
        if let overlay {
            report.districtFits = try await BlockingWork.run {
                try DistrictFit.fits(of: gathered.all, overlay)
            }
        }
        // A task of its own: what is published by now is told, whoever cancels.
        let notes = try await Task { [options] in
            try await misfits(gathered.all, options)
        }.value
        report.notes.insert(contentsOf: notes + heard.withLock { $0 }, at: 0)
        return report
    }

    /// What `--replaces` takes from the public; nil where that is withdrawn already, as when the same
    /// import runs again.
    private func replacement(_ options: ImportOptions) async throws -> Replacement? {
        guard let name = options.replaces, let ledger else { return nil }
        guard name != options.dataset else {
            throw ImportError.invalidConstant(
                field: "replaces",
                value: name.text,
                allowed: "a dataset other than the one that is imported is allowed"
            )
        }
        let published = try await ledger.publishedVersions().first { $0.dataset == name }
        let withdrawn = try await ledger.withdrawnVersions().first { $0.dataset == name }
        guard let version = published ?? withdrawn else {
            throw DatasetError.unknownDataset(name)
        }
        guard version.kind == .districts else {
            throw DatasetError.wrongKind(name, expected: .districts, found: version.kind)
        }
        return published.map { Replacement(dataset: name.text, records: $0.recordCount) }
    }

    /// What publishing the file takes consent for.
    private func consents(
        _ districts: [District],
        _ options: ImportOptions
    ) async throws -> [GuardFinding] {
        let consents = DistrictConsents(
            districts: districts,
            source: .file,
            today: CalendarDate(lastOnEarthAt: clock.now)
        )
        var findings = [try await swappedCodes(districts, options)].compactMap { $0 }
        if let published, let overlay {
            findings += try await consents.overlaps(
                published,
                except: Self.goners(options),
                overlay
            )
        }
        let goners = Self.goners(options)
        if let mirrored = try await consents.mirrored(published, users, except: goners) {
            findings.append(mirrored)
        }
        if let replaced = options.replaces, let published,
            let uncovered = try await consents.uncovered(of: replaced, published)
        {
            findings.append(uncovered)
        }
        if let replaced = options.replaces {
            findings += [consents.laterReplacement(of: replaced)].compactMap { $0 }
        }
        // What a file is added to stays.
        if let published, !options.keepsOthers {
            findings += try await consents.laterTurn(of: options.dataset, published)
        }
        return findings
    }

    /// That districts stand where others are published that they take the place of.
    private func swappedCodes(
        _ districts: [District],
        _ options: ImportOptions
    ) async throws -> GuardFinding? {
        var old: [District] = []
        for dataset in Self.goners(options) { old += try await store.published(in: dataset) }
        return try await BlockingWork.run { [published = old] in
            let staying = options.keepsOthers ? published.map { DistrictKey($0.reference) } : []
            return SwappedCodes(districts, of: published, staying: Set(staying)).consent
        }
    }

    /// That what is published names the districts by another column.
    private func otherCodes(_ gathered: GatheredDistricts) async throws -> [GuardFinding] {
        guard let users, let rival = gathered.rival, rival.differing > 0 else { return [] }
        let districts = gathered.all
        let lists = try await DistrictUsers.read(
            users,
            types: DistrictConsents.types(of: districts)
        ).lists
        let facts = Mutex(StationFacts())
        try await users.forEachStation { batch in facts.withLock { $0.add(batch) } }
        let uses = RivalCodes.Uses(lists: lists, stations: facts.withLock { $0.stations })
        return [rival.consent(districts, uses)].compactMap { $0 }
    }

    /// What published stations and addresses say of the districts.
    private func testimony(
        _ districts: [District],
        _ options: ImportOptions
    ) async throws -> (notes: [ImportNote], consents: [GuardFinding]) {
        guard let published, let users, !districts.isEmpty else { return ([], []) }
        let types = DistrictConsents.types(of: districts)
        let goners = options.keepsOthers ? [] : Self.goners(options)
        let old = Mutex((gone: [District](), staying: [District]()))
        try await published.forEachDistrict { batch in
            let meant = batch.filter {
                types.contains(DistrictKey.canonicalType($0.reference.type))
            }
            old.withLock { old in
                for district in meant {
                    if goners.contains(district.dataset) {
                        old.gone.append(district)
                    } else {
                        old.staying.append(district)
                    }
                }
            }
        }
        let (gone, staying) = old.withLock { $0 }
        return try await ListWitnesses.read(users, types: types).judgment(
            before: gone,
            after: districts + staying,
            types: types
        )
    }

    /// The datasets that the public will not have beside the file's.
    private static func goners(_ options: ImportOptions) -> Set<DatasetName> {
        Set([options.dataset, options.replaces].compactMap { $0 })
    }

    /// What is to be said of published lists whose codes are of another vintage.
    private func misfits(
        _ districts: [District],
        _ options: ImportOptions
    ) async throws -> [ImportNote] {
        guard let published, let users, !districts.isEmpty else { return [] }
        let types = DistrictConsents.types(of: districts)
        let vintages = try await PublishedVintages.read(
            published,
            types: types,
            except: Self.goners(options),
            adding: districts
        )
        let lists = try await DistrictUsers.read(users, types: types).lists
        let splits = try await SplitCodes.notes(
            of: lists.filter(\.isBallot).map { ($0.words, $0.named) },
            among: published,
            except: options.keepsOthers ? [] : Self.goners(options),
            adding: districts
        )
        let day = CalendarDate(lastOnEarthAt: clock.now)
        let misfits = lists.flatMap { vintages.misfits($0.named, of: $0.words, on: day) }
        let facts = Mutex(StationFacts())
        try await users.forEachStation { batch in facts.withLock { $0.add(batch) } }
        let stations = facts.withLock { $0.stations }
        let others = try await otherTypes(stations, districts, options)
        guard misfits.isEmpty else { return misfits + splits + others }
        var standings = StationStandings(stations)
        standings.add(districts)
        return splits + standings.notes(of: Finding(.publishedStations)) + others
    }

    /// What is to be said of published stations whose districts the file has as another type.
    private func otherTypes(
        _ stations: [Station],
        _ districts: [District],
        _ options: ImportOptions
    ) async throws -> [ImportNote] {
        guard let published else { return [] }
        let types = DistrictConsents.types(of: districts)
        let goners = options.keepsOthers ? [] : Self.goners(options)
        let sets = Dictionary(grouping: stations, by: \.dataset)
            .sorted { $0.key.text < $1.key.text }
        let fits = Mutex(sets.map { OtherTypeFits($0.value) })
        @Sendable func add(_ batch: [District]) {
            fits.withLock { fits in
                for index in fits.indices { fits[index].add(batch) }
            }
        }
        add(districts)
        try await published.forEachDistrict { batch in
            add(batch.filter { !goners.contains($0.dataset) })
        }
        return fits.withLock { fits in
            zip(sets, fits).flatMap { set, fits in
                fits.notes(
                    of: Finding(
                        .publishedRecords,
                        ["kind": .text("stations"), "dataset": .text(set.key.text)]
                    ),
                    among: types
                )
            }
        }
    }
}

/// A dataset that an import takes from the public in the moment in which it is published.
public struct Replacement: Sendable, Hashable, Encodable {
    /// The dataset that goes.
    public let dataset: String
    /// How many records of it are published.
    public let records: Int
}

/// The districts that a file gives, once it has been read.
final class GatheredDistricts: Sendable {
    private let state = Mutex((districts: [District](), rival: RivalCodes?.none))

    var all: [District] { state.withLock { $0.districts } }
    /// What another column has that could hold their codes.
    var rival: RivalCodes? { state.withLock { $0.rival } }

    func set(_ all: [District], _ rival: RivalCodes? = nil) {
        state.withLock { $0 = (all, rival) }
    }
}
