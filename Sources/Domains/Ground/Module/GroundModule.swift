package import Datasets
package import DomainModules
internal import FeatureCollections
internal import Ground
package import HTTPService
internal import Importing
internal import Roads
internal import SpatiaLiteStore

/// Ground: water, parks and boundaries below everything that the map shows.
package struct GroundModule: DomainModule {
    package static let name: ModuleName = "ground"
    package static let isCommonGround = true

    private let ground: GroundDirectory
    private let directories: SharedDirectories
    private let memo = CollectionMemo()
    /// What the map is drawn from: districts and roads are others'.
    private static let drawnKinds: Set<DatasetKind> = [
        .ground, .roads, DatasetKind(rawValue: "districts"),
    ]

    package init(on site: ModuleSite) {
        ground = GroundDirectory(store: site.store, kinds: Self.drawnKinds)
        directories = site.directories
    }

    package static var kinds: [ImportKind] {
        [
            ImportKind(
                .ground,
                note: "water and parks, for the map",
                fields: ImportFields.names(of: "ground"),
                set: { $0.types = ["water", "park"] }
            ) { work in
                try await GroundImporter(
                    store: work.store.ground,
                    mender: FencedMender(isCancelled: { ImportCancellation.isSet }),
                    clock: work.clock
                ).run(work.input, options: work.options, progress: work.progress)
            }
        ]
    }

    package var part: ServicePart {
        var part = ServicePart.ground(ground, directories, kinds: Self.drawnKinds)
        part.collections = { [memo, ground] in
            guard let reading = ground.current else { return nil }
            return memo.collections(of: reading.map, revision: reading.revision) {
                [GroundContent.collection(of: reading.map, revision: reading.revision)]
            }
        }
        return part
    }
}
