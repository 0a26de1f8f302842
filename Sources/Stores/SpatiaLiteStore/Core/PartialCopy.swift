internal import Foundation
internal import Synchronization

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// A copy of a database that is being written, under a name of its own and locked as long as its writer
/// lives: what a killed one left is known for sure.
final class PartialCopy: Sendable {
    /// Where it is written.
    let file: String
    private let descriptor: Mutex<Int32?>

    /// Makes and locks an empty file.
    ///
    /// - Parameter path: The name that the copy gets when it is whole.
    init(of path: String) throws {
        file = "\(path).\(UUID().uuidString.lowercased())\(Self.suffix)"
        let descriptor = open(file, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw [ENOSPC, EDQUOT].contains(errno)
                ? SpatiaLiteStoreError.full(path: path)
                : SpatiaLiteStoreError.notPermitted(path: path)
        }
        self.descriptor = Mutex(descriptor)
        flock(descriptor, LOCK_EX | LOCK_NB)
    }

    /// Removes it, unless it has got its name.
    func remove() {
        descriptor.withLock { descriptor in
            guard let open = descriptor else { return }
            Self.companions.forEach { unlink(file + $0) }
            close(open)
            descriptor = nil
        }
    }

    /// Removes from a folder what backups left that have died.
    static func removeAbandoned(in folder: String) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        for name in names {
            guard let partial = partialName(in: name) else { continue }
            let file = (folder as NSString).appendingPathComponent(partial)
            let descriptor = open(file, O_RDWR | O_CLOEXEC)
            if descriptor >= 0 {
                defer { close(descriptor) }
                guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, isDatabase(descriptor) else {
                    continue
                }
                companions.forEach { unlink(file + $0) }
            } else if errno == ENOENT, name != partial {
                // A journal whose copy is gone.
                unlink((folder as NSString).appendingPathComponent(name))
            }
        }
    }

    private static let suffix = ".partial"
    /// The copy itself and what SQLite may have made beside it.
    private static let companions = ["", "-journal", "-wal", "-shm"]

    /// The partial copy that a file is or belongs to; nil for any other file.
    private static func partialName(in name: String) -> String? {
        for companion in companions.reversed() where name.hasSuffix(suffix + companion) {
            let partial = String(name.dropLast(companion.count))
            let stem = partial.dropLast(suffix.count)
            return UUID(uuidString: String(stem.suffix(36))) == nil ? nil : partial
        }
        return nil
    }

    /// Whether a file is one of SQLite's, or was to become one.
    private static func isDatabase(_ descriptor: Int32) -> Bool {
        let magic = Array("SQLite format 3\0".utf8)
        var bytes = [UInt8](repeating: 0, count: magic.count)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        // The first page may be the last one that is written.
        return count == 0 || bytes == magic || bytes.allSatisfy { $0 == 0 }
    }
}
