import Synchronization

/// Values that a condition met and that are not what it compares them with.
///
/// One for the process: conditions are asked on all cores, a row perhaps several times, so that it is
/// values that are counted.
final class ValueFaults: Sendable {
    static let shared = ValueFaults()

    /// What values should have been.
    enum Kind: Hashable, Sendable, Comparable {
        case number
        case day
        case flag

        /// What is said of so many that are not.
        func words(_ count: Int) -> String {
            switch self {
            case .number: count == 1 ? "is no number" : "are no numbers"
            case .day:
                (count == 1 ? "is no day or moment" : "are no days or moments")
                    + ", such as 2026-11-03 or 2026-11-03T07:00:00Z"
            case .flag: count == 1 ? "is neither true nor false" : "are neither true nor false"
            }
        }
    }

    private struct Compared: Hashable {
        let property: String
        let kind: Kind
    }

    private let values = Mutex<[Compared: Set<String>]>([:])

    /// So many different values of a property are counted.
    private static let limit = 10_000
    private static let shownCount = 3

    func add(_ value: String, of property: String, as kind: Kind) {
        let compared = Compared(property: property, kind: kind)
        values.withLock { values in
            guard values[compared]?.count ?? 0 < Self.limit else { return }
            values[compared, default: []].insert(value)
        }
    }

    /// Tells of them on standard error, where there are any.
    func print() {
        let all = values.withLock(\.self).sorted {
            ($0.key.property, $0.key.kind) < ($1.key.property, $1.key.kind)
        }
        for (compared, texts) in all {
            let count = texts.count
            let examples = texts.sorted().prefix(Self.shownCount).map { "\"\($0)\"" }
            let amount = counted(count, "values") + (count < Self.limit ? "" : " or more")
            StandardError.print(
                "--where: \(amount) of \(compared.property) \(compared.kind.words(count)), "
                    + "and their rows no match: \(examples.joined(separator: ", "))"
                    + (count > examples.count ? ", ..." : "")
            )
        }
    }
}
