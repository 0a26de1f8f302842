package import Datasets
package import Ground
package import Polling
package import Radar
internal import Roads

/// The parts of the domains whose routes stand here.
extension ServicePart {
    /// Short-lived messages on a shared map.
    ///
    /// - Parameters:
    ///   - feed: What happens on the board, for live streams.
    ///   - webhooks: Posts what happens to those who asked for it; nil when the service sends nothing.
    package static func radar(
        board: MessageBoard,
        devices: DeviceRegistry,
        feed: LiveFeed,
        webhooks: WebhookDesk? = nil
    ) -> ServicePart {
        var part = ServicePart("radar")
        part.life.load = { try await board.load() }
        part.life.kinds = [.messages]
        part.life.reload = { for name in $0.keys { try await board.reload(dataset: name) } }
        part.life.follow = { try await board.follow() }
        part.life.sweep = { try await board.sweep(limit: $0) }
        part.life.run = { await feed.run() }
        part.life.end = { feed.end() }
        part.life.isReady = { board.isLoaded && board.ground?.isSure ?? true }
        part.life.gauges = [
            .init(
                name: "ambit_messages",
                help: "Messages in memory, expired ones that no sweep has removed yet included."
            ) { board.count }
        ]
        part.life.metrics = Metric.all(of: feed) + Metric.all(of: webhooks)
        part.life.background = { WebhookService.all(of: webhooks, logger: $0) }
        part.tab = .radar
        part.describe = { ServiceDescription.describe(board.limits, in: &$0) }
        part.routes = { radarRoutes(board, devices, feed, webhooks, $0) }
        return part
    }

    private static func radarRoutes(
        _ board: MessageBoard,
        _ devices: DeviceRegistry,
        _ feed: LiveFeed,
        _ webhooks: WebhookDesk?,
        _ tools: ServiceTools
    ) -> [Route] {
        let webhookRoutes = WebhookRoutes(
            desk: webhooks,
            board: board,
            devices: devices,
            gate: tools.gate,
            bodyLimitBytes: tools.bodyLimitBytes
        )
        let quick: [[Route]] = [
            webhookRoutes.routes,
            MessageRoutes(
                board: board,
                devices: devices,
                gate: tools.gate,
                limits: tools.limits,
                bodyLimitBytes: tools.bodyLimitBytes
            ).routes,
            MessageFeedRoutes(board: board).routes,
            StreamRoutes(feed: feed).routes,
            CategoryRoutes(limits: board.limits).routes,
            ShardRoutes(board: board).routes,
            PersonalRoutes(
                board: board,
                devices: devices,
                webhooks: webhooks,
                bodyLimitBytes: tools.bodyLimitBytes
            ).routes,
            DeviceRoutes(devices: devices, limits: tools.limits).routes,
        ]
        let moderation = ModerationRoutes(
            board: board,
            gate: tools.gate,
            bodyLimitBytes: tools.bodyLimitBytes
        )
        return quick.flatMap(\.quick) + moderation.routes.forStaff
            + webhookRoutes.moderatorRoutes.forStaff
    }

    /// Where somebody votes, and on what.
    ///
    /// - Parameter kinds: The kinds of dataset that voters' answers are made of.
    package static func polling(
        stations: StationDirectory,
        voting: VotingDirectory,
        kinds: Set<DatasetKind>
    ) -> ServicePart {
        var part = ServicePart("polling")
        part.life.load = { try await voting.load() }
        part.life.kinds = kinds
        part.life.reload = { try await voting.reload(Set($0.values)) }
        part.life.isReady = { stations.isLoaded && voting.isLoaded }
        part.life.gauges = [
            .init(name: "ambit_stations", help: "Published stations in memory.") {
                stations.count
            },
            .init(name: "ambit_districts", help: "Published districts in memory.") {
                voting.guide.districts.whole.districts.count
            },
        ]
        part.tab = .vote
        part.routes = { tools in
            let (clock, cache) = (tools.clock, tools.cache)
            return StationRoutes(directory: stations, voting: voting, clock: clock, cache: cache)
                .routes + VoteRoutes(voting: voting, clock: clock, cache: cache).routes
        }
        return part
    }

    /// Ways along roads, and the roads of a map.
    ///
    /// - Parameter directories: The ways, and the stations that they may lead to.
    package static func roads(_ directories: SharedDirectories) -> ServicePart {
        let (ways, stations) = (directories.ways, directories.servedStations)
        var part = ServicePart("roads")
        part.life.load = { try await ways.load() }
        part.life.kinds = [.roads]
        part.life.reload = { _ in try await ways.load() }
        part.life.isReady = { ways.isLoaded }
        part.life.gauges = [
            .init(name: "ambit_roads", help: "Published roads in memory.") { ways.count }
        ]
        part.routes = { tools in
            WayRoutes(ways: ways, stations: stations, ends: tools.wayEnds, clock: tools.clock)
                .routes
        }
        return part
    }

    /// What the map is drawn on, besides roads.
    ///
    /// - Parameters:
    ///   - directories: The roads, and the stations where the map opens.
    ///   - kinds: The kinds of dataset that it is drawn from, here and by others.
    package static func ground(
        _ ground: GroundDirectory,
        _ directories: SharedDirectories,
        kinds: Set<DatasetKind>
    ) -> ServicePart {
        let (ways, stations) = (directories.ways, directories.servedStations)
        var part = ServicePart("ground")
        part.life.load = { try await ground.load() }
        part.life.kinds = kinds
        part.life.reload = { _ in try await ground.load() }
        part.life.isReady = { ground.isLoaded }
        part.life.gauges = [
            .init(name: "ambit_ground", help: "Published pieces of ground in memory.") {
                ground.count
            }
        ]
        part.routes = { tools in
            GroundRoutes(ground: ground, ways: ways, stations: stations, tiles: tools.tiles).routes
        }
        return part
    }
}
