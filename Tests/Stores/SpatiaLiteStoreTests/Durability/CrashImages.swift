import Foundation
import Testing

@testable import SpatiaLiteStore

/// What was recorded of a database's files, and what must hold of everything that a loss of power
/// may leave of them.
struct CrashImages {
    /// Says what is wrong with a store's contents after so many acknowledgements; nil when nothing is.
    typealias Judge = @Sendable (StoreContents, _ acknowledged: Int) -> String?

    let name: String
    let trace: DiskTrace
    let judge: Judge

    /// How an examination went.
    struct Outcome {
        var images = 0
        /// Recovered files that differ.
        var states = 0
        var seconds = 0.0
        /// What was wrong with the first image that was not as promised.
        var complaint: String?
    }

    /// How many images are examined by the store even though SQLite recovers the same file from each
    /// as from an earlier one: every n-th.
    private static let everyKnown = 100

    /// Makes images after prefixes of the trace, all prefixes when there are as many images, and opens
    /// each: what was acknowledged is there, nothing is half there, and the check finds nothing.
    ///
    /// From most images SQLite recovers a file, byte for byte, that was examined before; of those only
    /// what is acknowledged is compared again.
    /// - Parameters:
    ///   - count: How many images.
    ///   - part: How much of the trace, from its beginning.
    ///   - isSyncing: Whether the disk keeps its word when it says that something is safe.
    func examine(
        count: Int,
        seed: UInt64,
        part: Double = 1,
        isSyncing: Bool = true
    ) async throws -> Outcome {
        let folder = try DurabilityTests.makeQuickFolder()
        let path = folder.file("ambit.sqlite")
        let disk = CrashDisk(trace, isSyncing: isSyncing)
        var known: [UInt64: StoreContents] = [:]
        var outcome = Outcome()
        let start = ContinuousClock.now
        let end = Int(Double(trace.eventCount) * part)
        for number in 0..<count {
            // The first says what was there before.
            let events = max(1, (number + 1) * end / count)
            let acknowledged = disk.advance(to: events)
            let imageSeed = SeededGenerator.mixed(seed, UInt64(number))
            try disk.write(to: path, seed: imageSeed)
            let hash = CrashDisk.recover(path)
            let contents: StoreContents
            if let examined = known[hash], !number.isMultiple(of: Self.everyKnown) {
                contents = examined
            } else {
                try disk.write(to: path, seed: imageSeed)
                contents = try await open(path, "\(name), \(events) events, seed \(imageSeed)")
                known[hash] = contents
            }
            outcome.images += 1
            if let complaint = judge(contents, acknowledged) {
                outcome.complaint = """
                    \(name): after \(events) of \(trace.eventCount) events and \(acknowledged) \
                    acknowledgements, seed \(imageSeed): \(complaint)
                    """
                break
            }
        }
        outcome.states = known.count
        outcome.seconds = (ContinuousClock.now - start) / .seconds(1)
        return outcome
    }

    private func open(_ path: String, _ image: String) async throws -> StoreContents {
        do {
            let store = try await SpatiaLiteStore.open(path)
            let report = try await store.check()
            #expect(report.isSound, "\(image): \(report)")
            let contents = try await StoreContents.of(store, devices: Scenario.devices)
            try await store.close()
            return contents
        } catch {
            Issue.record("\(image): \(error)")
            throw error
        }
    }
}

extension SeededGenerator {
    /// A number that follows from two.
    static func mixed(_ first: UInt64, _ second: UInt64) -> UInt64 {
        var generator = SeededGenerator(seed: first &* 0x9E37_79B9_7F4A_7C15 &+ second)
        return generator.next()
    }
}
