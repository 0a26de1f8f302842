/// One thing that a record says, as it is held against what the published record says.
package struct RecordField: Sendable {
    /// The field as in `--map`, or the column where it is kept as it is.
    package let name: String
    /// What it says; blank where nothing.
    package let text: String
    /// The same as it is compared, where spellings differ in more than capitals, accents and signs.
    let folded: String
    /// What of it is looked at.
    let checks: Checks
    /// The guard that sees where values of it stand at other records than before.
    let part: SwappedParts.Part?

    /// What may have become of a column.
    struct Checks: OptionSet, Sendable {
        let rawValue: UInt8
        /// Values stand at other records.
        static let order = Checks(rawValue: 1)
        /// One value stands in all rows below it.
        static let fill = Checks(rawValue: 2)
        /// Numbers grow from row to row.
        static let series = Checks(rawValue: 4)
        /// Letters became question marks.
        static let letters = Checks(rawValue: 8)
        /// It may number the records anew whenever the file is made.
        static let mayCount = Checks(rawValue: 16)
        /// It may be right all the same: a warning tells, and nothing is refused.
        static let doubtful = Checks(rawValue: 32)
        /// It says nothing any more.
        static let loss = Checks(rawValue: 64)

        static let all: Checks = [.order, .fill, .series, .letters, .loss]
        /// It only tells whether whole records stand under other keys.
        static let none: Checks = []
    }

    init(
        _ name: String,
        _ text: String?,
        _ checks: Checks = .all,
        foldedAs folded: String? = nil,
        guardedBy part: SwappedParts.Part? = nil
    ) {
        (self.name, self.text, self.folded) = (name, text ?? "", folded ?? text ?? "")
        (self.checks, self.part) = (checks, part)
    }
}

/// What a row of a file says of a record, or of a part of one, such as a candidate of a contest.
package struct RecordRow: Sendable {
    /// What sort of rows it is one of: rows of one sort are compared with one another.
    let table: String
    /// Names the row within its record.
    let key: String
    /// What people call it.
    let name: String
    let fields: [RecordField]

    init(table: String = "", key: String = "", name: String, _ fields: [RecordField]) {
        (self.table, self.key, self.name, self.fields) = (table, key, name, fields)
    }
}

extension ImportableRecord {
    /// What a check shows of the record; since columns of other kinds may change hands as they should, such as
    /// the booths of a fair, a warning tells of them.
    package var rows: [RecordRow] {
        let fields = details.map { RecordField($0.field, $0.value, [.all, .mayCount, .doubtful]) }
        return fields.isEmpty ? [] : [RecordRow(name: displayName, fields)]
    }
}
