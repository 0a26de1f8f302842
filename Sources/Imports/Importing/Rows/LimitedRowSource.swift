internal import RowFiles

/// The rows of an upload: no more than are allowed, and none any more once the import is cancelled.
final class LimitedRowSource: RowSourceLayer {
    let base: any RowSource
    private let limit: Int
    private var count = 0

    /// Whether the import goes on is looked up once in so many rows.
    private static let rowsPerLook = 1_000

    /// - Parameter limit: How many rows are allowed.
    init(_ base: any RowSource, limit: Int) {
        self.base = base
        self.limit = limit
    }

    /// - Throws: Also ``ImportError/tooManyRows(limit:)``, ``ImportError/cancelled``.
    func next(_ row: inout Row) throws(ImportError) -> Bool {
        guard try base.next(&row) else { return false }
        count += 1
        if count > limit { throw .tooManyRows(limit: limit) }
        if count % Self.rowsPerLook == 0 { try checkCancellation() }
        return true
    }
}
