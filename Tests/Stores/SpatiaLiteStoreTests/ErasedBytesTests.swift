import Foundation
import GRDB
import Geodesy
import Radar
import StoreContract
import Synchronization
import Testing

@testable import SpatiaLiteStore

/// Whether what was erased is gone from the disk, byte by byte.
@Suite struct ErasedBytesTests {
    private let storePlace: TemporaryStorePlace
    private let place: Coordinate

    init() throws {
        storePlace = try TemporaryStorePlace()
        place = try Coordinate(latitude: 1, longitude: 2)
    }

    /// How often a text stands in any file of the database's folder.
    private func occurrences(of text: String) throws -> Int {
        let folder = storePlace.directory.path
        return try FileManager.default.contentsOfDirectory(atPath: folder).reduce(0) { sum, name in
            var rest = try Data(contentsOf: URL(filePath: folder + "/" + name))[...]
            var count = 0
            while let found = rest.range(of: Data(text.utf8)) {
                count += 1
                rest = rest[found.upperBound...]
            }
            return sum + count
        }
    }

    private func post(
        _ secret: String,
        count: Int,
        in store: SpatiaLiteStore,
        by author: Device,
        expires: Int64 = 3600
    ) async throws -> [Message] {
        var messages: [Message] = []
        for number in 0..<count {
            let text = "\(secret) \(number) " + String(repeating: "y", count: number * 7 % 300)
            messages.append(
                try await store.append(
                    posted(text, at: place, by: author, expires: moment(expires))
                )
            )
        }
        return messages
    }

    @Test("a device that is forgotten leaves no word of its messages in any file")
    func forgottenDevices() async throws {
        let store = try await storePlace.openStore()
        let author = try await store.addDevice(tokenHash: [1], at: moment())
        let other = try await store.addDevice(tokenHash: [2], at: moment())
        _ = try await post("kept", count: 300, in: store, by: other)
        _ = try await post("secret words", count: 300, in: store, by: author)
        #expect(try occurrences(of: "secret words") >= 300)
        _ = try await store.forget(author.id)
        #expect(try occurrences(of: "secret words") == 0)
        #expect(try occurrences(of: "kept") >= 300)
        try await store.close()
        #expect(try occurrences(of: "secret words") == 0)
    }

    @Test(
        "messages that were removed or have expired are gone from file and log within some rounds"
    )
    func removedMessages() async throws {
        let store = try await storePlace.openStore()
        let author = try await store.addDevice(tokenHash: [1], at: moment())
        let removed = try await post("withdrawn words", count: 40, in: store, by: author)
        _ = try await post("expired words", count: 300, in: store, by: author, expires: 60)
        for message in removed {
            _ = try await store.remove(message.id, by: author.id, at: moment())
        }
        while try await store.removeExpired(atOrBefore: moment(60), limit: 100) > 0 {}
        #expect(try occurrences(of: "withdrawn words") > 0)
        // Others post between the rounds, so that it is never idle.
        for round in 0..<5 {
            _ = try await post("round \(round)", count: 1, in: store, by: author)
            try await store.tidyLog()
        }
        #expect(try occurrences(of: "withdrawn words") == 0)
        #expect(try occurrences(of: "expired words") == 0)
        try await store.close()
    }

    @Test("the log is emptied when nobody writes, and not while somebody does")
    func idleLog() async throws {
        let store = try await storePlace.openStore()
        let author = try await store.addDevice(tokenHash: [1], at: moment())
        let log = storePlace.path + "-wal"
        for _ in 0..<10 {
            _ = try await post("x", count: 1, in: store, by: author)
            try await store.tidyLog()
            #expect(LogFile.hasContent(log))
        }
        try await store.tidyLog()
        #expect(!LogFile.hasContent(log))
        #expect(await store.storageFault() == nil)
        try await store.close()
    }

    @Test("readers of whom there is always one do not keep the log from being emptied")
    func alwaysRead() async throws {
        let store = try await storePlace.openStore()
        let author = try await store.addDevice(tokenHash: [1], at: moment())
        let messages = try await post("withdrawn words", count: 3, in: store, by: author)
        final class End: Sendable {
            let isReached = Mutex(false)
        }
        let end = End()
        let path = storePlace.path
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<3 {
                group.addTask {
                    var configuration = Configuration()
                    configuration.allowsUnsafeTransactions = true
                    let reader = try DatabaseQueue(path: path, configuration: configuration)
                    while !end.isReached.withLock({ $0 }) {
                        try await reader.writeWithoutTransaction { db in
                            try db.execute(sql: "BEGIN")
                            _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM message")
                            usleep(60_000)
                            try db.execute(sql: "COMMIT")
                        }
                    }
                    try reader.close()
                }
            }
            for message in messages {
                _ = try await store.remove(message.id, by: author.id, at: moment())
            }
            for round in 0..<12 {
                _ = try await post("round \(round)", count: 1, in: store, by: author)
                try await store.tidyLog()
                if try occurrences(of: "withdrawn words") == 0 { break }
            }
            end.isReached.withLock { $0 = true }
            try await group.waitForAll()
        }
        #expect(try occurrences(of: "withdrawn words") == 0)
        try await store.close()
    }

    @Test("what was erased before a kill leaves the log that the next start finds, also under load")
    func erasedBeforeKill() async throws {
        let store = try await storePlace.openStore()
        let author = try await store.addDevice(tokenHash: [1], at: moment())
        let messages = try await post("withdrawn words", count: 9, in: store, by: author)
        for message in messages {
            _ = try await store.remove(message.id, by: author.id, at: moment())
        }
        // As after a kill: the files as they are.
        let copies = try TemporaryStorePlace()
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(
                atPath: storePlace.path + suffix,
                toPath: copies.path + suffix
            )
        }
        try await store.close()
        func isThere() throws -> Bool {
            try ["", "-wal"].contains { suffix in
                let file = URL(filePath: copies.path + suffix)
                return try Data(contentsOf: file).range(of: Data("withdrawn words".utf8)) != nil
            }
        }
        let next = try await copies.openStore()
        #expect(try isThere())
        for round in 0..<5 {
            _ = try await post("round \(round)", count: 1, in: next, by: author)
            try await next.tidyLog()
        }
        #expect(try !isThere())
        try await next.close()
    }

    @Test("who reads for long holds nobody up, and the log is emptied after that")
    func waitsForNobody() async throws {
        let store = try await storePlace.openStore()
        let author = try await store.addDevice(tokenHash: [1], at: moment())
        _ = try await post("secret words", count: 10, in: store, by: author)
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let reader = try DatabaseQueue(path: storePlace.path, configuration: configuration)
        try await reader.writeWithoutTransaction { db in
            try db.execute(sql: "BEGIN")
            _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM message")
        }
        let start = ContinuousClock.now
        _ = try await store.forget(author.id)
        #expect(ContinuousClock.now - start < .seconds(5))
        try await reader.writeWithoutTransaction { db in try db.execute(sql: "COMMIT") }
        try reader.close()
        #expect(try occurrences(of: "secret words") > 0)
        try await store.tidyLog()
        try await store.tidyLog()
        #expect(try occurrences(of: "secret words") == 0)
        try await store.close()
    }

    @Test("the places of erased messages leave the spatial index, too")
    func wipesTheIndex() async throws {
        let store = try await storePlace.openStore()
        let author = try await store.addDevice(tokenHash: [1], at: moment())
        let leaver = try await store.addDevice(tokenHash: [2], at: moment())
        var own: [Message] = []
        for number in 0..<300 {
            let place = try Coordinate(latitude: Double(number * 37 % 80), longitude: 5)
            let poster = number.isMultiple(of: 3) ? leaver : author
            let message = try await store.append(posted("\(number)", at: place, by: poster))
            if poster == author { own.append(message) }
        }
        while try await store.enterMessages(limit: 100) > 0 {}
        for message in own.prefix(70) {
            _ = try await store.remove(message.id, by: author.id, at: moment())
        }
        #expect(try await remains(in: store) == 0)
        _ = try await store.forget(leaver.id)
        #expect(try await remains(in: store) == 0)
        while try await store.removeExpired(atOrBefore: moment(3600), limit: 20) > 0 {}
        #expect(try await remains(in: store) == 0)
        #expect(try await store.check().isSound)
        try await store.close()
    }

    /// How many bytes stand behind the last entries of the index's nodes.
    private func remains(in store: SpatiaLiteStore) async throws -> Int {
        try await store.connections.read { db in
            try Data.fetchAll(db, sql: "SELECT data FROM idx_message_geometry_node")
                .reduce(0) { sum, data in
                    let bytes = Array(data)
                    let count = Int(bytes[2]) << 8 | Int(bytes[3])
                    return sum + bytes[(4 + 24 * count)...].count { $0 != 0 }
                }
        }
    }
}
