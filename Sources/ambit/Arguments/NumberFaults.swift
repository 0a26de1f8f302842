import Synchronization

/// Values that a condition with a number met and that are no numbers.
///
/// One for the process: conditions are asked on all cores, a row perhaps several times, so that it is
/// values that are counted.
final class NumberFaults: Sendable {
    static let shared = NumberFaults()

    private let values = Mutex<[String: Set<String>]>([:])

    /// So many different values of a property are counted.
    private static let limit = 10_000
    private static let shownCount = 3

    func add(_ value: String, of property: String) {
        values.withLock { values in
            guard values[property]?.count ?? 0 < Self.limit else { return }
            values[property, default: []].insert(value)
        }
    }

    /// Tells of them on standard error, where there are any.
    func print() {
        for (property, texts) in values.withLock({ $0 }).sorted(by: { $0.key < $1.key }) {
            let count = texts.count
            let examples = texts.sorted().prefix(Self.shownCount).map { "\"\($0)\"" }
            let amount = counted(count, "values") + (count < Self.limit ? "" : " or more")
            StandardError.print(
                "--where: \(amount) of \(property) \(count == 1 ? "is no number" : "are no numbers"), "
                    + "and their rows no match: \(examples.joined(separator: ", "))"
                    + (count > examples.count ? ", ..." : "")
            )
        }
    }
}
