import CFenceTrial
import Foundation
import Testing

/// What processes can still do behind their fences, each tried in a process of its own.
@Suite struct FenceTests {
    private static let trials: [(ambit_trial, name: String, computing: Bool, reading: Bool)] = [
        (AMBIT_TRIAL_MEMORY, "ask for memory", true, true),
        (AMBIT_TRIAL_OWN_SIGNAL, "signal itself", true, true),
        (AMBIT_TRIAL_READ_FILE, "open a file to read it", false, true),
        (AMBIT_TRIAL_LOCK, "lock a file that is open", false, true),
        (AMBIT_TRIAL_WRITE_FILE, "open a file to write it", false, false),
        (AMBIT_TRIAL_MAKE_FILE, "make a file", false, false),
        (AMBIT_TRIAL_REMOVE_FILE, "remove a file", false, false),
        (AMBIT_TRIAL_SOCKET, "make a socket", false, false),
        (AMBIT_TRIAL_FORK, "start a process", false, false),
        (AMBIT_TRIAL_SIGNAL, "signal another process", false, false),
        (AMBIT_TRIAL_THREAD_SIGNAL, "signal a thread of another process", false, false),
        (AMBIT_TRIAL_OWNER, "have a file signal another process", false, false),
    ]

    @Test("a fence leaves what it says, and nothing else", arguments: [false, true])
    func fences(mayRead: Bool) throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("ambit-fence-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("file").path
        let missing = folder.appendingPathComponent("missing").path
        try Data("text".utf8).write(to: URL(filePath: file))
        for trial in Self.trials {
            let outcome = ambit_fence_trial(mayRead ? 1 : 0, trial.0, file, missing)
            if outcome == -1 {
                print("NOTICE: this system has no fences; nothing was tried.")
                return
            }
            let isAllowed = mayRead ? trial.reading : trial.computing
            #expect(outcome == (isAllowed ? 0 : EPERM), "\(trial.name)")
        }
        #expect(FileManager.default.fileExists(atPath: file))
        #expect(!FileManager.default.fileExists(atPath: missing))
    }
}
