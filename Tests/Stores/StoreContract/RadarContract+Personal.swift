internal import Radar
internal import Testing
internal import Timekeeping

extension RadarContract {
    static let personalClauses = [
        RadarContract("a bookmark outlives its message's time, and is kept and let go at will") {
            place in
            let store = try await place.openRadar()
            let author = try await store.device(1)
            let reader = try await store.device(2)
            let message = try await store.append(posted(1, by: author, expires: moment(60)))
            func keep(_ seconds: Int64, limit: Int = 10) async throws -> BookmarkOutcome {
                try await store.addBookmark(
                    of: message.id,
                    by: reader.id,
                    at: moment(seconds),
                    limit: limit
                )
            }
            #expect(try await keep(61) == .notFound)
            #expect(try await keep(1, limit: 0) == .tooMany)
            #expect(try await keep(2) == .kept)
            #expect(try await keep(3, limit: 0) == .kept)
            #expect(try await keep(61) == .kept)
            func bookmark(_ seconds: Int64) async throws -> Bookmark? {
                try await store.bookmark(of: message.id, by: reader.id, at: moment(seconds))
            }
            let live = Bookmark(
                id: message.id,
                bookmarkedAt: moment(2),
                state: .live,
                message: message
            )
            #expect(try await bookmark(59) == live)
            #expect(try await store.removeExpired(atOrBefore: moment(60), limit: 10) == 0)
            #expect(try await bookmark(60)?.state == .expired)
            #expect(try await bookmark(60)?.message == message)
            try await store.removeBookmark(of: message.id, by: reader.id)
            try await store.removeBookmark(of: message.id, by: reader.id)
            #expect(try await bookmark(60) == nil)
            #expect(try await store.removeExpired(atOrBefore: moment(60), limit: 10) == 1)
        },
        RadarContract("a message is there with its state while it lives or somebody keeps it") {
            place in
            let store = try await place.openRadar()
            let author = try await store.device(1)
            let message = try await store.append(posted(1, by: author, expires: moment(60)))
            func state(_ seconds: Int64) async throws -> MessageState? {
                let found = try await store.message(message.id, at: moment(seconds))
                #expect(found == nil || found?.message == message)
                return found?.state
            }
            #expect(try await state(59) == .live)
            #expect(try await state(60) == nil)
            _ = try await store.addBookmark(of: message.id, by: author.id, at: moment(1), limit: 9)
            #expect(try await state(60) == .expired)
            _ = try await store.decide(.hide, on: message.id, at: moment(2))
            #expect(try await state(3) == .hiddenByModerator)
            _ = try await store.remove(message.id, by: author.id, at: moment(4))
            #expect(try await state(4) == nil)
            #expect(try await store.message(Message.ID(rawValue: 0), at: moment()) == nil)
        },
        RadarContract("a bookmark says who took its message away") { place in
            let store = try await place.openRadar()
            let author = try await store.device(1)
            let reader = try await store.device(2)
            let removed = try await store.append(posted(1, by: author))
            let hidden = try await store.append(posted(2, by: author))
            for (second, message) in [removed, hidden].enumerated() {
                let outcome = try await store.addBookmark(
                    of: message.id,
                    by: reader.id,
                    at: moment(Int64(second)),
                    limit: 10
                )
                #expect(outcome == .kept)
            }
            _ = try await store.remove(removed.id, by: author.id, at: moment())
            _ = try await store.decide(.hide, on: hidden.id, at: moment())
            let bookmarks = try await store.bookmarks(
                of: reader.id,
                after: nil,
                limit: 10,
                at: moment(9)
            )
            #expect(bookmarks.map(\.id) == [hidden.id, removed.id])
            #expect(bookmarks.map(\.state) == [.hiddenByModerator, .removedByAuthor])
            #expect(bookmarks.allSatisfy { $0.message == nil })
            _ = try await store.decide(.restore, on: hidden.id, at: moment())
            let restored = try await store.bookmark(of: hidden.id, by: reader.id, at: moment(9))
            #expect(restored?.message == hidden)
        },
        RadarContract("an author still removes what others keep, and nobody else does") { place in
            let store = try await place.openRadar()
            let author = try await store.device(1)
            let reader = try await store.device(2)
            let message = try await store.append(posted(1, by: author, expires: moment(60)))
            _ = try await store.addBookmark(
                of: message.id,
                by: reader.id,
                at: moment(),
                limit: 10
            )
            let outcomes = [
                try await store.remove(message.id, by: reader.id, at: moment(99)),
                try await store.remove(message.id, by: author.id, at: moment(99)),
                try await store.remove(message.id, by: author.id, at: moment(99)),
            ]
            #expect(outcomes == [.notAuthor, .removed, .notFound])
            let bookmark = try await store.bookmark(of: message.id, by: reader.id, at: moment(99))
            #expect(bookmark?.state == .removedByAuthor)
        },
        RadarContract("bookmarks and sent messages come in pages, the latest first") { place in
            let store = try await place.openRadar()
            let author = try await store.device(1)
            let other = try await store.device(2)
            var messages: [Message] = []
            for number in 0..<7 {
                messages.append(
                    try await store.append(posted(number, by: number == 3 ? other : author))
                )
            }
            for (index, message) in messages.enumerated() {
                _ = try await store.addBookmark(
                    of: message.id,
                    by: author.id,
                    at: moment(Int64(index / 2)),
                    limit: 10
                )
            }
            var kept: [Message.ID] = []
            var position: ListPosition?
            repeat {
                let page = try await store.bookmarks(
                    of: author.id,
                    after: position,
                    limit: 3,
                    at: moment()
                )
                kept += page.map(\.id)
                position = page.last.map { ListPosition(moment: $0.bookmarkedAt, id: $0.id) }
            } while position != nil
            #expect(kept == messages.reversed().map(\.id))

            var sent: [SentMessage] = []
            while true {
                let page = try await store.sent(
                    by: author.id,
                    before: sent.last?.message.id,
                    limit: 4,
                    at: moment()
                )
                if page.isEmpty { break }
                sent += page
            }
            let own = messages.filter { $0.author == author.id }
            #expect(sent.map(\.message) == own.reversed())
            #expect(sent.allSatisfy { $0.state == .live })
        },
        RadarContract("settings are kept for each device that there is") { place in
            let store = try await place.openRadar()
            let device = try await store.device(1)
            let stranger = Device.ID(rawValue: device.id.rawValue + 1)
            let settings = DeviceSettings(
                quickdropEnabled: true,
                quickdropVisibleRadiusMeters: 12.5,
                quickdropTimeToLiveSeconds: 77,
                scanRadiusMeters: 31_000
            )
            #expect(try await store.settings(of: device.id) == nil)
            #expect(try await store.setSettings(.standard, of: device.id))
            #expect(try await store.setSettings(settings, of: device.id))
            #expect(try await store.settings(of: device.id) == settings)
            #expect(try await !store.setSettings(settings, of: stranger))
            #expect(try await store.settings(of: stranger) == nil)
        },
        RadarContract("a forgotten device leaves nothing, and takes nothing of others") { place in
            let store = try await place.openRadar()
            let gone = try await store.device(1)
            let stays = try await store.device(2)
            let mine = try await store.append(posted(1, by: gone))
            let theirs = try await store.append(posted(2, by: stays))
            for (message, device) in [(mine, stays), (theirs, gone), (theirs, stays)] {
                _ = try await store.addBookmark(
                    of: message.id,
                    by: device.id,
                    at: moment(),
                    limit: 10
                )
            }
            _ = try await store.setSettings(.standard, of: gone.id)
            _ = try await store.addReport(report(theirs, by: gone), hidingAt: 9)
            _ = try await store.append(posted(3, by: gone), once: key(1))
            let removed = try await store.forget(gone.id)

            #expect(removed.count == 2 && removed.contains(mine.id))
            #expect(try await store.allMessages() == [theirs])
            #expect(try await store.device(tokenHash: Array(repeating: 1, count: 32)) == nil)
            #expect(try await store.settings(of: gone.id) == nil)
            #expect(try await store.moderationQueue(after: nil, limit: 9, at: moment()).isEmpty)
            let others = try await store.bookmarks(
                of: gone.id,
                after: nil,
                limit: 9,
                at: moment()
            )
            #expect(others.isEmpty)
            let kept = try await store.bookmarks(
                of: stays.id,
                after: nil,
                limit: 9,
                at: moment()
            )
            #expect(kept.map(\.state) == [.live, .removedByAuthor])
            #expect(try await store.append(posted(4, by: gone), once: nil) == .unknownDevice)
        },
    ]
}

func report(
    _ message: Message,
    by device: Device,
    reason: String = "spam",
    at seconds: Int64 = 0
) -> Report {
    Report(
        message: message.id,
        reporter: device.id,
        reason: reason,
        reportedAt: moment(seconds)
    )
}

func key(_ number: UInt8, content: UInt8 = 1, expires: Timestamp = moment(86_400)) -> PostKey {
    PostKey(
        hash: Array(repeating: number, count: 32),
        contentDigest: Array(repeating: content, count: 32),
        expiresAt: expires
    )
}
