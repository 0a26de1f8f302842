import Access
import Datasets
import Foundation
import GRDB
import Geodesy
import Polling
import Radar
import Synchronization
import Testing
import Timekeeping

@testable import SpatiaLiteStore

/// Files of every schema that ever landed, as they were then (`scripts/make-schemas`), with rows of their
/// time in them, opened by the code of today.
@Suite struct UpgradeTests {
    private static let place =
        "0001E6100000" + String(repeating: position, count: 2) + "7C01000000"
        + position + "FE"
    /// Longitude -77, latitude 38.9, as SpatiaLite has them.
    private static let position = [-77.0, 38.9].map { number in
        withUnsafeBytes(of: number.bitPattern.littleEndian) { bytes in
            bytes.map { String(format: "%02X", $0) }.joined()
        }
    }.joined()

    /// What was written when a schema was the latest, by the schema's number.
    private static let rows: [Int: String] = [
        1: """
        INSERT INTO device VALUES (1, zeroblob(32), 1000);
        INSERT INTO message (id, text, category, visible_radius_m, posted_at, expires_at, device_id,
            geometry) VALUES (1, 'posted', 'news', 500, 1000, 4102444800000, 1, x'\(place)');
        INSERT INTO dataset VALUES (1, 'county', 'stations', 1, NULL), (2, 'feed', 'messages', 0, NULL);
        INSERT INTO dataset_version (id, dataset_id, state, number, file_name, sha256, byte_count,
            rows_read, rows_accepted, rows_merged, rows_rejected, records_added, records_removed,
            records_changed, records_unchanged, record_count, imported_at) VALUES
            (1, 1, 'ready', 1, 'a.csv', 'aa', 10, 1, 1, 0, 0, 1, 0, 0, 0, 1, 1000),
            (2, 2, 'ready', 1, 'b.csv', 'bb', 10, 1, 1, 0, 0, 1, 0, 0, 0, 1, 1000);
        UPDATE dataset SET published_version_id = id;
        INSERT INTO message (id, text, category, visible_radius_m, posted_at, expires_at, dataset_id,
            key, geometry) VALUES (2, 'imported', 'cute', 500, 1000, 4102444800000, 2, 'k', x'\(place)');
        CREATE TABLE "stations_1" (fid INTEGER PRIMARY KEY,
            geometry BLOB CHECK (length(geometry) = 60), id TEXT NOT NULL, name TEXT NOT NULL,
            address TEXT, postcode TEXT, hours TEXT,
            wheelchair TEXT NOT NULL CHECK (wheelchair IN ('yes', 'no', 'unknown')),
            accessibility_note TEXT, districts TEXT, attributes TEXT) STRICT;
        CREATE VIRTUAL TABLE "idx_stations_1_geometry" USING rtree (pkid, xmin, xmax, ymin, ymax);
        INSERT INTO geometry_columns (f_table_name, f_geometry_column, geometry_type, coord_dimension,
            srid, spatial_index_enabled) VALUES ('stations_1', 'geometry', 1, 2, 4326, 1);
        INSERT INTO stations_1 VALUES (1, x'\(place)', 's1', 'Old Hall', '1 Main St', '20001', NULL,
            'yes', NULL, '[{"code":"120","type":"precinct"}]', '{"seats":"3"}');
        INSERT INTO idx_stations_1_geometry VALUES (1, -77, -77, 38.9, 38.9);
        CREATE UNIQUE INDEX "stations_1_id" ON "stations_1" (id);
        """,
        2: """
        INSERT INTO bookmark (device_id, message_id, bookmarked_at) VALUES (1, 2, 2000);
        INSERT INTO report (message_id, device_id, reason, reported_at) VALUES (2, 1, 'spam', 2000);
        INSERT INTO device_settings VALUES (1, 1, 700, 60, 800);
        INSERT INTO post_key VALUES (1, zeroblob(32), zeroblob(32), 1, 1000, 4102444800000);
        """,
        3: "UPDATE dataset_version SET imported_by = 'Ann' WHERE id = 1;",
        4: "INSERT INTO staff_token VALUES (1, zeroblob(32), 'staff', 'desk', 3000, NULL);",
        5: "INSERT INTO republication (version_id, at, who) VALUES (1, 4000, 'Ann');",
        8: "INSERT INTO kept_decision VALUES (1, 'row 1', 'accept', 1, 5000, 'Ann');",
    ]

    private static let schemas = Array(1...Schema.current)

    private let directory: TemporaryDirectory
    private let path: String

    init() throws {
        directory = try TemporaryDirectory()
        path = directory.file("old.sqlite")
    }

    /// Makes a file that was made with the first schema and has had each one up to a number.
    private func makeFile(of schema: Int) throws {
        var configuration = Configuration()
        let extensions = SpatiaLiteExtension()
        configuration.prepareDatabase { db in try extensions.load(into: db) }
        let database = try DatabaseQueue(path: path, configuration: configuration)
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Upgrades")
        try database.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA journal_mode = wal")
            for number in 1...schema {
                let file = folder.appendingPathComponent(String(format: "%02d.sql", number))
                try db.inTransaction {
                    try db.execute(sql: String(contentsOf: file, encoding: .utf8))
                    try db.execute(sql: Self.rows[number] ?? "")
                    try db.execute(
                        sql: """
                            PRAGMA application_id = \(Schema.applicationID);
                            PRAGMA user_version = \(number);
                            """
                    )
                    return .commit
                }
            }
        }
        try database.close()
    }

    @Test("a file of each schema that landed is opened with all that is in it", arguments: schemas)
    func opens(schema: Int) async throws {
        try makeFile(of: schema)
        let store = try await SpatiaLiteStore.open(path)
        let moment = Timestamp(millisecondsSince1970: 10_000)

        let found = Mutex<[Message]>([])
        try await store.forEachMessage(expiringAfter: moment, dataset: nil) { messages in
            found.withLock { $0 += messages }
        }
        let messages = found.withLock { $0.sorted { $0.id < $1.id } }
        #expect(messages.map(\.text) == ["posted", "imported"])
        #expect(messages.map(\.coordinate.latitude) == [38.9, 38.9])
        #expect(messages.map(\.origin?.key) == [nil, "k"])

        let stations = Mutex<[Station]>([])
        try await store.forEachStation { batch in stations.withLock { $0 += batch } }
        let station = try #require(stations.withLock { $0 }.first)
        #expect(station.name == "Old Hall" && station.attributes == ["seats": "3"])
        #expect(station.districts.map(\.code) == ["120"])
        #expect(station.coordinate?.longitude == -77)

        let device = try #require(
            try await store.device(tokenHash: [UInt8](repeating: 0, count: 32))
        )
        if schema >= 2 {
            let settings = try await store.settings(of: device.id)
            #expect(settings?.scanRadiusMeters == 800)
            let bookmarks = try await store.bookmarks(
                of: device.id,
                after: nil,
                limit: 9,
                at: moment
            )
            #expect(bookmarks.map(\.message?.text) == ["imported"])
        }
        let versions = try await store.versions(of: try DatasetName("county"))
        #expect(versions.map(\.number) == [1])
        if schema >= 3 { #expect(versions.first?.source.importedBy == "Ann") }
        if schema >= 4 { #expect(try await store.staffTokens().map(\.label) == ["desk"]) }

        // What is new works in it, and nothing in it is at odds.
        let draft = NewMessage(
            text: "new",
            category: .news,
            coordinate: try Coordinate(latitude: 38.9, longitude: -77),
            visibleRadius: try .meters(500),
            postedAt: moment,
            expiresAt: Timestamp(millisecondsSince1970: 4_102_444_800_000),
            author: device.id
        )
        guard case .stored = try await store.append(draft, once: nil) else {
            return #expect(Bool(false), "nothing was stored")
        }
        let report = try await store.check()
        #expect(report.isSound, "\(report)")
        try await store.close()
    }

    @Test("there is a file of each schema, and none of one that is not")
    func isComplete() throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Upgrades")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(names == Self.schemas.map { String(format: "%02d.sql", $0) })
    }
}
