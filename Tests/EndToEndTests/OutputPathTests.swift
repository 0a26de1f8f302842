import Foundation
import Testing

/// Where commands write, and where they must not.
@Suite struct OutputPathTests {
    private let folder: TemporaryFolder
    private let database: String
    private let file: String

    init() async throws {
        folder = try TemporaryFolder()
        database = try await SmallLayer.database(in: folder)
        file = try folder.write(SmallLayer.csv, to: "list.csv")
    }

    private func bytes(_ path: String) throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: path))
    }

    @Test(
        "what an import reads, a database and a folder are not replaced by what it writes",
        arguments: ["--rejects", "--report", "--save-repairs", "--save-profile"]
    )
    func kept(option: String) async throws {
        let link = folder.path("link.csv")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
        let refused = [
            (file, "it is the file that is read"), (link, "it is the file that is read"),
            (database, "it is a database"), (folder.path("."), "it is a folder"),
            (folder.path("none/x.csv"), "nothing can be written into that folder"),
        ]
        for (path, reason) in refused {
            let outcome = try await AmbitCommand.run(
                "import",
                "stations",
                file,
                "--dataset",
                "other",
                option,
                path,
                "--database",
                database
            )
            #expect(outcome.exitCode == 1)
            #expect(outcome.errors.contains("\(option) \(path): \(reason)"), "\(outcome.errors)")
        }
        #expect(try bytes(file) == Data(SmallLayer.csv.utf8))
        let list = try await AmbitCommand.run("datasets", "list", "--database", database)
        #expect(!list.output.contains("other"))
    }

    @Test("rows do not replace the database that they come from, and a device stays one")
    func rows() async throws {
        let arguments = [
            "within", "stations", "--bbox", "-180,-90,180,90", "--format", "csv", "--database",
            database,
        ]
        let refused = try await AmbitCommand.run(arguments + ["--output", database])
        #expect(refused.exitCode == 1)
        #expect(refused.errors.contains("it is a database; name another file"))
        let pipe = folder.path("pipe")
        #expect(mkfifo(pipe, 0o600) == 0)
        let reader = open(pipe, O_RDONLY | O_NONBLOCK)
        defer { close(reader) }
        let written = try await AmbitCommand.run(arguments + ["--output", pipe])
        #expect(written.exitCode == 0, "\(written.errors)")
        var status = stat()
        #expect(stat(pipe, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
        // A link is followed, and stays one.
        let target = try folder.write("old", to: "target.csv")
        let link = folder.path("rows.csv")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
        #expect(try await AmbitCommand.run(arguments + ["--output", link]).exitCode == 0)
        #expect(try String(contentsOfFile: target, encoding: .utf8).contains("Alder Hall"))
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == target)
    }

    @Test("where nobody reads the errors, a command ends as it would")
    func closedErrors() async throws {
        let process = try AmbitCommand.makeProcess(
            ["vote", "--postcode", "99999", "--database", database],
            environment: [:]
        )
        let pipe = Pipe()
        process.standardError = pipe
        process.standardOutput = FileHandle.nullDevice
        try pipe.fileHandleForReading.close()
        let reason = try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = {
                continuation.resume(returning: ($0.terminationReason, $0.terminationStatus))
            }
            do { try process.run() } catch { continuation.resume(throwing: error) }
        }
        #expect(reason == (.exit, 1))
    }
}
