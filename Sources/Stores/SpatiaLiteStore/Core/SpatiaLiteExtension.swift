internal import CSpatiaLite
internal import GRDB
internal import Synchronization

/// Loads SpatiaLite into connections, and frees what it allocates for each.
///
/// SpatiaLite's cache must outlive its connection, and a connection cannot tell that it closes. So
/// one loader stands in the configuration that all connections of a pool hold to their end: it is
/// released when the last of them has closed, and frees the caches then.
final class SpatiaLiteExtension: Sendable {
    /// `UnsafeMutableRawPointer` is not Sendable; these are only kept, and passed to SpatiaLite once
    /// more, from `deinit`, when no connection uses them.
    private struct Cache: @unchecked Sendable {
        let pointer: UnsafeMutableRawPointer
    }

    private let caches = Mutex<[Cache]>([])

    /// Adds SpatiaLite's functions to a connection.
    func load(into db: Database) throws {
        guard let pointer = spatialite_alloc_connection() else {
            throw DatabaseError(
                resultCode: .SQLITE_NOMEM,
                message: "SpatiaLite has no room for a connection"
            )
        }
        caches.withLock { $0.append(Cache(pointer: pointer)) }
        spatialite_init_ex(db.sqliteConnection, pointer, 0)
        // What GEOS has to say of a shape belongs into the answer, not onto standard error.
        spatialite_set_silent_mode(pointer)
    }

    deinit {
        caches.withLock { $0.forEach { spatialite_cleanup_ex($0.pointer) } }
    }
}
