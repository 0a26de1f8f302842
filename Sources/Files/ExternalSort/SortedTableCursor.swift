/// Goes through a table in the order of its keys, for keys that never fall.
///
/// The table is read a piece at a time, from its beginning to as far as was asked.
public struct SortedTableCursor<Record: SortRecord>: Sendable {
    @usableFromInline let table: SortedTable<Record>
    @usableFromInline var piece: [Record] = []
    @usableFromInline var index = 0
    /// Up to where the table was read.
    @usableFromInline var end = 0

    @inlinable static var pieceCount: Int { 4_096 }

    /// A cursor before the first record.
    @inlinable
    public init(_ table: SortedTable<Record> = SortedTable()) { self.table = table }

    /// Goes back to before the first record.
    @inlinable
    public mutating func restart() { (piece, index, end) = ([], 0, 0) }

    /// The first record whose key is `key` or above; nil where there is none.
    ///
    /// The record stays where it is: the same key finds it again.
    ///
    /// - Parameter key: No less than any that was asked for since the beginning.
    /// - Complexity: O(n) for the n records since the key before.
    @inlinable
    public mutating func first(notBelow key: UInt64) throws(ScratchError) -> Record? {
        while true {
            while index < piece.count, piece[index].sortKey < key { index += 1 }
            if index < piece.count { return piece[index] }
            guard end < table.count else { return nil }
            let range = end..<min(end + Self.pieceCount, table.count)
            piece = try table.records(range)
            (index, end) = (0, range.upperBound)
        }
    }
}
