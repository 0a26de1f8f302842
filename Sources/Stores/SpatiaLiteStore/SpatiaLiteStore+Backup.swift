internal import Foundation
internal import GRDB

extension SpatiaLiteStore {
    /// Writes a compact copy of the whole file as it stands now, while others read and write on.
    ///
    /// What backups into the same folder left that were killed is cleared away.
    ///
    /// - Parameter path: A file that does not exist yet; it appears only when it is complete and on
    ///   disk.
    /// - Throws: ``SpatiaLiteStoreError/backupExists(path:)``,
    ///   ``SpatiaLiteStoreError/missingDirectory(path:)``, and others of ``SpatiaLiteStoreError``.
    public func backup(to path: String) async throws {
        // A log that another file of that name has left would be played into the copy.
        for path in [path, DatabaseFile.strayLog(of: path)].compactMap({ $0 })
        where DatabaseFile.exists(path) {
            throw SpatiaLiteStoreError.backupExists(path: path)
        }
        try DatabaseFile.requireUsable(path, access: .readWrite)
        PartialCopy.removeAbandoned(in: PathParts(path).folder)
        let partial = try PartialCopy(of: path)
        defer { partial.remove() }
        try await connections.onOwnConnection(naming: path, spatial: false) { db in
            try db.execute(sql: "VACUUM INTO ?", arguments: [partial.file])
            try Self.markAsCopy(partial.file)
            try DatabaseFile.sync(partial.file)
            switch try DatabaseFile.name(partial.file, as: path) {
            case .given: break
            case .taken: throw SpatiaLiteStoreError.backupExists(path: path)
            case .impossible: try DatabaseFile.replace(path, with: partial.file)
            }
        }
    }

    /// Gives a copy an identity of its own, so that no other file's log is taken for its.
    private static func markAsCopy(_ file: String) throws {
        let queue = try DatabaseQueue(path: file)
        let outcome = Result {
            try queue.writeWithoutTransaction { db in
                // No journal beside it: it is begun again where it is not ended.
                try db.execute(sql: "PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF")
                if try FileIdentity.fetch(db) != nil {
                    try FileIdentity.renew(isCopy: true, in: db)
                }
            }
        }
        try queue.close()
        try outcome.get()
    }
}
