import Foundation
import Testing

/// Files of every format that were made to take long or much memory: a check of one takes a time and a
/// memory that are bounded, or its limit is told.
///
/// The long form, with AMBIT_TEST_ROUNDS in the surroundings, has files of nine megabytes.
@Suite struct InputLimitTests {
    private static let isLong = ProcessInfo.processInfo.environment["AMBIT_TEST_ROUNDS"] != nil
    private static let length = isLong ? 9_000_000 : 300_000
    /// Of a core's time. What is built for tests takes several times as long as what is built to run,
    /// which `AMBIT_TEST_EXECUTABLE` names.
    private static let mostSeconds = AmbitCommand.named != nil ? 10.0 : isLong ? 90 : 20
    private static let mostMegabytes = 500

    @Test("a file under 10 MB takes a bounded time and memory", arguments: NastyFile.allCases)
    func limits(file: NastyFile) throws {
        let folder = try TemporaryFolder()
        let path = folder.path("nasty")
        try file.bytes(length: Self.length).write(to: URL(filePath: path))
        var arguments = ["import", file.kind, path, "--dataset", "d", "--check"]
        if file.kind == "districts" { arguments += ["--type", "ward"] }
        let run = try MeasuredRun(
            arguments + ["--database", folder.path("test.sqlite")],
            in: folder
        )
        #expect(run.seconds <= Self.mostSeconds, "\(file)")
        #expect(run.megabytes <= Self.mostMegabytes, "\(file)")
        // It ends by itself, and says why where it reads nothing.
        #expect(
            (0...2).contains(run.exitCode),
            "\(file): \(run.exitCode) \(run.errors.suffix(200))"
        )
        if run.exitCode == 1 { #expect(run.errors.contains("error: "), "\(file)") }
        if Self.isLong {
            print("\(file): \(run.seconds) s, \(run.megabytes) MB, ended with \(run.exitCode)")
        }
    }
}
