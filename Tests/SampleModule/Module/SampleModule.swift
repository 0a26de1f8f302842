package import Access
package import Datasets
package import DomainModules
internal import GRDB
package import HTTPService
internal import Importing
internal import Sample
package import SpatiaLiteStore
internal import Synchronization

/// A module that shows all that a module can tell: market stalls, and who inspected them.
package struct SampleModule: DomainModule {
    package static let name: ModuleName = "sample"

    /// Notes inspections.
    package static let clerk = role("clerk")

    private let store: SpatiaLiteStore
    private let stalls = StallDirectory()

    package init(on site: ModuleSite) { store = site.store }

    package static var schema: [SchemaStep] {
        [
            SchemaStep(
                """
                CREATE TABLE sample_inspection (
                    id INTEGER PRIMARY KEY,
                    stall TEXT NOT NULL,
                    inspected_at INTEGER NOT NULL,
                    inspector TEXT NOT NULL
                ) STRICT;
                CREATE INDEX sample_inspection_stall ON sample_inspection (stall);
                """
            )
        ]
    }

    package static var roles: [StaffRole] { [clerk] }

    package static var kinds: [ImportKind] {
        [ImportKind(StallKind.kind, in: StallCoding.self, note: "of a market")]
    }

    package static var commands: [any StoreCommand.Type] { [InspectionsCommand.self] }

    package static var layers: [PointLayer] {
        [
            PointLayer("stalls", columns: ["id", "name", "goods"]) { store in
                try await Self.published(in: store).map {
                    PointLayer.Row([$0.id, $0.name, $0.goods], at: $0.place)
                }
            }
        ]
    }

    package var part: ServicePart {
        var part = ServicePart(Self.name)
        part.life.load = { [store, stalls] in
            stalls.replace(with: try await Self.published(in: store))
        }
        part.life.kinds = [.stalls]
        part.life.reload = { [load = part.life.load] _ in try await load() }
        part.life.isReady = { [stalls] in stalls.isLoaded }
        part.life.gauges = [
            .gauge("ambit_sample_stalls", help: "Published stalls in memory.") { [stalls] in
                Double(stalls.count)
            }
        ]
        part.routes = { [store, stalls] tools in
            StallRoutes(stalls: stalls, inspections: Inspections(store: store), tools: tools).routes
        }
        part.openAPI = PackageResources.openapi_json
        part.tab = PageTab("sample", files: EmbeddedFiles.all)
        return part
    }

    /// All published stalls, by id.
    private static func published(in store: SpatiaLiteStore) async throws -> [Stall] {
        let all = Mutex<[Stall]>([])
        try await store.forEachRecord(StallCoding.self) { batch in all.withLock { $0 += batch } }
        return all.withLock { $0 }.sorted { $0.id < $1.id }
    }
}
