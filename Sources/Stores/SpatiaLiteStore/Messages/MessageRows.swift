internal import CSpatiaLite
internal import Datasets
internal import GRDB
internal import Geodesy
internal import Radar

/// Reads messages into batches, stepping through the rows by hand: ten million rows are not worth ten
/// million `Row`s and `Message`s.
struct MessageRows {
    private static let batchSize = 1000
    /// Room for a batch's texts; more is made where they are longer.
    private static let usualBatchBytes = 160_000

    private let packer: MessagePacker
    /// The datasets' names by number; nil for one that is no name.
    private let datasets: [Int64: DatasetName?]

    init(_ db: Database, packedBy packer: MessagePacker) throws {
        self.packer = packer
        datasets = try Row.fetchAll(db, sql: "SELECT id, name FROM dataset")
            .reduce(into: [:]) { $0[$1[0]] = .some(try? DatasetName($1[1])) }
    }

    /// Which rows are read.
    enum Choice {
        /// All with ids in a range.
        case ids(ClosedRange<Int64>)
        /// Those of the dataset with a number.
        case dataset(Int64)

        fileprivate var condition: String {
            switch self {
            // The rows' own order: no other index would be quicker.
            case .ids: "NOT INDEXED WHERE m.id BETWEEN ? AND ?"
            case .dataset: "WHERE m.dataset_id = ?"
            }
        }

        fileprivate var arguments: [Int64] {
            switch self {
            case .ids(let range): [range.lowerBound, range.upperBound]
            case .dataset(let number): [number]
            }
        }
    }

    /// The lowest and the highest id; nil without messages.
    static func idRange(_ db: Database) throws -> ClosedRange<Int64>? {
        let bounds = try Row.fetchOne(
            db.cachedStatement(
                sql: "SELECT (SELECT min(id) FROM message), (SELECT max(id) FROM message)"
            )
        )
        guard let bounds, let first: Int64 = bounds[0], let last: Int64 = bounds[1] else {
            return nil
        }
        return first...last
    }

    /// What is asked of the file, for tests to see how it is answered.
    static func query(_ choice: Choice) -> String {
        """
        SELECT m.id, m.text, m.category, m.visible_radius_m, m.posted_at, m.expires_at,
            m.device_id, m.dataset_id, m.key, m.attributes, m.geometry
        FROM message AS m \(choice.condition) AND m.hidden = 0 AND m.expires_at > ?
        """
    }

    /// Hands over the messages that are shown and expire after a moment, in milliseconds since 1970.
    ///
    /// - Throws: ``SpatiaLiteStoreError/unreadableValue(table:row:column:)``; `CancellationError` where
    ///   the reading was cancelled.
    func forEachBatch(
        _ db: Database,
        _ choice: Choice,
        expiringAfter moment: Int64,
        _ visit: (MessageBatch) throws -> Void
    ) throws {
        let statement = try db.cachedStatement(sql: Self.query(choice))
        try statement.setArguments(StatementArguments(choice.arguments + [moment]))
        // The statement is this function's own until it is reset, and what a row points to is copied
        // before the next step.
        let handle = statement.sqliteStatement
        defer { sqlite3_reset(handle) }
        var filling = makeFilling()
        while true {
            switch sqlite3_step(handle) {
            case SQLITE_ROW:
                try append(MessageRow(handle), to: &filling)
                if filling.batch.count >= Self.batchSize
                    || filling.batch.byteCount >= BatchSize.bytes
                {
                    try visit(filling.batch)
                    filling = makeFilling()
                }
            case SQLITE_DONE:
                if filling.batch.count > 0 { try visit(filling.batch) }
                return
            case SQLITE_INTERRUPT: throw CancellationError()
            case let code:
                throw DatabaseError(
                    resultCode: ResultCode(rawValue: code),
                    message: String(cString: sqlite3_errmsg(db.sqliteConnection))
                )
            }
        }
    }

    /// A batch, and its numbers for words that were met.
    private struct Filling {
        var batch: MessageBatch
        var categories: [(utf8: [UInt8], number: UInt32)] = []
        var datasets: [Int64: UInt32] = [:]
    }

    private func makeFilling() -> Filling {
        var batch = MessageBatch(packer)
        batch.reserveCapacity(Self.batchSize, byteCount: Self.usualBatchBytes)
        return Filling(batch: batch)
    }

    private func append(_ row: MessageRow, to filling: inout Filling) throws {
        let key = try row.optionalText(.key)
        let dataset = try row.optionalInteger(.dataset).flatMap {
            key == nil ? nil : try number(ofDataset: $0, row, in: &filling)
        }
        let fields = MessageBatch.Fields(
            id: try row.id(),
            category: try category(row, in: &filling),
            dataset: dataset,
            coordinate: try row.place(),
            visibleRadius: try row.distance(.visibleRadius),
            postedAt: try row.integer(.postedAt),
            expiresAt: try row.integer(.expiresAt),
            author: try row.optionalInteger(.device)
        )
        let attributes = dataset == nil ? [:] : try row.attributes()
        try row.withUTF8(of: row.text(.text)) { text in
            guard dataset != nil, let key else {
                return filling.batch.append(fields, text: text, origin: nil)
            }
            row.withUTF8(of: key) { key in
                filling.batch.append(fields, text: text, origin: (key, attributes))
            }
        }
    }

    /// The batch's number for a dataset; nil for one that is not there.
    private func number(
        ofDataset id: Int64,
        _ row: MessageRow,
        in filling: inout Filling
    ) throws -> UInt32? {
        if let number = filling.datasets[id] { return number }
        guard let name = datasets[id] else { return nil }
        guard let name else { throw row.unreadable(.dataset) }
        let number = filling.batch.number(of: name)
        filling.datasets[id] = number
        return number
    }

    /// The batch's number for the row's category: few are many messages'.
    private func category(_ row: MessageRow, in filling: inout Filling) throws -> UInt32 {
        let text = try row.text(.category)
        if let known = filling.categories.first(where: { $0.utf8.elementsEqual(text) }) {
            return known.number
        }
        let category = row.withUTF8(of: text) {
            Category(rawValue: String(decoding: $0, as: UTF8.self))
        }
        let number = filling.batch.number(of: category)
        if filling.categories.count < 16 { filling.categories.append((Array(text), number)) }
        return number
    }
}
