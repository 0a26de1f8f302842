import Datasets
import Foundation
import GRDB
import Geodesy
import SpatiaLiteStore
import StoreContract
import Testing

@Suite struct IntegrityTests {
    let storePlace: TemporaryStorePlace

    init() async throws {
        storePlace = try TemporaryStorePlace()
        let store = try await storePlace.openStore()
        let author = try await store.addDevice(tokenHash: [1], at: moment())
        try await store.importStations(
            (0..<200).map {
                try station($0, at: Coordinate(latitude: 1, longitude: Double($0) / 100))
            }
        )
        try await store.importMessages([
            imported("a", at: Coordinate(latitude: 3, longitude: 4)),
            imported("b", at: Coordinate(latitude: 3, longitude: 5)),
        ])
        _ = try await store.append(
            posted("x", at: Coordinate(latitude: 3, longitude: 4), by: author)
        )
        try await store.close()
    }

    @Test("a file that no one has touched is sound")
    func isSound() async throws {
        let report = try await storePlace.openStore(.readOnly).check()
        #expect(report.isSound)
        #expect(
            report.checks.map(\.name) == [
                "database structure", "foreign keys", "datasets and their tables",
                "points of message", "spatial index of message", "points of stations_1",
                "spatial index of stations_1", "origins of messages",
            ]
        )
        #expect(report.checks.allSatisfy { !$0.remedy.isEmpty })
    }

    @Test("a version that is being built is no fault")
    func buildingIsSound() async throws {
        let store = try await storePlace.openStore()
        let build = try await store.stations.beginVersion(of: try DatasetName("dc"))
        try await build.append([
            try station(900, at: Coordinate(latitude: 1, longitude: 2))
        ])
        let report = try await storePlace.openStore(.readOnly).check()
        #expect(report.isSound)
        #expect(report.checks.contains { $0.name == "spatial index of stations_1" })
        #expect(report.remains == [])
        try await build.discard()
    }

    @Test(
        "what a killed import has left is told with its size, is no fault, and goes when next opened"
    )
    func remains() async throws {
        let path = storePlace.path
        let dead = UUID().uuidString.lowercased()
        try Data().write(to: URL(filePath: path + "-build-\(dead)"))
        try Data([1, 2, 3, 4, 5]).write(to: URL(filePath: path + "-new-\(dead)"))
        let database = try DatabaseQueue(path: path)
        try await database.write { db in
            try db.execute(
                sql: """
                    INSERT INTO dataset (name, kind, is_versioned) VALUES ('left', 'stations', 1);
                    INSERT INTO dataset_version (id, dataset_id, state, builder)
                        VALUES (99, last_insert_rowid(), 'building', '\(dead)');
                    CREATE TABLE stations_99 (fid INTEGER PRIMARY KEY, geometry)
                    """
            )
        }
        try database.close()
        let looking = try await storePlace.openStore(.readOnly)
        for _ in 0..<2 {
            let report = try await looking.check()
            #expect(report.isSound)
            #expect(
                report.remains == [
                    "an unfinished version of dataset left", "\(path)-build-\(dead) (0 bytes)",
                    "\(path)-new-\(dead) (5 bytes)",
                ]
            )
        }
        try await looking.close()
        let writing = try await storePlace.openStore()
        #expect(try await writing.check().remains == [])
        try await writing.close()
        let files = try FileManager.default.contentsOfDirectory(
            atPath: storePlace.directory.path
        )
        #expect(files == ["ambit.sqlite"])
    }

    struct Fault: Sendable, CustomStringConvertible {
        let description: String
        let sql: String
        let check: String
        let finding: String
    }

    static let faults = [
        Fault(
            description: "a point without an entry",
            sql: "DELETE FROM idx_stations_1_geometry WHERE pkid = 7",
            check: "spatial index of stations_1",
            finding: "row 7 has no entry"
        ),
        Fault(
            description: "an entry without a point",
            sql: "INSERT INTO idx_message_geometry VALUES (99, 1, 1, 1, 1)",
            check: "spatial index of message",
            finding: "entry 99 has no row"
        ),
        Fault(
            description: "an entry in the wrong place",
            sql: "UPDATE idx_stations_1_geometry SET xmin = 50, xmax = 50 WHERE pkid = 9",
            check: "spatial index of stations_1",
            finding: "the entry of row 9 lies elsewhere"
        ),
        Fault(
            description: "a broken node",
            sql: "UPDATE idx_stations_1_geometry_node SET data = zeroblob(1228) WHERE nodeno = 2",
            check: "spatial index of stations_1",
            finding: ""
        ),
        Fault(
            description: "a geometry that is none",
            sql: "UPDATE stations_1 SET geometry = zeroblob(60) WHERE fid = 3",
            check: "points of stations_1",
            finding: "row 3 has no point on the Earth"
        ),
        Fault(
            description: "a lost table",
            sql: "DROP TABLE stations_1",
            check: "datasets and their tables",
            finding: "version 1 of dataset \"dc\" has no table stations_1"
        ),
        Fault(
            description: "a stray table",
            sql: "CREATE TABLE stations_77 (fid)",
            check: "datasets and their tables",
            finding: "table stations_77 belongs to no dataset: no version 77 needs it"
        ),
        Fault(
            description: "a pointer to nothing",
            sql: "PRAGMA foreign_keys = OFF; UPDATE dataset SET published_version_id = 2",
            check: "datasets and their tables",
            finding: "dataset \"dc\" points to a version that is not its own"
        ),
        Fault(
            description: "a message of an unknown dataset",
            sql: "PRAGMA foreign_keys = OFF; UPDATE message SET dataset_id = 50 WHERE id = 1",
            check: "foreign keys",
            finding: "message row 1 refers to a row of dataset that does not exist"
        ),
        Fault(
            description: "a message of a dataset of stations",
            sql: "UPDATE message SET dataset_id = 1 WHERE id = 2",
            check: "origins of messages",
            finding: "message 2 belongs to dataset row 1, which holds no messages"
        ),
    ]

    @Test("a fault is found, counted and told", arguments: faults)
    func findsFaults(fault: Fault) async throws {
        let database = try DatabaseQueue(path: storePlace.path)
        try await database.writeWithoutTransaction { db in try db.execute(sql: fault.sql) }
        try database.close()

        let report = try await storePlace.openStore(.readOnly).check()
        #expect(!report.isSound)
        let check = try #require(report.checks.first { $0.name == fault.check })
        #expect(check.findingCount >= 1)
        if !fault.finding.isEmpty { #expect(check.findings == [fault.finding]) }
    }

    @Test("a file with a page of rubbish is reported, not trusted")
    func findsRubbish() async throws {
        let database = try DatabaseQueue(path: storePlace.path)
        let root = try await database.read { db in
            try Int.fetchOne(
                db,
                sql: "SELECT rootpage FROM sqlite_master WHERE name = 'stations_1_id'"
            )
        }
        try database.close()
        var content = try Data(contentsOf: URL(filePath: storePlace.path))
        let page = try 4096 * (#require(root) - 1)
        content.replaceSubrange(page..<page + 4096, with: Data(repeating: 0x5A, count: 4096))
        try content.write(to: URL(filePath: storePlace.path))
        let report = try await storePlace.openStore(.readOnly).check()
        #expect(!report.isSound)
        // The table is named, whose it is, and what to do; others are not suspected.
        let tables = report.checks.filter { $0.name.hasPrefix("table ") }
        #expect(tables.map(\.name) == ["table stations_1"])
        #expect(
            tables.first?.subject
                == "stations of dataset dc, version 1, which the public sees"
        )
        #expect(tables.first?.remedy.contains("ambit datasets withdraw dc --force") == true)
        #expect(tables.first?.findingCount ?? 0 > 0)
    }

    @Test("what to do about a damaged version depends on whether others are whole, and who sees it")
    func tellsWhatToDo() async throws {
        let store = try await storePlace.openStore()
        try await store.importStations([
            try station(1, at: try Coordinate(latitude: 1, longitude: 2))
        ])
        try await store.close()
        for (fid, table) in [(1, "stations_1"), (1, "stations_3")] {
            let database = try DatabaseQueue(path: storePlace.path)
            try await database.write { db in
                try db.execute(
                    sql: "UPDATE \(table) SET geometry = zeroblob(60) WHERE fid = \(fid)"
                )
            }
            try database.close()
        }
        let report = try await storePlace.openStore(.readOnly).check()
        let old = try #require(report.checks.first { $0.name == "points of stations_1" })
        #expect(old.subject == "stations of dataset dc, version 1, which the public does not see")
        #expect(old.remedy.contains("nobody sees this version"))
        let new = try #require(report.checks.first { $0.name == "points of stations_3" })
        #expect(new.subject == "stations of dataset dc, version 2, which the public sees")
        #expect(new.remedy.contains("ambit datasets rollback dc --to N` publishes a version"))
        #expect(new.remedy.contains("(1)"))
    }

    @Test("a file that was cut off is looked at all the same, and says where it ends")
    func cutOff() async throws {
        let content = try Data(contentsOf: URL(filePath: storePlace.path))
        let pages = content.count / 4096
        try content.prefix(4096 * (pages - 20) + 1000).write(to: URL(filePath: storePlace.path))
        let report = await SpatiaLiteStore.checkUnopened(storePlace.path)
        #expect(!report.isSound)
        let finding = try #require(report.checks.first?.findings.first)
        #expect(
            finding == "the file breaks off in page \(pages - 19) of \(pages): it has "
                + "\(4096 * (pages - 20) + 1000) of \(4096 * pages) bytes"
        )
        #expect(report.checks.first?.remedy.contains("restore a backup") == true)
    }

    @Test("the file of an older Ambit is checked as it is, before anything is written to it")
    func older() async throws {
        let store = try await storePlace.openStore()
        _ = try await store.enterMessages(limit: 10)
        try await store.close()
        let database = try DatabaseQueue(path: storePlace.path)
        try await database.writeWithoutTransaction { db in
            try db.execute(sql: "DROP TABLE message_tree; PRAGMA user_version = 1")
        }
        try database.close()
        let report = await SpatiaLiteStore.checkUnopened(storePlace.path)
        #expect(report.isSound, "\(report.checks.filter { $0.findingCount > 0 })")
        #expect(report.checks.contains { $0.name == "spatial index of stations_1" })
    }

    @Test("a damaged value is an error that names its table, row and column")
    func namesDamagedValues() async throws {
        let database = try DatabaseQueue(path: storePlace.path)
        try await database.write { db in
            try db.execute(sql: "UPDATE stations_1 SET attributes = '{\"half' WHERE fid = 4")
            try db.execute(sql: "UPDATE message SET attributes = '[1]' WHERE id = 2")
        }
        try database.close()
        let store = try await storePlace.openStore()
        await #expect(
            throws: SpatiaLiteStoreError.unreadableValue(
                table: "stations_1",
                row: 4,
                column: "attributes"
            )
        ) { try await store.forEachStation { _ in } }
        await #expect(
            throws: SpatiaLiteStoreError.unreadableValue(
                table: "message",
                row: 2,
                column: "attributes"
            )
        ) { try await store.forEachMessage(expiringAfter: moment(), dataset: nil) { _ in } }
    }

    @Test("a backup is a whole store of its own, made while others read and write")
    func backsUp() async throws {
        let store = try await storePlace.openStore()
        let path = storePlace.directory.file("backup.sqlite")
        try await store.backup(to: path)
        let stations = try await store.allStations()
        try await store.importStations([])

        let copy = try await SpatiaLiteStore.open(path)
        #expect(try await copy.check().isSound)
        #expect(try await copy.allStations() == stations)
        #expect(try await copy.allMessages().count == 3)
        try await copy.close()

        let before = try Data(contentsOf: URL(filePath: path))
        await #expect(throws: SpatiaLiteStoreError.backupExists(path: path)) {
            try await store.backup(to: path)
        }
        #expect(try Data(contentsOf: URL(filePath: path)) == before)
        let lost = storePlace.directory.file("missing/backup.sqlite")
        await #expect(throws: SpatiaLiteStoreError.missingDirectory(path: lost)) {
            try await store.backup(to: lost)
        }
        try await store.close()
        let files = try FileManager.default.contentsOfDirectory(
            atPath: storePlace.directory.path
        )
        #expect(files.sorted() == ["ambit.sqlite", "backup.sqlite"])
    }
}
