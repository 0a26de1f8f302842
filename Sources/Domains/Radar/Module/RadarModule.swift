package import Datasets
package import DomainModules
package import HTTPService
internal import Importing
internal import Radar
internal import SpatiaLiteStore

/// Radar: short-lived messages on a shared map.
///
/// The limits of messages are a setting of the site (`RadarLimits`); the standard ones hold where there
/// is none.
package struct RadarModule: DomainModule {
    package static let name: ModuleName = "radar"

    private let board: MessageBoard
    private let devices: DeviceRegistry
    private let feed: LiveFeed
    private let store: SpatiaLiteStore
    private let webhooks: WebhookDesk?

    package init(on site: ModuleSite) {
        store = site.store
        board = MessageBoard(
            store: site.store,
            clock: site.clock,
            limits: site.settings[RadarLimits.self] ?? .standard
        )
        devices = DeviceRegistry(store: site.store, clock: site.clock)
        feed = LiveFeed(of: board)
        webhooks = site.settings[WebhookMaker.self]?.desk(board)
    }

    package static var kinds: [ImportKind] {
        [
            ImportKind(.messages, fields: ImportFields.names(of: "messages")) { work in
                try await MessageImporter(store: work.store.importedMessages, clock: work.clock)
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
        part.life.upkeep = { [store] in try await store.enterMessages(limit: 64) >= 64 }
        return part
    }
}
