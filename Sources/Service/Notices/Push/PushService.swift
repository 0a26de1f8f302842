internal import Accounts
internal import AccountsModule
internal import GeoJSON
internal import Logging
package import Outgoing
internal import ServiceLifecycle
internal import SpatiaLiteStore
internal import Synchronization
internal import Timekeeping

/// What push goes out by.
package struct PushMeans: Sendable {
    /// Sends a request to a push service.
    package let post: @Sendable (OutgoingClient.Post) async -> OutgoingClient.Outcome
    /// Whom a push service may write to, such as `mailto:fair@example.org`.
    package let contact: String

    /// Means with both members.
    package init(
        contact: String,
        post: @escaping @Sendable (OutgoingClient.Post) async -> OutgoingClient.Outcome
    ) {
        self.contact = contact
        self.post = post
    }
}

/// Tells browsers by push what their owners are told unasked.
///
/// Each notice goes out at least once: what was sent is noted behind it. A browser that its push service does not
/// know any more is forgotten; one that cannot be reached is tried again, later each time.
final class PushService: Service {
    private let notices: Notices
    private let pushes: PushStore
    private let means: PushMeans
    private let logger: Logger

    private static let batch = 100
    private static let mostTries = 12
    private static let lifeSeconds = 86_400

    init(notices: Notices, pushes: PushStore, means: PushMeans, logger: Logger) {
        self.notices = notices
        self.pushes = pushes
        self.means = means
        self.logger = logger
    }

    func run() async throws {
        let (signs, id) = notices.signs()
        await withGracefulShutdownHandler {
            for await _ in signs {
                do {
                    try await round()
                } catch {
                    logger.warning("notices were not pushed: \(type(of: error))")
                }
                // Many that are told at once are one round.
                try? await cancelWhenGracefulShutdown { try await Task.sleep(for: .seconds(1)) }
            }
        } onGracefulShutdown: {
            self.notices.end(id)
        }
        // The signs end with the connections, before this service's turn; it ends when that has come, for an end
        // before it counts as a failure.
        try? await gracefulShutdown()
    }

    /// Tells every browser whose turn has come.
    func round() async throws {
        // Of many nodes one tells them.
        guard try await notices.store.leads() else { return }
        let keys = try await pushes.keys()
        var last: Int64 = 0
        while true {
            let due = try await pushes.due(at: notices.clock.now, after: last, limit: Self.batch)
            guard let end = due.last else { break }
            await withTaskGroup(of: Void.self) { group in
                for browser in due {
                    group.addTask {
                        do {
                            try await self.tell(browser, keys)
                        } catch {
                            self.logger.warning("a browser was not told: \(type(of: error))")
                        }
                    }
                }
            }
            last = end.id
        }
    }

    private func tell(_ due: PushStore.Due, _ keys: PushKeyPair) async throws {
        guard let account = try await notices.accounts.account(due.account) else { return }
        var last = due.last
        for notice in try await notices.unasked(for: account, after: last) {
            guard let post = post(notice, to: due.browser, keys) else {
                return try await pushes.forget(due.id)
            }
            let now = notices.clock.now
            switch await means.post(post) {
            case .answered(let status, _, _) where 200..<300 ~= status:
                notices.pushesTaken.add(1, ordering: .relaxed)
                last = notice.id
                try await pushes.note(due.id, last: last, tries: 0, nextAt: now)
            case .answered(404, _, _), .answered(410, _, _):
                notices.pushesFailed.add(1, ordering: .relaxed)
                return try await pushes.forget(due.id)
            case .answered(_, _, let retryAfter):
                return try await putOff(due, last, retryAfter, now)
            case .refused: return try await pushes.forget(due.id)
            case .failed: return try await putOff(due, last, nil, now)
            }
        }
    }

    /// Tries again in a minute, then in two, four, and so on up to a day.
    private func putOff(
        _ due: PushStore.Due,
        _ last: Int64,
        _ retryAfter: Int?,
        _ now: Timestamp
    ) async throws {
        notices.pushesFailed.add(1, ordering: .relaxed)
        guard due.tries < Self.mostTries else { return try await pushes.forget(due.id) }
        let pause = min(86_400, max(60 << due.tries, min(retryAfter ?? 0, 86_400)))
        try await pushes.note(
            due.id,
            last: last,
            tries: due.tries + 1,
            nextAt: now.adding(milliseconds: Int64(pause) * 1000) ?? now
        )
    }

    private func post(
        _ notice: Notice,
        to browser: PushSubscription,
        _ keys: PushKeyPair
    ) -> OutgoingClient.Post? {
        var json = JSONWriter(capacity: 512)
        json.object { $0.members(of: notice) }
        guard let url = OutgoingURL(parsing: browser.endpoint),
            let box = PushMessage.seal(json.takeBytes(), for: browser),
            let authorization = PushIdentity.authorization(
                keys,
                for: Self.origin(of: url),
                contact: means.contact,
                atSeconds: notices.clock.now.millisecondsSince1970 / 1000
            )
        else { return nil }
        return OutgoingClient.Post(
            url: url.text,
            fields: [
                ("Content-Type", "application/octet-stream"),
                ("Content-Encoding", "aes128gcm"), ("TTL", "\(Self.lifeSeconds)"),
                ("Urgency", "normal"), ("Topic", "n\(notice.id)"),
                ("Authorization", authorization),
            ],
            body: box
        )
    }

    /// The scheme, the host and the port, as they are written.
    private static func origin(of url: OutgoingURL) -> String {
        let scheme = "https://"
        let authority = url.text.dropFirst(scheme.count).prefix { $0 != "/" }
        return scheme + authority.lowercased()
    }
}
