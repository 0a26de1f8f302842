#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// How many files and connections this process may have open.
enum OpenFiles {
    /// Asks the system for as many as it lets this process have.
    ///
    /// - Returns: How many these are.
    static func raiseLimit() -> Int {
        var limit = rlimit()
        #if canImport(Glibc)
            let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
            let resource = RLIMIT_NOFILE
        #endif
        guard getrlimit(resource, &limit) == 0 else { return 1024 }
        let former = limit.rlim_cur
        limit.rlim_cur = limit.rlim_max
        guard setrlimit(resource, &limit) == 0 else { return Int(clamping: former) }
        return Int(clamping: limit.rlim_cur)
    }
}
