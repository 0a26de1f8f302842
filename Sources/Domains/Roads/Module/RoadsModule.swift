package import Datasets
package import DomainModules
package import HTTPService
internal import Importing
internal import Roads
internal import SpatiaLiteStore

/// Roads, and ways along them.
package struct RoadsModule: DomainModule {
    package static let name: ModuleName = "roads"
    package static let isCommonGround = true

    private let directories: SharedDirectories

    package init(on site: ModuleSite) { directories = site.directories }

    package static var kinds: [ImportKind] {
        [
            ImportKind(.roads, fields: ImportFields.names(of: "roads")) { work in
                try await RoadImporter(store: work.store.roads, clock: work.clock)
                    .run(work.input, options: work.options, progress: work.progress)
            }
        ]
    }

    package var part: ServicePart { .roads(directories) }
}
