#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// How many files this process, and the system, may have open.
enum OpenFileLimit {
    /// Whether not one more can be opened now.
    static var isReached: Bool {
        let file = open("/dev/null", O_RDONLY | O_CLOEXEC)
        guard file < 0 else {
            close(file)
            return false
        }
        return errno == EMFILE || errno == ENFILE
    }
}
