public import Datasets

/// What an import found, what it refused, and what it changed.
///
/// Written for people by ``text(width:)`` and for programs by ``json()``.
public struct ImportReport: Sendable, Encodable {
    /// What became of the import.
    public enum Outcome: String, Sendable, Hashable, Encodable {
        /// A new version is published.
        case published
        /// The file says what is published already; no version was made.
        case nothingToChange = "nothing_to_change"
        /// It was a check: nothing was changed.
        case checked
        /// It goes beyond a limit that only `--force` lifts: nothing was changed.
        case refused
    }

    /// What the records are, such as `stations`.
    public let kind: String
    /// The dataset's name.
    public let dataset: String
    /// What became of the import.
    public var outcome: Outcome
    /// The number of the version that was published; nil where none was.
    public var version: Int?
    /// The file.
    public let source: Source
    /// How the file was read.
    public let format: FileFormat
    /// What became of the rows of data.
    public var rows: Rows
    /// How many records the rows made.
    public var records: Int { rows.accepted }
    /// How many of the records have no place.
    public var withoutPlace: Int
    /// What each column was taken for, in the file's order.
    public internal(set) var columns: [ColumnUse]
    /// Fields that had one value for the whole file: given with `--set`, or Ambit's default.
    public var constants: [ConstantUse]
    /// Why rows were refused, the cause with the most rows first.
    public var causes: [RejectionCause]
    /// The rows that were refused, in the file's order; at most ``rejectedRowLimit`` of them.
    public var rejectedRows: [RejectedRow]
    /// What else there is to know, warnings first.
    public var notes: [ImportNote]
    /// How the records differ from what is published.
    public var changes: Changes
    /// What the dataset has once the file is added to it; nil where the file replaces what is
    /// published.
    public var addition: Addition?
    /// The limits that the import goes beyond: it needs `--force`, or had it.
    public var forceNeeded: [GuardFinding] = []
    /// Of a check the first records as they would be published, at most three.
    public var samples: [RecordSample] = []

    /// How coordinates were read; nil where the file gives none.
    public var coordinates: CoordinateUse?
    /// What seems wrong with places, and what was decided about it.
    public var repairs = RepairReport()
    /// Records that may be one: within 30 m under two spellings; at most a thousand.
    public var duplicates: [LikelyDuplicate] = []
    /// How the districts that stations name meet those that are published, by type.
    public var districts: [DistrictUse] = []
    /// How lists of addresses meet the stations that there are after the import: of a list its own, of
    /// stations those of all published lists, by name.
    public var addressLists: [AddressListUse] = []
    /// How the districts that contests or measures are for meet those that are published, by type.
    public var ballot: [BallotUse] = []
    /// The dataset that goes when this one is published; nil where none does.
    public var replacement: Replacement?
    /// How well the districts of a file of districts fit together, by type.
    public var districtFits: [DistrictFit] = []

    /// How many refused rows do not say which record they are about.
    public var unnamedRefusals = 0
    /// How many records the dataset has once the file is published.
    public var publishedRecords: Int { addition?.records ?? records + changes.rowRefused }

    /// The columns of refused rows, for ``rejects()``.
    var rejectColumns: [String] = []

    private enum CodingKeys: String, CodingKey {
        case kind, dataset, outcome, version, source, format, rows, withoutPlace, columns, constants
        case causes, rejectedRows, notes, changes, addition, forceNeeded, samples
        case coordinates, repairs
        case duplicates, districts, addressLists, ballot, districtFits, unnamedRefusals
        case replacement
    }

    /// How many refused rows a report lists; all are counted.
    public static let rejectedRowLimit = 100_000

    /// Whether there are refused rows, for the exit code 2 of the command line.
    public var hasRejectedRows: Bool { rows.rejected > 0 }

    /// The file that was imported.
    public struct Source: Sendable, Hashable, Encodable {
        /// Its name without its folders.
        public let file: String
        /// SHA-256 of its bytes as given, in small hexadecimal digits.
        public let sha256: String
        /// How many bytes it has.
        public let bytes: Int64
    }

    /// Counts of rows: `read == accepted + merged + rejected`.
    public struct Rows: Sendable, Hashable, Encodable {
        /// Rows of data that were read.
        public var read = 0
        /// Rows that became a record.
        public var accepted = 0
        /// Rows that repeat a record and were merged into it.
        public var merged = 0
        /// Rows that were refused.
        public var rejected = 0
        /// Rows with nothing in them; they don't count as read.
        public var blank = 0

        /// The counts that the ledger keeps.
        public var counts: RowCounts {
            RowCounts(read: read, accepted: accepted, merged: merged, rejected: rejected)
        }
    }
}

/// What a dataset has once a file is added to it.
public struct Addition: Sendable, Hashable, Encodable {
    /// How many records it has then.
    public var records: Int
    /// How many of them are published already and not in the file.
    public var kept: Int
    /// How many of all have no place.
    public var withoutPlace: Int
}

/// How a file was read.
public struct FileFormat: Sendable, Hashable, Encodable {
    /// `csv`, `geojson`, `ndjson`, `json` (an array of objects), `shapefile`, `osm` (OpenStreetMap) or
    /// `vip` (a feed of the Voting Information Project).
    public let kind: String
    /// `UTF-8`, `UTF-16LE`, `UTF-16BE` or `windows-1252`; a shapefile's code page; `XML`, which says its
    /// own.
    public let encoding: String
    /// Whether it begins with a byte order mark.
    public let byteOrderMark: Bool
    /// `gzip`, `zip` or nil.
    public let compression: String?
    /// `comma`, `semicolon`, `tab` or `pipe`; nil for JSON.
    public let delimiter: String?
    /// `LF`, `CRLF`, `CR` or `mixed`; nil where the file has a single line.
    public let lineEnding: String?
}

/// What a column was taken for.
public struct ColumnUse: Sendable, Hashable, Encodable {
    /// The column's header.
    public let column: String
    /// The field, `attribute` where it is kept as it is, or `ignore`.
    public let field: String
    /// Why.
    public private(set) var reason: String
    /// The same as a value, for who words it in another language; nil for what somebody else has
    /// written, such as a profile.
    public let finding: Finding?

    /// The same with the options that it advises called so.
    func worded(as wording: OptionWording) -> ColumnUse {
        var use = self
        use.reason = wording.text(reason)
        return use
    }

    init(column: String, field: String, reason: String) {
        (self.column, self.field, self.reason) = (column, field, reason)
        finding = reason == saidByCaller ? Finding(.saidByCaller) : nil
    }

    init(column: String, field: String, finding: Finding) {
        (self.column, self.field, self.finding) = (column, field, finding)
        reason = finding.text
    }

    private enum CodingKeys: String, CodingKey {
        case column, field, reason
    }

    /// Writes the members, and the finding's `code` and `values` beside them where there is one.
    public func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: CodingKeys.self)
        try object.encode(column, forKey: .column)
        try object.encode(field, forKey: .field)
        try object.encode(reason, forKey: .reason)
        try finding?.encode(to: encoder)
    }
}

/// A field that had one value in every row.
public struct ConstantUse: Sendable, Hashable, Encodable {
    /// The field.
    public let field: String
    /// Its value.
    public let value: String
    /// Why it has this value.
    public let reason: String
}

/// A row that was refused.
public struct RejectedRow: Sendable, Hashable, Encodable {
    /// The file that it stands in, where several were imported together.
    public let file: String?
    /// The line of the file at which the row begins, from 1.
    public let line: Int
    /// The row's number among the rows of data, from 1.
    public let row: Int
    /// The column at fault; nil when it is the row as a whole.
    public let column: String?
    /// What stands in that column.
    public let value: String?
    /// The cause, the same word for all rows refused for it, such as `blank_text`.
    public let cause: String
    /// What is wrong with the value and what is allowed.
    public let reason: String
    /// The same as a value, for who words it in another language.
    public let finding: Finding
    /// The row as it stands in the file; empty for those behind the first 64 MB.
    let cells: [String]
    /// The point beside the cells, of a feature or a record of a shapefile.
    let place: String?

    /// Where in the row the fault lies, in front of the reason: `"valid_from" is "01/07/2027": `.
    var fault: String {
        guard let column, let value, !reason.contains(value) else { return "" }
        return "\"\(column)\" is \"\(value.prefix(Self.shownLength))\": "
    }

    private static let shownLength = 60

    private enum CodingKeys: String, CodingKey {
        case file, line, row, column, value, cause, reason
    }

    /// Writes the members, and the finding's `code` and `values` beside them.
    public func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: CodingKeys.self)
        try object.encodeIfPresent(file, forKey: .file)
        try object.encode(line, forKey: .line)
        try object.encode(row, forKey: .row)
        try object.encodeIfPresent(column, forKey: .column)
        try object.encodeIfPresent(value, forKey: .value)
        try object.encode(cause, forKey: .cause)
        try object.encode(reason, forKey: .reason)
        try finding.encode(to: encoder)
    }
}

/// Why rows were refused.
public struct RejectionCause: Sendable, Hashable, Encodable {
    /// The word that stands in ``RejectedRow/cause``.
    public let cause: String
    /// What is wrong, in words for staff.
    public let title: String
    /// How many rows were refused for it.
    public let rows: Int
}
