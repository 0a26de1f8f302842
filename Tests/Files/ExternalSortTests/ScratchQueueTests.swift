import ExternalSort
import Testing

@Suite struct ScratchQueueTests {
    /// SplitMix64 (S. Vigna).
    private struct Generator: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }

    private struct Piece: Equatable {
        let key: UInt64
        let bytes: [UInt8]
    }

    /// Pieces with ascending keys, some of which are the same; most are short.
    private static func run(
        after key: UInt64,
        _ random: inout Generator,
        longest: Int
    ) -> [Piece] {
        var key = key
        return (0..<Int.random(in: 0...40, using: &random)).map { _ in
            key += UInt64.random(in: 0...9, using: &random)
            let length = Int.random(
                in: 0...(Bool.random(using: &random) ? 9 : longest),
                using: &random
            )
            return Piece(key: key, bytes: (0..<length).map { _ in random.next(upperBound: 255) })
        }
    }

    @Test(
        "pieces come by their keys, those of one key as they were added, while more are added",
        arguments: [(1, 2), (1 << 20, 5), (50_000, 1_000)],
        [100, 6_000]
    )
    func order(memory: (buffer: Int, runs: Int), longest: Int) throws {
        var random = Generator(state: UInt64(memory.buffer + longest))
        var queue = ScratchQueue(bufferBytes: memory.buffer, runLimit: memory.runs)
        var expected: [Piece] = []
        var now: UInt64 = 0
        for _ in 0..<60 {
            let run = Self.run(after: now, &random, longest: longest)
            try queue.addRun(of: run.count) { index, bytes in
                bytes.append(contentsOf: run[index].bytes)
                return run[index].key
            }
            // A stable insertion: those that were there come first.
            for piece in run {
                let place = expected.firstIndex { $0.key > piece.key } ?? expected.count
                expected.insert(piece, at: place)
            }
            #expect(queue.count == expected.count)
            for _ in 0..<Int.random(in: 0...30, using: &random) {
                #expect(queue.leastKey == expected.first?.key)
                let bytes = try queue.removeLeast()
                #expect(bytes == expected.first?.bytes)
                if expected.isEmpty { break }
                now = expected.removeFirst().key
            }
        }
        for piece in expected {
            #expect(queue.leastKey == piece.key)
            #expect(try queue.removeLeast() == piece.bytes)
        }
        #expect(queue.count == 0)
        #expect(queue.leastKey == nil)
        #expect(try queue.removeLeast() == nil)
    }

    @Test(
        "bytes are found where they were added, in memory and on disk",
        arguments: [0, 100, 1 << 20]
    )
    func log(memoryBytes: Int) throws {
        var random = Generator(state: 3)
        var log = ScratchLog(memoryBytes: memoryBytes)
        var all: [UInt8] = []
        for _ in 0..<200 {
            let bytes = (0..<Int.random(in: 0...70, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            let start = try log.append { $0.append(contentsOf: bytes) }
            #expect(start == all.count)
            all += bytes
            #expect(log.count == all.count)
            let from = Int.random(in: 0...all.count, using: &random)
            let range = from..<Int.random(in: from...all.count, using: &random)
            #expect(try log.read(range) == Array(all[range]))
        }
        #expect(try log.read(0..<all.count) == all)
    }
}
