internal import Foundation

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// What the file system knows a file by, and how much of it there is.
struct FileMark: Sendable, Hashable {
    let device: UInt64
    let inode: UInt64
    let byteCount: Int64
    /// How many bytes the file takes on the disk: fewer than ``byteCount`` where it has holes.
    let storedByteCount: Int64
    /// When its content was changed last, in nanoseconds since 1970.
    let modifiedNanoseconds: Int64

    /// What a lookup of a name found.
    enum Lookup: Sendable, Hashable {
        case found(FileMark)
        case missing
        /// The file system doesn't say.
        case unknown
    }

    static func look(_ path: String) -> Lookup {
        var status = stat()
        guard stat(path, &status) == 0 else {
            return [ENOENT, ENOTDIR].contains(errno) ? .missing : .unknown
        }
        return .found(FileMark(status))
    }

    /// - Returns: Nil for a file that is missing or can't be looked at.
    static func of(_ path: String) -> FileMark? {
        if case .found(let mark) = look(path) { mark } else { nil }
    }

    private init(_ status: stat) {
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
        byteCount = Int64(status.st_size)
        // Source: stat(2), whose blocks have 512 bytes whatever the file system's have.
        storedByteCount = Int64(status.st_blocks) * 512
        let seconds = Int64(status.st_mtim.tv_sec)
        let nanoseconds = Int64(status.st_mtim.tv_nsec)
        modifiedNanoseconds = seconds &* 1_000_000_000 &+ nanoseconds
    }

    /// Whether both are the same file, whatever is in it.
    func isSameFile(as other: FileMark) -> Bool {
        device == other.device && inode == other.inode
    }
}
