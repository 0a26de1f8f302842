/// The rows of a file, with what stands in damaged cells mended or left out: a spreadsheet's errors, what
/// was written for web pages, lists, and whole numbers that are written with a fraction.
///
/// All kinds of records are made of rows that come through here; what was done is told, by columns.
final class MendedRowSource: RowSourceLayer {
    let base: any RowSource
    private let wholeNumberColumns: Set<Int>
    private var mended: [Damage: Mended] = [:]

    /// What is wrong with a cell.
    private enum Damage: CaseIterable {
        case spreadsheetError
        case webText
        case list
        case wholeNumber
    }

    /// The cells of one sort of damage.
    private struct Mended {
        var columns: [Int: Int] = [:]
        var lines = StationRemarks.Lines()
        let example: (was: String, is: String)
    }

    /// - Parameter wholeNumberColumns: Columns of whole numbers of which some have a fraction.
    init(_ base: any RowSource, wholeNumberColumns: Set<Int> = []) {
        self.base = base
        self.wholeNumberColumns = wholeNumberColumns
    }

    func next(_ row: inout Row) throws(ImportError) -> Bool {
        guard try base.next(&row) else { return false }
        guard row.fault == nil else { return true }
        let mayBeDamaged = row.mayBeDamaged
        guard mayBeDamaged || !wholeNumberColumns.isEmpty else { return true }
        var texts: [Int: String] = [:]
        for index in 0..<row.count {
            let isNumber = wholeNumberColumns.contains(index)
            guard isNumber || mayBeDamaged && row.mayBeDamaged(index) else { continue }
            if let text = mend(row, index, isNumber: isNumber) { texts[index] = text }
        }
        row.replaceCells(texts)
        return true
    }

    /// What is to stand in a cell; nil where it stays as it is.
    private func mend(_ row: borrowing Row, _ index: Int, isNumber: Bool) -> String? {
        guard let text = row.text(index) else { return nil }
        let found: (damage: Damage, text: String)
        if isNumber, let digits = WholeNumberText.digits(of: row.cell(index)) {
            found = (.wholeNumber, String(decoding: digits, as: UTF8.self))
        } else if SpreadsheetError.isOne(text) {
            found = (.spreadsheetError, "")
        } else if let joined = CellList.joined(text) {
            found = (.list, HTMLText.decoded(joined) ?? joined)
        } else if let decoded = HTMLText.decoded(text) {
            found = (.webText, decoded)
        } else {
            return nil
        }
        var cells = mended[found.damage] ?? Mended(example: (text, found.text))
        cells.columns[index, default: 0] += 1
        cells.lines.add(row.line, isShown: cells.lines.first.last != row.line)
        mended[found.damage] = cells
        return found.text
    }

    var notes: [ImportNote] {
        base.notes
            + Damage.allCases.compactMap { damage in
                mended[damage].map { note(damage, $0) }
            }
    }

    private func note(_ damage: Damage, _ cells: Mended) -> ImportNote {
        let columns = cells.columns.sorted { $0.key < $1.key }.map { index, count in
            (index < base.columns.count ? base.columns[index] : "") + " \(grouped(count))"
        }
        let wording: FileWording
        switch damage {
        case .spreadsheetError: wording = .spreadsheetErrors
        case .webText: wording = .webTexts
        case .list: wording = .listsJoined
        case .wholeNumber: wording = .wholeNumbers
        }
        let example: Finding.Value =
            damage == .spreadsheetError
            ? .text(cells.example.was)
            : .finding(
                Finding(
                    .readAs,
                    [
                        "text": .text(Self.short(cells.example.was)),
                        "value": .text(Self.short(cells.example.is)),
                    ]
                )
            )
        return ImportNote(
            damage == .spreadsheetError ? .warning : .note,
            Finding(
                wording,
                [
                    "cells": .count(cells.lines.count), "columns": .texts(columns),
                    "example": example,
                ]
            ),
            lines: cells.lines.first
        )
    }

    private static func short(_ text: String) -> String {
        let line = text.onOneLine
        return line.count > 60 ? line.prefix(59) + "…" : line
    }
}

extension Row {
    /// Whether a sign stands in some cell by which damaged ones are known: of most rows nothing else need be
    /// looked at.
    fileprivate var mayBeDamaged: Bool {
        bytes.withUnsafeBytes { bytes in
            var found: UInt64 = 0
            var index = 0
            while index + 8 <= bytes.count {
                let word = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                for sign in Self.signs {
                    // A byte of the difference is zero where the sign stands.
                    let difference = word ^ (sign &* Self.ones)
                    found |= (difference &- Self.ones) & ~difference
                }
                index += 8
            }
            return found & (Self.ones << 7) != 0
                || bytes[index...].contains { Self.signs.contains(UInt64($0)) }
        }
    }

    /// Whether a cell begins as a spreadsheet's errors and lists do, or has the sign of an entity or a tag.
    fileprivate func mayBeDamaged(_ index: Int) -> Bool {
        let cell = bytes.span.extracting(bounds(index))
        guard !cell.isEmpty else { return false }
        switch cell[0] {
        case UInt8(ascii: "#"), UInt8(ascii: "["), UInt8(ascii: "E"): return true
        default: break
        }
        for position in cell.indices
        where cell[position] == UInt8(ascii: "&") || cell[position] == UInt8(ascii: "<") {
            return true
        }
        return false
    }

    /// Of entities and tags, spreadsheets' errors and lists; the colon is that of `Err:502`.
    private static let signs = "&<#[:".utf8.map { UInt64($0) }
    /// A one in each byte.
    private static let ones: UInt64 = 0x0101_0101_0101_0101
}
