internal import Foundation
internal import GRDB

/// SQLite leaves behind the last entry of a node what stood there before one was removed: a place and an
/// id. Where somebody's messages are erased, that is overwritten.
///
/// Source: SQLite, `rtree.c`: a node has two bytes for the tree's depth, two for its count of entries, and
/// for each of these eight for its id and four times four for its box.
extension RTree {
    private static let countOffset = 2
    private static let headerByteCount = 4
    private static let entryByteCount = 24

    /// Removes rows, and wipes the nodes in which their entries stood.
    ///
    /// - Parameter body: Removes them.
    func wiping<Value>(
        _ ids: [Int64],
        in db: Database,
        _ body: () throws -> Value
    ) throws -> Value {
        let nodes = try nodes(above: ids, in: db)
        let value = try body()
        for node in nodes { try wipe(node, in: db) }
        return value
    }

    /// The nodes that hold some entries, and all above them.
    private func nodes(above ids: [Int64], in db: Database) throws -> Set<Int64> {
        let leaf = try db.cachedStatement(
            sql: "SELECT nodeno FROM \"\(name)_rowid\" WHERE rowid = ?"
        )
        let parent = try db.cachedStatement(
            sql: "SELECT parentnode FROM \"\(name)_parent\" WHERE nodeno = ?"
        )
        var found: Set<Int64> = []
        for id in ids {
            var node = try Int64.fetchOne(leaf, arguments: [id])
            while let current = node, found.insert(current).inserted {
                node = try Int64.fetchOne(parent, arguments: [current])
            }
        }
        return found
    }

    private func wipe(_ node: Int64, in db: Database) throws {
        let stored = try Data.fetchOne(
            db.cachedStatement(sql: "SELECT data FROM \"\(name)_node\" WHERE nodeno = ?"),
            arguments: [node]
        )
        guard var bytes = stored.map(Array.init), bytes.count >= Self.headerByteCount else {
            return
        }
        let count = Int(bytes[Self.countOffset]) << 8 | Int(bytes[Self.countOffset + 1])
        let end = Self.headerByteCount + count * Self.entryByteCount
        guard end < bytes.count, bytes[end...].contains(where: { $0 != 0 }) else { return }
        bytes.replaceSubrange(end..., with: repeatElement(0, count: bytes.count - end))
        try db.cachedStatement(sql: "UPDATE \"\(name)_node\" SET data = ? WHERE nodeno = ?")
            .execute(arguments: [Data(bytes), node])
    }
}
