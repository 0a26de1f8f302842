package import Datasets
package import DomainModules
package import HTTPService
internal import TextSearch

/// One search over what all modules tell: `GET /v1/search`.
package struct SearchModule: DomainModule {
    package static let name: ModuleName = "search"
    package static let isCommonGround = true

    package init(on site: ModuleSite) {}

    package var part: ServicePart {
        var part = ServicePart(Self.name)
        part.routes = { tools in
            SearchRoutes(sources: tools.searchable, clock: tools.clock).routes
        }
        part.openAPI = PackageResources.openapi_json
        return part
    }
}
