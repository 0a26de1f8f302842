public import Access
public import Datasets
public import Ground
internal import Hummingbird
internal import HummingbirdCore
public import Importing
internal import NIOCore
public import Polling
public import Radar
public import Roads
public import ServiceLifecycle
public import Timekeeping

/// The HTTP service: routes over the domains' objects, whatever store is behind them.
///
/// Run it in a `ServiceGroup` that shuts down gracefully on SIGTERM: the service then accepts no
/// more connections, finishes the requests that are in flight, and only then stops the services
/// that it was given to run beside it.
///
/// ```swift
/// let service = AmbitService(
///     board: board, devices: devices, stations: stations, voting: voting, clock: clock,
///     background: [watcher, sweeper], configuration: configuration)
/// let group = ServiceGroup(
///     services: [service], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
/// try await group.run()
/// ```
///
/// Until the board and the directory are loaded, `/readyz` and everything that needs data answer
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
    let feed: LiveFeed

    /// A service over the domains' objects.
    ///
    /// - Parameters:
    ///   - ways: Finds ways along roads; without it, all ways are straight lines.
    ///   - ground: What the map is drawn on, besides roads.
    ///   - background: Run as long as the service runs, such as ``StoreWatcher`` and ``Sweeper``.
    ///   - ledger: Tells what was imported; nil when the service is not to.
    ///   - rollback: Publishes earlier versions of datasets again; nil for one that asks for no consent.
    ///   - imports: Runs imports by staff; nil when there are none over HTTP.
    ///   - metrics: What else `/metrics` tells, such as the store's own counts.
    ///   - staff: Knows the tokens of staff; nil when there is no staff.
    ///   - storage: Tells when the store's files are gone: the service is not ready then.
    public init(
        board: MessageBoard,
        devices: DeviceRegistry,
        stations: StationDirectory,
        voting: VotingDirectory,
        ways: WayFinder = WayFinder([]),
        ground: GroundDirectory = GroundDirectory(),
        clock: any WallClock,
        background: [any Service] = [],
        ledger: (any DatasetLedger)? = nil,
        rollback: Rollback? = nil,
        imports: ImportDesk? = nil,
        metrics: [Metric] = [],
        staff: StaffRegistry? = nil,
        storage: (any StorageSensor)? = nil,
        configuration: ServiceConfiguration = ServiceConfiguration()
    ) {
        self.configuration = configuration
        let limiter = configuration.rateLimits.map { RateLimiter($0) }
        let feed = LiveFeed(of: board)
        self.feed = feed
        let status = storage.map { StorageStatus(of: $0, logger: configuration.logger) }
        self.background = background + (status.map { [StorageWatcher(status: $0)] } ?? [])
        let room = ConnectionRoom(most: configuration.connectionLimit)
        self.room = room
        let isLoaded: @Sendable () -> Bool = {
            board.isLoaded && stations.isLoaded && voting.isLoaded && ways.isLoaded
                && ground.isLoaded
        }
        self.metrics = ServiceMetrics(
            others: Metric.all(of: feed) + [Metric.refusals(by: room)]
                + (limiter.map(Metric.all) ?? []) + metrics,
            gauges: [
                .init(
                    name: "ambit_messages",
                    help: "Messages in memory, expired ones that no sweep has removed yet included."
                ) { board.count },
                .init(name: "ambit_stations", help: "Published stations in memory.") {
                    stations.count
                },
                .init(name: "ambit_districts", help: "Published districts in memory.") {
                    voting.guide.districts.whole.districts.count
                },
                .init(name: "ambit_roads", help: "Published roads in memory.") { ways.count },
                .init(name: "ambit_ground", help: "Published pieces of ground in memory.") {
                    ground.count
                },
                .init(name: "ambit_ready", help: "1 when everything is loaded, else 0.") {
                    isLoaded() && status?.fault == nil ? 1 : 0
                },
            ]
        )
        let gate = StaffGate(registry: staff)
        let cache = AnswerCache()
        let ledgerRoutes = ledger.map {
            DatasetRoutes(
                ledger: $0,
                rollback: rollback ?? Rollback(ledger: $0, clock: clock),
                gate: gate,
                clock: clock,
                bodyLimitBytes: configuration.bodyLimitBytes
            ).routes
        }
        let importRoutes = imports.map {
            ImportRoutes(desk: $0, gate: gate, clock: clock).routes.forStaff
        }
        let dataRoutes = (ledgerRoutes ?? []) + (importRoutes ?? [])
        let limits = limiter.map {
            RateLimitMiddleware(
                limiter: $0,
                trustsForwardedFor: configuration.trustsForwardedFor,
                watch: ProxyWatch(logger: configuration.logger)
            )
        }
        self.limits = limits
        let system = SystemRoutes(
            metrics: self.metrics,
            isLoaded: isLoaded,
            storage: status,
            descriptionBytes: ServiceDescription.bytes(with: board.limits, configuration.rateLimits)
        )
        let hasMetricsAddress = configuration.metricsAddress != nil
        metricsRoutes = hasMetricsAddress ? (system.routes + system.metricsRoutes).quick : []
        let quick: [[Route]] = [
            MessageRoutes(
                board: board,
                devices: devices,
                gate: gate,
                limits: limits,
                bodyLimitBytes: configuration.bodyLimitBytes
            ).routes,
            StreamRoutes(feed: feed).routes,
            CategoryRoutes(limits: board.limits).routes,
            PersonalRoutes(
                board: board,
                devices: devices,
                bodyLimitBytes: configuration.bodyLimitBytes
            ).routes,
            DeviceRoutes(devices: devices, limits: limits).routes,
            system.routes + system.description + (hasMetricsAddress ? [] : system.metricsRoutes),
            WebPage.standard.showingPictures(from: configuration.tiles?.origin).routes,
        ]
        let others: [[Route]] = [
            dataRoutes,
            StationRoutes(directory: stations, voting: voting, clock: clock, cache: cache).routes,
            VoteRoutes(voting: voting, clock: clock, cache: cache).routes,
            WayRoutes(ways: ways, stations: stations, clock: clock).routes,
            GroundRoutes(
                ground: ground,
                ways: ways,
                stations: stations,
                tiles: configuration.tiles
            ).routes,
            ModerationRoutes(
                board: board,
                gate: gate,
                bodyLimitBytes: configuration.bodyLimitBytes
            ).routes.forStaff,
            StaffRoutes(gate: gate).routes.forStaff,
        ]
        routes = quick.flatMap(\.quick) + others.joined()
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
                group.addTask {
                    await feed.run()
                    return false
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
            feed.end()
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
            logger: configuration.logger
        )
    }

    /// What answers call themselves in `Server`.
    private static let serverName = "ambit"

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
                maxHeaderFieldSize: configuration.headLimitBytes,
                maxHeaderListSize: configuration.headLimitBytes,
                maxHeaderFieldCount: 100
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
