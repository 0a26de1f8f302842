import Foundation
import Synchronization
import Testing

/// `ambit serve` as a client, an operator and another process see it.
@Suite struct ServeCommandTests {
    private let folder: TemporaryFolder
    private let database: String

    init() throws {
        folder = try TemporaryFolder()
        database = folder.path("test.sqlite")
    }

    private func importStations(_ text: String) async throws {
        let file = try folder.write(text, to: "stations.csv")
        let outcome = try await AmbitCommand.run(
            "import",
            "stations",
            file,
            "--dataset",
            "list",
            "--database",
            database,
            "--quiet"
        )
        try #require(outcome.exitCode == 0, "\(outcome.errors)")
    }

    private func message(_ text: String, ttl: Int = 3600) -> [String: Any] {
        [
            "text": text, "category": "news", "lat": 38.9, "lon": -77.0,
            "visible_radius_m": 1000, "ttl_s": ttl,
        ]
    }

    private func texts(_ server: AmbitServer) async throws -> [String] {
        let list = try await server.get("/v1/messages?lat=38.9&lon=-77&radius_m=1000&limit=1000")
        let features = try #require(try list.json["features"] as? [[String: Any]])
        return features.compactMap { ($0["properties"] as? [String: Any])?["text"] as? String }
    }

    @Test("a polar bear weighs what the operator says, and is told as a symbol")
    func polarBear() async throws {
        let server = try await AmbitServer.start(
            database: database,
            arguments: ["--polar-bear-grams", "250000"]
        )
        let units = try await server.get("/v1/score-units").json["units"] as? [[String: Any]]
        let bear = try #require(units?.first { $0["id"] as? String == "polar_bear" })
        #expect((bear["grams"] as? NSNumber)?.doubleValue == 250_000)
        #expect(bear["symbolic"] as? Bool == true)
        let refused = try await AmbitCommand.run("serve", "--polar-bear-grams", "0")
        #expect(refused.exitCode != 0)
        #expect(refused.errors.contains("--polar-bear-grams is 0.0; it lies between 1.0 and"))
    }

    @Test("limits, categories and refused words are what the operator says")
    func configuredLimits() async throws {
        let words = try folder.write("# not here\nturnip*\n", to: "words.txt")
        let server = try await AmbitServer.start(
            database: database,
            arguments: [
                "--refused-words", words, "--categories", "news,lost-pets",
                "--limit", "text_characters=3-20", "--limit", "reports_until_hidden=1",
                "--limit", "radius_m=50000",
            ],
            // A report of a device that is as new as this one counts for nothing else.
            environment: ["AMBIT_RATE_LIMIT": "off"]
        )
        let told = try await server.get("/v1/categories").json
        #expect(told["categories"] as? [String] == ["news", "lost-pets"])
        let limits = try #require(told["limits"] as? [String: Any])
        #expect(limits["text_characters"] as? [String: Int] == ["minimum": 3, "maximum": 20])
        for (radius, status) in [(50_000, 200), (50_001, 400)] {
            let answer = try await server.get("/v1/messages?lat=1&lon=1&radius_m=\(radius)")
            #expect(answer.status == status, "\(radius)")
        }
        let description = try #require(
            String(data: try await server.get("/openapi.json").body, encoding: .utf8)
        )
        #expect(description.contains("3 to 20 characters"))
        let token = try #require(
            try await server.send("POST", "/v1/devices").json["token"] as? String
        )
        var id = ""
        for (text, status) in [
            ("Turnips!", 422), ("no", 400), (String(repeating: "x", count: 21), 400),
            ("Hello", 201),
        ] {
            let answer = try await server.send(
                "POST",
                "/v1/messages",
                json: message(text),
                token: token
            )
            #expect(answer.status == status, "\(text)")
            id = try answer.json["id"] as? String ?? ""
        }
        let report = try await server.send(
            "POST",
            "/v1/messages/\(id)/reports",
            json: ["reason": "spam", "lat": 38.9, "lon": -77.0],
            token: token
        )
        #expect(report.status == 204)
        #expect(try await texts(server) == [])
        #expect(try await server.stop() == 0)
    }

    @Test(
        "a limit that is none is a usage error that says what is allowed",
        arguments: [
            (["--limit", "ttl=5"], "--limit ttl is not known; known are text_characters"),
            (["--limit", "ttl_s=5"], "--limit ttl_s is 5; write LEAST-MOST"),
            (["--limit", "bookmarks=0"], "whole number from 1 to 100000"),
            (["--limit", "bookmarks"], "write NAME=VALUE"),
            (["--categories", "News"], "--categories is News"),
        ]
    )
    func wrongLimits(arguments: [String], text: String) async throws {
        let outcome = try await AmbitCommand.run(["serve", "--database", database] + arguments)
        #expect(outcome.exitCode == 64)
        #expect(outcome.errors.contains(text), "\(outcome.errors)")
    }

    @Test("a post is read, survives a restart, and is deleted by its author alone")
    func postRestartDelete() async throws {
        var server = try await AmbitServer.start(database: database)
        let registered = try await server.send("POST", "/v1/devices")
        #expect(registered.status == 201)
        let token = try #require(try registered.json["token"] as? String)
        let posted = try await server.send(
            "POST",
            "/v1/messages",
            json: message("Hello"),
            token: token
        )
        #expect(posted.status == 201)
        let location = try #require(posted.headers["location"])
        #expect(try await texts(server) == ["Hello"])
        #expect(try await server.stop() == 0)

        server = try await AmbitServer.start(database: database)
        #expect(try await texts(server) == ["Hello"])
        let other = try await server.send("POST", "/v1/devices")
        let stranger = try #require(try other.json["token"] as? String)
        #expect(try await server.send("DELETE", location, token: stranger).status == 404)
        #expect(try await server.send("DELETE", location).status == 401)
        #expect(try await server.send("DELETE", location, token: token).status == 204)
        #expect(try await server.get(location).status == 404)
        #expect(try await texts(server) == [])
        #expect(try await server.stop() == 0)
    }

    @Test("a message is read within its own range only, however far the reader scans")
    func twoSidedRule() async throws {
        let server = try await AmbitServer.start(database: database)
        let token = try #require(
            try await server.send("POST", "/v1/devices").json["token"] as? String
        )
        _ = try await server.send("POST", "/v1/messages", json: message("Near"), token: token)
        func count(at longitude: Double, radius: Int) async throws -> Int {
            let list = try await server.get(
                "/v1/messages?lat=38.9&lon=\(longitude)&radius_m=\(radius)"
            )
            return try #require(try list.json["numberReturned"] as? Int)
        }
        // 0.01 degrees of longitude are 867 m here, 0.012 are 1,041 m.
        #expect(try await count(at: -77.01, radius: 50_000) == 1)
        #expect(try await count(at: -77.012, radius: 50_000) == 0)
        #expect(try await count(at: -77.01, radius: 800) == 0)
        _ = try await server.stop()
    }

    @Test("what another process imports is served within two seconds")
    func importWhileServing() async throws {
        try await importStations("id,name,lat,lon\n1,Old Hall,38.9,-77\n")
        let server = try await AmbitServer.start(database: database)
        #expect(try await server.get("/v1/stations/list.1").status == 200)
        // Of several imports the quickest counts: other tests keep the machine busy meanwhile.
        var quickest = Duration.seconds(60)
        var list = "id,name,lat,lon\n1,New Hall,38.9,-77\n"
        for number in 2...6 where quickest >= .seconds(2) {
            list += "\(number),Annex \(number),38.9,-77.\(number)\n"
            try await importStations(list)
            let imported = ContinuousClock.now
            var status = 0
            while status != 200, ContinuousClock.now - imported < .seconds(60) {
                status = try await server.get("/v1/stations/list.\(number)").status
                try await Task.sleep(for: .milliseconds(20))
            }
            #expect(status == 200)
            quickest = min(quickest, ContinuousClock.now - imported)
        }
        #expect(quickest < .seconds(2))
        _ = try await server.stop()
    }

    @Test("the command line and the service give the same stations, order and millimetres")
    func agreement() async throws {
        var text = "id,name,lat,lon\n"
        for index in 0..<200 {
            // A grid with ties: many stations lie equally far from its middle.
            text += "s\(index),Hall \(index),\(38.8 + Double(index / 20) * 0.01),"
            text += "\(-77.2 + Double(index % 20) * 0.01)\n"
        }
        try await importStations(text)
        let server = try await AmbitServer.start(database: database)
        let list = try await server.get("/v1/stations?lat=38.845&lon=-77.105&limit=200")
        let features = try #require(try list.json["features"] as? [[String: Any]])
        let served = features.map { feature in
            let distance = (feature["properties"] as? [String: Any])?["distance_m"] as? Double
            return "\(feature["id"] ?? "") \(distance ?? -1)"
        }
        let outcome = try await AmbitCommand.run(
            "nearest",
            "stations",
            "--at",
            "38.845,-77.105",
            "-k",
            "200",
            "--format",
            "csv",
            "--database",
            database
        )
        let asked = outcome.lines.dropFirst().map { line in
            let fields = line.split(separator: ",", omittingEmptySubsequences: false)
            return "\(fields[0]) \(Double(fields[fields.count - 1]) ?? -2)"
        }
        #expect(served.count == 200)
        #expect(served == Array(asked))
        _ = try await server.stop()
    }

    private final class Flag: Sendable {
        let isSet = Mutex(false)
    }

    @Test("after kill -9 every answered post is there", arguments: 0..<3)
    func killNine(round: Int) async throws {
        let server = try await AmbitServer.start(database: database)
        let token = try #require(
            try await server.send("POST", "/v1/devices").json["token"] as? String
        )
        let first = Flag()
        let answered = try await withThrowingTaskGroup(of: [String].self) { group in
            for writer in 0..<4 {
                group.addTask {
                    var answered: [String] = []
                    for index in 0..<10_000 {
                        let text = "writer \(writer) post \(index)"
                        guard
                            let answer = try? await server.send(
                                "POST",
                                "/v1/messages",
                                json: message(text),
                                token: token
                            ),
                            answer.status == 201
                        else { break }
                        answered.append(text)
                        first.isSet.withLock { $0 = true }
                    }
                    return answered
                }
            }
            group.addTask {
                try await Task.sleep(for: .milliseconds(300 + 217 * round))
                // A busy machine may not have answered anything by then.
                for _ in 0..<6000 where first.isSet.withLock({ !$0 }) {
                    try await Task.sleep(for: .milliseconds(5))
                }
                _ = try await server.stop(SIGKILL)
                return []
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        try #require(!answered.isEmpty)
        let check = try await AmbitCommand.run("check", "--database", database)
        #expect(check.exitCode == 0, "\(check.output)")
        let box = try await AmbitCommand.run(
            "within",
            "messages",
            "--bbox",
            "-78,38,-76,39",
            "--format",
            "csv",
            "--database",
            database
        )
        let stored = Set(box.lines.compactMap { $0.split(separator: ",").dropFirst().first })
        for text in answered { #expect(stored.contains(Substring(text))) }
    }

    @Test("errors are problem documents that name the parameter")
    func problems() async throws {
        let server = try await AmbitServer.start(database: database)
        let answer = try await server.get("/v1/stations?lat=91&lon=-77")
        #expect(answer.status == 400)
        #expect(answer.headers["content-type"] == "application/problem+json")
        let errors = try #require(try answer.json["errors"] as? [[String: Any]])
        #expect(errors.map { $0["parameter"] as? String } == ["lat"])
        _ = try await server.stop()
    }

    @Test("the log holds no position, token or text")
    func privateLog() async throws {
        let server = try await AmbitServer.start(
            database: database,
            environment: ["AMBIT_LOG": "trace"]
        )
        let token = try #require(
            try await server.send("POST", "/v1/devices").json["token"] as? String
        )
        _ = try await server.send(
            "POST",
            "/v1/messages",
            json: message("Rosebud"),
            token: token
        )
        _ = try await server.get("/v1/messages?lat=38.912345&lon=-77.054321&radius_m=1000")
        _ = try await server.stop()
        // Without what may have any digits: how long a request took, its id, and the service's own address.
        let log = server.logText.replacing(/(duration_ms|hb\.request\.id)=\S+/, with: "")
            .replacing("127.0.0.1:\(server.base.port ?? 0)", with: "")
        #expect(log.contains("/v1/messages"))
        for secret in [token, "Rosebud", "38.912345", "77.054321", "127.0.0.1:", "38.9"] {
            #expect(!log.contains(secret), "the log holds \(secret)")
        }
    }

    @Test("a database that does not exist is an error, and none is made")
    func noDatabase() async throws {
        let path = folder.path("mistyped.sqlite")
        let outcome = try await AmbitCommand.run("serve", "--port", "0", "--database", path)
        #expect(outcome.exitCode == 1)
        #expect(outcome.errors.contains("error: there is no database at \"\(path)\""))
        #expect(outcome.errors.contains("--create"))
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test("a database is made where that is asked for, and served again without asking")
    func create() async throws {
        let path = folder.path("new.sqlite")
        let made = try await AmbitServer.start(database: path)
        #expect(try await made.get("/v1/datasets").status == 200)
        _ = try await made.stop()
        #expect(FileManager.default.fileExists(atPath: path))
        let again = try await AmbitCommand.run("check", "--database", path)
        #expect(again.exitCode == 0)
    }

    @Test("an address that the machine does not have is an error that says so")
    func foreignAddress() async throws {
        let outcome = try await AmbitCommand.run(
            ["serve", "--create", "--host", "192.0.2.1", "--port", "0"]
                + ["--database", folder.path("x.sqlite")]
        )
        #expect(outcome.exitCode == 1)
        #expect(
            outcome.errors.contains(
                "error: nothing can listen on port 0 of 192.0.2.1, which is no address of this machine"
            ),
            "\(outcome.errors)"
        )
    }

    @Test("a port that is in use is an error that says so")
    func portInUse() async throws {
        let server = try await AmbitServer.start(database: database)
        let port = try #require(server.base.port)
        let outcome = try await AmbitCommand.run(
            "serve",
            "--create",
            "--port",
            "\(port)",
            "--database",
            folder.path("other.sqlite")
        )
        #expect(outcome.exitCode == 1)
        #expect(outcome.errors.contains("port \(port) of 127.0.0.1 is in use"))
        _ = try await server.stop()
    }
}
