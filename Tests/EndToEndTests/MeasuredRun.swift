import Foundation
import Glibc

/// A run of `ambit` whose work and memory are measured.
struct MeasuredRun {
    /// How it ended: its exit code, or minus the signal that killed it.
    let exitCode: Int32
    /// What it computed, in seconds of a core, the processes that it started included.
    let seconds: Double
    /// The most memory that it had at a time.
    let megabytes: Int
    let errors: String

    /// Runs `ambit` to its end, and blocks its thread until then.
    ///
    /// - Parameter folder: Where what it says is kept meanwhile.
    init(_ arguments: [String], in folder: TemporaryFolder) throws {
        let errors = try folder.write("", to: "errors")
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY, 0)
        let program = try AmbitCommand.executable.path
        var words = ([program] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var process: pid_t = 0
        let failure = posix_spawn(&process, program, &actions, nil, &words, environ)
        guard failure == 0 else { throw POSIXError(.init(rawValue: failure) ?? .EIO) }
        var status: Int32 = 0
        var usage = rusage()
        var kilobytes = 0
        // What the system counts of an ended process has in it what this one had when it was started.
        while wait4(process, &status, WNOHANG, &usage) == 0 {
            kilobytes = max(kilobytes, Self.peakKilobytes(of: process))
            usleep(5_000)
        }
        exitCode = status & 0x7F == 0 ? status >> 8 & 0xFF : -(status & 0x7F)
        let times = [usage.ru_utime, usage.ru_stime]
        seconds = times.reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 }
        megabytes = kilobytes >> 10
        self.errors = try String(contentsOfFile: errors, encoding: .utf8)
    }

    /// The most memory that a process and those that it started have had so far, together.
    private static func peakKilobytes(of process: pid_t) -> Int {
        let folder = "/proc/\(process)"
        func text(_ name: String) -> String {
            (try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)) ?? ""
        }
        let own = text("status").firstMatch(of: /VmHWM:\s+(\d+) kB/).flatMap { Int($0.1) } ?? 0
        let started = text("task/\(process)/children").split(separator: " ").compactMap {
            pid_t($0)
        }
        return started.reduce(own) { $0 + peakKilobytes(of: $1) }
    }
}
