/// How many mistakes make one word of another.
package enum EditDistance {
    /// Whether so many insertions, deletions, substitutions and swaps of neighbours make one word of
    /// the other.
    ///
    /// What both begin and end with is passed over; of the table for the rest, only what lies within
    /// `limit` of its diagonal is filled in.
    ///
    /// - Complexity: O(n limit) for n letters.
    /// Source: the optimal string alignment distance; F. Damerau, "A technique for computer detection
    /// and correction of spelling errors", Comm. ACM 7 (1964); E. Ukkonen, "Algorithms for approximate
    /// string matching", Information and Control 64 (1985), for the band.
    @inlinable
    package static func isWithin<Letter: Equatable>(
        _ limit: Int,
        _ left: [Letter],
        _ right: [Letter]
    ) -> Bool {
        guard (left.count - right.count).magnitude <= limit else { return false }
        let shorter = min(left.count, right.count)
        var start = 0
        while start < shorter, left[start] == right[start] { start += 1 }
        var end = 0
        while end < shorter - start, left[left.count - 1 - end] == right[right.count - 1 - end] {
            end += 1
        }
        if start + end == shorter { return true }
        return isTableWithin(
            limit,
            Array(left[start..<left.count - end]),
            Array(right[start..<right.count - end])
        )
    }

    @inlinable
    package static func isTableWithin<Letter: Equatable>(
        _ limit: Int,
        _ left: [Letter],
        _ right: [Letter]
    ) -> Bool {
        let far = limit + 1
        var before = Array(repeating: far, count: right.count + 1)
        var last = (0...right.count).map { min($0, far) }
        var next = before
        for row in left.indices {
            let band = max(0, row - limit)..<min(right.count, row + limit + 1)
            next[band.lowerBound] = band.lowerBound == 0 ? min(row + 1, far) : far
            var least = next[band.lowerBound]
            for column in band {
                var cost = min(
                    last[column] + (left[row] == right[column] ? 0 : 1),
                    min(last[column + 1], next[column]) + 1
                )
                if row > 0, column > 0, left[row] == right[column - 1],
                    right[column] == left[row - 1]
                {
                    cost = min(cost, before[column - 1] + 1)
                }
                next[column + 1] = min(cost, far)
                least = min(least, cost)
            }
            // The next row looks one column farther than this one.
            if band.upperBound < right.count { next[band.upperBound + 1] = far }
            if least > limit { return false }
            (before, last, next) = (last, next, before)
        }
        return last[right.count] <= limit
    }
}
