#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// Reads a file on disk from its beginning, a chunk at a time.
///
/// A wrapper of `open`, `read` and `fstat`. The descriptor is private and closed exactly once, when
/// the reader goes.
package final class FileReader {
    /// What tells two states of a file apart.
    package struct Stamp: Hashable {
        /// How long the file is.
        package let byteCount: Int64
        /// When it was changed last, since 1970.
        package let modifiedSeconds: Int
        /// Behind the seconds.
        package let modifiedNanoseconds: Int

        /// The state of several files together, as one has been found for them.
        package init(byteCount: Int64, modifiedSeconds: Int, modifiedNanoseconds: Int) {
            self.byteCount = byteCount
            self.modifiedSeconds = modifiedSeconds
            self.modifiedNanoseconds = modifiedNanoseconds
        }
    }

    private let descriptor: Int32
    private let path: String
    /// The file's length as it was opened.
    private var byteCount: Int64 = 0
    /// How many bytes were read so far.
    package private(set) var bytesRead: Int64 = 0

    /// A page of memory.
    private static let leastRoom = 4096

    /// - Throws: ``RowFileError`` when there is no such file, it is a directory or it cannot be read.
    package init(path: String) throws(RowFileError) {
        // To open a pipe would else wait for who writes to it.
        descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        self.path = path
        guard descriptor >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { throw .fileNotFound(path: path) }
            throw .unreadable(path: path, reason: reasonOfLastFailure())
        }
        let status = try status()
        let kind = status.st_mode & S_IFMT
        guard kind != S_IFDIR else { throw .isDirectory(path: path) }
        // A file is read several times: a device or a pipe cannot be.
        guard kind == S_IFREG else {
            throw .unreadable(path: path, reason: "it is a device or a pipe, not a file")
        }
        byteCount = Int64(status.st_size)
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// The file's length and time of change now.
    package func stamp() throws(RowFileError) -> Stamp {
        let status = try status()
        return Stamp(
            byteCount: Int64(status.st_size),
            modifiedSeconds: status.st_mtim.tv_sec,
            modifiedNanoseconds: status.st_mtim.tv_nsec
        )
    }

    /// The next bytes, `size` at most; empty at the end of the file.
    ///
    /// - Throws: Also ``RowFileError/cancelled`` in a task that was.
    package func read(_ size: Int) throws(RowFileError) -> [UInt8] {
        try checkCancellation()
        var count = -1
        let size = room(for: size, at: bytesRead)
        let chunk = [UInt8](unsafeUninitializedCapacity: size) { buffer, initialized in
            repeat {
                count = Glibc.read(descriptor, buffer.baseAddress, size)
            } while count < 0
                && errno == EINTR
            initialized = max(0, count)
        }
        guard count >= 0 else { throw .unreadable(path: path, reason: reasonOfLastFailure()) }
        bytesRead += Int64(count)
        return chunk
    }

    /// Some bytes from anywhere in the file; fewer where it ends before.
    package func read(at offset: Int64, count most: Int) throws(RowFileError) -> [UInt8] {
        let wanted = room(for: most, at: offset)
        var count = -1
        let bytes = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, initialized in
            repeat {
                count = pread(descriptor, buffer.baseAddress, wanted, off_t(offset))
            } while count < 0
                && errno == EINTR
            initialized = max(0, count)
        }
        guard count >= 0 else { throw .unreadable(path: path, reason: reasonOfLastFailure()) }
        return bytes
    }

    /// How many bytes to ask for: no more room is taken than what is left can fill, and some for a file
    /// that has grown meanwhile.
    private func room(for wanted: Int, at offset: Int64) -> Int {
        min(wanted, max(Self.leastRoom, Int(byteCount - offset)))
    }

    private func status() throws(RowFileError) -> stat {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            throw .unreadable(path: path, reason: reasonOfLastFailure())
        }
        return status
    }
}

/// The system's words for `errno`.
package func reasonOfLastFailure() -> String { String(cString: strerror(errno)) }
