import Access
import Accounts
import AccountsModule
import ArgumentParser
import Datasets
import DomainModules
import EsportsModule
import Foundation
import HTTPService
import Importing
import Logging
import MobilityModule
import NIOCore
import Notices
import OpenStandards
import Outgoing
import Radar
import RadarPostgres
import ServiceLifecycle
import SpatiaLiteStore
import Timekeeping
import UnixSignals
import Vault

/// `ambit serve`: the HTTP service and the map.
struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serves the map and the HTTP interface.",
        discussion: """
            Listens until Ctrl-C or SIGTERM, then finishes the requests that are in flight. What \
            another `ambit import` publishes is served within two seconds.

            ENVIRONMENT
              AMBIT_LOG            trace, debug, info, notice (standard), warning or error
              AMBIT_LOG_FORMAT     text (standard), or json: a line of JSON for each entry
              AMBIT_RATE_LIMIT     off lets everybody ask and post as often as they
                                   like, and have as many devices; reports of new
                                   devices and of one address count
              AMBIT_FORWARDED_FOR  trust takes a client's address from the last entry of
                                   X-Forwarded-For, which a proxy in front has to write
              AMBIT_CLUSTER        as --cluster
              AMBIT_TILES, AMBIT_TILES_ATTRIBUTION
                                   as --tiles and --tiles-attribution

            EXAMPLES
              ambit serve
              ambit serve --create --database new.sqlite
              ambit serve --database county.sqlite --port 9000
              ambit serve --modules polling
              ambit serve --cluster postgresql://ambit@db1,db2/ambit
              ambit serve --settings /etc/ambit/ambit.toml
              ambit serve --refused-words words.txt --limit reports_until_hidden=5
              ambit serve --rate-limit free_devices_per_address=50,50/h
              ambit serve --tiles 'https://tiles.example.org/{z}/{x}/{y}.png' \\
                --tiles-attribution '© OpenStreetMap contributors'
            """
    )

    @Option(help: ArgumentHelp("The address to listen on.", valueName: "address"))
    var host = "127.0.0.1"

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The port to listen on, 0 for any that is free.", valueName: "n")
    )
    var port = 8080

    @OptionGroup var messages: MessageLimitOptions

    @OptionGroup var rates: RateLimitOptions

    @OptionGroup var webhooks: WebhookOptions

    @OptionGroup var cluster: ClusterOptions

    @OptionGroup var liveSources: LiveSourceOptions

    @OptionGroup var trips: TripOptions

    @Option(
        help: ArgumentHelp(
            "Show this map below everything, in tiles of 256 pixels; without it Ambit draws the "
                + "water, parks, roads and districts that are loaded.",
            valueName: "url"
        )
    )
    var tiles: String?

    @Option(
        help: ArgumentHelp("Whose map the tiles are, shown on it.", valueName: "text")
    )
    var tilesAttribution: String?

    @Flag(
        help: ArgumentHelp(
            "Let the page load pictures of products from the shops' servers, which then know who looks; "
                + "without it the page loads nothing foreign."
        )
    )
    var remoteImages = false

    @Option(
        parsing: .singleValue,
        help: ArgumentHelp(
            "Let pages of this origin, such as https://app.example.org, use everything from a browser; "
                + "* lets those of any origin do what needs no token of staff. Any page may read what "
                + "everybody may, unless this is none. May be repeated.",
            valueName: "origin"
        )
    )
    var corsOrigin: [String] = []

    @OptionGroup var standards: StandardsOptions

    @OptionGroup var accounts: AccountOptions

    @OptionGroup var vault: VaultOptions

    @Option(
        help: ArgumentHelp(
            "Tell the metrics there, such as 127.0.0.1:9100, and not where everything else is.",
            valueName: "host:port"
        )
    )
    var metricsAddress: String?

    @Option(
        help: ArgumentHelp(
            "Serve these modules alone, separated by commas: "
                + "\(Modules.all.choices.joined(separator: ", ")). Without it all are served; the roads "
                + "and the ground of the map always are.",
            valueName: "name,..."
        )
    )
    var modules: String?

    @Flag(help: "Make an empty database where there is none; without it that is an error.")
    var create = false

    @Option(
        help: ArgumentHelp(
            "Take settings from a file of lines such as port = 9000: these options without their "
                + "dashes, and the variables of the environment. What is given otherwise holds before it.",
            valueName: "file"
        )
    )
    var settings: String?

    @OptionGroup var database: DatabaseOptions

    func validate() throws {
        _ = try mapTiles()
        _ = try crossOrigin()
        _ = try metricsListening()
        _ = try chosenModules()
        guard (0...65535).contains(port) else {
            throw ValidationError("--port is \(port); a port lies between 0 and 65535")
        }
    }

    func run() async throws {
        let limits = try radarLimits()
        let connections = try Self.connectionLimit()
        // A mistyped name would be served as an empty map.
        guard create || !database.isMissing else { throw ServeError.noDatabase(database.path) }
        try await database.withStore(.readWrite, common: cluster.common()) { store in
            do {
                try await serve(store, limits, connections)
            } catch let error as MetricsAddressError {
                throw ServeError.noMetrics(host: error.host, port: error.port, code: error.code)
            } catch let error as IOError where error.errnoCode == EADDRINUSE {
                throw ServeError.portInUse(host: host, port: port)
            } catch let error as IOError where [EADDRNOTAVAIL, EACCES].contains(error.errnoCode) {
                throw ServeError.cannotListen(host: host, port: port, code: error.errnoCode)
            }
        }
    }

    /// What may be posted; without rate limits, whose reports count is not limited either.
    private func radarLimits() throws -> RadarLimits {
        let isOpen = try Self.isSet("AMBIT_RATE_LIMIT", to: "off", otherwise: "on")
        var limits = try messages.limits(isCapped: !isOpen)
        if isOpen {
            guard rates.settings.isEmpty else { throw ServeError.limitsOff }
            limits.reportRules = .open
        }
        return limits
    }

    /// How many connections there is room for.
    private static func connectionLimit() throws -> Int {
        let files = OpenFiles.raiseLimit()
        let cores = System.coreCount
        guard let room = OpenFiles.roomForConnections(files: files, cores: cores) else {
            throw ServeError.tooFewFiles(files, least: OpenFiles.leastForServing(cores: cores))
        }
        return min(ServiceConfiguration().connectionLimit, room)
    }

    private func serve(
        _ store: SpatiaLiteStore,
        _ limits: RadarLimits,
        _ connections: Int
    ) async throws {
        TemporaryFiles.removeAbandoned()
        let clock = SteadyWallClock()
        let logger = try Self.makeLogger()
        let cluster = try await openCluster(beside: store, clock, logger)
        let posting = try webhooks.maker(on: store, clock) { logger.warning("\($0)") }
        defer { posting?.client.stop() }
        let live = try liveSources.sources()
        defer { live?.client.stop() }
        var settings = moduleSettings(limits)
        settings[ShardedStore.self] = cluster
        settings[WebhookMaker.self] = cluster == nil ? posting?.maker : nil
        settings[LiveSources.self] = live?.sources
        settings[PushMeans.self] = posting.map { posting in
            PushMeans(contact: "mailto:" + accounts.mailFrom) { await posting.client.post($0) }
        }
        let chosen = try chosenModules()
        let site = chosen.site(store: store, clock: clock, settings: settings)
        let domains = chosen.stand(on: site).map(\.part)
        let parts =
            domains + [
                .openStandards(over: domains, settings: try standards.settings(), clock: clock)
            ]
        let freshness = Freshness()
        var desk = chosen.desk(on: site)
        let imports = try self.cluster.imports()
        desk.common = imports
        if cluster != nil { desk = desk.without("messages") }
        let configuration = try configuration(limits, connections, logger)
        let service = try AmbitService(
            parts: parts,
            clock: clock,
            background: Self.background(of: parts, on: store, freshness, logger),
            ledger: store,
            rollback: Import.rollback(on: store),
            imports: desk,
            metrics: Self.metrics(of: store),
            staff: StaffRegistry(store: store, clock: clock),
            storage: store,
            freshness: freshness,
            configuration: configuration
        )
        try await ServiceGroup(
            services: [service],
            gracefulShutdownSignals: [.sigterm, .sigint],
            logger: logger
        ).run()
        await imports?.close()
        await cluster?.close()
    }

    /// The store of messages that several nodes share; nil where this file has them.
    private func openCluster(
        beside store: SpatiaLiteStore,
        _ clock: any WallClock,
        _ logger: Logger
    ) async throws -> ShardedStore? {
        let cluster = try await cluster.store(beside: store, clock) { logger.warning("\($0)") }
        if cluster == nil, let place = store.commonPlace { throw ServeError.clusterMissing(place) }
        if cluster != nil, !(vault.path ?? VaultKeysPath(beside: store.path)).mayBeCommon {
            logger.warning(
                """
                accounts cannot be made or opened at this node: their keys need a PostgreSQL database of their own, \
                or a file that all nodes have; name it with --vault-keys
                """
            )
        }
        return cluster
    }

    /// What options alone tell modules.
    private func moduleSettings(_ limits: RadarLimits) -> ModuleSettings {
        var settings = ModuleSettings()
        settings[RadarLimits.self] = limits
        settings[AccountSettings.self] = accounts.settings(refusing: limits.refusedWords)
        settings[VaultKeysPath.self] = vault.path
        settings[PolarBearGrams.self] = trips.polarBear
        return settings
    }

    /// What runs beside the service: it keeps what is in memory in step with the store, and the file tidy.
    private static func background(
        of parts: [ServicePart],
        on store: SpatiaLiteStore,
        _ freshness: Freshness,
        _ logger: Logger
    ) -> [any Service] {
        let keeping = parts.map(\.life).services(
            sensor: store,
            ledger: store,
            logger: logger,
            freshness: freshness,
            errorLabel: errorLabel,
            changeCount: { store.writeStatistics.changes }
        )
        let tidying = Upkeep(
            logger: logger,
            changeCount: { store.writeStatistics.changes },
            step: {
                try await store.tidyLog()
                return false
            }
        )
        return keeping + [tidying, FileFollower(store: store, logger: logger)]
    }
}
