import Foundation
import Testing

/// Runs the built `ambit` as a person would: arguments in, output, errors and exit code out.
enum AmbitCommand {
    typealias Outcome = Program.Outcome

    /// The binary that was built together with the tests, or the one that `AMBIT_TEST_EXECUTABLE` names,
    /// such as that of a release.
    static var executable: URL {
        get throws {
            if let named { return URL(fileURLWithPath: named) }
            let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
            return URL(fileURLWithPath: tests).deletingLastPathComponent()
                .appendingPathComponent("ambit")
        }
    }

    /// The binary that the surroundings name.
    static let named = ProcessInfo.processInfo.environment["AMBIT_TEST_EXECUTABLE"]

    /// Runs `ambit` to its end.
    static func run(
        _ arguments: String...,
        input: String? = nil,
        environment: [String: String] = [:]
    ) async throws -> Outcome {
        try await run(arguments, input: input, environment: environment)
    }

    /// - Parameters:
    ///   - bytes: What stands on standard input where that is no text.
    ///   - directory: Where it runs; where the tests do if nil.
    ///   - delay: After what time it is killed, unless it has ended by then.
    static func run(
        _ arguments: [String],
        input: String? = nil,
        bytes: Data? = nil,
        environment: [String: String] = [:],
        directory: URL? = nil,
        killedAfter delay: Duration? = nil
    ) async throws -> Outcome {
        try await Program(
            executable.path,
            arguments,
            input: bytes ?? Data((input ?? "").utf8),
            environment: surroundings(environment),
            directory: directory
        ).run(killedAfter: delay)
    }

    /// A process that is ready to be started, for tests that talk with it while it runs.
    static func makeProcess(
        _ arguments: [String],
        environment: [String: String]
    ) throws -> Process {
        let process = Process()
        process.executableURL = try executable
        process.arguments = arguments
        process.environment = surroundings(environment)
        return process
    }

    /// The variables of the tests without Ambit's own, and some more.
    private static func surroundings(_ more: [String: String]) -> [String: String] {
        ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("AMBIT_") }
            .merging(more) { $1 }
    }
}
