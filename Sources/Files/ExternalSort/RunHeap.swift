/// Where a run of records is being read.
@usableFromInline
protocol RunCursor {
    /// The key of the record that comes next.
    var key: UInt64 { get }
    /// Which run it is, no two the same.
    var number: Int { get }
}

/// Runs that are merged: a heap, with the one on top whose next record has the least key; of equal ones
/// the earlier run.
@usableFromInline
struct RunHeap<Cursor: RunCursor> {
    @usableFromInline var cursors: [Cursor]

    /// - Complexity: O(m) for m runs.
    @inlinable
    init(_ cursors: [Cursor] = []) {
        self.cursors = cursors
        for index in stride(from: cursors.count / 2 - 1, through: 0, by: -1) { sink(index) }
    }

    @inlinable var isEmpty: Bool { cursors.isEmpty }
    @inlinable var count: Int { cursors.count }

    /// The run on top; there is one. Who changes its key says so by ``settleTop(hasMore:)``.
    @inlinable var top: Cursor {
        get { cursors[0] }
        _modify { yield &cursors[0] }
    }

    /// Adds a run.
    ///
    /// - Complexity: O(log m) for m runs.
    @inlinable
    mutating func append(_ cursor: Cursor) {
        cursors.append(cursor)
        var index = cursors.count - 1
        while index > 0, isBefore(index, (index - 1) / 2) {
            cursors.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    /// Puts the run on top where it belongs since it went on.
    ///
    /// - Parameter hasMore: Whether anything is left of it; else it is removed.
    /// - Complexity: O(log m) for m runs.
    @inlinable
    mutating func settleTop(hasMore: Bool) {
        if !hasMore {
            cursors.swapAt(0, cursors.count - 1)
            cursors.removeLast()
        }
        if cursors.count > 1 { sink(0) }
    }

    @inlinable
    func isBefore(_ one: Int, _ other: Int) -> Bool {
        let (left, right) = (cursors[one].key, cursors[other].key)
        return left == right ? cursors[one].number < cursors[other].number : left < right
    }

    @inlinable
    mutating func sink(_ start: Int) {
        var index = start
        while true {
            var least = index
            for child in [2 * index + 1, 2 * index + 2]
            where child < cursors.count && isBefore(child, least) {
                least = child
            }
            if least == index { return }
            cursors.swapAt(index, least)
            index = least
        }
    }
}

extension RunHeap: Sendable where Cursor: Sendable {}
