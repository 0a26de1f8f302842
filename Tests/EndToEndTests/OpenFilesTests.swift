import Foundation
import Testing

#if canImport(Glibc)
    import Glibc

    /// A server whose process may open no more files while it is asked.
    @Suite struct OpenFilesTests {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        @Test("who asks while no file can be opened is told to come back, and is answered then")
        func recovers() async throws {
            let server = try await AmbitServer.start(
                database: folder.path("test.sqlite"),
                environment: ["AMBIT_RATE_LIMIT": "off"]
            )
            let token = try #require(
                try await server.send("POST", "/v1/devices").json["token"] as? String
            )
            let port = try #require(server.base.port)
            let clients = try (0..<12).map { _ in try KeptConnection(port: port) }
            defer { clients.forEach { $0.close() } }
            for client in clients { #expect(try client.ask("/healthz").status == 200) }

            let process = server.process.processIdentifier
            // What the settings are is read from the database, each time.
            var refused: [KeptConnection.Answer] = []
            for _ in 0..<50 where refused.isEmpty {
                let usual = try limit(files: Self.lowestFree(of: process), of: process)
                for client in clients { try client.send("/v1/me/settings", token: token) }
                let answers = try clients.map { try $0.receive() }
                let others = answers.filter { ![200, 503].contains($0.status) }
                #expect(others.isEmpty, "\(others)")
                refused = answers.filter { $0.status == 503 }
                try limit(files: usual, of: process)
            }
            #expect(!refused.isEmpty, "all were answered by connections that were open")
            for answer in refused {
                #expect(answer.head.lowercased().contains("\r\nretry-after: 2\r\n"))
                #expect(answer.head.contains("application/problem+json"))
            }
            for client in clients { try client.send("/v1/me/settings", token: token) }
            let statuses = try clients.map { try $0.receive().status }
            #expect(statuses == Array(repeating: 200, count: 12))
            #expect(try await server.stop() == 0)
        }

        /// The number that the next file of a process would have.
        private static func lowestFree(of process: Int32) throws -> UInt {
            let open = Set(
                try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd")
                    .compactMap { UInt($0) }
            )
            return try #require((0...).first { !open.contains($0) })
        }

        /// Lets a process have files with numbers below this one alone.
        ///
        /// - Returns: The limit that it had.
        @discardableResult
        private func limit(files: UInt, of process: Int32) throws -> UInt {
            let before = try prlimit(["--output=SOFT", "--noheadings", "--nofile"], process)
            _ = try prlimit(["--nofile=\(files):"], process)
            return try #require(UInt(before))
        }

        private func prlimit(_ arguments: [String], _ process: Int32) throws -> String {
            let outcome = try Program.run("prlimit", ["--pid=\(process)"] + arguments)
            try #require(outcome.exitCode == 0, "\(outcome.errors)")
            return outcome.output.trimmingCharacters(in: .whitespacesAndNewlines)
        }
    }

    /// A connection on which one request follows the other.
    private struct KeptConnection {
        struct Answer {
            let status: Int
            let head: String
        }

        private let socket: Int32

        init(port: Int) throws { socket = try Probes.connect(to: port) }

        func close() { Glibc.close(socket) }

        func ask(_ path: String) throws -> Answer {
            try send(path)
            return try receive()
        }

        func send(_ path: String, token: String? = nil) throws {
            let field = token.map { "Authorization: Bearer \($0)\r\n" } ?? ""
            let request = Array("GET \(path) HTTP/1.1\r\nHost: x\r\n\(field)\r\n".utf8)
            try #require(Glibc.send(socket, request, request.count, 0) == request.count)
        }

        /// Waits for a whole answer.
        func receive() throws -> Answer {
            var bytes: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 4096)
            while true {
                let text = String(decoding: bytes, as: UTF8.self)
                if let end = text.range(of: "\r\n\r\n") {
                    let head = String(text[..<end.upperBound])
                    let length = head.firstMatch(of: /content-length: ([0-9]+)/.ignoresCase())
                    let count = try #require(length.flatMap { Int($0.output.1) })
                    if bytes.count >= head.utf8.count + count {
                        let status = try #require(Int(head.dropFirst(9).prefix(3)))
                        return Answer(status: status, head: head)
                    }
                }
                let count = recv(socket, &buffer, buffer.count, 0)
                try #require(count > 0, "the connection ended: \(text)")
                bytes += buffer[..<count]
            }
        }
    }
#endif
