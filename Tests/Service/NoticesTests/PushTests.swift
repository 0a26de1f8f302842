import Accounts
import AccountsModule
import AccountsTesting
import Cryptography
import DomainModules
import Foundation
import GRDB
import Logging
import ModuleTesting
import Outgoing
import ServiceLifecycle
import SpatiaLiteStore
import Synchronization
import Testing
import Timekeeping
import Vault

@testable import Notices

/// Push services that answer as they are told to.
private final class Services: Sendable {
    private let state = Mutex(
        (
            outcome: OutgoingClient.Outcome.answered(status: 201, body: [], retryAfterSeconds: nil),
            posts: [OutgoingClient.Post]()
        )
    )

    func answer(_ outcome: OutgoingClient.Outcome) { state.withLock { $0.outcome = outcome } }

    func post(_ post: OutgoingClient.Post) -> OutgoingClient.Outcome {
        state.withLock { state in
            state.posts.append(post)
            return state.outcome
        }
    }

    var posts: [OutgoingClient.Post] { state.withLock { $0.posts } }
}

@Suite struct PushTests {
    private static let noon = Timestamp(rfc3339: "2027-06-18T12:00:00Z")!
    private static let endpoint = "https://push.example.org/send/abc"

    private static func decoded(_ text: String) -> [UInt8] { Base64URL.decode(text)! }

    @Test("seals as RFC 8291's example does")
    func vector() throws {
        let browser = PushSubscription(
            endpoint: Self.endpoint,
            publicKey: Self.decoded(
                "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
            ),
            secret: Self.decoded("BTBZMqHH6r4Tts7J_aSIgg")
        )
        let pair = try #require(
            PushKeyPair(
                privateKey: Self.decoded("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"),
                publicKey: Self.decoded(
                    "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8"
                )
            )
        )
        let box = try #require(
            PushMessage.seal(
                Array("When I grow up, I want to be a watermelon".utf8),
                for: browser,
                pair: pair,
                salt: Self.decoded("DGv6ra1nlYgDCS1FRnbzlw")
            )
        )
        #expect(
            Base64URL.encode(box)
                == "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWA"
                + "mS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxs"
                + "j_Qulcy4a-fN"
        )
        #expect(PushMessage.seal([UInt8](repeating: 1, count: 3994), for: browser) == nil)
    }

    @Test("two agree on one secret, and a point that is not of the curve on none")
    func agrees() {
        let (one, other) = (PushKeyPair(), PushKeyPair())
        #expect(one.agree(with: other.publicKey) == other.agree(with: one.publicKey))
        #expect(one.agree(with: other.publicKey) != nil)
        var wrong = other.publicKey
        wrong[64] ^= 1
        #expect(one.agree(with: wrong) == nil)
        #expect(one.agree(with: []) == nil)
    }

    @Test("who sends proves it to the push service, for half a day")
    func identity() throws {
        let pair = PushKeyPair()
        let text = try #require(
            PushIdentity.authorization(
                pair,
                for: "https://push.example.org",
                contact: "mailto:fair@example.org",
                atSeconds: 1_000
            )
        )
        let match = try #require(text.wholeMatch(of: /vapid t=([^.]+)\.([^.]+)\.([^,]+), k=(.+)/))
        #expect(Self.decoded(String(match.4)) == pair.publicKey)
        let claims = String(decoding: Self.decoded(String(match.2)), as: UTF8.self)
        #expect(
            claims
                == #"{"aud":"https://push.example.org","exp":44200,"sub":"mailto:fair@example.org"}"#
        )
        let signature = Self.decoded(String(match.3))
        let signed = Array("\(match.1).\(match.2)".utf8)
        #expect(PushKeyPair.isSignature(signature, of: signed, by: pair.publicKey))
        #expect(!PushKeyPair.isSignature(signature, of: signed + [0], by: pair.publicKey))
    }

    // MARK: The service

    private struct Scene {
        let service: ModuleService
        let services: Services
        let clock = ManualWallClock(PushTests.noon)
        let account: Account
        let token: String
        let push: PushService
        let browser = PushKeyPair()

        init() async throws {
            let services = Services()
            self.services = services
            service = try await ModuleService(
                ModuleList([VaultModule.self, AccountsModule.self, NoticesModule.self]),
                clock: clock
            )
            try await service.load()
            (account, token) = try await TestAccount.make(on: service.site)
            push = PushService(
                notices: Notices.on(service.site),
                pushes: PushStore(store: service.store, vault: Vault.on(service.site)),
                means: PushMeans(contact: "mailto:fair@example.org") { services.post($0) },
                logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
            )
        }

        func consent(_ given: Bool) async throws {
            let answer = try await service.send(
                "PUT",
                "/v1/me/consents",
                token: token,
                #"{"consents":[{"purpose":"push","given":\#(given),"text_version":"1"}]}"#
            )
            #expect(answer.status == 200)
        }

        func subscribe() async throws -> Int {
            let key = Base64URL.encode(browser.publicKey)
            let secret = Base64URL.encode([UInt8](repeating: 7, count: 16))
            return try await service.send(
                "PUT",
                "/v1/me/push",
                token: token,
                #"{"endpoint":"\#(PushTests.endpoint)","p256dh":"\#(key)","auth":"\#(secret)"}"#
            ).status
        }

        func post(_ title: String) async throws {
            try await Notices.on(service.site).post(
                .init(
                    to: .account(account.id),
                    topic: "news",
                    title: title,
                    from: clock.now,
                    until: PushTests.noon.adding(milliseconds: 86_400_000)!
                )
            )
        }

        func count() async throws -> Int {
            try await service.store.read { db in
                try Int.fetchOne(db, sql: "SELECT count(*) FROM notices_push") ?? 0
            }
        }
    }

    @Test("a browser is told what comes, once, and nothing without consent")
    func tells() async throws {
        let scene = try await Scene()
        #expect(try await scene.subscribe() == 403)
        try await scene.consent(true)
        try await scene.post("Before")
        #expect(try await scene.subscribe() == 204)
        try await scene.post("One")
        try await scene.push.round()
        try await scene.push.round()
        let posts = scene.services.posts
        #expect(posts.count == 1 && posts.first?.url == Self.endpoint)
        let fields = Dictionary(
            uniqueKeysWithValues: (posts.first?.fields ?? []).map { ($0.name, $0.value) }
        )
        #expect(fields["Content-Encoding"] == "aes128gcm" && fields["TTL"] == "86400")
        #expect(fields["Authorization"]?.hasPrefix("vapid t=") == true)
        #expect(
            posts.first.map { String(decoding: $0.body, as: UTF8.self).contains("One") } == false
        )
        // Its address stands in no file.
        for (name, bytes) in try scene.service.folder.files() {
            #expect(bytes.range(of: Data("push.example.org".utf8)) == nil, "\(name)")
        }
        try await scene.consent(false)
        #expect(try await scene.count() == 0)
        try await scene.service.stop()
    }

    @Test("what was not taken is tried again later, and a browser that is gone is forgotten")
    func failures() async throws {
        let scene = try await Scene()
        try await scene.consent(true)
        #expect(try await scene.subscribe() == 204)
        try await scene.post("One")
        scene.services.answer(.answered(status: 500, body: [], retryAfterSeconds: nil))
        try await scene.push.round()
        try await scene.push.round()
        #expect(scene.services.posts.count == 1)
        scene.clock.set(Self.noon.adding(milliseconds: 60_000)!)
        scene.services.answer(.answered(status: 429, body: [], retryAfterSeconds: 600))
        try await scene.push.round()
        scene.clock.set(Self.noon.adding(milliseconds: 300_000)!)
        try await scene.push.round()
        #expect(scene.services.posts.count == 2)
        scene.clock.set(Self.noon.adding(milliseconds: 660_000)!)
        scene.services.answer(.answered(status: 201, body: [], retryAfterSeconds: nil))
        try await scene.push.round()
        try await scene.push.round()
        #expect(
            scene.services.posts.count == 3
                && Notices.on(scene.service.site).pushesTaken.load(ordering: .relaxed) == 1
        )
        try await scene.post("Two")
        scene.services.answer(.answered(status: 410, body: [], retryAfterSeconds: nil))
        try await scene.push.round()
        #expect(try await scene.count() == 0)
        try await scene.service.stop()
    }

    @Test("ends in its turn, also where the signs have ended before")
    func ends() async throws {
        let scene = try await Scene()
        let notices = Notices.on(scene.service.site)
        let group = ServiceGroup(
            services: [scene.push],
            logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
        )
        let running = Task { try await group.run() }
        while notices.listenerCount == 0 { await Task.yield() }
        notices.endAll()
        // Long enough for a service that does not wait to be missed.
        for _ in 0..<1000 { await Task.yield() }
        await group.triggerGracefulShutdown()
        try await running.value
        try await scene.service.stop()
    }

    @Test("a stream that is asked of by its head alone leaves no listener", .timeLimit(.minutes(1)))
    func headAlone() async throws {
        let scene = try await Scene()
        let notices = Notices.on(scene.service.site)
        let before = notices.listenerCount
        for _ in 0..<5 {
            let answer = try await scene.service.send(
                "HEAD",
                "/v1/me/notices/stream",
                token: scene.token
            )
            #expect(answer.status == 200)
        }
        // A moment after the last answer all have gone.
        while notices.listenerCount > before { await Task.yield() }
        try await scene.service.stop()
    }

    @Test("in the time of quiet no browser is told, and afterwards it is")
    func quiet() async throws {
        let scene = try await Scene()
        try await scene.consent(true)
        #expect(try await scene.subscribe() == 204)
        scene.clock.set(Timestamp(rfc3339: "2027-06-18T22:30:00Z")!)
        try await Notices.on(scene.service.site).post(
            .init(
                to: .account(scene.account.id),
                topic: "news",
                title: "Late",
                from: scene.clock.now,
                until: Timestamp(rfc3339: "2027-06-19T12:00:00Z")!
            )
        )
        try await scene.push.round()
        #expect(scene.services.posts.isEmpty)
        scene.clock.set(Timestamp(rfc3339: "2027-06-19T08:00:00Z")!)
        try await scene.push.round()
        #expect(scene.services.posts.count == 1)
        try await scene.service.stop()
    }

    @Test(
        "what is no browser's subscription is refused by name",
        arguments: [
            (
                #"{"endpoint":"http://push.example.org/a","p256dh":"KEY","auth":"SECRET"}"#,
                "endpoint"
            ),
            (#"{"endpoint":"https://127.0.0.1/a","p256dh":"KEY","auth":"SECRET"}"#, "endpoint"),
            (
                #"{"endpoint":"https://push.example.org/a","p256dh":"AAAA","auth":"SECRET"}"#,
                "p256dh"
            ),
            (#"{"endpoint":"https://push.example.org/a","p256dh":"KEY","auth":"AAAA"}"#, "auth"),
            (#"{"p256dh":"KEY","auth":"SECRET"}"#, "endpoint"),
        ]
    )
    func refuses(body: String, parameter: String) async throws {
        let scene = try await Scene()
        try await scene.consent(true)
        let answer = try await scene.service.send(
            "PUT",
            "/v1/me/push",
            token: scene.token,
            body.replacing("KEY", with: Base64URL.encode(scene.browser.publicKey))
                .replacing("SECRET", with: Base64URL.encode([UInt8](repeating: 7, count: 16)))
        )
        #expect(answer.status == 400 && answer.body.contains(#""parameter":"\#(parameter)""#))
        try await scene.service.stop()
    }
}
