public import Datasets
public import ReferenceSystems
internal import RowFiles

/// What an import is to do, besides the file.
public struct ImportOptions: Sendable {
    /// Whether the public is to see the outcome.
    public enum Mode: String, Sendable, Hashable, CaseIterable {
        /// Read, check and compare; change nothing.
        case check
        /// The same, then publish.
        case publish
    }

    /// The dataset to build a version of.
    public var dataset: DatasetName
    /// Whether to publish.
    public var mode: Mode
    /// Columns whose field the caller names, in place of a guess.
    public var mappings: [ColumnMapping]
    /// Fields that have one value for the whole file.
    public var constants: [FieldConstant]
    /// How files of this make are written and read; what the other options say goes before it.
    public var profile: ImportProfile?
    /// The event that all records are of, whatever the file says; nil where it says so itself, or nothing is.
    public var event: String?
    /// The system that coordinates are in; nil to find it.
    public var referenceSystem: CoordinateReferenceSystem?
    /// Who named it, for the report.
    var referenceSystemReason = saidByCaller
    /// What was decided about the repairs that an earlier import proposed.
    public var decisions: RepairDecisions?
    /// Whether what earlier imports into the dataset decided about repairs is decided the same again,
    /// where ``decisions`` are nil.
    public var repeatsDecisions = false
    /// Whether records that are published and not in the file stay, as when rows that were refused
    /// and mended are added.
    public var keepsOthers = false
    /// Whether to undo that UTF-8 was taken for windows-1252 and written as UTF-8 again.
    public var mendsEncoding = false
    /// The line of a table that names its columns, from 1; nil to find it.
    public var headerLine: Int?
    /// The sheet of a workbook to read; nil for the only one with a table.
    public var sheet: String?
    /// How many rows of data are read at most; nil for as many as the file has.
    public var rowLimit: Int?
    /// A dataset that is withdrawn in the same transaction in which this one is published.
    public var replaces: DatasetName?
    /// Whether to publish even what removes or moves more than an import may.
    public var isForced: Bool
    /// Called with the report of a file of which every row was refused, before that is thrown.
    public var whenAllIsRefused: @Sendable (ImportReport) -> Void = { _ in }
    /// Who imports, for the ledger: a user of the machine, or a token's label.
    public var importedBy: String?

    /// The same with control characters written out: a system's users may be called anything.
    var writtenImporter: String? { importedBy?.withVisibleControls }

    /// An import into `dataset`.
    public init(
        dataset: DatasetName,
        mode: Mode = .publish,
        mappings: [ColumnMapping] = [],
        constants: [FieldConstant] = [],
        isForced: Bool = false,
        importedBy: String? = nil
    ) {
        self.dataset = dataset
        self.mode = mode
        self.mappings = mappings
        self.constants = constants
        self.isForced = isForced
        self.importedBy = importedBy
    }
}

/// One `--map column=field`.
public struct ColumnMapping: Sendable, Hashable {
    /// The column's header; case, spaces, dashes, dots and underscores don't matter.
    public let column: String
    /// The field's name, such as `latitude` or `precinct`; `attribute` keeps the column as it is,
    /// `ignore` drops it.
    public let field: String
    /// Who said so, for the report.
    var reason = saidByCaller

    /// A mapping of a column to a field.
    public init(column: String, field: String) {
        self.column = column
        self.field = field
    }

    /// Reads `column=field` (or `column:field`); the last separator counts, for headers may hold
    /// one.
    ///
    /// - Throws: ``ImportError/unreadableMapping(_:)``.
    public init(parsing text: String) throws(ImportError) {
        guard let (column, field) = splitAtLast(text, separators: ["=", ":"]) else {
            throw .unreadableMapping(text)
        }
        self.init(column: column, field: field)
    }
}

/// One `--set field=value`.
public struct FieldConstant: Sendable, Hashable {
    /// The field's name, such as `category` or `ttl_s`.
    public let field: String
    /// The value that every row has.
    public let value: String
    /// Who said so, for the report.
    var reason = saidByCaller

    /// A field that has the same value in every row.
    public init(field: String, value: String) {
        self.field = field
        self.value = value
    }

    /// Reads `field=value`; the first `=` counts, for values may hold one.
    ///
    /// - Throws: ``ImportError/unreadableConstant(_:)``.
    public init(parsing text: String) throws(ImportError) {
        guard let split = text.firstIndex(of: "="), split != text.startIndex else {
            throw .unreadableConstant(text)
        }
        self.init(
            field: String(text[..<split]),
            value: String(text[text.index(after: split)...])
        )
    }
}

/// The reason of what the caller has said.
let saidByCaller = "you said so"

private func splitAtLast(_ text: String, separators: [Character]) -> (String, String)? {
    for separator in separators {
        guard let split = text.lastIndex(of: separator) else { continue }
        let (left, right) = (text[..<split], text[text.index(after: split)...])
        guard !left.isEmpty, !right.isEmpty else { return nil }
        return (String(left), String(right))
    }
    return nil
}
