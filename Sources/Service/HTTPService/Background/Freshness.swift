internal import Datasets
internal import HTTPTypes
internal import Synchronization

/// Which published datasets could not be loaded: what is answered of them is what was published before.
package final class Freshness: Sendable {
    private let names = Mutex<[DatasetName]>([])

    /// Everything is as it is published.
    package init() {}

    /// The datasets by name.
    var stale: [DatasetName] { names.withLock { $0 } }

    /// Notes all datasets that are not as they are published.
    func note(_ stale: some Sequence<DatasetName>) {
        let sorted = stale.sorted()
        names.withLock { $0 = sorted }
    }
}

extension Problem {
    /// Datasets are not as they are published.
    init(stale: [DatasetName]) {
        let shown = stale.prefix(5).map { quoted($0.text) }.joined(separator: ", ")
        let more = stale.count > 5 ? " and \(stale.count - 5) more" : ""
        self.init(
            status: .serviceUnavailable,
            detail:
                "What is published of \(shown)\(more) cannot be loaded, and what was published before is served; "
                + "the log says why, and `ambit check` looks for damage",
            headers: [.retryAfter: "30"]
        )
    }
}
