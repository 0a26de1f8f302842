#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// A file under the name that it has until it is whole, written by one process at a time.
///
/// The name is the same in every run, so that what a killed one left is replaced by the next. A lock, which ends
/// with the process that has it, keeps others from writing into the file meanwhile.
package final class PartialFile {
    /// Why a file cannot be written.
    package enum Fault: Error, Hashable, CustomStringConvertible {
        /// Another process is writing it.
        case isBeingWritten
        case system(errno: Int32)

        package var description: String {
            switch self {
            case .isBeingWritten:
                "another run is writing it; wait until it is done, or name another file"
            case .system(let number): String(cString: strerror(number))
            }
        }
    }

    package let path: String
    /// Where it is written, and may be read again; open until the object goes.
    package let descriptor: Int32
    private var isPlaced = false

    /// Makes or empties the file, and locks it.
    ///
    /// - Throws: ``Fault/isBeingWritten`` where another object, of this process or another, has it.
    package init(_ path: String) throws(Fault) {
        self.path = path
        descriptor = try Self.locked(path)
    }

    deinit {
        remove()
        close(descriptor)
    }

    /// Gives the whole file its name, in place of one that has it.
    ///
    /// - Throws: ``Fault/system(errno:)``; the file is removed then.
    package func place(at whole: String) throws(Fault) {
        // What could not be written is told where a descriptor is closed; the lock lasts as long as the other one.
        let copy = dup(descriptor)
        guard copy >= 0, close(copy) == 0, rename(path, whole) == 0 else {
            let number = errno
            remove()
            throw .system(errno: number)
        }
        isPlaced = true
    }

    /// Removes the file, unless it has got its name.
    package func remove() {
        guard !isPlaced else { return }
        isPlaced = true
        unlink(path)
    }

    private static func locked(_ path: String) throws(Fault) -> Int32 {
        while true {
            let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
            guard descriptor >= 0 else { throw .system(errno: errno) }
            // A file system without locks is written to all the same.
            if flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
                close(descriptor)
                throw .isBeingWritten
            }
            // Whoever had the lock may have given the file its name since it was opened, or removed it.
            if isOpen(descriptor, at: path) {
                if ftruncate(descriptor, 0) == 0 { return descriptor }
                let number = errno
                close(descriptor)
                throw .system(errno: number)
            }
            close(descriptor)
        }
    }

    private static func isOpen(_ descriptor: Int32, at path: String) -> Bool {
        var (opened, named) = (stat(), stat())
        return fstat(descriptor, &opened) == 0 && stat(path, &named) == 0
            && opened.st_dev == named.st_dev && opened.st_ino == named.st_ino
    }
}
