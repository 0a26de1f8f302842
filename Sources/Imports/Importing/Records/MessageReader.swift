internal import Datasets
internal import ExternalSort
internal import Geodesy
package import Radar
internal import Timekeeping

/// Makes messages of a file's rows. A row that repeats an earlier one, id and all, is merged; a row
/// that has an earlier row's id and says something else is refused. Where no column has ids, rows that
/// differ in anything are messages of their own.
final class MessageReader: RecordReader {
    private let open: () throws(ImportError) -> any RowSource
    private var rowReader: MessageRowReader
    private var plan: MessagePlan
    private let dataset: DatasetName
    private var keyColumn: Int?
    private var keyReason = ""

    private var source: (any RowSource)?
    private var row = Row()
    /// The keys that stand in several rows.
    private var keys = RepeatedKeys()
    /// Of a file without ids, the rows that say the same as another in all columns.
    private var wholes: RepeatedKeys?
    private let memory: ImportMemory
    private var usesLocalTime = false
    private(set) var tally = Tally()

    let withoutPlace = 0

    /// - Parameters:
    ///   - memory: What may be kept in memory of what grows with the file.
    ///   - open: Opens the file's rows from the beginning.
    init(
        plan: MessagePlan,
        dataset: DatasetName,
        memory: ImportMemory = .standard,
        open: @escaping () throws(ImportError) -> any RowSource
    ) {
        self.plan = plan
        self.dataset = dataset
        self.open = open
        self.memory = memory
        rowReader = MessageRowReader(plan: plan, dataset: dataset)
    }

    var bytesRead: Int64 { source?.bytesRead ?? 0 }

    // MARK: Surveying

    func survey(_ progress: (_ bytesRead: Int64, _ rows: Int) -> Void) throws(ImportError) {
        // Each sorts in twice its share.
        let share = memory.surveyBytes / 2 / (plan.keys.count + 2)
        var columns = plan.keys.map { IDColumn(column: $0, memoryBytes: share) }
        // Which of several rows keeps the plain digest for its id does not depend on their order.
        var digests = RepeatedKeys(choosing: .greatest, memoryBytes: share)
        var wholes = RepeatedKeys(memoryBytes: share)
        let source = try open()
        var rows = 0
        while try source.next(&row) {
            if row.number % batchSize == 0 { progress(source.bytesRead, row.number) }
            let message: ImportedMessage
            do {
                message = try rowReader.message(row, keyColumn: nil, usesLocalTime: &usesLocalTime)
            } catch { continue }
            rows += 1
            let content = content(of: message)
            do {
                for index in columns.indices { try columns[index].add(row, content: content) }
                try digests.add(
                    message.origin.key,
                    content: content,
                    row: row.number,
                    line: row.line
                )
                try wholes.add(
                    key(of: message, content),
                    content: 0,
                    row: row.number,
                    line: row.line
                )
            } catch {
                throw .putAside(error)
            }
        }
        do {
            let chosen = try choose(among: &columns, rows: rows)
            keyColumn = chosen?.column
            keyReason = reason(for: chosen, among: columns)
            if chosen == nil {
                try digests.finish()
                try wholes.finish()
                self.wholes = wholes
            }
            keys = chosen?.keys ?? digests
        } catch {
            throw .putAside(error)
        }
        plan.attributes.removeAll { $0.column == keyColumn }
        rowReader = MessageRowReader(plan: plan, dataset: dataset)
    }

    /// The first column that names the messages: every row has an id, and at most one in a hundred stands
    /// for two things.
    private func choose(
        among columns: inout [IDColumn],
        rows: Int
    ) throws(ScratchError) -> IDColumn? {
        for index in columns.indices where columns[index].blanks == 0 {
            try columns[index].keys.finish()
            if columns[index].keys.conflicts * 100 <= rows { return columns[index] }
        }
        return nil
    }

    private func reason(for chosen: IDColumn?, among all: [IDColumn]) -> String {
        guard let chosen else {
            return Finding(.noMessageIDs).text
        }
        let passedOver = all.prefix { $0.column != chosen.column }
            .map { "\(plan.columns[$0.column]) (\($0.shortcoming))" }
        let why = passedOver.isEmpty ? "" : ", unlike " + passedOver.joined(separator: ", ")
        return "it names every message" + why
    }

    /// A hash of all that a row says but its ids, those of repeated rows differ; the same in each
    /// process.
    private func content(of message: ImportedMessage) -> Int {
        var hash = StableHash()
        hash.add(message.text)
        hash.add("\(message.category)")
        hash.add(message.coordinate.latitude)
        hash.add(message.coordinate.longitude)
        hash.add(message.visibleRadius.meters)
        hash.add(message.postedAt.rfc3339)
        hash.add(message.expiresAt.rfc3339)
        let ids = plan.keys.map { plan.columns[$0] }
        for attribute in plan.attributes where !ids.contains(attribute.name) {
            hash.add(message.origin.attributes[attribute.name])
        }
        return Int(bitPattern: UInt(hash.value))
    }

    /// The id of a message of a file without ids whose text, time and place another row has too.
    private func key(of message: ImportedMessage, _ content: Int) -> String {
        "\(message.origin.key)-\(String(UInt(bitPattern: content), radix: 36))"
    }

    // MARK: Reading

    func restart() throws(ImportError) {
        source = try open()
        keys.restart()
        wholes?.restart()
        tally = Tally()
    }

    func nextBatch() throws(ImportError) -> [ImportedMessage]? {
        guard let source else { return nil }
        var batch: [ImportedMessage] = []
        var rows = 0
        while rows < batchSize {
            guard try source.next(&row) else {
                tally.rows.blank = source.blankRows
                return batch.isEmpty && rows == 0 ? nil : batch
            }
            rows += 1
            tally.rows.read += 1
            do {
                let message = try rowReader.message(
                    row,
                    keyColumn: keyColumn,
                    usesLocalTime: &usesLocalTime
                )
                if let message = try new(message) {
                    batch.append(message)
                    tally.rows.accepted += 1
                } else {
                    tally.rows.merged += 1
                }
            } catch let refusal as RowRefusal {
                tally.reject(row, refusal.fault)
            } catch {
                throw .putAside(error)
            }
        }
        return batch
    }

    /// The message that a row makes; nil where another row makes it.
    ///
    /// - Throws: ``RowRefusal``, `ScratchError`.
    private func new(_ message: ImportedMessage) throws -> ImportedMessage? {
        let isRepeated = try wholes?.repetition(ofRow: row.number) != nil
        guard let first = try keys.repetition(ofRow: row.number) else { return message }
        guard !first.isSame, !isRepeated else { return nil }
        guard keyColumn != nil else {
            return message.named(key(of: message, content(of: message)))
        }
        throw RowRefusal(
            RowFault(
                cause: .repeatedKey,
                column: keyColumn.map { plan.columns[$0] },
                value: message.origin.key,
                reason: Finding(.repeatedID, ["line": .number(first.firstLine)])
            )
        )
    }

    // MARK: Reporting

    var columnUses: [ColumnUse] {
        guard let keyColumn else { return plan.uses }
        var uses = plan.uses
        uses[keyColumn] = ColumnUse(
            column: uses[keyColumn].column,
            field: Field.id.name,
            reason: keyReason
        )
        return uses
    }

    var coordinateUse: CoordinateUse? { plan.place.use }

    var constantUses: [ConstantUse] {
        let defaults = plan.defaults
        func use(_ field: Field, _ value: String, _ reason: String) -> ConstantUse {
            let isGiven = defaults.given[field.name] != nil
            return ConstantUse(
                field: field.name,
                value: value,
                reason: isGiven ? "you said so" : reason
            )
        }
        var uses: [ConstantUse] = []
        if plan.category == nil {
            uses.append(
                use(
                    .category,
                    defaults.category.rawValue,
                    "no column holds one of Ambit's categories; choose with --set category=..."
                )
            )
        }
        let hasLife = plan.timeToLive != nil || !plan.expires.isEmpty
        if !hasLife || defaults.given[Field.timeToLive.name] != nil {
            uses.append(
                use(
                    .timeToLive,
                    String(defaults.timeToLiveSeconds),
                    "no column says when a message ends: "
                        + "\(defaults.timeToLiveSeconds / 86_400) days; choose with --set ttl_s=..."
                )
            )
        }
        if plan.visibleRadius == nil {
            let meters = defaults.visibleRadiusMeters
            uses.append(
                use(
                    .visibleRadius,
                    meters == meters.rounded() ? String(Int(meters)) : String(meters),
                    "no column says how far a message is seen; choose with "
                        + "--set visible_radius_m=..."
                )
            )
        }
        if let posted = defaults.posted {
            uses.append(use(.posted, posted.rfc3339, "you said so"))
        }
        return uses
    }

    var notes: [ImportNote] {
        var notes = source?.notes ?? []
        notes += plan.notes + plan.place.warnings.map { ImportNote(.warning, $0) }
        if keyColumn == nil {
            notes.append(ImportNote(.note, Finding(.noMessageIDs)))
        }
        if usesLocalTime {
            notes.append(
                ImportNote(.warning, Finding(.timesWithoutZone))
            )
        }
        return notes
    }
}

/// A column that may name messages.
private struct IDColumn {
    let column: Int
    /// How many rows have no id.
    private(set) var blanks = 0
    var keys: RepeatedKeys

    init(column: Int, memoryBytes: Int) {
        self.column = column
        keys = RepeatedKeys(memoryBytes: memoryBytes)
    }

    mutating func add(_ row: borrowing Row, content: Int) throws(ScratchError) {
        guard let id = row.text(column) else {
            blanks += 1
            // The column names no messages any more, whatever else it holds.
            keys = RepeatedKeys(memoryBytes: 0)
            return
        }
        guard blanks == 0 else { return }
        try keys.add(id, content: content, row: row.number, line: row.line)
    }

    /// Why the column was passed over.
    var shortcoming: String {
        blanks > 0
            ? "blank in \(counted(blanks, "row"))"
            : "repeated in \(counted(keys.conflicts, "row"))"
    }
}

extension ImportedMessage {
    /// The same under another key.
    fileprivate func named(_ key: String) -> ImportedMessage {
        ImportedMessage(
            origin: Message.Origin(
                dataset: origin.dataset,
                key: key,
                attributes: origin.attributes
            ),
            text: text,
            category: category,
            coordinate: coordinate,
            visibleRadius: visibleRadius,
            postedAt: postedAt,
            expiresAt: expiresAt
        )
    }
}

extension ImportedMessage: ImportableRecord {
    package var importKey: String { origin.key }
    package var displayName: String { text.count > 60 ? text.prefix(59) + "…" : text }

    package func differences(from old: ImportedMessage) -> [Finding] {
        var differences: [Finding] = []
        if old.text != text {
            differences.append(Difference.was(.textWas, "\"\(old.displayName)\""))
        }
        if old.coordinate != coordinate {
            let meters = Geodesic.distance(from: old.coordinate, to: coordinate).meters
            differences.append(Finding(.moved, ["distance_m": .length(meters)]))
        }
        if old.expiresAt != expiresAt {
            differences.append(Difference.was(.expiryWas, old.expiresAt.rfc3339))
        }
        if old.postedAt != postedAt {
            differences.append(Difference.was(.postingWas, old.postedAt.rfc3339))
        }
        if old.category != category {
            differences.append(Difference.was(.categoryWas, "\(old.category)"))
        }
        if old.visibleRadius != visibleRadius {
            let meters = "\(old.visibleRadius.meters)"
            differences.append(Finding(.rangeWas, ["meters": .text(meters)]))
        }
        if old.origin.attributes != origin.attributes {
            differences.append(Finding(.attributesChanged))
        }
        return differences
    }
}
