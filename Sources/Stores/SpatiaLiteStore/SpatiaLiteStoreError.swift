public import Datasets
internal import Foundation
internal import GRDB

/// Why a store could not be opened, read or written: what failed, which file, how to mend it.
public enum SpatiaLiteStoreError: Error, Hashable, Sendable {
    /// The name is empty or names no file, such as `:memory:`.
    case invalidPath(String)
    /// The file does not exist, and the store was not to create it.
    case missingFile(path: String)
    /// The file cannot be created, because its directory does not exist.
    case missingDirectory(path: String)
    /// The name belongs to a directory.
    case isDirectory(path: String)
    /// The name belongs to a device or a pipe, such as `/dev/null`.
    case isDevice(path: String)
    /// The file or its directory may not be read or written.
    case notPermitted(path: String)
    /// The file is not an SQLite database.
    case notADatabase(path: String)
    /// The file is an SQLite database that another program made.
    case foreignDatabase(path: String)
    /// A newer Ambit wrote the file.
    case newerSchema(path: String, found: Int, supported: Int)
    /// An older Ambit wrote the file, and the store may not change it.
    case olderSchema(path: String, found: Int, supported: Int)
    /// A newer Ambit wrote the tables of a module.
    case newerModule(path: String, module: ModuleName, found: Int, supported: Int)
    /// The file lacks tables of a module, and the store may not change it.
    case olderModule(path: String, module: ModuleName, found: Int, supported: Int)
    /// Another process kept the file locked for too long.
    case busy(path: String)
    /// The disk is full.
    case diskFull(path: String)
    /// The file system has as many files as it can hold.
    case noMoreFiles(path: String)
    /// The file cannot be opened once more, because too many files are open.
    case tooManyOpenFiles(path: String)
    /// The system takes no more of the file, and does not say that the disk is full.
    case notWritten(path: String)
    /// The disk reports that it fails.
    case diskFails(path: String)
    /// The files that the store was opened with were taken away, so nothing more is written.
    case filesLost(path: String, StorageLoss)
    /// The log beside the file is another file's.
    case strayLog(path: String)
    /// Another process has a file open under this name that is not this one any more.
    case replacedWhileOpen(path: String)
    /// The file is to be replaced, and a process has it open.
    case served(path: String)
    /// A copy that is to be restored is not whole.
    case copyDamaged(path: String, detail: String)
    /// The file is damaged.
    case damaged(path: String, detail: String)
    /// A write to a store that was opened for reading.
    case openedForReading(path: String)
    /// A backup onto a file that exists.
    case backupExists(path: String)
    /// The version of a dataset that was published at a moment has no records any more.
    case versionNotKept(dataset: String, version: Int)
    /// Two records of one import have the same id.
    case repeatedRecord(dataset: String, id: String)
    /// A version that was published or discarded can take no more records.
    case buildEnded(dataset: String)
    /// A stored value that cannot be read.
    case unreadableValue(table: String, row: Int64, column: String)
    /// Anything else that SQLite reports.
    case failed(path: String, code: Int, message: String)
}

extension SpatiaLiteStoreError: CustomStringConvertible {
    /// What failed, which file, and how to mend it.
    public var description: String {
        switch self {
        case .invalidPath(let path):
            "database is \"\(path)\"; name a file, such as ambit.sqlite"
        case .missingFile(let path):
            "no database at \(path); name another with --database, or import something to make one"
        case .missingDirectory(let path):
            "cannot create the database \(path): its directory does not exist; create that first"
        case .isDirectory(let path):
            "\(path) is a directory; name a file in it, such as \(path)/ambit.sqlite"
        case .isDevice(let path):
            "\(path) is a device or a pipe, not a file; name a file for the database with --database"
        case .notPermitted(let path):
            "\(path) cannot be opened; the file must be readable, and it and its directory "
                + "writable, because SQLite keeps its log beside the file"
        case .notADatabase(let path):
            "\(path) is not an SQLite database; it was left as it is, name another file"
        case .foreignDatabase(let path):
            "\(path) is a database of another program; it was left as it is, name another file"
        case .newerSchema(let path, let found, let supported):
            "\(path) has schema \(found), and this ambit knows up to \(supported); "
                + "use the newer ambit that wrote it"
        case .olderSchema(let path, let found, let supported):
            "\(path) has schema \(found), and this ambit reads \(supported); "
                + "a command that writes, such as `ambit import`, brings it up to date"
        case .newerModule(let path, let module, let found, let supported):
            "\(path) has schema \(found) of the module \(module), and this ambit knows up to "
                + "\(supported); use the newer ambit that wrote it"
        case .olderModule(let path, let module, let found, let supported):
            "\(path) has schema \(found) of the module \(module), and this ambit reads \(supported); "
                + "a command that writes, such as `ambit import`, brings it up to date"
        case .busy(let path):
            "\(path) is locked by another process; nothing was changed, try again when that has "
                + "finished"
        case .diskFull(let path):
            "the disk is full: there is no room left in \(DatabaseFile.folder(of: path)) for \(path); "
                + "nothing was changed, make room there and try again"
        case .noMoreFiles(let path):
            "no more files can be made in \(DatabaseFile.folder(of: path)) for \(path): the file system has "
                + "as many as it can hold (`df -i` shows it); nothing was changed, remove files there and "
                + "try again"
        case .tooManyOpenFiles(let path):
            "\(path) cannot be opened once more now: this process, or the system, has as many files open as "
                + "it may; nothing was changed, try again in a moment, or raise the limit (`ulimit -n`)"
        case .notWritten(let path):
            "nothing more can be written into \(DatabaseFile.folder(of: path)) for \(path): a quota or a "
                + "limit on the size of files is reached, or the disk fails; nothing was changed, make "
                + "room there and try again"
        case .diskFails(let path):
            "the disk of \(DatabaseFile.folder(of: path)) fails: it reports an error, not that it is "
                + "full, where \(path) is read or written; what was not acknowledged may be lost, look "
                + "at the system's log, and move the database to another disk"
        case .filesLost(let path, let loss):
            "\(Self.words(loss, path)) while it was in use; what would be written now would be lost, so "
                + "nothing more is. Stop the server, put the file back or `ambit restore` a backup, and "
                + "start it again"
        case .strayLog(let path):
            "\(path)-wal is the log of another file than \(path), as when a copy was put into a "
                + "database's place: the log would damage it, so nothing was opened. "
                + "`ambit restore \(path) --database \(path)` keeps the log under another name and "
                + "goes on with the file as it is"
        case .replacedWhileOpen(let path):
            "another process still has the file open that had the name \(path) before: stop it, "
                + "then `ambit restore \(path) --database \(path)` goes on with the new file"
        case .served(let path):
            "\(path) is in use, by `ambit serve` for instance; nothing was changed, stop that and try "
                + "again"
        case .copyDamaged(let path, let detail):
            "\(path) is not whole (\(detail)), so it was not restored and nothing was changed; "
                + "`ambit check --database \(path)` says more, try an earlier backup"
        case .damaged(let path, let detail):
            "\(path) is damaged (\(detail)); `ambit check` says where, "
                + "`ambit restore` puts a backup into its place"
        case .openedForReading(let path):
            "\(path) was opened for reading only; open it for writing"
        case .backupExists(let path):
            "\(path) exists; a backup never replaces a file, name another or remove it first"
        case .versionNotKept(let dataset, let version):
            "version \(version) of \"\(dataset)\" was published then, and its records are not kept any more; "
                + "`ambit datasets show \(dataset)` lists the versions that are"
        case .repeatedRecord(let dataset, let id):
            "two records of \"\(dataset)\" have the id \"\(id)\"; ids must be unique, "
                + "nothing was changed"
        case .buildEnded(let dataset):
            "this import of \"\(dataset)\" was published or discarded before; begin another"
        case .unreadableValue(let table, let row, let column):
            "row \(row) of table \(table) has an unreadable \(column); `ambit check` says more"
        case .failed(let path, let code, let message):
            "SQLite refused an operation on \(path): \(message) (code \(code))"
        }
    }
}

extension SpatiaLiteStoreError {
    /// Which file was taken away, and how.
    private static func words(_ loss: StorageLoss, _ path: String) -> String {
        let file =
            switch loss.part {
            case .database: path
            case .log: "\(path)-wal, the log of \(path),"
            case .index: "\(path)-shm, the index of the log of \(path),"
            }
        return switch loss.change {
        case .removed: "\(file) was removed"
        case .replaced: "\(file) was replaced by another file"
        case .truncated: "\(file) was cut short"
        }
    }
}

extension SpatiaLiteStoreError: StorageFailure {
    /// What whoever waits for the store can be told of it.
    public var storageFault: StorageFault? {
        switch self {
        case .diskFull, .noMoreFiles, .notWritten: .full
        case .busy: .busy
        case .tooManyOpenFiles: .tooManyOpenFiles
        case .diskFails: .failing
        case .filesLost(_, let loss): .lost(loss)
        default: nil
        }
    }
}

extension SpatiaLiteStoreError {
    /// Which room a file system lacks that has none left.
    static func full(path: String) -> SpatiaLiteStoreError {
        DatabaseFile.hasRoomForFiles(PathParts(path).folder)
            ? .diskFull(path: path) : .noMoreFiles(path: path)
    }

    /// The error to tell the caller: SQLite's own errors in our words, all others as they are.
    ///
    /// SQL and its arguments never get into an error's text.
    ///
    /// - Parameter isOpen: Whether the file has been opened before, and so may be.
    static func translating(
        _ error: any Error,
        path: String,
        isOpen: Bool = false
    ) -> any Error {
        if (error as? CocoaError)?.code == .fileWriteOutOfSpace { return full(path: path) }
        if let error = error as? FilesLost { return filesLost(path: path, error.loss) }
        guard let error = error as? DatabaseError else { return error }
        return switch error.resultCode {
        case .SQLITE_NOTADB: SpatiaLiteStoreError.notADatabase(path: path)
        case .SQLITE_BUSY, .SQLITE_LOCKED: SpatiaLiteStoreError.busy(path: path)
        case .SQLITE_FULL: SpatiaLiteStoreError.diskFull(path: path)
        // The index of the log could not be made or grown: that is all that it needs room for.
        case .SQLITE_IOERR
        where [.SQLITE_IOERR_SHMSIZE, .SQLITE_IOERR_SHMMAP].contains(error.extendedResultCode):
            SpatiaLiteStoreError.diskFull(path: path)
        // A full disk is told as SQLITE_FULL, and a limit or a quota when it is written, not later.
        case .SQLITE_IOERR
        where [.SQLITE_IOERR_WRITE, .SQLITE_IOERR_TRUNCATE].contains(error.extendedResultCode):
            SpatiaLiteStoreError.notWritten(path: path)
        case .SQLITE_IOERR
        where [
            .SQLITE_IOERR_FSYNC, .SQLITE_IOERR_DIR_FSYNC, .SQLITE_IOERR_READ, .SQLITE_IOERR_CLOSE,
        ].contains(error.extendedResultCode):
            SpatiaLiteStoreError.diskFails(path: path)
        case .SQLITE_CORRUPT:
            SpatiaLiteStoreError.damaged(path: path, detail: error.message ?? "malformed")
        // SQLite does not say why it could not make a file.
        case .SQLITE_CANTOPEN where !DatabaseFile.hasRoomForFiles(PathParts(path).folder):
            SpatiaLiteStoreError.noMoreFiles(path: path)
        // A file that was opened before, and lies there, can be opened when others are closed. Asking the
        // system whether any file can be opened would be too late: others are closed all the time.
        case .SQLITE_CANTOPEN
        where isOpen && DatabaseFile.exists(path) || OpenFileLimit.isReached:
            SpatiaLiteStoreError.tooManyOpenFiles(path: path)
        case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_READONLY, .SQLITE_AUTH:
            SpatiaLiteStoreError.notPermitted(path: path)
        default:
            SpatiaLiteStoreError.failed(
                path: path,
                code: Int(error.extendedResultCode.rawValue),
                message: error.message ?? "no message"
            )
        }
    }
}
