import Testing

@testable import Importing

@Suite struct HashNumbersTests {
    @Test("each hash has the number that it got first", arguments: [1, 700, 60_000])
    func numbers(different: Int) {
        var random = SeededGenerator(seed: UInt64(different))
        // 0 and 1 are one; and neighbours collide wherever they are.
        var hashes: [UInt64] = [1]
        while hashes.count < different {
            let next = Bool.random(using: &random) ? random.next() : (hashes.last ?? 0) &+ 1
            if next > 1 { hashes.append(next) }
        }
        var numbers = HashNumbers()
        var expected: [UInt64: Int32] = [:]
        for _ in 0..<different * 3 {
            let hash = hashes[Int.random(in: 0..<hashes.count, using: &random)]
            let (number, isNew) = numbers.number(
                of: hash == 1 && Bool.random(using: &random) ? 0 : hash
            )
            #expect(isNew == (expected[hash] == nil))
            #expect(number == expected[hash, default: Int32(expected.count)])
            expected[hash] = number
        }
        #expect(numbers.count == expected.count)
    }
}
