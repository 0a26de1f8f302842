internal import Datasets
internal import Importing
internal import TextSearch
internal import Timekeeping

/// What answers at which address: the routes of modules and the service's own.
struct ServiceRoutes {
    let routes: [Route]
    /// What is told at an address of its own; none where it is told at the same.
    let metricsRoutes: [Route]
    /// What two modules tell, or why there is no page; nil where all is well.
    let fault: (any Error)?

    /// - Parameters:
    ///   - system: Without its description, which is made of all the others.
    ///   - ledger: Tells what was imported; nil when the service is not to.
    ///   - rollback: As of ``AmbitService``.
    ///   - imports: Runs imports by staff; nil when there are none over HTTP.
    init(
        of parts: [ServicePart],
        tools: ServiceTools,
        system: SystemRoutes,
        ledger: (any DatasetLedger)?,
        rollback: Rollback?,
        imports: ImportDesk?,
        configuration: ServiceConfiguration
    ) {
        var claims = Claims()
        let ofService =
            ModuleRoutes(parts: parts, kinds: imports?.kinds ?? []).routes.quick
            + Self.dataRoutes(tools, ledger, rollback, imports)
            + StaffRoutes(gate: tools.gate, desk: imports).routes.forStaff
        let ofSystem = system.routes + system.metricsRoutes + system.description
        for route in ofService + ofSystem { claims.claim(route.address, by: Claims.service) }
        let ofModules = parts.flatMap { part in
            let routes = part.routes(tools)
            for route in routes { claims.claim(route.address, by: part.module.text) }
            return routes
        }.joinedByToken
        for part in parts { claims.claimNames(of: part) }
        let described = system.describing(
            ServiceDescription.bytes(
                rates: configuration.rateLimits,
                parts: parts,
                paths: Set((ofModules + ofService + ofSystem).map(\.path) + ["/"]),
                kinds: imports?.kinds.map(\.name),
                claims: &claims
            )
        )
        let hasMetricsAddress = configuration.metricsAddress != nil
        metricsRoutes = hasMetricsAddress ? (described.routes + described.metricsRoutes).quick : []
        let quick =
            described.routes + described.description
            + (hasMetricsAddress ? [] : described.metricsRoutes)
        do {
            let page = try WebPage.showing(PageTab.shown(for: parts))
                .showingPictures(from: configuration.tiles?.origin)
                .showingRemotePictures(configuration.showsRemotePictures)
            routes = ofModules + ofService + (quick + page.routes).quick
            fault = claims.fault
        } catch {
            routes = ofModules + ofService + quick.quick
            fault = claims.fault ?? error
        }
    }

    /// What was imported, and what imports more.
    private static func dataRoutes(
        _ tools: ServiceTools,
        _ ledger: (any DatasetLedger)?,
        _ rollback: Rollback?,
        _ imports: ImportDesk?
    ) -> [Route] {
        let datasets = ledger.map {
            DatasetRoutes(
                ledger: $0,
                rollback: rollback ?? Rollback(ledger: $0, clock: tools.clock),
                gate: tools.gate,
                importGate: ImportGate(gate: tools.gate, desk: imports),
                clock: tools.clock,
                bodyLimitBytes: tools.bodyLimitBytes
            ).routes
        }
        let desk = imports.map {
            ImportRoutes(desk: $0, gate: tools.gate, clock: tools.clock).routes.forStaff
        }
        return (datasets ?? []) + (desk ?? [])
    }
}

extension Claims {
    /// Notes the tab of a module and the kinds that it lets be searched and marked.
    fileprivate mutating func claimNames(of part: ServicePart) {
        if let tab = part.tab { claim("the tab \(tab.name)", by: part.module.text) }
        for source in part.searchable {
            claim("the searchable kind \(source.kind)", by: part.module.text)
        }
        for kind in part.markable {
            claim("the \(kind.mark.rawValue) kind \(kind.name)", by: part.module.text)
        }
    }
}
