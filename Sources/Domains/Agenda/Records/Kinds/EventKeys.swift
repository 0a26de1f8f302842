package import Agenda
package import Datasets
package import Importing
internal import Synchronization

/// The keys of the fairs of a file, held against the events of other datasets.
///
/// Files and tokens may name a fair by its key alone. Where another event has that key, they would name another
/// from then on, or none: whoever publishes such a file is asked first.
package final class EventKeys: Sendable {
    private let fairs = Mutex<Set<String>>([])

    package init() {}

    /// Takes the file's events, some at a time; nil where they begin anew.
    package func observe(_ events: [Event]?) {
        fairs.withLock { fairs in
            guard let events else { return fairs = [] }
            for event in events where event.kind == .fair { fairs.insert(event.key) }
        }
    }

    /// What takes consent.
    ///
    /// - Parameters:
    ///   - dataset: The one that the file is for.
    ///   - published: All events that are published.
    package func consents(_ dataset: DatasetName, among published: [Event]) -> [GuardFinding] {
        let fairs = fairs.withLock { $0 }
        let others = published.filter { $0.dataset != dataset && fairs.contains($0.key) }
        guard let first = others.min(by: { $0.id < $1.id }) else { return [] }
        let count = Set(others.map(\.key)).count
        return [
            GuardFinding(
                limit: .sameKey,
                count: count,
                allowed: 0,
                published: fairs.count,
                text:
                    "\(count) of the file's fairs have the key of an event of another dataset, such as "
                    + "\"\(first.key)\" of \(first.dataset): what names a fair by that key would mean another "
                    + "event. Give them keys of their own, or withdraw the other dataset first",
                values: ["example": .text(first.key), "other": .text(first.dataset.text)]
            )
        ]
    }
}
