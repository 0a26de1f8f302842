package import Datasets
package import DomainModules
package import HTTPService
package import SpatiaLiteStore

/// Media: pictures under the hash of their bytes, for whatever module shows some.
package struct MediaModule: DomainModule {
    package static let name: ModuleName = "media"
    package static let isCommonGround = true

    private let shelf: MediaShelf

    package init(on site: ModuleSite) { shelf = MediaShelf(site.store) }

    package static var schema: [SchemaStep] { MediaShelf.steps }

    package var part: ServicePart {
        var part = ServicePart(Self.name)
        part.routes = { [shelf] tools in
            MediaRoutes(shelf: shelf, gate: tools.gate, clock: tools.clock).routes
        }
        part.openAPI = PackageResources.openapi_json
        return part
    }
}
