/// Why a dataset could not be named, found, built or published.
public enum DatasetError: Error, Hashable, Sendable {
    /// A text that is no dataset's name.
    case invalidName(String)
    /// No dataset has that name.
    case unknownDataset(DatasetName)
    /// The dataset has no such version.
    case unknownVersion(DatasetName, number: Int, existing: [Int])
    /// The name belongs to a dataset of another kind.
    case wrongKind(DatasetName, expected: DatasetKind, found: DatasetKind)
    /// Datasets of this kind keep no earlier versions to return to.
    case notVersioned(DatasetName, kind: DatasetKind)
    /// The dataset is withdrawn, or was never published.
    case notPublished(DatasetName)
    /// Withdrawing a dataset takes all of it from the public, which has to be meant.
    case withdrawalNeedsForce(DatasetName, kind: DatasetKind, records: Int)
    /// Another import published a version of the dataset while this one was built.
    case publishedMeanwhile(DatasetName)
}

extension DatasetError: CustomStringConvertible {
    /// What was wrong, with the value and what is allowed, in the words of the command line.
    public var description: String {
        switch self {
        case .unknownDataset: "\(fault); `ambit datasets list` shows those that exist"
        case .notPublished(let name):
            "\(fault); `ambit datasets show \(name)` lists its versions"
        case .withdrawalNeedsForce:
            "\(fault). If that is meant, say so with force (`--force`)"
        default: fault
        }
    }

    /// The same without what to do, where that depends on how Ambit is asked.
    public var fault: String {
        switch self {
        case .invalidName(let text):
            "dataset name is \"\(text)\"; \(DatasetName.rule)"
        case .unknownDataset(let name):
            "no dataset is called \"\(name)\""
        case .unknownVersion(let name, let number, let existing):
            "dataset \"\(name)\" has no version \(number); it has "
                + existing.map(String.init).joined(separator: ", ")
        case .wrongKind(let name, let expected, let found):
            "dataset \"\(name)\" holds \(found), not \(expected); choose another name"
        case .notVersioned(let name, let kind):
            "dataset \"\(name)\" holds \(kind), which keep no earlier version to return to"
        case .notPublished(let name):
            "dataset \"\(name)\" is not published"
        case .withdrawalNeedsForce(let name, let kind, let records):
            "withdrawing \"\(name)\" would remove all of its \(records) published \(kind) (100 %); "
                + "nothing was changed"
        case .publishedMeanwhile(let name):
            "another import of \"\(name)\" was published while this one ran; nothing was changed, "
                + "run it again"
        }
    }
}
