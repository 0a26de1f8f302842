import Foundation
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A service whose disk is full: a file system of twelve megabytes in memory, which takes the right to
/// mount one.
@Suite(.enabled(if: SmallDisk.isAllowed, "skipped: this user may not mount a file system"))
struct FullDiskTests {
    private let disk: SmallDisk
    private let database: String
    /// Five thousand stations, some megabytes in the database.
    private let large: String

    init() throws {
        let folder = try TemporaryFolder()
        disk = try SmallDisk(in: folder)
        database = disk.path("test.sqlite")
        let rows = (1...5_000).map { "\($0),Hall number \($0),\($0) Main St,42.1,-101.5\n" }
        large = try folder.write("id,name,address,lat,lon\n" + rows.joined(), to: "large.csv")
    }

    private func ambit(_ arguments: String...) async throws -> AmbitCommand.Outcome {
        try await AmbitCommand.run(arguments + ["--database", database])
    }

    private func upload(
        to server: AmbitServer,
        token: String
    ) async throws -> (status: Int, detail: String?) {
        let address = "/v1/imports?kind=stations&dataset=large"
        var request = URLRequest(
            url: try #require(URL(string: server.base.absoluteString + address))
        )
        request.httpMethod = "POST"
        request.timeoutInterval = 300
        request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
        let (body, response) = try await URLSession.shared.upload(
            for: request,
            from: try Data(contentsOf: URL(fileURLWithPath: large))
        )
        let json = try JSONSerialization.jsonObject(with: body) as? [String: Any]
        return ((response as? HTTPURLResponse)?.statusCode ?? 0, json?["detail"] as? String)
    }

    @Test("writes are answered 507 with the reason, reading goes on, and room mends it")
    func serving() async throws {
        _ = try await ambit(
            "import",
            "stations",
            Checkout.county("stations.csv"),
            "--dataset",
            "county",
            "--quiet"
        )
        let made = try await ambit("token", "create", "--role", "staff", "--label", "x")
        let token = made.output.trimmingCharacters(in: .newlines)
        var server = try await AmbitServer.start(database: database)
        try disk.fill()
        let refused = try await upload(to: server, token: token)
        #expect(refused.status == 507)
        let detail = try #require(refused.detail)
        #expect(detail.hasPrefix("The service's disk is full: nothing was changed"))
        let device = try await server.send("POST", "/v1/devices")
        #expect(device.status == 507)
        let near = "/v1/stations?lat=42.1&lon=-101.5&limit=1"
        #expect(try await server.get(near).status == 200)
        #expect(server.logText.contains("is full"))
        // What a crash leaves beside the file does not keep the next start from serving.
        kill(server.process.processIdentifier, SIGKILL)
        server = try await AmbitServer.start(database: database)
        let features = try await server.get(near).json["features"] as? [Any]
        #expect(features?.count == 1)
        // A log that was copied into the file meanwhile has left room.
        try disk.fill()
        #expect(try await server.send("POST", "/v1/devices").status == 507)
        try disk.empty()
        #expect(try await server.send("POST", "/v1/devices").status == 201)
        let imported = try await upload(to: server, token: token)
        #expect(imported.status == 200, "\(imported.detail ?? "")")
        #expect(try await server.stop() == 0)
        let check = try await ambit("check")
        #expect(check.exitCode == 0, "\(check.output)")
    }

    @Test(
        "a first start without room says so in plain words, and leaves no half of a database",
        arguments: [0, 1, 3, 9, 30, 100]
    )
    func firstStart(pages: Int) async throws {
        try disk.fill(butFor: pages)
        for arguments in [
            ["token", "create", "--role", "staff", "--label", "x"],
            ["import", "stations", large, "--dataset", "large"],
        ] {
            let outcome = try await AmbitCommand.run(arguments + ["--database", database])
            #expect(outcome.exitCode == 1)
            let folder = URL(fileURLWithPath: database).deletingLastPathComponent().path
            #expect(
                outcome.errors
                    == "error: the disk is full: there is no room left in \(folder) for \(database); "
                    + "nothing was changed, make room there and try again\n"
            )
            #expect(outcome.output.isEmpty)
            #expect(try disk.names == ["fill"])
        }
        try disk.empty()
        let made = try await ambit("token", "create", "--role", "staff", "--label", "x")
        #expect(made.exitCode == 0)
        #expect(try disk.names == ["test.sqlite"])
    }

    @Test("a service that was killed at rest starts again beside a full disk")
    func emptiedLog() async throws {
        _ = try await ambit("import", "stations", large, "--dataset", "large", "--quiet")
        let first = try await AmbitServer.start(database: database)
        #expect(try await first.send("POST", "/v1/devices").status == 201)
        // At rest, what the log holds is copied into the file, and the log is emptied.
        let log = database + "-wal"
        for _ in 0..<200 where try size(of: log) > 32 {
            try await Task.sleep(for: .milliseconds(50))
        }
        #expect(try size(of: log) <= 32)
        kill(first.process.processIdentifier, SIGKILL)
        first.process.waitUntilExit()
        try disk.fill()
        let server = try await AmbitServer.start(database: database)
        #expect(try await server.get("/v1/stations?lat=42.1&lon=-101.5&limit=1").status == 200)
        #expect(try await server.send("POST", "/v1/devices").status == 507)
        try disk.empty()
        #expect(try await server.send("POST", "/v1/devices").status == 201)
        #expect(try await server.stop() == 0)
    }

    private func size(of file: String) throws -> Int {
        try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int ?? 0
    }

    @Test("the log of an import that died beside a full disk does not keep a service from starting")
    func leftLog() async throws {
        _ = try await ambit(
            "import",
            "stations",
            Checkout.county("stations.csv"),
            "--dataset",
            "county",
            "--quiet"
        )
        // The service keeps the log from being written back at the import's end.
        let first = try await AmbitServer.start(database: database)
        _ = try await ambit("import", "stations", large, "--dataset", "large", "--quiet")
        kill(first.process.processIdentifier, SIGKILL)
        try disk.fill()
        let server = try await AmbitServer.start(database: database)
        let near = "/v1/stations?lat=42.1&lon=-101.5&limit=1"
        #expect(try await server.get(near).status == 200)
        #expect(try await server.send("POST", "/v1/devices").status == 507)
        try disk.empty()
        #expect(try await server.send("POST", "/v1/devices").status == 201)
        #expect(try await server.stop() == 0)
    }
}

/// A file system in memory that is soon full; unmounted with its owner.
private final class SmallDisk: Sendable {
    /// Where it is mounted.
    private let folder: String
    /// Goes away after the disk: nobody can remove a folder on which one is mounted.
    private let owner: TemporaryFolder

    init(in owner: TemporaryFolder) throws {
        self.owner = owner
        folder = owner.path("disk")
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true
        )
        try #require(Self.mount(folder))
    }

    deinit { _ = Self.run("/usr/bin/umount", ["-l", folder]) }

    static let isAllowed: Bool = {
        guard getuid() == 0 else { return false }
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("ambit-tests-\(UUID().uuidString)").path
        guard mkdir(folder, 0o700) == 0 else { return false }
        defer { rmdir(folder) }
        guard mount(folder) else { return false }
        return run("/usr/bin/umount", [folder])
    }()

    func path(_ name: String) -> String { folder + "/" + name }

    /// What lies on it.
    var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: folder).sorted() }
    }

    /// Leaves no room at all, or that of so many pages of 4,096 bytes.
    func fill(butFor pages: Int = 0) throws {
        let file = open(path("fill"), O_WRONLY | O_CREAT | O_APPEND, 0o600)
        defer { close(file) }
        let zeros = [UInt8](repeating: 0, count: 4096)
        while write(file, zeros, zeros.count) > 0 {}
        #expect(errno == ENOSPC)
        let length = lseek(file, 0, SEEK_END)
        #expect(ftruncate(file, length - pages * 4096) == 0)
    }

    func empty() throws { try FileManager.default.removeItem(atPath: path("fill")) }

    private static func mount(_ folder: String) -> Bool {
        run("/usr/bin/mount", ["-t", "tmpfs", "-o", "size=12m", "tmpfs", folder])
    }

    private static func run(_ program: String, _ arguments: [String]) -> Bool {
        (try? Program.run(program, arguments))?.exitCode == 0
    }
}
