internal import Geodesy
internal import RowFiles

/// The rows of a file as a profile has them: without those that it passes over, and with the columns
/// that its captures make.
final class ProfiledRowSource: RowSourceLayer {
    let base: any RowSource
    private let profile: ImportProfile
    private let skips: [(column: String, test: Test)]
    private let captures: [(capture: ColumnCapture, expression: ProfileExpression)]
    private var skippedRows = 0
    private var firstSkipped: [Int] = []
    private var unmatched: [Int: (rows: Int, lines: [Int])] = [:]

    private enum Test {
        case isBlank
        case equals(String)
        case matches(ProfileExpression)
    }

    /// - Throws: ``ImportError/badProfile(_:line:reason:)`` when an expression cannot be used.
    init(_ base: any RowSource, profile: ImportProfile) throws(ImportError) {
        self.base = base
        self.profile = profile
        func compiled(_ pattern: String) throws(ImportError) -> ProfileExpression {
            guard let expression = ProfileExpression(pattern) else {
                throw .badProfile(
                    profile.name,
                    line: 0,
                    reason: "/\(pattern)/ is no regular expression"
                )
            }
            return expression
        }
        var skips: [(String, Test)] = []
        for skip in profile.skips {
            switch skip.condition {
            case .isBlank: skips.append((skip.column, .isBlank))
            case .equals(let value): skips.append((skip.column, .equals(value.lowercased())))
            case .matches(let pattern):
                skips.append((skip.column, .matches(try compiled(pattern))))
            }
        }
        self.skips = skips
        var captures: [(ColumnCapture, ProfileExpression)] = []
        for capture in profile.captures {
            captures.append((capture, try compiled(capture.pattern)))
        }
        self.captures = captures
    }

    var columns: [String] {
        base.columns
            + profile.captures.flatMap { capture in capture.fields.map(capture.columnName) }
    }

    func next(_ row: inout Row) throws(ImportError) -> Bool {
        while try base.next(&row) {
            if row.fault == nil {
                if skips.contains(where: { isSkipped(row, $0.column, $0.test) }) {
                    skippedRows += 1
                    if firstSkipped.count < 5 { firstSkipped.append(row.line) }
                    continue
                }
                addCaptures(to: &row)
            }
            return true
        }
        return false
    }

    private func index(of column: String) -> Int? {
        base.columns.firstIndex(of: column)
            ?? base.columns.firstIndex { HeaderKey($0) == HeaderKey(column) }
    }

    private func isSkipped(_ row: borrowing Row, _ column: String, _ test: Test) -> Bool {
        guard let index = index(of: column) else { return false }
        let text = row.text(index)
        switch test {
        case .isBlank: return text == nil
        case .equals(let value): return text?.lowercased() == value
        case .matches(let expression):
            return text.map { expression.matches($0) } ?? false
        }
    }

    private func addCaptures(to row: inout Row) {
        guard !captures.isEmpty else { return }
        while row.count < base.columns.count { row.endCell() }
        for (number, entry) in captures.enumerated() {
            let text = index(of: entry.capture.column).flatMap { row.text($0) }
            let match = text.flatMap { entry.expression.groups(in: $0) }
            if text != nil, match == nil {
                unmatched[number, default: (0, [])].rows += 1
                if unmatched[number, default: (0, [])].lines.count < 5 {
                    unmatched[number]?.lines.append(row.line)
                }
            }
            for field in entry.capture.fields {
                if let found = match?[field] { row.append(Array(found.utf8)) }
                row.endCell()
            }
        }
    }

    var notes: [ImportNote] {
        var notes = base.notes
        if skippedRows > 0 {
            notes.append(
                ImportNote(
                    .note,
                    Finding(
                        .profilePassesOver,
                        ["profile": .text(profile.name), "rows": .count(skippedRows)]
                    ),
                    lines: firstSkipped
                )
            )
        }
        for (number, entry) in unmatched.sorted(by: { $0.key < $1.key }) {
            let capture = captures[number].capture
            notes.append(
                ImportNote(
                    .note,
                    Finding(
                        .profileUnmatched,
                        [
                            "column": .text(capture.column), "profile": .text(profile.name),
                            "rows": .count(entry.rows),
                        ]
                    ),
                    lines: entry.lines
                )
            )
        }
        return notes
    }
}

extension FileInspection {
    /// The same file read in the encoding that a profile names; a byte order mark goes before it.
    func reading(as profile: ImportProfile?) -> FileInspection {
        profile?.encoding.map { reading(as: $0) } ?? self
    }
}
