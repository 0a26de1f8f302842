/// What a record's file said besides the record itself, kept so that the next import knows the
/// record again and tells a change from another way of writing.
public struct RecordOrigin: Sendable, Hashable {
    /// The key under which the file has the record, where the record goes by another; else nil.
    public var key: String?
    /// A digest of the file's rows as they are written, the same in every process; nil where it is
    /// not known.
    public var writing: UInt64?

    /// An origin of which nothing is known but what is given.
    public init(key: String? = nil, writing: UInt64? = nil) {
        self.key = key
        self.writing = writing
    }
}
