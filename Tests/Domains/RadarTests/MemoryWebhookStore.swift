import Timekeeping

@testable import Radar

/// Webhooks in memory, as a store keeps them.
actor MemoryWebhookStore: WebhookStore {
    struct Broken: Error {}

    /// Whether rounds fail.
    private var isBroken = false

    func set(isBroken: Bool) { self.isBroken = isBroken }

    /// Whether changes of a webhook fail.
    private var failsUpdates = false

    func set(failsUpdates: Bool) { self.failsUpdates = failsUpdates }

    var webhooks: [String: StoredWebhook] = [:]
    var waiting: [(webhook: String, event: WebhookEvent)] = []
    var delivered: [(webhook: String, event: WebhookEvent)] = []
    var letters: [(webhook: String, letter: DeadLetter)] = []
    var mark: ChangeMark?

    func storedWebhooks() -> StoredWebhooks {
        StoredWebhooks(
            webhooks: webhooks.values.sorted { $0.id < $1.id },
            waiting: waiting,
            delivered: delivered,
            mark: mark
        )
    }

    func addWebhook(_ webhook: StoredWebhook, perOwner: Int, inAll: Int) throws {
        guard webhooks.values.count(where: { $0.owner == webhook.owner }) < perOwner else {
            throw WebhookError.tooMany(limit: perOwner)
        }
        webhooks[webhook.id] = webhook
    }

    func updateWebhook(_ webhook: Webhook) throws -> Bool {
        if failsUpdates { throw Broken() }
        guard webhooks[webhook.id] != nil else { return false }
        webhooks[webhook.id]?.isProven = webhook.isProven
        webhooks[webhook.id]?.expiresAt = webhook.expiresAt
        return true
    }

    func removeWebhook(_ id: String) { webhooks[id] = nil }

    func keep(_ round: WebhookRound, at moment: Timestamp) throws {
        if isBroken { throw Broken() }
        for (id, event) in round.noted {
            waiting.append((id, event))
            webhooks[id]?.lastEvent = event.number
        }
        for (id, number) in round.settled {
            delivered += waiting.filter { $0.webhook == id && $0.event.number == number }
            waiting.removeAll { $0.webhook == id && $0.event.number == number }
        }
        for (id, letter) in round.dead {
            letters.append((id, letter))
            waiting.removeAll { $0.webhook == id && $0.event == letter.event }
        }
        for (id, progress) in round.progress {
            webhooks[id]?.failures = progress.failures
            webhooks[id]?.nextTryAt = progress.nextTryAt
        }
        mark = round.mark ?? mark
    }

    func standingWebhooks() throws -> Set<String> {
        if isBroken { throw Broken() }
        return Set(webhooks.keys)
    }

    func deadLetters(of id: String, limit: Int) -> [DeadLetter] {
        letters.filter { $0.webhook == id }.map(\.letter).reversed()
    }

    func sweepWebhooks(at moment: Timestamp, _ limits: WebhookLimits, limit: Int) -> Int { 0 }
}
