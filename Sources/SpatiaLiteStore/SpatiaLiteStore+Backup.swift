internal import Foundation
internal import GRDB

extension SpatiaLiteStore {
    /// Writes a compact copy of the whole file as it stands now, while others read and write on.
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
        let unfinished = "\(path).\(UUID().uuidString.lowercased()).partial"
        defer { DatabaseFile.remove(unfinished) }
        try await connections.onOwnConnection(naming: path, spatial: false) { db in
            try db.execute(sql: "VACUUM INTO ?", arguments: [unfinished])
            try DatabaseFile.sync(unfinished)
            switch try DatabaseFile.name(unfinished, as: path) {
            case .given: break
            case .taken: throw SpatiaLiteStoreError.backupExists(path: path)
            case .impossible: try DatabaseFile.replace(path, with: unfinished)
            }
        }
    }
}
