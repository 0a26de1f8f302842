import Foundation
import GRDB
import Testing

/// An import in a process of its own that is killed, as by `kill -9` or a lost machine.
@Suite(.serialized) struct KilledImportTests {
    private let folder: TemporaryFolder
    private let database: String
    /// The same stations with other hours each.
    private let files: [String]
    private static let stationCount = 300
    private static let hours = ["7:00-20:00", "8:00-21:00"]

    init() throws {
        let folder = try TemporaryFolder()
        self.folder = folder
        database = folder.path("test.sqlite")
        files = try Self.hours.map { hours in
            let rows = (1...Self.stationCount).map { number in
                "\(number),Hall \(number),\(number) Main St,\(38 + Double(number) / 1000),-77,"
                    + "\(hours)\n"
            }
            return try folder.write(
                "id,name,address,lat,lon,hours\n" + rows.joined(),
                to: "\(hours.prefix(1)).csv"
            )
        }
    }

    @Test("killed at a hundred moments, an import leaves a whole version and no rubbish")
    func killed() async throws {
        var generator = SplitMix(seed: 2026)
        try await importWhole(0)
        var version = 1
        var duration = try await importWhole(1)
        version += 1
        var left: (unfinished: Int, published: Int) = (0, 0)
        for kill in 0..<100 {
            let isOutcomeNew = try await importAndKill(
                version % 2,
                after: duration * Double.random(in: 0...1.1, using: &generator),
                version: version,
                isLookedAtFromOutside: kill % 10 == 0
            )
            if isOutcomeNew { version += 1 }
            left.unfinished += try await clearedAway(version: version)
            left.published += isOutcomeNew ? 1 : 0
            if kill % 10 == 9 {
                // Measured anew, for the machine may have become busier or quieter.
                duration = try await importWhole(version % 2)
                version += 1
                // An import that was killed when it had published left one version too many, which
                // is whole; the next one drops it.
                let kept = try await read { db in
                    try Int.fetchOne(
                        db,
                        sql: "SELECT count(*) FROM dataset_version WHERE state = 'ready'"
                    )
                }
                #expect(kept == min(version, 5))
            }
        }
        // Neither were all of them killed too soon nor all too late to matter.
        #expect(left.unfinished > 5, "\(left)")
        #expect(left.published < 95, "\(left)")
        let check = try await AmbitCommand.run("check", "--database", database)
        #expect(check.exitCode == 0, "\(check.output)")
    }

    /// Version n, which is made of file n - 1 modulo 2, is the one that is published.
    ///
    /// - Returns: How long it took.
    @discardableResult
    private func importWhole(_ file: Int) async throws -> Duration {
        let start = ContinuousClock.now
        let outcome = try await AmbitCommand.run(arguments(file))
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(outcome.errors.contains("published as version"))
        return ContinuousClock.now - start
    }

    private func arguments(_ file: Int) -> [String] {
        [
            "import", "stations", files[file], "--dataset", "list", "--database", database,
            "--quiet",
        ]
    }

    /// Starts an import, kills it after a while, and looks at what it left.
    ///
    /// - Returns: Whether it had published its version by then.
    private func importAndKill(
        _ file: Int,
        after delay: Duration,
        version: Int,
        isLookedAtFromOutside: Bool
    ) async throws -> Bool {
        _ = try await AmbitCommand.run(arguments(file), killedAfter: delay)
        var shown: Int?
        if isLookedAtFromOutside { shown = try await publishedFromOutside() }
        let published = try await read { db in
            let row = try #require(
                try GRDB.Row.fetchOne(
                    db,
                    sql: """
                        SELECT v.number, v.id, v.record_count FROM dataset AS d
                        JOIN dataset_version AS v ON v.id = d.published_version_id
                        WHERE d.name = 'list'
                        """
                )
            )
            let (number, id): (Int, Int64) = (row[0], row[1])
            #expect(number == version || number == version + 1)
            #expect(row[2] == Self.stationCount)
            let stations = try #require(
                try GRDB.Row.fetchOne(
                    db,
                    sql: """
                        SELECT count(*), count(DISTINCT id), min(hours), max(hours)
                        FROM stations_\(id)
                        """
                )
            )
            #expect(stations[0] == Self.stationCount)
            #expect(stations[1] == Self.stationCount)
            let hours = Self.hours[(number - 1) % 2]
            #expect(stations[2] == hours)
            #expect(stations[3] == hours)
            return number
        }
        #expect(shown == nil || shown == published)
        return published == version + 1
    }

    /// The published version as the command line sees it, which also finds its stations.
    private func publishedFromOutside() async throws -> Int? {
        let list = try await AmbitCommand.run(
            ["datasets", "list", "--format", "csv", "--database", database]
        )
        #expect(list.exitCode == 0, "\(list.errors)")
        #expect(list.lines.count == 2)
        let found = try await AmbitCommand.run(
            [
                "within", "stations", "--at", "38.3,-77", "--radius", "1000km", "--format", "csv",
                "--database", database,
            ]
        )
        #expect(found.exitCode == 0, "\(found.errors)")
        #expect(found.lines.count == Self.stationCount + 1)
        return list.lines.last?.split(separator: ",").dropFirst(2).first.flatMap { Int($0) }
    }

    /// Opens the file for writing, as the next import or start does, and looks for rubbish.
    ///
    /// - Returns: How many unfinished versions there were before.
    private func clearedAway(version: Int) async throws -> Int {
        let unfinished = try await read { db in
            try Int.fetchOne(
                db,
                sql: "SELECT count(*) FROM dataset_version WHERE state = 'building'"
            ) ?? 0
        }
        #expect(unfinished <= 1)
        let outcome = try await AmbitCommand.run(
            ["datasets", "rollback", "list", "--to", "\(version)", "--database", database]
        )
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        try await read { db in
            let ready = try Int64.fetchAll(
                db,
                sql: "SELECT id FROM dataset_version WHERE state = 'ready'"
            )
            let states = try String.fetchAll(db, sql: "SELECT DISTINCT state FROM dataset_version")
            #expect(!states.contains("building"))
            let trees = ready.map { "idx_stations_\($0)_geometry" }
            let tables = try String.fetchAll(
                db,
                sql: """
                    SELECT name FROM sqlite_master WHERE type = 'table'
                    AND (name GLOB 'stations_*' OR name GLOB 'idx_stations_*')
                    """
            )
            let parts = ["", "_node", "_rowid", "_parent"]
            #expect(
                Set(tables)
                    == Set(ready.map { "stations_\($0)" })
                    .union(trees.flatMap { tree in parts.map { tree + $0 } })
            )
            for metadata in ["", "_statistics", "_time", "_auth"] {
                let known = try String.fetchAll(
                    db,
                    sql: """
                        SELECT f_table_name FROM geometry_columns\(metadata)
                        WHERE f_table_name GLOB 'stations_*'
                        """
                )
                #expect(Set(known) == Set(ready.map { "stations_\($0)" }))
            }
            for tree in trees {
                let answers = try GRDB.Row.fetchOne(
                    db,
                    sql: "SELECT rtreecheck('\(tree)'), count(*) FROM \(tree)_rowid"
                )
                #expect(answers?[0] == "ok")
                #expect(answers?[1] == Self.stationCount)
            }
        }
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        #expect(left.filter { $0.contains("-build-") } == [])
        return unfinished
    }

    private func read<Value: Sendable>(
        _ body: @Sendable (Database) throws -> Value
    ) async throws -> Value {
        var configuration = Configuration()
        configuration.readonly = true
        let queue = try DatabaseQueue(path: database, configuration: configuration)
        defer { try? queue.close() }
        return try await queue.read(body)
    }
}
