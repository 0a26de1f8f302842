internal import Datasets
internal import Polling

/// Makes records of a feed's elements of one sort.
final class FeedReader<Record: ImportableRecord>: RecordReader {
    /// What an element became.
    enum Outcome {
        case record(Record)
        case rejected(RowFault)
        /// It is none of those that are asked for; counted under a name.
        case passedOver(PassedOver)
    }

    /// The elements, one after another; a row for the report and what became of it.
    typealias Elements = (inout Row) throws(ImportError) -> Outcome?

    private let open: (Notebook) throws(ImportError) -> Elements
    private var elements: Elements?
    private var notebook = Notebook()
    private var row = Row()
    private(set) var tally = Tally()
    let columnUses: [ColumnUse]
    private let feedNotes: [ImportNote]

    /// - Parameters:
    ///   - uses: Which elements are read, and as what.
    ///   - notes: What there is to tell of the feed besides.
    ///   - open: Begins with the first element.
    init(
        uses: [(element: String, field: String)],
        notes: [ImportNote] = [],
        open: @escaping (Notebook) throws(ImportError) -> Elements
    ) {
        columnUses = uses.map {
            ColumnUse(column: $0.element, field: $0.field, finding: Finding(.specificationSays))
        }
        feedNotes = notes
        self.open = open
    }

    var bytesRead: Int64 { Int64(tally.rows.read) }
    var constantUses: [ConstantUse] { [] }
    var notes: [ImportNote] { feedNotes + notebook.notes }
    var withoutPlace: Int { notebook.withoutPlace }
    let rejectColumns = ["id", "name"]

    func survey(_ progress: (_ bytesRead: Int64, _ rows: Int) -> Void) throws(ImportError) {}

    func restart() throws(ImportError) {
        notebook = Notebook()
        tally = Tally()
        elements = try open(notebook)
    }

    func nextBatch() throws(ImportError) -> [Record]? {
        guard let elements else { return nil }
        var batch: [Record] = []
        for _ in 0..<batchSize {
            guard let outcome = try elements(&row) else {
                self.elements = nil
                return batch
            }
            switch outcome {
            case .record(let record):
                tally.rows.read += 1
                tally.rows.accepted += 1
                batch.append(record)
            case .rejected(let fault):
                tally.rows.read += 1
                tally.reject(row, fault)
            case .passedOver(let name): notebook.passOver(name)
            }
        }
        return batch
    }
}

/// What there is to say of a feed's elements, gathered as they are read.
final class Notebook {
    private var passedOver: [PassedOver: Int] = [:]
    private var entries: [FeedWording: (count: Int, example: String, lines: [Int])] = [:]
    var withoutPlace = 0

    func passOver(_ what: PassedOver) { passedOver[what, default: 0] += 1 }

    /// Counts something that is wrong with an element and does not keep it from being used.
    ///
    /// - Parameter wording: The sentence about all of them: how many, and an example.
    func warn(_ wording: FeedWording, _ example: String, line: Int) {
        var entry = entries[wording] ?? (0, example, [])
        entry.count += 1
        if entry.lines.count < 5 { entry.lines.append(line) }
        entries[wording] = entry
    }

    var notes: [ImportNote] {
        var notes = entries.sorted { $0.key.english < $1.key.english }.map { wording, entry in
            ImportNote(
                .warning,
                Finding(
                    wording,
                    ["count": .count(entry.count), "example": .text(entry.example)]
                ),
                lines: entry.lines
            )
        }
        if !passedOver.isEmpty {
            let kinds = passedOver.sorted { ($1.value, $0.key.order) < ($0.value, $1.key.order) }
                .map { what, count in what.finding(count) }
            notes.append(ImportNote(.note, Finding(.passedOver, ["kinds": .findings(kinds)])))
        }
        return notes
    }
}

/// What is passed over in a feed, and counted.
enum PassedOver: Hashable {
    /// A contest or a candidate that is none.
    case named(String)
    case writeInLines
    case writeInCandidates
    case withdrawnCandidates
    case wholeTowns

    /// By which those of one number are sorted.
    var order: String { finding(0).text }

    /// How many there are.
    func finding(_ count: Int) -> Finding {
        switch self {
        case .named(let name):
            Finding(.passedOverName, ["name": .text(name), "count": .count(count)])
        case .writeInLines: Finding(.writeInLines, ["count": .count(count)])
        case .writeInCandidates: Finding(.writeInCandidates, ["count": .count(count)])
        case .withdrawnCandidates: Finding(.withdrawnCandidates, ["count": .count(count)])
        case .wholeTowns: Finding(.wholeTowns, ["count": .count(count)])
        }
    }
}

extension Row {
    /// Makes the row that stands for an element in the report.
    mutating func begin(_ element: FeedElement, number: Int) {
        begin(line: element.line)
        self.number = number
        for cell in [element.id, element.value("Name") ?? ""] {
            append(cell.utf8)
            endCell()
        }
    }
}

extension FeedReader {
    /// A reader of elements that are all in memory.
    convenience init(
        uses: [(element: String, field: String)],
        _ elements: [FeedElement],
        notes: [ImportNote] = [],
        _ make: @escaping (FeedElement, Notebook) -> Outcome
    ) {
        self.init(uses: uses, notes: notes) { notebook in
            var next = 0
            return { row in
                guard next < elements.count else { return nil }
                let element = elements[next]
                next += 1
                row.begin(element, number: next)
                return make(element, notebook)
            }
        }
    }
}

extension ImportOptions {
    /// Refuses options that say how columns are read, for a feed has none.
    func requireNoColumns(_ feed: VIPFeed) throws(ImportError) {
        if !mappings.isEmpty { throw .optionWithoutColumns("--map", name: feed.name) }
        if !constants.isEmpty { throw .optionWithoutColumns("--set", name: feed.name) }
        if profile != nil { throw .optionWithoutColumns("--profile", name: feed.name) }
    }
}
