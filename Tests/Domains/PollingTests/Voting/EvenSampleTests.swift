import Testing

@testable import Polling

@Suite struct EvenSampleTests {
    private static let limit = 4

    /// The sample of the numbers of a range.
    private func sample(_ numbers: Range<Int>) -> EvenSample<Int> {
        var sample = EvenSample<Int>(limit: Self.limit)
        for number in numbers { sample.add(number) }
        return sample
    }

    @Test(
        "a series has fewer than twice as many samples as are wanted, whatever its length",
        arguments: [
            (0, []), (1, [0]), (7, [0, 1, 2, 3, 4, 5, 6]), (8, [0, 2, 4, 6]),
            (13, [0, 2, 4, 6, 8, 10, 12]), (15, [0, 4, 8, 12]), (100, [0, 16, 32, 48, 64, 80, 96]),
        ]
    )
    func lengths(count: Int, elements: [Int]) {
        let sample = sample(0..<count)
        #expect(sample.elements == elements)
        #expect(sample.count == count)
    }

    @Test("an element that is not taken is not made")
    func lazily() {
        var sample = EvenSample<Int>(limit: Self.limit)
        var made: [Int] = []
        func make(_ number: Int) -> Int {
            made.append(number)
            return number
        }
        for number in 0..<32 { sample.add(make(number)) }
        #expect(made == [0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, 24, 28])
        #expect(sample.elements == [0, 8, 16, 24])
    }

    @Test(
        "a series that others are appended to has samples as evenly as though it were read at once",
        arguments: 0..<60 as Range<UInt64>
    )
    func appended(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var whole = EvenSample<Int>(limit: Self.limit)
        for _ in 0..<Int.random(in: 1...6, using: &random) {
            let more = Int.random(
                in: 0...[3, 30, 300].randomElement(using: &random)!,
                using: &random
            )
            if Bool.random(using: &random) {
                whole.add(sample(whole.count..<whole.count + more))
            } else {
                for number in whole.count..<whole.count + more { whole.add(number) }
            }
        }
        let straight = sample(0..<whole.count)
        #expect(whole.elements.count == straight.elements.count)
        let step = straight.elements.count > 1 ? straight.elements[1] : 1
        // What stands for a place is at it, or less than a step before it.
        for (sample, place) in zip(whole.elements, straight.elements) {
            #expect(sample <= place && place - sample < step, "\(place)")
        }
    }

    @Test("of a long series and a short one as large a share is taken, in either order")
    func shares() {
        for (first, second) in [(7, 700), (700, 7), (800, 7), (7, 800), (7, 7), (0, 800), (800, 0)]
        {
            var whole = sample(0..<first)
            whole.add(sample(first..<first + second))
            let share = Double(first) / Double(first + second)
            let taken = whole.elements.count { $0 < first }
            #expect(abs(Double(taken) - share * Double(whole.elements.count)) < 1)
        }
    }
}
