internal import Accounts
internal import Dispatch
internal import Foundation
internal import Synchronization

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// The file that keys stand in, and what it said when it was looked at last.
///
/// Any number of processes may have it open: a change is made under a lock on the file, after what others have
/// written was read. Changes that wait at the same time reach the disk together. When a change returns, it is
/// on disk.
final class KeyFile: KeyPlace {
    /// Decides what to change, on what the file says now.
    private struct Request: Sendable {
        let decide: @Sendable (KeyTable) throws -> KeyChange
        let answer: @Sendable (Result<KeyTable, any Error>) -> Void
    }

    private struct Mark: Equatable {
        let device: UInt64
        let inode: UInt64
        let byteCount: Int64
    }

    private struct State {
        var table: KeyTable
        var mark: Mark?
        var waiting: [Request] = []
    }

    let path: String
    private let state: Mutex<State>
    private let queue = DispatchQueue(label: "ambit.vault")

    private init(path: String, table: KeyTable, mark: Mark?) {
        self.path = path
        state = Mutex(State(table: table, mark: mark))
    }

    /// What the file said when it was looked at last.
    var table: KeyTable { state.withLock { $0.table } }

    /// Opens the file of a vault.
    ///
    /// - Parameter make: Whether it is made where there is none.
    /// - Throws: ``VaultError``.
    static func open(_ path: String, vault: String, make: Bool) async throws -> KeyFile {
        try await offPool {
            if !FileManager.default.fileExists(atPath: path) {
                guard make else { throw VaultError.missing(path: path) }
                try write(KeyTable(vault: vault).bytes, to: path, mayExist: false)
            }
            let (table, mark) = try read(path)
            guard table.vault == vault else { throw VaultError.foreign(path: path) }
            return KeyFile(path: path, table: table, mark: mark)
        }
    }

    @discardableResult
    func change(
        _ decide: @escaping @Sendable (KeyTable) throws -> KeyChange
    ) async throws -> KeyTable {
        try await withCheckedThrowingContinuation { continuation in
            let request = Request(decide: decide) { continuation.resume(with: $0) }
            let isFirst = state.withLock { state in
                state.waiting.append(request)
                return state.waiting.count == 1
            }
            if isFirst { queue.async { self.work() } }
        }
    }

    func refresh() async throws {
        guard Self.mark(of: path) != state.withLock({ $0.mark }) else { return }
        try await change { _ in .add([]) }
    }

    private func work() {
        let requests = state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
        do {
            try make(requests)
        } catch {
            for request in requests { request.answer(.failure(error)) }
        }
    }

    /// - Throws: Where none was made; each is answered else.
    private func make(_ requests: [Request]) throws {
        let descriptor = try lock()
        // Closing it ends the lock.
        defer { close(descriptor) }
        var table = try current()
        let before = table
        var added: [KeyTable.Entry] = []
        var isRewritten = false
        var outcomes: [Result<Void, any Error>] = []
        for request in requests {
            do {
                let change = try request.decide(table)
                if case .rewrite = change { isRewritten = true }
                for entry in change.entries { table.apply(entry) }
                added += change.entries
                outcomes.append(.success(()))
            } catch {
                outcomes.append(.failure(error))
            }
        }
        do {
            if isRewritten {
                try Self.replace(path, with: table.bytes)
            } else if !added.isEmpty {
                try Self.append(KeyTable.lines(added), to: path)
            }
        } catch {
            // Some of it may be there: it is read again before anything is built on it.
            state.withLock { ($0.table, $0.mark) = (before, nil) }
            throw error
        }
        let mark = Self.mark(of: path)
        state.withLock { ($0.table, $0.mark) = (table, mark) }
        for (request, outcome) in zip(requests, outcomes) {
            request.answer(outcome.map { table })
        }
    }

    /// What the file says, read again where others have written.
    private func current() throws -> KeyTable {
        let (known, mark) = state.withLock { ($0.table, $0.mark) }
        if let mark, Self.mark(of: path) == mark { return known }
        let (table, fresh) = try Self.read(path)
        guard table.vault == known.vault else { throw VaultError.foreign(path: path) }
        state.withLock { ($0.table, $0.mark) = (table, fresh) }
        return table
    }

    /// Locks a file beside it, which stays the same when this one is replaced.
    private func lock() throws -> Int32 {
        let descriptor = Glibc.open(path + "-lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw VaultError.notPermitted(path: path) }
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else {
                close(descriptor)
                throw VaultError.notPermitted(path: path)
            }
        }
        return descriptor
    }

    // MARK: The file itself

    private static func mark(of path: String) -> Mark? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        return Mark(
            device: UInt64(status.st_dev),
            inode: UInt64(status.st_ino),
            byteCount: Int64(status.st_size)
        )
    }

    private static func read(_ path: String) throws -> (KeyTable, Mark?) {
        // Before the bytes: what is written meanwhile is read again.
        let mark = mark(of: path)
        guard mark != nil else { throw VaultError.missing(path: path) }
        guard let data = FileManager.default.contents(atPath: path) else {
            throw VaultError.notPermitted(path: path)
        }
        do throws(KeyTable.Damage) {
            return (try KeyTable(parsing: Array(data)), mark)
        } catch {
            throw VaultError.damaged(path: path, line: error.line)
        }
    }

    /// The same for a copy; nil where there is none, or it is no such file.
    static func readCopy(_ path: String) -> KeyTable? {
        guard let data = FileManager.default.contents(atPath: path) else { return nil }
        return try? KeyTable(parsing: Array(data))
    }

    private static func append(_ bytes: [UInt8], to path: String) throws {
        let descriptor = Glibc.open(path, O_RDWR | O_APPEND | O_CLOEXEC)
        guard descriptor >= 0 else { throw VaultError.notPermitted(path: path) }
        defer { close(descriptor) }
        var bytes = bytes
        let length = lseek(descriptor, 0, SEEK_END)
        var last: UInt8 = 0
        // A line that a crash cut off is ended, with an empty one behind it.
        if length > 0, pread(descriptor, &last, 1, length - 1) != 1 || last != UInt8(ascii: "\n") {
            bytes = Array("\n\n".utf8) + bytes
        }
        guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count, fsync(descriptor) == 0
        else { throw VaultError.failed(path: path, code: errno) }
    }

    /// Puts other bytes into the place of a file, and overwrites those that were there.
    static func replace(_ path: String, with bytes: [UInt8]) throws {
        let old = Glibc.open(path, O_WRONLY | O_CLOEXEC)
        defer { if old >= 0 { close(old) } }
        try write(bytes, to: path, mayExist: true)
        guard old >= 0 else { return }
        // It has no name any more; what it held is not left to whoever gets its blocks next.
        var status = stat()
        guard fstat(old, &status) == 0 else { return }
        let zeros = [UInt8](repeating: 0, count: 65_536)
        var offset: off_t = 0
        while offset < status.st_size {
            let count = pwrite(old, zeros, min(zeros.count, Int(status.st_size - offset)), offset)
            guard count > 0 else { break }
            offset += off_t(count)
        }
        fsync(old)
    }

    /// Writes a whole file, which appears when it is complete and on disk.
    private static func write(_ bytes: [UInt8], to path: String, mayExist: Bool) throws {
        let partial = "\(path)-partial-\(getpid())-\(UInt32.random(in: .min ... .max))"
        let descriptor = Glibc.open(partial, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw VaultError.notPermitted(path: path) }
        var isDone = false
        defer { if !isDone { unlink(partial) } }
        let isWritten =
            Glibc.write(descriptor, bytes, bytes.count) == bytes.count && fsync(descriptor) == 0
        let code = errno
        close(descriptor)
        guard isWritten else { throw VaultError.failed(path: path, code: code) }
        if mayExist {
            guard rename(partial, path) == 0 else {
                throw VaultError.failed(path: path, code: errno)
            }
            isDone = true
        } else {
            // Of two processes that make it at once, one does.
            guard link(partial, path) == 0 || errno == EEXIST else {
                throw VaultError.failed(path: path, code: errno)
            }
        }
        try syncFolder(of: path)
    }

    private static func syncFolder(of path: String) throws {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        let descriptor = Glibc.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw VaultError.failed(path: path, code: errno) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw VaultError.failed(path: path, code: errno) }
    }

    /// Does something that waits for a disk where nobody else is held up by it.
    static func offPool<Value: Sendable>(
        _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(with: Result { try body() }) }
        }
    }
}
