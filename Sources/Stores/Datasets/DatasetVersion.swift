public import Timekeeping

/// The file that a version was made from.
public struct ImportSource: Sendable, Hashable {
    /// The file's name without its folders.
    public let fileName: String
    /// SHA-256 of the bytes as they were given, in small hexadecimal digits.
    public let sha256: String
    /// How many bytes were given.
    public let byteCount: Int64

    /// Who brought it: a user of the machine, or a token's label; nil where nobody said.
    public let importedBy: String?

    /// A source whose digest and length the caller has computed.
    public init(fileName: String, sha256: String, byteCount: Int64, importedBy: String? = nil) {
        self.fileName = fileName
        self.sha256 = sha256
        self.byteCount = byteCount
        self.importedBy = importedBy
    }
}

/// What became of a file's rows: `read == accepted + merged + rejected`.
public struct RowCounts: Sendable, Hashable {
    /// Rows of data that were read.
    public var read: Int
    /// Rows that became a record.
    public var accepted: Int
    /// Rows that repeat a record and were merged into it.
    public var merged: Int
    /// Rows that were refused.
    public var rejected: Int

    /// All four counts; `read` must be the sum of the others.
    public init(read: Int = 0, accepted: Int = 0, merged: Int = 0, rejected: Int = 0) {
        self.read = read
        self.accepted = accepted
        self.merged = merged
        self.rejected = rejected
    }
}

/// How a version differs from the one published before it, in records.
public struct ChangeCounts: Sendable, Hashable {
    /// Records that are new.
    public var added: Int
    /// Records that are gone.
    public var removed: Int
    /// Records that differ in any member.
    public var changed: Int
    /// Records that are the same.
    public var unchanged: Int

    /// All four counts.
    public init(added: Int = 0, removed: Int = 0, changed: Int = 0, unchanged: Int = 0) {
        self.added = added
        self.removed = removed
        self.changed = changed
        self.unchanged = unchanged
    }

    /// Whether nothing differs.
    public var isEmpty: Bool { added == 0 && removed == 0 && changed == 0 }
}

/// That an earlier version was published again.
public struct Republication: Sendable, Hashable {
    /// When.
    public let at: Timestamp
    /// By whom: a user of the machine, or a token's label; nil where nobody said.
    public let by: String?

    /// A moment and a name.
    public init(at moment: Timestamp, by name: String?) {
        at = moment
        by = name
    }
}

/// That a dataset was withdrawn: the public has not seen it since.
public struct Withdrawal: Sendable, Hashable {
    /// When.
    public let at: Timestamp
    /// By whom: a user of the machine, or a token's label; nil where nobody said.
    public let by: String?

    /// A moment and a name.
    public init(at moment: Timestamp, by name: String?) {
        at = moment
        by = name
    }
}

/// One import of a dataset: an entry in the ledger and the records that it brought.
public struct DatasetVersion: Sendable, Hashable {
    /// The dataset that the version belongs to.
    public let dataset: DatasetName
    /// What its records are.
    public let kind: DatasetKind
    /// 1 for the first import of the dataset, then counting up; never used twice.
    public let number: Int
    /// The file that was imported.
    public let source: ImportSource
    /// What became of the file's rows.
    public let rows: RowCounts
    /// How it differed from the version that was published when it was made.
    public let changes: ChangeCounts
    /// How many records it holds.
    public let recordCount: Int
    /// When it was published for the first time.
    public let importedAt: Timestamp
    /// Whether it is the version that the public sees.
    public var isPublished: Bool
    /// Whether its records are still there, so that it can be published again.
    public let isKept: Bool
    /// When it was published again, and by whom, the earliest first.
    public var republications: [Republication] = []
    /// When it was withdrawn from the public, and by whom, the earliest first.
    public var withdrawals: [Withdrawal] = []

    /// An entry with all its members.
    public init(
        dataset: DatasetName,
        kind: DatasetKind,
        number: Int,
        source: ImportSource,
        rows: RowCounts,
        changes: ChangeCounts,
        recordCount: Int,
        importedAt: Timestamp,
        isPublished: Bool,
        isKept: Bool = true
    ) {
        self.dataset = dataset
        self.kind = kind
        self.number = number
        self.source = source
        self.rows = rows
        self.changes = changes
        self.recordCount = recordCount
        self.importedAt = importedAt
        self.isPublished = isPublished
        self.isKept = isKept
    }
}
