package import Datasets
package import Timekeeping

/// One kind of record, said once: what it is called, what its columns are, and how a row becomes a record.
///
/// What makes two records equal, and how they differ in words, the record says itself: see
/// ``ImportableRecord``. The words of the command, the parameter of HTTP, the form of staff and the
/// datasets' kind are this value's ``name``.
package struct Kind<Record: ImportableRecord>: Sendable {
    /// Whether a record lies somewhere, which the columns that all kinds share tell.
    package enum Place: Sendable {
        /// It has no place.
        case none
        /// It is good without one.
        case optional
        /// A row without one is refused.
        case required
    }

    /// The plural, such as `stalls`.
    package let name: DatasetKind
    /// What one is called in a sentence, such as `a stall`.
    package let one: String
    /// What columns may be taken for; each may be given for all rows, too (`--set`).
    package let fields: [KindField]
    /// Whether records have a place.
    package let place: Place
    /// What it reads besides tables; the first that knows a file reads it.
    package let formats: [KindFormat]
    /// Makes a record of a row.
    package let record: @Sendable (KindRow) throws(RowRefusal) -> Record

    /// - Parameters:
    ///   - fields: In the order of the documentation.
    ///   - formats: What it reads besides tables.
    ///   - record: Throws what ``KindRow`` throws for a row that cannot be used.
    package init(
        _ name: DatasetKind,
        one: String,
        fields: [KindField],
        place: Place = .none,
        formats: [KindFormat] = [],
        record: @escaping @Sendable (KindRow) throws(RowRefusal) -> Record
    ) {
        self.name = name
        self.one = one
        self.fields = fields
        self.place = place
        self.formats = formats
        self.record = record
    }

    /// What whoever maps columns chooses from.
    package var fieldNames: [String] { Self.fieldNames(fields, place: place) }

    /// What whoever maps columns chooses from, for a kind that cannot be made yet.
    package static func fieldNames(_ fields: [KindField], place: Place) -> [String] {
        let places = place == .none ? [] : Field.placeFields
        return fields.map(\.field.name) + places.map(\.name) + [Field.attribute, Field.ignore]
    }

    /// Imports a file as records of the kind.
    ///
    /// - Parameters:
    ///   - progress: Called some ten times a second at most, on no particular thread.
    ///   - notes: Called with the file's records, some at a time, and with nil where they begin anew.
    ///   - memory: What earlier imports decided about repairs; nil to remember nothing.
    ///   - consents: What of all that takes consent, asked when all of them are read and something changes.
    /// - Throws: ``ImportError``, or what the store throws; nothing was changed then.
    package func run(
        _ input: ImportInput,
        into store: any DatasetStore<Record>,
        options: ImportOptions,
        clock: any WallClock,
        memory: (any DecisionMemory)? = nil,
        progress: (@Sendable (ImportProgress) -> Void)? = nil,
        notes: @escaping @Sendable ([Record]?) -> Void = { _ in },
        consents: (@Sendable () async throws -> [GuardFinding])? = nil
    ) async throws -> ImportReport {
        var options = options
        let decisions = try await ImportDecisions(&options, memory)
        var report = try await importTable(
            name,
            into: store,
            input,
            options: options,
            clock: clock,
            progress: progress,
            formats: formats,
            collector: { sample, options throws(ImportError) in
                try KindCollector(self, sample, options)
            },
            observe: notes,
            consents: consents
        )
        await decisions.settle(&report, options, clock)
        return report
    }
}

/// What a column of a kind may be taken for.
package struct KindField: Sendable, Hashable {
    let field: Field
    let isRequired: Bool

    /// - Parameters:
    ///   - name: The word of `--map`, `--set` and the report.
    ///   - headers: Headers that mean it, in small letters and digits alone, the surest first.
    ///   - weakHeaders: Headers that mean it where nothing else fits, such as `id`.
    ///   - isRequired: Whether a file without it is refused.
    package init(
        _ name: String,
        headers: [String] = [],
        weakHeaders: [String] = [],
        isRequired: Bool = false
    ) {
        let own = name.filter { $0.isLetter || $0.isNumber }
        let others = headers.filter { $0 != own }
        field = Field(name: name, headers: [own] + others, weakHeaders: weakHeaders)
        self.isRequired = isRequired
    }

    /// The word of `--map`, `--set` and the report.
    package var name: String { field.name }
}
