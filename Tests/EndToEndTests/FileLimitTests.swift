import Foundation
import Testing

/// Where the system lets no file grow beyond some size, as a quota may.
@Suite struct FileLimitTests {
    @Test(
        "a database that may not grow to its size is no half of one, and the reason is told",
        arguments: [0, 1, 8, 200]
    )
    func firstStart(blocks: Int) async throws {
        let folder = try TemporaryFolder()
        let database = folder.path("test.sqlite")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        // Blocks are of 512 bytes.
        process.arguments = [
            "-c",
            "ulimit -f \(blocks); exec \"$0\" token create --role staff --label x --database \"$1\"",
            try AmbitCommand.executable.path, database,
        ]
        let errors = Pipe()
        process.standardError = errors
        process.standardOutput = FileHandle.nullDevice
        let exit = try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = {
                continuation.resume(returning: ($0.terminationReason, $0.terminationStatus))
            }
            do { try process.run() } catch { continuation.resume(throwing: error) }
        }
        #expect(exit == (.exit, 1))
        let text = String(
            decoding: errors.fileHandleForReading.readDataToEndOfFile(),
            as: UTF8.self
        )
        #expect(text.contains(" into \(folder.url.path) for \(database)"), "\(text)")
        #expect(text.contains("nothing was changed"))
        #expect(!text.contains("I/O"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [])
    }
}
