/// Why an index could not be made or changed.
public enum SpatialIndexError: Error, Hashable, Sendable {
    /// Two points have the same id, which is here as it describes itself.
    case duplicateID(String)
    /// The system has no memory, or no addresses, for so many bytes more.
    case outOfMemory(bytes: Int)
    /// The blocks of one index fill all that it can have; 800 million points do, or fewer where many
    /// of them are crowded within a few metres.
    case full
}

extension SpatialIndexError: CustomStringConvertible {
    /// What failed, what is allowed and what helps.
    ///
    /// - Complexity: O(1).
    public var description: String {
        switch self {
        case .duplicateID(let id):
            "the id \(id) is in the index already and an id names one point; "
                + "to give the point another place, update it"
        case .outOfMemory(let bytes):
            "no memory for \(bytes) bytes more of an index; "
                + "free some, or raise the limit on the process's addresses (ulimit -v)"
        case .full:
            "the index is full: its blocks take 28 GB; spread the points over several indexes"
        }
    }
}
