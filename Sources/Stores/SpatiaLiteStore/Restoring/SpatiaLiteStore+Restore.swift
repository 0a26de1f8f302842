internal import Dispatch
internal import Foundation
internal import GRDB
public import Timekeeping

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// What became of a database that was restored.
public struct Restoration: Sendable, Hashable {
    /// Where the file is kept that was replaced; nil where there was none.
    public let replaced: String?
    /// Where its log is kept; nil where it had none.
    public let replacedLog: String?
    /// How many devices were forgotten again that had been since the copy was made.
    public let erasedDevices: Int
    /// How many messages were removed again that their authors had removed since.
    public let erasedMessages: Int
    /// How many staff tokens were revoked again.
    public let revokedTokens: Int
}

extension SpatiaLiteStore {
    /// Puts a copy of a database into its place, and keeps the file that was there.
    ///
    /// The copy is checked before anything is changed. It takes the place under a new identity, without
    /// what was erased or revoked since, and gives no number again that was given before.
    ///
    /// - Parameters:
    ///   - copy: A backup, or any copy of a database. The database itself, where another file was put
    ///     into its place by hand: then the log beside it, which belongs to the earlier file, is put
    ///     away.
    ///   - path: The database; there need be none yet.
    ///   - erasures: The list of what was erased; nil for the one that lies beside the database.
    ///   - moment: Now.
    /// - Throws: ``SpatiaLiteStoreError``, such as ``SpatiaLiteStoreError/served(path:)`` and
    ///   ``SpatiaLiteStoreError/copyDamaged(path:detail:)``; the database is then as it was.
    /// - Complexity: Reads the whole copy.
    public static func restore(
        _ copy: String,
        to path: String,
        erasures: String? = nil,
        options: Options = .standard,
        at moment: Timestamp
    ) async throws -> Restoration {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(
                    with: Result {
                        do {
                            return try Restoring(
                                copy: copy,
                                path: path,
                                list: erasures.map(ErasureList.init(path:))
                                    ?? ErasureList(beside: path),
                                options: options,
                                moment: moment
                            ).run()
                        } catch {
                            throw SpatiaLiteStoreError.translating(error, path: path)
                        }
                    }
                )
            }
        }
    }
}

/// One restoring, step after step.
private struct Restoring {
    let copy: String
    let path: String
    let list: ErasureList
    let options: SpatiaLiteStore.Options
    let moment: Timestamp

    func run() throws -> Restoration {
        guard DatabaseFile.exists(copy) else { throw SpatiaLiteStoreError.missingFile(path: copy) }
        try DatabaseFile.requireUsable(path, access: .readWrite)
        guard DatabaseFile.exists(list.path) || list.path == ErasureList(beside: path).path else {
            throw SpatiaLiteStoreError.missingFile(path: list.path)
        }
        guard let lock = try DatabaseLock(database: path, waitingSeconds: 0) else {
            throw SpatiaLiteStoreError.full(path: path)
        }
        defer { lock.release(removing: !LogFile.hasContent(LogFile.path(of: path))) }
        guard lock.isAlone, !Self.isInUse(path) else {
            throw SpatiaLiteStoreError.served(path: path)
        }
        let build = try BuildLock(database: path)
        defer { build.release() }
        try makeCopy(build.unfinished)
        try check(build.unfinished)
        let replay = try Adoption.adopt(
            build.unfinished,
            after: Adoption.predecessor(path),
            listed: list,
            options: options,
            at: moment
        )
        try DatabaseFile.takeOwner(
            of: DatabaseFile.exists(path) ? path : lock.file,
            for: build.unfinished
        )
        try DatabaseFile.sync(build.unfinished)
        let kept = try exchange(build.unfinished, lock)
        return Restoration(
            replaced: kept.file,
            replacedLog: kept.log,
            erasedDevices: replay.devices,
            erasedMessages: replay.messages,
            revokedTokens: replay.staffTokens
        )
    }

    /// Whether another process has the database open, whatever program it is.
    ///
    /// Source: SQLite, `os.h`: every connection that has read a file in write-ahead mode keeps a lock on
    /// 510 bytes from 2^30 + 2 on.
    private static func isInUse(_ path: String) -> Bool {
        let descriptor = open(path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        lock.l_start = 0x4000_0002
        lock.l_len = 510
        return fcntl(descriptor, F_GETLK, &lock) == 0 && lock.l_type != Int16(F_UNLCK)
    }

    /// Copies the file, with its own log where it has one.
    private func makeCopy(_ unfinished: String) throws {
        let isItself =
            FileMark.of(copy).map { FileMark.of(path)?.isSameFile(as: $0) == true } == true
        let log = LogFile.path(of: copy)
        if !isItself, LogFile.hasContent(log) {
            let state = DatabaseLock.look(at: copy)
            try LogOwnership.require(of: copy, note: state?.note, isHeld: state?.isHeld ?? false)
            guard state?.isHeld != true, !Self.isInUse(copy) else {
                throw SpatiaLiteStoreError.served(path: copy)
            }
            try copyFile(log, to: unfinished + "-wal")
        }
        try copyFile(copy, to: unfinished)
    }

    private func copyFile(_ file: String, to target: String) throws {
        do {
            try FileManager.default.copyItem(atPath: file, toPath: target)
        } catch let error as CocoaError where error.code == .fileWriteOutOfSpace {
            throw SpatiaLiteStoreError.full(path: path)
        } catch {
            throw SpatiaLiteStoreError.notPermitted(path: file)
        }
        guard chmod(target, 0o600) == 0 else { throw SpatiaLiteStoreError.notPermitted(path: path) }
    }

    /// - Throws: ``SpatiaLiteStoreError/copyDamaged(path:detail:)``, and what is wrong with a file that is
    ///   no database of this Ambit's.
    private func check(_ unfinished: String) throws {
        do {
            var configuration = Configuration()
            let spatiaLite = SpatiaLiteExtension()
            configuration.prepareDatabase { db in
                try Schema.requireOwn(db, path: copy)
                try spatiaLite.load(into: db)
            }
            let queue = try DatabaseQueue(path: unfinished, configuration: configuration)
            defer { try? queue.close() }
            let fault = try queue.writeWithoutTransaction { db -> String? in
                guard try !Schema.isEmpty(db) else {
                    throw SpatiaLiteStoreError.foreignDatabase(path: copy)
                }
                return IntegrityChecks(db: db, path: unfinished).all()
                    .first { $0.findingCount > 0 }
                    .map { "\($0.name): \($0.findings.first ?? "unreadable")" }
            }
            if let fault {
                throw SpatiaLiteStoreError.copyDamaged(path: copy, detail: fault)
            }
        } catch {
            throw SpatiaLiteStoreError.translating(error, path: copy)
        }
    }

    /// Puts the new file into the place and keeps the old one, so that there is a database at every
    /// moment. Should the process die in between, the old log is known not to be the new file's.
    private func exchange(
        _ unfinished: String,
        _ lock: DatabaseLock
    ) throws -> (file: String?, log: String?) {
        let place = DatabaseFile.resolved(path)
        guard let old = FileMark.of(place) else {
            try removeLog(of: place)
            try DatabaseFile.replace(place, with: unfinished)
            return (nil, nil)
        }
        let kept = freeName(place)
        // The log is noted to be the old file's, whatever is known of that.
        lock.note(FileIdentity.ofFile(place)?.number ?? 0, old)
        if link(place, kept) != 0 {
            // No hard links here: for a moment there is no file of that name.
            guard rename(place, kept) == 0 else {
                throw SpatiaLiteStoreError.notPermitted(path: path)
            }
        }
        try DatabaseFile.replace(place, with: unfinished)
        let log = LogFile.hasContent(place + "-wal") ? kept + "-wal" : nil
        if let log { rename(place + "-wal", log) }
        try removeLog(of: place)
        return (kept, log)
    }

    /// Removes what SQLite would take for the new file's.
    private func removeLog(of place: String) throws {
        for suffix in ["-wal", "-shm", "-journal"] { DatabaseFile.remove(place + suffix) }
        try DatabaseFile.sync(PathParts(place).folder)
    }

    /// `ambit.sqlite.replaced-20261102T120000Z`, or with a number where there is one already.
    private func freeName(_ place: String) -> String {
        let stamp = moment.rfc3339.prefix(19).filter { $0 != "-" && $0 != ":" }
        let name = "\(place).replaced-\(stamp)Z"
        let names = [name] + (2..<10_000).map { "\(name)-\($0)" }
        return names.first { !DatabaseFile.exists($0) && !DatabaseFile.exists($0 + "-wal") } ?? name
    }
}
