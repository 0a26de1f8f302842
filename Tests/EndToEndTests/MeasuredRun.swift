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
        while wait4(process, &status, 0, &usage) < 0, errno == EINTR {}
        exitCode = status & 0x7F == 0 ? status >> 8 & 0xFF : -(status & 0x7F)
        let times = [usage.ru_utime, usage.ru_stime]
        seconds = times.reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 }
        megabytes = usage.ru_maxrss >> 10
        self.errors = try String(contentsOfFile: errors, encoding: .utf8)
    }
}
