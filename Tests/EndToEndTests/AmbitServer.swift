import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A running `ambit serve` on a free port of 127.0.0.1; stopped when its test ends.
final class AmbitServer: Sendable {
    /// What a request got back.
    struct Answer {
        let status: Int
        let body: Data
        let headers: [String: String]

        /// The body as a JSON object.
        var json: [String: Any] {
            get throws {
                try #require(try JSONSerialization.jsonObject(with: body) as? [String: Any])
            }
        }
    }

    let process: Process
    let base: URL
    private let log: String
    private let folder: TemporaryFolder

    private init(process: Process, base: URL, log: String, folder: TemporaryFolder) {
        self.process = process
        self.base = base
        self.log = log
        self.folder = folder
    }

    deinit {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }

    /// What the server has written to standard error so far.
    var logText: String { (try? String(contentsOfFile: log, encoding: .utf8)) ?? "" }

    /// Starts a server and waits until it listens and is ready.
    static func start(
        database: String,
        arguments: [String] = [],
        environment: [String: String] = [:]
    ) async throws -> AmbitServer {
        let folder = try TemporaryFolder()
        let log = try folder.write("", to: "log")
        let process = try AmbitCommand.makeProcess(
            ["serve", "--database", database, "--port", "0", "--create"] + arguments,
            environment: environment
        )
        let errors = try FileHandle(forWritingTo: URL(fileURLWithPath: log))
        defer { try? errors.close() }
        process.standardError = errors
        process.standardOutput = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        try process.run()
        var server: AmbitServer?
        for _ in 0..<600 {
            let text = try String(contentsOfFile: log, encoding: .utf8)
            // The line behind the address is there: so is the whole of its port.
            if server == nil, text.contains("openapi.json"),
                let match = text.firstMatch(of: /http:\/\/127\.0\.0\.1:([0-9]+)/),
                let base = URL(string: String(match.output.0))
            {
                server = AmbitServer(process: process, base: base, log: log, folder: folder)
            }
            if let server, (try? await server.get("/readyz"))?.status == 200 { return server }
            try #require(process.isRunning, "ambit serve ended: \(text)")
            try await Task.sleep(for: .milliseconds(50))
        }
        kill(process.processIdentifier, SIGKILL)
        throw StartError(log: try String(contentsOfFile: log, encoding: .utf8))
    }

    struct StartError: Error { let log: String }

    func get(_ path: String) async throws -> Answer { try await send("GET", path) }

    /// Sends a request with an optional JSON body and device token.
    func send(
        _ method: String,
        _ path: String,
        json: [String: Any]? = nil,
        token: String? = nil
    ) async throws -> Answer {
        var request = URLRequest(url: try #require(URL(string: base.absoluteString + path)))
        request.httpMethod = method
        request.timeoutInterval = 30
        if let json {
            request.httpBody = try JSONSerialization.data(withJSONObject: json)
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        }
        if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
        let (body, response) = try await URLSession.shared.data(for: request)
        let http = try #require(response as? HTTPURLResponse)
        var headers: [String: String] = [:]
        for (name, value) in http.allHeaderFields {
            headers["\(name)".lowercased()] = "\(value)"
        }
        return Answer(status: http.statusCode, body: body, headers: headers)
    }

    /// Asks the server to end, waits for it, and returns its exit code.
    func stop(_ signal: Int32 = SIGTERM) async throws -> Int32 {
        kill(process.processIdentifier, signal)
        for _ in 0..<600 where process.isRunning {
            try await Task.sleep(for: .milliseconds(50))
        }
        try #require(!process.isRunning, "ambit serve did not end")
        return process.terminationStatus
    }
}
