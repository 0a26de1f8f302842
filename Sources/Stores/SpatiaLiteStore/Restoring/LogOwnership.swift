internal import GRDB

/// Whether the log beside a database belongs to it.
///
/// SQLite plays a log into whatever file has the right name, and a file that was put into another's
/// place is destroyed by that. A log says nothing of its file, so it is known by what was noted while it
/// was written (see ``DatabaseLock``): the identity of the file, and which file of the file system it is
/// and when its content was changed last. Where the identity differs, the log is another's. Where all is
/// as it was noted, the log is the file's own. Everything else, such as a copy of both files at another
/// place, is decided by reading them: a file that is whole by itself and damaged with the log is not the
/// log's.
enum LogOwnership {
    /// - Parameters:
    ///   - note: What was noted; nil for nothing.
    ///   - isHeld: Whether somebody else has the database open for writing, and so may be changing it.
    /// - Throws: ``SpatiaLiteStoreError/strayLog(path:)``,
    ///   ``SpatiaLiteStoreError/replacedWhileOpen(path:)``. Nothing was written or locked.
    /// - Complexity: Does not grow with the file, but where it must be read whole, as after a copy.
    static func require(of path: String, note: DatabaseLock.Note?, isHeld: Bool) throws {
        guard LogFile.hasContent(LogFile.path(of: path)), let mark = FileMark.of(path),
            mark.byteCount > 0
        else { return }
        let identity = FileIdentity.ofFile(path)
        let isAnother =
            identity?.isCopy == true
            || (identity != nil && note?.number != nil && identity?.number != note?.number)
        let isInPlace = note?.device == mark.device && note?.inode == mark.inode
        if isHeld {
            guard !isAnother, note == nil || isInPlace else {
                throw SpatiaLiteStoreError.replacedWhileOpen(path: path)
            }
            return
        }
        guard !isAnother else { throw SpatiaLiteStoreError.strayLog(path: path) }
        let isAsNoted = isInPlace && note?.modifiedNanoseconds == mark.modifiedNanoseconds
        guard identity == nil || note?.number == nil || !isAsNoted else { return }
        // A file that knows of fewer pages than the log's last commit is an earlier one.
        let pageCount = LogFile.committedPageCount(LogFile.path(of: path))
        guard !isSound(path, pageCount: pageCount), isSound(MainFile.address(of: path)) else {
            return
        }
        throw SpatiaLiteStoreError.strayLog(path: path)
    }

    /// Whether a database is whole, read with its log or, by its address, without.
    ///
    /// - Parameter pageCount: How many pages it must have; nil for any number.
    private static func isSound(_ name: String, pageCount: Int? = nil) -> Bool {
        var configuration = Configuration()
        configuration.readonly = true
        let spatiaLite = SpatiaLiteExtension()
        configuration.prepareDatabase { db in try? spatiaLite.load(into: db) }
        guard let queue = try? DatabaseQueue(path: name, configuration: configuration) else {
            return false
        }
        defer { try? queue.close() }
        return queue.inDatabase { db in
            let found = try? Int.fetchOne(db, sql: "PRAGMA page_count")
            guard pageCount == nil || found == pageCount else { return false }
            return IntegrityChecks(db: db, path: name).all().allSatisfy { $0.findingCount == 0 }
        }
    }
}
