internal import Polling

/// What headers say besides of what stands below them: sorts of places, what holds at other times, and what
/// is in use.
extension StationPlan {
    /// A column that says whether a station is in use.
    struct Activity {
        let column: Int
        /// Whether a yes says that it is not.
        let isDenial: Bool

        func saysNo(_ text: String?) -> Bool {
            guard let text, let flag = StationPlan.flag(text) else { return false }
            return flag == isDenial
        }
    }

    /// A column that says by yes or no whether a place is of some sort: its header names nothing else.
    struct KindFlag {
        let column: Int
        let kinds: [StationKind]
    }

    /// Under which the sort that headers tell is kept.
    static let kindAttribute = "station_type"

    /// Yes or no; nil where a text says neither.
    static func flag(_ text: String) -> Bool? {
        switch text.lowercased() {
        case "y", "yes", "x", "true", "t", "1", "ja", "si", "sí", "oui", "✓", "✔": true
        case "n", "no", "false", "f", "0", "nein", "non", "-": false
        default: nil
        }
    }

    func isYes(_ text: String?) -> Bool { text.flatMap(Self.flag) == true }

    // MARK: Taking

    /// Reads what headers say of sorts of places.
    mutating func takeKindWords(_ sample: FileSample) {
        guard sample.feed == nil, kindColumn == nil || !leavesElsewhereOut else { return }
        kindFlags = attributes.map(\.column).compactMap { column in
            let header = sample.columns[column].name
            let kinds = StationKind.reading(header).kinds
            guard sample.columns[column].isFlag, !kinds.isEmpty, KindHeader.isWhole(header)
            else { return nil }
            return KindFlag(column: column, kinds: kinds)
        }
        readsKindFlags = kindFlags.contains { $0.kinds.contains(.pollingPlace) }
        let flagged = Set(kindFlags.map(\.column))
        elections.removeAll(where: flagged.contains)
        guard kindColumn == nil, kindFlags.isEmpty, let name else { return }
        let kinds = StationKind.reading(sample.columns[name].name).kinds
        let isOther = kinds.allSatisfy { $0 == .earlyVoting || $0 == .dropBox }
        // A vote center is everybody's; what serves precincts under that header is a polling place.
        let isCenter =
            kinds == [.voteCenter]
            && !districts.contains { DistrictKey.assigningTypes.contains($0.type) }
        if !kinds.isEmpty, isOther || isCenter { kindOfHeader = kinds }
    }

    /// Adds to a station's attributes the sort that headers and flags say it is of.
    func addKind(to attributes: inout [String: String]) {
        guard attributes[Self.kindAttribute] == nil else { return }
        var kinds = kindOfHeader
        if readsKindFlags {
            for flag in kindFlags {
                guard let text = attributes[columns[flag.column]],
                    SideBySide.values(text).contains(where: { isYes(String($0)) })
                else { continue }
                kinds += flag.kinds
            }
        }
        guard !kinds.isEmpty else { return }
        attributes[Self.kindAttribute] = StationKind.allCases.filter(kinds.contains)
            .map(\.rawValue).joined(separator: SideBySide.separator)
    }

    /// Takes the column of the days of the hours, where one has both the first and the last.
    mutating func takeDates(_ matcher: inout ColumnMatcher) {
        guard firstDay == nil, lastDay == nil, hours != nil || opens != nil else { return }
        let columns = matcher.sample.columns
        let found = columns.indices.first { index in
            matcher.uses[index] == nil && columns[index].filled > 0
                && Self.datesHeaders.contains(columns[index].key.text)
                && !columns[index].isFlag && !columns[index].isNumeric
        }
        guard let found else { return noteSerialDays(matcher) }
        matcher.use(found, as: Field.hours.name, because: Finding(.datesInHours))
        dates = found
    }

    /// Tells of a column of days that are the numbers which spreadsheets keep for them: the hours are of no day.
    private mutating func noteSerialDays(_ matcher: ColumnMatcher) {
        for (index, column) in matcher.sample.columns.enumerated() {
            guard matcher.uses[index] == nil, Self.datesHeaders.contains(column.key.text),
                let example = column.firstValues.first,
                column.firstValues.allSatisfy({ Self.serialDay($0) != nil }),
                let day = Self.serialDay(example)
            else { continue }
            notes.append(
                ImportNote(
                    .warning,
                    Finding(
                        .serialDays,
                        [
                            "column": .text(column.name), "example": .text(example),
                            "day": .text(day.description),
                        ]
                    )
                )
            )
        }
    }

    /// The day of a number of days since 30 December 1899, as spreadsheets count them, or of eight digits; nil
    /// for any other text and for days outside of this century.
    static func serialDay(_ text: String) -> CalendarDate? {
        let century = 2_000...2_099
        if text.utf8.count == 8, let day = CalendarDate(parsing: text), century.contains(day.year) {
            return day
        }
        guard let number = NumberText.double(Array(text.utf8)[...]), 36_526...73_050 ~= number
        else {
            return nil
        }
        return CalendarDate(daysSince1970: Int(number) - 25_569)
    }

    private static let datesHeaders: Set<String> = [
        "dates", "days", "votingdates", "votingdays", "earlyvotingdates", "earlyvotingdays",
        "datesopen", "daysopen", "opendates", "opendays", "datesofoperation", "daysofoperation",
        "datesandtimes", "operatingdates", "operatingdays", "daysofweek", "tage", "offnungstage",
        "fechas", "dias", "jours", "giorni", "date", "day", "votingdate", "votingday",
        "pollingdate", "pollingday", "dateofvoting", "fecha", "datum", "wahltag",
    ]

    /// Tells of a column of last days where none has the first ones: it says until when a row holds, and not
    /// on which day voters come.
    ///
    /// - Returns: Whether it is one.
    mutating func noteLoneLastDay(_ matcher: ColumnMatcher, _ column: Int) -> Bool {
        guard !matcher.isMapped(.lastDay) else { return false }
        let name = "\"\(matcher.sample.columns[column].name)\""
        notes.append(ImportNote(.warning, Finding(.lastDayAlone, ["column": .text(name)])))
        return true
    }

    /// Finds columns that say that rows hold at some times alone, or not any more.
    mutating func noteOtherTimes(_ sample: FileSample) {
        guard sample.feed == nil else { return }
        let kept = attributes.map(\.column).filter { sample.columns[$0].filled > 0 }
        activity =
            kept.lazy.compactMap { column in
                let key = sample.columns[column].key.text
                guard sample.columns[column].isFlag else { return nil }
                if Self.activeHeaders.contains(key) {
                    return Activity(column: column, isDenial: false)
                }
                return Self.inactiveHeaders.contains(key)
                    ? Activity(column: column, isDenial: true) : nil
            }.first
        let spans = kept.filter { Self.validityHeaders.contains(sample.columns[$0].key.text) }
        if !spans.isEmpty {
            notes.append(
                ImportNote(
                    .warning,
                    Finding(
                        .validityNotUsed,
                        [
                            "columns": .texts(spans.map { "\"\(columns[$0])\"" }),
                            "count": .count(spans.count),
                        ]
                    )
                )
            )
        }
        let used =
            [name, premises].compactMap { $0 } + address.parts.joined()
            + districts.map(\.column)
        if let note = ReplacementColumns.note(kept, beside: used, sample) { notes.append(note) }
    }

    private static let activeHeaders: Set<String> = [
        "active", "isactive", "activeflag", "activeyn", "inuse", "currentlyactive",
        "currentlyinuse", "enabled", "aktiv", "activo", "actif", "attivo", "open", "isopen",
        "available", "isavailable", "used", "isused", "usedthiselection", "inusethiselection",
        "use",
        "usethiselection", "confirmed", "isconfirmed",
    ]
    private static let inactiveHeaders: Set<String> = [
        "inactive", "isinactive", "closed", "isclosed", "retired", "discontinued", "deleted",
        "isdeleted", "disabled", "notused", "notinuse", "donotuse", "inaktiv", "cancelled",
        "canceled", "moved", "ismoved", "relocated", "unavailable",
    ]
    private static let validityHeaders: Set<String> = [
        "effective", "effectivedate", "effectivefrom", "effectiveon", "effectiveuntil",
        "effectiveto", "effdate", "validfrom", "validto", "validuntil", "validthrough", "expires",
        "expiresat", "expireson", "expiration", "expirationdate", "expirydate", "expiry",
        "expdate", "enddate", "lastday", "dateend", "dateclosed", "closedate", "retireddate",
        "inactivedate", "activefrom", "activeto", "activeuntil", "discontinueddate", "gultigab",
        "gultigbis", "gueltigab", "gueltigbis", "gultigvon", "gueltigvon", "vigenciadesde",
        "vigenciahasta", "validedu", "valideau",
    ]

    /// Columns that are kept and may say of rows that they do not hold, and of which nothing else is told.
    ///
    /// - Parameter today: By which days are judged.
    func statusColumns(_ today: CalendarDate) -> StatusColumns {
        let told = [activity?.column, kindColumn].compactMap { $0 } + kindFlags.map(\.column)
        let others = attributes.map { ($0.column, columns[$0.column]) }
            .filter { index, name in
                !told.contains(index) && !Self.validityHeaders.contains(HeaderKey(name).text)
            }
        return StatusColumns(
            others,
            of: Finding(.theseStations),
            today: today,
            areStations: true
        )
    }

    /// Tells columns that are called after elections and mark some of the rows: which election a row is of is
    /// read nowhere but in its hours.
    mutating func noteElectionColumns(_ sample: FileSample) {
        let found = attributes.map(\.column).filter { column in
            let sampled = sample.columns[column]
            return sampled.filled > 0 && sampled.distinctCount <= 2
                && (sampled.filled < sample.rows || sampled.isFlag)
                && (DayText.parse(sampled.name) != nil || TitledElection([sampled.name]) != nil)
        }
        guard !found.isEmpty else { return }
        let names = found.map { "\"\(columns[$0])\"" }
        notes.append(
            ImportNote(
                .warning,
                Finding(
                    .electionColumns,
                    ["columns": .texts(names), "count": .count(names.count)]
                )
            )
        )
    }

    /// Whether a row says that its station is not in use, or of no sort on any day.
    func saysNotInUse(_ row: borrowing Row) -> Bool {
        if let activity, activity.saysNo(row.text(activity.column)) { return true }
        guard readsKindFlags else { return false }
        for flag in kindFlags where row.text(flag.column).flatMap(Self.flag) != false {
            return false
        }
        return true
    }

    // MARK: Telling

    /// What a report says of these columns.
    func wordNotes(_ remarks: StationRemarks) -> [ImportNote] {
        var notes: [ImportNote] = []
        let told = activity?.column ?? kindFlags.first?.column
        if let told, remarks.inactive.count > 0 {
            notes.append(
                ImportNote(
                    .warning,
                    Finding(
                        .sayNotActive,
                        [
                            "column": .text("\"\(columns[told])\""),
                            "rows": .count(remarks.inactive.count),
                        ]
                    ),
                    lines: remarks.inactive.first
                )
            )
        }
        let flags = kindFlags.map { "\"\(columns[$0.column])\"" }
        if readsKindFlags {
            let read = Finding(
                .kindFlagsRead,
                ["columns": .texts(flags), "count": .count(flags.count)]
            )
            notes.append(ImportNote(.note, read))
        } else if !flags.isEmpty, remarks.flagged.count > 0 {
            notes.append(
                ImportNote(
                    .warning,
                    Finding(
                        .kindFlags,
                        [
                            "columns": .texts(flags), "count": .count(flags.count),
                            "rows": .count(remarks.flagged.count),
                        ]
                    ),
                    lines: remarks.flagged.first
                )
            )
        }
        if let name, !kindOfHeader.isEmpty {
            notes.append(
                ImportNote(
                    .warning,
                    Finding(
                        .kindOfHeader,
                        [
                            "column": .text("\"\(columns[name])\""),
                            "kinds": .findings(kindOfHeader.map(TypeWords.finding)),
                        ]
                    )
                )
            )
        }
        return notes
    }
}

/// Columns that say what is new or temporary, beside those that were taken.
enum ReplacementColumns {
    private static let words: Set<String> = [
        "new", "temporary", "temp", "replacement", "interim", "future", "proposed", "upcoming",
        "next", "revised", "substitute", "nuevo", "nueva", "neu", "neue", "neuer", "neues",
        "nouveau", "nouvelle",
    ]
    private static let places: Set<String> = {
        let fields = [Field.stationName, .address, .street] + Field.districts
        return Set(fields.flatMap { $0.headers + $0.weakHeaders })
            .union(["place", "name", "polls", "station", "building"])
    }()

    /// - Parameter used: The columns that were taken.
    static func note(
        _ kept: [Int],
        beside used: [Int],
        _ sample: FileSample
    ) -> ImportNote? {
        let found = kept.filter { column in
            let header = sample.columns[column].name
            let parts = HeaderKey.words(header)
            let rest = parts.filter { !words.contains(HeaderKey($0).text) }
            guard rest.count < parts.count, !rest.isEmpty, sample.columns[column].filled > 0,
                !sample.columns[column].isFlag
            else { return false }
            return places.contains(HeaderKey(rest.joined()).text)
        }
        guard !found.isEmpty, !used.isEmpty else { return nil }
        let names = found.map { "\"\(sample.columns[$0].name)\"" }
        let taken = used.sorted().prefix(4).map { "\"\(sample.columns[$0].name)\"" }
        return ImportNote(
            .warning,
            Finding(
                .replacementColumns,
                [
                    "columns": .texts(names), "count": .count(names.count),
                    "used": .texts(taken), "taken": .count(taken.count),
                ]
            )
        )
    }
}
