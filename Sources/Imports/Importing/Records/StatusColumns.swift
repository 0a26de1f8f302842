internal import Polling

/// Columns that say of records that they do not hold: of districts that they are not in force, though not by
/// a day that can be read; of addresses that they are retired; of measures that they were withdrawn; of
/// stations that others take their place, or that people vote by mail.
struct StatusColumns {
    private let columns: [(index: Int, name: String, sense: Sense)]
    /// Rows by the column and its word.
    private var counts: [String: StationRemarks.Lines] = [:]
    /// Rows whose words are different in each: days, and what takes the record's place.
    private var gone: [String: Told] = [:]
    private var byMail: [String: Told] = [:]
    private var doubts: [String: Told] = [:]

    /// What a cell of a column says.
    private enum Sense {
        /// Its words do: `Proposed`.
        case words
        /// Whether it holds: `Retired` with `Yes`, or with the day.
        case out
        /// The same the other way round: `Active` with `No`.
        case inForce
        /// Until when it holds.
        case until
        /// From when on it holds.
        case from
        /// What takes its place: `Consolidated Into`.
        case place
        /// Whether people vote by mail: `Mail Only` with `Yes`.
        case mail
        /// Remarks, of which some say so: `Withdrew 5/1`.
        case remarks
    }

    /// What a cell says of its record.
    private enum Verdict { case out, gone, byMail, doubt }

    /// Rows of a column, and some of its cells.
    private struct Told {
        var rows = StationRemarks.Lines()
        var examples: [String] = []

        mutating func add(_ cell: String, line: Int) {
            rows.add(line)
            guard examples.count < 3, !examples.contains(cell) else { return }
            examples.append(cell)
        }
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
                "discontinued", "isdiscontinued", "discontinueddate", "datediscontinued",
                "decommissioned", "deactivated", "inactivated", "terminated", "dissolved",
                "relocated", "replaced", "aufgelost", "aufgehoben",
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
        (
            .place,
            [
                "consolidatedinto", "consolidatedwith", "consolidatedto", "mergedinto",
                "mergedwith", "mergedto", "combinedinto", "combinedwith", "combinedat",
                "replacedby", "supersededby", "succeededby", "successor", "absorbedby",
                "absorbedinto", "movedto", "relocatedto", "transferredto", "redirectedto",
                "redirectto", "voteat", "votesat", "votersvoteat", "votenowat", "nowvotesat",
                "voteinstead", "voteinsteadat", "useinstead", "ersetztdurch", "verlegtnach",
                "zusammengelegtmit", "aufgegangenin", "reemplazadopor", "trasladadoa",
                "fusionadocon", "remplacepar", "transferea", "fusionneavec", "sostituitoda",
                "trasferitoa",
            ]
        ),
        (
            .mail,
            [
                "mailonly", "ismailonly", "mailballotonly", "allmail", "isallmail",
                "allmailballot", "allmailprecinct", "mailballotprecinct", "mailprecinct",
                "mailinprecinct", "votebymailonly", "votebymailprecinct", "vbmonly",
                "vbmprecinct", "bymailonly", "postalonly", "nurbriefwahl",
            ]
        ),
    ]
    /// Of a list of stations: in lists of voters they say who has asked for a ballot.
    private static let mailOfStations: Set<String> = [
        "votebymail", "vbm", "bymail", "mailballot", "mailballots", "mailin", "briefwahl",
    ]
    /// What a status, or a method, says of places where nobody votes in person.
    private static let mailWords: Set<String> = [
        "vote by mail", "vbm", "mail", "mail only", "mail ballot", "mail ballots", "all mail",
        "mail ballot precinct", "mail ballot only", "mail precinct", "by mail", "by mail only",
        "vote by mail only", "vote by mail precinct", "all mail ballot", "mail in", "postal",
        "postal vote", "postal voting", "briefwahl", "briefwahlbezirk",
    ]
    private static let methods: Set<String> = [
        "votingmethod", "votemethod", "methodofvoting", "method", "votingmode", "votemode",
        "precincttype", "pcttype", "wahlart", "bezirksart", "wahlbezirksart",
    ]
    /// Words of a header beside those that say what it is: `Discontinued On`, `In Use 12/8`.
    private static let besides: Set<String> = [
        "date", "on", "as", "of", "since", "flag", "yn", "ind", "indicator", "effective", "datum",
        "am", "seit", "fecha", "this", "election",
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
    /// So many words are told apart; where days stand, there may be as many as rows.
    private static let limit = 20
    /// What the records are called, such as ``AreaWording/theseAddresses``; nil for districts.
    private let list: Finding?
    /// nil where no day is judged by it.
    private let today: CalendarDate?
    private let areStations: Bool

    /// - Parameters:
    ///   - list: What the records are called, such as ``AreaWording/theseAddresses``; nil for districts, of
    ///     which a file can say by days when they hold.
    ///   - today: By which days are judged.
    init(_ plan: FieldPlan, of list: Finding? = nil, today: CalendarDate?) {
        self.init(plan.untaken.map { ($0, plan.columns[$0]) }, of: list, today: today)
    }

    /// - Parameter areStations: Whether the records are stations, of which it is told otherwise that they are
    ///   closed, and from and until when they hold.
    init(
        _ columns: [(index: Int, name: String)],
        of list: Finding?,
        today: CalendarDate?,
        areStations: Bool = false
    ) {
        self.list = list
        self.today = today
        self.areStations = areStations
        self.columns = columns.compactMap { index, name in
            Self.sense(of: name, list, areStations).map { (index, name, $0) }
        }
    }

    private static func sense(of header: String, _ list: Finding?, _ areStations: Bool) -> Sense? {
        let key = HeaderKey(header).text
        let bare = HeaderKey.words(header).map { HeaderKey($0).text }
            .filter { !besides.contains($0) && !$0.allSatisfy(\.isNumber) }.joined()
        for key in [key, bare] {
            if let sense = headers.first(where: { $0.1.contains(key) })?.0 { return sense }
            if methods.contains(key) { return .words }
            if areStations, mailOfStations.contains(key) { return .mail }
        }
        // Those of stations are shown to voters, and told with them.
        if !areStations, Station.isOfNotes(header) { return .remarks }
        // Districts have days of their own.
        guard list != nil, !areStations else { return nil }
        func has(_ field: Field) -> Bool { (field.headers + field.weakHeaders).contains(key) }
        return has(.validTo) ? .until : has(.validFrom) ? .from : nil
    }

    private func verdict(_ cell: String, _ sense: Sense) -> Verdict? {
        let word = cell.split { !$0.isLetter && !$0.isNumber }
            .map { HeaderKey(String($0)).text }.joined(separator: " ")
        switch sense {
        case .words:
            if Self.mailWords.contains(word) { return .byMail }
            if areStations, Self.isToldOtherwise(cell) { return nil }
            return Self.words.contains(word) || Self.begins(word) ? .out : nil
        case .out:
            if Self.yes.contains(word) { return .out }
            return list != nil && isDay(cell, <=) ? .gone : nil
        case .inForce: return Self.no.contains(word) ? .out : nil
        case .until: return isDay(cell, <) ? .gone : nil
        case .from: return isDay(cell, >) ? .gone : nil
        case .place: return Self.no.contains(word) || word.isEmpty ? nil : .gone
        case .mail:
            return Self.yes.contains(word) || Self.mailWords.contains(word) ? .byMail : nil
        case .remarks:
            let hasSign = word.split(separator: " ").contains {
                Self.remarkWords.contains(String($0))
            }
            return hasSign || ClosureWords.first(in: cell) != nil ? .doubt : nil
        }
    }

    /// Whether a cell is a day that is before, or after, the one that is judged by.
    private func isDay(_ cell: String, _ compares: (CalendarDate, CalendarDate) -> Bool) -> Bool {
        guard let today, let day = DayText.ofMilliseconds(cell) ?? DayText.parse(cell) else {
            return false
        }
        return compares(day, today)
    }

    /// Whether a station's status is told with the stations that may be closed.
    private static func isToldOtherwise(_ cell: String) -> Bool {
        StationPlan.withdrawnWords.contains(cell.lowercased())
            || ClosureWords.first(in: cell) != nil
    }

    /// Takes in a row that is published.
    mutating func add(_ row: borrowing Row) {
        for column in columns {
            guard !row.isPlaceholder(column.index), let cell = row.text(column.index),
                let verdict = verdict(cell, column.sense)
            else { continue }
            switch verdict {
            case .gone: gone[column.name, default: Told()].add(cell, line: row.line)
            case .byMail: byMail[column.name, default: Told()].add(cell, line: row.line)
            case .doubt: doubts[column.name, default: Told()].add(cell, line: row.line)
            case .out: count(cell, of: column.name, line: row.line)
            }
        }
    }

    /// Takes in what a row says in passing, in a column of something else.
    mutating func add(_ word: String, of column: String, line: Int) {
        count(word, of: column, line: line)
    }

    /// Counts a row by its word.
    private mutating func count(_ cell: String, of column: String, line: Int) {
        let word = "\(column)\u{1F}\(cell)"
        guard counts.count < Self.limit || counts[word] != nil else { return }
        counts[word, default: StationRemarks.Lines()].add(line)
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

    private static let remarkWords = firstWords.union([
        "withdrew", "withdraws", "disqualified", "deceased", "died", "ineligible", "declined",
        "resigned", "struck", "stricken", "void", "voided", "invalid", "suspended", "enjoined",
        "rescinded", "repealed", "dissolved", "terminated", "vacated", "inactive", "duplicate",
        "zuruckgezogen", "verstorben", "gestrichen", "aufgehoben", "ungultig", "abgerissen",
        "retirado", "retirada", "fallecido", "fallecida", "anulado", "anulada", "retire",
        "decede", "annule", "annulee", "ritirato", "deceduto", "annullato",
    ])

    mutating func restart() { (counts, gone, byMail, doubts) = ([:], [:], [:], [:]) }

    var notes: [ImportNote] {
        let told = [
            (WitnessWording.goneByColumn, gone), (.mailOnly, byMail), (.remarksDoubt, doubts),
        ]
        return outNotes
            + told.flatMap { wording, columns in
                columns.sorted { $0.key < $1.key }.map { column, told in
                    ImportNote(
                        .warning,
                        Finding(
                            wording,
                            [
                                "column": .text(column), "rows": .count(told.rows.count),
                                "list": .finding(list ?? Finding(.theseDistricts)),
                                "examples": .texts(told.examples.map(Difference.quoted)),
                            ]
                        ),
                        lines: told.rows.first
                    )
                }
            }
    }

    private var outNotes: [ImportNote] {
        counts.sorted { $0.key < $1.key }.map { key, entry in
            let parts = key.split(separator: "\u{1F}", maxSplits: 1).map(String.init)
            return ImportNote(
                .warning,
                finding(column: parts[0], word: parts.last ?? "", rows: entry.count),
                lines: entry.first
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
