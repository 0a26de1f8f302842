import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What who runs Ambit for others needs: metrics elsewhere, logs for programs, backups in time.
@Suite("Running it for others", .timeLimit(.minutes(5)))
struct OperatingTests {
    private let folder: TemporaryFolder
    private let database: String

    init() throws {
        folder = try TemporaryFolder()
        database = folder.path("county.sqlite")
    }

    @Test("metrics with an address of their own are told there alone")
    func metricsAddress() async throws {
        let server = try await AmbitServer.start(
            database: database,
            arguments: ["--metrics-address", "127.0.0.1:0"]
        )
        var port: Substring?
        for _ in 0..<100 where port == nil {
            port = server.logText.firstMatch(of: /127\.0\.0\.1:([0-9]+)\/metrics/)?.output.1
            try await Task.sleep(for: .milliseconds(50))
        }
        let metrics = "http://127.0.0.1:\(try #require(port))"
        func status(_ url: String) async throws -> (Int?, String) {
            let (body, response) = try await URLSession.shared.data(
                for: URLRequest(url: try #require(URL(string: url)))
            )
            return (
                (response as? HTTPURLResponse)?.statusCode, String(decoding: body, as: UTF8.self)
            )
        }
        let (told, text) = try await status(metrics + "/metrics")
        #expect(told == 200)
        #expect(text.contains("ambit_ready 1"))
        #expect(try await status(metrics + "/readyz").0 == 200)
        #expect(try await status(metrics + "/v1/categories").0 == 404)
        #expect(try await server.get("/metrics").status == 404)
        #expect(try await server.get("/v1/categories").status == 200)
        #expect(try await server.stop() == 0)
    }

    @Test("an address for metrics that cannot be had ends the start with a sentence")
    func takenMetricsAddress() async throws {
        let server = try await AmbitServer.start(database: database)
        let taken = try #require(server.base.port)
        let outcome = try await AmbitCommand.run(
            "serve",
            "--create",
            "--port",
            "0",
            "--database",
            folder.path("other.sqlite"),
            "--metrics-address",
            "127.0.0.1:\(taken)"
        )
        #expect(outcome.exitCode == 1)
        #expect(
            outcome.errors.contains(
                "error: the metrics cannot be told on port \(taken) of 127.0.0.1: Address already in "
                    + "use; choose another with --metrics-address"
            )
        )
        #expect(try await server.stop() == 0)
    }

    @Test(
        "settings that are none end the start and are named",
        arguments: [
            (["--metrics-address", "9100"], "--metrics-address is \"9100\""),
            (["--metrics-address", "::1:9100"], "--metrics-address is \"::1:9100\""),
            (["--metrics-address", "a:70000"], "--metrics-address is \"a:70000\""),
            (["--cors-origin", "example.org"], "--cors-origin: \"example.org\" is no origin"),
            (
                ["--cors-origin", "none", "--cors-origin", "*"],
                "--cors-origin: none goes with no other"
            ),
            (["--public-url", "maps.example.org"], "--public-url: \"maps.example.org\" is no"),
            (["--ogc-crs", "27700"], "--ogc-crs is \"27700\"; write a system"),
        ]
    )
    func badSettings(arguments: [String], words: String) async throws {
        let outcome = try await AmbitCommand.run(["serve", "--database", database] + arguments)
        #expect(outcome.exitCode == 64)
        #expect(outcome.errors.contains(words), "\(outcome.errors)")
    }

    @Test("the log is lines of JSON where that is asked for, and says once that there is a proxy")
    func log() async throws {
        let server = try await AmbitServer.start(
            database: database,
            environment: ["AMBIT_LOG": "info", "AMBIT_LOG_FORMAT": "json"]
        )
        for _ in 0..<3 {
            var request = URLRequest(
                url: server.base.appendingPathComponent("v1/categories")
            )
            request.setValue("192.0.2.7", forHTTPHeaderField: "X-Forwarded-For")
            _ = try await URLSession.shared.data(for: request)
        }
        #expect(try await server.stop() == 0)
        let lines = server.logText.split(separator: "\n").filter { $0.hasPrefix("{") }
        let entries = try lines.map { line in
            try #require(
                try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            )
        }
        let warnings = entries.filter { $0["level"] as? String == "warning" }
        #expect(warnings.count == 1)
        #expect(
            (warnings.first?["message"] as? String)?.contains("AMBIT_FORWARDED_FOR=trust") == true
        )
        let requests = entries.filter {
            ($0["values"] as? [String: Any])?["route"] as? String == "/v1/categories"
        }
        #expect(requests.count == 3)
        for request in requests {
            #expect(request["message"] as? String == "request")
            #expect((request["values"] as? [String: Any])?["status"] as? String == "200")
            #expect((request["time"] as? String)?.hasSuffix("Z") == true)
        }
        #expect(!server.logText.contains("192.0.2.7"))
        let wrong = try await AmbitCommand.run(
            ["serve", "--create", "--port", "0", "--database", folder.path("a.sqlite")],
            environment: ["AMBIT_LOG_FORMAT": "xml"]
        )
        #expect(wrong.exitCode == 1)
        #expect(wrong.errors.contains("AMBIT_LOG_FORMAT is \"xml\"; it is text or json"))
    }

    @Test("backups are made in time, the latest are kept, and nothing else is touched")
    func backups() async throws {
        let server = try await AmbitServer.start(database: database)
        let place = folder.path("backups")
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
        let others = ["county.sqlite", "county-2026.sqlite", "town-2026-11-02T18-00-00Z.sqlite"]
        for name in others {
            try Data("mine".utf8).write(to: URL(fileURLWithPath: "\(place)/\(name)"))
        }
        let process = try AmbitCommand.makeProcess(
            [
                "backup", "--every", "1s", "--keep", "2", "--into", place, "--database", database,
            ],
            environment: [:]
        )
        process.standardError = FileHandle.nullDevice
        try process.run()
        defer { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
        func copies() throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: place)
                .filter { !others.contains($0) && $0.hasSuffix(".sqlite") }.sorted()
        }
        var seen: Set<String> = []
        for _ in 0..<600 where seen.count < 4 {
            seen.formUnion(try copies())
            try await Task.sleep(for: .milliseconds(50))
        }
        #expect(seen.count >= 4)
        kill(process.processIdentifier, SIGTERM)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        let kept = try copies()
        #expect(kept.count == 2)
        #expect(kept == Array(seen.union(kept).sorted().suffix(2)))
        for name in kept {
            #expect(
                name.wholeMatch(of: /county-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d(\.\d{3})?Z\.sqlite/)
                    != nil
            )
            let outcome = try await AmbitCommand.run("check", "--database", "\(place)/\(name)")
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
        }
        for name in others {
            #expect(FileManager.default.contents(atPath: "\(place)/\(name)") == Data("mine".utf8))
        }
        #expect(try await server.stop() == 0)

        // The latest is young: starting again makes none at once.
        let again = try AmbitCommand.makeProcess(
            ["backup", "--every", "1h", "--keep", "2", "--into", place, "--database", database],
            environment: [:]
        )
        again.standardError = FileHandle.nullDevice
        try again.run()
        try await Task.sleep(for: .seconds(2))
        #expect(again.isRunning)
        kill(again.processIdentifier, SIGTERM)
        again.waitUntilExit()
        #expect(again.terminationStatus == 0)
        #expect(try copies() == kept)
    }

    @Test(
        "backups that cannot be made are refused before anything is",
        arguments: [
            (["--every", "6"], "--every is \"6\""), (["--every", "0s"], "--every is \"0s\""),
            (["--every", "367d"], "--every is \"367d\""),
            (["--every", "6h"], "--every needs --keep and --into"),
            (["--every", "6h", "--keep", "0", "--into", "x"], "--keep is 0"),
            (["--keep", "2"], "--keep and --into go with --every"), ([], "name the file to write"),
            (
                ["a", "--every", "6h", "--keep", "1", "--into", "x"],
                "--every names its files itself"
            ),
        ]
    )
    func badBackups(arguments: [String], words: String) async throws {
        let outcome = try await AmbitCommand.run(["backup", "--database", database] + arguments)
        #expect(outcome.exitCode == 64)
        #expect(outcome.errors.contains(words), "\(outcome.errors)")
    }

    @Test("a series whose first backup fails ends with the reason")
    func noFolder() async throws {
        let server = try await AmbitServer.start(database: database)
        #expect(try await server.stop() == 0)
        let outcome = try await AmbitCommand.run(
            "backup",
            "--every",
            "6h",
            "--keep",
            "1",
            "--into",
            folder.path("missing"),
            "--database",
            database
        )
        #expect(outcome.exitCode == 1)
        #expect(outcome.errors.contains("missing"), "\(outcome.errors)")
    }
}
