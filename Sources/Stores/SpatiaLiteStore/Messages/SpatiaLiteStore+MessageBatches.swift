public import Datasets
internal import GRDB
public import Radar
internal import Synchronization
public import Timekeeping

extension SpatiaLiteStore {
    /// From so many ids on several connections read at once.
    package static let leastIDsToReadTogether: Int64 = 50_000

    /// Hands over all messages that expire after a moment and are not hidden, packed: one consistent
    /// snapshot, read on as many connections as there are processors where there is much to read.
    ///
    /// - Complexity: O(n), a microsecond a message divided by the processors.
    public func forEachBatch(
        expiringAfter moment: Timestamp,
        dataset: DatasetName?,
        packedBy packer: MessagePacker,
        _ visit: @escaping @Sendable (MessageBatch) throws -> Void
    ) async throws {
        let moment = moment.millisecondsSince1970
        if let dataset {
            return try await connections.read { db in
                guard let row = try DatasetRow.fetch(db, dataset, kind: .messages) else { return }
                try MessageRows(db, packedBy: packer)
                    .forEachBatch(db, .dataset(row.id), expiringAfter: moment, visit)
            }
        }
        let size = try await connections.read { db in
            try MessageRows.idRange(db).map { $0.upperBound &- $0.lowerBound } ?? 0
        }
        let ranges = IDRanges()
        try await connections.readTogether(
            onAtMost: size < Self.leastIDsToReadTogether ? 1 : options.readerCount
        ) { db in
            let rows = try MessageRows(db, packedBy: packer)
            let all = try MessageRows.idRange(db)
            while let range = ranges.next(of: all) {
                try rows.forEachBatch(db, .ids(range), expiringAfter: moment, visit)
            }
        }
    }
}

/// The ids of all messages in ranges, which those who read them take one by one.
final class IDRanges: Sendable {
    /// How many ids a range has; more where there would be too many ranges.
    private static let usualCount: Int64 = 16_384
    private static let mostRanges: Int64 = 4096

    private let taken = Atomic<Int64>(0)

    /// - Parameter all: The same at each call.
    /// - Returns: A range that nobody has; nil when there is none left.
    func next(of all: ClosedRange<Int64>?) -> ClosedRange<Int64>? {
        guard let all, all.lowerBound > 0 else { return nil }
        let last = all.upperBound - all.lowerBound
        let width = max(Self.usualCount, last / Self.mostRanges + 1)
        let number = taken.wrappingAdd(1, ordering: .relaxed).oldValue
        guard number <= last / width else { return nil }
        let start = all.lowerBound + number * width
        return start...(last - number * width < width ? all.upperBound : start + width - 1)
    }
}
