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
        let (rows, columns) = (left.count - start - end, right.count - start - end)
        // As many substitutions as the longer rest has letters are enough.
        if max(rows, columns) <= limit { return true }
        // Both rests begin and end with different letters: one mistake more is a swap of just two.
        if limit < 2 {
            return limit == 1 && rows == 2 && columns == 2
                && left[start] == right[start + 1] && left[start + 1] == right[start]
        }
        return withUnsafeTemporaryAllocation(of: Int.self, capacity: 3 * (columns + 1)) { cells in
            isTableWithin(
                limit,
                left[start..<start + rows],
                right[start..<start + columns],
                cells
            )
        }
    }

    /// - Parameter cells: Room for three rows of the table, of any content.
    @inlinable
    package static func isTableWithin<Letter: Equatable>(
        _ limit: Int,
        _ left: ArraySlice<Letter>,
        _ right: ArraySlice<Letter>,
        _ cells: UnsafeMutableBufferPointer<Int>
    ) -> Bool {
        let (far, width) = (limit + 1, right.count + 1)
        cells.initialize(repeating: far)
        // Where the rows before the last, the last and the next begin.
        var (before, last, next) = (0, width, 2 * width)
        for column in 0..<width { cells[last + column] = min(column, far) }
        for row in 0..<left.count {
            let letter = left[left.startIndex + row]
            let band = max(0, row - limit)..<min(right.count, row + limit + 1)
            cells[next + band.lowerBound] = band.lowerBound == 0 ? min(row + 1, far) : far
            var least = cells[next + band.lowerBound]
            for column in band {
                let other = right[right.startIndex + column]
                var cost = min(
                    cells[last + column] + (letter == other ? 0 : 1),
                    min(cells[last + column + 1], cells[next + column]) + 1
                )
                if row > 0, column > 0, letter == right[right.startIndex + column - 1],
                    other == left[left.startIndex + row - 1]
                {
                    cost = min(cost, cells[before + column - 1] + 1)
                }
                cells[next + column + 1] = min(cost, far)
                least = min(least, cost)
            }
            // The next row looks one column farther than this one.
            if band.upperBound < right.count { cells[next + band.upperBound + 1] = far }
            if least > limit { return false }
            (before, last, next) = (last, next, before)
        }
        return cells[last + right.count] <= limit
    }
}
