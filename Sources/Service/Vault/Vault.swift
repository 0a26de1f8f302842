package import Accounts
internal import Cryptography
package import DomainModules
internal import Foundation
internal import GRDB
internal import PostgresCore
package import SpatiaLiteStore
internal import Synchronization
package import Timekeeping

/// Where the keys of a database stand.
package struct VaultKeysPath: Sendable, Hashable {
    /// The name of a file, or the address of a PostgreSQL database.
    package let path: String
    /// Whether somebody named it: then it may be a place that many nodes share.
    let isNamed: Bool

    /// A file or a database that was named.
    package init(_ path: String) {
        self.path = path
        isNamed = true
    }

    /// The file that `AMBIT_VAULT_KEYS` names, else the one beside a database.
    package init(beside database: String) {
        let named = ProcessInfo.processInfo.environment["AMBIT_VAULT_KEYS"] ?? ""
        isNamed = !named.isEmpty
        path =
            named.isEmpty
            ? URL(fileURLWithPath: database).resolvingSymlinksInPath().path + Self.ending : named
    }

    /// What the file's name ends in where nobody names another.
    package static let ending = "-vault-keys"

    /// Whether it is a database, which many nodes may share.
    package var isDatabase: Bool { PostgresAddress.isAddress(path) }

    /// Whether many nodes may have it: what nobody named is one machine's.
    package var mayBeCommon: Bool { isNamed }
}

/// The keys under which accounts' own data are sealed, in a file or a database of their own.
///
/// Keys are never in the database, its log or its backups, so that an account whose key was taken away is gone
/// from all of them at once. An account's names are found by keyed hashes that stand beside its key, and go
/// with it; the key of those hashes is in the database alone, so that neither file says anything without the
/// other.
package final class Vault: Sendable {
    let store: SpatiaLiteStore
    private let keys: VaultKeysPath
    private let clock: any WallClock
    private let opening = Mutex<Task<Opened, any Error>?>(nil)

    private struct Opened: Sendable {
        let file: any KeyPlace
        let tagKey: AuthenticationKey
    }

    /// What an account is found by: a name of some kind, such as `("email", "ana@example.org")`.
    package typealias Name = (kind: String, value: String)

    /// A vault, which opens its file when it is first needed.
    package init(store: SpatiaLiteStore, keys: VaultKeysPath? = nil, clock: any WallClock) {
        self.store = store
        self.clock = clock
        self.keys = keys ?? VaultKeysPath(beside: store.path)
    }

    /// The vault of the modules that stand on a site.
    package static func on(_ site: ModuleSite) -> Vault {
        site.shared.object {
            Vault(store: site.store, keys: site.settings[VaultKeysPath.self], clock: site.clock)
        }
    }

    // MARK: Sealing

    /// What seals for an account that has a key; nil where it has none, because it was erased or never was.
    ///
    /// - Throws: ``VaultError``; what the store throws.
    package func sealer(of account: AccountID) async throws -> Sealer? {
        try await sealers(of: [account])[account]
    }

    /// The same for many accounts; those without a key are left out.
    ///
    /// - Complexity: O(number of accounts); reads the file only where others have written it.
    package func sealers(of accounts: [AccountID]) async throws -> [AccountID: Sealer] {
        guard !accounts.isEmpty else { return [:] }
        let file = try await opened().file
        var table = file.table
        if accounts.contains(where: { table.keys[$0] == nil && !table.gone.contains($0) }) {
            try await file.refresh()
            table = file.table
        }
        return accounts.reduce(into: [:]) { sealers, account in
            sealers[account] = table.keys[account].map {
                Sealer(account: account, key: $0.bytes)
            }
        }
    }

    // MARK: Accounts

    /// Makes the key of a new account, and notes what it is found by; when this returns, that is on disk.
    ///
    /// - Throws: ``VaultError/taken(kind:)`` for the first name that is another account's.
    package func add(_ account: AccountID, names: [Name] = []) async throws -> Sealer {
        let (file, tagKey) = try await parts()
        let bytes = Bytes.secureRandom(count: KeyTable.keyByteCount)
        let tags = names.map { Self.tag($0, tagKey) }
        let seconds = clock.now.millisecondsSince1970 / 1000
        try await file.change { table in
            for tag in tags where table.owner(of: tag) != nil {
                throw VaultError.taken(kind: tag.kind)
            }
            return .add(
                [.key(account, madeAtSeconds: seconds, bytes)] + tags.map { .tag(account, $0) }
            )
        }
        return Sealer(account: account, key: bytes)
    }

    /// Changes what an account is found by; when this returns, that is on disk.
    ///
    /// - Parameter value: nil for nothing any more.
    /// - Throws: ``VaultError/taken(kind:)``; ``VaultError/noKey`` for an account that is gone.
    package func rename(_ account: AccountID, kind: String, to value: String?) async throws {
        let (file, tagKey) = try await parts()
        let tag = value.map { Self.tag((kind, $0), tagKey) }
        try await file.change { table in
            guard table.keys[account] != nil else { throw VaultError.noKey }
            guard let tag else { return .rewrite([.untag(account, kind: kind)]) }
            if let owner = table.owner(of: tag) {
                guard owner == account else { throw VaultError.taken(kind: kind) }
                return .add([])
            }
            // The old name does not stay in the file.
            return .rewrite([.tag(account, tag)])
        }
    }

    /// Changes several names that an account is found by, all or none; when this returns, that is on disk.
    ///
    /// - Parameter names: By their kinds; nil for nothing any more.
    /// - Throws: ``VaultError/taken(kind:)``; ``VaultError/noKey`` for an account that is gone.
    package func rename(
        _ account: AccountID,
        to names: [(kind: String, value: String?)]
    ) async throws {
        guard !names.isEmpty else { return }
        let (file, tagKey) = try await parts()
        let entries: [KeyTable.Entry] = names.map { name in
            guard let value = name.value else { return .untag(account, kind: name.kind) }
            return .tag(account, Self.tag((name.kind, value), tagKey))
        }
        try await file.change { table in
            guard table.keys[account] != nil else { throw VaultError.noKey }
            for case .tag(_, let tag) in entries {
                if let owner = table.owner(of: tag), owner != account {
                    throw VaultError.taken(kind: tag.kind)
                }
            }
            // The old names do not stay in the file.
            return .rewrite(entries)
        }
    }

    /// The account that is found by a name; nil for none.
    package func account(named name: Name) async throws -> AccountID? {
        let (file, tagKey) = try await parts()
        let tag = Self.tag(name, tagKey)
        if let found = file.table.owner(of: tag) { return found }
        try await file.refresh()
        return file.table.owner(of: tag)
    }

    /// Takes away an account's key, from the file and from every copy that a backup has made of it; when this
    /// returns, that is on disk, and nothing opens what was sealed under it.
    ///
    /// - Returns: The copies that could not be written; they are tried again when the service starts and with
    ///   the next erasure.
    @discardableResult
    package func erase(_ account: AccountID) async throws -> [String] {
        let file = try await opened().file
        try await file.change { _ in .rewrite([.gone(account)]) }
        return try await refreshCopies()
    }

    /// The accounts whose keys were taken away.
    package func erasedAccounts() async throws -> Set<AccountID> {
        let file = try await opened().file
        try await file.refresh()
        return file.table.gone
    }

    /// Frees the names of an account that the database does not have, because its registration did not come to its
    /// end. Its key stays, for a backup that has the account may yet be restored.
    ///
    /// - Returns: Whether they are free: not within an hour of the key, since the registration may go on.
    package func release(_ account: AccountID) async throws -> Bool {
        let file = try await opened().file
        let hourAgo = clock.now.millisecondsSince1970 / 1000 - 3600
        let table = try await file.change { table in
            guard let key = table.keys[account], key.madeAtSeconds < hourAgo else {
                return .add([])
            }
            return .add(table.kinds(of: account).sorted().map { .untag(account, kind: $0) })
        }
        return table.kinds(of: account).isEmpty
    }

    /// Reads what other processes have written.
    package func refresh() async throws {
        guard opening.withLock({ $0 != nil }) else { return }
        try await opened().file.refresh()
    }

    // MARK: Copies

    /// Writes a copy of the key file, for backups, and notes where: erasures rewrite it.
    ///
    /// - Throws: ``VaultError``.
    package func copy(to copy: String) async throws {
        let file = try await opened().file
        let place = URL(fileURLWithPath: copy).standardizedFileURL.path
        // Noted first: a copy that nobody knows of would keep keys for ever.
        let table = try await file.change { table in
            .add(table.copies.contains(place) ? [] : [.copy(place)])
        }
        try await KeyFile.offPool { try KeyFile.replace(place, with: table.bytes) }
    }

    /// Writes anew the copies that have keys which were taken away.
    ///
    /// - Returns: Those that could not be written.
    @discardableResult
    package func refreshCopies() async throws -> [String] {
        let file = try await opened().file
        let table = file.table
        return try await KeyFile.offPool {
            table.copies.filter { path in
                guard let copy = KeyFile.readCopy(path) else {
                    // Where its folder is there, somebody has removed it.
                    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
                    return FileManager.default.fileExists(atPath: path)
                        || !FileManager.default.fileExists(atPath: folder)
                }
                guard copy.vault == table.vault else { return false }
                guard copy.keys.keys.contains(where: { table.keys[$0] == nil }) else {
                    return false
                }
                do {
                    try KeyFile.replace(path, with: table.bytes)
                    return false
                } catch {
                    return true
                }
            }
        }
    }

    // MARK: Opening

    /// Whether there is a key file: there is none until the first account.
    package func isMade() async throws -> Bool {
        try await store.read { db in
            guard try db.tableExists("vault_setting") else { return false }
            return try VaultSetting.fetch(db).isMade
        }
    }

    private func parts() async throws -> (any KeyPlace, AuthenticationKey) {
        let opened = try await opened()
        return (opened.file, opened.tagKey)
    }

    private func opened() async throws -> Opened {
        let task = opening.withLock { opening in
            if let opening { return opening }
            let task = Task { [store, keys] in try await Self.open(store, keys) }
            opening = task
            return task
        }
        do {
            return try await task.value
        } catch {
            // So that a file that is put back is found.
            opening.withLock { if $0 == task { $0 = nil } }
            throw error
        }
    }

    private static func open(
        _ store: SpatiaLiteStore,
        _ keys: VaultKeysPath
    ) async throws -> Opened {
        let path = keys.path
        let setting = try await store.read { db in try VaultSetting.fetch(db) }
        let file: any KeyPlace
        if keys.isDatabase {
            file = try await KeyDatabase.open(path, vault: setting.vault, make: !setting.isMade)
        } else {
            // Another node could not open what was sealed here.
            if let place = store.commonPlace, !keys.isNamed {
                throw VaultError.notCommon(place: place)
            }
            file = try await KeyFile.open(path, vault: setting.vault, make: !setting.isMade)
        }
        if !setting.isMade { try await store.write { db in try VaultSetting.noteMade(db) } }
        return Opened(file: file, tagKey: AuthenticationKey(bytes: setting.tagKey))
    }

    /// The tag of a name: nobody computes it without the database.
    private static func tag(_ name: Name, _ key: AuthenticationKey) -> KeyTable.Tag {
        let code = key.code(for: Array("\(name.kind)\u{0}\(name.value)".utf8))
        return KeyTable.Tag(kind: name.kind, hash: code.prefix(16).hexadecimal)
    }
}
