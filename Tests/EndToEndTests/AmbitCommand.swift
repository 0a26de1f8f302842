import Foundation
import Testing

/// Runs the built `ambit` as a person would: arguments in, output, errors and exit code out.
enum AmbitCommand {
    /// What a finished run left behind.
    struct Outcome {
        let exitCode: Int32
        let output: String
        let errors: String

        /// The lines of standard output.
        var lines: [String] {
            output.split(separator: "\n", omittingEmptySubsequences: true).map(String.init)
        }
    }

    /// The binary that was built together with the tests.
    static var executable: URL {
        get throws {
            let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
            return URL(fileURLWithPath: tests).deletingLastPathComponent()
                .appendingPathComponent("ambit")
        }
    }

    /// Runs `ambit` to its end.
    static func run(
        _ arguments: String...,
        input: String? = nil,
        environment: [String: String] = [:]
    ) async throws -> Outcome {
        try await run(arguments, input: input, environment: environment)
    }

    /// - Parameter bytes: What stands on standard input where that is no text.
    static func run(
        _ arguments: [String],
        input: String? = nil,
        bytes: Data? = nil,
        environment: [String: String] = [:]
    ) async throws -> Outcome {
        // Files, not pipes: a full pipe that nobody reads would stop the command for ever.
        let folder = try TemporaryFolder()
        let output = folder.path("stdout")
        let errors = folder.path("stderr")
        for file in [output, errors] { try Data().write(to: URL(fileURLWithPath: file)) }
        let process = try makeProcess(arguments, environment: environment)
        process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: output))
        process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: errors))
        let inputFile = folder.path("stdin")
        try (bytes ?? Data((input ?? "").utf8)).write(to: URL(fileURLWithPath: inputFile))
        process.standardInput = try FileHandle(forReadingFrom: URL(fileURLWithPath: inputFile))
        let exitCode = try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do { try process.run() } catch { continuation.resume(throwing: error) }
        }
        return Outcome(
            exitCode: exitCode,
            output: try String(contentsOfFile: output, encoding: .utf8),
            errors: try String(contentsOfFile: errors, encoding: .utf8)
        )
    }

    /// Runs `ambit` and kills it after a while, unless it has ended by then.
    static func runAndKill(
        _ arguments: [String],
        environment: [String: String] = [:],
        after delay: Duration
    ) async throws {
        let process = try makeProcess(arguments, environment: environment)
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try await withCheckedThrowingContinuation {
            (ended: CheckedContinuation<Void, any Error>) in
            process.terminationHandler = { _ in ended.resume() }
            do {
                try process.run()
            } catch {
                ended.resume(throwing: error)
                return
            }
            let id = process.processIdentifier
            Task {
                try await Task.sleep(for: delay)
                if process.isRunning { kill(id, SIGKILL) }
            }
        }
    }

    /// A process that is ready to be started, with no Ambit variables of the surroundings.
    static func makeProcess(
        _ arguments: [String],
        environment: [String: String]
    ) throws -> Process {
        let process = Process()
        process.executableURL = try executable
        process.arguments = arguments
        let inherited = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("AMBIT_") }
        process.environment = inherited.merging(environment) { $1 }
        return process
    }
}

/// A folder that goes away with its owner.
final class TemporaryFolder: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory
            .appendingPathComponent("ambit-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func path(_ name: String) -> String { url.appendingPathComponent(name).path }

    /// Writes a file and returns its path.
    func write(_ text: String, to name: String) throws -> String {
        try Data(text.utf8).write(to: url.appendingPathComponent(name))
        return path(name)
    }
}

/// The checkout, and the real files beside it.
enum Checkout {
    static let root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// A file of the sample county.
    static func county(_ name: String) -> String {
        root.appendingPathComponent("data/county/\(name)").path
    }

    /// A real file that lies beside the checkout and never in it.
    static func real(_ name: String) -> String {
        root.deletingLastPathComponent().appendingPathComponent("shared/data/\(name)").path
    }

    /// Whether the real files are there; tests of them are skipped, with a notice, where not.
    static let hasRealFiles = FileManager.default.fileExists(
        atPath: real("dc/polling_places.csv")
    )

    /// What a test says where the real files are absent.
    static let realFilesNotice: Comment =
        "skipped: the real files are not beside the checkout (../shared/data)"
}
