internal import Polling

/// Columns that say of records that they do not hold: of districts that they are not in force, though not by
/// a day that can be read; of addresses that they are retired; of measures that they were withdrawn.
struct StatusColumns {
    private let columns: [(index: Int, name: String, sense: Sense)]
    private var counts: [String: (rows: Int, lines: [Int])] = [:]

    /// What a cell of a column says.
    private enum Sense {
        /// Its words do: `Proposed`.
        case words
        /// Whether it holds: `Retired` with `Yes`.
        case out
        /// The same the other way round: `Active` with `No`.
        case inForce
    }

    private static let headers: [(Sense, Set<String>)] = [
        (
            .words,
            [
                "status", "districtstatus", "addressstatus", "addrstatus", "addstatus",
                "propertystatus", "buildingstatus", "measurestatus", "questionstatus",
                "electionstatus", "streetstatus", "statusofaddress", "unitstatus", "precinctstatus",
                "wardstatus", "recordstatus", "pollplacestatus", "pollingplacestatus", "pollstatus",
                "stationstatus", "pollingstationstatus",
                "lifecycle", "lifecyclestatus", "approvalstatus", "planstatus", "boundarystatus",
                "zustand", "estatus", "statut", "stato",
            ]
        ),
        (
            .out,
            [
                "retired", "isretired", "abolished", "isabolished", "superseded", "issuperseded",
                "archived", "isarchived", "proposed", "isproposed", "draft", "isdraft", "historic",
                "ishistoric", "obsolete", "isobsolete", "deleted", "isdeleted", "inactive",
                "demolished", "isdemolished", "withdrawn", "iswithdrawn", "withdrawndate",
                "datewithdrawn", "removed", "isremoved", "removedfromballot", "cancelled",
                "canceled", "iscancelled", "iscanceled", "retireddate", "dateretired",
                "demolisheddate", "datedemolished", "closed", "isclosed", "moved", "ismoved",
            ]
        ),
        (
            .inForce,
            [
                "active", "isactive", "current", "iscurrent", "inforce", "isinforce", "ineffect",
                "enabled", "aktiv", "activo", "actif", "attivo", "vigente", "inuse", "onballot",
                "isonballot", "certified",
            ]
        ),
    ]
    private static let words: Set<String> = [
        "proposed", "retired", "historic", "historical", "inactive", "draft", "superseded",
        "abolished", "obsolete", "archived", "former", "expired", "pending", "deleted", "old",
        "cancelled", "canceled", "withdrawn", "dissolved", "terminated", "discontinued", "planned",
        "future", "not current", "not active", "decommissioned", "deactivated", "disused",
        "not in use", "out of use", "demolished", "razed", "never built", "rejected",
        "removed", "removed from ballot", "off ballot", "disqualified", "struck", "void",
        "invalid", "duplicate", "postponed", "closed", "moved", "merged", "consolidated",
        "relocated", "replaced", "unavailable", "withdrew", "i", "abandoned", "dead", "abgerissen",
        "gestrichen",
        "entwurf", "geplant", "aufgehoben", "ungultig",
        "historisch", "propuesto", "propuesta", "derogado", "derogada", "inactivo", "inactiva",
        "propose", "projet", "abroge", "ancien", "proposto", "abrogato", "vervallen", "voorgesteld",
    ]
    private static let yes: Set<String> = ["yes", "y", "true", "t", "1", "ja", "x", "si", "oui"]
    private static let no: Set<String> = ["no", "n", "false", "f", "0", "nein", "non"]
    private static let shownLines = 5
    /// So many words are told apart; where days stand, there may be as many as rows.
    private static let limit = 20
    /// What the records are called, such as ``AreaWording/theseAddresses``; nil for districts.
    private let list: Finding?

    /// - Parameter list: What the records are called, such as ``AreaWording/theseAddresses``; nil for
    ///   districts, of which a file can say by days when they hold.
    init(_ plan: FieldPlan, of list: Finding? = nil) {
        self.list = list
        columns = plan.untaken.compactMap { index in
            let key = HeaderKey(plan.columns[index]).text
            return Self.headers.first { $0.1.contains(key) }
                .map { (index, plan.columns[index], $0.0) }
        }
    }

    /// Takes in a row that is published.
    mutating func add(_ row: borrowing Row) {
        for column in columns {
            guard let cell = row.text(column.index) else { continue }
            let word = cell.split { !$0.isLetter && !$0.isNumber }
                .map { HeaderKey(String($0)).text }.joined(separator: " ")
            let isOut =
                switch column.sense {
                case .words: Self.words.contains(word) || Self.begins(word)
                case .out: Self.yes.contains(word) || list != nil && DayText.parse(cell) != nil
                case .inForce: Self.no.contains(word)
                }
            guard isOut else { continue }
            guard counts.count < Self.limit || counts["\(column.name)\u{1F}\(cell)"] != nil else {
                continue
            }
            var entry = counts["\(column.name)\u{1F}\(cell)"] ?? (0, [])
            entry.rows += 1
            if entry.lines.count < Self.shownLines { entry.lines.append(row.line) }
            counts["\(column.name)\u{1F}\(cell)"] = entry
        }
    }

    /// Whether words begin with one that says so whatever follows: `Postponed to 2027-01-12`.
    private static func begins(_ words: String) -> Bool {
        guard let first = words.split(separator: " ").first else { return false }
        return firstWords.contains(String(first))
    }

    private static let firstWords: Set<String> = [
        "postponed", "cancelled", "canceled", "withdrawn", "removed", "abolished", "closed",
        "moved",
        "merged", "consolidated", "relocated", "replaced", "superseded", "retired", "demolished",
        "decommissioned", "discontinued",
    ]

    mutating func restart() { counts = [:] }

    var notes: [ImportNote] {
        counts.sorted { $0.key < $1.key }.map { key, entry in
            let parts = key.split(separator: "\u{1F}", maxSplits: 1).map(String.init)
            return ImportNote(
                .warning,
                finding(column: parts[0], word: parts.last ?? "", rows: entry.rows),
                lines: entry.lines
            )
        }
    }

    private func finding(column: String, word: String, rows: Int) -> Finding {
        guard let list else {
            return Finding(
                .districtsOutOfForce,
                ["column": .text(column), "word": .text(word), "rows": .count(rows)]
            )
        }
        return Finding(
            .outOfUse,
            [
                "column": .text(column), "word": .text(word), "rows": .count(rows),
                "list": .finding(list),
            ]
        )
    }
}
