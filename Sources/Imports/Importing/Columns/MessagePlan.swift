internal import Geodesy
internal import Radar
internal import Timekeeping

/// What each column of a messages file is taken for.
struct MessagePlan {
    let place: PlacePlan
    let text: Int
    var category: Int?
    var posted: Int?
    /// The first that is not blank counts.
    var expires: [Int] = []
    var timeToLive: Int?
    var visibleRadius: Int?
    /// Columns that may name messages, the best first.
    let keys: [Int]
    /// Columns that are kept under their own names.
    var attributes: [(name: String, column: Int)]
    let uses: [ColumnUse]
    let columns: [String]
    let defaults: Defaults
    /// What of the columns is not sure.
    private(set) var notes: [ImportNote] = []

    /// What a message has where its row does not say.
    struct Defaults {
        var category = Category(rawValue: "news")
        var timeToLiveSeconds: Int64 = 30 * 86_400
        var visibleRadiusMeters = 1_000.0
        var posted: Timestamp?
        /// Fields that the caller has set.
        var given: [String: String] = [:]
    }

    /// The categories that messages have; a source's other words are kept as attributes.
    static let categories = ["funny", "cute", "educational", "news", "question", "help"]
    /// The longest text, in characters as people count them.
    static let textLimit = 500

    init(_ sample: FileSample, options: ImportOptions) throws(ImportError) {
        var matcher = try ColumnMatcher(
            sample,
            fields: Field.messageFields,
            mappings: options.mappings
        )
        columns = sample.columns.map(\.name)
        let defaults = try Self.defaults(options.constants)
        place = try matcher.takePlace(options)
        let names = columns
        guard let text = try matcher.take(.text) else {
            throw .missingField(
                "text",
                columns: names,
                hint: "Name the column with --map COLUMN=text."
            )
        }
        self.text = text
        posted = try Self.takeTime(.posted, &matcher)
        if posted == nil, defaults.posted == nil {
            throw .missingField(
                "time of posting",
                columns: names,
                hint: "Name the column with --map COLUMN=posted, or give one time for all with "
                    + "--set posted=2026-11-03T07:00:00Z."
            )
        }
        expires = Self.takeExpiries(&matcher, names)
        // No other column is called so: a value that is no number is refused in its row.
        timeToLive = try matcher.take(.timeToLive) { $0.filled > 0 }
        visibleRadius = try matcher.take(.visibleRadius) { $0.filled > 0 }
        if matcher.isMapped(.category) {
            category = matcher.candidates(for: .category).first
        } else if defaults.given[Field.category.name] == nil {
            category = try matcher.take(.category) { column in
                column.firstValues.allSatisfy { Self.categories.contains($0.lowercased()) }
            }
        }
        for column in matcher.candidates(for: .category) {
            matcher.use(
                column,
                as: Field.attribute,
                because: Finding(.noAmbitCategory)
            )
        }
        keys = matcher.candidates(for: .messageID)
        attributes = matcher.keepTheRest().map { (names[$0], $0) }
        notes = Self.notes(
            attributes.map { sample.columns[$0.column] },
            hasCategory: category != nil || defaults.given[Field.category.name] != nil,
            hasRadius: visibleRadius != nil || defaults.given[Field.visibleRadius.name] != nil,
            defaults
        )
        uses = matcher.uses.compactMap { $0 }
        self.defaults = defaults
    }

    /// The columns of the end of a message, of which the first that has one counts.
    private static func takeExpiries(_ matcher: inout ColumnMatcher, _ names: [String]) -> [Int] {
        let columns = matcher.candidates(for: .expires).filter { holdsTimes(matcher, $0) }
        for (index, column) in columns.enumerated() {
            let rank =
                index == 0
                ? Finding(.byHeader)
                : Finding(.countsWhereBlank, ["column": .text(names[columns[0]])])
            matcher.use(column, as: Field.expires.name, because: rank)
        }
        return columns
    }

    /// Tells of columns that are called radius or category and were not taken: all messages get the same.
    private static func notes(
        _ kept: [ColumnSample],
        hasCategory: Bool,
        hasRadius: Bool,
        _ defaults: Defaults
    ) -> [ImportNote] {
        var notes: [ImportNote] = []
        if !hasRadius,
            let column = kept.first(where: { $0.key.text.contains("radius") && $0.isNumeric })
        {
            notes.append(
                ImportNote(
                    .warning,
                    Finding(
                        .radiusNotUsed,
                        [
                            "column": .text(column.name),
                            "radius_m": .length(defaults.visibleRadiusMeters),
                        ]
                    )
                )
            )
        }
        let isOurs: (String) -> Bool = { categories.contains($0.lowercased()) }
        if !hasCategory,
            let column = kept.first(where: { column in
                column.key.text.contains("category") && column.firstValues.contains(where: isOurs)
            })
        {
            let unknown = column.firstValues.filter { !isOurs($0) }.prefix(5)
            notes.append(
                ImportNote(
                    .warning,
                    Finding(
                        .categoriesUnknown,
                        [
                            "column": .text("\"\(column.name)\""),
                            "words": .texts(unknown.map { "\"\($0)\"" }),
                            "category": .text(defaults.category.rawValue),
                            "categories": .texts(categories),
                        ]
                    )
                )
            )
        }
        return notes
    }

    private static func takeTime(
        _ field: Field,
        _ matcher: inout ColumnMatcher
    ) throws(ImportError) -> Int? {
        if matcher.isMapped(field) { return try matcher.take(field) }
        return try matcher.take(field) { holdsTimes($0) }
    }

    private static func holdsTimes(_ matcher: ColumnMatcher, _ column: Int) -> Bool {
        matcher.isMapped(.expires) || holdsTimes(matcher.sample.columns[column])
    }

    private static func holdsTimes(_ column: ColumnSample) -> Bool {
        let readable = column.firstValues.count { TimeText.parse($0) != nil }
        return readable > 0 && readable * 3 >= column.firstValues.count
    }

    private static func defaults(
        _ constants: [FieldConstant]
    ) throws(ImportError) -> Defaults {
        var defaults = Defaults()
        let allowed = [Field.category, .timeToLive, .visibleRadius, .posted].map(\.name)
        for constant in constants {
            let (field, value) = (constant.field, constant.value)
            switch field {
            case Field.category.name:
                guard categories.contains(value) else {
                    throw .invalidConstant(
                        field: field,
                        value: value,
                        allowed: "it can be " + categories.joined(separator: ", ")
                    )
                }
                defaults.category = Category(rawValue: value)
            case Field.timeToLive.name:
                guard let seconds = Int64(value), seconds >= 1, seconds <= maximumTimeToLive else {
                    throw .invalidConstant(
                        field: field,
                        value: value,
                        allowed: "it is a whole number of seconds, 1 to \(maximumTimeToLive)"
                    )
                }
                defaults.timeToLiveSeconds = seconds
            case Field.visibleRadius.name:
                guard let meters = PlainNumber.read(value), visibleRadii.contains(meters) else {
                    throw .invalidConstant(
                        field: field,
                        value: value,
                        allowed: "it is 10 to 50000 (metres)"
                    )
                }
                defaults.visibleRadiusMeters = meters
            case Field.posted.name:
                guard let moment = TimeText.parse(value)?.moment else {
                    throw .invalidConstant(
                        field: field,
                        value: value,
                        allowed: "it is a time such as 2026-11-03T07:00:00Z"
                    )
                }
                defaults.posted = moment
            default: throw .unknownField(field, option: "--set", choices: allowed)
            }
            defaults.given[field] = value
        }
        return defaults
    }

    /// The longest life of an imported message: a hundred years. Posts have a limit of their own.
    static let maximumTimeToLive: Int64 = 100 * 366 * 86_400
    /// How far an imported message may be seen, in metres, as for posts.
    static let visibleRadii = 10.0...50_000.0
}
