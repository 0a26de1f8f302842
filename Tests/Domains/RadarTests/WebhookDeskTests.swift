import Geodesy
import RadarTesting
import Synchronization
import Testing
import Timekeeping

@testable import Radar

/// The desk of webhooks against a store in memory and addresses that a test answers for.
@Suite struct WebhookDeskTests {
    /// A clock that stands until it is moved.
    private final class Clock: WallClock {
        private let moment = Mutex(Timestamp(millisecondsSince1970: 1_000_000))
        var now: Timestamp { moment.withLock { $0 } }

        func move(milliseconds: Int64) {
            moment.withLock { $0 = $0.adding(milliseconds: milliseconds) ?? $0 }
        }
    }

    /// What was sent, and what is answered.
    private final class Addresses: Sendable {
        private let sent = Mutex<[WebhookDesk.Request]>([])
        let answer = Mutex<@Sendable (String) -> WebhookDesk.Answer>({ _ in ok("") })

        static func ok(_ body: String) -> WebhookDesk.Answer {
            .answered(status: 200, body: Array(body.utf8), retryAfterSeconds: nil)
        }

        func send(_ request: WebhookDesk.Request) -> WebhookDesk.Answer {
            sent.withLock { $0.append(request) }
            let body = String(decoding: request.body, as: UTF8.self)
            if body.hasPrefix("challenge ") { return Self.ok(String(body.dropFirst(10))) }
            return answer.withLock { $0 }(body)
        }

        /// The bodies of what was sent, but for challenges.
        var bodies: [String] {
            sent.withLock { $0.map { String(decoding: $0.body, as: UTF8.self) } }
                .filter { !$0.hasPrefix("challenge ") }
        }

        var requests: [WebhookDesk.Request] { sent.withLock { $0 } }
    }

    private let clock = Clock()
    private let radar = MemoryRadarStore()
    private let store = MemoryWebhookStore()
    private let addresses = Addresses()
    private let board: MessageBoard
    private let device: Device

    init() async throws {
        board = MessageBoard(store: radar, clock: clock)
        try await board.load()
        device = try await radar.addDevice(tokenHash: [1], at: clock.now)
    }

    private func desk(_ limits: WebhookLimits = WebhookLimits()) throws -> WebhookDesk {
        var means = WebhookDesk.Means(
            send: { [addresses] in addresses.send($0) },
            body: { notice, _, _ in
                let text =
                    switch notice {
                    case .challenge(let text): "challenge \(text)"
                    case .posted(let message, _): "posted \(message.text)"
                    case .expired: "expired"
                    case .removed: "removed"
                    case .gap: "gap"
                    }
                return Array(text.utf8)
            }
        )
        means.chance = { 1 }
        return WebhookDesk(
            board: board,
            store: store,
            key: try #require(WebhookKey(bytes: [UInt8](repeating: 7, count: 32))),
            clock: clock,
            limits: limits,
            means: means
        )
    }

    private func place(_ latitude: Double) throws -> Coordinate {
        try Coordinate(latitude: latitude, longitude: -77)
    }

    private func watch() throws -> Webhook.Watch {
        Webhook.Watch(.around(try place(38.9), try .meters(2000)))
    }

    private func post(_ text: String, at latitude: Double = 38.9, radius: Double = 1000)
        async throws
        -> Message
    {
        try await board.post(
            MessageDraft(
                text: text,
                category: .news,
                coordinate: try place(latitude),
                visibleRadius: try .meters(radius),
                timeToLiveSeconds: 3600
            ),
            by: device.id
        )
    }

    /// Makes rounds until a condition holds; fails where it does not within 5 seconds.
    private func rounds(_ desk: WebhookDesk, until holds: () async -> Bool) async throws {
        for _ in 0..<500 {
            try await desk.makeRound()
            if await holds() { return }
            try await Task.sleep(for: .milliseconds(10))
        }
        Issue.record("it does not come: \(addresses.bodies)")
    }

    private func added(to desk: WebhookDesk, _ host: String = "a") async throws -> String {
        let id = try await desk.add(
            watch(),
            postingTo: "https://\(host).example.org/",
            for: .device(device.id),
            lastingSeconds: 3600
        ).status.webhook.id
        try await rounds(desk) { await isProven(id, in: desk) }
        return id
    }

    private func isProven(_ id: String, in desk: WebhookDesk) async -> Bool {
        (try? await desk.webhook(id, of: .device(device.id)))?.webhook.isProven == true
    }

    @Test("tells what both radii allow, in order, and what is taken away")
    func tells() async throws {
        let desk = try desk()
        _ = try await added(to: desk)
        let first = try await post("one")
        _ = try await post("too quiet", at: 38.91, radius: 100)
        _ = try await post("too far", at: 38.95, radius: 50_000)
        _ = try await post("two", at: 38.905)
        try await board.remove(first.id, by: device.id)
        try await rounds(desk) { addresses.bodies.count == 2 }
        // The first was removed before its turn: nobody reads it any more.
        #expect(addresses.bodies == ["posted two", "removed"])
    }

    @Test("a polygon tells of everything in it, from however near it is seen")
    func polygon() async throws {
        let desk = try desk()
        let polygon = try Polygon(exterior: [
            Coordinate(latitude: 38, longitude: -78), Coordinate(latitude: 38, longitude: -76),
            Coordinate(latitude: 40, longitude: -76), Coordinate(latitude: 40, longitude: -78),
        ])
        let id = try await desk.add(
            Webhook.Watch(.polygon(polygon)),
            postingTo: "https://b.example.org/",
            for: .staff(1),
            lastingSeconds: 3600
        ).status.webhook.id
        try await rounds(desk) {
            (try? await desk.webhook(id, of: .staff(1)))?.webhook.isProven == true
        }
        _ = try await post("in", at: 39.9, radius: 10)
        _ = try await post("out", at: 40.1, radius: 50_000)
        try await rounds(desk) { !addresses.bodies.isEmpty }
        #expect(addresses.bodies == ["posted in"])
    }

    @Test("tries again later each time, under one id, and gives up in the end")
    func triesAgain() async throws {
        var limits = WebhookLimits()
        limits.tries = 4
        let desk = try desk(limits)
        let id = try await added(to: desk)
        addresses.answer.withLock {
            $0 = { _ in .answered(status: 500, body: [], retryAfterSeconds: nil) }
        }
        _ = try await post("one")
        var waits: [Int64] = []
        for tries in 1...3 {
            try await rounds(desk) {
                (try? await desk.webhook(id, of: .device(device.id)))?.failures == tries
            }
            let status = try await desk.webhook(id, of: .device(device.id))
            waits.append(try #require(status.nextTryAt).milliseconds(since: clock.now))
            // Not a moment before its time.
            clock.move(milliseconds: waits[tries - 1] - 1)
            try await desk.makeRound()
            #expect(addresses.bodies.count == tries)
            clock.move(milliseconds: 1)
        }
        #expect(waits == [5000, 10_000, 20_000])
        try await rounds(desk) { await store.letters.count == 1 }
        let letter = try #require(try await desk.deadLetters(of: id, of: .device(device.id)).first)
        #expect(letter.tries == 4 && letter.reason == "it was answered with status 500")
        let ids = addresses.requests.dropFirst().map {
            $0.fields.first { $0.name == "webhook-id" }?.value
        }
        #expect(Set(ids) == ["\(id).1"])
    }

    @Test("a desk that starts anew goes on where the last one was killed, under the same ids")
    func startsAnew() async throws {
        let first = try desk()
        let id = try await added(to: first)
        addresses.answer.withLock { $0 = { _ in .failed("nobody is there") } }
        _ = try await post("kept")
        try await rounds(first) { addresses.bodies.count == 1 }
        // Posted after the last round of the one that was killed.
        _ = try await post("not noted")
        addresses.answer.withLock { $0 = { _ in Addresses.ok("") } }
        clock.move(milliseconds: 60_000)
        let second = try desk()
        try await rounds(second) { addresses.bodies.count >= 3 }
        #expect(addresses.bodies == ["posted kept", "posted kept", "posted not noted"])
        let ids = addresses.requests.dropFirst().compactMap {
            $0.fields.first { $0.name == "webhook-id" }?.value
        }
        #expect(ids == ["\(id).1", "\(id).1", "\(id).2"])
    }

    @Test("rounds that fail are noted once a minute, and lose nothing")
    func failingRounds() async throws {
        let desk = try desk()
        _ = try await added(to: desk)
        _ = try await post("kept")
        await store.set(isBroken: true)
        let rounds = Mutex(0)
        let noted = Mutex<[any Error]>([])
        await Task { [clock, store, addresses] in
            await desk.run { error in
                noted.withLock { $0.append(error) }
            } pausing: {
                let number = rounds.withLock { count in
                    count += 1
                    return count
                }
                // Twelve rounds in two minutes fail.
                if number < 12 { return clock.move(milliseconds: 10_000) }
                await store.set(isBroken: false)
                await Task.yield()
                if !addresses.bodies.isEmpty || number > 10_000 {
                    withUnsafeCurrentTask { $0?.cancel() }
                }
            }
        }.value
        #expect(noted.withLock { $0.map { $0 is MemoryWebhookStore.Broken } } == [true, true])
        #expect(addresses.bodies == ["posted kept"])
    }

    @Test("a proof that cannot be kept is noted, and asked for again later and not at once")
    func failingProof() async throws {
        let desk = try desk()
        await store.set(failsUpdates: true)
        let watch = try watch()
        let noted = Mutex<[any Error]>([])
        let added = Mutex<String?>(nil)
        let rounds = Mutex((count: 0, challenges: 0))
        await Task { [clock, store, addresses, device] in
            await desk.run { error in
                noted.withLock { $0.append(error) }
            } pausing: {
                let round = rounds.withLock { rounds in
                    rounds.count += 1
                    return rounds.count
                }
                try? await Task.sleep(for: .milliseconds(5))
                if round == 1 {
                    let webhook = try? await desk.add(
                        watch,
                        postingTo: "https://a.example.org/",
                        for: .device(device.id),
                        lastingSeconds: 86_400
                    ).status.webhook
                    added.withLock { $0 = webhook?.id }
                }
                if round == 20 {
                    rounds.withLock { $0.challenges = addresses.requests.count }
                    await store.set(failsUpdates: false)
                    clock.move(milliseconds: 3_600_000)
                }
                let id = added.withLock { $0 } ?? ""
                let webhook = try? await desk.webhook(id, of: .device(device.id)).webhook
                if webhook?.isProven == true || round > 500 {
                    withUnsafeCurrentTask { $0?.cancel() }
                }
            }
        }.value
        #expect(noted.withLock { $0.map { $0 is MemoryWebhookStore.Broken } } == [true])
        #expect(rounds.withLock { $0.challenges } == 1)
        #expect(addresses.requests.count == 2)
        let id = try #require(added.withLock { $0 })
        #expect(await isProven(id, in: desk))
    }

    @Test("nothing is told to an address that answers anything but its challenge")
    func unproven() async throws {
        var limits = WebhookLimits()
        limits.challengeTries = 2
        let desk = try desk(limits)
        let wrong = WebhookDesk(
            board: board,
            store: store,
            key: try #require(WebhookKey(bytes: [UInt8](repeating: 7, count: 32))),
            clock: clock,
            limits: limits,
            means: .init(
                send: { [addresses] in
                    _ = addresses.send($0)
                    return Addresses.ok("yes")
                },
                body: { _, _, _ in [1] }
            )
        )
        _ = desk
        let id = try await wrong.add(
            watch(),
            postingTo: "https://c.example.org/",
            for: .device(device.id),
            lastingSeconds: 3600
        ).status.webhook.id
        _ = try await post("one")
        for _ in 0..<5 {
            try await wrong.makeRound()
            try await Task.sleep(for: .milliseconds(20))
            clock.move(milliseconds: 3_600_000 / 10)
        }
        #expect(await !isProven(id, in: wrong))
        #expect(addresses.requests.count == 2)
    }

    @Test("an address that says 410 is left alone, and one that is full is told of a gap")
    func endsAndGaps() async throws {
        var limits = WebhookLimits()
        limits.waiting = 5
        let desk = try desk(limits)
        let id = try await added(to: desk)
        addresses.answer.withLock { $0 = { _ in .failed("nobody is there") } }
        for number in 0..<20 { _ = try await post("\(number)") }
        try await rounds(desk) { addresses.bodies.count == 1 }
        #expect(try await desk.webhook(id, of: .device(device.id)).waiting == 5)
        addresses.answer.withLock { $0 = { _ in Addresses.ok("") } }
        clock.move(milliseconds: 5000)
        try await rounds(desk) { addresses.bodies.last == "gap" }
        #expect(
            addresses.bodies.dropFirst() == ["posted 0", "posted 1", "posted 2", "posted 3", "gap"]
        )
        addresses.answer.withLock {
            $0 = { _ in .answered(status: 410, body: [], retryAfterSeconds: nil) }
        }
        _ = try await post("last")
        try await rounds(desk) { await desk.webhooks(of: .device(device.id)).isEmpty }
    }

    @Test("waits grow to an hour, and half of each is chance") func delays() {
        let limits = WebhookLimits()
        #expect(limits.delayMilliseconds(after: 1, chance: 0) == 2500)
        #expect(limits.delayMilliseconds(after: 1, chance: 1) == 5000)
        #expect(limits.delayMilliseconds(after: 10, chance: 1) == 2_560_000)
        #expect(limits.delayMilliseconds(after: 11, chance: 1) == 3_600_000)
        #expect(limits.delayMilliseconds(after: .max, chance: 1) == 3_600_000)
    }

    @Test("what is sealed reads back alike, and opens for its own webhook alone")
    func sealed() throws {
        let key = try #require(WebhookKey(bytes: [UInt8](repeating: 7, count: 32)))
        let box = key.seal("https://example.org/\n*\n1 2 3", for: "wh_a")
        #expect(key.open(box, for: "wh_a") == "https://example.org/\n*\n1 2 3")
        #expect(key.open(box, for: "wh_b") == nil)
        for index in box.indices {
            var changed = box
            changed[index] ^= 1
            #expect(key.open(changed, for: "wh_a") == nil)
        }
        let other = try #require(WebhookKey(bytes: [UInt8](repeating: 8, count: 32)))
        #expect(other.open(box, for: "wh_a") == nil)
        #expect(WebhookKey(bytes: [1]) == nil)
    }
}
