internal import Datasets
internal import FeatureCollections
package import HTTPService
internal import HTTPTypes
package import Timekeeping
internal import VectorTiles

/// What open standards need to know to be served.
package struct StandardsSettings: Sendable {
    /// The systems in which coordinates are told, the first of them ``OfferedSystem/crs84``.
    package var systems: [OfferedSystem] = [.crs84]
    /// Where clients reach the service; nil for wherever they say that they have reached it.
    package var publicAddress: ServiceAddress?

    /// The standard settings: longitude and latitude alone.
    package init() {}
}

extension ServicePart {
    /// The standards of the Open Geospatial Consortium over what other parts offer, under `/ogc`.
    ///
    /// - Parameter parts: The other parts.
    package static func openStandards(
        over parts: [ServicePart],
        settings: StandardsSettings = StandardsSettings(),
        clock: any WallClock
    ) -> ServicePart {
        var part = ServicePart("ogc")
        let offers = parts.map(\.collections)
        let catalog = Catalog(settings: settings, clock: clock) {
            var all: [FeatureCollection] = []
            for offer in offers {
                guard let collections = offer() else { return nil }
                all += collections
            }
            return all
        }
        let tiles = TileCache()
        part.routes = { _ in
            CatalogRoutes(catalog: catalog).routes + ItemRoutes(catalog: catalog).routes
                + TileRoutes(catalog: catalog, cache: tiles).routes
        }
        part.openAPI = PackageResources.openapi_json
        return part
    }
}

/// What is offered, and how.
struct Catalog: Sendable {
    let settings: StandardsSettings
    let clock: any WallClock
    /// nil until everything is loaded.
    let offered: @Sendable () -> [FeatureCollection]?

    init(
        settings: StandardsSettings,
        clock: any WallClock,
        offered: @escaping @Sendable () -> [FeatureCollection]?
    ) {
        self.settings = settings
        self.clock = clock
        self.offered = offered
    }

    /// - Throws: ``Problem`` of status 503 until everything is loaded.
    func collections() throws(Problem) -> [FeatureCollection] {
        guard let all = offered() else { throw .notReady }
        return all
    }

    /// The collection that a path names.
    ///
    /// - Throws: ``Problem`` of status 404 or 503.
    func collection(_ context: Route.Context) throws(Problem) -> FeatureCollection {
        let all = try collections()
        let id = context.pathParameter("collection")
        guard let found = all.first(where: { $0.id == id }) else {
            throw Problem(
                status: .notFound,
                detail: "There is no such collection; there are "
                    + all.map(\.id).joined(separator: ", ")
            )
        }
        return found
    }
}
