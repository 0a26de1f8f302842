import Access
import Accounts
import AccountsModule
import AccountsTesting
import DomainModules
import Foundation
import FoundationNetworking
import GRDB
import ModuleTesting
import Notices
import SpatiaLiteStore
import Synchronization
import Testing
import Timekeeping
import Vault

/// Follows that a test has set.
private final class Follows: AudienceSource {
    private let follows = Mutex<[AccountID: [Notice.Audience]]>([:])

    func set(_ audiences: [Notice.Audience], of account: AccountID) {
        follows.withLock { $0[account] = audiences }
    }

    func audiences(of account: AccountID) async throws -> [Notice.Audience] {
        follows.withLock { $0[account, default: []] }
    }

    func accounts(in audience: Notice.Audience) async throws -> [AccountID] {
        follows.withLock { all in all.filter { $0.value.contains(audience) }.map(\.key) }
    }
}

@Suite struct NoticesTests {
    /// Noon in UTC.
    private static let noon = Timestamp(rfc3339: "2027-06-18T12:00:00Z")!

    private func service(
        _ clock: any WallClock
    ) async throws -> (service: ModuleService, follows: Follows) {
        let service = try await ModuleService(
            ModuleList([VaultModule.self, AccountsModule.self, NoticesModule.self]),
            clock: clock
        )
        try await service.load()
        let follows = Follows()
        Notices.on(service.site).add(follows)
        return (service, follows)
    }

    private func body(
        _ audience: String,
        _ title: String = "A prize",
        key: String? = nil,
        from: String? = nil,
        until: String = "2027-06-19T00:00:00Z"
    ) -> String {
        let key = key.map { #","dedupe_key":"\#($0)""# } ?? ""
        let from = from.map { #","from":"\#($0)""# } ?? ""
        return
            #"{"audience":"\#(audience)","title":"\#(title)","until":"\#(until)"\#(key)\#(from)}"#
    }

    @Test("those whom it is for are told, once for a key, until it is over")
    func told() async throws {
        let clock = ManualWallClock(Self.noon)
        let (service, follows) = try await service(clock)
        let editor = try await service.staff(NoticesModule.editor)
        let (ana, anasToken) = try await TestAccount.make(on: service.site)
        let (_, bensToken) = try await TestAccount.make(on: service.site)
        follows.set([.followers(of: "game/42"), .event("fair")], of: ana.id)
        func post(_ body: String) async throws -> Int {
            try await service.send("POST", "/v1/notices", token: editor, body).status
        }
        #expect(try await post(body("account:\(ana.id)", "One", key: "k1")) == 201)
        #expect(try await post(body("account:\(ana.id)", "One again", key: "k1")) == 200)
        #expect(try await post(body("followers:game/42", "Two")) == 201)
        #expect(try await post(body("followers:game/43", "Nobody's")) == 201)
        #expect(try await post(body("event:fair", "Three", from: "2027-06-18T13:00:00Z")) == 201)
        func titles(_ token: String) async throws -> [String] {
            try await service.send("GET", "/v1/me/notices", token: token).body
                .matches(of: /"title":"([^"]+)"/).map { String($0.1) }
        }
        #expect(try await titles(anasToken) == ["Two", "One"])
        #expect(try await titles(bensToken) == [])
        clock.set(Timestamp(rfc3339: "2027-06-18T13:00:00Z")!)
        #expect(try await titles(anasToken) == ["Three", "Two", "One"])
        clock.set(Timestamp(rfc3339: "2027-06-19T00:00:00Z")!)
        #expect(try await titles(anasToken) == [])
        #expect(try await service.send("GET", "/v1/me/notices").status == 401)
        try await service.stop()
    }

    @Test("what was read stays read, and others' notices cannot be")
    func read() async throws {
        let (service, _) = try await service(ManualWallClock(Self.noon))
        let editor = try await service.staff(NoticesModule.editor)
        let (ana, token) = try await TestAccount.make(on: service.site)
        let (_, other) = try await TestAccount.make(on: service.site)
        let posted = try await service.send(
            "POST",
            "/v1/notices",
            token: editor,
            body("account:\(ana.id)")
        )
        let id = try #require(posted["id"])
        for token in [token, token] {
            let path = "/v1/me/notices/\(id)/read"
            #expect(try await service.send("PUT", path, token: token).status == 204)
        }
        #expect(
            try await service.send("PUT", "/v1/me/notices/\(id)/read", token: other).status == 404
        )
        let list = try await service.send("GET", "/v1/me/notices", token: token)
        #expect(list["unread"] == "0" && list.body.contains(#""read_at":"2027-06-18T12:00:00Z""#))
        try await service.stop()
    }

    @Test("children are told nothing, whomever it is for")
    func children() async throws {
        let (service, follows) = try await service(ManualWallClock(Self.noon))
        let editor = try await service.staff(NoticesModule.editor)
        let (child, token) = try await TestAccount.make(on: service.site, .child, .under13)
        follows.set([.event("fair")], of: child.id)
        let direct = try await service.send(
            "POST",
            "/v1/notices",
            token: editor,
            body("account:\(child.id)")
        )
        #expect(direct.status == 422)
        _ = try await service.send("POST", "/v1/notices", token: editor, body("event:fair"))
        let list = try await service.send("GET", "/v1/me/notices", token: token)
        #expect(list.status == 200 && list.body.contains(#""notices":[]"#))
        try await service.stop()
    }

    @Test("who may not tell does not")
    func roles() async throws {
        let (service, _) = try await service(ManualWallClock(Self.noon))
        let (ana, token) = try await TestAccount.make(on: service.site)
        let staff = try await service.staff(.staff)
        let text = body("account:\(ana.id)")
        #expect(try await service.send("POST", "/v1/notices", text).status == 401)
        #expect(try await service.send("POST", "/v1/notices", token: token, text).status == 401)
        #expect(try await service.send("POST", "/v1/notices", token: staff, text).status == 403)
        try await service.stop()
    }

    @Test(
        "each member that is wrong is named",
        arguments: [
            (#"{"title":"x","until":"2027-06-19T00:00:00Z"}"#, "audience"),
            (#"{"audience":"all","title":"x","until":"2027-06-19T00:00:00Z"}"#, "audience"),
            (#"{"audience":"event:f","title":" ","until":"2027-06-19T00:00:00Z"}"#, "title"),
            (#"{"audience":"event:f","title":"x","until":"2027-06-18T12:00:00Z"}"#, "until"),
            (#"{"audience":"event:f","title":"x","until":"2029-06-18T12:00:00Z"}"#, "until"),
            (#"{"audience":"event:f","title":"x","until":"tomorrow"}"#, "until"),
            (
                #"{"audience":"event:f","title":"x","until":"2027-06-19T00:00:00Z","link":"//evil.example"}"#,
                "link"
            ),
            (
                #"{"audience":"event:f","title":"x","until":"2027-06-19T00:00:00Z","link":"javascript:x"}"#,
                "link"
            ),
        ]
    )
    func refuses(body: String, parameter: String) async throws {
        let (service, _) = try await service(ManualWallClock(Self.noon))
        let editor = try await service.staff(NoticesModule.editor)
        let answer = try await service.send("POST", "/v1/notices", token: editor, body)
        #expect(answer.status == 400 && answer.body.contains(#""parameter":"\#(parameter)""#))
        try await service.stop()
    }

    // MARK: Unasked

    /// The titles that a stream brings, up to one.
    private func stream(
        _ service: ModuleService,
        _ token: String,
        after last: String? = nil,
        until title: String,
        meanwhile: @escaping @Sendable () async throws -> Void = {}
    ) async throws -> [String] {
        var request = URLRequest(url: URL(string: service.address + "/v1/me/notices/stream")!)
        request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
        if let last { request.setValue(last, forHTTPHeaderField: "Last-Event-ID") }
        let reader = StreamReader(until: title)
        let session = URLSession(configuration: .ephemeral, delegate: reader, delegateQueue: nil)
        let task = session.dataTask(with: request)
        task.resume()
        await reader.begun()
        try await meanwhile()
        let text = await reader.text()
        task.cancel()
        session.invalidateAndCancel()
        return text.matches(of: /"title":"([^"]+)"/).map { String($0.1) }
    }

    @Test("a stream brings what there is and what comes, and goes on behind what came last")
    func streams() async throws {
        let (service, _) = try await service(ManualWallClock(Self.noon))
        let (ana, token) = try await TestAccount.make(on: service.site)
        let notices = Notices.on(service.site)
        @Sendable func post(_ title: String) async throws -> Int64? {
            try await notices.post(
                .init(
                    to: .account(ana.id),
                    topic: "news",
                    title: title,
                    from: Self.noon,
                    until: Self.noon.adding(milliseconds: 3_600_000)!
                )
            )
        }
        let first = try #require(try await post("One"))
        let seen = try await stream(service, token, until: "Two") { _ = try await post("Two") }
        #expect(seen == ["One", "Two"])
        #expect(try await stream(service, token, after: "\(first)", until: "Two") == ["Two"])
        try await service.stop()
    }

    @Test("in the time of quiet nothing comes unasked, and of a topic no more a day than is set")
    func quiet() async throws {
        let clock = ManualWallClock(Self.noon)
        let (service, _) = try await service(clock)
        let (ana, token) = try await TestAccount.make(on: service.site)
        let settings = try await service.send(
            "PUT",
            "/v1/me/notice-settings",
            token: token,
            #"{"quiet_from":"22:00","quiet_to":"08:00","time_zone":"America/Chicago","most_per_day":2}"#
        )
        #expect(settings.status == 200 && settings["quiet_from"] == "22:00")
        let notices = Notices.on(service.site)
        for title in ["One", "Two", "Three"] {
            try await notices.post(
                .init(
                    to: .account(ana.id),
                    topic: "news",
                    title: title,
                    from: Self.noon,
                    until: Self.noon.adding(milliseconds: 86_400_000)!
                )
            )
        }
        // Seven in the morning in Chicago, and then eight.
        #expect(try await notices.unasked(for: ana, after: 0).map(\.draft.title) == [])
        clock.set(Timestamp(rfc3339: "2027-06-18T13:00:00Z")!)
        #expect(try await notices.unasked(for: ana, after: 0).map(\.draft.title) == ["One", "Two"])
        clock.set(Timestamp(rfc3339: "2027-06-19T02:59:00Z")!)
        #expect(try await notices.unasked(for: ana, after: 0).map(\.draft.title) == ["One", "Two"])
        clock.set(Timestamp(rfc3339: "2027-06-19T03:00:00Z")!)
        #expect(try await notices.unasked(for: ana, after: 0).map(\.draft.title) == [])
        // The list has them all, at any time.
        let list = try await service.send("GET", "/v1/me/notices", token: token)
        #expect(list["unread"] == "3")
        try await service.stop()
    }

    @Test("an account that ends takes its notices along")
    func erased() async throws {
        let (service, _) = try await service(ManualWallClock(Self.noon))
        let (ana, token) = try await TestAccount.make(on: service.site)
        let notices = Notices.on(service.site)
        try await notices.post(
            .init(
                to: .account(ana.id),
                topic: "news",
                title: "For Ana alone",
                from: Self.noon,
                until: Self.noon.adding(milliseconds: 86_400_000)!
            )
        )
        let export = try await service.send("GET", "/v1/me/export", token: token)
        #expect(export.body.contains("For Ana alone"))
        #expect(try await service.send("DELETE", "/v1/me", token: token).status == 204)
        let left = try await service.store.read { db in
            try Int.fetchOne(db, sql: "SELECT count(*) FROM notices_notice")
        }
        #expect(left == 0)
        try await service.stop()
    }
}

/// Gathers what a stream brings.
private final class StreamReader: NSObject, URLSessionDataDelegate, Sendable {
    private let title: String
    private let bytes = Mutex(Data())
    private let beginning = AsyncStream<Void>.makeStream()
    private let ending = AsyncStream<Void>.makeStream()

    init(until title: String) { self.title = title }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive data: Data
    ) {
        beginning.continuation.yield()
        let isThere = bytes.withLock { bytes in
            bytes.append(data)
            return bytes.range(of: Data(#""title":"\#(title)""#.utf8)) != nil
        }
        if isThere { ending.continuation.yield() }
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didCompleteWithError error: (any Error)?
    ) {
        beginning.continuation.yield()
        ending.continuation.yield()
    }

    func begun() async { _ = await beginning.stream.first { _ in true } }

    func text() async -> String {
        _ = await ending.stream.first { _ in true }
        return String(decoding: bytes.withLock { $0 }, as: UTF8.self)
    }
}
