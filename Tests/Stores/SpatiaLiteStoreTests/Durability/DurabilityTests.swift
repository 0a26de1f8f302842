import Foundation
import Testing

/// What outlives losses of power and failures of the disk. One test after the other: they share the
/// process's ``FaultyDisk``.
@Suite(.serialized) struct DurabilityTests {
    /// How much the long form of the tests tries, by the variable `AMBIT_TEST_ROUNDS`; nil in the short
    /// form.
    static var rounds: Int? {
        ProcessInfo.processInfo.environment["AMBIT_TEST_ROUNDS"].flatMap { Int($0) }
    }

    /// Where random choices begin, by the variable `AMBIT_TEST_SEED`: another one in each run of the
    /// long form makes other images.
    static var seed: UInt64 {
        ProcessInfo.processInfo.environment["AMBIT_TEST_SEED"].flatMap { UInt64($0) } ?? 1
    }

    /// A folder in memory where there is one: what is written there is thrown away soon.
    static func makeQuickFolder() throws -> TemporaryDirectory {
        let memory = "/dev/shm"
        return FileManager.default.isWritableFile(atPath: memory)
            ? try TemporaryDirectory(in: memory) : try TemporaryDirectory()
    }
}
