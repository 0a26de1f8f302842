import Geodesy
import Polling
import Testing

@testable import Importing

/// What spreadsheets and web pages put around values.
@Suite struct CellWrappingTests {
    private let imports = Imports()

    private func bare(_ text: String) -> String {
        var row = Row()
        row.begin(line: 1)
        row.append("x".utf8)
        row.endCell()
        row.append(text.utf8)
        row.endCell()
        return String(decoding: row.cell(1), as: UTF8.self)
    }

    @Test(
        "white space of every sort and what cannot be seen is left out at both ends",
        arguments: [
            0x09, 0x20, 0x85, 0xA0, 0xAD, 0x61C, 0x1680, 0x2003, 0x2009, 0x200B, 0x200E, 0x2028,
            0x202A, 0x202F, 0x205F, 0x2060, 0x3000, 0xFEFF,
        ] as [UInt32]
    )
    func ends(number: UInt32) throws {
        let sign = String(try #require(Unicode.Scalar(number)))
        #expect(bare("\(sign)-77.0\(sign)") == "-77.0")
        #expect(bare("\(sign) \(sign)-77.0 \(sign)\(sign)") == "-77.0")
        #expect(bare("\(sign)é\(sign)ß\(sign)") == "é\(sign)ß")
        #expect(bare("\(sign)投票所\(sign)") == "投票所")
        #expect(bare("\(sign)\(sign)") == "")
    }

    @Test("what spreadsheets wrap a value in is left out, and nothing else")
    func wraps() {
        for (written, value) in [
            ("=\"-77.0\"", "-77.0"), ("=\"0123\"", "0123"), ("=\"\"", ""),
            ("\u{A0}=\" -77.0\u{A0}\" ", "-77.0"), ("'-77.0", "-77.0"), ("' 77,5", "77,5"),
            ("'s-Gravenhage", "'s-Gravenhage"), ("'", "'"), ("=", "="), ("=\"", "=\""),
            ("=\"a\"&\"b\"", "=\"a\"&\"b\""), ("=A1", "=A1"), ("\"77\"", "\"77\""),
            ("77'", "77'"), ("Ö", "Ö"), ("−77.0", "−77.0"), ("🗳️", "🗳️"),
        ] {
            #expect(bare(written) == value)
        }
    }

    @Test(
        "coordinates are read from what spreadsheets write",
        arguments: [
            ("\u{A0}", ""), ("", "\u{202F}"), ("\u{200B}", "\u{FEFF}"), ("\"=\"\"", "\"\"\""),
            ("'", ""),
        ]
    )
    func coordinates(before: String, after: String) async throws {
        let text =
            "name,latitude,longitude\n"
            + "Hall,38.9001,\(before)-77.0301\(after)\nBarn,38.9102,\(before)-77.0402\(after)\n"
        let report = try await imports.stations(text)
        #expect(report.rows.accepted == 2 && report.rows.rejected == 0)
        let places = imports.stations.published.compactMap(\.coordinate)
        #expect(places.map(\.longitude).sorted() == [-77.0402, -77.0301])
    }

    @Test("a refused value shows what cannot be seen in it")
    func refused() async throws {
        let report = try await imports.stations(
            "name,latitude,longitude\nHall,38.9001,-77.0301\nBarn,38.9102,-77\u{A0}.0402\n"
                + "Mill,38.9103,-77.0\u{200B}403\nShed,38.9104,-77.0404\n"
        )
        #expect(
            report.rejectedRows.map(\.value) == ["-77<U+00A0>.0402", "-77.0<U+200B>403"]
        )
        // What is handed back is as it was written.
        #expect(report.rejectedRows.first?.cells.last == "-77\u{A0}.0402")
    }
}
