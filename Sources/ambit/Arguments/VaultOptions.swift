import ArgumentParser
import Foundation
import SpatiaLiteStore
import Timekeeping
import Vault

/// Where the keys of what people's accounts have sealed stand.
struct VaultOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The file with the keys of what accounts have sealed (default: $AMBIT_VAULT_KEYS, else the database's "
                + "name and -vault-keys), or the address of a PostgreSQL database of their own, where many nodes "
                + "share one. They are never part of the database or its backups.",
            valueName: "place"
        )
    )
    var vaultKeys: String?

    func validate() throws {
        guard vaultKeys?.isEmpty != true else {
            throw ValidationError("--vault-keys is empty; name a file or a database")
        }
    }

    /// The file that was named; nil for the usual one.
    var path: VaultKeysPath? { vaultKeys.map { VaultKeysPath($0) } }

    /// Lets what asks for the usual file find the one that was named.
    func apply() {
        if let vaultKeys { setenv("AMBIT_VAULT_KEYS", vaultKeys, 1) }
    }

    /// Writes the copy of the key file that goes with a backup; nothing where nothing was ever sealed.
    ///
    /// - Returns: Where it lies.
    static func copyKeys(of store: SpatiaLiteStore, beside backup: String) async throws -> String? {
        let vault = Vault(store: store, clock: SystemWallClock())
        // A database has backups of its own.
        guard try await vault.isMade(), !VaultKeysPath(beside: store.path).isDatabase else {
            return nil
        }
        let copy = copyPath(of: store.path, beside: backup)
        try await vault.copy(to: copy)
        return copy
    }

    /// Puts the copy that lies beside a backup into the place of a key file that is missing.
    ///
    /// - Returns: Where it lay; nil where nothing was copied.
    static func restoreKeys(of database: String, from backup: String) throws -> String? {
        let files = FileManager.default
        let path = VaultKeysPath(beside: database).path
        let copy = copyPath(of: database, beside: backup)
        guard !files.fileExists(atPath: path), files.fileExists(atPath: copy) else { return nil }
        try files.copyItem(atPath: copy, toPath: path)
        return copy
    }

    /// Where the copy lies that goes with a database's backups in a folder.
    static func copyPath(of database: String, beside backup: String) -> String {
        let folder = URL(fileURLWithPath: backup).deletingLastPathComponent()
        let name = URL(fileURLWithPath: database).lastPathComponent
        return folder.appending(path: name + VaultKeysPath.ending + "-copy").path
    }
}
