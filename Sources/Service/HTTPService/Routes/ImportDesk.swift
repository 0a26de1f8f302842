package import Access
package import Datasets
public import Importing

/// What runs the imports that come over HTTP, and how large they may be.
public struct ImportDesk: Sendable {
    /// Imports a file as records of a kind, by its name.
    public typealias Run =
        @Sendable (
            _ kind: String, ImportInput, ImportOptions,
            _ progress: @escaping @Sendable (ImportProgress) -> Void
        ) async throws -> any ImportOutcome

    /// What a file may hold, and what may be said of it.
    public struct Kind: Sendable, Hashable {
        /// Such as `stations`.
        public let name: String
        /// What its columns may be taken for; none where it has no columns.
        public var fields: [String] = []
        /// What the whole file may be said to hold (`type`), some of it; nil where it has no type.
        public var types: [String]?
        /// Whether a file may take another dataset's place (`replaces`).
        public var replacesOthers = false
        /// Whether places or time zones are repaired (`repairs`, `accept`, `refuse`).
        public var hasRepairs = false
        /// The dataset whose repairs are meant, by the one that is named; nil for that itself.
        public var repairedSuffix: String?
        /// Whether records are of an event (`event`), so that holders of tokens for one may import them.
        public var isOfEvents = false

        /// A kind of which nothing may be said.
        public init(_ name: String) { self.name = name }
    }

    let kinds: [Kind]
    let limitBytes: Int64
    let rowLimit: Int
    let run: Run
    /// Whose tokens may be good for one event.
    package var eventRoles: Set<StaffRole> = []
    /// The kinds that roles beside staff may import, by their names.
    package var importers: [StaffRole: Set<String>] = [:]
    /// Whether all published records of a dataset of a kind are of an event, by any of its names; true where
    /// there are none.
    package var isOfEvent:
        @Sendable (_ kind: String, DatasetName, _ names: Set<String>) async throws -> Bool =
            { _, _, _ in false }
    /// The imports of all nodes that share a database; nil where there is one node.
    package var common: (any CommonImports)?
    /// What files and tokens may call the event that a token names: that name at least.
    package var namesOfEvent: @Sendable (_ event: String) async throws -> Set<String> = { [$0] }

    /// - Parameters:
    ///   - kinds: What a file may hold.
    ///   - limitBytes: How long a file may be.
    ///   - rowLimit: How many rows a file may have: a small one may be packed of many.
    ///   - run: Imports a file whose kind is one of these.
    public init(
        kinds: [Kind],
        limitBytes: Int64 = 1 << 30,
        rowLimit: Int = 10_000_000,
        run: @escaping Run
    ) {
        self.kinds = kinds
        self.limitBytes = limitBytes
        self.rowLimit = rowLimit
        self.run = run
    }
}

extension ImportDesk {
    /// The same without a kind, of which nothing is imported here.
    package func without(_ kind: String) -> ImportDesk {
        var desk = ImportDesk(
            kinds: kinds.filter { $0.name != kind },
            limitBytes: limitBytes,
            rowLimit: rowLimit,
            run: run
        )
        desk.eventRoles = eventRoles
        desk.importers = importers
        desk.isOfEvent = isOfEvent
        desk.namesOfEvent = namesOfEvent
        desk.common = common
        return desk
    }

    /// The kinds of which something holds, such as `districts and ground`.
    func names(where holds: (Kind) -> Bool) -> String {
        kinds.filter(holds).map(\.name).joined(separator: " and ")
    }
}
