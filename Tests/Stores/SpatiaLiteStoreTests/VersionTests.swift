import Datasets
import Foundation
import GRDB
import Geodesy
import Polling
import Testing

@testable import SpatiaLiteStore

@Suite struct VersionTests {
    var storePlace: TemporaryStorePlace
    let place: Coordinate

    init() throws {
        storePlace = try TemporaryStorePlace()
        storePlace.options.keptVersions = 3
        place = try Coordinate(latitude: 1, longitude: 2)
    }

    @Test("only the newest versions keep their records, and always the published one")
    func retiresOldVersions() async throws {
        let store = try await storePlace.openStore()
        for number in 1...5 { try await store.importStations([station(number, at: place)]) }
        #expect(try await numbers(in: store) == [5, 4, 3])
        #expect(try await tables(in: store) == ["stations_3", "stations_4", "stations_5"])
        _ = try await store.publish(dataset("dc"), version: 3)
        #expect(try await store.allStations() == [station(3, at: place)])
        try await store.importStations([station(6, at: place)])
        #expect(try await numbers(in: store) == [6, 5, 4])
        let remembered = try await store.connections.read { db in
            try Int.fetchOne(db, sql: "SELECT count(*) FROM dataset_version")
        }
        #expect(remembered == 6)
        #expect(try await store.check().isSound)
    }

    @Test("a version leaves nothing behind when it is discarded, or when its builder is gone")
    func leavesNothing() async throws {
        let store = try await storePlace.openStore()
        let discarded = try await store.stations.beginVersion(of: dataset("one"))
        try await discarded.append([station(1, at: place)])
        try await discarded.discard()
        do {
            let abandoned = try await store.stations.beginVersion(of: dataset("two"))
            try await abandoned.append((0..<3000).map { try station($0, at: place) })
            let messages = try await store.importedMessages.beginVersion(of: dataset("three"))
            try await messages.append([imported("a", at: place)])
        }
        #expect(try await tables(in: store) == ["messages_3", "stations_2"])
        try await store.close()
        let reopened = try await storePlace.openStore()
        #expect(try await tables(in: reopened) == [])
        let rows = try await reopened.connections.read { db in
            try ["dataset", "dataset_version", "geometry_columns"].map {
                try Int.fetchOne(db, sql: "SELECT count(*) FROM \($0)")
            }
        }
        // What is left is the column of messages.
        #expect(rows == [0, 0, 1])
        try await reopened.close()
        let files = try FileManager.default.contentsOfDirectory(
            atPath: storePlace.directory.path
        )
        #expect(files == ["ambit.sqlite"])
    }

    @Test("a store that reaches the file by another name does not rob an import either")
    func sharesLocksAcrossLinks() async throws {
        let store = try await storePlace.openStore()
        let build = try await store.stations.beginVersion(of: dataset("dc"))
        let link = storePlace.directory.file("link.sqlite")
        try FileManager.default.createSymbolicLink(
            atPath: link,
            withDestinationPath: storePlace.path
        )
        let other = try await SpatiaLiteStore.open(link)
        try await build.append([station(1, at: place)])
        let version = try await build.publish(
            source: source,
            rows: RowCounts(),
            changes: ChangeCounts(),
            at: moment()
        )
        #expect(version.recordCount == 1)
        #expect(try await other.allStations() == [station(1, at: place)])
    }

    @Test("a version that an older Ambit made, without origins, is read as it is")
    func readsOlderVersions() async throws {
        let store = try await storePlace.openStore()
        try await store.importStations([station(1, at: place)])
        try await store.connections.write { db in
            try db.execute(
                sql: """
                    CREATE TABLE copy AS SELECT fid, geometry, id, name, address, postcode, hours,
                        wheelchair, accessibility_note, districts, attributes FROM stations_1;
                    DROP TABLE stations_1;
                    CREATE TABLE stations_1 (fid INTEGER PRIMARY KEY, geometry BLOB,
                        id TEXT NOT NULL, name TEXT NOT NULL, address TEXT, postcode TEXT,
                        hours TEXT, wheelchair TEXT NOT NULL, accessibility_note TEXT,
                        districts TEXT, attributes TEXT) STRICT;
                    INSERT INTO stations_1 SELECT * FROM copy;
                    DROP TABLE copy;
                    CREATE UNIQUE INDEX stations_1_id ON stations_1 (id)
                    """
            )
        }
        #expect(try await store.allStations() == [station(1, at: place)])
        try await store.stations.forEachPublished(in: dataset("dc")) { stations, origins in
            #expect(stations.map(\.id.rawValue) == ["dc.1"])
            #expect(origins == [RecordOrigin()])
        }
        try await store.importStations([station(2, at: place)])
        #expect(try await store.allStations() == [station(2, at: place)])
        #expect(try await store.check().isSound)
    }

    @Test("SpatiaLite takes the tables of versions and messages for its own")
    func isSpatiaLite() async throws {
        let store = try await storePlace.openStore()
        let stations = try (0..<500).map {
            try station($0, at: Coordinate(latitude: 38 + Double($0) / 1000, longitude: -77))
        }
        try await store.importStations(stations)
        try await store.importMessages([imported("a", at: place)])
        let answers = try await store.connections.write { db in
            try [
                "SELECT CheckSpatialIndex('stations_1', 'geometry')",
                "SELECT CheckSpatialIndex('message', 'geometry')",
                """
                SELECT count(*) FROM stations_1 WHERE fid IN (SELECT rowid FROM SpatialIndex
                WHERE f_table_name = 'stations_1' AND search_frame = BuildMbr(-78, 38, -76, 38.1))
                """,
                "SELECT count(*) FROM vector_layers WHERE srid = 4326 AND geometry_type = 1",
                "SELECT count(*) FROM stations_1 WHERE ST_IsValid(geometry) = 1",
            ].map { try Int.fetchOne(db, sql: $0) }
        }
        #expect(answers == [1, 1, 101, 2, 500])
    }

    @Test("points are encoded as SpatiaLite encodes them", arguments: Terrain.allCases)
    func encodesPoints(terrain: Terrain) throws {
        var generator = SeededGenerator(seed: 5)
        var configuration = Configuration()
        let spatiaLite = SpatiaLiteExtension()
        configuration.prepareDatabase { db in try spatiaLite.load(into: db) }
        let database = try DatabaseQueue(configuration: configuration)
        for _ in 0..<50 {
            let place = try terrain.place(&generator)
            let expected = try database.read { db in
                try Data.fetchOne(
                    db,
                    sql: "SELECT MakePoint(?, ?, 4326)",
                    arguments: [place.longitude, place.latitude]
                )
            }
            #expect(PointBlob.data(for: place) == expected)
            #expect(PointBlob.data(for: place).withUnsafeBytes(PointBlob.coordinate) == place)
        }
    }

    @Test("bytes that are no point on the Earth are not read as one")
    func refusesOtherBytes() throws {
        var blob = PointBlob.data(for: place)
        #expect(Data().withUnsafeBytes(PointBlob.coordinate) == nil)
        #expect(blob.dropLast().withUnsafeBytes(PointBlob.coordinate) == nil)
        blob.replaceSubrange(51..<59, with: withUnsafeBytes(of: 91.0.bitPattern) { Data($0) })
        #expect(blob.withUnsafeBytes(PointBlob.coordinate) == nil)
    }

    private func numbers(in store: SpatiaLiteStore) async throws -> [Int] {
        try await store.versions(of: dataset("dc")).map(\.number)
    }

    private func tables(in store: SpatiaLiteStore) async throws -> [String] {
        try await store.connections.read { db in
            try String.fetchAll(
                db,
                sql: """
                    SELECT name FROM sqlite_master
                    WHERE type = 'table' AND (name GLOB 'stations_*' OR name GLOB 'messages_*')
                    ORDER BY name
                    """
            )
        }
    }
}
