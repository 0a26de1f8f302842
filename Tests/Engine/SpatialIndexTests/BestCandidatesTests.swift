import Testing

@testable import Geodesy
@testable import SpatialIndex

/// Selecting and sorting against the library's own sort.
@Suite struct BestCandidatesTests {
    /// Lists that quicksorts find easy and hard.
    enum Pattern: CaseIterable, Sendable {
        case random, ascending, descending, equal, organPipe, fewValues

        func value(_ index: Int, of count: Int, _ random: inout SeededGenerator) -> Int {
            switch self {
            case .random: Int.random(in: 0..<1_000_000, using: &random)
            case .ascending: index
            case .descending: count - index
            case .equal: 7
            case .organPipe: min(index, count - index)
            case .fewValues: Int.random(in: 0..<4, using: &random)
            }
        }
    }

    static let counts = [0, 1, 2, 12, 13, 100, 119, 120, 121, 500, 5000]

    @Test("sorting agrees with the library's", arguments: Pattern.allCases, [nil, 0, 1, 3])
    func sort(pattern: Pattern, rounds: Int?) {
        var random = SeededGenerator(seed: 61)
        for count in Self.counts {
            var list = (0..<count).map { index in
                // Distances alike to 25 bits and more, as those of neighbours are.
                let value = Double(pattern.value(index, of: count, &random))
                return Neighbor(
                    id: UInt32.random(in: 0..<500, using: &random),
                    distance: Distance(uncheckedMeters: 1000 + value * 1e-6)
                )
            }
            let expected = list.sorted { $0.precedes($1) }
            list.withUnsafeMutableBufferPointer {
                if let rounds { Neighbor.sort($0, rounds: rounds) } else { Neighbor.sort($0) }
            }
            #expect(list == expected)
        }
    }

    @Test("a selected key is the one that sorting puts there", arguments: Pattern.allCases)
    func selection(pattern: Pattern) {
        var random = SeededGenerator(seed: 62)
        for count in Self.counts where count > 0 {
            let keys = (0..<count).map { index in
                UInt64(pattern.value(index, of: count, &random)) << 32 | UInt64(index)
            }
            let sorted = keys.sorted()
            for index in [0, 1, count / 3, count - 1] where index < count {
                for rounds in [nil, 0, 1, 5] {
                    var list = keys
                    let key = list.withUnsafeMutableBufferPointer { buffer in
                        buffer.baseAddress.map { select(index, of: $0, count, rounds: rounds) }
                    }
                    #expect(key == sorted[index])
                    #expect(list[..<index].allSatisfy { $0 <= sorted[index] })
                    #expect(list.sorted() == sorted)
                }
            }
        }
    }
}
