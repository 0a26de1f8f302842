internal import Foundation

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// The list of erasures beside a database: a text, a line for each, that only grows. It is no part of
/// the database, so it outlives the file's being exchanged for an older copy.
///
/// A line begins with the lineage of its database: numbers of one mean nothing in another.
struct ErasureList {
    let path: String

    /// The list that lies beside a database.
    init(beside database: String) { path = DatabaseFile.resolved(database) + "-erasures" }

    init(path: String) { self.path = path }

    /// Adds erasures; they are on disk when this returns.
    ///
    /// - Throws: ``SpatiaLiteStoreError``, naming the list.
    func append(_ erasures: [Erasure], lineage: String) throws {
        guard !erasures.isEmpty else { return }
        let descriptor = open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw SpatiaLiteStoreError.notPermitted(path: path) }
        defer { close(descriptor) }
        var text = erasures.map { "\(lineage) \($0.text)\n" }.joined()
        let length = lseek(descriptor, 0, SEEK_END)
        var last: UInt8 = 0
        // A line that was cut off by a crash is ended, and means nothing.
        if length > 0, pread(descriptor, &last, 1, length - 1) != 1 || last != UInt8(ascii: "\n") {
            text = "\n" + text
        }
        let bytes = Array(text.utf8)
        guard write(descriptor, bytes, bytes.count) == bytes.count, fsync(descriptor) == 0 else {
            throw [ENOSPC, EDQUOT].contains(errno)
                ? SpatiaLiteStoreError.full(path: path) : SpatiaLiteStoreError.diskFails(path: path)
        }
        if length == 0 { try DatabaseFile.sync(PathParts(path).folder) }
    }

    /// The erasures of a database, in the order in which they were listed; none where there is no list.
    ///
    /// - Parameter lineage: Nil for those of any database.
    func erasures(of lineage: String?) throws -> [Erasure] {
        guard DatabaseFile.exists(path) else { return [] }
        guard let data = FileManager.default.contents(atPath: path) else {
            throw SpatiaLiteStoreError.notPermitted(path: path)
        }
        return String(decoding: data, as: UTF8.self).split(separator: "\n").compactMap { line in
            let parts = line.split(separator: " ", maxSplits: 1)
            guard parts.count == 2, parts[0] == lineage ?? String(parts[0]) else { return nil }
            return Erasure(text: String(parts[1]))
        }
    }
}

/// Brings erasures from a database into the list beside it, one time after the other.
actor ErasureWriter {
    private var current: Task<Void, any Error>?
    private var next: Task<Void, any Error>?
    private let write: @Sendable () async throws -> Void

    /// - Parameter write: Brings over all that wait.
    init(_ write: @escaping @Sendable () async throws -> Void) { self.write = write }

    /// When this returns, everything stands in the list that waited when it was called.
    func flush() async throws {
        if let next { return try await next.value }
        let before = current
        let task = Task {
            _ = await before?.result
            begin()
            try await write()
        }
        next = task
        try await task.value
    }

    private func begin() { (current, next) = (next, nil) }
}
