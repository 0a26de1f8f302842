import Datasets
import Foundation
import GRDB
import Geodesy
import Radar
import StoreContract
import Testing

@testable import SpatiaLiteStore

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// What an open store notices when somebody takes its files away.
@Suite struct FileLossTests {
    /// Something that is done to the files of an open store.
    enum Harm: CaseIterable {
        case removeDatabase, replaceDatabase, emptyDatabase, halveDatabase
        case removeLog, replaceLog, emptyLog, halveLog
        // A cut of the index ends a process that looks there: see `FileLossServiceTests`.
        case removeIndex, replaceIndex

        var loss: StorageLoss {
            switch self {
            case .removeDatabase: StorageLoss(.database, .removed)
            case .replaceDatabase: StorageLoss(.database, .replaced)
            case .emptyDatabase, .halveDatabase: StorageLoss(.database, .truncated)
            case .removeLog: StorageLoss(.log, .removed)
            case .replaceLog: StorageLoss(.log, .replaced)
            case .emptyLog, .halveLog: StorageLoss(.log, .truncated)
            case .removeIndex: StorageLoss(.index, .removed)
            case .replaceIndex: StorageLoss(.index, .replaced)
            }
        }

        func perform(on path: String) throws {
            let file =
                switch loss.part {
                case .database: path
                case .log: path + "-wal"
                case .index: path + "-shm"
                }
            let size = try #require(DatabaseFile.size(of: file))
            switch self {
            case .removeDatabase, .removeLog, .removeIndex: #expect(unlink(file) == 0)
            case .replaceDatabase, .replaceLog, .replaceIndex:
                let other = file + ".other"
                try FileManager.default.copyItem(atPath: file, toPath: other)
                #expect(rename(other, file) == 0)
            case .emptyDatabase, .emptyLog: #expect(truncate(file, 0) == 0)
            case .halveDatabase, .halveLog: #expect(truncate(file, off_t(size / 2)) == 0)
            }
        }
    }

    private let storePlace: TemporaryStorePlace
    private let place: Coordinate

    init() throws {
        storePlace = try TemporaryStorePlace()
        place = try Coordinate(latitude: 1, longitude: 2)
    }

    private func openWithPosts() async throws -> (store: SpatiaLiteStore, author: Device) {
        let store = try await storePlace.openStore()
        let author = try await store.addDevice(tokenHash: [1], at: moment())
        for number in 0..<50 { try await post(number, in: store, by: author) }
        return (store, author)
    }

    private func post(_ number: Int, in store: SpatiaLiteStore, by author: Device) async throws {
        _ = try await store.append(posted("\(number)", at: place, by: author))
    }

    @Test("no post is acknowledged into files that were taken away", arguments: Harm.allCases)
    func refusesPosts(harm: Harm) async throws {
        let (store, author) = try await openWithPosts()
        #expect(await store.storageFault() == nil)
        try harm.perform(on: storePlace.path)
        let expected = SpatiaLiteStoreError.filesLost(path: storePlace.path, harm.loss)
        for number in 0..<3 {
            await #expect(throws: expected) { try await post(number, in: store, by: author) }
        }
        #expect(await store.storageFault() == .lost(harm.loss))
        await #expect(throws: expected) {
            try await store.revokeStaffToken(1, at: moment())
        }
        #expect(expected.storageFault == .lost(harm.loss))
        try? await store.close()
    }

    @Test("the loss shows before anybody posts", arguments: Harm.allCases)
    func showsBeforehand(harm: Harm) async throws {
        let (store, _) = try await openWithPosts()
        try harm.perform(on: storePlace.path)
        #expect(await store.storageFault() == .lost(harm.loss))
        // Put back or not: nobody knows what it would miss.
        #expect(await store.storageFault() == .lost(harm.loss))
        try? await store.close()
    }

    @Test("an index that was cut is lost, and no doubt about the log is decided by writing then")
    func seesCutIndex() throws {
        let path = storePlace.path
        for file in ["", "-wal", "-shm"] {
            try Data(count: 32_768).write(to: URL(filePath: path + file))
        }
        let watch = try #require(FileWatch(path: path))
        #expect(watch.look() == .sound)
        #expect(truncate(path + "-shm", 65_536) == 0)
        #expect(watch.look() == .sound)
        #expect(truncate(path + "-wal", 100) == 0)
        #expect(truncate(path + "-shm", 65_535) == 0)
        #expect(watch.look() == .lost(StorageLoss(.index, .truncated)))
    }

    @Test("a store that lost its files removes none that now have their names")
    func leavesOthersFiles() async throws {
        let (store, _) = try await openWithPosts()
        try Harm.replaceDatabase.perform(on: storePlace.path)
        try Harm.replaceLog.perform(on: storePlace.path)
        let before = try ["", "-wal"].map {
            try Data(contentsOf: URL(filePath: storePlace.path + $0))
        }
        try await store.close()
        for (suffix, content) in zip(["", "-wal"], before) {
            #expect(try Data(contentsOf: URL(filePath: storePlace.path + suffix)) == content)
        }
    }

    @Test("another program may empty the log and compact the file in good order")
    func acceptsMaintenance() async throws {
        let (store, author) = try await openWithPosts()
        for number in 0..<3 {
            let other = try DatabaseQueue(path: storePlace.path)
            try await other.writeWithoutTransaction { db in
                try db.execute(sql: "CREATE TABLE filler AS SELECT zeroblob(1000000) AS content")
                try db.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
            }
            #expect(await store.storageFault() == nil)
            try await other.writeWithoutTransaction { db in
                try db.execute(sql: "DROP TABLE filler")
                try db.execute(sql: "VACUUM")
                try db.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
            }
            try other.close()
            if number == 1 { #expect(await store.storageFault() == nil) }
            try await post(number, in: store, by: author)
            #expect(await store.storageFault() == nil)
        }
        #expect(try await store.allMessages().count == 53)
        try await store.close()
    }

    @Test("where the disk reports an error, that is told, and not that it is full")
    func namesErrorsOfTheDisk() {
        for code: ResultCode in [.SQLITE_IOERR_FSYNC, .SQLITE_IOERR_READ] {
            let error = SpatiaLiteStoreError.translating(
                DatabaseError(resultCode: code),
                path: "/disk/a.sqlite"
            )
            #expect(error as? SpatiaLiteStoreError == .diskFails(path: "/disk/a.sqlite"))
            #expect((error as? SpatiaLiteStoreError)?.storageFault == .failing)
            #expect("\(error)".hasPrefix("the disk of /disk fails: it reports an error, not that"))
        }
    }
}
