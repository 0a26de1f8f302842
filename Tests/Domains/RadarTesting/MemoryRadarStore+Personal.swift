package import Radar
internal import Synchronization
package import Timekeeping

extension MemoryRadarStore {
    package func message(_ id: Message.ID, at moment: Timestamp) async throws -> SentMessage? {
        try attempt { contents in
            guard let message = contents.messages[id],
                message.isLive(at: moment) || contents.isKept(id)
            else { return nil }
            return SentMessage(message: message, state: contents.state(of: message, at: moment))
        }
    }

    package func addBookmark(
        of id: Message.ID,
        by device: Device.ID,
        at moment: Timestamp,
        limit: Int
    ) async throws -> BookmarkOutcome {
        try attempt { contents in
            if contents.bookmarks[device]?[id] != nil { return .kept }
            guard let message = contents.messages[id], contents.isShown(message, at: moment)
            else { return .notFound }
            guard contents.bookmarks[device]?.count ?? 0 < limit else { return .tooMany }
            contents.bookmarks[device, default: [:]][id] = Kept(bookmarkedAt: moment)
            return .kept
        }
    }

    package func removeBookmark(of id: Message.ID, by device: Device.ID) async throws {
        try attempt { $0.bookmarks[device]?[id] = nil }
    }

    package func bookmark(
        of id: Message.ID,
        by device: Device.ID,
        at moment: Timestamp
    ) async throws -> Bookmark? {
        try await bookmarks(of: device, after: nil, limit: .max, at: moment).first { $0.id == id }
    }

    package func bookmarks(
        of device: Device.ID,
        after position: ListPosition?,
        limit: Int,
        at moment: Timestamp
    ) async throws -> [Bookmark] {
        try attempt { contents in
            let all = (contents.bookmarks[device] ?? [:]).map { id, kept in
                let message = contents.messages[id]
                let state =
                    kept.gone ?? message.map { contents.state(of: $0, at: moment) } ?? .withdrawn
                return Bookmark(
                    id: id,
                    bookmarkedAt: kept.bookmarkedAt,
                    state: state,
                    message: state.isReadable ? message : nil
                )
            }
            let later = position.map { ($0.moment, $0.id) }
            return Array(
                all.filter { bookmark in
                    later.map { (bookmark.bookmarkedAt, bookmark.id) < $0 } ?? true
                }
                .sorted { ($0.bookmarkedAt, $0.id) > ($1.bookmarkedAt, $1.id) }
                .prefix(limit)
            )
        }
    }

    package func sent(
        by device: Device.ID,
        before id: Message.ID?,
        limit: Int,
        at moment: Timestamp
    ) async throws -> [SentMessage] {
        try attempt { contents in
            contents.messages.values
                .filter { message in
                    message.author == device && (id.map { message.id < $0 } ?? true)
                        && (message.isLive(at: moment) || contents.isKept(message.id))
                }
                .sorted { $0.id > $1.id }.prefix(limit)
                .map { SentMessage(message: $0, state: contents.state(of: $0, at: moment)) }
        }
    }

    package func settings(of device: Device.ID) async throws -> DeviceSettings? {
        try attempt { $0.settings[device] }
    }

    package func setSettings(
        _ settings: DeviceSettings,
        of device: Device.ID
    ) async throws -> Bool {
        try attempt { contents in
            guard contents.devices.values.contains(where: { $0.id == device }) else {
                return false
            }
            contents.settings[device] = settings
            return true
        }
    }

    package func forget(_ device: Device.ID) async throws -> [Message.ID] {
        try attempt { contents in
            contents.bookmarks[device] = nil
            contents.settings[device] = nil
            contents.keys[device] = nil
            for id in contents.reports.keys { contents.reports[id]?[device] = nil }
            contents.devices = contents.devices.filter { $0.value.id != device }
            let ids = contents.messages.values.filter { $0.author == device }.map(\.id).sorted()
            for id in ids { contents.remove(id, saying: .removedByAuthor) }
            contents.journal += ids
            return ids
        }
    }
}

extension MemoryRadarStore {
    package func addReport(
        _ report: Report,
        under rule: HidingRule
    ) async throws -> ReportOutcome {
        try attempt { contents in
            let id = report.message
            guard let message = contents.messages[id],
                contents.hidden[id] != .hiddenByModerator,
                message.isLive(at: report.reportedAt) || contents.isKept(id)
            else { return .notFound }
            if contents.reports[id]?[report.reporter] != nil { return .repeated }
            let counts = rule.counts && contents.mayCount(report, rule)
            contents.reports[id, default: [:]][report.reporter] = Reported(
                reason: report.reason,
                at: report.reportedAt,
                counts: counts
            )
            guard counts else { return .noted }
            let open = contents.reports[id]?.values.count { !$0.isDecided && $0.counts } ?? 0
            guard contents.hidden[id] == nil, !contents.cleared.contains(id),
                let threshold = rule.threshold, open >= threshold
            else { return .counted(hides: false) }
            contents.hidden[id] = .hiddenForReview
            contents.journal.append(id)
            return .counted(hides: true)
        }
    }

    package func decide(
        _ action: ModerationAction,
        on id: Message.ID,
        at moment: Timestamp
    ) async throws -> SentMessage? {
        let decided = try attempt { contents -> SentMessage? in
            guard let message = contents.messages[id] else { return nil }
            contents.hidden[id] = action == .hide ? .hiddenByModerator : nil
            if action == .restore {
                contents.cleared.insert(id)
            } else {
                contents.cleared.remove(id)
            }
            for device in (contents.reports[id] ?? [:]).keys {
                contents.reports[id]?[device]?.isDecided = true
            }
            contents.journal.append(id)
            return SentMessage(message: message, state: contents.state(of: message, at: moment))
        }
        try await contents.withLock { $0.afterDecision }?()
        return decided
    }

    package func moderationQueue(
        after id: Message.ID?,
        limit: Int,
        at moment: Timestamp
    ) async throws -> [ModerationCase] {
        try attempt { contents in
            contents.messages.values.sorted { $0.id < $1.id }
                .compactMap { message -> ModerationCase? in
                    let open = (contents.reports[message.id] ?? [:]).values
                        .filter { !$0.isDecided }
                    guard let first = open.map(\.at).min(), id.map({ message.id > $0 }) ?? true,
                        message.isLive(at: moment) || contents.isKept(message.id)
                    else { return nil }
                    return ModerationCase(
                        message: message,
                        state: contents.state(of: message, at: moment),
                        reasons: Dictionary(grouping: open, by: \.reason).mapValues(\.count),
                        firstReportedAt: first
                    )
                }
                .prefix(limit).map { $0 }
        }
    }
}

extension MemoryRadarStore.Contents {
    /// Whether the device that reports is old enough, or has taken part.
    fileprivate func mayCount(_ report: Report, _ rule: HidingRule) -> Bool {
        guard let registered = rule.registeredBy else { return true }
        if registeredAt[report.reporter].map({ $0 <= registered }) == true { return true }
        guard let posted = rule.postedBy else { return false }
        return messages.values.contains { message in
            message.author == report.reporter && message.postedAt <= posted
                && hidden[message.id] == nil
                && (message.isLive(at: report.reportedAt) || isKept(message.id))
        }
    }
}
