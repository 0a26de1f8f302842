internal import Radar
internal import Testing
internal import Timekeeping

extension RadarContract {
    static let moderationClauses = [
        RadarContract("reports count by the rule, and none hides what a moderator restored") {
            place in
            let store = try await place.openRadar()
            let author = try await store.device(1)
            func device(_ token: UInt8, at time: Timestamp) async throws -> Device {
                try await store.addDevice(tokenHash: Array(repeating: token, count: 32), at: time)
            }
            let reporters = [
                try await device(2, at: moment(-9)), try await device(3, at: moment(-9)),
                try await device(4, at: moment(5)),
            ]
            let message = try await store.append(posted(1, by: author))
            func report(
                _ id: Message.ID,
                by reporter: Int,
                _ rule: HidingRule
            ) async throws -> ReportOutcome {
                try await store.addReport(
                    Report(
                        message: id,
                        reporter: reporters[reporter].id,
                        reason: "spam",
                        reportedAt: moment(10)
                    ),
                    under: rule
                )
            }
            let rule = HidingRule(threshold: 2, registeredBy: moment(0), postedBy: moment(1))
            var other = rule
            other.counts = false
            // Too young; from an address that has reported before; too many are hidden just now.
            #expect(try await report(message.id, by: 2, rule) == .noted)
            #expect(try await report(message.id, by: 0, other) == .noted)
            #expect(try await report(message.id, by: 0, rule) == .repeated)
            #expect(try await report(message.id, by: 1, rule) == .counted(hides: false))
            let second = try await store.append(posted(2, by: author))
            #expect(try await report(second.id, by: 0, rule) == .counted(hides: false))
            var wave = rule
            wave.threshold = nil
            #expect(try await report(second.id, by: 1, wave) == .counted(hides: false))
            // With a message of its own that has stood, a young device counts.
            _ = try await store.append(posted(3, by: reporters[2]))
            #expect(try await report(second.id, by: 2, rule) == .counted(hides: true))
            _ = try await store.decide(.restore, on: second.id, at: moment(11))
            let late = try await store.addDevice(
                tokenHash: Array(repeating: 5, count: 32),
                at: moment(-9)
            )
            let report = Report(
                message: second.id,
                reporter: late.id,
                reason: "spam",
                reportedAt: moment(12)
            )
            #expect(try await store.addReport(report, hidingAt: 1) == .counted(hides: false))
            let queue = try await store.moderationQueue(after: nil, limit: 9, at: moment(12))
            #expect(queue.map(\.message.id) == [message.id, second.id])
        },
        RadarContract("reports count once for each device, and hide at the threshold") { place in
            let store = try await place.openRadar()
            let author = try await store.device(1)
            let message = try await store.append(posted(1, by: author))
            let other = try await store.append(posted(2, by: author))
            let first = try await store.device(2)
            let second = try await store.device(3)
            let outcomes = [
                try await store.addReport(report(message, by: first), hidingAt: 2),
                try await store.addReport(report(message, by: first, reason: "hate"), hidingAt: 2),
                try await store.addReport(report(other, by: first), hidingAt: 2),
            ]
            #expect(outcomes == [.counted(hides: false), .repeated, .counted(hides: false)])
            #expect(try await store.allMessages() == [message, other])
            let last = try await store.addReport(
                report(message, by: second, reason: "hate", at: 5),
                hidingAt: 2
            )
            #expect(last == .counted(hides: true))
            #expect(try await store.allMessages() == [other])
            let queue = try await store.moderationQueue(after: nil, limit: 9, at: moment())
            let wanted = ModerationCase(
                message: message,
                state: .hiddenForReview,
                reasons: ["spam": 1, "hate": 1],
                firstReportedAt: moment()
            )
            #expect(queue.first == wanted)
            #expect(queue.map(\.state) == [.hiddenForReview, .live])
            let rest = try await store.moderationQueue(after: message.id, limit: 9, at: moment())
            #expect(rest.map(\.message) == [other])
            #expect(try await store.moderationQueue(after: nil, limit: 1, at: moment()).count == 1)
            #expect(try await store.moderationQueue(after: nil, limit: 9, at: moment(3600)) == [])
        },
        RadarContract("a decision closes the case, and later reports open another") { place in
            let store = try await place.openRadar()
            let author = try await store.device(1)
            let message = try await store.append(posted(1, by: author))
            var reporters: [Device] = []
            for number in 2...4 { reporters.append(try await store.device(UInt8(number))) }
            for reporter in reporters.prefix(2) {
                _ = try await store.addReport(report(message, by: reporter), hidingAt: 2)
            }
            let restored = try await store.decide(.restore, on: message.id, at: moment())
            #expect(restored == SentMessage(message: message, state: .live))
            #expect(try await store.allMessages() == [message])
            #expect(try await store.moderationQueue(after: nil, limit: 9, at: moment()).isEmpty)
            let again = try await store.addReport(report(message, by: reporters[2]), hidingAt: 2)
            #expect(again == .counted(hides: false))
            #expect(try await store.moderationQueue(after: nil, limit: 9, at: moment()).count == 1)

            let hidden = try await store.decide(.hide, on: message.id, at: moment())
            #expect(hidden?.state == .hiddenByModerator)
            #expect(try await store.allMessages().isEmpty)
            let late = try await store.addReport(report(message, by: author), hidingAt: 2)
            #expect(late == .notFound)
            let nothing = try await store.decide(
                .hide,
                on: Message.ID(rawValue: 99),
                at: moment()
            )
            #expect(nothing == nil)
        },
        RadarContract("the same post under the same key makes one message, whenever it comes") {
            place in
            let store = try await place.openRadar()
            let author = try await store.device(1)
            let other = try await store.device(2)
            let outcomes = try await withThrowingTaskGroup(of: AppendOutcome.self) { group in
                for _ in 0..<20 {
                    group.addTask { try await store.append(posted(1, by: author), once: key(1)) }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            let message = try #require(try await store.allMessages().first)
            #expect(try await store.allMessages() == [message])
            #expect(outcomes.count { $0 == .stored(message) } == 1)
            #expect(outcomes.count { $0 == .repeated(message) } == 19)

            let taken = try await store.append(posted(2, by: author), once: key(1, content: 2))
            #expect(taken == .keyTaken)
            _ = try await store.append(posted(3, by: other), once: key(1, content: 3))
            #expect(try await store.allMessages().count == 2)

            try await store.close()
            let reopened = try await place.openRadar()
            _ = try await reopened.remove(message.id, by: author.id, at: moment())
            let repeated = try await reopened.append(posted(1, by: author), once: key(1))
            #expect(repeated == .repeated(message))
            #expect(try await reopened.allMessages().count == 1)
        },
        RadarContract("a key is kept until its moment, and the sweep then forgets it") { place in
            let store = try await place.openRadar()
            let author = try await store.device(1)
            let first = key(1, expires: moment(60))
            _ = try await store.append(posted(1, by: author), once: first)
            #expect(try await store.removeExpired(atOrBefore: moment(59), limit: 9) == 0)
            #expect(try await store.removeExpired(atOrBefore: moment(60), limit: 9) == 1)
            #expect(try await store.removeExpired(atOrBefore: moment(60), limit: 9) == 0)
            _ = try await store.append(posted(1, by: author), once: first)
            #expect(try await store.allMessages().count == 2)
        },
        RadarContract("changes tell what anybody posted, removed, hid and restored") { place in
            let store = try await place.openRadar()
            let author = try await store.device(1)
            let early = try await store.append(posted(1, by: author))
            let mark = try await store.changeMark()
            let other = try await place.openRadar()
            let kept = try await other.append(posted(2, by: author))
            let gone = try await other.append(posted(3, by: author))
            _ = try await other.remove(gone.id, by: author.id, at: moment())
            _ = try await other.decide(.hide, on: early.id, at: moment())
            let changes = try await store.changes(since: mark) { _ in false }
            #expect(changes.isComplete)
            #expect(changes.appeared == [kept])
            #expect(Set(changes.disappeared) == [gone.id, early.id])
            _ = try await other.decide(.restore, on: early.id, at: moment())
            let restored = try await store.changes(since: changes.mark) { _ in false }
            #expect(restored.appeared == [early])
            let known = try await store.changes(since: changes.mark) { $0 == early.id }
            #expect(known.appeared.isEmpty)
            let nothing = try await store.changes(since: restored.mark) { _ in false }
            #expect(nothing == MessageChanges(mark: restored.mark))
            try await other.close()
        },
    ]
}
