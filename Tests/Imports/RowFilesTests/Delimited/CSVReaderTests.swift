import Foundation
import RowFilesTesting
import TestSupport
import Testing

@testable import RowFiles

@Suite struct CSVReaderTests {
    /// The cells of a text, row by row, and the quote that keeps a row from being read.
    private func rows(
        _ text: String,
        delimiter: CSVDialect.Delimiter = .comma,
        chunk: Int = 7
    ) throws -> [(line: Int, cells: [String], fault: UnclosedQuote?)] {
        // Small chunks put every construct across a chunk's edge.
        var rest = Array(text.utf8)[...]
        let window = TextWindow { () throws(RowFileError) -> [UInt8] in
            defer { rest = rest.dropFirst(chunk) }
            return Array(rest.prefix(chunk))
        }
        let reader = CSVReader(window, delimiter: delimiter.byte)
        var row = RowCells()
        var rows: [(Int, [String], UnclosedQuote?)] = []
        while true {
            let fault: UnclosedQuote?
            switch try reader.next(&row) {
            case .end: return rows
            case .record: fault = nil
            case .unclosedQuote(let quote): fault = quote
            }
            rows.append((row.line, (0..<row.count).map { row.verbatim($0) }, fault))
        }
    }

    @Test(
        "the vectors of csv-spectrum",
        arguments: [
            "comma_in_quotes", "empty", "empty_crlf", "escaped_quotes", "json", "newlines",
            "newlines_crlf", "quotes_and_newlines", "simple", "simple_crlf", "utf8",
        ]
    )
    func spectrum(name: String) throws {
        guard let csv = Checkout.realFile("vectors/csv-spectrum/csvs/\(name).csv"),
            let json = Checkout.realFile("vectors/csv-spectrum/json/\(name).json")
        else { return }
        let expected = try JSONDecoder().decode(
            [[String: String]].self,
            from: Data(contentsOf: URL(filePath: json))
        )
        let rows = try rows(try String(contentsOfFile: csv, encoding: .utf8))
        let header = try #require(rows.first).cells
        let found = rows.dropFirst().map {
            Dictionary(uniqueKeysWithValues: zip(header, $0.cells))
        }
        #expect(found == expected)
    }

    @Test(
        "cells and lines",
        arguments: [
            // RFC 4180: quotes, doubled quotes, delimiters and line ends within them.
            ("a,b\n\"1,\"\"x\"\"\",2\n", [["a", "b"], ["1,\"x\"", "2"]], [1, 2]),
            ("a\r\"1\r\n2\n3\"\rb\r", [["a"], ["1\r\n2\n3"], ["b"]], [1, 2, 5]),
            // Mixed line ends, and none at the end.
            ("a\r\nb\nc\rd", [["a"], ["b"], ["c"], ["d"]], [1, 2, 3, 4]),
            // Empty lines are no rows and count as lines.
            ("a\n\n\nb\n", [["a"], ["b"]], [1, 4]),
            ("a,b\n,\n", [["a", "b"], ["", ""]], [1, 2]),
            ("\"\",\"\"\n", [["", ""]], [1]),
            // Quotes inside a cell are text; text behind a closing quote makes the cell literal.
            ("5\" nails,x\n", [["5\" nails", "x"]], [1]),
            ("\"The Mobile\" Hall,x\n", [["\"The Mobile\" Hall", "x"]], [1]),
            ("\"a\" ,b\n", [["a", "b"]], [1]),
        ]
    )
    func cellsAndLines(text: String, cells: [[String]], lines: [Int]) throws {
        for chunk in [1, 2, 3, 1_000] {
            let rows = try rows(text, chunk: chunk)
            #expect(rows.map(\.cells) == cells, "chunks of \(chunk)")
            #expect(rows.map(\.line) == lines, "chunks of \(chunk)")
            #expect(rows.allSatisfy { $0.fault == nil })
        }
    }

    @Test(
        "an unclosed quote costs its own row and no other",
        arguments: [
            "1,\"open,2\n3,4\n5,6\n",
            "1,\"open,2\n\"3\",\"4\"\n5,6\n",
            "1,2,\"open\n3,4\n5,\"6\"\n",
            "1,\"open,2\r\n3,4\r\n5,6",
        ]
    )
    func unclosedQuote(text: String) throws {
        for chunk in [1, 5, 1_000] {
            let rows = try rows(text, chunk: chunk)
            try #require(rows.count == 3)
            #expect(rows[0].fault?.line == 1)
            #expect(rows[0].fault?.excerpt.hasPrefix("\"open") == true)
            #expect(rows[0].fault?.isTooLong == false)
            #expect(rows[0].line == 1)
            #expect(rows[1].cells == ["3", "4"])
            #expect(rows[1].line == 2)
            #expect(rows[2].cells == ["5", "6"])
            #expect(rows[2].line == 3)
        }
    }

    @Test("random tables written in random dialects are read back the same", arguments: 0..<200)
    func roundTrip(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let delimiter = try #require(CSVDialect.Delimiter.allCases.randomElement(using: &random))
        let lineEnd = try #require(["\n", "\r\n", "\r"].randomElement(using: &random))
        let pieces = [
            "a", "Straße", "7", " ", "\"", ",", ";", "\t", "|", "\n", "\r\n", "\r", "𝄞", "'",
        ]
        let width = Int.random(in: 2...6, using: &random)
        let table = (0..<Int.random(in: 1...30, using: &random)).map { _ in
            (0..<width).map { _ in
                (0..<Int.random(in: 0...5, using: &random))
                    .map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
            }
        }
        let text = table.map { row in
            row.map { cell in
                let mustQuote = cell.unicodeScalars.contains {
                    "\",;\t|\n\r".unicodeScalars.contains($0)
                }
                guard mustQuote || Bool.random(using: &random) else { return cell }
                return "\"" + cell.replacingOccurrences(of: "\"", with: "\"\"") + "\""
            }.joined(separator: String(decoding: [delimiter.byte], as: UTF8.self))
        }.joined(separator: lineEnd)
        let rows = try rows(
            text,
            delimiter: delimiter,
            chunk: Int.random(in: 1...40, using: &random)
        )
        #expect(rows.map(\.cells) == table)
        #expect(rows.allSatisfy { $0.fault == nil })
    }
}
