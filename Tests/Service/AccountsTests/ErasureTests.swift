import Accounts
import AccountsModule
import Datasets
import DomainModules
import Foundation
import GRDB
import HTTPService
import ModuleTesting
import SpatiaLiteStore
import Standings
import Synchronization
import Testing
import Timekeeping
import Vault

@Suite struct ErasureTests {
    private static let words = ["zebedee", "zed@example.org", "Zeb the Great", "7135550123"]

    /// Somebody with everything that can be told.
    private func registered(_ service: ModuleService) async throws -> (token: String, id: AccountID)
    {
        let made = try await service.register(
            "zebedee",
            #","email":"zed@example.org","display_name":"Zeb the Great""#
        )
        let token = try #require(made["token"])
        #expect(made.status == 201)
        let consent = try await service.send(
            "PUT",
            "/v1/me/consents",
            token: token,
            #"{"consents":[{"purpose":"contact_for_prizes","given":true,"text_version":"2027-1"}]}"#
        )
        #expect(consent.status == 200)
        let phone = try await service.send(
            "PATCH",
            "/v1/me",
            token: token,
            #"{"phone":"+1 (713) 555-0123"}"#
        )
        #expect(phone.status == 200 && phone["phone"] == "+17135550123")
        let id = try #require(made["account", "id"].flatMap { AccountID(text: $0) })
        _ = try await Standings(store: service.store).earn(
            .init(account: id, scope: "fair", rule: "rating", subject: "b1", points: 10),
            at: service.site.clock.now
        )
        return (token, id)
    }

    private func traces(in folder: ModuleService.Folder, of words: [String]) throws -> [String] {
        try folder.files().flatMap { name, bytes in
            words.filter { bytes.range(of: Data($0.utf8)) != nil }.map { "\(name): \($0)" }
        }
    }

    @Test(
        "names and addresses stand in no file, and after erasing nothing is left, in no backup either"
    )
    func erases() async throws {
        let service = try await Fixture.service()
        let (token, id) = try await registered(service)
        #expect(try traces(in: service.folder, of: Self.words) == [])
        let backup = service.folder.path + "/backup.sqlite"
        try await service.store.backup(to: backup)
        let vault = Vault.on(service.site)
        try await vault.copy(to: service.folder.path + "/keys-copy")
        let key = try #require(try await vault.sealer(of: id))
        let box = key.seal(Array("a secret".utf8), in: "test")

        #expect(try await service.send("DELETE", "/v1/me", token: token).status == 204)
        #expect(try await service.send("GET", "/v1/me", token: token).status == 401)
        #expect(try await vault.sealer(of: id) == nil)
        #expect(try await rows(of: id, in: service.store) == [:])
        #expect(try traces(in: service.folder, of: Self.words) == [])
        // The old backup with today's keys, and with their copy.
        for keys in ["ambit.sqlite-vault-keys", "keys-copy"] {
            let text = try String(contentsOfFile: service.folder.path + "/" + keys, encoding: .utf8)
            #expect(!text.contains("key \(id)") && text.contains("gone \(id)"))
        }
        let old = try await SpatiaLiteStore.open(backup, access: .readOnly)
        let oldVault = Vault(
            store: old,
            keys: VaultKeysPath(service.folder.path + "/ambit.sqlite-vault-keys"),
            clock: service.site.clock
        )
        #expect(try await rows(of: id, in: old) != [:])
        #expect(try await oldVault.sealer(of: id) == nil)
        #expect(try await oldVault.account(named: ("username", "zebedee")) == nil)
        #expect(box.count == 36)
        try await old.close()
        // The name is free again.
        #expect(try await service.register("zebedee").status == 201)
        try await service.stop()
    }

    /// How many rows of which tables belong to an account.
    private func rows(of id: AccountID, in store: SpatiaLiteStore) async throws -> [String: Int] {
        try await store.read { db in
            var found: [String: Int] = [:]
            let tables = try String.fetchAll(
                db,
                sql: """
                    SELECT name FROM sqlite_master
                    WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'
                    """
            )
            for table in tables {
                for column in try db.columns(in: table).map(\.name)
                where column == "account" || (table == "accounts_account" && column == "id") {
                    let count = try Int.fetchOne(
                        db,
                        sql: "SELECT count(*) FROM \(table) WHERE \(column) = ?",
                        arguments: [id.rawValue]
                    )
                    if let count, count > 0 { found[table, default: 0] += count }
                }
            }
            return found
        }
    }

    @Test("what a request adds while its account is erased goes as well")
    func requestsUnderWay() async throws {
        let service = try await Fixture.service([LateModule.self])
        let (token, id) = try await registered(service)
        #expect(try await service.send("DELETE", "/v1/me", token: token).status == 204)
        #expect(try await rows(of: id, in: service.store) == [:])
        try await service.stop()
    }

    @Test("an older copy of the database is rid of it again when it is served")
    func restored() async throws {
        let service = try await Fixture.service()
        let (token, id) = try await registered(service)
        let backup = service.folder.path + "/backup.sqlite"
        try await service.store.backup(to: backup)
        #expect(try await service.send("DELETE", "/v1/me", token: token).status == 204)
        try await service.stop()
        for ending in ["", "-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: service.store.path + ending)
        }
        try FileManager.default.moveItem(atPath: backup, toPath: service.store.path)
        let again = try await Fixture.service(in: service.folder)
        #expect(try await rows(of: id, in: again.store) == [:])
        #expect(try await again.send("GET", "/v1/me", token: token).status == 401)
        try await again.stop()
    }

    @Test("what is exported is all that is kept")
    func exports() async throws {
        let service = try await Fixture.service()
        let (token, _) = try await registered(service)
        let export = try await service.send("GET", "/v1/me/export", token: token)
        #expect(export.status == 200)
        for word in Self.words + ["contact_for_prizes", "2027-1", #""subject":"b1""#] {
            #expect(export.body.contains(word), "\(word)")
        }
        try await service.stop()
    }

    @Test("taking a consent back takes what hangs on it, and both acts are kept")
    func withdraws() async throws {
        let service = try await Fixture.service()
        let (token, id) = try await registered(service)
        func set(_ given: Bool) async throws -> ModuleService.Answer {
            try await service.send(
                "PUT",
                "/v1/me/consents",
                token: token,
                """
                {"consents":[{"purpose":"contact_for_prizes","given":\(given),"text_version":"2027-1"}]}
                """
            )
        }
        let accounts = AccountStore(on: service.site)
        #expect(try await accounts.contacts(of: [id], lookedAtBy: 1)[id]?.phone == "+17135550123")
        let withdrawn = try await set(false)
        #expect(withdrawn.status == 200 && withdrawn.body.contains("withdrawn_at"))
        #expect(try await accounts.contacts(of: [id], lookedAtBy: 1) == [:])
        let me = try await service.send("GET", "/v1/me", token: token)
        #expect(me["phone"] == nil && me["email"] == "zed@example.org")
        let phone = try await service.send(
            "PATCH",
            "/v1/me",
            token: token,
            #"{"phone":"+17135550123"}"#
        )
        #expect(phone.status == 403)
        // Again the same changes nothing.
        #expect(try await set(false).body == withdrawn.body)
        let again = try await set(true)
        #expect(again.body.matches(of: /given_at/).count == 2)
        await #expect(throws: (any Error).self) {
            try await service.store.write { db in
                try db.execute(sql: "UPDATE accounts_consent SET text_version = 'x'")
            }
        }
        try await service.stop()
    }

    @Test("a consent to be reached ends with its time, and the number's row with it")
    func contactEnds() async throws {
        let service = try await Fixture.service(clock: ManualWallClock(Fixture.start))
        let (_, id) = try await registered(service)
        let accounts = AccountStore(on: service.site)
        let now = service.site.clock.now
        func rows() async throws -> Int? {
            try await service.store.read { db in
                try Int.fetchOne(db, sql: "SELECT count(*) FROM accounts_contact")
            }
        }
        #expect(try await accounts.reachable(among: [id]) == [id])
        // Not over yet, or over before the consent was given anew.
        let later = try #require(now.adding(milliseconds: 1))
        let before = try #require(now.adding(milliseconds: -86_400_000))
        for end in [later, before] {
            #expect(try await accounts.endContacts([id: end], limit: 10) == 0)
        }
        #expect(try await rows() == 1)
        #expect(try await accounts.endContacts([id: now], limit: 10) == 1)
        #expect(try await rows() == 0)
        #expect(try await accounts.endContacts([id: now], limit: 10) == 0)
        #expect(try await accounts.reachable(among: [id]) == [])
        let consent = try #require(try await accounts.consents(of: id).last)
        #expect(consent.withdrawnAt == now)
        // By it the account is recovered.
        #expect(try await accounts.profiles(of: [id])[id]?.email == "zed@example.org")
        try await service.stop()
    }

    @Test("a consent that is not there keeps its rows out of the tables, whoever writes them")
    func foreignKey() async throws {
        let service = try await Fixture.service()
        let made = try await service.register("ana")
        let id = try #require(made["account", "id"].flatMap { AccountID(text: $0) })
        await #expect(throws: (any Error).self) {
            try await service.store.write { db in
                try db.execute(
                    sql: "INSERT INTO accounts_contact (account, box) VALUES (?, x'00')",
                    arguments: [id.rawValue]
                )
            }
        }
        try await service.stop()
    }

    @Test("of changes of a profile at once none is lost")
    func simultaneousChanges() async throws {
        let service = try await Fixture.service()
        let made = try await service.register("ana")
        let token = try #require(made["token"])
        for number in 0..<10 {
            let bodies = [
                #"{"display_name":"Ana \#(number)"}"#,
                #"{"email":"ana\#(number)@example.org","current_password":"correct horse 9"}"#,
            ]
            try await withThrowingTaskGroup(of: Int.self) { group in
                for body in bodies {
                    group.addTask {
                        try await service.send("PATCH", "/v1/me", token: token, body).status
                    }
                }
                for try await status in group { #expect(status == 200) }
            }
            let me = try await service.send("GET", "/v1/me", token: token)
            #expect(me["display_name"] == "Ana \(number)")
            #expect(me["email"] == "ana\(number)@example.org")
        }
        try await service.stop()
    }

    @Test("what lets somebody in changes with the present password alone")
    func changes() async throws {
        let service = try await Fixture.service()
        let made = try await service.register("ana")
        let token = try #require(made["token"])
        _ = try await service.register("ben")
        func patch(_ body: String) async throws -> Int {
            try await service.send("PATCH", "/v1/me", token: token, body).status
        }
        #expect(try await patch(#"{"display_name":"Ana B."}"#) == 200)
        #expect(try await patch(#"{"username":"anna"}"#) == 403)
        #expect(try await patch(#"{"username":"anna","current_password":"wrong horse"}"#) == 403)
        #expect(try await patch(#"{"username":"BEN","current_password":"correct horse 9"}"#) == 409)
        #expect(
            try await patch(#"{"username":"anna","current_password":"correct horse 9"}"#) == 200
        )
        #expect(try await service.register("ana").status == 201)
        #expect(
            try await patch(
                #"{"password":"newer horse 11","current_password":"correct horse 9"}"#
            ) == 200
        )
        #expect(try await service.send("GET", "/v1/me", token: token).status == 200)
        let old = #"{"username":"anna","password":"correct horse 9"}"#
        let new = #"{"username":"anna","password":"newer horse 11"}"#
        #expect(try await service.send("POST", "/v1/sign-ins", old).status == 401)
        #expect(try await service.send("POST", "/v1/sign-ins", new).status == 201)
        #expect(try await patch(#"{"points":100}"#) == 400)
        let unknown = try await service.send("PATCH", "/v1/me", token: token, #"{"points":100}"#)
        // What is known is told, each once.
        #expect(unknown.body.ranges(of: "display_name").count == 1, "\(unknown.body)")
        try await service.stop()
    }
}

/// Adds rows of an account when it is asked to erase them, as a request does that is under way: at first one that
/// refers to the account, then points alone.
private struct LateModule: DomainModule {
    static let name: ModuleName = "late"
    static let isCommonGround = true
    static var schema: [SchemaStep] {
        [
            SchemaStep(
                """
                CREATE TABLE late_row (
                    account INTEGER PRIMARY KEY REFERENCES accounts_account (id)
                ) STRICT;
                """
            )
        ]
    }

    private let data: LateData

    init(on site: ModuleSite) { data = LateData(store: site.store) }

    var part: ServicePart { ServicePart(Self.name) }
    var accountData: (any AccountDataOwner)? { data }
}

private final class LateData: AccountDataOwner {
    private let store: SpatiaLiteStore
    private let calls = Mutex(0)

    init(store: SpatiaLiteStore) { self.store = store }

    func export(account: Int64) async throws -> [String: [UInt8]] { [:] }

    func erase(account: Int64) async throws {
        let call = calls.withLock { calls in
            calls += 1
            return calls
        }
        let id = AccountID(rawValue: account)
        try await store.write { db in
            let sql =
                call == 1
                ? "INSERT INTO late_row (account) VALUES (?)"
                : "DELETE FROM late_row WHERE account = ?"
            try db.execute(sql: sql, arguments: [account])
            guard call <= 2 else { return }
            _ = try Standings.earn(
                .init(account: id, scope: "fair", rule: "late", subject: "b1", points: 10),
                most: nil,
                at: Fixture.start,
                in: db
            )
        }
    }
}
