internal import Datasets
internal import Radar
internal import Testing

extension StoreContract {
    static let importedMessageClauses = [
        StoreContract("imported messages come back as they were, beside posted ones") { place in
            let store = try await place.open()
            let author = try await store.device()
            let posted = try await store.append(posted(1, by: author))
            let records = try [imported("a"), imported("b", text: "other")]
            try await store.importMessages(records)
            let messages = try await store.allMessages(dataset: name("tips"))
            #expect(messages.map(\.text) == ["as imported", "other"])
            #expect(messages.map(\.origin) == records.map(\.origin))
            #expect(messages.allSatisfy { $0.author == nil })
            #expect(messages.allSatisfy { $0.id > posted.id })
            #expect(try await store.allMessages().count == 3)
            let published = try await store.importedMessages.published(in: "tips")
            #expect(Set(published) == Set(records))
        },
        StoreContract("imported messages are invisible until they are published") { place in
            let store = try await place.open()
            let build = try await store.importedMessages.beginVersion(of: name("tips"))
            try await build.append([imported("a")])
            #expect(try await store.allMessages().isEmpty)
            #expect(try await store.importedMessages.published(in: "tips").isEmpty)
            try await build.discard()
            #expect(try await store.allMessages().isEmpty)
            #expect(try await store.publishedVersions().isEmpty)
        },
        StoreContract("a new import keeps the ids of keys that stay, and drops missing keys") {
            place in
            let store = try await place.open()
            try await store.importMessages([
                imported("stays"), imported("changes"), imported("goes"),
            ])
            let before = try await store.allMessages()
            let second = try await store.importMessages([
                imported("changes", text: "changed"), imported("stays"), imported("comes"),
            ])
            let after = try await store.allMessages()
            func id(_ key: String, _ messages: [Message]) -> Message.ID? {
                messages.first { $0.origin?.key == key }?.id
            }
            #expect(Set(after.compactMap(\.origin?.key)) == ["stays", "changes", "comes"])
            #expect(id("stays", after) == id("stays", before))
            #expect(id("changes", after) == id("changes", before))
            #expect(after.first { $0.origin?.key == "changes" }?.text == "changed")
            #expect(before.allSatisfy { $0.id != id("comes", after) })
            #expect(second.number == 2)
            #expect(second.recordCount == 3)
            #expect(second.isPublished)
        },
        StoreContract("withdrawn messages are removed, and those of others stay") { place in
            let store = try await place.open()
            let author = try await store.device()
            _ = try await store.append(posted(1, by: author))
            try await store.importMessages([imported("a", "one")], as: "one")
            try await store.importMessages([imported("a", "two")], as: "two")
            let withdrawn = try await store.withdraw(name("one"), by: "Ann", at: moment(9))
            #expect(withdrawn.kind == .messages)
            #expect(!withdrawn.isKept)
            #expect(try await store.allMessages(dataset: name("one")).isEmpty)
            #expect(try await store.allMessages().count == 2)
            #expect(try await store.publishedVersions().map(\.dataset.text) == ["two"])
            await #expect(throws: DatasetError.notVersioned(try name("one"), kind: .messages)) {
                try await store.publish(name("one"), version: 1)
            }
            try await store.importMessages([imported("b", "one")], as: "one")
            #expect(try await store.allMessages(dataset: name("one")).count == 1)
        },
        StoreContract("two datasets of messages may use the same keys") { place in
            let store = try await place.open()
            try await store.importMessages([imported("a", "one")], as: "one")
            try await store.importMessages([imported("a", "two")], as: "two")
            try await store.importMessages([], as: "one")
            #expect(try await store.allMessages().map(\.origin?.dataset.text) == ["two"])
        },
        StoreContract("the sweep leaves imported messages to their dataset") { place in
            let store = try await place.open()
            try await store.importMessages([imported("a", expires: moment(10))])
            #expect(try await store.removeExpired(atOrBefore: moment(9999), limit: 10) == 0)
            #expect(try await store.allMessages(after: moment(9)).count == 1)
            #expect(try await store.allMessages(after: moment(10)).isEmpty)
        },
        StoreContract("a key that an import repeats is refused by name") { place in
            let store = try await place.open()
            let build = try await store.importedMessages.beginVersion(of: name("tips"))
            let error = await #expect(throws: (any Error).self) {
                try await build.append([imported("twin"), imported("twin")])
                _ = try await build.publish(
                    source: source,
                    rows: RowCounts(),
                    changes: ChangeCounts(),
                    at: moment()
                )
            }
            #expect("\(error as Any)".contains("twin"))
            try await build.discard()
            #expect(try await store.allMessages().isEmpty)
        },
        StoreContract("datasets of messages have no earlier version to return to") { place in
            let store = try await place.open()
            try await store.importMessages([imported("a")])
            try await store.importMessages([imported("b")])
            let dataset = try name("tips")
            await #expect(throws: DatasetError.notVersioned(dataset, kind: .messages)) {
                _ = try await store.publish(dataset, version: 1)
            }
            #expect(try await store.versions(of: dataset).map(\.number) == [2])
        },
        StoreContract("a bookmark says that its message's dataset no longer holds it") { place in
            let store = try await place.open()
            let reader = try await store.device()
            try await store.importMessages([imported("a")])
            let message = try #require(try await store.allMessages(dataset: name("tips")).first)
            let outcome = try await store.addBookmark(
                of: message.id,
                by: reader.id,
                at: moment(),
                limit: 10
            )
            #expect(outcome == .kept)
            try await store.importMessages([])
            let bookmark = try await store.bookmark(of: message.id, by: reader.id, at: moment(9))
            #expect(bookmark?.state == .withdrawn)
            #expect(bookmark?.message == nil)
        },
    ]
}
