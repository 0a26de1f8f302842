package import Datasets
package import DomainModules
internal import FeatureCollections
package import HTTPService
internal import Importing
internal import Roads
internal import SpatiaLiteStore

/// Roads, and ways along them.
package struct RoadsModule: DomainModule {
    package static let name: ModuleName = "roads"
    package static let isCommonGround = true

    private let directories: SharedDirectories
    private let memo = CollectionMemo()

    package init(on site: ModuleSite) { directories = site.directories }

    package static var kinds: [ImportKind] {
        [
            ImportKind(.roads, fields: ImportFields.names(of: "roads")) { work in
                try await RoadImporter(store: work.store.roads, clock: work.clock)
                    .run(work.input, options: work.options, progress: work.progress)
            }
        ]
    }

    package var part: ServicePart {
        var part = ServicePart.roads(directories)
        part.routes = { [ways = directories.ways, routes = part.routes] tools in
            routes(tools) + RouterRoutes(ways: ways).routes
        }
        part.openAPI = PackageResources.openapi_json
        part.collections = { [memo, ways = directories.ways] in
            guard let (map, revision) = ways.published else { return nil }
            return memo.collections(of: map, revision: revision) {
                [RoadContent.collection(of: map, revision: revision)]
            }
        }
        return part
    }
}
