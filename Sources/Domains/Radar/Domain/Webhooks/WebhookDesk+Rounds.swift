internal import Geodesy
internal import Synchronization
internal import Timekeeping

// What happens becomes events, and events are kept: one transaction in each round.
extension WebhookDesk {
    /// How often a round is made, in milliseconds: what is delivered may be sent again after a crash if that
    /// was longer ago than the last of them.
    static let roundMilliseconds: Int64 = 100
    /// How often it is noted how far the board's changes are among the events, in milliseconds.
    static let markMilliseconds: Int64 = 1000
    /// How often it is looked which webhooks' owners are there, in milliseconds.
    static let lookMilliseconds: Int64 = 10_000
    /// How often it is told that rounds fail, in milliseconds: there are ten a second.
    static let noteMilliseconds: Int64 = 60_000
    /// How many messages of a time when nobody listened are told one by one.
    static let missedMessages = 1000

    /// Reads what the store has, then makes rounds until the task is cancelled. A round that fails is tried
    /// again in the next.
    ///
    /// - Parameter note: Told why the store fails, once a minute at most.
    public func run(notingFailures note: @escaping @Sendable (any Error) -> Void) async {
        await run(notingFailures: note) {
            try? await Task.sleep(for: .milliseconds(Self.roundMilliseconds))
        }
    }

    package func run(
        notingFailures note: @escaping @Sendable (any Error) -> Void,
        pausing pause: @escaping @Sendable () async -> Void
    ) async {
        onFailure = note
        while !Task.isCancelled {
            if board.isLoaded {
                do {
                    try await makeRound()
                } catch {
                    if !Task.isCancelled { noteFailure(error) }
                }
            }
            await pause()
        }
        isOver = true
        // A task that was cancelled keeps nothing any more.
        do { try await Task { try await keep(at: clock.now) }.value } catch { note(error) }
    }

    /// Tells of a failure of the store, after which something is tried again: once a minute at most, for
    /// there are ten rounds a second and many webhooks.
    func noteFailure(_ error: any Error) {
        let moment = clock.now
        guard let onFailure, nextNoteAt.map({ moment >= $0 }) ?? true else { return }
        nextNoteAt = moment.adding(milliseconds: Self.noteMilliseconds)
        onFailure(error)
    }

    /// - Throws: What the store throws; what was not kept is kept in the next round.
    package func makeRound() async throws {
        let moment = clock.now
        if !hasBegun { try await begin(at: moment) }
        guard !lines.isEmpty else { return }
        for (id, line) in lines where line.webhook.expiresAt <= moment { lines[id] = nil }
        try await look(at: moment)
        let mark = try await dueMark(at: moment)
        feed.handOver()
        for id in lines.keys { note(takenFrom: id, at: moment) }
        if let mark, mark != lastMark { round.mark = mark }
        try await keep(at: moment)
        for id in lines.keys { makeReady(id) }
        send()
    }

    /// Reads what the store has, and what happened since nobody listened.
    private func begin(at moment: Timestamp) async throws {
        let stored = try await store.storedWebhooks()
        for record in stored.webhooks where moment < record.expiresAt {
            guard let text = key.open(record.sealed, for: record.id),
                let (url, watch) = Webhook.read(text)
            else {
                counts.unreadable.wrappingAdd(1, ordering: .relaxed)
                continue
            }
            guard lines[record.id] == nil else { continue }
            var line = Line(Webhook(record, url: url, watch: watch))
            line.lastEvent = record.lastEvent
            line.lastKept = record.lastEvent
            line.failures = record.failures
            line.nextTryAt = record.nextTryAt
            lines[record.id] = line
            if record.isProven { subscribe(record.id) }
        }
        for (id, event) in stored.waiting { lines[id]?.waiting.append(event) }
        lastMark = stored.mark
        if let mark = stored.mark { try await catchUp(from: mark, stored, at: moment) }
        hasBegun = true
    }

    /// Notes what happened between a mark and now: what is shown, one by one, but for what was noted
    /// before; a gap where something was taken away, or where it was too much.
    private func catchUp(
        from mark: ChangeMark,
        _ stored: StoredWebhooks,
        at moment: Timestamp
    ) async throws {
        let changes = try await board.store.changes(since: mark) { _ in false }
        let known = Set(
            (stored.waiting + stored.delivered).filter { $0.event.kind == .posted }
                .map { Told(webhook: $0.webhook, message: $0.event.message) }
        )
        let isWhole =
            changes.isComplete && changes.mark.epoch == mark.epoch && changes.disappeared.isEmpty
            && changes.appeared.count <= Self.missedMessages
        for (id, line) in lines where line.webhook.isProven {
            guard isWhole else {
                note(.gap, nil, for: id, at: moment)
                continue
            }
            let reader = LiveReader(line.webhook.query, capacity: 1)
            for message in changes.appeared where message.isLive(at: moment) {
                guard !known.contains(Told(webhook: id, message: message.id)),
                    line.webhook.watch.categories?.contains(message.category) ?? true,
                    reader.distance(to: message.coordinate, visibleWithin: message.visibleRadius)
                        != nil
                else { continue }
                note(.posted, message.id, for: id, at: moment)
                caughtUp.insert(Told(webhook: id, message: message.id))
            }
        }
        round.mark = changes.mark
    }

    /// Forgets webhooks whose owners are gone, now and then: another process may have forgotten them.
    private func look(at moment: Timestamp) async throws {
        if let nextLookAt, moment < nextLookAt { return }
        nextLookAt = moment.adding(milliseconds: Self.lookMilliseconds)
        let before = Set(lines.keys)
        let standing = try await store.standingWebhooks()
        for id in before.subtracting(standing) { lines[id] = nil }
    }

    /// Where the store's changes stand, when all up to there have been handed to the feed's board.
    private func dueMark(at moment: Timestamp) async throws -> ChangeMark? {
        if let nextMarkAt, moment < nextMarkAt { return nil }
        let mark = try await board.store.changeMark()
        await board.arrivals.waitForPosts()
        board.showArrivals()
        if mark != lastMark { try await board.follow() }
        if nextMarkAt != nil { caughtUp = [] }
        nextMarkAt = moment.adding(milliseconds: Self.markMilliseconds)
        return mark
    }

    /// Lets a webhook be told of what happens from now on.
    func subscribe(_ id: String) {
        guard let line = lines[id] else { return }
        lines[id]?.subscription = try? feed.subscribe(to: line.webhook.query)
    }

    private func note(takenFrom id: String, at moment: Timestamp) {
        guard let subscription = lines[id]?.subscription else { return }
        for event in subscription.reader.takeWaiting() {
            switch event.content {
            case .posted(let sighting):
                let told = Told(webhook: id, message: sighting.message.id)
                guard caughtUp.remove(told) == nil else { continue }
                note(.posted, sighting.message.id, for: id, at: moment)
            case .expired(let message): note(.expired, message, for: id, at: moment)
            case .removed(let message): note(.removed, message, for: id, at: moment)
            case .gap: note(.gap, nil, for: id, at: moment)
            case .dropped:
                subscribe(id)
                note(.gap, nil, for: id, at: moment)
            case .nothing: break
            }
        }
    }

    /// Notes an event. Where too many wait, a gap stands for it and all that follow until there is room.
    private func note(
        _ kind: WebhookEvent.Kind,
        _ message: Message.ID?,
        for id: String,
        at moment: Timestamp
    ) {
        guard let line = lines[id] else { return }
        var kind = kind
        var message = message
        if line.waiting.count >= limits.waiting - 1 {
            counts.left.wrappingAdd(1, ordering: .relaxed)
            (kind, message) = (.gap, nil)
        }
        // One gap says all that a second one would.
        guard kind != .gap || line.waiting.last?.kind != .gap else { return }
        let event = WebhookEvent(
            number: line.lastEvent + 1,
            kind: kind,
            message: message,
            notedAt: moment
        )
        lines[id]?.lastEvent = event.number
        lines[id]?.waiting.append(event)
        round.noted.append((id, event))
    }

    /// Keeps what happened since the last round.
    private func keep(at moment: Timestamp) async throws {
        guard !round.isEmpty else { return counts.waiting.store(waitingCount, ordering: .relaxed) }
        let kept = round
        round = WebhookRound()
        do {
            try await store.keep(kept, at: moment)
        } catch {
            // What came meanwhile comes after it.
            let later = round
            round = kept
            round.add(later)
            throw error
        }
        for (id, event) in kept.noted { lines[id]?.lastKept = event.number }
        if let mark = kept.mark { lastMark = mark }
        counts.waiting.store(waitingCount, ordering: .relaxed)
        counts.webhooks.store(lines.values.count { $0.webhook.isProven }, ordering: .relaxed)
    }

    private var waitingCount: Int { lines.values.reduce(0) { $0 + $1.waiting.count } }
}

extension WebhookRound {
    /// Adds what happened after this.
    fileprivate mutating func add(_ later: WebhookRound) {
        noted += later.noted
        settled += later.settled
        dead += later.dead
        progress.merge(later.progress) { $1 }
        mark = later.mark ?? mark
    }
}

extension Webhook {
    /// What the feed is asked for.
    var query: LiveQuery {
        switch watch.area {
        case .around(let center, let radius):
            return LiveQuery(center: center, radius: radius, categories: watch.categories)
        case .polygon(let polygon):
            var query = LiveQuery(
                center: polygon.exterior[0],
                radius: Distance(uncheckedMeters: 1),
                categories: watch.categories
            )
            query.polygon = polygon
            return query
        }
    }

    fileprivate init(_ record: StoredWebhook, url: String, watch: Watch) {
        self.init(
            id: record.id,
            owner: record.owner,
            url: url,
            watch: watch,
            createdAt: record.createdAt,
            expiresAt: record.expiresAt,
            isProven: record.isProven,
            generation: record.generation,
            previousSecretUntil: record.previousSecretUntil
        )
    }
}
