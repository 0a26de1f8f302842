import Foundation
import GRDB
import TestSupport
import Testing

/// Imports of districts and of whole feeds that are killed, as by `kill -9` or a lost machine.
@Suite(.serialized) struct KilledFeedTests {
    private let folder: TemporaryFolder
    private let database: String
    /// Where imports put what they unpack.
    private let temporary: String

    init() throws {
        folder = try TemporaryFolder()
        database = folder.path("test.sqlite")
        temporary = folder.path("tmp")
        try FileManager.default.createDirectory(
            atPath: temporary,
            withIntermediateDirectories: false
        )
    }

    private var environment: [String: String] { ["TMPDIR": temporary] }

    /// What imports left in the temporary folder.
    private var leftovers: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: temporary))?
            .filter { $0.hasPrefix("ambit-") } ?? []
    }

    private func run(_ arguments: [String]) async throws -> AmbitCommand.Outcome {
        try await AmbitCommand.run(
            arguments + ["--database", database],
            environment: environment
        )
    }

    /// Starts a command and kills it after a while.
    private func kill(_ arguments: [String], after delay: Duration) async throws {
        _ = try await AmbitCommand.run(
            arguments + ["--database", database],
            environment: environment,
            killedAfter: delay
        )
    }

    private func timed(_ arguments: [String]) async throws -> Duration {
        let start = ContinuousClock.now
        let outcome = try await run(arguments)
        #expect(outcome.exitCode != 1, "\(outcome.errors)")
        return ContinuousClock.now - start
    }

    /// How many records each published dataset has, as its table says.
    private func published() async throws -> [String: Int] {
        var configuration = Configuration()
        configuration.readonly = true
        let queue = try DatabaseQueue(path: database, configuration: configuration)
        defer { try? queue.close() }
        return try await queue.read { db in
            let rows = try GRDB.Row.fetchAll(
                db,
                sql: """
                    SELECT d.name, d.kind, v.id, v.record_count FROM dataset AS d
                    JOIN dataset_version AS v ON v.id = d.published_version_id
                    """
            )
            var counts: [String: Int] = [:]
            for row in rows {
                let (name, kind, id, count): (String, String, Int64, Int) =
                    (row[0], row[1], row[2], row[3])
                let inTable = try Int.fetchOne(
                    db,
                    sql: "SELECT count(DISTINCT id) FROM \(kind)_\(id)"
                )
                #expect(inTable == count, "\(name)")
                counts[name] = count
            }
            return counts
        }
    }

    @Test("killed at random moments, an import of districts leaves a whole version")
    func districts() async throws {
        let files = try ["Ward", "District"].map { word in
            let features = (0..<150).map { number in
                let (x, y) = (Double(number % 15), Double(number / 15))
                return #"{"type":"Feature","properties":{"code":"\#(number)","#
                    + #""name":"\#(word) \#(number)"},"geometry":{"type":"Polygon","#
                    + #""coordinates":[[[\#(x),\#(y)],[\#(x + 1),\#(y)],[\#(x + 1),\#(y + 1)],"#
                    + #"[\#(x),\#(y + 1)],[\#(x),\#(y)]]]}}"#
            }
            return try folder.write(
                #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#,
                to: "\(word).geojson"
            )
        }
        func arguments(_ file: Int) -> [String] {
            ["import", "districts", files[file], "--dataset", "d", "--type", "ward", "--quiet"]
        }
        _ = try await timed(arguments(0))
        let duration = try await timed(arguments(1))
        var generator = SplitMix(seed: 2026)
        for round in 0..<20 {
            try await kill(
                arguments(round % 2),
                after: duration * Double.random(in: 0.05...1, using: &generator)
            )
            #expect(try await published() == ["d": 150])
            let held = try await run([
                "within", "districts", "--bbox", "-1,-1,16,11", "--format", "csv",
            ])
            let names = held.lines.dropFirst().map { $0.contains("Ward ") }
            #expect(names.count == 150)
            #expect(Set(names).count == 1, "half of one version and half of another")
        }
        _ = try await timed(arguments(0))
        _ = try await timed(arguments(1))
        let check = try await run(["check"])
        #expect(check.exitCode == 0, "\(check.output)")
        #expect(leftovers == [])
    }

    @Test(
        "killed at random moments, an import of a feed leaves each dataset whole or absent",
        .enabled(if: Checkout.hasRealFiles, Checkout.realFilesNotice)
    )
    func feed() async throws {
        let arguments = [
            "import", "feed", Checkout.real("vip/sample_feed_v5.xml"), "--dataset", "va", "--quiet",
        ]
        let duration = try await timed(arguments)
        let whole = try await published()
        #expect(whole["va-stations"] == 27)
        #expect(whole.count >= 4)
        var generator = SplitMix(seed: 7)
        for _ in 0..<15 {
            for file in ["", "-wal", "-shm"] {
                try? FileManager.default.removeItem(atPath: database + file)
            }
            _ = try await run(["token", "create", "--role", "staff", "--label", "x"])
            try await kill(
                arguments,
                after: duration * Double.random(in: 0.05...1.1, using: &generator)
            )
            for (name, count) in try await published() { #expect(whole[name] == count, "\(name)") }
            let again = try await run(arguments)
            #expect(again.exitCode != 1, "\(again.errors)")
            #expect(try await published() == whole)
            #expect(leftovers == [])
            let left = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
            #expect(left.filter { $0.contains("-build-") } == [])
        }
        let check = try await run(["check"])
        #expect(check.exitCode == 0, "\(check.output)")
    }
}
