package import Datasets
package import DomainModules
package import HTTPService
internal import Polling
internal import SpatiaLiteStore

/// Polling: where somebody votes, and on what.
package struct PollingModule: DomainModule {
    package static let name: ModuleName = "polling"

    private let directories: SharedDirectories
    private let voting: VotingDirectory

    package init(on site: ModuleSite) {
        directories = site.directories
        voting = VotingDirectory(
            stations: site.directories.stations,
            store: site.store,
            clock: site.clock
        )
    }

    package var part: ServicePart {
        .polling(
            stations: directories.stations,
            voting: voting,
            kinds: Set(Self.kinds.map { DatasetKind(rawValue: $0.name) })
        )
    }
}
