import Foundation
import Testing

/// A program that a test runs to its end: arguments and input in, output, errors and end out.
///
/// It reads and writes files, not pipes: a full pipe that nobody reads would stop it for ever. They
/// are closed by hand, since Foundation keeps every `Process` that has run, and with it what is
/// open. Left to themselves they'd be thousands in the end, and a process with more than some 1,350
/// of them can start no other: Foundation looks through `/proc/self/fd` beyond the memory it has.
struct Program {
    /// What a finished run left behind.
    struct Outcome {
        let reason: Process.TerminationReason
        let exitCode: Int32
        let output: String
        let errors: String

        /// The lines of standard output.
        var lines: [String] {
            output.split(separator: "\n", omittingEmptySubsequences: true).map(String.init)
        }
    }

    private let process = Process()
    private let folder: TemporaryFolder
    private let handles: [FileHandle]

    /// - Parameters:
    ///   - path: The program, or its name where the variable `PATH` leads to it.
    ///   - environment: All of its variables; those of the tests themselves where nil.
    ///   - directory: Where it runs; where the tests do if nil.
    init(
        _ path: String,
        _ arguments: [String],
        input: Data = Data(),
        environment: [String: String]? = nil,
        directory: URL? = nil
    ) throws {
        folder = try TemporaryFolder()
        let isPath = path.contains("/")
        process.executableURL = URL(fileURLWithPath: isPath ? path : "/usr/bin/env")
        process.arguments = isPath ? arguments : [path] + arguments
        if let environment { process.environment = environment }
        if let directory { process.currentDirectoryURL = directory }
        for name in ["output", "errors"] { _ = try folder.write("", to: name) }
        try input.write(to: folder.url.appendingPathComponent("input"))
        let read = try FileHandle(forReadingFrom: folder.url.appendingPathComponent("input"))
        let output = try FileHandle(forWritingTo: folder.url.appendingPathComponent("output"))
        let errors = try FileHandle(forWritingTo: folder.url.appendingPathComponent("errors"))
        process.standardInput = read
        process.standardOutput = output
        process.standardError = errors
        handles = [read, output, errors]
    }

    /// Runs a program to its end, and blocks its thread until then.
    static func run(_ path: String, _ arguments: [String], input: Data = Data()) throws -> Outcome {
        let program = try Program(path, arguments, input: input)
        do { try program.process.run() } catch {
            program.close()
            throw error
        }
        program.process.waitUntilExit()
        return try program.outcome()
    }

    /// Runs the program to its end, once.
    ///
    /// - Parameter delay: After what time it is killed, unless it has ended by then.
    func run(killedAfter delay: Duration? = nil) async throws -> Outcome {
        defer { close() }
        try await withCheckedThrowingContinuation { (end: CheckedContinuation<Void, any Error>) in
            process.terminationHandler = { _ in end.resume() }
            do {
                try process.run()
            } catch {
                end.resume(throwing: error)
                return
            }
            if let delay { Task { [process] in try await Self.kill(process, after: delay) } }
        }
        return try outcome()
    }

    private static func kill(_ process: Process, after delay: Duration) async throws {
        let id = process.processIdentifier
        try await Task.sleep(for: delay)
        if process.isRunning { Foundation.kill(id, SIGKILL) }
    }

    private func close() { for handle in handles { try? handle.close() } }

    private func text(_ name: String) throws -> String {
        String(
            decoding: try Data(contentsOf: folder.url.appendingPathComponent(name)),
            as: UTF8.self
        )
    }

    private func outcome() throws -> Outcome {
        close()
        return Outcome(
            reason: process.terminationReason,
            exitCode: process.terminationStatus,
            output: try text("output"),
            errors: try text("errors")
        )
    }
}
