/// The values of one part that records have published and in a file, in the order of the file.
///
/// Where a part has few values, as hours and accessibility do, records take those of others whenever some change
/// one way and some the other. Their order tells a column that slipped, or was sorted without the others, from that.
struct ValueSequence: Sendable {
    /// Hashes of the published values.
    private var old: [UInt32] = []
    /// Hashes of the file's.
    private var new: [UInt32] = []
    /// How many records differ.
    private(set) var changeCount = 0
    private var firstChange = 0
    private var lastChange = -1

    /// Of so many records the values are kept, 8 bytes each.
    private static let limit = 100_000
    /// A column may slip by so many rows.
    static let longestSlip = 3
    /// Below this share of what they could agree beyond chance, two columns have hardly more in common than any two.
    static let leastAgreement = 0.4

    /// Takes in the values of the file's next record that is published.
    mutating func append(old was: UInt32, new value: UInt32) {
        guard old.count < Self.limit else { return }
        if was != value {
            if changeCount == 0 { firstChange = old.count }
            lastChange = old.count
            changeCount += 1
        }
        old.append(was)
        new.append(value)
    }

    /// From the first record that differs to the last.
    private var changes: Range<Int> { firstChange..<lastChange + 1 }

    /// Whether the records that differ have the value that is published of the record so many rows above, or below,
    /// and those between them do, too: nine of ten at least, for records may be new or merged.
    ///
    /// - Complexity: O(n) for n records.
    var isSlipped: Bool {
        changeCount > 0
            && (1...Self.longestSlip).contains { isSlipped(by: $0) || isSlipped(by: -$0) }
    }

    private func isSlipped(by rows: Int) -> Bool {
        var (explained, missed) = (0, 0)
        for index in changes where changes.contains(index - rows) {
            if new[index] != old[index - rows] {
                missed += 1
            } else if new[index] != old[index] {
                explained += 1
            }
        }
        // What went beyond the ends is not known: of a few rows most are between them.
        return missed <= changeCount / 10 && explained * 4 >= changeCount * 3
    }

    /// Whether, from the first record that differs to the last, all records of one value follow one another, while
    /// the published values did not and have little in common with them.
    ///
    /// - Complexity: O(n) for n records.
    var isSorted: Bool {
        let (before, after) = (old[changes], new[changes])
        let blocks = Self.blockCount(after)
        return blocks > 1 && blocks == Set(after).count
            && Self.blockCount(before) >= blocks + changeCount / 2
            && Self.agreement(before, after) < Self.leastAgreement / 2
    }

    /// How many times one value ends and another begins, and one more.
    private static func blockCount(_ values: ArraySlice<UInt32>) -> Int {
        zip(values, values.dropFirst()).count { $0 != $1 } + 1
    }

    /// How far the file's values agree with the published ones beyond chance: 1 where all do, about 0 where one
    /// column is in an order of its own.
    ///
    /// Source: J. Cohen, "A coefficient of agreement for nominal scales", Educational and Psychological
    /// Measurement 20 (1960), kappa.
    ///
    /// - Complexity: O(n) for n records.
    var agreement: Double { Self.agreement(old[...], new[...]) }

    private static func agreement(
        _ old: ArraySlice<UInt32>,
        _ new: ArraySlice<UInt32>
    ) -> Double {
        guard !old.isEmpty else { return 1 }
        let total = Double(old.count)
        let same = Double(zip(old, new).count { $0 == $1 }) / total
        let shares = [old, new].map { values in
            values.reduce(into: [UInt32: Double]()) { $0[$1, default: 0] += 1 / total }
        }
        let chance = shares[0].reduce(0) { $0 + $1.value * (shares[1][$1.key] ?? 0) }
        return chance < 1 ? (same - chance) / (1 - chance) : 1
    }
}
