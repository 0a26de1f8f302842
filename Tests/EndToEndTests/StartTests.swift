import Foundation
import GRDB
import Synchronization
import Testing

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Starts of `ambit serve` while clients ask all the time.
@Suite struct StartTests {
    private let folder: TemporaryFolder
    private let database: String

    init() throws {
        folder = try TemporaryFolder()
        database = folder.path("test.sqlite")
    }

    /// How many starts each test tries: by the variable `AMBIT_TEST_ROUNDS` in the long form.
    private static let rounds =
        ProcessInfo.processInfo.environment["AMBIT_TEST_ROUNDS"].flatMap { Int($0) }
        .map { min($0, 1000) } ?? 8

    private func serve(on port: Int) throws -> Program {
        try Program(
            AmbitCommand.executable.path,
            ["serve", "--create", "--database", database, "--port", "\(port)"],
            environment: ProcessInfo.processInfo.environment.filter { $0.key != "AMBIT_LOG" }
        )
    }

    private func makeDatabase() async throws {
        let outcome = try await AmbitCommand.run(
            "token",
            "create",
            "--role",
            "staff",
            "--label",
            "x",
            "--database",
            database
        )
        try #require(outcome.exitCode == 0, "\(outcome.errors)")
    }

    @Test("a start that fails while clients ask names the damaged row")
    func damagedRow() async throws {
        try await makeDatabase()
        try damageMessage()
        try await eachRound { round in
            let port = try Probes.freePort()
            let probes = Probes(port: port, count: 12)
            let outcome = try await serve(on: port).run(killedAfter: .seconds(60))
            probes.stop()
            let errors = outcome.errors
            #expect(outcome.exitCode == 1, "start \(round): \(errors)")
            #expect(outcome.reason == .exit, "start \(round): \(errors)")
            #expect(errors.contains("row 1 of table message"), "start \(round): \(errors)")
            #expect(!errors.contains("CancellationError"), "start \(round): \(errors)")
        }
    }

    /// Does something in each round; two at a time, as there are two cores mostly.
    private func eachRound(_ body: @escaping @Sendable (Int) async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<2 {
                group.addTask {
                    for round in stride(from: worker, to: Self.rounds, by: 2) {
                        try await body(round)
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    /// Enters a message whose place nobody can read, as a damaged disk would leave it.
    private func damageMessage() throws {
        let queue = try DatabaseQueue(path: database)
        try queue.write { db in
            for name in try String.fetchAll(
                db,
                sql:
                    "SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'message'"
            ) {
                try db.execute(sql: "DROP TRIGGER \"\(name)\"")
            }
            try db.execute(
                sql: """
                    INSERT INTO device (token_hash, created_at) VALUES (x'01', 0);
                    INSERT INTO message (text, category, visible_radius_m, posted_at, expires_at,
                        device_id, geometry)
                    VALUES ('x', 'news', 10, 0, 9000000000000, last_insert_rowid(), zeroblob(60))
                    """
            )
        }
        try queue.close()
    }

    @Test("a start that is ended at any moment while clients ask ends in order")
    func endedAtAnyMoment() async throws {
        try await makeDatabase()
        try await eachRound { round in
            let port = try Probes.freePort()
            let probes = Probes(port: port, count: 12)
            let folder = try TemporaryFolder()
            let log = try folder.write("", to: "log")
            let process = try AmbitCommand.makeProcess(
                ["serve", "--create", "--database", database, "--port", "\(port)"],
                environment: [:]
            )
            let errors = try FileHandle(forWritingTo: URL(fileURLWithPath: log))
            defer { try? errors.close() }
            process.standardError = errors
            process.standardOutput = FileHandle.nullDevice
            try process.run()
            // From before it can be told to end until it serves.
            usleep(UInt32(round * 37 % 400) * 1000)
            if round / 2 % 2 == 0 {
                while probes.answerCount < 20, process.isRunning { usleep(1000) }
            }
            kill(process.processIdentifier, SIGTERM)
            process.waitUntilExit()
            probes.stop()
            let text = try String(contentsOfFile: log, encoding: .utf8)
            // Until it looks for signals, the system ends it.
            let isEndedEarly =
                process.terminationReason == .uncaughtSignal
                && process.terminationStatus == SIGTERM
            let isEnded = process.terminationReason == .exit && process.terminationStatus == 0
            #expect(isEnded || isEndedEarly, "start \(round): \(text)")
            if round / 2 % 2 == 0 { #expect(isEnded, "start \(round): \(text)") }
            #expect(!text.contains("error"), "start \(round): \(text)")
        }
    }

    @Test("with few files everybody is answered or refused, and served when there is room again")
    func fewFiles() async throws {
        let port = try Probes.freePort()
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/bash")
        process.arguments = [
            "-c", "ulimit -n 72; exec \"$0\" serve --create --database \"$1\" --port \(port)",
            try AmbitCommand.executable.path, database,
        ]
        process.standardError = FileHandle.nullDevice
        try process.run()
        defer { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
        while try Probes.ask("/readyz", port: port).first?.status != 200 {
            try #require(process.isRunning)
            usleep(20_000)
        }
        let answers = try Probes.ask("/v1/categories", port: port, connections: 100)
        let statuses = answers.map(\.status)
        #expect(statuses.count(where: { $0 == 200 }) >= 8)
        #expect(statuses.count(where: { $0 == 503 }) >= 20)
        // A connection that is closed without an answer is one, too; none may wait for ever.
        #expect(statuses.allSatisfy { [200, 503, nil].contains($0) }, "\(statuses)")
        #expect(answers.allSatisfy { $0.seconds < 9 }, "\(answers.map(\.seconds))")
        for _ in 0..<20 {
            #expect(try Probes.ask("/readyz", port: port).map(\.status) == [200])
        }
        kill(process.processIdentifier, SIGTERM)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }

    @Test("with too few files to serve at all, that is said")
    func tooFewFiles() async throws {
        let outcome = try await Program(
            "/bin/bash",
            [
                "-c", "ulimit -n 30; exec \"$0\" serve --create --database \"$1\" --port 0",
                try AmbitCommand.executable.path, database,
            ]
        ).run()
        #expect(outcome.exitCode == 1)
        #expect(
            outcome.errors.hasPrefix(
                "error: this process may have 30 files and connections open at once, and serving takes"
            )
        )
        #expect(!FileManager.default.fileExists(atPath: database))
    }
}
