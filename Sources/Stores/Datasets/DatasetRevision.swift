internal import Timekeeping

/// Names what is published of some datasets, so that whoever keeps a copy can tell whether it still holds.
public enum DatasetRevision {
    /// A text that is another one whenever another version of one of the datasets is published: even where
    /// a database was put back to an earlier state, and numbers came to be used again.
    ///
    /// - Parameter versions: The published ones, in any order.
    /// - Complexity: O(n log n).
    public static func text(of versions: some Sequence<DatasetVersion>) -> String {
        versions.map {
            "\($0.dataset):\($0.number):\($0.source.sha256):\($0.importedAt.millisecondsSince1970)"
        }.sorted().joined(separator: ",")
    }
}
