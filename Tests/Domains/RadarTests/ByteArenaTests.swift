import Testing

@testable import Radar

@Suite struct ByteArenaTests {
    @Test(
        "every string stays as it was stored, whatever comes and goes",
        arguments: 0..<10 as Range<UInt64>
    )
    func agreesWithADictionary(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var arena = ByteArena()
        var model: [(span: ByteArena.Span, bytes: [UInt8])] = []
        for step in 0..<3000 {
            if model.isEmpty || Int.random(in: 0..<5, using: &random) < 3 {
                // Now and then longer than a chunk.
                let length =
                    step % 1000 == 7
                    ? (1 << 20) + step : Int.random(in: 0...2000, using: &random)
                let bytes = [UInt8](repeating: UInt8(truncatingIfNeeded: step), count: length)
                model.append((arena.store(bytes), bytes))
            } else {
                let place = Int.random(in: 0..<model.count, using: &random)
                model.swapAt(place, model.count - 1)
                arena.release(model.removeLast().span)
            }
            if let some = model.randomElement(using: &random) {
                #expect(Array(arena[some.span]) == some.bytes)
            }
        }
        for (span, bytes) in model where Array(arena[span]) != bytes {
            Issue.record("a string of \(bytes.count) bytes has changed")
        }
    }

    @Test("freed space is used again: a steady mix of lengths stops growing")
    func reusesSpace() {
        var arena = ByteArena()
        var spans = (0..<20_000).map { arena.store([UInt8](repeating: 1, count: $0 % 300 + 1)) }
        let capacity = arena.capacity
        for _ in 0..<10 {
            spans.forEach { arena.release($0) }
            spans = (0..<20_000).map { arena.store([UInt8](repeating: 2, count: $0 % 300 + 1)) }
        }
        #expect(arena.capacity == capacity)
        #expect(spans.allSatisfy { arena[$0].allSatisfy { $0 == 2 } })
    }
}
