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

    /// Notes the columns that are kept and look like times, where no hours were found.
    mutating func noteTimesNotUsed(_ sample: FileSample) {
        guard hours == nil, opens == nil, constants[Field.hours.name] == nil else { return }
        timesNotUsed = attributes.map(\.column).filter { sample.columns[$0].holdsTimes }
        guard !timesNotUsed.isEmpty else { return }
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

    // MARK: Access

    /// Parts of headers that may speak of access for people in wheelchairs, and of those that speak of
    /// something else, or say the opposite.
    private static let accessWords = [
        "access", "handicap", "disab", "wheelchair", "barrier", "rollstuhl", "stepfree",
    ]
    private static let otherWords = [
        "inaccess", "notaccess", "unaccess", "note", "comment", "descr", "detail", "parking",
        "date",
        "road", "route", "code", "point", "time", "hour", "url", "internet", "wifi",
    ]

    /// Takes the only column whose header may speak of access and whose cells say in words whether there
    /// is any: `Access: Full`.
    func takeAccessWords(_ matcher: inout ColumnMatcher) -> Int? {
        let columns = matcher.sample.columns
        let found = columns.indices.filter { index in
            matcher.uses[index] == nil
                && Self.accessWords.contains(where: columns[index].key.text.contains)
                && !Self.otherWords.contains(where: columns[index].key.text.contains)
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
    /// `19`, only under a header that can mean nothing else.
    fileprivate func looksLikeTimes(_ field: Field) -> Bool {
        let isWeak = field.weakHeaders.contains(key.text)
        let times = firstValues.count { value in
            HoursInColumns.time(value) != nil && !(isWeak && value.allSatisfy(\.isNumber))
        }
        return times > 0 && times * 2 >= firstValues.count
    }

    /// Whether most cells have a time of the day in them and no day with its year, as the moments of a
    /// program's own do.
    fileprivate var holdsTimes: Bool {
        let times = firstValues.count { HoursInColumns.hasTime($0) }
        return times > 0 && times * 2 > firstValues.count
    }
}
