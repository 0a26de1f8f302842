/// What somebody may have meant by a name that does not exist.
enum Suggestion {
    /// `; did you mean "name"?`, or nothing when no name is close.
    static func text(for wrong: String, among names: some Sequence<String>) -> String {
        nearest(to: wrong, among: names).map { "; did you mean \"\($0)\"?" } ?? ""
    }

    /// The name that takes the fewest changes of a character, when that is at most a third of it.
    static func nearest(to wrong: String, among names: some Sequence<String>) -> String? {
        let wanted = Array(wrong.lowercased())
        var best: (name: String, changes: Int)?
        for name in names {
            let changes = distance(wanted, Array(name.lowercased()))
            if changes < best?.changes ?? .max { best = (name, changes) }
        }
        guard let best, best.changes <= max(1, max(wanted.count, best.name.count) / 3) else {
            return nil
        }
        return best.name
    }

    /// How many characters are to be inserted, removed, replaced or swapped with their neighbour.
    static func distance(_ left: [Character], _ right: [Character]) -> Int {
        if left.isEmpty || right.isEmpty { return max(left.count, right.count) }
        var before: [Int] = []
        var last = Array(0...right.count)
        for row in 1...left.count {
            var next = [row] + Array(repeating: 0, count: right.count)
            for column in 1...right.count {
                let isSame = left[row - 1] == right[column - 1]
                next[column] = min(
                    last[column] + 1,
                    next[column - 1] + 1,
                    last[column - 1] + (isSame ? 0 : 1)
                )
                if row > 1, column > 1, left[row - 1] == right[column - 2],
                    left[row - 2] == right[column - 1]
                {
                    next[column] = min(next[column], before[column - 2] + 1)
                }
            }
            (before, last) = (last, next)
        }
        return last[right.count]
    }
}
