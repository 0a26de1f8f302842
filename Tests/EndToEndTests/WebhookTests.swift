import Foundation
import Testing

/// Webhooks as somebody meets them who runs an address: another program over HTTPS, that takes, refuses
/// and checks signatures by itself.
@Suite struct WebhookTests {
    /// Certificate, key and server of one address, `hook.localhost`.
    private final class Receiver {
        let folder: TemporaryFolder
        let process: Process
        let port: Int

        /// - Parameter behaviour: `take`, `fail` (503 to events), `mute` (no answer to the challenge),
        ///   `redirect` (302 to events) or `slow` (each answer after three seconds).
        init(_ behaviour: String = "take") async throws {
            folder = try TemporaryFolder()
            let script = try folder.write(Self.script, to: "receiver.py")
            _ = try Program.run(
                "openssl",
                [
                    "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2",
                    "-keyout", folder.path("key.pem"), "-out", folder.path("cert.pem"),
                    "-subj", "/CN=hook.localhost", "-addext", "subjectAltName=DNS:hook.localhost",
                ]
            )
            process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = ["python3", script, folder.path("."), behaviour]
            // What it inherits would keep the tests' own output open.
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            try process.run()
            let port = folder.path("port")
            for _ in 0..<200 where !FileManager.default.fileExists(atPath: port) {
                try await Task.sleep(for: .milliseconds(50))
            }
            self.port = try #require(Int(try String(contentsOfFile: port, encoding: .utf8)))
        }

        deinit { kill(process.processIdentifier, SIGKILL) }

        var url: String { "https://hook.localhost:\(port)/in?team=1" }
        /// Lets a service send there.
        var arguments: [String] {
            [
                "--webhook-exception", "127.0.0.1:\(port)",
                "--webhook-authorities", folder.path("cert.pem"),
            ]
        }

        /// What has come so far, a request each.
        func deliveries() throws -> [[String: Any]] {
            let text = (try? String(contentsOfFile: folder.path("log"), encoding: .utf8)) ?? ""
            return try text.split(separator: "\n").map {
                try #require(
                    try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
                )
            }
        }

        /// Tells the server the secret that it checks signatures with.
        func learn(_ secret: String) throws {
            try Data(secret.utf8).write(to: URL(fileURLWithPath: folder.path("secret")))
        }

        /// Waits until so many requests of a type have come.
        func wait(for count: Int, _ type: String) async throws -> [[String: Any]] {
            for _ in 0..<300 {
                let found = try deliveries().filter { $0["type"] as? String == type }
                if found.count >= count { return found }
                try await Task.sleep(for: .milliseconds(50))
            }
            Issue.record("\(type): \(try deliveries())")
            return []
        }

        /// Verifies as README shows it.
        private static let script = #"""
            import base64, hashlib, hmac, http.server, json, os, ssl, sys, threading, time
            folder, behaviour = sys.argv[1:]
            class Handler(http.server.BaseHTTPRequestHandler):
                protocol_version = "HTTP/1.1"
                def log_message(self, *_): pass
                def do_POST(self):
                    body = self.rfile.read(int(self.headers["content-length"]))
                    event = json.loads(body)
                    valid = None
                    try:
                        secret = open(folder + "/secret").read()
                        key = base64.b64decode(secret.removeprefix("whsec_"))
                        signed = f'{self.headers["webhook-id"]}.{self.headers["webhook-timestamp"]}.'.encode() + body
                        wanted = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
                        fresh = abs(time.time() - int(self.headers["webhook-timestamp"])) < 300
                        valid = fresh and any(hmac.compare_digest(wanted, s) for s in self.headers["webhook-signature"].split())
                    except FileNotFoundError: pass
                    with open(folder + "/log", "a") as log:
                        log.write(json.dumps({"type": event["type"], "id": self.headers["webhook-id"], "valid": valid,
                            "path": self.path, "event": event}) + "\n")
                    status, answer = 200, b""
                    if event["type"] == "challenge":
                        if behaviour != "mute": answer = json.dumps({"challenge": event["data"]["challenge"]}).encode()
                    elif behaviour == "fail" and not os.path.exists(folder + "/well"): status = 503
                    elif behaviour == "redirect": status = 302
                    if behaviour == "slow": time.sleep(3)
                    self.send_response(status)
                    if status == 302: self.send_header("location", f"https://hook.localhost:{port}/elsewhere")
                    self.send_header("content-length", str(len(answer)))
                    self.end_headers()
                    self.wfile.write(answer)
            server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
            # A port that addresses may have.
            while not 10000 <= server.server_address[1] < 60000:
                server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
            port = server.server_address[1]
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(folder + "/cert.pem", folder + "/key.pem")
            server.socket = context.wrap_socket(server.socket, server_side=True)
            open(folder + "/port.new", "w").write(str(port))
            os.rename(folder + "/port.new", folder + "/port")
            server.serve_forever()
            """#
    }

    private let folder: TemporaryFolder
    private let database: String

    init() throws {
        folder = try TemporaryFolder()
        database = folder.path("test.sqlite")
    }

    private func start(_ receiver: Receiver) async throws -> AmbitServer {
        try await AmbitServer.start(
            database: database,
            arguments: receiver.arguments,
            environment: ["AMBIT_RATE_LIMIT": "off"]
        )
    }

    private func token(of server: AmbitServer) async throws -> String {
        try #require(try await server.send("POST", "/v1/devices").json["token"] as? String)
    }

    /// Posts a message and returns its id.
    private func post(
        _ text: String,
        _ latitude: Double = 38.9,
        radius: Double = 1000,
        to server: AmbitServer,
        by token: String
    ) async throws -> String {
        let answer = try await server.send(
            "POST",
            "/v1/messages",
            json: [
                "text": text, "category": "news", "lat": latitude, "lon": -77,
                "visible_radius_m": radius, "ttl_s": 3600,
            ],
            token: token
        )
        return try #require(try answer.json["id"] as? String)
    }

    private func subscribe(
        _ receiver: Receiver,
        to server: AmbitServer,
        by token: String
    ) async throws -> (id: String, secret: String) {
        let answer = try await server.send(
            "POST",
            "/v1/me/webhooks",
            json: ["url": receiver.url, "lat": 38.9, "lon": -77, "radius_m": 2000],
            token: token
        )
        #expect(answer.status == 201, "\(String(decoding: answer.body, as: UTF8.self))")
        let properties = try #require(try answer.json["properties"] as? [String: Any])
        let secret = try #require(properties["secret"] as? String)
        try receiver.learn(secret)
        return (try #require(try answer.json["id"] as? String), secret)
    }

    /// Waits until a webhook's address is proven.
    private func waitUntilActive(_ id: String, _ server: AmbitServer, _ token: String) async throws
    {
        for _ in 0..<200 {
            let answer = try await server.send("GET", "/v1/me/webhooks/\(id)", token: token)
            let properties = try #require(try answer.json["properties"] as? [String: Any])
            if properties["state"] as? String == "active" { return }
            try await Task.sleep(for: .milliseconds(50))
        }
        Issue.record("the address was not proven")
    }

    @Test("tells what is within both radii, signed, in order, and of what goes")
    func deliveries() async throws {
        let receiver = try await Receiver()
        let server = try await start(receiver)
        let token = try await token(of: server)
        let (id, _) = try await subscribe(receiver, to: server, by: token)
        try await waitUntilActive(id, server, token)
        // Within the reader's radius and not the message's; beyond the reader's; within both.
        _ = try await post("too quiet", 38.91, radius: 500, to: server, by: token)
        _ = try await post("too far", 38.95, radius: 50_000, to: server, by: token)
        var sent: [String] = []
        for number in 0..<5 {
            sent.append(try await post("near \(number)", 38.905, to: server, by: token))
        }
        let posted = try await receiver.wait(for: 5, "posted")
        let events = posted.compactMap { $0["event"] as? [String: Any] }
        let data = events.compactMap { $0["data"] as? [String: Any] }
        #expect(data.compactMap { $0["id"] as? String } == sent)
        #expect(posted.compactMap { $0["id"] as? String } == (1...5).map { "\(id).\($0)" })
        #expect(
            posted.allSatisfy {
                $0["valid"] as? Bool == true && $0["path"] as? String == "/in?team=1"
            }
        )
        let first = try #require(data.first?["properties"] as? [String: Any])
        #expect(first["text"] as? String == "near 0")
        // A thousandth of a degree of the meridian is 111 m here.
        #expect(abs((first["distance_m"] as? Double ?? 0) - 555.06) < 0.1)
        _ = try await server.send("DELETE", "/v1/messages/\(sent[0])", token: token)
        let removed = try await receiver.wait(for: 1, "removed")
        let told = (removed.first?["event"] as? [String: Any])?["data"] as? [String: Any]
        #expect(told?["id"] as? String == sent[0])
        // Its new secret signs beside the old one, and a service that starts anew knows both.
        let replaced = try await server.send("POST", "/v1/me/webhooks/\(id)/secret", token: token)
        #expect(replaced.status == 200)
        _ = try await post("signed twice", 38.9, to: server, by: token)
        #expect(try await receiver.wait(for: 6, "posted").last?["valid"] as? Bool == true)
        let properties = try #require(try replaced.json["properties"] as? [String: Any])
        try receiver.learn(try #require(properties["secret"] as? String))
        _ = try await post("signed by the new one", 38.9, to: server, by: token)
        #expect(try await receiver.wait(for: 7, "posted").last?["valid"] as? Bool == true)
        // What is at rest tells nothing of the address, and who is forgotten is told nothing more.
        let files = try ["", "-wal"].map {
            try Data(contentsOf: URL(fileURLWithPath: database + $0))
        }
        for file in files { #expect(file.range(of: Data("hook.localhost".utf8)) == nil) }
        #expect(try await server.send("DELETE", "/v1/me", token: token).status == 204)
        let other = try await self.token(of: server)
        _ = try await post("nobody is told", 38.9, to: server, by: other)
        try await Task.sleep(for: .milliseconds(500))
        #expect(try receiver.deliveries().filter { $0["type"] as? String == "posted" }.count == 7)
        #expect(try await server.stop() == 0)
    }

    @Test("killed, it loses no webhook and no event, and sends the same event under the same id")
    func killed() async throws {
        let receiver = try await Receiver("fail")
        var server = try await start(receiver)
        let token = try await token(of: server)
        let (id, _) = try await subscribe(receiver, to: server, by: token)
        try await waitUntilActive(id, server, token)
        var sent: [String] = []
        for round in 0..<6 {
            for number in 0..<3 {
                sent.append(
                    try await post("\(round) \(number)", 38.9, to: server, by: token)
                )
            }
            // Another moment after the last answer each time.
            try await Task.sleep(for: .milliseconds(round * 40))
            kill(server.process.processIdentifier, SIGKILL)
            server.process.waitUntilExit()
            server = try await start(receiver)
        }
        try Data().write(to: URL(fileURLWithPath: receiver.folder.path("well")))
        var told: [String: String] = [:]
        for _ in 0..<600 where Set(told.values) != Set(sent) {
            try await Task.sleep(for: .milliseconds(100))
            for delivery in try receiver.deliveries() where delivery["type"] as? String == "posted"
            {
                let event = delivery["event"] as? [String: Any]
                let message = (event?["data"] as? [String: Any])?["id"] as? String
                let eventID = try #require(delivery["id"] as? String)
                #expect(told[eventID] == nil || told[eventID] == message)
                told[eventID] = message
            }
        }
        #expect(Set(told.values) == Set(sent))
        #expect(told.count == sent.count, "an event came under two ids")
    }

    @Test("sends nothing to an address that does not answer the challenge or is not public")
    func unproven() async throws {
        let receiver = try await Receiver("mute")
        // Without the exception.
        let server = try await AmbitServer.start(
            database: database,
            arguments: ["--webhook-authorities", receiver.folder.path("cert.pem")],
            environment: ["AMBIT_RATE_LIMIT": "off"]
        )
        let token = try await token(of: server)
        let (id, _) = try await subscribe(receiver, to: server, by: token)
        var failures = 0
        for _ in 0..<100 where failures == 0 {
            try await Task.sleep(for: .milliseconds(50))
            let answer = try await server.send("GET", "/v1/me/webhooks/\(id)", token: token)
            let properties = try #require(try answer.json["properties"] as? [String: Any])
            #expect(properties["state"] as? String == "unproven")
            failures = properties["failures"] as? Int ?? 0
        }
        #expect(failures == 1)
        #expect(try receiver.deliveries().isEmpty)
        #expect(try await server.stop() == 0)
        // With it, the challenge comes and stays unanswered.
        let other = try await start(receiver)
        _ = try await subscribe(receiver, to: other, by: token)
        #expect(try await receiver.wait(for: 1, "challenge").first != nil)
        _ = try await post("not told", 38.9, to: other, by: token)
        try await Task.sleep(for: .milliseconds(500))
        #expect(try receiver.deliveries().allSatisfy { $0["type"] as? String == "challenge" })
    }

    @Test("follows no redirect, and one that is slow holds up nobody else")
    func slowAndElsewhere() async throws {
        let redirecting = try await Receiver("redirect")
        let slow = try await Receiver("slow")
        let quick = try await Receiver()
        let authorities = try folder.write(
            [redirecting, slow, quick].map {
                (try? String(contentsOfFile: $0.folder.path("cert.pem"), encoding: .utf8)) ?? ""
            }.joined(),
            to: "authorities.pem"
        )
        let exceptions = [redirecting, slow, quick].flatMap {
            ["--webhook-exception", "127.0.0.1:\($0.port)"]
        }
        let server = try await AmbitServer.start(
            database: database,
            arguments: exceptions + ["--webhook-authorities", authorities],
            environment: ["AMBIT_RATE_LIMIT": "off"]
        )
        let token = try await token(of: server)
        for receiver in [redirecting, slow, quick] {
            let (id, _) = try await subscribe(receiver, to: server, by: token)
            try await waitUntilActive(id, server, token)
        }
        for number in 0..<10 { _ = try await post("\(number)", to: server, by: token) }
        let start = ContinuousClock.now
        #expect(try await quick.wait(for: 10, "posted").count == 10)
        #expect(start.duration(to: .now) < .seconds(3))
        #expect(try slow.deliveries().count < 6)
        let elsewhere = try redirecting.deliveries().filter {
            $0["path"] as? String == "/elsewhere"
        }
        #expect(elsewhere.isEmpty)
        #expect(try redirecting.deliveries().contains { $0["type"] as? String == "posted" })
    }

    @Test("refuses addresses that have no public name, and names the member")
    func refusals() async throws {
        let server = try await AmbitServer.start(database: database)
        let token = try await token(of: server)
        for url in [
            "http://example.org/", "https://127.0.0.1/", "https://[::1]/", "https://localhost/",
            "https://a:b@example.org/", "https://example.org:22/", "https://2130706433/",
            "https://example.org\\@127.0.0.1/", "ftp://example.org/", "https://example.org/#x",
        ] {
            let answer = try await server.send(
                "POST",
                "/v1/me/webhooks",
                json: ["url": url, "lat": 1, "lon": 1, "radius_m": 10],
                token: token
            )
            #expect(answer.status == 400, "\(url)")
            let errors = try #require(try answer.json["errors"] as? [[String: Any]])
            #expect(errors.map { $0["parameter"] as? String } == ["url"], "\(url)")
        }
        let list = try await server.send("GET", "/v1/me/webhooks", token: token)
        #expect(try list.json["numberReturned"] as? Int == 0)
        let area = try await server.send(
            "POST",
            "/v1/moderation/webhooks",
            json: ["url": "https://example.org/", "polygon": [:] as [String: Any]],
            token: token
        )
        #expect(area.status == 401)
    }
}
