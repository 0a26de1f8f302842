import Datasets
import Foundation
import GRDB
import Testing

@testable import SpatiaLiteStore

@Suite struct OpeningTests {
    let directory: TemporaryDirectory
    let path: String

    init() throws {
        directory = try TemporaryDirectory()
        path = directory.file("ambit.sqlite")
    }

    @Test("a missing file is created with Ambit's mark and schema")
    func createsAFile() async throws {
        try await SpatiaLiteStore.open(path).close()
        let database = try DatabaseQueue(path: path)
        let pragmas = try await database.read { db in
            try ["application_id", "user_version", "journal_mode"].map {
                try String.fetchOne(db, sql: "PRAGMA \($0)")
            }
        }
        #expect(pragmas == ["1097687668", "\(Schema.current)", "wal"])
    }

    @Test("what is made is its owner's alone: the database, what stands beside it, and a backup")
    func isPrivate() async throws {
        let store = try await SpatiaLiteStore.open(path)
        _ = try await store.addDevice(tokenHash: [1], at: moment())
        try await store.backup(to: directory.file("copy.sqlite"))
        let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
        #expect(Set(names).isSuperset(of: ["ambit.sqlite", "ambit.sqlite-wal", "copy.sqlite"]))
        // The lock tells who has the file open, and nothing of what is in it.
        for name in names where name != "ambit.sqlite-lock" {
            let rights = try FileManager.default.attributesOfItem(atPath: directory.file(name))[
                .posixPermissions
            ]
            #expect(try #require(rights as? Int) & 0o077 == 0, "\(name)")
        }
        try await store.close()
    }

    @Test("nothing but the one file is left when a store has closed")
    func leavesOneFile() async throws {
        let store = try await SpatiaLiteStore.open(path)
        _ = try await store.addDevice(tokenHash: [1], at: moment())
        try await store.close()
        let files = try FileManager.default.contentsOfDirectory(atPath: directory.path)
        #expect(files == ["ambit.sqlite"])
    }

    @Test("stores that create one file at the same time all open it", arguments: 0..<5)
    func opensAtOnce(round: Int) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<6 {
                group.addTask { [path] in
                    let store = try await SpatiaLiteStore.open(path)
                    _ = try await store.addDevice(tokenHash: [UInt8(number)], at: moment())
                    try await store.close()
                }
            }
            try await group.waitForAll()
        }
        let store = try await SpatiaLiteStore.open(path, access: .readOnly)
        for number in 0..<6 {
            #expect(try await store.device(tokenHash: [UInt8(number)]) != nil)
        }
    }

    @Test(
        "a process that died while it made the file leaves nothing that the next does not clear away"
    )
    func clearsAwayDeadCreators() async throws {
        for name in [
            "-build-0f0e1c5a-3f6e-4c52-9d0c-3a1f4b6d7e8f",
            "-new-0f0e1c5a-3f6e-4c52-9d0c-3a1f4b6d7e8f",
        ] {
            try Data([1]).write(to: URL(filePath: path + name))
        }
        try await SpatiaLiteStore.open(path).close()
        let files = try FileManager.default.contentsOfDirectory(atPath: directory.path)
        #expect(files == ["ambit.sqlite"])
    }

    @Test("others' files whose names begin as a builder's do are left")
    func leavesOthersFiles() async throws {
        for name in ["-build-2026.csv", "-new-2026.csv", "-build-"] {
            try Data([1]).write(to: URL(filePath: path + name))
        }
        try await SpatiaLiteStore.open(path).close()
        let files = try FileManager.default.contentsOfDirectory(atPath: directory.path)
        #expect(files.count == 4)
    }

    @Test("what a log holds of a database that was removed is not played into a new one")
    func strayLog() async throws {
        let old = try await SpatiaLiteStore.open(path)
        _ = try await old.addDevice(tokenHash: [1], at: moment())
        let log = try Data(contentsOf: URL(filePath: path + "-wal"))
        #expect(log.count > 1000)
        try await old.close()
        try FileManager.default.removeItem(atPath: path)
        try log.write(to: URL(filePath: path + "-wal"))
        let new = try await SpatiaLiteStore.open(path)
        #expect(try await new.device(tokenHash: [1]) == nil)
        _ = try await new.addDevice(tokenHash: [2], at: moment())
        #expect(try await new.device(tokenHash: [2]) != nil)
        let copy = directory.file("copy.sqlite")
        try log.write(to: URL(filePath: copy + "-wal"))
        await #expect(throws: SpatiaLiteStoreError.backupExists(path: copy + "-wal")) {
            try await new.backup(to: copy)
        }
        try await new.close()
    }

    @Test("a file that is no database is refused and left as it is")
    func refusesOtherFiles() async throws {
        let content = Data("id,name\n1,School\n".utf8)
        try content.write(to: URL(filePath: path))
        await #expect(throws: SpatiaLiteStoreError.notADatabase(path: path)) {
            _ = try await SpatiaLiteStore.open(path)
        }
        await #expect(throws: SpatiaLiteStoreError.notADatabase(path: path)) {
            _ = try await SpatiaLiteStore.open(path, access: .readOnly)
        }
        #expect(try Data(contentsOf: URL(filePath: path)) == content)
    }

    @Test(
        "a database of another program is refused and left as it is",
        arguments: ["CREATE TABLE t (x)", "PRAGMA application_id = 7", "PRAGMA user_version = 3"]
    )
    func refusesForeignDatabases(sql: String) async throws {
        do {
            let database = try DatabaseQueue(path: path)
            try await database.write { db in try db.execute(sql: sql) }
            try database.close()
        }
        let before = try Data(contentsOf: URL(filePath: path))
        await #expect(throws: SpatiaLiteStoreError.foreignDatabase(path: path)) {
            _ = try await SpatiaLiteStore.open(path)
        }
        await #expect(throws: SpatiaLiteStoreError.foreignDatabase(path: path)) {
            _ = try await SpatiaLiteStore.open(path, access: .readOnly)
        }
        #expect(try Data(contentsOf: URL(filePath: path)) == before)
    }

    @Test("a file of a newer Ambit is refused with both schemas")
    func refusesNewerSchemas() async throws {
        try await setUserVersion(99)
        await #expect(
            throws: SpatiaLiteStoreError.newerSchema(
                path: path,
                found: 99,
                supported: Schema.current
            )
        ) { _ = try await SpatiaLiteStore.open(path) }
    }

    @Test("a file of an older Ambit is not read without being brought up to date")
    func refusesToReadOlderSchemas() async throws {
        try await setUserVersion(0)
        await #expect(
            throws: SpatiaLiteStoreError.olderSchema(
                path: path,
                found: 0,
                supported: Schema.current
            )
        ) { _ = try await SpatiaLiteStore.open(path, access: .readOnly) }
    }

    @Test("reading never creates a file")
    func readingCreatesNothing() async throws {
        await #expect(throws: SpatiaLiteStoreError.missingFile(path: path)) {
            _ = try await SpatiaLiteStore.open(path, access: .readOnly)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).isEmpty)
        try Data().write(to: URL(filePath: path))
        await #expect(throws: SpatiaLiteStoreError.foreignDatabase(path: path)) {
            _ = try await SpatiaLiteStore.open(path, access: .readOnly)
        }
    }

    @Test(
        "the directory of a file is what stands before its name, however short that is",
        arguments: [
            ("d", "."), ("ambit.sqlite", "."), ("/d", "/"), ("a/d", "a"), ("/a/b/d.sqlite", "/a/b"),
            ("./d", "."), ("../d", ".."),
        ]
    )
    func directories(path: String, directory: String) {
        #expect(PathParts(path).folder == directory)
    }

    @Test("names that cannot be files are refused", arguments: ["", ":memory:"])
    func refusesNames(name: String) async throws {
        await #expect(throws: SpatiaLiteStoreError.invalidPath(name)) {
            _ = try await SpatiaLiteStore.open(name)
        }
    }

    @Test("a directory, and a file in none, are refused by name")
    func refusesDirectories() async throws {
        await #expect(throws: SpatiaLiteStoreError.isDirectory(path: directory.path)) {
            _ = try await SpatiaLiteStore.open(directory.path)
        }
        await #expect(throws: SpatiaLiteStoreError.isDevice(path: "/dev/null")) {
            _ = try await SpatiaLiteStore.open("/dev/null")
        }
        let lost = directory.file("missing/ambit.sqlite")
        await #expect(throws: SpatiaLiteStoreError.missingDirectory(path: lost)) {
            _ = try await SpatiaLiteStore.open(lost)
        }
    }

    @Test("a store that was opened for reading refuses to write")
    func refusesToWrite() async throws {
        try await SpatiaLiteStore.open(path).close()
        let store = try await SpatiaLiteStore.open(path, access: .readOnly)
        let refusal = SpatiaLiteStoreError.openedForReading(path: path)
        await #expect(throws: refusal) {
            _ = try await store.addDevice(tokenHash: [], at: moment())
        }
        await #expect(throws: refusal) {
            _ = try await store.stations.beginVersion(of: dataset("dc"))
        }
        await #expect(throws: refusal) {
            _ = try await store.removeExpired(atOrBefore: moment(), limit: 1)
        }
        await #expect(throws: refusal) {
            _ = try await store.publish(dataset("dc"), version: 1)
        }
    }

    @Test("errors say which file and how to mend it")
    func describesErrors() {
        #expect(
            SpatiaLiteStoreError.missingDirectory(path: "/x/y").description
                == "cannot create the database /x/y: its directory does not exist; create that first"
        )
        #expect(
            SpatiaLiteStoreError.newerSchema(path: "y", found: 9, supported: 1).description
                == "y has schema 9, and this ambit knows up to 1; use the newer ambit that wrote it"
        )
    }

    private func setUserVersion(_ version: Int) async throws {
        try await SpatiaLiteStore.open(path).close()
        let database = try DatabaseQueue(path: path)
        try await database.write { db in try db.execute(sql: "PRAGMA user_version = \(version)") }
        try database.close()
    }
}
