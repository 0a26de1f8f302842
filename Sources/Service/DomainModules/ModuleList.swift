package import Access
internal import Datasets
package import HTTPService
internal import Importing
package import SpatiaLiteStore
package import Timekeeping

/// The domains that a program has, in the order in which their kinds, gauges and tabs are shown.
package struct ModuleList: Sendable {
    /// The domains.
    package let modules: [any DomainModule.Type]
    /// Those that were not chosen: what they keep of people's accounts ends with the accounts all the same.
    private let others: [any DomainModule.Type]

    /// - Throws: ``ToldTwice`` where two modules have a name, a kind, a role, a command or a layer.
    package init(_ modules: [any DomainModule.Type]) throws(ToldTwice) {
        var claims = Claims()
        for module in modules {
            let owner = module.name.text
            claims.claim("the name \(owner)", by: owner)
            for kind in module.kinds { claims.claim("the kind \(kind.name)", by: owner) }
            for role in module.roles { claims.claim("the role \(role)", by: owner) }
            for layer in module.layers { claims.claim("the layer \(layer.name)", by: owner) }
            for command in module.commands {
                claims.claim("the command \(command.commandWord)", by: owner)
            }
        }
        if let fault = claims.fault { throw fault }
        self.modules = modules
        others = []
    }

    private init(checked modules: [any DomainModule.Type], others: [any DomainModule.Type]) {
        self.modules = modules
        self.others = others
    }

    /// Their tables.
    package var schemas: [ModuleSchema] { modules.map { $0.moduleSchema } }

    /// What may be imported.
    package var kinds: [ImportKind] { modules.flatMap { $0.kinds } }

    /// What members of staff may do, beside what every Ambit has.
    package var roles: [StaffRole] { modules.flatMap { $0.roles } }

    /// The roles whose tokens are good for one event each.
    package var eventRoles: [StaffRole] { modules.flatMap { $0.eventRoles } }

    /// Their subcommands.
    package var commands: [any StoreCommand.Type] { modules.flatMap { $0.commands } }

    /// By what a command may choose among the records of a list.
    package func option(_ name: String, of list: String) -> ListOption? {
        modules.flatMap { $0.listOptions }.first { $0.name == name && $0.list == list }
    }

    /// What `ambit import` brings in that is no dataset.
    package var importCommands: [any StoreCommand.Type] { modules.flatMap { $0.importCommands } }

    /// What the command line may be asked about.
    package var layers: [PointLayer] { modules.flatMap { $0.layers } }

    /// The names that `--modules` takes: common ground is there without being named.
    package var choices: [String] { modules.filter { !$0.isCommonGround }.map { $0.name.text } }

    /// A kind by its name.
    package func kind(_ name: String) -> ImportKind? { kinds.first { $0.name == name } }

    /// The modules that are named, in their usual order, and those on common ground.
    ///
    /// - Throws: ``UnknownModule``.
    package func choosing(_ names: [String]) throws(UnknownModule) -> ModuleList {
        if let unknown = names.first(where: { !choices.contains($0) }) {
            throw UnknownModule(name: unknown, choices: choices)
        }
        let isChosen = { (module: any DomainModule.Type) in
            module.isCommonGround || names.contains(module.name.text)
        }
        return ModuleList(
            checked: modules.filter(isChosen),
            others: others + modules.filter { !isChosen($0) }
        )
    }

    /// Where the modules stand.
    package func site(
        store: SpatiaLiteStore,
        clock: any WallClock,
        settings: ModuleSettings = ModuleSettings()
    ) -> ModuleSite {
        ModuleSite(
            store: store,
            clock: clock,
            settings: settings,
            servesStations: kind("stations") != nil
        )
    }

    /// Makes every module's objects.
    package func stand(on site: ModuleSite) -> [any DomainModule] {
        let standing = modules.map { $0.init(on: site) }
        let all = standing + others.map { $0.init(on: site) }
        site.accountDataOwners.set(
            all.compactMap { module in
                module.accountData.map { (type(of: module).name.text, $0) }
            }
        )
        return standing
    }

    /// The published event that tokens may name so; nil where no module knows one.
    package func event(
        named name: String,
        in store: SpatiaLiteStore
    ) async throws -> NamedEvent? {
        for module in modules {
            if let event = try await module.event(named: name, in: store) { return event }
        }
        return nil
    }

    /// What the modules hold against their own tables.
    ///
    /// A module whose tables cannot be read is told as a finding.
    package func checks(of store: SpatiaLiteStore) async -> [IntegrityCheck] {
        var checks: [IntegrityCheck] = []
        for module in modules {
            do {
                checks += try await module.checks(of: store)
            } catch {
                checks.append(
                    IntegrityCheck(
                        name: "tables of the module \(module.name)",
                        findings: ["cannot be read to their end: \(error)"],
                        remedy: "restore a backup (`ambit restore FILE`)"
                    )
                )
            }
        }
        return checks
    }

    /// What staff may import over HTTP.
    package func desk(on site: ModuleSite) -> ImportDesk {
        var desk = ImportDesk(kinds: kinds.map(\.options)) { name, input, options, progress in
            guard let kind = kind(name) else { throw ImportError.noRows(name: input.name) }
            return try await kind.run(
                ImportWork(
                    input: input,
                    options: options,
                    store: site.store,
                    progress: progress
                )
            )
        }
        desk.eventRoles = Set(eventRoles)
        for module in modules {
            for role in module.importRoles {
                desk.importers[role, default: []].formUnion(module.kinds.map(\.name))
            }
        }
        desk.isOfEvent = { name, dataset, names in
            // A name that is of another kind is refused by the import itself.
            try await kind(name)?.isOfEvent?(site.store, dataset, names) ?? false
        }
        desk.namesOfEvent = { name in
            try await event(named: name, in: site.store)?.names ?? [name]
        }
        return desk
    }
}

/// A word that names no module.
package struct UnknownModule: Error, Hashable, CustomStringConvertible {
    let name: String
    let choices: [String]

    package var description: String {
        "there is no module \"\(name)\"; there are \(choices.joined(separator: ", "))"
    }
}
