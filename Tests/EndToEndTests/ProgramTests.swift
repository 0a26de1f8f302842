import Foundation
import Testing

@Suite struct ProgramTests {
    private var openCount: Int {
        get throws { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count }
    }

    @Test("programs that have ended leave no file open")
    func nothingStaysOpen() async throws {
        func few() async throws {
            for _ in 0..<4 {
                let outcome = try await Program("cat", [], input: Data("said".utf8)).run()
                #expect(outcome.exitCode == 0 && outcome.output == "said")
                #expect(try Program.run("sh", ["-c", "echo no >&2; exit 3"]).errors == "no\n")
                await #expect(throws: (any Error).self) { try await Program("/none", []).run() }
                #expect(throws: (any Error).self) { try Program.run("/none", []) }
            }
        }
        // Each thread that waits for a program has its own handful, once.
        for _ in 0..<4 { try await few() }
        let before = try openCount
        for _ in 0..<4 { try await few() }
        // 48 that were started had 144 files open.
        #expect(try openCount < before + 24)
    }

    @Test("a program that is killed says so")
    func killed() async throws {
        let outcome = try await Program("/bin/sleep", ["60"]).run(killedAfter: .milliseconds(20))
        #expect(outcome.reason == .uncaughtSignal)
        #expect(outcome.exitCode == SIGKILL)
    }
}
