import CFenceTrial
import Foundation
import Testing

/// What processes can still do behind their fences, each tried in a process of its own.
@Suite struct FenceTests {
    /// From which fence on something is possible, each leaving more than the one before it; nil for never.
    private static let trials: [(ambit_trial, name: String, from: ambit_fence_kind?)] = [
        (AMBIT_TRIAL_MEMORY, "ask for memory", AMBIT_FENCE_COMPUTING),
        (AMBIT_TRIAL_OWN_SIGNAL, "signal itself", AMBIT_FENCE_COMPUTING),
        (AMBIT_TRIAL_READ_OPEN, "read a file that is open", AMBIT_FENCE_OPEN_FILES),
        (AMBIT_TRIAL_LOCK, "lock a file that is open", AMBIT_FENCE_OPEN_FILES),
        (AMBIT_TRIAL_READ_FILE, "open a file to read it", AMBIT_FENCE_READING),
        (AMBIT_TRIAL_WRITE_FILE, "open a file to write it", nil),
        (AMBIT_TRIAL_MAKE_FILE, "make a file", nil),
        (AMBIT_TRIAL_REMOVE_FILE, "remove a file", nil),
        (AMBIT_TRIAL_SOCKET, "make a socket", nil),
        (AMBIT_TRIAL_FORK, "start a process", nil),
        (AMBIT_TRIAL_SIGNAL, "signal another process", nil),
        (AMBIT_TRIAL_THREAD_SIGNAL, "signal a thread of another process", nil),
        (AMBIT_TRIAL_OWNER, "have a file signal another process", nil),
    ]

    @Test(
        "a fence leaves what it says, and nothing else",
        arguments: [
            AMBIT_FENCE_COMPUTING.rawValue, AMBIT_FENCE_OPEN_FILES.rawValue,
            AMBIT_FENCE_READING.rawValue,
        ]
    )
    func fences(number: UInt32) throws {
        let fence = ambit_fence_kind(rawValue: number)
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("ambit-fence-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("file").path
        let missing = folder.appendingPathComponent("missing").path
        try Data("text".utf8).write(to: URL(filePath: file))
        for trial in Self.trials {
            let outcome = ambit_fence_trial(fence, trial.0, file, missing)
            if outcome == -1 {
                print("NOTICE: this system has no fences; nothing was tried.")
                return
            }
            let isAllowed = trial.from.map { $0.rawValue <= number } ?? false
            #expect(outcome == (isAllowed ? 0 : EPERM), "\(trial.name)")
        }
        #expect(FileManager.default.fileExists(atPath: file))
        #expect(!FileManager.default.fileExists(atPath: missing))
    }
}
