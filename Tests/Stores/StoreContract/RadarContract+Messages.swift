internal import Geodesy
internal import Radar
internal import Testing
internal import Timekeeping

extension RadarContract {
    static let messageClauses = [
        RadarContract("an appended message comes back as it was, with an id") { place in
            let store = try await place.openRadar()
            let author = try await store.device()
            let draft = NewMessage(
                text: "Ünïcode 👩‍👩‍👧 'quoted' \"twice\"\n and on",
                category: .init(rawValue: "cute"),
                coordinate: try .init(latitude: -89.999_999_9, longitude: 179.123_456_789_012),
                visibleRadius: try .meters(12.345),
                postedAt: moment(),
                expiresAt: moment(60),
                author: author.id
            )
            let message = try await store.append(draft)
            #expect(message.id.rawValue >= 1)
            #expect(message.text == draft.text)
            #expect(message.category == draft.category)
            #expect(message.coordinate == draft.coordinate)
            #expect(message.visibleRadius == draft.visibleRadius)
            #expect(message.postedAt == draft.postedAt)
            #expect(message.expiresAt == draft.expiresAt)
            #expect(message.author == author.id)
            #expect(message.origin == nil)
            #expect(try await store.allMessages() == [message])
        },
        RadarContract("ids count up and are never used twice") { place in
            let store = try await place.openRadar()
            let author = try await store.device()
            let first = try await store.append(posted(1, by: author))
            let second = try await store.append(posted(2, by: author))
            #expect(first.id < second.id)
            _ = try await store.remove(second.id, by: author.id, at: moment())
            let third = try await store.append(posted(3, by: author))
            #expect(second.id < third.id)
        },
        RadarContract("messages appended at once all arrive, each under its own id") { place in
            let store = try await place.openRadar()
            let author = try await store.device()
            let messages = try await withThrowingTaskGroup(of: Message.self) { group in
                for number in 0..<500 {
                    group.addTask { try await store.append(posted(number, by: author)) }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(Set(messages.map(\.text)).count == 500)
            #expect(try await store.allMessages() == messages.sorted { $0.id < $1.id })
        },
        RadarContract("a message that cannot be stored leaves those beside it be") { place in
            let store = try await place.openRadar()
            let author = try await store.device()
            let stranger = Device(id: Device.ID(rawValue: author.id.rawValue + 1000))
            let outcomes = try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<100 {
                    group.addTask {
                        let sender = number % 10 == 0 ? stranger : author
                        let outcome = try await store.append(
                            posted(number, by: sender),
                            once: nil
                        )
                        if case .stored = outcome { return true }
                        #expect(outcome == .unknownDevice)
                        return false
                    }
                }
                return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(outcomes == 90)
            #expect(try await store.allMessages().count == 90)
        },
        RadarContract("a message expires at its moment: the end is exclusive") { place in
            let store = try await place.openRadar()
            let author = try await store.device()
            let message = try await store.append(posted(1, by: author, expires: moment(60)))
            let before = Timestamp(
                millisecondsSince1970: moment(60).millisecondsSince1970 - 1
            )
            #expect(try await store.allMessages(after: before) == [message])
            #expect(try await store.allMessages(after: moment(60)).isEmpty)
        },
        RadarContract("a removed message is gone, and removing it twice is harmless") { place in
            let store = try await place.openRadar()
            let author = try await store.device()
            let kept = try await store.append(posted(1, by: author))
            let removed = try await store.append(posted(2, by: author))
            let outcomes = [
                try await store.remove(removed.id, by: author.id, at: moment()),
                try await store.remove(removed.id, by: author.id, at: moment()),
            ]
            #expect(outcomes == [.removed, .notFound])
            #expect(try await store.allMessages() == [kept])
        },
        RadarContract("the sweep removes expired messages in batches, and no others") { place in
            let store = try await place.openRadar()
            let author = try await store.device()
            for number in 0..<7 {
                _ = try await store.append(posted(number, by: author, expires: moment(60)))
            }
            let live = try await store.append(posted(7, by: author, expires: moment(61)))
            #expect(try await store.removeExpired(atOrBefore: moment(59), limit: 5) == 0)
            #expect(try await store.removeExpired(atOrBefore: moment(60), limit: 5) == 5)
            #expect(try await store.removeExpired(atOrBefore: moment(60), limit: 5) == 2)
            #expect(try await store.removeExpired(atOrBefore: moment(60), limit: 0) == 0)
            #expect(try await store.allMessages(after: moment(-9999)) == [live])
        },
        RadarContract("a device is found by the hash of its token alone") { place in
            let store = try await place.openRadar()
            let first = try await store.device(1)
            let second = try await store.device(2)
            #expect(first != second)
            #expect(try await store.device(tokenHash: Array(repeating: 1, count: 32)) == first)
            #expect(try await store.device(tokenHash: Array(repeating: 3, count: 32)) == nil)
            await #expect(throws: (any Error).self) { _ = try await store.device(1) }
        },
        RadarContract("messages and devices outlive the store that wrote them") { place in
            let store = try await place.openRadar()
            let author = try await store.device(9)
            let message = try await store.append(posted(1, by: author))
            try await store.close()
            let reopened = try await place.openRadar()
            #expect(try await reopened.allMessages() == [message])
            #expect(
                try await reopened.device(tokenHash: Array(repeating: 9, count: 32)) == author
            )
        },
    ]
}
