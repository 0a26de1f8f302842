import Datasets
import Foundation
import GRDB
import Geodesy
import Polling
import PostgresCore
import PostgresTesting
import SpatiaLiteStore
import Testing
import Timekeeping

/// Files of nodes that have one database in common.
@Suite(.enabled(if: PrivateCluster.isInstalled, "PostgreSQL is not installed"))
struct CommonFileTests {
    /// A module with what is hard to keep in step: a unique name, rows that go with others, triggers, and a row
    /// that it makes for itself.
    private static let steps = [
        SchemaStep(
            """
            CREATE TABLE trial_owner (
                id INTEGER PRIMARY KEY,
                name TEXT NOT NULL UNIQUE,
                height REAL,
                picture BLOB
            ) STRICT;
            CREATE TABLE trial_pet (
                owner INTEGER NOT NULL REFERENCES trial_owner (id) ON DELETE CASCADE,
                name TEXT NOT NULL,
                PRIMARY KEY (owner, name)
            ) STRICT, WITHOUT ROWID;
            CREATE TABLE trial_count (
                name TEXT PRIMARY KEY,
                pets INTEGER NOT NULL
            ) STRICT, WITHOUT ROWID;
            CREATE TRIGGER trial_pet_came AFTER INSERT ON trial_pet BEGIN
                INSERT INTO trial_count VALUES (new.name, 1)
                ON CONFLICT (name) DO UPDATE SET pets = pets + 1;
            END;
            CREATE TRIGGER trial_pet_went AFTER DELETE ON trial_pet BEGIN
                UPDATE trial_count SET pets = pets - 1 WHERE name = old.name;
            END;
            """
        ),
        SchemaStep { db in
            try db.execute(
                sql: """
                    CREATE TABLE trial_secret (
                        one INTEGER PRIMARY KEY CHECK (one = 1),
                        bytes BLOB NOT NULL
                    ) STRICT;
                    INSERT INTO trial_secret VALUES (1, randomblob(16));
                    """
            )
        },
    ]

    private static let module: ModuleName = "trial"

    private final class Nodes {
        let address: PostgresAddress
        let folder: String

        init() throws {
            address = try PrivateCluster.shared.get().clusterDatabase()
            folder = NSTemporaryDirectory() + "ambit-common-" + UUID().uuidString
            try FileManager.default.createDirectory(
                atPath: folder,
                withIntermediateDirectories: true
            )
        }

        deinit { try? FileManager.default.removeItem(atPath: folder) }

        func open(
            _ name: String,
            steps: Int = 2,
            follows: Bool = true,
            keptVersions: Int = 5
        ) async throws -> SpatiaLiteStore {
            var options = SpatiaLiteStore.Options.standard
            options.modules = [
                ModuleSchema(CommonFileTests.module, Array(CommonFileTests.steps.prefix(steps)))
            ]
            options.keptVersions = keptVersions
            if follows { options.common = CommonFiles.following(address) }
            return try await SpatiaLiteStore.open("\(folder)/\(name).sqlite", options: options)
        }
    }

    /// All that a module has, and the ledger, as text.
    private func content(_ store: SpatiaLiteStore) async throws -> [String] {
        try await store.read { db in
            try [
                "trial_owner", "trial_pet", "trial_count", "trial_secret", "dataset",
                "dataset_version", "republication", "withdrawal",
            ].flatMap { table in
                try Row.fetchAll(db, sql: "SELECT * FROM \(table)").map { "\(table) \($0)" }
                    .sorted()
            }
        }
    }

    private func expectSame(_ stores: SpatiaLiteStore...) async throws {
        for store in stores { try await store.catchUp() }
        let first = try await content(stores[0])
        for store in stores.dropFirst() { #expect(try await content(store) == first) }
        for store in stores {
            let report = try await store.check()
            #expect(report.checks.flatMap(\.findings) == [])
        }
    }

    @Test("what one node changes the other has, with all that follows from it, once")
    func follows() async throws {
        let nodes = try Nodes()
        let first = try await nodes.open("first")
        let second = try await nodes.open("second")
        try await first.write { db in
            try db.execute(
                sql: """
                    INSERT INTO trial_owner VALUES (1, 'ana', 1.625, x'00ff'), (2, 'bo', NULL, NULL);
                    INSERT INTO trial_pet VALUES (1, 'cat'), (1, 'dog'), (2, 'cat');
                    """
            )
        }
        try await expectSame(first, second)
        // Names change hands, and what belongs to one who goes, goes.
        try await second.write { db in
            try db.execute(
                sql: """
                    UPDATE trial_owner SET name = 'x' WHERE id = 1;
                    UPDATE trial_owner SET name = 'ana' WHERE id = 2;
                    UPDATE trial_owner SET name = 'bo' WHERE id = 1;
                    DELETE FROM trial_owner WHERE id = 1;
                    INSERT INTO trial_owner VALUES (3, 'bo', 2, NULL);
                    """
            )
        }
        try await expectSame(first, second)
        let pets = try await first.read { db in
            try Row.fetchAll(db, sql: "SELECT name, pets FROM trial_count ORDER BY name")
                .map { "\($0[0] as String) \($0[1] as Int)" }
        }
        #expect(pets == ["cat 1", "dog 0"])
        // Many changes at once, of which each row comes once.
        for number in 0..<30 {
            try await first.write { db in
                try db.execute(
                    sql: "UPDATE trial_owner SET height = ? WHERE id = 3",
                    arguments: [Double(number)]
                )
            }
        }
        try await expectSame(first, second)
        try await first.close()
        try await second.close()
    }

    @Test("what several nodes change at one moment is changed as if they had one file")
    func together() async throws {
        let nodes = try Nodes()
        var stores: [SpatiaLiteStore] = []
        for name in ["a", "b", "c"] { stores.append(try await nodes.open(name)) }
        try await stores[0].write { db in
            try db.execute(sql: "INSERT INTO trial_count VALUES ('sum', 0)")
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for store in stores {
                for number in 0..<40 {
                    group.addTask {
                        let add: @Sendable (Database) throws -> Void = { db in
                            let sum = try Int.fetchOne(
                                db,
                                sql: "SELECT pets FROM trial_count WHERE name = 'sum'"
                            )
                            try db.execute(
                                sql: "UPDATE trial_count SET pets = ? WHERE name = 'sum'",
                                arguments: [(sum ?? 0) + 1]
                            )
                        }
                        if number.isMultiple(of: 2) {
                            try await store.write(add)
                        } else {
                            try await store.writeInGroup(add)
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        try await stores[2].catchUp()
        let sum = try await stores[2].read { db in
            try Int.fetchOne(db, sql: "SELECT pets FROM trial_count WHERE name = 'sum'")
        }
        #expect(sum == 120)
        // Of those who make one name at once, one does.
        let made = try await withThrowingTaskGroup(of: Bool.self) { group in
            for store in stores {
                for _ in 0..<10 {
                    group.addTask {
                        do {
                            try await store.writeInGroup { db in
                                try db.execute(
                                    sql: "INSERT INTO trial_owner (name) VALUES ('only')"
                                )
                            }
                            return true
                        } catch {
                            return false
                        }
                    }
                }
            }
            return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(made == 1)
        try await expectSame(stores[0], stores[1], stores[2])
        for store in stores { try await store.close() }
    }

    private func publish(
        _ count: Int,
        to store: SpatiaLiteStore,
        as name: String = "county"
    ) async throws {
        let dataset = try DatasetName(name)
        let stations = try (0..<count).map { number in
            Station(
                id: Station.ID(rawValue: "\(name).s\(number)"),
                dataset: dataset,
                name: "Station \(number)",
                address: "\(number) Main Street",
                coordinate: try Coordinate(
                    latitude: 42 + Double(number) / 1000,
                    longitude: -101 - Double(count) / 1000
                )
            )
        }
        let build = try await store.stations.beginVersion(of: dataset)
        try await build.append(stations)
        _ = try await build.publish(
            source: ImportSource(
                fileName: "x.csv",
                sha256: String(repeating: "0", count: 64),
                byteCount: 1
            ),
            rows: RowCounts(read: count, accepted: count, merged: 0, rejected: 0),
            changes: ChangeCounts(added: count, removed: 0, changed: 0, unchanged: 0),
            replacing: nil,
            at: Timestamp(millisecondsSince1970: 1_800_000_000_000)
        )
    }

    private func published(_ store: SpatiaLiteStore, _ name: String = "county") async throws -> Int
    {
        let count = Counter()
        try await store.stations.forEachPublished(in: try DatasetName(name)) { records in
            count.add(records.count)
        }
        return count.value
    }

    private final class Counter: @unchecked Sendable {
        private let lock = NSLock()
        private var count = 0
        func add(_ more: Int) { lock.withLock { count += more } }
        var value: Int { lock.withLock { count } }
    }

    @Test("a dataset that one node publishes, rolls back or withdraws is so at all")
    func datasets() async throws {
        let nodes = try Nodes()
        let first = try await nodes.open("first", keptVersions: 2)
        let second = try await nodes.open("second", keptVersions: 2)
        try await publish(1500, to: first)
        try await expectSame(first, second)
        #expect(try await published(second) == 1500)
        try await publish(20, to: second)
        try await expectSame(first, second)
        #expect(try await published(first) == 20)
        // The first is kept by neither any more.
        try await publish(30, to: first)
        try await expectSame(first, second)
        #expect(try await published(second) == 30)
        _ = try await second.publish(try DatasetName("county"), version: 2)
        try await expectSame(first, second)
        #expect(try await published(first) == 20)
        _ = try await first.withdraw(try DatasetName("county"), by: nil, at: SystemWallClock().now)
        try await expectSame(first, second)
        #expect(try await second.publishedVersions().isEmpty)
        try await first.close()
        try await second.close()
    }

    @Test("of two nodes that build one name at once, one publishes, and the other is told")
    func builds() async throws {
        let nodes = try Nodes()
        let first = try await nodes.open("first")
        let second = try await nodes.open("second")
        let build = try await second.stations.beginVersion(of: DatasetName("county"))
        // Nobody takes it for what a dead one has left.
        try await publish(10, to: first)
        await #expect(throws: DatasetError.self) {
            _ = try await build.publish(
                source: ImportSource(
                    fileName: "y.csv",
                    sha256: String(repeating: "1", count: 64),
                    byteCount: 1
                ),
                rows: RowCounts(read: 0, accepted: 0, merged: 0, rejected: 0),
                changes: ChangeCounts(added: 0, removed: 0, changed: 0, unchanged: 0),
                replacing: nil,
                at: SystemWallClock().now
            )
        }
        try await build.discard()
        try await expectSame(first, second)
        #expect(try await published(second) == 10)
        try await first.close()
        try await second.close()
    }

    @Test("the first node brings its rows along, and a second one with rows of its own is refused")
    func beginning() async throws {
        let nodes = try Nodes()
        let alone = try await nodes.open("first", follows: false)
        try await alone.write { db in
            try db.execute(sql: "INSERT INTO trial_owner (name) VALUES ('ana')")
        }
        try await publish(10, to: alone)
        try await alone.close()
        let first = try await nodes.open("first")
        let second = try await nodes.open("second")
        try await expectSame(first, second)
        #expect(try await published(second) == 10)
        try await second.close()

        let other = try await nodes.open("other", follows: false)
        try await other.write { db in
            try db.execute(sql: "INSERT INTO trial_owner (name) VALUES ('eve')")
        }
        try await other.close()
        await #expect(throws: SharingError.self) { _ = try await nodes.open("other") }
        // What follows others cannot be changed by who does not know of them.
        await #expect(throws: SharingError.self) {
            _ = try await nodes.open("second", follows: false)
        }
        try await first.close()
    }

    @Test("a node that was away, or whose database was restored, has what all have")
    func away() async throws {
        let nodes = try Nodes()
        let first = try await nodes.open("first")
        try await nodes.open("second").close()
        try await first.write { db in
            try db.execute(
                sql:
                    "INSERT INTO trial_owner (name) VALUES ('ana'), ('bo'); DELETE FROM trial_owner"
            )
            try db.execute(sql: "INSERT INTO trial_owner (name) VALUES ('cy')")
        }
        try await publish(10, to: first)
        let second = try await nodes.open("second")
        try await expectSame(first, second)
        // As after a return to an earlier moment: the same number, and another history.
        let connection = try PostgresConnection(to: nodes.address)
        try connection.execute(
            """
            UPDATE ambit.common_row SET content = NULL WHERE relation = 'trial_owner';
            UPDATE ambit.common_change SET stamp = 7 WHERE n = (SELECT n FROM ambit.common_head);
            UPDATE ambit.common_head SET stamp = 7;
            """
        )
        try await expectSame(first, second)
        let owners = try await second.read { db in
            try Int.fetchOne(db, sql: "SELECT count(*) FROM trial_owner")
        }
        #expect(owners == 0)
        try await first.close()
        try await second.close()
    }

    @Test("a newer program brings the rows up to date, and an older one says so")
    func upgrade() async throws {
        let nodes = try Nodes()
        let old = try await nodes.open("first", steps: 1)
        try await old.write { db in
            try db.execute(sql: "INSERT INTO trial_owner (name) VALUES ('ana')")
        }
        try await old.close()
        let first = try await nodes.open("first")
        let second = try await nodes.open("second")
        try await expectSame(first, second)
        await #expect(throws: SharingError.self) { _ = try await nodes.open("third", steps: 1) }
        try await first.close()
        try await second.close()
    }

    @Test("what cannot be taken is changed nowhere, and goes on when the server does")
    func crash() async throws {
        let server = try PrivateCluster()
        let address = try server.clusterDatabase()
        let folder = NSTemporaryDirectory() + "ambit-common-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var options = SpatiaLiteStore.Options.standard
        options.modules = [ModuleSchema(Self.module, Self.steps)]
        options.common = CommonFiles.following(address)
        let first = try await SpatiaLiteStore.open("\(folder)/a.sqlite", options: options)
        let second = try await SpatiaLiteStore.open("\(folder)/b.sqlite", options: options)
        let writing = Task {
            var acknowledged: [Int] = []
            for number in 0..<200 {
                do {
                    try await first.writeInGroup { db in
                        try db.execute(
                            sql: "INSERT INTO trial_owner (id, name) VALUES (?, ?)",
                            arguments: [number, "n\(number)"]
                        )
                    }
                    acknowledged.append(number)
                } catch {}
            }
            return acknowledged
        }
        for _ in 0..<2 {
            try await Task.sleep(for: .milliseconds(200))
            try server.crash()
            try server.start()
        }
        let acknowledged = await writing.value
        #expect(acknowledged.count == 200)
        try await expectSame(first, second)
        let found = try await second.read { db in
            try Int.fetchAll(db, sql: "SELECT id FROM trial_owner ORDER BY id")
        }
        #expect(found == acknowledged)
        try await first.close()
        try await second.close()
    }
}
