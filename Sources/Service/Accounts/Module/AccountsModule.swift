internal import Accounts
package import Datasets
package import DomainModules
package import HTTPService
internal import Logging
package import SpatiaLiteStore
internal import Timekeeping
internal import Vault

/// Accounts: who people are, what they have agreed to, and their way in and out.
package struct AccountsModule: DomainModule {
    package static let name: ModuleName = "accounts"
    package static let isCommonGround = true

    private let desk: AccountDesk
    private let gate: AccountGate

    package init(on site: ModuleSite) {
        desk = site.shared.object { AccountDesk(on: site) }
        gate = AccountGate(on: site)
    }

    package static var schema: [SchemaStep] { AccountTables.schema }

    package static var commands: [any StoreCommand.Type] { [AccountsCommand.self] }

    package static func checks(of store: SpatiaLiteStore) async throws -> [IntegrityCheck] {
        try await Vault(store: store, clock: SystemWallClock())
            .check([AccountTables.profile, AccountTables.contact, AccountTables.guardian])
    }

    package var part: ServicePart {
        var part = ServicePart(Self.name)
        part.life.load = { [desk] in try await desk.tidy() }
        part.life.sweep = { [desk] limit in
            let count = try await desk.accounts.sweep(limit: limit)
            guard count < limit else { return count }
            return count + (try await desk.accounts.sweepGuardians(limit: limit - count))
        }
        part.life.background = { [desk] logger in
            desk.log(to: logger)
            return []
        }
        part.routes = { [desk, gate] tools in
            let limits = AccountLimits(tools)
            return AccountRoutes(desk: desk, tools: tools, limits: limits).routes
                + PersonRoutes(desk: desk, gate: gate, tools: tools, limits: limits).routes
                + GuardianRoutes(desk: desk, tools: tools, limits: limits).routes
        }
        part.openAPI = PackageResources.openapi_json
        return part
    }
}
