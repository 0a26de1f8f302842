internal import AccountsModule
package import Datasets
package import DomainModules
internal import GeoJSON
package import HTTPService
internal import Notices
package import SpatiaLiteStore
internal import Timekeeping

/// Favorites and follows of accounts, over whatever kinds modules let be marked.
package struct FavoritesModule: DomainModule {
    package static let name: ModuleName = "favorites"
    package static let isCommonGround = true
    package static var schema: [SchemaStep] { MarkStore.schema }

    private let site: ModuleSite

    package init(on site: ModuleSite) {
        self.site = site
        Notices.on(site).add(MarkAudiences(marks: MarkStore(site.store)))
    }

    package var part: ServicePart {
        var part = ServicePart(Self.name)
        part.routes = { [site] tools in
            FavoriteRoutes(
                marks: MarkStore(site.store),
                gate: AccountGate(on: site),
                kinds: tools.markable,
                clock: tools.clock
            ).routes
        }
        part.openAPI = PackageResources.openapi_json
        return part
    }

    package var accountData: (any AccountDataOwner)? { MarkStore(site.store) }
}

extension MarkStore: AccountDataOwner {
    package func export(account: Int64) async throws -> [String: [UInt8]] {
        var members: [String: [UInt8]] = [:]
        for mark in MarkableKind.Mark.allCases {
            let entries = try await entries(mark, of: account)
            guard !entries.isEmpty else { continue }
            var json = JSONWriter()
            json.array { list in
                for entry in entries {
                    list.object { json in
                        json.member("kind", entry.kind)
                        json.member("id", entry.id)
                        json.member("title", entry.title)
                        json.member("added_at", entry.addedAt.rfc3339)
                    }
                }
            }
            members["\(mark.rawValue)s"] = json.takeBytes()
        }
        return members
    }
}
