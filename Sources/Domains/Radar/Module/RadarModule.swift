package import Datasets
package import DomainModules
package import HTTPService
internal import Importing
internal import Radar
internal import RadarPostgres
internal import SpatiaLiteStore
internal import Timekeeping

/// Radar: short-lived messages on a shared map.
///
/// The limits of messages are a setting of the site (`RadarLimits`); the standard ones hold where there
/// is none. So is a database that many nodes share (`ShardedStore`): messages, and what devices keep, stand
/// there then and not in the site's file.
package struct RadarModule: DomainModule {
    package static let name: ModuleName = "radar"

    private let board: MessageBoard
    private let devices: DeviceRegistry
    private let feed: LiveFeed
    private let store: SpatiaLiteStore
    private let webhooks: WebhookDesk?
    private let cluster: ShardedStore?
    private let density: DensityDesk

    package init(on site: ModuleSite) {
        store = site.store
        cluster = site.settings[ShardedStore.self]
        let messages: any RadarStore = cluster ?? store
        let clock: any WallClock = cluster?.own.clock ?? site.clock
        board = MessageBoard(
            store: messages,
            clock: clock,
            limits: site.settings[RadarLimits.self] ?? .standard,
            ground: cluster?.own.ground
        )
        devices = DeviceRegistry(store: messages, clock: clock)
        feed = LiveFeed(of: board)
        density = DensityDesk(board, clock: clock)
        webhooks = site.settings[WebhookMaker.self]?.desk(board)
    }

    package static var kinds: [ImportKind] {
        [
            ImportKind(.messages, fields: ImportFields.names(of: "messages")) { work in
                // They would be this node's alone.
                if let place = work.store.commonPlace {
                    throw SharingError.noMessages(place: place)
                }
                return try await MessageImporter(
                    store: work.store.importedMessages,
                    clock: work.clock
                )
                .run(work.input, options: work.options, progress: work.progress)
            }
        ]
    }

    package var part: ServicePart {
        var part = ServicePart.radar(
            board: board,
            devices: devices,
            feed: feed,
            webhooks: webhooks
        )
        part.collections = { [density] in density.collections }
        if let cluster {
            // The file's changes are none of messages.
            part.life.follow = nil
            let shards = ShardFollower(cluster)
            part.life.background = { [board, feed] logger in
                [
                    ClusterFollower(board: board, store: cluster.own, feed: feed, logger: logger),
                    ShardFollowing(follower: shards, logger: logger),
                ]
            }
            part.life.metrics += ClusterFollower.metrics(of: cluster.own) + shards.metrics
        } else {
            part.life.upkeep = { [store] in try await store.enterMessages(limit: 64) >= 64 }
        }
        return part
    }
}
