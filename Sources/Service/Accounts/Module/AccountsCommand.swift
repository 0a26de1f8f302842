internal import Accounts
package import ArgumentParser
package import DomainModules
internal import Foundation
package import SpatiaLiteStore
internal import Timekeeping
internal import Vault
internal import Wording

/// `ambit accounts`: what is kept of somebody, and to erase it, for whoever runs the service.
package struct AccountsCommand: StoreCommand {
    /// What is done.
    package enum Act: String, ExpressibleByArgument, CaseIterable, Sendable {
        case export
        case erase
    }

    package static let configuration = CommandConfiguration(
        commandName: "accounts",
        abstract: "Exports or erases an account, with all that every module keeps of it.",
        discussion: """
            An account is named by its id, as GET /v1/me tells it, or by its username. What is erased is gone \
            for good, from backups too: its key is taken away, and nothing opens what was sealed under it. \
            Both may be done while the database is served.

            EXAMPLES
              ambit accounts export ana > ana.json
              ambit accounts erase 0x7kq2m3wx9fh
            """
    )
    package static let access = SpatiaLiteStore.Access.readWrite

    @Argument(help: "export (JSON on standard output) or erase.")
    package var act: Act

    @Argument(help: "The account's id or username.")
    package var account: String

    @Option(
        help: ArgumentHelp(
            "The key file (default: $AMBIT_VAULT_KEYS, else DATABASE-vault-keys).",
            valueName: "file"
        )
    )
    package var vaultKeys: String?

    @OptionGroup package var database: DatabaseOptions

    package init() {}

    package func run(on store: SpatiaLiteStore) async throws {}

    package func run(on store: SpatiaLiteStore, in modules: ModuleList) async throws {
        var settings = ModuleSettings()
        settings[VaultKeysPath.self] = vaultKeys.map { VaultKeysPath($0) }
        let site = modules.site(store: store, clock: SystemWallClock(), settings: settings)
        _ = modules.stand(on: site)
        let desk = site.shared.object { AccountDesk(on: site) }
        let named: AccountID?
        if let id = AccountID(text: account), try await desk.accounts.account(id) != nil {
            named = id
        } else {
            named = try await desk.accounts.account(
                named: (NameKind.username, LookAlikes.skeleton(of: account))
            )
        }
        guard let named, let found = try await desk.accounts.account(named) else {
            throw NoSuchAccount(name: account)
        }
        switch act {
        case .export:
            let bytes = try await AccountExport.json(of: found, desk)
            try FileHandle.standardOutput.write(contentsOf: Data(bytes + [UInt8(ascii: "\n")]))
        case .erase:
            try await desk.erase(named)
            FileHandle.standardError.write(Data("The account was erased.\n".utf8))
        }
    }
}

/// Nobody has the account that was named.
private struct NoSuchAccount: Error, CustomStringConvertible {
    let name: String

    var description: String {
        "there is no account with the id or username \"\(name)\"; GET /v1/me tells both to its owner"
    }
}
