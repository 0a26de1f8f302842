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
        // Blocks are of 512 bytes; what is said goes through a program that is free of the limit.
        let outcome = try await Program(
            "/bin/bash",
            [
                "-o", "pipefail", "-c",
                "(ulimit -f \(blocks); "
                    + "exec \"$0\" token create --role staff --label x --database \"$1\" 2>&1) | cat",
                try AmbitCommand.executable.path, database,
            ]
        ).run()
        #expect(outcome.exitCode == 1)
        let text = outcome.output
        #expect(text.contains(" into \(folder.url.path) for \(database)"), "\(text)")
        #expect(text.contains("nothing was changed"))
        #expect(!text.contains("I/O"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [])
    }
}
