import Foundation
import Polling
import Testing

@testable import Importing

@Suite struct TextDecodingTests {
    private static let text =
        "id,name,lat,lon\r\n1,Café Müller – „Saal“ €,48.85,2.35\r\n2,Łódź 𝄞,51.77,19.46\r\n"

    /// The same table in windows-1252, which has no Ł, ź or 𝄞.
    private static let western = "id,name,lat,lon\n1,Café Müller – „Saal“ €,48.85,2.35\n"

    @Test(
        "an encoding is found and told, with and without a mark",
        arguments: [
            (String.Encoding.utf8, [UInt8](), "UTF-8"),
            (.utf8, [0xEF, 0xBB, 0xBF], "UTF-8"),
            (.utf16LittleEndian, [], "UTF-16LE"),
            (.utf16LittleEndian, [0xFF, 0xFE], "UTF-16LE"),
            (.utf16BigEndian, [], "UTF-16BE"),
            (.utf16BigEndian, [0xFE, 0xFF], "UTF-16BE"),
        ]
    )
    func encodings(encoding: String.Encoding, mark: [UInt8], name: String) async throws {
        let bytes = mark + Array(try #require(Self.text.data(using: encoding)))
        let imports = Imports()
        let report = try await imports.stations(bytes: bytes)
        #expect(report.format.encoding == name)
        #expect(report.format.byteOrderMark == !mark.isEmpty)
        #expect(report.format.lineEnding == "CRLF")
        #expect(imports.stations.published.map(\.name) == ["Café Müller – „Saal“ €", "Łódź 𝄞"])
    }

    /// Forty stations in lines 2 to 41, in UTF-16 with a mark.
    private static func stations(_ encoding: String.Encoding, lineEnd: String) throws -> [UInt8] {
        let rows = (1...40).map { "\($0),Hall \($0),38.\($0 + 900),-77.\($0 + 100)\(lineEnd)" }
        let text = "id,name,lat,lon\(lineEnd)" + rows.joined()
        let mark: [UInt8] = encoding == .utf16BigEndian ? [0xFE, 0xFF] : [0xFF, 0xFE]
        return mark + Array(try #require(text.data(using: encoding)))
    }

    @Test(
        "UTF-16 that lost bytes, or has one too many, is refused whole with the line",
        arguments: [String.Encoding.utf16LittleEndian, .utf16BigEndian],
        ["\n", "\r\n", "\r"]
    )
    func brokenPairs(encoding: String.Encoding, lineEnd: String) async throws {
        let whole = try Self.stations(encoding, lineEnd: lineEnd)
        let name = encoding == .utf16BigEndian ? "UTF-16BE" : "UTF-16LE"
        // The length of the header and of the first nine rows, and the middle of the tenth.
        let nine = 2 + 2 * (15 + 9 * 23 + 10 * lineEnd.utf8.count)
        let lost = Array(whole[..<(nine + 13)] + whole[(nine + 14)...])
        let added = Array(whole[..<(nine + 13)] + [0x20] + whole[(nine + 13)...])
        var cases = [(lost, 11), (added, 11), (Array(whole.dropLast(9) + whole.suffix(8)), 41)]
        // A lone carriage return without its zero might be a letter.
        if lineEnd != "\r" {
            let end = whole.count - 9
            cases.append((Array(lost[..<(end - 1)] + lost[end...]), 11))
        }
        for (bytes, line) in cases {
            let imports = Imports()
            let error = await #expect(throws: ImportError.self) {
                try await imports.stations(bytes: bytes)
            }
            #expect(
                error?.description
                    == "\"stations.csv\" is damaged in line \(line): it is \(name), which has two bytes "
                    + "a character, and there one is missing or one too many, so that nothing behind "
                    + "it can be read; copy it or export it again"
            )
            #expect(imports.stations.versions.isEmpty)
        }
        let imports = Imports()
        _ = try await imports.stations(bytes: whole)
        #expect(imports.stations.published.count == 40)
    }

    @Test("bytes that are not UTF-8 are read as windows-1252, and their line is told")
    func windows1252() async throws {
        let bytes = Array(try #require(Self.western.data(using: .windowsCP1252)))
        let imports = Imports()
        let report = try await imports.stations(bytes: bytes)
        #expect(report.format.encoding == "windows-1252")
        #expect(report.notes.contains { $0.lines == [2] && $0.text.contains("windows-1252") })
        #expect(imports.stations.published.map(\.name) == ["Café Müller – „Saal“ €"])
    }

    @Test("a foreign byte far into the file is found as well")
    func lateForeignByte() async throws {
        let rows = (0..<40_000).map { "\($0),Hall \($0),48.85,2.35\n" }.joined()
        let bytes =
            Array("id,name,lat,lon\n\(rows)".utf8) + Array("40000,M".utf8) + [0xFC]
            + Array("nchen,48.1,11.6\n".utf8)
        let imports = Imports()
        let report = try await imports.stations(bytes: bytes)
        #expect(report.notes.contains { $0.lines == [40_002] })
        #expect(imports.stations.published.last?.name == "München")
    }

    @Test("NUL bytes are dropped and told")
    func nulBytes() async throws {
        let text = "id,name,lat,lon\n1,Hall\u{0}\u{0},48.85,2.35\n2,Barn,48.86,2.36\n"
        let imports = Imports()
        let report = try await imports.stations(text)
        #expect(imports.stations.published.first?.name == "Hall")
        #expect(report.notes.contains { $0.text == "NUL bytes were dropped: 2" })
    }

    @Test("doubly encoded characters are noticed")
    func doublyEncoded() async throws {
        let report = try await Imports().stations("name,lat,lon\nMÃ¼hle,51,7\n")
        #expect(report.notes.contains { $0.level == .warning && $0.text.contains("as if UTF-8") })
        let clean = try await Imports().stations("name,lat,lon\nMühle Ãbc,51,7\n")
        #expect(!clean.notes.contains { $0.text.contains("as if UTF-8") })
    }
}
