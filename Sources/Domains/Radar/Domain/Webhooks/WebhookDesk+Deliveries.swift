internal import Geodesy
internal import Synchronization
internal import Timekeeping

// Events leave, each webhook's one after the other, and what became of them is noted for the next round.
extension WebhookDesk {
    /// What is sent to a webhook now.
    private struct Sending {
        let id: String
        let host: Substring
        /// Nil for the challenge.
        let event: WebhookEvent?
        let isSlow: Bool
        let request: Request
    }

    /// Lets a webhook have its turn, if it has something to send and its time has come.
    func makeReady(_ id: String) {
        guard let line = lines[id], !line.isReady, !line.isUnderWay, hasWork(line) else { return }
        if let nextTryAt = line.nextTryAt, clock.now < nextTryAt { return }
        lines[id]?.isReady = true
        ready.append(id)
    }

    private func hasWork(_ line: Line) -> Bool {
        guard line.webhook.isProven else { return line.failures < limits.challengeTries }
        return line.waiting.first.map { $0.number <= line.lastKept } ?? false
    }

    /// Sends as much as there is room for.
    func send() {
        guard !isOver else { return }
        var held: [String] = []
        var next = 0
        while next < ready.count, underWay < limits.concurrent {
            let id = ready[next]
            next += 1
            guard let line = lines[id] else { continue }
            let isSlow = !line.isQuick
            let hostCount = underWayByHost[line.webhook.host, default: 0]
            guard hostCount < limits.concurrentPerHost,
                !isSlow || slowUnderWay < limits.concurrentSlow
            else {
                held.append(id)
                continue
            }
            lines[id]?.isReady = false
            guard let sending = nextSending(of: id, isSlow: isSlow) else { continue }
            begin(sending)
        }
        ready = held + ready[next...]
    }

    /// What is to be sent first; nil when nothing is left that anybody may read.
    private func nextSending(of id: String, isSlow: Bool) -> Sending? {
        while let line = lines[id] {
            guard line.webhook.isProven else {
                return sending(nil, .challenge(key.challenge(of: line.webhook)), line, isSlow)
            }
            guard let event = line.waiting.first, event.number <= line.lastKept else { return nil }
            if let notice = notice(of: event, for: line.webhook) {
                return sending(event, notice, line, isSlow)
            }
            settle(event, of: id)
        }
        return nil
    }

    /// What an event tells now; nil when its message has gone since: what follows says so.
    private func notice(of event: WebhookEvent, for webhook: Webhook) -> Notice? {
        guard event.kind != .gap, let id = event.message else { return .gap }
        switch event.kind {
        case .expired: return .expired(id)
        case .removed: return .removed(id)
        case .posted, .gap:
            guard let message = board.message(id) else { return nil }
            guard case .around(let center, _) = webhook.watch.area else {
                return .posted(message, nil)
            }
            return .posted(message, GeodesicOrigin(center).distance(to: message.coordinate))
        }
    }

    private func sending(
        _ event: WebhookEvent?,
        _ notice: Notice,
        _ line: Line,
        _ isSlow: Bool
    ) -> Sending {
        let moment = clock.now
        let webhook = line.webhook
        // Tries of one event have one id.
        let id = "\(webhook.id).\(event?.number ?? 0)"
        let seconds = moment.millisecondsSince1970 / 1000
        let body = means.body(notice, webhook.id, event?.notedAt ?? moment)
        let signature = key.signature(
            of: webhook,
            id: id,
            seconds: seconds,
            body: body,
            at: moment
        )
        return Sending(
            id: webhook.id,
            host: webhook.host,
            event: event,
            isSlow: isSlow,
            request: Request(
                url: webhook.url,
                fields: [
                    ("content-type", "application/json"), ("user-agent", "ambit"),
                    ("webhook-id", id), ("webhook-timestamp", "\(seconds)"),
                    ("webhook-signature", signature),
                ],
                body: body
            )
        )
    }

    private func begin(_ sending: Sending) {
        lines[sending.id]?.isUnderWay = true
        underWay += 1
        if sending.isSlow { slowUnderWay += 1 }
        underWayByHost[sending.host, default: 0] += 1
        let send = means.send
        Task {
            let start = ContinuousClock.now
            let answer = await send(sending.request)
            finish(sending, answer, start.duration(to: .now))
        }
    }

    private func finish(_ sending: Sending, _ answer: Answer, _ duration: Duration) {
        underWay -= 1
        if sending.isSlow { slowUnderWay -= 1 }
        let hostCount = underWayByHost[sending.host, default: 1] - 1
        underWayByHost[sending.host] = hostCount > 0 ? hostCount : nil
        let milliseconds = duration / .milliseconds(1)
        counts.record(milliseconds: milliseconds)
        defer { send() }
        guard let line = lines[sending.id] else { return }
        lines[sending.id]?.isUnderWay = false
        let challenge = sending.event == nil ? key.challenge(of: line.webhook) : nil
        switch (answer, sending.event) {
        case (.answered(410, _, _), _): leaveAlone(sending.id)
        case (.answered(200..<300, _, _), let event?):
            counts.delivered.wrappingAdd(1, ordering: .relaxed)
            settle(event, of: sending.id)
            succeed(sending.id, isQuick: milliseconds <= Double(limits.slowMilliseconds))
        case (.answered(200..<300, let body, _), nil) where Self.isAnswer(body, to: challenge):
            prove(sending.id)
        default: fail(sending, line, answer)
        }
        makeReady(sending.id)
    }

    private func succeed(_ id: String, isQuick: Bool) {
        lines[id]?.isQuick = isQuick
        guard let line = lines[id], line.failures > 0 || line.nextTryAt != nil else { return }
        lines[id]?.failures = 0
        lines[id]?.nextTryAt = nil
        round.progress[id] = WebhookRound.Progress(failures: 0, nextTryAt: nil)
    }

    private func fail(_ sending: Sending, _ line: Line, _ answer: Answer) {
        counts.failed.wrappingAdd(1, ordering: .relaxed)
        var failures = line.failures + 1
        var delay = limits.delayMilliseconds(after: failures, chance: means.chance())
        if case .answered(_, _, let seconds?) = answer {
            let asked = Int64(clamping: seconds).multipliedReportingOverflow(by: 1000)
            let wait = asked.overflow ? .max : asked.partialValue
            delay = max(delay, min(wait, limits.longestDelayMilliseconds))
        }
        let moment = clock.now
        if let event = sending.event, failures >= limits.tries {
            counts.dead.wrappingAdd(1, ordering: .relaxed)
            let letter = DeadLetter(
                event: event,
                diedAt: moment,
                tries: failures,
                reason: answer.reason
            )
            round.dead.append((sending.id, letter))
            lines[sending.id]?.waiting.removeFirst()
            // The next is tried as seldom as this one was in the end.
            failures = limits.tries - 1
        }
        lines[sending.id]?.isQuick = false
        lines[sending.id]?.failures = failures
        lines[sending.id]?.nextTryAt = moment.adding(milliseconds: delay)
        round.progress[sending.id] = WebhookRound.Progress(
            failures: failures,
            nextTryAt: moment.adding(milliseconds: delay)
        )
    }

    private func settle(_ event: WebhookEvent, of id: String) {
        guard lines[id]?.waiting.first?.number == event.number else { return }
        lines[id]?.waiting.removeFirst()
        round.settled.append((id, event.number))
    }

    /// The address is its owner's: from now on it is told what happens.
    private func prove(_ id: String) {
        guard var webhook = lines[id]?.webhook else { return }
        webhook.isProven = true
        lines[id]?.isUnderWay = true
        Task { [webhook] in
            do {
                let isKept = try await store.updateWebhook(webhook)
                lines[id]?.isUnderWay = false
                if isKept { begin(proven: id) } else { makeReady(id) }
            } catch {
                noteFailure(error)
                lines[id]?.isUnderWay = false
                // That cannot be kept now: the address is challenged again, but not at once.
                lines[id]?.nextTryAt = clock.now.adding(
                    milliseconds: limits.delayMilliseconds(after: 1, chance: means.chance())
                )
            }
        }
    }

    private func begin(proven id: String) {
        guard lines[id] != nil else { return }
        lines[id]?.webhook.isProven = true
        succeed(id, isQuick: true)
        subscribe(id)
        // How far the board's changes are is noted in the next round.
        nextMarkAt = nil
    }

    /// The address wants no more (410).
    private func leaveAlone(_ id: String) {
        lines[id] = nil
        Task {
            // Where that cannot be kept, it is told of the next event after a restart, and says so again.
            do { try await store.removeWebhook(id) } catch { noteFailure(error) }
        }
    }

    /// Whether a body is the challenge, alone or as `{"challenge":"..."}`.
    private static func isAnswer(_ body: [UInt8], to challenge: String?) -> Bool {
        guard let challenge else { return false }
        let text = String(decoding: body.filter { $0 > 0x20 }, as: UTF8.self)
        return text == challenge || text == #"{"challenge":"\#(challenge)"}"#
    }
}

extension WebhookDesk.Answer {
    /// Why it is no success, in words that tell nothing of the address.
    fileprivate var reason: String {
        switch self {
        case .answered(let status, _, _): "it was answered with status \(status)"
        case .refused: "its host has no public address"
        case .failed(let reason): reason
        }
    }
}
