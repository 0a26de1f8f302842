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

    /// How many connections a server may have open beside the files that it needs.
    ///
    /// - Parameters:
    ///   - files: How many files and connections its process may have open.
    ///   - cores: How many threads wait for connections; each has files of its own for that.
    /// - Returns: nil when there is no room for the fewest with which it serves.
    static func roomForConnections(files: Int, cores: Int) -> Int? {
        // The database, its log and the readers of both; what was open from the start.
        let always = 30 + 3 * cores
        // Imports, backups, and connections that are being refused.
        let room = files - always - min(170, files / 8)
        return room >= fewestConnections ? room : nil
    }

    /// How many files it takes to serve at all.
    static func leastForServing(cores: Int) -> Int {
        (0...).first { roomForConnections(files: $0, cores: cores) != nil } ?? 0
    }

    private static let fewestConnections = 8
}
