package import Access
package import Datasets
internal import Hummingbird
internal import HummingbirdCore
package import Importing
internal import NIOCore
internal import NIOHTTP1
public import ServiceLifecycle
package import Timekeeping

/// The HTTP service: the routes of modules and its own, whatever store is behind them.
///
/// Run it in a `ServiceGroup` that shuts down gracefully on SIGTERM: the service then accepts no
/// more connections, finishes the requests that are in flight, and only then stops the services
/// that it was given to run beside it.
///
/// ```swift
/// let service = try AmbitService(
///     parts: parts, clock: clock, background: [watcher, sweeper], configuration: configuration)
/// let group = ServiceGroup(
///     services: [service], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
/// try await group.run()
/// ```
///
/// Until all modules are loaded, `/readyz` and everything that needs data answer
/// 503, so the service may listen while ``StoreWatcher`` still loads.
public struct AmbitService: Service {
    private let configuration: ServiceConfiguration
    private let background: [any Service]
    let routes: [Route]
    /// What is told at an address of its own; none where it is told at the same.
    let metricsRoutes: [Route]
    private let metrics: ServiceMetrics
    /// Refuses what comes too often.
    private let limits: RateLimitMiddleware?
    let room: ConnectionRoom
    private let lives: [ModuleLife]
    /// What two modules tell; nil where none does.
    private let fault: (any Error)?

    /// A service over modules.
    ///
    /// - Parameters:
    ///   - parts: What each module brings.
    ///   - background: Run as long as the service runs, such as ``StoreWatcher`` and ``Sweeper``.
    ///   - ledger: Tells what was imported; nil when the service is not to.
    ///   - rollback: Publishes earlier versions of datasets again; nil for one that asks for no consent.
    ///   - imports: Runs imports by staff; nil when there are none over HTTP.
    ///   - metrics: What else `/metrics` tells, such as the store's own counts.
    ///   - staff: Knows the tokens of staff; nil when there is no staff.
    ///   - storage: Tells when the store's files are gone: the service is not ready then.
    ///   - freshness: Tells what could not be loaded: the service is not ready then either.
    /// - Throws: ``ToldTwice`` where two modules have an address, a schema or a kind; ``PageFault`` where
    ///   the page cannot be put together.
    package init(
        parts: [ServicePart],
        clock: any WallClock,
        background: [any Service] = [],
        ledger: (any DatasetLedger)? = nil,
        rollback: Rollback? = nil,
        imports: ImportDesk? = nil,
        metrics: [Metric] = [],
        staff: StaffRegistry? = nil,
        storage: (any StorageSensor)? = nil,
        freshness: Freshness = Freshness(),
        configuration: ServiceConfiguration = ServiceConfiguration()
    ) throws {
        self.init(
            unchecked: parts,
            clock: clock,
            background: background,
            ledger: ledger,
            rollback: rollback,
            imports: imports,
            metrics: metrics,
            staff: staff,
            storage: storage,
            freshness: freshness,
            configuration: configuration
        )
        if let fault { throw fault }
    }

    /// The same, where what is wrong with the parts is kept in ``fault``.
    init(
        unchecked parts: [ServicePart],
        clock: any WallClock,
        background: [any Service],
        ledger: (any DatasetLedger)?,
        rollback: Rollback?,
        imports: ImportDesk?,
        metrics: [Metric],
        staff: StaffRegistry?,
        storage: (any StorageSensor)?,
        freshness: Freshness,
        configuration: ServiceConfiguration
    ) {
        self.configuration = configuration
        let lives = parts.map(\.life)
        self.lives = lives
        let limiter = configuration.rateLimits.map { RateLimiter($0) }
        let status = storage.map { StorageStatus(of: $0, logger: configuration.logger) }
        self.background = background + (status.map { [StorageWatcher(status: $0)] } ?? [])
        room = ConnectionRoom(most: configuration.connectionLimit)
        let isLoaded: @Sendable () -> Bool = { lives.allSatisfy { $0.isReady() } }
        self.metrics = ServiceMetrics(
            others: lives.flatMap(\.metrics) + [Metric.refusals(by: room)]
                + (limiter.map(Metric.all) ?? []) + metrics,
            gauges: lives.flatMap(\.gauges) + [
                .init(name: "ambit_ready", help: "1 when everything is loaded, else 0.") {
                    isLoaded() && status?.fault == nil && freshness.stale.isEmpty ? 1 : 0
                }
            ]
        )
        limits = limiter.map { Self.middleware($0, configuration) }
        let routing = ServiceRoutes(
            of: parts,
            tools: ServiceTools(
                parts: parts,
                gate: StaffGate(registry: staff),
                clock: clock,
                bodyLimitBytes: configuration.bodyLimitBytes,
                limits: limits,
                tiles: configuration.tiles
            ),
            system: SystemRoutes(
                metrics: self.metrics,
                isLoaded: isLoaded,
                storage: status,
                freshness: freshness,
                descriptionBytes: []
            ),
            ledger: ledger,
            rollback: rollback,
            imports: imports,
            configuration: configuration
        )
        (routes, metricsRoutes, fault) = (routing.routes, routing.metricsRoutes, routing.fault)
    }

    private static func middleware(
        _ limiter: RateLimiter,
        _ configuration: ServiceConfiguration
    ) -> RateLimitMiddleware {
        RateLimitMiddleware(
            limiter: limiter,
            trustsForwardedFor: configuration.trustsForwardedFor,
            watch: ProxyWatch(logger: configuration.logger)
        )
    }

    /// Listens and answers until it is shut down.
    ///
    /// When a background service throws, such as one that loads what is damaged, the connections that
    /// are open are closed in order, as at any other end, before that error is thrown.
    ///
    /// - Throws: When the port cannot be had, or a background service throws.
    public func run() async throws {
        // Nobody is connected yet where the port cannot be had: then what loads need not finish.
        let listening = ServiceGroupConfiguration.ServiceConfiguration(
            service: Part { try await listen() }
        )
        let services = background.map {
            ServiceGroupConfiguration.ServiceConfiguration(
                service: $0,
                failureTerminationBehavior: .gracefullyShutdownGroup
            )
        }
        try await ServiceGroup(
            configuration: .init(services: services + [listening], logger: configuration.logger)
        ).run()
    }

    /// What runs beside the background services.
    private struct Part: Service {
        let body: @Sendable () async throws -> Void

        func run() async throws { try await body() }
    }

    private func listen() async throws {
        try await withGracefulShutdownHandler {
            // Each tells whether the others end with it; one that throws ends them too.
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for life in lives {
                    guard let run = life.run else { continue }
                    group.addTask {
                        await run()
                        return false
                    }
                }
                if let metricsApplication {
                    group.addTask {
                        try await metricsApplication()
                        return false
                    }
                }
                group.addTask {
                    try await application.run()
                    return true
                }
                while let endsAll = try await group.next() { if endsAll { group.cancelAll() } }
            }
        } onGracefulShutdown: {
            // They would not end by themselves, and the server waits for them.
            for life in lives { life.end?() }
        }
    }

    /// Counts and logs requests.
    private var observer: ObservationMiddleware {
        ObservationMiddleware(metrics: metrics, errorLabel: configuration.errorLabel)
    }

    /// What answers in front of the router.
    var promptResponder: PromptResponder {
        PromptResponder(
            routes: routes,
            observer: observer,
            limits: limits,
            crossOrigin: configuration.crossOrigin,
            serverName: Self.serverName,
            headLimitBytes: configuration.headLimitBytes,
            logger: configuration.logger
        )
    }

    /// What answers call themselves in `Server`.
    private static let serverName = "ambit"

    /// How long a request's head is read.
    var decoderLimits: NIOHTTPDecoderLimitConfiguration {
        var limits = NIOHTTPDecoderLimitConfiguration()
        limits.maxHeaderFieldSize = configuration.headLimitBytes
        limits.maxHeaderListSize = configuration.headLimitBytes
        limits.maxHeaderFieldCount = ServiceConfiguration.headFieldLimit
        return limits
    }

    /// The application that ``run()`` runs.
    var application: Application<RouterResponder<Route.Context>> {
        let onListening = configuration.onListening
        let period = TimeAmount(configuration.slowClientTimeout)
        // Behind a proxy all connections are the proxy's.
        let counter =
            configuration.trustsForwardedFor
            ? nil
            : configuration.rateLimits.map { ConnectionCounter(most: $0.connectionsPerAddress) }
        let channelConfiguration = HTTP1Channel.Configuration(
            additionalChannelHandlers: [any RemovableChannelHandler](
                counter.map { [ConnectionCapHandler(counter: $0)] } ?? []
            ) + [SlowClientHandler(period: period)],
            httpDecoderConfiguration: .init(
                maxHeaderFieldSize: decoderLimits.maxHeaderFieldSize,
                maxHeaderListSize: decoderLimits.maxHeaderListSize,
                maxHeaderFieldCount: decoderLimits.maxHeaderFieldCount
            )
        )
        let responder = promptResponder
        let idleTimeout = TimeAmount(configuration.idleTimeout)
        return Application(
            router: ServiceRouter.make(
                routes: routes,
                observer: observer,
                limits: limits,
                crossOrigin: configuration.crossOrigin
            ),
            server: HTTPServerBuilder {
                ServiceChannel(
                    http: HTTP1Channel(responder: $0, configuration: channelConfiguration),
                    responder: responder,
                    room: room,
                    idleTimeout: idleTimeout
                )
            },
            configuration: ApplicationConfiguration(
                address: .hostname(configuration.host, port: configuration.port),
                serverName: Self.serverName,
                availableConnectionsDelegate: MaximumAvailableConnections(
                    room.most + room.spare,
                    logger: configuration.logger
                )
            ),
            onServerRunning: { channel in
                if let port = channel.localAddress?.port { await onListening(port) }
            },
            logger: configuration.logger
        )
    }

    /// Runs what tells the metrics at their own address; nil where they have none.
    private var metricsApplication: (@Sendable () async throws -> Void)? {
        guard let (host, port) = configuration.metricsAddress else { return nil }
        let onListening = configuration.onMetricsListening
        let application = Application(
            router: ServiceRouter.make(
                routes: metricsRoutes,
                observer: observer,
                limits: nil,
                crossOrigin: .closed
            ),
            configuration: ApplicationConfiguration(
                address: .hostname(host, port: port),
                serverName: Self.serverName
            ),
            onServerRunning: { channel in
                if let port = channel.localAddress?.port { await onListening(port) }
            },
            logger: configuration.logger
        )
        return {
            do {
                try await application.run()
            } catch let error as IOError {
                throw MetricsAddressError(host: host, port: port, code: error.errnoCode)
            }
        }
    }
}

/// Nothing can listen where the metrics should be told.
public struct MetricsAddressError: Error, Hashable {
    /// The host of ``ServiceConfiguration/metricsAddress``.
    public let host: String
    /// The port of ``ServiceConfiguration/metricsAddress``.
    public let port: Int
    /// Why, as the system says it: a value of `errno`.
    public let code: CInt
}
