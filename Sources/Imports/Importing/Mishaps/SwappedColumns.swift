/// Two columns of which rows have what is published of the other one.
struct SwappedColumns {
    let first: Int
    let second: Int
    /// In the order of the file.
    let rows: [Int]

    /// All pairs of columns that changed places in some rows.
    ///
    /// Columns that have a published value in common, such as two of yes and no, are none: there it happens that
    /// one changes one way and one the other.
    ///
    /// - Complexity: O(n · c²) for n rows that differ and c columns of which some do.
    static func all(of sequences: [ColumnSequence]) -> [SwappedColumns] {
        let changed = sequences.indices.filter { !sequences[$0].isUnchanged }
        var pairs: [SwappedColumns] = []
        for (index, first) in changed.enumerated() {
            for second in changed[(index + 1)...] {
                let (one, other) = (sequences[first], sequences[second])
                let rows = one.changes.filter { row in
                    !one.old[row].isBlank && !other.old[row].isBlank
                        && one.new[row] == other.old[row] && other.new[row] == one.old[row]
                }
                guard !rows.isEmpty, !one.sharesValues(with: other) else { continue }
                pairs.append(SwappedColumns(first: first, second: second, rows: rows))
            }
        }
        return pairs
    }
}

extension ColumnSequence {
    /// Whether a value is published in both.
    fileprivate func sharesValues(with other: ColumnSequence) -> Bool {
        let values = Set(old.lazy.filter { !$0.isBlank })
        return other.old.contains { values.contains($0) }
    }
}
