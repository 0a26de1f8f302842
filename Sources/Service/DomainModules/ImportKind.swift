package import Datasets
package import HTTPService
package import Importing
package import SpatiaLiteStore
internal import Synchronization
package import Timekeeping

/// What a file may be imported as: its name and what may be said of it, and what runs the import.
///
/// The command's words, `kind` over HTTP, the form of staff and the description of the interface are made of
/// this value.
package struct ImportKind: Sendable {
    /// The plural, such as `stalls`.
    package let name: String
    /// What `ambit import --help` says beside the name, such as `water and parks, for the map`.
    package let note: String?
    /// What may be said of a file.
    package var options: ImportDesk.Kind
    /// Whether a file is a table with columns, and not a whole feed.
    package let isTable: Bool
    /// Whether all published records of a dataset are of an event, by any of its names; nil for a kind that
    /// knows no events.
    package var isOfEvent:
        (@Sendable (SpatiaLiteStore, DatasetName, Set<String>) async throws -> Bool)?
    /// Runs an import.
    package let run: @Sendable (ImportWork) async throws -> any ImportOutcome

    /// A kind whose importer is given.
    ///
    /// - Parameters:
    ///   - fields: What its columns may be taken for.
    ///   - set: Says what else may be said of a file.
    package init(
        _ name: DatasetKind,
        note: String? = nil,
        fields: [String],
        isTable: Bool = true,
        set: (inout ImportDesk.Kind) -> Void = { _ in },
        run: @escaping @Sendable (ImportWork) async throws -> any ImportOutcome
    ) {
        self.name = name.rawValue
        self.note = note
        self.isTable = isTable
        self.run = run
        var options = ImportDesk.Kind(name.rawValue)
        options.fields = fields
        set(&options)
        self.options = options
    }

    /// A kind that is told as one value, whose datasets lie in the store as a coding says.
    package init<Record, Coding: FeatureCoding>(
        _ kind: Kind<Record>,
        in coding: Coding.Type,
        note: String? = nil
    ) where Coding.Record == Record {
        self.init(kind.name, note: note, fields: kind.fieldNames) { work in
            try await kind.run(
                work.input,
                into: work.store.datasets(coding),
                options: work.options,
                clock: work.clock,
                memory: work.store,
                progress: work.progress
            )
        }
    }
}

extension ImportKind {
    /// The same kind, whose rows repairs are proposed for: what `--save-repairs` writes and `--accept` takes.
    package var repaired: ImportKind {
        var kind = self
        kind.options.hasRepairs = true
        return kind
    }

    /// The same kind, whose records are each of an event: `--event` names the one that a file is of, and who
    /// holds a token for an event may import what is of it.
    ///
    /// - Parameter event: The event of a record, as its file writes it.
    package func ofEvents<Coding: FeatureCoding>(
        in coding: Coding.Type,
        _ event: @escaping @Sendable (Coding.Record) -> String?
    ) -> ImportKind {
        var kind = self
        kind.options.isOfEvents = true
        kind.isOfEvent = { store, dataset, names in
            let isOther = Mutex(false)
            try await store.datasets(coding).forEachPublished(in: dataset) { (batch) throws in
                let areOwn = batch.allSatisfy { event($0).map(names.contains) ?? false }
                if !areOwn { isOther.withLock { $0 = true } }
            }
            return !isOther.withLock { $0 }
        }
        return kind
    }
}

/// One import, as a kind is asked for it.
package struct ImportWork: Sendable {
    /// The file.
    package let input: ImportInput
    /// What was said of it.
    package let options: ImportOptions
    /// Where the dataset lives.
    package let store: SpatiaLiteStore
    /// Tells the moment of publication.
    package let clock: any WallClock
    /// Called some ten times a second at most, on no particular thread.
    package let progress: @Sendable (ImportProgress) -> Void

    /// Work with all its members.
    package init(
        input: ImportInput,
        options: ImportOptions,
        store: SpatiaLiteStore,
        clock: any WallClock = SystemWallClock(),
        progress: @escaping @Sendable (ImportProgress) -> Void = { _ in }
    ) {
        self.input = input
        self.options = options
        self.store = store
        self.clock = clock
        self.progress = progress
    }
}
