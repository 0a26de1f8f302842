internal import Datasets
internal import Polling
public import ReferenceSystems
internal import RowFiles

/// What makes a vendor's file one word: how it is written, what its columns mean, which rows to pass
/// over and what to take out of a cell.
///
/// Kept as a small text, one directive a line:
///
/// ```
/// # Comments and blank lines mean nothing.
/// about      Alaska's list of 2020, as the Division of Elections sends it
/// encoding   windows-1252
/// delimiter  tab
/// crs        EPSG:27700
/// column     LOCATION = name
/// address    RESIDENCE = address
/// optional   NOTES = ignore
/// set        state = AK
/// skip       lines 2
/// skip       where PRECINCT is blank
/// skip       where PRECINCT is 0
/// skip       where NAME matches /^(Total|Summe)/
/// capture    ADDRESS /^(?<street>[^;]*);(?<city>.*)$/
/// ```
///
/// A `column` must be in the file, an `optional` one may. Where the file is read as a list of addresses,
/// `address` takes their place: its rows are electors, with the station beside each. The named groups of a `capture` are fields.
public struct ImportProfile: Sendable, Hashable {
    /// The word for `--profile`, or the file that it was read from.
    public let name: String
    /// What it is for.
    public internal(set) var about = ""
    /// The encoding, where the bytes don't say another by a mark.
    var encoding: TextEncoding?
    var delimiter: CSVDialect.Delimiter?
    /// Lines above the columns' names.
    var skippedLines = 0
    /// The system of the coordinates.
    public internal(set) var referenceSystem: CoordinateReferenceSystem?
    /// Columns that must be there.
    var columns: [ColumnMapping] = []
    /// Columns that may be there.
    var optionalColumns: [ColumnMapping] = []
    /// Columns that must be there where the file is read as a list of addresses; none in a profile that
    /// makes no difference.
    var addressColumns: [ColumnMapping] = []
    /// Fields with one value for the whole file.
    public internal(set) var constants: [FieldConstant] = []
    var skips: [RowSkip] = []
    var captures: [ColumnCapture] = []

    init(name: String) { self.name = name }

    /// The first directive that speaks of how a text is written; nil where none does.
    var keyOfText: String? {
        if encoding != nil { return "encoding" }
        if delimiter != nil { return "delimiter" }
        return skippedLines > 0 ? "skip lines" : nil
    }
}

/// Rows that a profile passes over.
struct RowSkip: Sendable, Hashable {
    let column: String
    let condition: Condition

    enum Condition: Sendable, Hashable {
        case isBlank
        /// In any case.
        case equals(String)
        /// A regular expression that is found in the cell.
        case matches(String)
    }
}

/// Fields that a profile takes out of a column's cells.
struct ColumnCapture: Sendable, Hashable {
    let column: String
    /// A regular expression; its named groups are fields.
    let pattern: String
    let fields: [String]

    /// The name of the column that a group makes: `ADDRESS.street`.
    func columnName(_ field: String) -> String { "\(column).\(field)" }
}

extension ImportOptions {
    /// The options with those of the profile that was named, if one was.
    ///
    /// - Throws: ``ImportError/profileDoesNotFit(_:missing:columns:)``.
    func applyingProfile(
        to sample: FileSample,
        kind: DatasetKind
    ) throws(ImportError) -> ImportOptions {
        guard var profile else { return self }
        if kind == .addresses, !profile.addressColumns.isEmpty {
            profile.columns = profile.addressColumns
            (profile.optionalColumns, profile.constants) = ([], [])
        }
        return try applying(profile, columns: sample.columns.map(\.name))
    }

    /// The options with a profile's where the caller has said nothing.
    ///
    /// - Parameter columns: The file's columns, those of captures among them.
    /// - Throws: ``ImportError/profileDoesNotFit(_:missing:columns:)`` when the file lacks a column
    ///   that the profile needs.
    func applying(
        _ profile: ImportProfile,
        columns: [String]
    ) throws(ImportError) -> ImportOptions {
        let keys = Set(columns.map { HeaderKey($0) })
        let needed =
            profile.columns.map(\.column) + profile.skips.map(\.column)
            + profile.captures.map(\.column)
        let missing = needed.filter { !columns.contains($0) && !keys.contains(HeaderKey($0)) }
        guard missing.isEmpty else {
            // What captures would make stands in no file.
            let made = Set(profile.captures.flatMap { $0.fields.map($0.columnName) })
            throw .profileDoesNotFit(
                profile.name,
                missing: missing,
                columns: columns.filter { !made.contains($0) }
            )
        }
        let optional = profile.optionalColumns.filter { keys.contains(HeaderKey($0.column)) }
        let captured = profile.captures.flatMap { capture in
            capture.fields.map { ColumnMapping(column: capture.columnName($0), field: $0) }
        }
        let reason = "the profile \"\(profile.name)\" says so"
        let said = Set(mappings.map { HeaderKey($0.column) })
        let set = Set(constants.map(\.field))
        var options = self
        options.mappings =
            (profile.columns + optional + captured)
            .filter { !said.contains(HeaderKey($0.column)) }
            .map { mapping in
                var mapping = mapping
                mapping.reason = reason
                return mapping
            } + mappings
        options.constants =
            profile.constants.filter { !set.contains($0.field) }
            .map { constant in
                var constant = constant
                constant.reason = reason
                return constant
            } + constants
        if referenceSystem == nil, let named = profile.referenceSystem {
            options.referenceSystem = named
            options.referenceSystemReason = reason
        }
        return options
    }
}

extension ImportError {
    /// The same error, which names the profile where it speaks of a field that records of the kind do
    /// not have.
    func blaming(_ profile: ImportProfile?, kind: DatasetKind) -> ImportError {
        guard let profile, case .unknownField(let field, _, _) = self else { return self }
        let fields =
            (profile.columns + profile.optionalColumns).map(\.field)
            + profile.constants.map(\.field) + profile.captures.flatMap(\.fields)
        guard fields.contains(field) else { return self }
        return .profileOfOtherKind(profile.name, kind: plural(kind.rawValue), field: field)
    }
}
