public import Datasets
internal import GRDB
public import Polling
public import Radar
public import Timekeeping

/// One SQLite/SpatiaLite file: the whole state of an Ambit.
///
/// A store is open from ``open(_:access:options:)`` to ``close()``; several stores, in one process
/// or in many, may share a file. Reads see one consistent snapshot each and never wait for writes.
/// A write has reached the disk when its call returns.
///
/// No call blocks the cooperative pool: the work is done on the database's own queues.
public final class SpatiaLiteStore: Sendable {
    /// What a store is opened for.
    public enum Access: Sendable, Hashable {
        /// Creates the file where it is missing, brings its schema up to date, and clears away
        /// half-built versions of processes that have died.
        case readWrite
        /// Changes nothing and starts fastest; the file must exist with the present schema.
        case readOnly
    }

    /// What may be tuned.
    public struct Options: Sendable, Hashable {
        /// How many queries may read at the same time, 1 or more.
        public var readerCount = 4
        /// How long a write waits for another process's write, in seconds.
        public var busyTimeoutSeconds = 10.0
        /// How many versions of a dataset keep their records, the published one included, 1 or
        /// more.
        public var keptVersions = 5
        /// The moment whose published versions of datasets are read; nil for now. Goes with
        /// ``Access/readOnly`` alone.
        public var asOf: Timestamp?
        /// The tables of modules, which a file has beside those that every file has.
        package var modules: [ModuleSchema] = []
        /// Opens the place whose rows the file has in common with others; nil for a program that knows none.
        package var common: CommonSource?

        /// The usual values.
        public static let standard = Options()

        /// The usual values, to be changed one by one.
        public init() {}
    }

    /// The file, as it was named when it was opened.
    public let path: String
    /// What messages are called outside: the same in every process that has the file open.
    public let publicIDs: PublicIDs
    let connections: Connections
    let options: Options
    let erasures: ErasureWriter

    private init(connections: Connections, options: Options, secret: ServiceSecret) {
        publicIDs = PublicIDs(secret: secret)
        self.path = connections.path
        self.connections = connections
        self.options = options
        erasures = ErasureWriter { try await Self.listErasures(in: connections) }
    }

    /// Opens a file, creating and migrating it unless `access` is read-only.
    ///
    /// - Parameters:
    ///   - path: A file's name; its directory must exist and, even for reading, be writable,
    ///     because SQLite keeps its log beside the file.
    ///   - access: What the store is opened for.
    ///   - options: What may be tuned.
    ///   - moment: Now: a backup that was put into the database's place goes on counting from there.
    /// - Throws: ``SpatiaLiteStoreError``, which says what is wrong with the file and how to mend
    ///   it. A file that is not Ambit's is left untouched, and so is one beside another's log.
    /// - Complexity: Does not grow with the file, unless it has a log of which nothing is known.
    public static func open(
        _ path: String,
        access: Access = .readWrite,
        options: Options = .standard,
        at moment: Timestamp = SystemWallClock().now
    ) async throws -> SpatiaLiteStore {
        let connections = try await Connections.open(
            path,
            access: access,
            options: options,
            at: moment
        )
        let secret = try await connections.read { db in
            try SecretTable.secret(in: db, path: connections.path)
        }
        let store = SpatiaLiteStore(connections: connections, options: options, secret: secret)
        guard access == .readWrite else { return store }
        PartialCopy.removeAbandoned(in: PathParts(path).folder)
        do {
            try await store.ledger.removeAbandonedBuilds()
            try await store.erasures.flush()
        } catch SpatiaLiteStoreError.diskFull {
            // What is published can be read all the same; the next start or import clears away.
        }
        return store
    }

    /// Closes the file. Calls that are under way finish first; later ones fail.
    public func close() async throws { try await connections.close() }

    /// How this store's group commits have gone since it was opened.
    public var writeStatistics: WriteStatistics { connections.groupCommit.statistics }

    /// The datasets of polling stations: versioned, so that an earlier one can be published again.
    public var stations: any DatasetStore<Station> {
        FeatureDatasets<StationCoding>(ledger: ledger)
    }

    /// The datasets of imported messages: the newest import replaces the one before.
    public var importedMessages: any DatasetStore<ImportedMessage> {
        ImportedMessageDatasets(ledger: ledger)
    }

    /// Answers questions about stations from the R-tree.
    public var stationLayer: StationLayer { StationLayer(connections: connections) }

    /// Answers questions about messages from the R-tree.
    public var messageLayer: MessageLayer {
        MessageLayer(connections: connections, publicIDs: publicIDs)
    }

    var ledger: Ledger { Ledger(connections: connections, keptVersions: options.keptVersions) }
}
