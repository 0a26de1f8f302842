/// Where keys stand: a file of one machine's, or a database that many nodes share.
protocol KeyPlace: Sendable {
    /// What stood there when it was looked at last.
    var table: KeyTable { get }

    /// Makes a change; what others have written meanwhile is known then, too. When this returns, it is on disk.
    ///
    /// - Parameter decide: Called on what stands there, with nobody else changing it; again where the place was
    ///   away meanwhile.
    /// - Returns: What stands there now.
    /// - Throws: What `decide` throws: nothing was changed then.
    @discardableResult
    func change(_ decide: @escaping @Sendable (KeyTable) throws -> KeyChange) async throws
        -> KeyTable

    /// Looks whether others have written, and reads it.
    func refresh() async throws
}

/// What a change adds, or that all is to be written anew without what went away.
enum KeyChange: Sendable {
    case add([KeyTable.Entry])
    case rewrite([KeyTable.Entry])

    /// What it adds.
    var entries: [KeyTable.Entry] {
        switch self {
        case .add(let entries), .rewrite(let entries): entries
        }
    }
}
