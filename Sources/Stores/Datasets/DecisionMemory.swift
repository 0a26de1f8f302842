public import Timekeeping

/// Remembers what was decided about single records of a dataset in its imports, so that a later import
/// can propose the same again.
public protocol DecisionMemory: Sendable {
    /// The last decision about each subject, by subject; none of a dataset that is not known.
    func decisions(of name: DatasetName) async throws -> [KeptDecision]

    /// Remembers decisions, each in place of an earlier one about the same subject, in one transaction.
    ///
    /// - Throws: ``DatasetError/unknownDataset(_:)`` when nothing was ever imported under the name.
    func keep(_ decisions: [KeptDecision], of name: DatasetName) async throws
}

/// A decision that somebody took about a record of an import.
public struct KeptDecision: Sendable, Hashable {
    /// What it is about, in the words of whoever keeps it; unique within the dataset.
    public let subject: String
    /// The decision, in the words of whoever keeps it.
    public let text: String
    /// The version that was published with it; nil where the import changed nothing.
    public let version: Int?
    /// When.
    public let at: Timestamp
    /// Who: a user of the machine, or a token's label; nil where nobody said.
    public let by: String?

    /// A decision with all its members.
    public init(subject: String, text: String, version: Int?, at moment: Timestamp, by: String?) {
        self.subject = subject
        self.text = text
        self.version = version
        at = moment
        self.by = by
    }
}
