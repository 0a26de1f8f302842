internal import Polling
internal import Synchronization

/// The columns of a file by field, and fields that have one value for the whole file.
struct FieldPlan {
    let columns: [String]
    let uses: [ColumnUse]
    /// Columns that hold something, and that neither a field nor the caller has taken.
    private(set) var untaken: [Int] = []
    private var columnOf: [String: Int] = [:]
    private var constants: [String: String] = [:]
    private(set) var constantUses: [ConstantUse] = []
    /// Where records lie; nil where no column tells.
    let place: PlacePlan?
    /// What to look at about it.
    let placeNotes: [ImportNote]
    /// Whether the file writes the month of days first.
    private let putsMonthFirst: Bool
    /// What to look at about days.
    let dayNotes: [ImportNote]

    /// Fields that hold days.
    private static let days = [
        Field.electionDate, .electionDay, .validFrom, .validTo,
    ].map(\.name)

    /// - Parameters:
    ///   - place: Whether records have a place.
    ///   - what: What a record is called, in the singular.
    ///   - settable: The fields that `--set` may give.
    ///   - signs: What may be said besides; of columns that fit one equally well the first is taken.
    ///   - stationFields: Where given, columns that speak of a polling place (its name, its
    ///     postcode) are set aside, but for those that these fields are.
    init(
        _ sample: FileSample,
        fields: [Field],
        settable: [Field],
        options: ImportOptions,
        what: String,
        place need: PlaceNeed = .none,
        stationFields: [Field]? = nil,
        signs: [Field] = []
    ) throws(ImportError) {
        var matcher = try ColumnMatcher(
            sample,
            fields: fields + signs + (need == .none ? [] : Field.placeFields),
            mappings: options.mappings
        )
        matcher.readsPlaces = stationFields == nil
        if let stationFields {
            for index in sample.columns.indices {
                let key = sample.columns[index].key
                guard let rest = key.split(after: ColumnMatcher.stationPrefixes)?.rest,
                    !stationFields.contains(where: {
                        $0.headers.contains(key.text) || $0.headers.contains(rest)
                    })
                else { continue }
                matcher.use(
                    index,
                    as: Field.ignore,
                    because: Finding(.stationsOwn, ["what": .text(what)])
                )
            }
        }
        for field in fields {
            let column = try matcher.take(field, where: field.accepts)
            if let column { columnOf[field.name] = column }
        }
        for sign in signs {
            guard let column = matcher.candidates(for: sign).first else { continue }
            matcher.use(column, as: sign.name, because: Finding(.byHeader))
            columnOf[sign.name] = column
        }
        (place, placeNotes) = try matcher.takePlace(need, of: what, options)
        let (shown, taken) = (DottedDay.Shown(sample.columns), columnOf)
        putsMonthFirst = shown.monthFirst
        let days = Self.days.compactMap { taken[$0] }.map { sample.columns[$0] }
        dayNotes = shown.isUnknown ? days.compactMap(Self.noteOfDays) : []
        for index in sample.columns.indices where matcher.uses[index] == nil {
            let reason = Finding(.noFieldNotKept, ["what": .text(what)])
            matcher.use(index, as: Field.ignore, because: reason)
            if sample.columns[index].filled > 0 { untaken.append(index) }
        }
        uses = matcher.uses.compactMap { $0 }
        columns = sample.columns.map(\.name)
        for constant in options.constants {
            guard settable.contains(where: { $0.name == constant.field }) else {
                throw .unknownField(
                    constant.field,
                    option: "--set",
                    choices: settable.map(\.name)
                )
            }
            set(constant.field, constant.value, because: "you said so")
        }
    }

    /// Gives a field one value for the whole file.
    mutating func set(_ field: String, _ value: String, because reason: String) {
        constants[field] = value
        constantUses.append(ConstantUse(field: field, value: value, reason: reason))
    }

    /// The column that gives a field.
    func column(_ field: Field) -> Int? { columnOf[field.name] }

    /// Whether a column or a constant gives a field.
    func has(_ field: Field) -> Bool {
        columnOf[field.name] != nil || constants[field.name] != nil
    }

    /// A field's text in a row: what the row says, or else the constant.
    func text(_ field: Field, _ row: borrowing Row) -> String? {
        columnOf[field.name].flatMap { row.text($0) } ?? constants[field.name]
    }

    /// - Throws: ``ImportError/missingField(_:columns:hint:)`` when nothing gives a field.
    func require(_ field: Field, hint: String) throws(ImportError) {
        guard !has(field) else { return }
        throw .missingField(field.name.replacing("_", with: " "), columns: columns, hint: hint)
    }

    /// Why a row is refused for what stands in a field.
    func fault(
        _ field: Field,
        _ row: borrowing Row,
        _ cause: RowFault.Cause,
        _ reason: Finding
    ) -> RowRefusal {
        let column = column(field)
        return RowRefusal(
            RowFault(
                cause: cause,
                column: column.map { columns[$0] },
                value: column.flatMap { row.text($0) },
                reason: reason
            )
        )
    }

    /// A whole number of 1 or more; nil where the row says nothing.
    func count(_ field: Field, _ row: borrowing Row) throws(RowRefusal) -> Int? {
        guard let text = text(field, row) else { return nil }
        guard let number = Int(text), (1...10_000).contains(number) else {
            throw fault(field, row, .badNumber, Finding(.countOutOfRange))
        }
        return number
    }

    /// A day; nil where the row says nothing.
    func date(_ field: Field, _ row: borrowing Row) throws(RowRefusal) -> CalendarDate? {
        guard let text = text(field, row) else { return nil }
        if putsMonthFirst, DottedDay.isAmbiguous(text), let reason = DottedDay.fault(text) {
            throw fault(field, row, .badTime, reason)
        }
        guard let date = DayText.parse(text) else {
            throw fault(field, row, .badTime, DayText.fault(text))
        }
        return date
    }

    /// That days with points were read with the day first, which no row shows.
    private static func noteOfDays(_ column: ColumnSample) -> ImportNote? {
        guard let example = column.firstValues.first(where: DottedDay.isAmbiguous),
            let day = DayText.parse(example)
        else { return nil }
        return ImportNote(
            .warning,
            Finding(
                .dottedDays,
                [
                    "column": .text(column.name), "example": .text(example),
                    "day": .text(day.description),
                ]
            )
        )
    }

    /// Yes or no; nil where the row says neither.
    func flag(_ field: Field, _ row: borrowing Row) -> Bool? {
        switch text(field, row)?.lowercased() {
        case "yes", "y", "true", "t", "1", "ja", "x": true
        case "no", "n", "false", "f", "0", "nein": false
        default: nil
        }
    }
}

/// What the contests and the measures of a file have in common.
struct BallotPlan {
    private(set) var plan: FieldPlan
    private let fileStage: ElectionStage
    private let stages: PublishedStages?
    /// Of rows that name no election, and no day either.
    private let unnamed: String
    private let namedDays = NamedDays()

    static let settable: [Field] = [
        .election, .electionName, .electionDate, .districtType, .districtCode, .language,
    ]

    /// - Parameters:
    ///   - fileName: Tells the day where the file does not.
    ///   - titles: The lines above the columns' names, which tell it where the file's name does not.
    ///   - stages: What the published elections say of themselves; nil to leave that out.
    init(
        _ plan: FieldPlan,
        fileName: String,
        titles: [String] = [],
        dataset: String,
        stages: PublishedStages? = nil
    ) {
        self.plan = plan
        self.stages = stages
        fileStage = ElectionStage(fileName)
        unnamed = dataset
        // The days of rows tell their elections apart.
        guard !plan.has(.election), plan.column(.electionDate) == nil else { return }
        let titled = TitledElection(titles)
        if let date = DayText.date(inFileName: fileName) ?? titled?.day {
            let source =
                DayText.date(inFileName: fileName) != nil
                ? "the file's name" : "the line \"\(titled?.title ?? "")\""
            let reason = "from \(source); choose with --set election=..."
            self.plan.set(Field.election.name, date.description, because: reason)
            if !plan.has(.electionDate) {
                self.plan.set(Field.electionDate.name, date.description, because: reason)
            }
        } else {
            self.plan.set(
                Field.election.name,
                dataset,
                because: "the file names no election; choose with --set election=..."
            )
        }
    }

    /// The election of a row; of one without a day beside it, its name may tell that.
    func election(_ row: borrowing Row) throws(RowRefusal) -> ElectionReference {
        let written = plan.text(.election, row)
        let date =
            try plan.date(.electionDate, row)
            ?? [plan.text(.electionName, row), written].compactMap(\.self).lazy
            .compactMap(namedDays.day).first
        guard let key = written ?? (plan.has(.election) ? nil : date?.description ?? unnamed) else {
            throw plan.fault(.election, row, .blankText, Finding(.electionMissing))
        }
        return ElectionReference(key: key, name: plan.text(.electionName, row), date: date)
    }

    /// Whether the row is of a primary: as its column of stages says, or else its election's name, or that
    /// election where it is published, or the file's name.
    func stage(_ row: borrowing Row, of election: ElectionReference) -> ElectionStage {
        let told = ElectionStage.of([
            plan.text(.stage, row), plan.text(.electionName, row), plan.text(.election, row),
        ])
        guard told == .unknown else { return told }
        let published = stages?.stage(of: election) ?? .unknown
        return published == .unknown ? fileStage : published
    }

    /// The district that the row of a measure names, by its code or in a column that is called after its
    /// type, or that the measure's title names.
    func district(ofMeasure row: borrowing Row, title: String) -> DistrictReference? {
        if let named = district(row, title: title) { return named }
        for field in Field.measureDistricts {
            guard let code = plan.text(field, row),
                !DistrictText.isNone(code)
            else { continue }
            return DistrictReference(type: field.name, code: code)
        }
        return nil
    }

    /// The district that the row names, or that the contest's title names.
    func district(_ row: borrowing Row, title: String) -> DistrictReference? {
        let type = plan.text(.districtType, row).map(DistrictText.type)
        let code = plan.text(.districtCode, row)
        if let type, let code, !DistrictText.isEverywhere(code) {
            return DistrictReference(type: type, code: code)
        }
        return DistrictText.district(inTitle: title, code: code)
    }

    func localized(_ field: Field, _ row: borrowing Row) -> LocalizedText? {
        plan.text(field, row).map { localized($0, row) }
    }

    /// A text in the language that the row is in.
    func localized(_ text: String, _ row: borrowing Row) -> LocalizedText {
        LocalizedText(text, language: LanguageTag.of(plan.text(.language, row)))
    }
}

/// The days that stand in the names of a file's elections, each read once.
private final class NamedDays: Sendable {
    private let known = Mutex<[String: CalendarDate?]>([:])
    private static let limit = 1_000

    func day(_ name: String) -> CalendarDate? {
        known.withLock { known in
            if let day = known[name] { return day }
            let day = TitledElection.day(inName: name)
            if known.count < Self.limit { known[name] = .some(day) }
            return day
        }
    }
}
