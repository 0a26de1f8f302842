/// One column of a file beside what is published of the same records, in the order of the file: tells a column
/// that was sorted, slipped, filled down or dragged without the others from one that was put right.
///
/// A single value that changes tells nothing. What tells is where values come from: a value that another record
/// gives up, that of the row above, or one more than that.
struct ColumnSequence {
    let old: [CellDigest]
    let new: [CellDigest]
    /// The rows that differ.
    let changes: [Int]

    /// Of a column's values so many are different at least where each record has its own.
    private static let ownShare = 0.7
    /// So many may take values of others, of the row above or of a series: a warning tells.
    private static let fewOwn = ColumnMishap.Sort.exchanged.allowed
    private static let fewFilled = ColumnMishap.Sort.filled.allowed
    private static let fewShared = 5
    private static let fewMixed = 9
    /// Of so few that slipped not even a warning tells.
    private static let untold = 3
    /// A column has so many different values at least of which records take each other's by chance seldom.
    private static let manyValues = 8
    /// So many may lose their values, and one in so many.
    private static let fewLost = 2
    private static let lostShare = 10
    /// A run of so many numbers that grow by one is a series, and so many in shorter runs are.
    private static let longSeries = 4
    private static let shortSeries = 3
    private static let manyInSeries = 6
    /// So many rows of one value may be all that a file has.
    private static let leastConstant = 5

    init(old: [CellDigest], new: [CellDigest]) {
        precondition(old.count == new.count, "a value was and a value is, of each row")
        (self.old, self.new) = (old, new)
        changes = new.indices.filter { new[$0] != old[$0] }
    }

    var isUnchanged: Bool { changes.isEmpty }

    /// Whether records differ in what is published.
    var isVaried: Bool { Set(old.lazy.filter { !$0.isBlank }).count > 1 }

    /// Whether each record has a published value of its own, as a rule.
    ///
    /// - Complexity: O(n) for n rows.
    var isOwn: Bool {
        let told = old.filter { !$0.isBlank }
        return told.count > 1 && Double(Set(told).count) >= Self.ownShare * Double(told.count)
    }

    /// Whether it numbers the records: all values differ, and lie no further apart than there are records.
    var isCounter: Bool {
        let told = old.filter { !$0.isBlank }
        guard let first = told.first, told.allSatisfy(\.hasNumber), Set(told).count == told.count
        else { return false }
        let distances = told.map { Int($0.distance(from: first)) }
        guard let least = distances.min(), let most = distances.max() else { return false }
        return most - least <= 3 * told.count
    }

    /// What happened to the column, apart from its letters; nil where it may be right.
    ///
    /// - Complexity: O(n) for n rows.
    func mishap(_ checks: RecordField.Checks) -> ColumnMishap? {
        guard !changes.isEmpty else { return nil }
        let isCounter = checks.contains(.mayCount) && isCounter
        if checks.contains(.order), !isCounter, let order { return order }
        if checks.contains(.series), !isCounter, let series { return series }
        if checks.contains(.fill), let filled { return filled }
        return checks.contains(.loss) ? lost : nil
    }

    // MARK: Values at other records

    /// Values that slipped, or that records have of one another.
    var order: ColumnMishap? {
        guard changes.count > 1 else { return nil }
        return isOwn ? orderOfOwn : orderOfShared
    }

    private var orderOfOwn: ColumnMishap? {
        let told = changes.filter { !new[$0].isBlank }
        let takers = takers(told)
        guard takers.count > 1, told.count - takers.count <= max(1, changes.count / 10) else {
            return nil
        }
        return ColumnMishap(
            sort: takers.count > Self.fewOwn && sequence.isSlipped ? .slipped : .exchanged,
            rows: takers,
            isRefused: takers.count > Self.fewOwn
        )
    }

    /// Where few values stand in many rows, some change one way and some the other: where they stand tells.
    private var orderOfShared: ColumnMishap? {
        let takers = takers(changes)
        let others = changes.count - takers.count
        guard takers.count > 1,
            others <= max(ValueSequence.longestSlip, changes.count / 5)
        else { return nil }
        let sequence = sequence
        let isSlipped = sequence.isSlipped
        let isSorted = !isSlipped && sequence.isSorted
        func mishap(_ isRefused: Bool) -> ColumnMishap {
            ColumnMishap(
                sort: isSlipped ? .slipped : .exchanged,
                rows: changes,
                isRefused: isRefused
            )
        }
        if isSlipped || isSorted, changes.count > Self.untold {
            let isSure = isSlipped || sequence.agreement < SwappedParts.usualAgreement
            return mishap(isSure && changes.count > Self.fewShared)
        }
        if takers.count > Self.fewMixed, sequence.agreement < ValueSequence.leastAgreement {
            return mishap(true)
        }
        let hasMany = Set(old).count >= Self.manyValues
        if hasMany, takers.count > Self.fewShared, others <= max(1, changes.count / 10) {
            return mishap(takers.count > Self.fewMixed)
        }
        return nil
    }

    /// The rows of some that take what others of them give up.
    private func takers(_ rows: [Int]) -> [Int] {
        var given: [CellDigest: Int] = [:]
        for row in changes { given[old[row], default: 0] += 1 }
        return rows.filter { row in
            guard let left = given[new[row]], left > 0 else { return false }
            given[new[row]] = left - 1
            return true
        }
    }

    private var sequence: ValueSequence {
        var sequence = ValueSequence()
        for (was, value) in zip(old, new) { sequence.append(old: was.hash, new: value.hash) }
        return sequence
    }

    // MARK: No values

    /// Rows that say nothing while something is published, where they are more than a few: a warning tells.
    private var lost: ColumnMishap? {
        let lost = changes.filter { new[$0].isBlank && !old[$0].isBlank }
        let told = old.count { !$0.isBlank }
        guard lost.count > Self.fewLost, lost.count * Self.lostShare >= told else { return nil }
        return ColumnMishap(sort: .lost, rows: lost, isRefused: false)
    }

    // MARK: Values of the row above

    /// Numbers that grow by one from row to row where the published ones did not.
    var series: ColumnMishap? {
        var runs: [[Int]] = []
        for row in changes where row > 0 {
            guard !old[row].isBlank, new[row].follows(new[row - 1]) else { continue }
            if runs.last?.last == row - 1 {
                runs[runs.count - 1].append(row)
            } else {
                runs.append([row])
            }
        }
        runs = runs.filter { run in
            let before = run.count { old[$0].follows(old[$0 - 1]) }
            return run.count >= Self.shortSeries && before * 2 < run.count
        }
        let count = runs.reduce(0) { $0 + $1.count }
        guard count >= Self.manyInSeries || runs.contains(where: { $0.count >= Self.longSeries })
        else { return nil }
        return ColumnMishap(sort: .series, rows: runs.flatMap(\.self), isRefused: true)
    }

    /// Rows that have the value above them, which stayed, while they had others.
    var filled: ColumnMishap? {
        var own: [Int] = []
        var all: [Int] = []
        var isOneForMany = false
        var row = 0
        while row < new.count {
            var end = row + 1
            while end < new.count, new[end] == new[row] { end += 1 }
            let run = row..<end
            row = end
            guard new[run.lowerBound] == old[run.lowerBound], !new[run.lowerBound].isBlank else {
                continue
            }
            let filled = run.filter { old[$0] != new[$0] && !old[$0].isBlank }
            let values = Set(filled.map { old[$0] }).count
            // One value for so many of a column is no correction, whoever shares them.
            if values >= Self.manyValues { isOneForMany = true }
            if filled.count >= Self.fewFilled, values > 2, values * 4 >= filled.count * 3 {
                own += filled
                all += filled
            } else if isDoubtful(run, filled, values: values) {
                all += filled
            }
        }
        guard !all.isEmpty else { return nil }
        return ColumnMishap(
            sort: .filled,
            rows: all,
            isRefused: isOneForMany || isOwn && own.count > Self.fewFilled
        )
    }

    /// Whether rows of a run of one value, which had few others, may have been filled down.
    private func isDoubtful(_ run: Range<Int>, _ filled: [Int], values: Int) -> Bool {
        if filled.count > Self.fewFilled, values > 1 { return true }
        // One value in all rows.
        if run == new.indices, run.count >= Self.leastConstant {
            return filled.count >= max(2, run.count / 10)
        }
        // All that changes stands in one short run, among rows that had the value already.
        return filled.count == changes.count && filled.count >= Self.fewShared
            && run.count > filled.count + 1 && run.count <= new.count / 4
    }
}
