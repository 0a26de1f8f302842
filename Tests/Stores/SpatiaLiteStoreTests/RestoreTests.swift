import Access
import Datasets
import Foundation
import GRDB
import Geodesy
import Radar
import StoreContract
import Testing
import Timekeeping

@testable import SpatiaLiteStore

/// Older copies that take a database's place, by `restore` and by hand.
@Suite struct RestoreTests {
    private let directory: TemporaryDirectory
    private let path: String
    private let backup: String
    private let place: Coordinate

    init() throws {
        directory = try TemporaryDirectory()
        path = directory.file("ambit.sqlite")
        backup = directory.file("backup.sqlite")
        place = try Coordinate(latitude: 1, longitude: 2)
    }

    private func content(_ file: String) throws -> Data {
        try Data(contentsOf: URL(filePath: file))
    }

    private func post(_ texts: Range<Int>, in store: SpatiaLiteStore, by author: Device)
        async throws
    {
        for number in texts {
            _ = try await store.append(posted("\(number)", at: place, by: author))
        }
    }

    private func texts(in store: SpatiaLiteStore) async throws -> Set<String> {
        Set(try await store.allMessages().map(\.text))
    }

    /// Leaves at `path` what a killed process does: file and log, and with them what was noted.
    private func dieWithoutClosing(_ store: SpatiaLiteStore, noted: Bool) async throws {
        let files = ["", "-wal"] + (noted ? ["-lock"] : [])
        let contents = try files.map { try content(path + $0) }
        try await store.close()
        for (suffix, content) in zip(files, contents) {
            // Into the same file, so that it is the one that was noted.
            if suffix.isEmpty {
                let file = try FileHandle(forWritingTo: URL(filePath: path))
                try file.truncate(atOffset: 0)
                try file.write(contentsOf: content)
                try file.close()
            } else {
                try content.write(to: URL(filePath: path + suffix))
            }
        }
    }

    /// A copy that is put into a database's place by hand.
    enum Copy: CaseIterable { case backup, bytes }

    @Test(
        "a log that belongs to another file is recognised before anything is written",
        arguments: Copy.allCases,
        [true, false]
    )
    func recognisesStrayLogs(copy: Copy, noted: Bool) async throws {
        var store = try await SpatiaLiteStore.open(path)
        let author = try await store.addDevice(tokenHash: [1], at: moment())
        try await post(0..<500, in: store, by: author)
        switch copy {
        case .backup: try await store.backup(to: backup)
        case .bytes:
            try await store.close()
            try FileManager.default.copyItem(atPath: path, toPath: backup)
            store = try await SpatiaLiteStore.open(path)
        }
        try await post(500..<1500, in: store, by: author)
        try await store.connections.emptyLog()
        try await post(1500..<1510, in: store, by: author)
        try await dieWithoutClosing(store, noted: noted)
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.moveItem(atPath: backup, toPath: path)

        let before = try ["", "-wal"].map { try content(path + $0) }
        for access in [SpatiaLiteStore.Access.readWrite, .readOnly, .readWrite] {
            await #expect(throws: SpatiaLiteStoreError.strayLog(path: path)) {
                _ = try await SpatiaLiteStore.open(path, access: access)
            }
        }
        #expect(try ["", "-wal"].map { try content(path + $0) } == before)

        // As the error advises.
        let outcome = try await SpatiaLiteStore.restore(path, to: path, at: moment())
        let log = try #require(outcome.replacedLog)
        #expect(try content(log) == before[1])
        let restored = try await SpatiaLiteStore.open(path)
        #expect(try await texts(in: restored).count == 500)
        #expect(try await restored.check().isSound)
        try await restored.close()
    }

    @Test("what a killed process left is taken up, also when both files were copied elsewhere")
    func acceptsOwnLogs() async throws {
        for noted in [true, false] {
            let store = try await SpatiaLiteStore.open(path)
            let author = try await store.addDevice(tokenHash: [noted ? 1 : 2], at: moment())
            let count = try await texts(in: store).count
            try await post(count..<(count + 50), in: store, by: author)
            try await dieWithoutClosing(store, noted: noted)
            let next = try await SpatiaLiteStore.open(path)
            #expect(try await texts(in: next).count == count + 50)
            try await next.close()
        }
    }

    /// A database from which much is erased after its backup.
    private func makeHistory() async throws {
        let store = try await SpatiaLiteStore.open(path)
        let author = try await store.addDevice(tokenHash: [1], at: moment())
        let leaver = try await store.addDevice(tokenHash: [2], at: moment())
        _ = try await store.addStaffToken(
            hash: [UInt8](repeating: 7, count: 32),
            role: .moderator,
            event: nil,
            label: "x",
            at: moment()
        )
        try await post(0..<10, in: store, by: author)
        try await post(10..<15, in: store, by: leaver)
        try await store.backup(to: backup)
        _ = try await store.forget(leaver.id)
        _ = try await store.remove(Message.ID(rawValue: 4), by: author.id, at: moment())
        _ = try await store.revokeStaffToken(1, at: moment(7))
        try await post(20..<40, in: store, by: author)
        _ = try await store.addDevice(tokenHash: [3], at: moment())
        try await store.close()
    }

    @Test(
        "what was erased since a backup stays erased, and no number is given twice",
        arguments: [true, false]
    )
    func erasesAgain(byHand: Bool) async throws {
        try await makeHistory()
        let old = try await SpatiaLiteStore.open(path, access: .readOnly)
        let last = try #require(try await old.allMessages().map(\.id.rawValue).max())
        let epoch = try await old.changeMark().epoch
        try await old.close()
        if byHand {
            try FileManager.default.removeItem(atPath: path)
            try FileManager.default.moveItem(atPath: backup, toPath: path)
        } else {
            let outcome = try await SpatiaLiteStore.restore(backup, to: path, at: moment())
            #expect(outcome.erasedDevices == 1)
            #expect(outcome.erasedMessages == 1)
            #expect(outcome.revokedTokens == 1)
            #expect(outcome.replacedLog == nil)
            let kept = try await SpatiaLiteStore.open(
                try #require(outcome.replaced),
                access: .readOnly
            )
            #expect(try await texts(in: kept).contains("39"))
            try await kept.close()
        }
        let store = try await SpatiaLiteStore.open(path, at: moment())
        #expect(try await texts(in: store) == Set((0..<10).filter { $0 != 3 }.map { "\($0)" }))
        #expect(try await store.device(tokenHash: [2]) == nil)
        #expect(try await store.staffTokens().map(\.revokedAt) == [moment(7)])
        #expect(try await store.changeMark().epoch != epoch)
        let author = try #require(try await store.device(tokenHash: [1]))
        let next = try await store.append(posted("new", at: place, by: author))
        #expect(next.id.rawValue > last)
        #expect(try await store.addDevice(tokenHash: [9], at: moment()).id.rawValue > 3)
        #expect(try await store.check().isSound)
        let mark = try await store.changeMark()
        try await store.close()
        // Once only: the next start changes nothing any more.
        let again = try await SpatiaLiteStore.open(path, at: moment(100))
        #expect(try await again.changeMark() == mark)
        try await again.close()
    }

    @Test("the list of erasures says nothing of what was erased but numbers and hashes")
    func listIsPlain() async throws {
        try await makeHistory()
        let list = try String(contentsOfFile: path + "-erasures", encoding: .utf8)
        let bodies = list.split(separator: "\n").map { $0.split(separator: " ").dropFirst() }
        #expect(
            bodies.map { $0.joined(separator: " ") } == [
                "device 2", "message 4",
                "token \(String(repeating: "07", count: 32)) \(moment(7).millisecondsSince1970)",
            ]
        )
        #expect(bodies.count == list.split(separator: "\n").count)
    }

    @Test("a line that was cut off, and those of other databases, erase nothing")
    func listIsRobust() throws {
        let list = ErasureList(path: directory.file("list"))
        try list.append([.device(1)], lineage: "a")
        let file = try FileHandle(forWritingTo: URL(filePath: list.path))
        try file.seekToEnd()
        try file.write(contentsOf: Data("a devi".utf8))
        try file.close()
        try list.append([.message(2)], lineage: "a")
        try list.append([.message(3)], lineage: "b")
        #expect(try list.erasures(of: "a") == [.device(1), .message(2)])
        #expect(try list.erasures(of: "b") == [.message(3)])
        #expect(try list.erasures(of: "c").isEmpty)
        for text in ["device", "device x", "token 00 1", "message 1 2", ""] {
            #expect(Erasure(text: text) == nil, "\(text)")
        }
    }

    @Test("a database that is open is not replaced, and neither is one by a copy that is not whole")
    func refuses() async throws {
        try await makeHistory()
        let store = try await SpatiaLiteStore.open(path)
        await #expect(throws: SpatiaLiteStoreError.served(path: path)) {
            _ = try await SpatiaLiteStore.restore(backup, to: path, at: moment())
        }
        try await store.close()
        let before = try content(path)
        var damaged = try content(backup)
        for offset in stride(from: 8192, to: damaged.count, by: 4096) {
            damaged[offset..<offset + 2000] = Data(repeating: 0x5A, count: 2000)
        }
        let file = directory.file("damaged.sqlite")
        try damaged.write(to: URL(filePath: file))
        await #expect(throws: SpatiaLiteStoreError.self) {
            _ = try await SpatiaLiteStore.restore(file, to: path, at: moment())
        }
        let missing = directory.file("missing.sqlite")
        await #expect(throws: SpatiaLiteStoreError.missingFile(path: missing)) {
            _ = try await SpatiaLiteStore.restore(missing, to: path, at: moment())
        }
        try Data("id,name\n".utf8).write(to: URL(filePath: missing))
        await #expect(throws: SpatiaLiteStoreError.notADatabase(path: missing)) {
            _ = try await SpatiaLiteStore.restore(missing, to: path, at: moment())
        }
        #expect(try content(path) == before)
        let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
        #expect(
            names.sorted() == [
                "ambit.sqlite", "ambit.sqlite-erasures", "backup.sqlite", "damaged.sqlite",
                "missing.sqlite",
            ]
        )
    }

    @Test("a database is restored where there is none, and from a copy that has its own log")
    func restoresElsewhere() async throws {
        try await makeHistory()
        let store = try await SpatiaLiteStore.open(path)
        let author = try #require(try await store.device(tokenHash: [1]))
        try await post(50..<60, in: store, by: author)
        let copy = directory.file("copy.sqlite")
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
        }
        try await store.close()
        let other = directory.file("other.sqlite")
        let outcome = try await SpatiaLiteStore.restore(copy, to: other, at: moment())
        #expect(outcome.replaced == nil)
        let restored = try await SpatiaLiteStore.open(other, access: .readOnly)
        #expect(try await texts(in: restored).contains("59"))
        try await restored.close()
    }

    @Test("what killed backups left is cleared away, and nothing else")
    func sweepsPartialCopies() async throws {
        let id = UUID().uuidString.lowercased()
        let dead = ["old.sqlite.\(id).partial", "old.sqlite.\(id).partial-journal"]
        let orphan = "old.sqlite.\(UUID().uuidString.lowercased()).partial-journal"
        let others = ["x.partial", "film.\(UUID().uuidString.lowercased()).partial"]
        for name in dead + [orphan] {
            try Data("SQLite format 3\0 and more".utf8).write(
                to: URL(filePath: directory.file(name))
            )
        }
        for name in others {
            try Data("another program's".utf8).write(to: URL(filePath: directory.file(name)))
        }
        let living = try PartialCopy(of: directory.file("living.sqlite"))
        let store = try await SpatiaLiteStore.open(path)
        try await store.backup(to: backup)
        try await store.close()
        let names = Set(try FileManager.default.contentsOfDirectory(atPath: directory.path))
        #expect(
            names == Set(others + ["ambit.sqlite", "backup.sqlite", PathParts(living.file).name])
        )
        living.remove()
        #expect(!DatabaseFile.exists(living.file))
    }
}
