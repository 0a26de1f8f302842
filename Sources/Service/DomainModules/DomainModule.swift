package import Access
package import Datasets
package import HTTPService
package import SpatiaLiteStore
package import Timekeeping

/// A domain as the house sees it: all that it brings, told in one place.
///
/// A module has a folder of its own and one line in `Sources/ambit/Modules.swift`; the command, the
/// service, the store and the page derive the rest from what it tells. It says what it has and leaves out
/// what it has not. See <doc:HowADomainMovesIn>.
package protocol DomainModule: Sendable {
    /// What its tables, roles and gauges begin with, such as `expo`.
    static var name: ModuleName { get }
    /// Whether it is served whatever `--modules` names, as what other domains build on.
    static var isCommonGround: Bool { get }
    /// Its own tables, by steps that are only ever appended to.
    static var schema: [SchemaStep] { get }
    /// What its staff may do; see ``role(_:)``.
    static var roles: [StaffRole] { get }
    /// Those of its roles whose tokens are good for one event each.
    static var eventRoles: [StaffRole] { get }
    /// Those of its roles that import the module's own kinds, as staff imports everything.
    static var importRoles: [StaffRole] { get }
    /// The published event that the tokens of those roles may name so; nil where there is none.
    static func event(named name: String, in store: SpatiaLiteStore) async throws -> NamedEvent?
    /// What may be imported.
    static var kinds: [ImportKind] { get }
    /// Its subcommands.
    static var commands: [any StoreCommand.Type] { get }
    /// What `ambit import` brings in that is no dataset: each a command of its own, called by the word behind
    /// `import`.
    static var importCommands: [any StoreCommand.Type] { get }
    /// What `ambit nearest` and `ambit within` may be asked about.
    static var layers: [PointLayer] { get }
    /// By what else commands of other modules may choose among their records.
    static var listOptions: [ListOption] { get }

    /// What it holds against its own tables when `ambit check` looks at a database; nothing is changed.
    static func checks(of store: SpatiaLiteStore) async throws -> [IntegrityCheck]

    /// Makes the module's objects over a store. Nothing is read yet: see ``ModuleLife/load``.
    init(on site: ModuleSite)
    /// What it brings to the service: routes with their description, readiness, gauges, its tab.
    var part: ServicePart { get }
    /// What it keeps of people's accounts; nil for nothing.
    var accountData: (any AccountDataOwner)? { get }
}

/// An event that a token is good for.
package struct NamedEvent: Sendable, Hashable {
    /// Its id, which stays its own whatever is published.
    package let id: String
    /// All that files and tokens may call it.
    package let names: Set<String>

    /// An event with all its members.
    package init(id: String, names: Set<String>) {
        self.id = id
        self.names = names
    }
}

extension DomainModule {
    package static var isCommonGround: Bool { false }
    package static var schema: [SchemaStep] { [] }
    package static var roles: [StaffRole] { [] }
    package static var eventRoles: [StaffRole] { [] }
    package static var importRoles: [StaffRole] { [] }
    package static func event(
        named name: String,
        in store: SpatiaLiteStore
    ) async throws -> NamedEvent? { nil }
    package static var kinds: [ImportKind] { [] }
    package static var commands: [any StoreCommand.Type] { [] }
    package static var importCommands: [any StoreCommand.Type] { [] }
    package static var layers: [PointLayer] { [] }
    package static var listOptions: [ListOption] { [] }
    package var accountData: (any AccountDataOwner)? { nil }
    package static func checks(of store: SpatiaLiteStore) async throws -> [IntegrityCheck] { [] }

    /// A role of the module: `expo.organizer` of `organizer`.
    ///
    /// - Parameter word: Stands in the module's text; one that cannot be a role's is a mistake of whoever wrote it.
    package static func role(_ word: String) -> StaffRole {
        guard let role = StaffRole(rawValue: "\(name).\(word)") else {
            preconditionFailure("\"\(word)\" is no word for a role")
        }
        return role
    }

    /// What the tables are made of.
    package static var moduleSchema: ModuleSchema { ModuleSchema(name, schema) }
}

/// Where a module stands: what it may use of the program that it is part of.
package struct ModuleSite: Sendable {
    /// The database, with the module's tables.
    package let store: SpatiaLiteStore
    /// Tells the moment.
    package let clock: any WallClock
    /// What whoever starts the service has set, by its type.
    package let settings: ModuleSettings
    /// What the routes of several domains look into.
    package let directories: SharedDirectories
    /// What modules have made for one another.
    package let shared = SharedObjects()

    /// - Parameter servesStations: Whether a module loads the stations.
    package init(
        store: SpatiaLiteStore,
        clock: any WallClock,
        settings: ModuleSettings = ModuleSettings(),
        servesStations: Bool = true
    ) {
        directories = SharedDirectories(store: store, servesStations: servesStations)
        self.store = store
        self.clock = clock
        self.settings = settings
    }
}

/// Settings and objects that modules share, one of each type.
///
/// A module offers what others may use under a type that stands in `Service` or on common ground, so that
/// no domain imports another.
package struct ModuleSettings: Sendable {
    private var values: [ObjectIdentifier: any Sendable] = [:]

    /// Nothing set.
    package init() {}

    /// The value of a type; nil where it was not set.
    package subscript<Value: Sendable>(_ type: Value.Type) -> Value? {
        get { values[ObjectIdentifier(type)] as? Value }
        set { values[ObjectIdentifier(type)] = newValue }
    }
}

/// Knows what a module keeps of somebody's account, so that no domain forgets it when the account is taken
/// away or erased.
package protocol AccountDataOwner: Sendable {
    /// What is kept of an account, as JSON members by their names; none where nothing is.
    func export(account: Int64) async throws -> [String: [UInt8]]
    /// Erases all of it; when this returns, that is on disk.
    func erase(account: Int64) async throws
}
