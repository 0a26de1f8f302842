internal import Datasets
internal import Synchronization

extension DatasetStore {
    /// All published records of a dataset at once, in the order in which the store hands them over.
    ///
    /// - Throws: What the store throws.
    /// - Complexity: O(n) for n records, all of which are in memory then.
    func published(in dataset: DatasetName) async throws -> [Record] {
        let read = Mutex<[Record]>([])
        try await forEachPublished(in: dataset) { (batch: [Record]) in
            read.withLock { $0 += batch }
        }
        return read.withLock { $0 }
    }
}
