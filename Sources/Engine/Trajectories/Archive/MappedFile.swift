#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// A file as bytes of memory, read as they are asked for.
///
/// `@unchecked`: the mapping is made in `init`, never written and given back in `deinit`, so that any number of
/// threads may read it. A file that others cut while it is mapped ends the process, as the system has it.
final class MappedFile: @unchecked Sendable {
    let bytes: UnsafeRawBufferPointer

    /// - Throws: ``TrackArchiveError/file(path:reason:)``.
    init(path: String) throws(TrackArchiveError) {
        func failure() -> TrackArchiveError {
            .file(path: path, reason: String(cString: strerror(errno)))
        }
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw failure() }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw failure() }
        guard status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 else {
            throw .notAnArchive(path: path)
        }
        let count = Int(status.st_size)
        let start = mmap(nil, count, PROT_READ, MAP_PRIVATE, file, 0)
        guard let start, start != MAP_FAILED else { throw failure() }
        bytes = UnsafeRawBufferPointer(start: start, count: count)
    }

    deinit { munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count) }
}
