internal import Polling

/// Which columns say when stations are open, and whether people in wheelchairs can enter.
extension StationPlan {
    /// Takes the column of the hours, or the two of the times at which stations open and close.
    ///
    /// - Throws: ``ImportError/missingField(_:columns:hint:)`` where the caller names one of these two and
    ///   nothing is the other.
    mutating func takeHours(_ matcher: inout ColumnMatcher) throws(ImportError) {
        if matcher.isMapped(.opens) || matcher.isMapped(.closes) {
            takeTimes(&matcher)
            guard opens == nil else { return }
            throw .missingField(
                (matcher.isMapped(.opens) ? Field.closes : .opens).name,
                columns: matcher.sample.columns.map(\.name),
                hint: "Name both with --map COLUMN=opens --map COLUMN=closes."
            )
        }
        // One called `opening` has but the beginning where another has the end.
        let isPaired = !matcher.candidates(for: .closes, where: { $0.looksLikeTimes(.closes) })
            .isEmpty
        hours = try matcher.take(.hours) { !(isPaired && $0.looksLikeTimes(.opens)) }
        if hours == nil { takeTimes(&matcher) }
    }

    /// Takes the two columns of the times at which stations open and close.
    private mutating func takeTimes(_ matcher: inout ColumnMatcher) {
        func column(_ field: Field) -> Int? {
            matcher.candidates(for: field) { $0.looksLikeTimes(field) }.first
        }
        guard let opens = column(.opens), let closes = column(.closes), opens != closes else {
            return
        }
        for (index, field) in [(opens, Field.opens), (closes, .closes)] {
            let example = matcher.sample.columns[index].firstValues.first ?? ""
            matcher.use(
                index,
                as: field.name,
                because: Finding(.byHeaderTimes, ["example": .text(example)])
            )
        }
        (self.opens, self.closes) = (opens, closes)
    }

    /// Takes the columns of the first and the last day of the hours. Those called no more than `From` and `To`
    /// are such where there are both and hold days.
    mutating func takeDays(_ matcher: inout ColumnMatcher) {
        guard hours != nil || opens != nil || constants[Field.hours.name] != nil else { return }
        let isPaired = [Field.firstDay, .lastDay].allSatisfy { field in
            !matcher.candidates(for: field, where: { $0.looksLikeDays }).isEmpty
        }
        let days: [(Field, WritableKeyPath<StationPlan, Int?>)] = [
            (.firstDay, \.firstDay), (.lastDay, \.lastDay),
        ]
        for (field, path) in days {
            let found = matcher.candidates(for: field, weak: isPaired) { column in
                !field.weakHeaders.contains(column.key.text) || column.looksLikeDays
            }
            guard let column = found.first,
                field != .lastDay || firstDay != nil || !noteLoneLastDay(matcher, column)
            else { continue }
            matcher.use(column, as: field.name, because: Finding(.byHeaderInHours))
            self[keyPath: path] = column
        }
    }

    /// Columns that are kept, are called after the beginning and the end of the hours, and hold numbers of which
    /// nothing was made: `7` and `19`.
    private func unreadTimes(_ sample: FileSample) -> [Int] {
        let fields = [Field.opens, .closes]
        let found = fields.map { field in
            attributes.map(\.column).filter { index in
                let column = sample.columns[index]
                return (field.headers + ColumnSample.plainTimes(field)).contains(column.key.text)
                    && column.filled > 0 && !column.isFlag
                    && (column.isNumeric
                        || column.firstValues.contains(where: HoursInColumns.isTime))
            }
        }
        return found.contains(where: \.isEmpty) ? [] : found.flatMap { $0 }
    }

    /// Notes the columns that are kept and look like times, where no hours were found, and those that are
    /// called hours and hold some beside those that were.
    mutating func noteTimesNotUsed(_ sample: FileSample) {
        namesHalfDays = [closes, hours].compactMap { $0 }.contains {
            sample.columns[$0].firstValues.contains(where: Self.namesHalfDay)
        }
        hasHalves = [closes, hours].compactMap { $0 }.contains {
            sample.columns[$0].firstValues.contains(where: DayOrder.hasHalves)
        }
        timesNotUsed = attributes.map(\.column).filter { sample.columns[$0].holdsHours }
        guard hours == nil, opens == nil, constants[Field.hours.name] == nil else {
            return noteOtherHours(sample)
        }
        timesNotUsed += attributes.map(\.column).filter {
            sample.columns[$0].holdsTimes && !timesNotUsed.contains($0)
        }
        timesNotUsed += unreadTimes(sample).filter { !timesNotUsed.contains($0) }
        guard !timesNotUsed.isEmpty else { return }
        timesNotUsed.sort()
        notes.append(
            ImportNote(
                .warning,
                Finding(
                    .timesNotUsed,
                    [
                        "columns": .texts(timesNotUsed.map { sample.columns[$0].name }),
                        "count": .count(timesNotUsed.count),
                    ]
                )
            )
        )
    }

    private static func namesHalfDay(_ text: String) -> Bool {
        let lower = text.lowercased()
        return ["am", "pm", "a.m", "p.m", "uhr", "noon"].contains(where: lower.contains)
    }

    private mutating func noteOtherHours(_ sample: FileSample) {
        guard !timesNotUsed.isEmpty, sample.feed == nil else { return }
        let used = [hours, opens, closes].compactMap { $0 }.map { sample.columns[$0].name }
        notes.append(
            ImportNote(
                .warning,
                Finding(
                    .otherHoursNotUsed,
                    [
                        "columns": .texts(timesNotUsed.map { sample.columns[$0].name }),
                        "count": .count(timesNotUsed.count),
                        "used": .texts(used.isEmpty ? [Field.hours.name] : used),
                    ]
                )
            )
        )
    }

    // MARK: Access

    /// Parts of headers that may speak of access for people in wheelchairs, and of those that speak of
    /// something else, or say the opposite.
    private static let accessWords = [
        "access", "handicap", "disab", "wheelchair", "barrier", "rollstuhl", "stepfree",
    ]
    private static let otherWords = [
        "inaccess", "notaccess", "unaccess", "note", "comment", "descr", "detail", "parking",
        "date",
        "road", "route", "code", "point", "time", "hour", "url", "internet", "wifi", "issue",
        "problem", "obstacle", "hindernis", "obstac", "concern", "complaint", "deficien", "waiver",
        "exempt", "exception", "survey", "audit", "inspect", "review", "checked", "request",
        "need", "temporary", "repair", "restrict", "denied", "blocked", "transit", "public",
        "oeffentlich", "busacc", "bybus", "train", "metro", "hearing", "audio", "visual", "blind",
        "deaf",
        "gehor", "signlanguage", "braille", "loop", "toilet", "restroom", "bathroom",
        "lavatory", "toilette", "curbside", "kerbside", "machine", "equipment", "device",
        "booth", "ballot", "phone", "website", "online", "plan",
    ]
    /// Words that turn what stands beside them into its opposite.
    private static let denials: Set<String> = [
        "not", "no", "non", "nicht", "kein", "keine", "without", "ohne", "sans", "sin", "lacks",
        "lack", "fix", "wc", "limited",
    ]

    /// Whether a header may speak of access for people in wheelchairs: not of barriers to it, of others'
    /// needs, or of what is done about it.
    static func speaksOfAccess(_ header: String) -> Bool {
        let key = HeaderKey(header).text
        let isFree = ["barrierfree", "barrierefree", "barrierefrei", "barrierfrei", "sansbarriere"]
            .contains(where: key.contains)
        return accessWords.contains(where: key.contains)
            && !otherWords.contains(where: key.contains)
            && denials.isDisjoint(with: HeaderKey.words(header))
            && (!key.contains("barrier") || isFree)
    }

    /// Takes the only column whose header may speak of access and whose cells say in words whether there
    /// is any: `Access: Full`.
    func takeAccessWords(_ matcher: inout ColumnMatcher) -> Int? {
        let columns = matcher.sample.columns
        let found = columns.indices.filter { index in
            matcher.uses[index] == nil
                && Self.speaksOfAccess(columns[index].name)
                && columns[index].holdsAccessWords
        }
        guard found.count == 1, !matcher.isMapped(.accessible) else { return nil }
        let example = columns[found[0]].firstValues.first ?? ""
        matcher.use(
            found[0],
            as: Field.accessible.name,
            because: Finding(.byContentAccess, ["example": .text(example)])
        )
        return found[0]
    }
}

extension ColumnSample {
    /// Whether most of the different cells say something of access.
    fileprivate var holdsAccessWords: Bool {
        let known = firstValues.count { value in
            if case .other = AccessibilityText.reading(value) { false } else { true }
        }
        return known > 0 && known * 2 >= firstValues.count
    }

    /// Whether most cells are one time of the day, `7:00 AM`, `07:00:00`, as a field's are; numbers alone,
    /// `19`, only under a header that can mean nothing else, or, `0700` and `1900`, as hours and minutes.
    fileprivate func looksLikeTimes(_ field: Field) -> Bool {
        let isWeak = field.weakHeaders.contains(key.text)
        let isPlain = Self.plainTimes(field).contains(key.text)
        let times = firstValues.count { value in
            guard let time = HoursInColumns.time(value) else { return false }
            guard isWeak, value.allSatisfy(\.isNumber) else { return true }
            return isPlain && value.utf8.count > 2 && Self.isUsual(time.clock, field)
        }
        return times > 0 && times * 2 >= firstValues.count
    }

    /// Headers that say nothing but that something opens or closes: `From` and `To` may be years or houses.
    fileprivate static func plainTimes(_ field: Field) -> [String] {
        field == .opens
            ? ["open", "opens", "opening", "apertura", "ouverture"]
            : ["close", "closes", "closing", "closed", "cierre", "fermeture"]
    }

    /// Whether places open, or close, at a time: not the years 2020 and 2026.
    private static func isUsual(_ time: ClockTime, _ field: Field) -> Bool {
        let isRound = time.minutes % 5 == 0
        return isRound && (field == .opens ? time.minutes < 780 : time.minutes > 720)
    }

    /// Whether most cells are days, if perhaps of two readings: `2026-12-01`, `01/12/2026`.
    fileprivate var looksLikeDays: Bool {
        let days = firstValues.count { value in
            DayText.parse(value) != nil
                || value.wholeMatch(of: /[0-9]{1,2}[.\/-][0-9]{1,2}[.\/-][0-9]{2,4}/) != nil
        }
        return days * 2 > firstValues.count
    }

    /// Whether the header says that there are hours, or on which day of the week, and most cells have some.
    fileprivate var holdsHours: Bool {
        let isCalledHours = Self.hoursWords.contains(where: key.text.contains)
        let isDay = Self.weekdays.contains(key.text)
        guard isCalledHours || isDay else { return false }
        let hours = firstValues.count { value in
            OpeningHours(parsing: value) != nil || HoursInColumns.hasTime(value)
                || isDay && value.contains(/^\s*[0-9]{1,2}\s*(am)?\s*[-–]\s*[0-9]{1,2}\s*(pm)?\s*$/)
        }
        return hours > 0 && hours * 2 >= firstValues.count
    }

    private static let hoursWords = [
        "hour", "times", "zeiten", "horari", "horaire", "orari", "godzin", "openingstijd", "oppet",
    ]
    private static let weekdays: Set<String> = [
        "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "mon", "tue",
        "wed", "thu", "fri", "sat", "sun", "montag", "dienstag", "mittwoch", "donnerstag",
        "freitag", "samstag", "sonntag", "lunes", "martes", "miercoles", "jueves", "viernes",
        "sabado", "domingo", "lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi",
        "dimanche",
    ]

    /// Whether most cells have a time of the day in them and no day with its year, as the moments of a
    /// program's own do.
    fileprivate var holdsTimes: Bool {
        let times = firstValues.count { HoursInColumns.hasTime($0) }
        return times > 0 && times * 2 > firstValues.count
    }
}
