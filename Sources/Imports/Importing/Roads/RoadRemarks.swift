/// What a report says of roads whose class, state or direction is not as it should be.
struct RoadRemarks {
    /// Values, how often each stands in the file, and the first lines.
    struct Values {
        private(set) var counts: [String: Int] = [:]
        private(set) var lines: [Int] = []
        private(set) var total = 0

        private static let shownLines = 5
        private static let shownValues = 5
        /// A column of free texts must not fill the memory.
        private static let keptValues = 1_000

        mutating func add(_ value: String, _ line: Int) {
            total += 1
            if lines.count < Self.shownLines { lines.append(line) }
            guard counts[value] != nil || counts.count < Self.keptValues else { return }
            counts[value, default: 0] += 1
        }

        /// The most frequent, each with its count.
        var shown: Finding.Value {
            .texts(
                counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(Self.shownValues)
                    .map { "\($0.key) (\($0.value))" }
            )
        }
    }

    var unknownKinds = Values()
    var unknownOneWays = Values()
    /// What is no road.
    var leftOut = Values()
    /// Roads that the file says are closed.
    var shut = Values()
    /// Roads of which it is not known whether they are open.
    var unclear = Values()

    var notes: [ImportNote] {
        [
            warning(unknownOneWays) { Finding(.roadsClosed, ["values": $0.shown]) },
            warning(unclear) {
                Finding(.roadsUnclear, ["roads": .count($0.total), "values": $0.shown])
            },
            warning(shut) {
                Finding(.roadsShut, ["roads": .count($0.total), "values": $0.shown])
            },
            warning(leftOut) {
                Finding(.noRoads, ["lines": .count($0.total), "values": $0.shown])
            },
            warning(unknownKinds) { Finding(.unknownRoads, ["values": $0.shown]) },
        ].compactMap { $0 }
    }

    private func warning(_ values: Values, _ finding: (Values) -> Finding) -> ImportNote? {
        guard values.total > 0 else { return nil }
        return ImportNote(.warning, finding(values), lines: values.lines)
    }
}
