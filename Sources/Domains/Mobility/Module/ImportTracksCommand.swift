internal import Accounts
internal import AccountsModule
package import ArgumentParser
internal import Cryptography
package import DomainModules
internal import Mobility
package import SpatiaLiteStore
internal import Timekeeping
internal import TrackFiles
internal import Trajectories
internal import Vault
internal import Wording

/// `ambit import tracks`: old histories into the vault of one account.
package struct ImportTracksCommand: StoreCommand {
    package static let configuration = CommandConfiguration(
        commandName: "tracks",
        abstract: "Imports tracks into one account's own trips, sealed under its key.",
        discussion: """
            The files are those that ambit match reads: GPX, TCX, KML, GeoJSON, OwnTracks (.rec), PLT, \
            Google's histories, CSV. Tracks are no dataset: nobody but the account's owner sees them. The \
            owner has to have agreed to auto_track, since these are fixes like others; they are kept as \
            long as others, and the trips that they tell stay. A time in which there are trips already is \
            left as it is. Each import has an id, by which --undo takes its fixes out again, with the trips, \
            stays and score that rest on these alone; the same files once more have the same id, and nothing \
            is kept twice.

            EXAMPLES
              ambit import tracks Records.json 2019.gpx --account ana
              ambit import tracks --account ana --undo 5yq2m3wx9fh0a1b2
            """
    )
    package static let access = SpatiaLiteStore.Access.readWrite

    @Argument(help: ArgumentHelp("Files with tracks.", valueName: "track"), completion: .file())
    package var tracks: [String] = []

    @Option(help: ArgumentHelp("The account's id or username.", valueName: "name"))
    package var account: String

    @Option(help: ArgumentHelp("Take out the fixes of an import by its id.", valueName: "id"))
    package var undo: String?

    @Option(
        help: ArgumentHelp(
            "The key file (default: $AMBIT_VAULT_KEYS, else DATABASE-vault-keys).",
            valueName: "file"
        )
    )
    package var vaultKeys: String?

    @OptionGroup package var database: DatabaseOptions

    package init() {}

    package func validate() throws {
        guard tracks.isEmpty != (undo == nil) else {
            throw ValidationError("name files with tracks, or an import with --undo")
        }
    }

    package func run(on store: SpatiaLiteStore) async throws {}

    package func run(on store: SpatiaLiteStore, in modules: ModuleList) async throws {
        var settings = ModuleSettings()
        settings[VaultKeysPath.self] = vaultKeys.map { VaultKeysPath($0) }
        let site = modules.site(store: store, clock: SystemWallClock(), settings: settings)
        let desk = TravelDesk(on: site)
        desk.directory.replace(with: try await MobilityModule.snapshot(of: store))
        guard let id = try await owner(desk.accounts) else {
            throw TrackImportFailure(
                "there is no account \"\(account)\"; name its id or its username"
            )
        }
        if let undo {
            return print(try await takeOut(undo, of: id, desk))
        }
        // All files are read and looked at before anything is kept.
        let now = SystemWallClock().now
        let files = try tracks.map { try TrackReader(path: $0, now: now).read() }
        for file in files {
            for track in file.tracks { try Self.check(track, of: file) }
        }
        let found = files.flatMap(\.tracks)
        let number = Self.number(of: found.map(\.fixes))
        let parts = Self.parts(found, number)
        let moments = Self.moments(of: parts)
        let known = try await desk.fixes.moments(of: id, imported: number).reduce(0) {
            $0 + $1.count
        }
        guard known < moments else {
            return print("nothing to change: these tracks were imported before; import \(number)")
        }
        // What an import left that was ended in its middle.
        if known > 0 { _ = try await desk.fixes.remove(of: id, imported: number) }
        let before = try await desk.travels.traveller(id).log.trips.count
        for part in parts { try await keep(part, of: id, number, desk) }
        let after = try await desk.travels.traveller(id).log.trips.count
        print("\(moments) fixes kept, \(max(0, after - before)) trips found; import \(number)")
    }

    /// What `ambit trips` refuses is refused: it would be no trip, and nobody was there.
    private static func check(_ track: TrackFile.Track, of file: TrackFile) throws {
        do throws(SegmentingError) {
            _ = try Segmenter().itinerary(of: track.fixes)
        } catch {
            let index = Segmenter().firstUnreachable(of: track.fixes)
            let place = index.map { ", \(track.place(ofFix: $0))" } ?? ""
            throw TrackImportFailure("\"\(file.name)\"\(place): \(error). Nothing was imported")
        }
    }

    /// The fixes of a device that files tell of, as many tracks as it has.
    private static func parts(_ tracks: [TrackFile.Track], _ number: String) -> [FixBatch] {
        var taken: [String: Set<Timestamp>] = [:]
        return tracks.map { track in
            let moments = Set(track.fixes.map(\.at))
            // Two tracks of one time are of two devices, whatever the file calls them.
            var (name, count) = (track.title ?? "", 1)
            while let there = taken[name], !there.isDisjoint(with: moments) {
                count += 1
                name = [track.title ?? "", String(count)].filter { !$0.isEmpty }
                    .joined(separator: " ")
            }
            taken[name, default: []].formUnion(moments)
            return FixBatch(
                device: FixBatch.device(ofImport: number, named: name),
                fixes: track.fixes
            )
        }
    }

    private static func moments(of parts: [FixBatch]) -> Int {
        Dictionary(grouping: parts, by: \.device).values.reduce(0) { sum, parts in
            sum + Set(parts.flatMap { $0.fixes.map(\.at) }).count
        }
    }

    /// Takes out all that an import brought: fixes, and the trips, stays and score that rest on these alone.
    private func takeOut(
        _ number: String,
        of id: AccountID,
        _ desk: TravelDesk
    ) async throws -> String {
        let moments = Set(try await desk.fixes.moments(of: id, imported: number).joined())
        // Trips first: what is cut short between is taken out by the same command again.
        let (trips, _) = try await desk.travels.change(id) { traveller in
            traveller.log.undoImport(number, moments: moments)
        }
        let fixes = try await desk.fixes.remove(of: id, imported: number)
        guard fixes > 0 || trips > 0 else {
            throw TrackImportFailure(
                "the account has neither fixes nor trips of an import \"\(number)\": they were taken out, "
                    + "or there was no such import"
            )
        }
        return "\(fixes) fixes and \(trips) trips taken out"
    }

    private func owner(_ accounts: AccountStore) async throws -> AccountID? {
        if let id = AccountID(text: account), try await accounts.account(id) != nil { return id }
        return try await accounts.account(named: ("username", LookAlikes.skeleton(of: account)))
    }

    /// Names an import by what is in it, whatever the files are called: 16 letters and digits.
    private static func number(of tracks: [[Fix]]) -> String {
        let digest = SHA256()
        for track in tracks { digest.update(FixBundle.bytes(of: track)) }
        return digest.finalize().prefix(8).map {
            String($0 >> 4, radix: 16) + String($0 & 15, radix: 16)
        }
        .joined()
    }

    private func keep(
        _ part: FixBatch,
        of id: AccountID,
        _ number: String,
        _ desk: TravelDesk
    ) async throws {
        let fixes = part.fixes
        for start in stride(from: 0, to: fixes.count, by: FixReading.fixLimit) {
            let end = min(start + FixReading.fixLimit, fixes.count)
            let batch = FixBatch(device: part.device, fixes: Array(fixes[start..<end]))
            guard try await desk.fixes.add([batch], of: id, at: desk.clock.now) else {
                throw TrackImportFailure(
                    "the account has not agreed to auto_track; its owner does so on the page, or by PUT "
                        + "/v1/me/consents"
                )
            }
        }
        guard let first = fixes.first, let last = fixes.last else { return }
        let itinerary = try Segmenter().itinerary(of: fixes)
        _ = try await desk.travels.change(id) { traveller in
            var context = FindingContext(rule: desk.rule(traveller.log.settings))
            (context.source, context.importNumber) = (.imported, number)
            try traveller.log.take(
                itinerary,
                from: first.at,
                to: last.at.adding(milliseconds: 1) ?? last.at,
                in: context,
                freshID: FreshID.make
            )
        }
    }
}

/// Why no track was imported.
private struct TrackImportFailure: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
