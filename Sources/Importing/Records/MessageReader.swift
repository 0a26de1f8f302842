internal import Datasets
internal import Geodesy
internal import Radar
internal import Timekeeping

/// Makes messages of a file's rows. A row that repeats an earlier one, id and all, is merged; a row
/// that has an earlier row's id and says something else is refused.
final class MessageReader: RecordReader {
    private let open: () throws(ImportError) -> any RowSource
    private var rowReader: MessageRowReader
    private var plan: MessagePlan
    private let dataset: DatasetName
    private var keyColumn: Int?
    private var keyReason = ""

    private var source: (any RowSource)?
    private var row = Row()
    /// By a hash of the key, which holds within this process.
    private var seen: [Int: (line: Int, content: Int)] = [:]
    private var usesLocalTime = false
    private(set) var tally = Tally()

    let withoutPlace = 0

    /// - Parameter open: Opens the file's rows from the beginning.
    init(
        plan: MessagePlan,
        dataset: DatasetName,
        open: @escaping () throws(ImportError) -> any RowSource
    ) {
        self.plan = plan
        self.dataset = dataset
        self.open = open
        rowReader = MessageRowReader(plan: plan, dataset: dataset)
    }

    var bytesRead: Int64 { source?.bytesRead ?? 0 }

    // MARK: Surveying

    func survey(_ progress: (_ bytesRead: Int64, _ rows: Int) -> Void) throws(ImportError) {
        var statistics = plan.keys.map { IDStatistics(column: $0) }
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
            for index in statistics.indices {
                statistics[index].add(row.text(statistics[index].column), content: content)
            }
        }
        // An id is good when every row has one and at most one in a hundred stands for two things.
        let usable = statistics.first { $0.blanks == 0 && $0.conflicts * 100 <= rows }
        keyColumn = usable?.column
        keyReason = reason(for: usable, among: statistics)
        plan.attributes.removeAll { $0.column == keyColumn }
        rowReader = MessageRowReader(plan: plan, dataset: dataset)
    }

    private func reason(for chosen: IDStatistics?, among all: [IDStatistics]) -> String {
        guard let chosen else {
            return "no column names the messages; ids are a digest of text, time and place"
        }
        let passedOver = all.prefix { $0.column != chosen.column }
            .map { "\(plan.columns[$0.column]) (\($0.shortcoming))" }
        let why = passedOver.isEmpty ? "" : ", unlike " + passedOver.joined(separator: ", ")
        return "it names every message" + why
    }

    /// A hash of all that a row says but its ids: those of repeated rows differ.
    private func content(of message: ImportedMessage) -> Int {
        var hasher = Hasher()
        hasher.combine(message.text)
        hasher.combine(message.category)
        hasher.combine(message.coordinate)
        hasher.combine(message.visibleRadius)
        hasher.combine(message.postedAt)
        hasher.combine(message.expiresAt)
        let ids = plan.keys.map { plan.columns[$0] }
        for attribute in plan.attributes where !ids.contains(attribute.name) {
            hasher.combine(message.origin.attributes[attribute.name])
        }
        return hasher.finalize()
    }

    // MARK: Reading

    func restart() throws(ImportError) {
        source = try open()
        seen = [:]
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
                if try isNew(message) {
                    batch.append(message)
                    tally.rows.accepted += 1
                } else {
                    tally.rows.merged += 1
                }
            } catch {
                tally.reject(row, error.fault)
            }
        }
        return batch
    }

    /// Whether no earlier row is the same message.
    private func isNew(_ message: ImportedMessage) throws(RowRefusal) -> Bool {
        let content = content(of: message)
        guard let first = seen[message.origin.key.hashValue] else {
            seen[message.origin.key.hashValue] = (row.line, content)
            return true
        }
        guard first.content != content else { return false }
        throw RowRefusal(
            RowFault(
                cause: .repeatedKey,
                column: keyColumn.map { plan.columns[$0] },
                value: message.origin.key,
                reason: "the id stands in line \(first.line) with other values; the first row was "
                    + "kept"
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
        if let warning = plan.place.warning {
            notes.append(ImportNote(level: .warning, text: warning, lines: []))
        }
        if keyColumn == nil {
            notes.append(ImportNote(level: .note, text: keyReason, lines: []))
        }
        if usesLocalTime {
            notes.append(
                ImportNote(
                    level: .warning,
                    text: "some times name no zone; they were read as UTC",
                    lines: []
                )
            )
        }
        return notes
    }
}

/// Whether a column names messages.
private struct IDStatistics {
    let column: Int
    private(set) var blanks = 0
    /// Rows whose id stands in an earlier row with other contents.
    private(set) var conflicts = 0
    /// By hashes of ids, which hold within this process.
    private var contents: [Int: Int] = [:]

    init(column: Int) { self.column = column }

    mutating func add(_ id: String?, content: Int) {
        guard let id else {
            blanks += 1
            return
        }
        if let first = contents[id.hashValue] {
            if first != content { conflicts += 1 }
        } else {
            contents[id.hashValue] = content
        }
    }

    /// Why the column was passed over.
    var shortcoming: String {
        blanks > 0
            ? "blank in \(counted(blanks, "row"))" : "repeated in \(counted(conflicts, "row"))"
    }
}

extension ImportedMessage: ImportableRecord {
    var importKey: String { origin.key }
    var displayName: String { text.count > 60 ? text.prefix(59) + "…" : text }

    func differences(from old: ImportedMessage) -> [String] {
        var differences: [String] = []
        if old.text != text { differences.append("text was \"\(old.displayName)\"") }
        if old.coordinate != coordinate {
            let meters = Geodesic.distance(from: old.coordinate, to: coordinate).meters
            differences.append("moved \(Int(meters.rounded())) m")
        }
        if old.expiresAt != expiresAt {
            differences.append("expiry was \(old.expiresAt.rfc3339)")
        }
        if old.postedAt != postedAt { differences.append("posting was \(old.postedAt.rfc3339)") }
        if old.category != category { differences.append("category was \(old.category)") }
        if old.visibleRadius != visibleRadius {
            differences.append("visible range was \(old.visibleRadius.meters) m")
        }
        if old.origin.attributes != origin.attributes { differences.append("attributes changed") }
        return differences
    }
}
