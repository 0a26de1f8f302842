import Accounts
import AccountsModule
import DomainModules
import Foundation
import GRDB
import ModuleTesting
import SpatiaLiteStore
import Testing
import Timekeeping
import Vault

@Suite struct VaultTests {
    private struct Place {
        let folder: ModuleService.Folder
        let store: SpatiaLiteStore
        let clock = ManualWallClock(Timestamp(millisecondsSince1970: 1_800_000_000_000))

        var keys: String { folder.path + "/ambit.sqlite-vault-keys" }

        init() async throws {
            folder = try ModuleService.Folder()
            let options = try SpatiaLiteStore.Options.testing(
                ModuleList([VaultModule.self, AccountsModule.self]).schemas
            )
            store = try await SpatiaLiteStore.open(
                folder.path + "/ambit.sqlite",
                access: .readWrite,
                options: options
            )
        }

        func vault() -> Vault { Vault(store: store, clock: clock) }

        func text() throws -> String { try String(contentsOfFile: keys, encoding: .utf8) }
    }

    private let one = AccountID(rawValue: 1)
    private let two = AccountID(rawValue: 2)

    @Test("what is sealed opens for its account and its purpose alone, also for another process")
    func seals() async throws {
        let place = try await Place()
        let sealer = try await place.vault().add(one)
        let other = try await place.vault().add(two)
        let box = sealer.seal(Array("a secret".utf8), in: "a")
        let again = try #require(try await place.vault().sealer(of: one))
        #expect(again.open(box, in: "a") == Array("a secret".utf8))
        #expect(again.open(box, in: "b") == nil)
        #expect(other.open(box, in: "a") == nil)
        #expect(try await place.vault().sealer(of: AccountID(rawValue: 3)) == nil)
        try await place.store.close()
    }

    @Test("a key is on disk when it is told, in a file of its own for its owner alone")
    func file() async throws {
        let place = try await Place()
        _ = try await place.vault().add(one, names: [("username", "ana")])
        let text = try place.text()
        #expect(text.contains("key \(one) 1800000000 ") && text.contains("tag \(one) username "))
        #expect(!text.contains("ana"))
        let mode = try FileManager.default.attributesOfItem(atPath: place.keys)[.posixPermissions]
        #expect(mode as? Int == 0o600)
        try await place.store.close()
    }

    @Test("two vaults on one file see one another, and a name is one account's")
    func twoVaults() async throws {
        let place = try await Place()
        let (left, right) = (place.vault(), place.vault())
        _ = try await left.add(one, names: [("username", "ana")])
        #expect(try await right.account(named: ("username", "ana")) == one)
        await #expect(throws: VaultError.taken(kind: "username")) {
            try await right.add(two, names: [("username", "ana")])
        }
        #expect(try await right.sealer(of: two) == nil)
        try await right.rename(one, kind: "username", to: "anna")
        #expect(try await left.account(named: ("username", "anna")) == one)
        _ = try await left.add(two, names: [("username", "ana")])
        #expect(try await right.account(named: ("username", "ana")) == two)
        try await right.erase(one)
        try await left.refresh()
        #expect(try await left.sealer(of: one) == nil)
        try await place.store.close()
    }

    @Test("many at once are all kept, with few writes")
    func many() async throws {
        let place = try await Place()
        let vault = place.vault()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number: Int64 in 1...300 {
                group.addTask {
                    _ = try await vault.add(
                        AccountID(rawValue: number),
                        names: [("username", "n\(number)")]
                    )
                }
            }
            try await group.waitForAll()
        }
        let fresh = place.vault()
        for number: Int64 in 1...300 {
            #expect(
                try await fresh.account(named: ("username", "n\(number)"))
                    == AccountID(rawValue: number)
            )
        }
        try await place.store.close()
    }

    @Test("names of an account that never came to be are free after an hour, and its key stays")
    func releases() async throws {
        let place = try await Place()
        let vault = place.vault()
        _ = try await vault.add(one, names: [("username", "ana"), ("email", "a@example.org")])
        #expect(try await vault.release(one) == false)
        #expect(try await vault.account(named: ("username", "ana")) == one)
        place.clock.set(Timestamp(millisecondsSince1970: 1_800_003_601_000))
        #expect(try await vault.release(one))
        #expect(try await place.vault().account(named: ("email", "a@example.org")) == nil)
        #expect(try await vault.sealer(of: one) != nil)
        _ = try await vault.add(two, names: [("username", "ana")])
        try await place.store.close()
    }

    @Test("an erased key is in no file, copies included, and never comes back")
    func erases() async throws {
        let place = try await Place()
        let vault = place.vault()
        _ = try await vault.add(one, names: [("username", "ana")])
        _ = try await vault.add(two)
        let line = try #require(
            try place.text().split(separator: "\n").first { $0.hasPrefix("key \(one)") }
        )
        let key = String(line.split(separator: " ")[3])
        let copy = place.folder.path + "/copy"
        try await vault.copy(to: copy)
        #expect(try String(contentsOfFile: copy, encoding: .utf8).contains(key))
        #expect(try await vault.erase(one) == [])
        for (name, bytes) in try place.folder.files() {
            #expect(bytes.range(of: Data(key.utf8)) == nil, "\(name)")
        }
        #expect(try await vault.sealer(of: two) != nil)
        #expect(try await place.vault().erasedAccounts() == [one])
        try await place.store.close()
    }

    @Test("a copy that could not be written is written later")
    func lateCopy() async throws {
        let place = try await Place()
        let vault = place.vault()
        _ = try await vault.add(one)
        let shelf = place.folder.path + "/shelf"
        try FileManager.default.createDirectory(atPath: shelf, withIntermediateDirectories: true)
        try await vault.copy(to: shelf + "/copy")
        // As a disk that was taken out.
        try FileManager.default.moveItem(atPath: shelf, toPath: shelf + "-away")
        #expect(try await vault.erase(one) == [shelf + "/copy"])
        try FileManager.default.moveItem(atPath: shelf + "-away", toPath: shelf)
        #expect(try await place.vault().refreshCopies() == [])
        #expect(
            try !String(contentsOfFile: shelf + "/copy", encoding: .utf8).contains("key \(one)")
        )
        try await place.store.close()
    }

    @Test("a line that a crash cut off counts for nothing, and what follows counts")
    func torn() async throws {
        let place = try await Place()
        _ = try await place.vault().add(one)
        var text = try place.text()
        text += "key \(two) 18000"
        try text.write(toFile: place.keys, atomically: false, encoding: .utf8)
        #expect(try await place.vault().sealer(of: two) == nil)
        _ = try await place.vault().add(AccountID(rawValue: 3))
        let fresh = place.vault()
        #expect(try await fresh.sealer(of: one) != nil)
        #expect(try await fresh.sealer(of: AccountID(rawValue: 3)) != nil)
        try await place.store.close()
    }

    @Test(
        "a damaged, missing or foreign file is told by its name, and nothing is made in its place"
    )
    func faults() async throws {
        let place = try await Place()
        _ = try await place.vault().add(one)
        let text = try place.text()
        let damaged = text.replacingOccurrences(of: "key \(one) 18", with: "key \(one) 19")
        try damaged.write(toFile: place.keys, atomically: false, encoding: .utf8)
        await #expect(throws: VaultError.damaged(path: place.keys, line: 2)) {
            try await place.vault().sealer(of: one)
        }
        try FileManager.default.removeItem(atPath: place.keys)
        await #expect(throws: VaultError.missing(path: place.keys)) {
            try await place.vault().add(two)
        }
        #expect(!FileManager.default.fileExists(atPath: place.keys))
        let other = try await Place()
        _ = try await other.vault().add(one)
        try FileManager.default.copyItem(atPath: other.keys, toPath: place.keys)
        await #expect(throws: VaultError.foreign(path: place.keys)) {
            try await place.vault().sealer(of: one)
        }
        try await place.store.close()
        try await other.store.close()
    }

    @Test("what does not open is found, row by row")
    func checks() async throws {
        let place = try await Place()
        let site = try ModuleList([VaultModule.self, AccountsModule.self])
            .site(store: place.store, clock: place.clock)
        let (account, _) = try await AccountStore(on: site).addForTest(.registered, .adult)
        let sound = try await AccountsModule.checks(of: place.store)
        #expect(sound.map(\.findingCount) == [0, 0, 0])
        try await place.store.write { db in
            try db.execute(sql: "UPDATE accounts_account SET profile = zeroblob(60)")
        }
        let bad = try await AccountsModule.checks(of: place.store)
        #expect(bad.map(\.findingCount) == [1, 0, 0])
        try await Vault.on(site).erase(account.id)
        let keyless = try await AccountsModule.checks(of: place.store)
        #expect(keyless[0].findings.first?.contains("not in the key file") == true)
        try await place.store.close()
    }
}
