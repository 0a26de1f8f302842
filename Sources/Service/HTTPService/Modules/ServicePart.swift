package import Datasets
package import FeatureCollections
package import GeoJSON
package import Hummingbird
package import TextSearch
package import Timekeeping

/// What a module brings to the service: its routes with their description, its life, and its tab.
package struct ServicePart: Sendable {
    /// Whose it is.
    package let module: ModuleName
    /// What happens while the service runs.
    package var life = ModuleLife()
    /// Its routes.
    package var routes: @Sendable (ServiceTools) -> [Route] = { _ in [] }
    /// A part of an OpenAPI document, in JSON, that describes the routes: `tags`, `paths` and
    /// `components`. What stands in it stands in no other; nil for what the service's own tells.
    package var openAPI: [UInt8]?
    /// The tab of the page; nil for none.
    package var tab: PageTab?
    /// What it offers to programs that know nothing of it, such as geographic information systems; called
    /// for each request. nil until it is loaded.
    package var collections: @Sendable () -> [FeatureCollection]? = { [] }
    /// What `GET /v1/search` finds of it.
    package var searchable: [SearchSource] = []
    /// What people may keep as favorites, and follow.
    package var markable: [MarkableKind] = []
    /// What it adds to the lists of other modules.
    package var extending: [ListExtension] = []
    /// What of it a way may lead to.
    package var wayEnds: [WayEnd] = []
    /// Puts limits that hold here into the description.
    package var describe: (@Sendable (inout JSONValue) -> Void)?

    /// A part of which nothing is told yet.
    package init(_ module: ModuleName) { self.module = module }
}

/// What routes may use of the service.
package struct ServiceTools: Sendable {
    /// Lets in whoever has a staff token.
    package let gate: StaffGate
    /// Tells the moment.
    package let clock: any WallClock
    /// The longest JSON body that is read, in bytes.
    package let bodyLimitBytes: Int
    /// Whether anything is refused because it comes too often.
    package var hasLimits: Bool { limits != nil }

    /// A limit by what it counts; nil where there are no limits.
    package func throttle(_ rate: RateLimits.Rate) -> Throttle? {
        limits.map { _ in Throttle(rate) }
    }

    /// Stands for the household that a request comes from: a keyed hash that is good for this process; nil
    /// where there are no limits.
    package func household(of request: Request, _ context: Route.Context) -> UInt64? {
        limits?.mark(of: request, context)
    }

    /// What all modules let be searched.
    package let searchable: [SearchSource]
    /// What people may keep as favorites, and follow, of all modules.
    package let markable: [MarkableKind]
    /// What modules add to lists of others.
    private let extending: [ListExtension]
    /// What ways may lead to besides places and stations.
    let wayEnds: [WayEnd]
    /// Refuses what comes too often; nil where there are no limits.
    let limits: RateLimitMiddleware?
    /// Parts of answers that are the same for everybody.
    let cache: AnswerCache
    /// Another map below everything on the page.
    let tiles: MapTiles?

    init(
        parts: [ServicePart],
        gate: StaffGate,
        clock: any WallClock,
        bodyLimitBytes: Int,
        limits: RateLimitMiddleware?,
        tiles: MapTiles?
    ) {
        self.gate = gate
        self.clock = clock
        self.bodyLimitBytes = bodyLimitBytes
        self.limits = limits
        self.tiles = tiles
        cache = AnswerCache()
        searchable = parts.flatMap(\.searchable)
        markable = parts.flatMap(\.markable)
        extending = parts.flatMap(\.extending)
        wayEnds = parts.flatMap(\.wayEnds)
    }

    /// What modules add to a list.
    package func extensions(of list: String) -> [ListExtension] {
        extending.filter { $0.list == list }
    }
}

/// Two modules that tell the same: nothing is served before one of them gives way.
package struct ToldTwice: Error, Hashable, CustomStringConvertible {
    /// What is told, such as `the address GET /v1/stalls`.
    package let what: String
    /// Who told it first; `ambit` for the service itself.
    package let first: String
    /// Who told it again.
    package let second: String

    package init(_ what: String, first: String, second: String) {
        (self.what, self.first, self.second) = (what, first, second)
    }

    package var description: String {
        first == second
            ? "the module \(first) has \(what) twice; it has to call one of them otherwise"
            : "the modules \(first) and \(second) both have \(what); one of them has to call it "
                + "otherwise"
    }
}

/// Who told what, so that nothing is told twice.
package struct Claims: Sendable {
    /// What the service has of its own.
    package static let service = "ambit"

    private var owners: [String: String] = [:]
    /// The first thing that was told twice.
    package private(set) var fault: ToldTwice?

    /// Nothing told yet.
    package init() {}

    /// Notes that an owner has something.
    package mutating func claim(_ what: String, by owner: String) {
        if let first = owners.updateValue(owner, forKey: what), fault == nil {
            fault = ToldTwice(what, first: first, second: owner)
        }
    }
}
