internal import Hummingbird
internal import NIOCore
public import Polling
public import Radar
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
///     board: board, devices: devices, stations: stations, clock: clock,
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
    private let metrics: ServiceMetrics

    /// A service over the domains' objects.
    ///
    /// - Parameters:
    ///   - background: Run as long as the service runs, such as ``StoreWatcher`` and ``Sweeper``.
    ///   - isModerator: Whether a bearer token is a moderator's.
    public init(
        board: MessageBoard,
        devices: DeviceRegistry,
        stations: StationDirectory,
        clock: any WallClock,
        background: [any Service] = [],
        isModerator: @escaping @Sendable (_ token: String) async throws -> Bool = { _ in false },
        configuration: ServiceConfiguration = ServiceConfiguration()
    ) {
        self.configuration = configuration
        self.background = background
        let isReady: @Sendable () -> Bool = { board.isLoaded && stations.isLoaded }
        metrics = ServiceMetrics(gauges: [
            .init(
                name: "ambit_messages",
                help: "Messages in memory, expired ones that no sweep has removed yet included."
            ) { board.count },
            .init(name: "ambit_stations", help: "Published stations in memory.") {
                stations.count
            },
            .init(name: "ambit_ready", help: "1 when everything is loaded, else 0.") {
                isReady() ? 1 : 0
            },
        ])
        routes =
            StationRoutes(directory: stations, clock: clock).routes
            + MessageRoutes(
                board: board,
                devices: devices,
                bodyLimitBytes: configuration.bodyLimitBytes
            ).routes
            + CategoryRoutes(limits: board.limits).routes
            + PersonalRoutes(
                board: board,
                devices: devices,
                bodyLimitBytes: configuration.bodyLimitBytes
            ).routes
            + ModerationRoutes(
                board: board,
                authorize: { request in
                    guard try await isModerator(request.bearerToken()) else {
                        throw Problem.unauthorized(isTokenWrong: true)
                    }
                },
                bodyLimitBytes: configuration.bodyLimitBytes
            ).routes
            + DeviceRoutes(devices: devices).routes
            + SystemRoutes(metrics: metrics, isReady: isReady).routes
            + WebPage.standard.routes
    }

    /// Listens and answers until it is shut down.
    ///
    /// - Throws: When the port cannot be had, or a background service throws.
    public func run() async throws { try await application.run() }

    /// The application that ``run()`` runs.
    var application: Application<RouterResponder<BasicRequestContext>> {
        let onListening = configuration.onListening
        return Application(
            router: ServiceRouter.make(
                routes: routes,
                observer: ObservationMiddleware(
                    metrics: metrics,
                    errorLabel: configuration.errorLabel
                )
            ),
            server: .http1(
                configuration: .init(
                    idleTimeout: TimeAmount(configuration.idleTimeout),
                    httpDecoderConfiguration: .init(
                        maxHeaderFieldSize: configuration.headLimitBytes,
                        maxHeaderListSize: configuration.headLimitBytes,
                        maxHeaderFieldCount: 100
                    )
                )
            ),
            configuration: ApplicationConfiguration(
                address: .hostname(configuration.host, port: configuration.port),
                serverName: "ambit"
            ),
            services: background,
            onServerRunning: { channel in
                if let port = channel.localAddress?.port { await onListening(port) }
            },
            logger: configuration.logger
        )
    }
}
