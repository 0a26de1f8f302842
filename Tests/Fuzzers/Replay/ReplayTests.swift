import Foundation
import Testing

/// What the fuzzers begin with and what they found, read again.
@Suite struct ReplayTests {
    private static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The files of a fuzzer.
    private static func inputs(_ kind: String, _ fuzzer: Fuzzer) throws -> [[UInt8]] {
        let folder = folder.appending(path: kind).appending(path: fuzzer.rawValue)
        guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
            .map { Array(try Data(contentsOf: folder.appending(path: $0))) }
    }

    @Test("what the fuzzers begin with is read", arguments: Fuzzer.allCases)
    func corpus(fuzzer: Fuzzer) throws {
        let inputs = try Self.inputs("Corpus", fuzzer)
        #expect(!inputs.isEmpty)
        for input in inputs { fuzzer.run(input) }
    }

    @Test("what a fuzzer found once does no harm any more", arguments: Fuzzer.allCases)
    func cases(fuzzer: Fuzzer) throws {
        for input in try Self.inputs("Cases", fuzzer) { fuzzer.run(input) }
    }

    @Test("inputs changed at random do no harm", arguments: Fuzzer.allCases)
    func mutants(fuzzer: Fuzzer) throws {
        let rounds = ProcessInfo.processInfo.environment["AMBIT_TEST_ROUNDS"].flatMap(Int.init)
        var state: UInt64 = 7
        // SplitMix64 (G. L. Steele, D. Lea, C. H. Flood, 2014).
        func next(_ bound: Int) -> Int {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
            return Int((mixed ^ mixed >> 31) % UInt64(bound))
        }
        let inputs = try Self.inputs("Corpus", fuzzer).filter { !$0.isEmpty }
        for round in 0..<(rounds ?? 100) {
            var bytes = inputs[round % inputs.count]
            for _ in 0...next(3) {
                let index = next(bytes.count)
                switch next(3) {
                case 0: bytes[index] = UInt8(next(256))
                case 1: bytes.insert(UInt8(next(256)), at: index)
                default: if bytes.count > 1 { bytes.remove(at: index) }
                }
            }
            fuzzer.run(bytes)
        }
    }
}
