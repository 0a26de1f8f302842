import Foundation

extension NastyFile {
    private typealias Part = (name: String, packed: Data, checksum: Data?, length: Int)

    /// Workbooks, `.xlsx` and `.ods`.
    func workbook(_ length: Int) throws -> Data {
        // Some thirty times smaller by packing.
        let most = min(30 * length, 100 << 20)
        func repeated(_ text: String) -> String { Self.repeated(text, most) }
        let row = "<row><c><v>1</v></c><c><v>2</v></c></row>"
        switch self {
        case .endlessTable: return Self.circularWorkbook
        case .emptyCells:
            let cells = String(repeating: "<c s=\"1\"/>", count: 16_000)
            return try Self.excel(repeated("<row>\(cells)</row>"))
        case .deepSheet: return try Self.excel(repeated("<a>"))
        case .sharedTexts:
            return try Self.excel(row, strings: repeated("<si><t>text</t></si>"))
        case .longFormats:
            let code = repeated("0;").prefix(1 << 20)
            let format = "<numFmt numFmtId=\"164\" formatCode=\"\(code)\"/>"
            return try Self.excel(row, styles: Self.repeated(format, most))
        case .manyMerges:
            return try Self.excel(row, behind: repeated("<mergeCell ref=\"A1:A1048576\"/>"))
        case .wideRows:
            return try Self.excel(
                (1...max(1, min(length / 60, 1_000_000))).map {
                    "<row r=\"\($0)\"><c r=\"A\($0)\"><v>1</v></c><c r=\"XFD\($0)\"><v>1</v></c></row>"
                }.joined()
            )
        case .manySheets:
            let table = "<table:table table:name=\"A\"/>"
            return try Self.openDocument(repeated(table))
        case .repeatedCells:
            return try Self.openDocument(
                Self.table(Self.cell("xxxx", times: 16_384), times: 1_048_576)
            )
        default:
            let header = ["name", "lat", "lon"].map { Self.cell($0, times: 1) }.joined()
            let values = ["Hall", "42", "-101"].map { Self.cell($0, times: 1) }.joined()
            return try Self.openDocument(
                "<table:table table:name=\"A\"><table:table-row>\(header)</table:table-row>"
                    + "<table:table-row table:number-rows-repeated=\"\(min(length / 2, 1_000_000))\">"
                    + "\(values)</table:table-row></table:table>"
            )
        }
    }

    /// A workbook as Excel saved it until 2003, in which the second part of the table of sectors says nothing but
    /// that it is followed by itself ([MS-CFB], 2.5).
    private static var circularWorkbook: Data {
        func little(_ numbers: [UInt32]) -> Data {
            numbers.reduce(into: Data()) { bytes, number in
                withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
            }
        }
        let signature: [UInt8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]
        let sizes: [UInt32] = [0x0003_003E, 0x0009_FFFE, 6, 0]
        let end: UInt32 = 0xFFFF_FFFE
        let places = [0, 1, 2, 0, 4096, end, 0, 0, 1]
        let header =
            Data(signature) + Data(count: 16) + little(sizes) + little(places)
            + little(Array(repeating: .max, count: 109))
        return header + little(Array(repeating: .max, count: 127) + [0]) + Data(count: 4096)
    }

    private static func cell(_ text: String, times: Int) -> String {
        "<table:table-cell office:value-type=\"string\" table:number-columns-repeated=\"\(times)\">"
            + "<text:p>\(text)</text:p></table:table-cell>"
    }

    private static func table(_ cells: String, times: Int) -> String {
        "<table:table table:name=\"A\"><table:table-row table:number-rows-repeated=\"\(times)\">"
            + "\(cells)</table:table-row></table:table>"
    }

    private static func openDocument(_ tables: String) throws -> Data {
        archive([
            plain("mimetype", "application/vnd.oasis.opendocument.spreadsheet"),
            try deflated("content.xml", "<a><b>\(tables)</b></a>"),
        ])
    }

    private static func excel(
        _ rows: String,
        strings: String = "",
        styles: String = "",
        behind: String = ""
    ) throws -> Data {
        func relation(_ type: String) -> String {
            "<Relationship Id=\"\(type)\" Type=\"x/\(type)\" Target=\"\(type).xml\"/>"
        }
        let relations = relation("worksheet") + relation("sharedStrings") + relation("styles")
        return archive([
            plain("[Content_Types].xml", "<Types/>"),
            plain(
                "xl/workbook.xml",
                "<workbook><sheets><sheet name=\"A\" id=\"worksheet\"/></sheets></workbook>"
            ),
            plain("xl/_rels/workbook.xml.rels", "<Relationships>\(relations)</Relationships>"),
            try deflated(
                "xl/worksheet.xml",
                "<worksheet><sheetData>\(rows)</sheetData>\(behind)</worksheet>"
            ),
            try deflated("xl/sharedStrings.xml", "<sst>\(strings)</sst>"),
            try deflated("xl/styles.xml", "<styleSheet>\(styles)</styleSheet>"),
        ])
    }

    private static func plain(_ name: String, _ text: String) -> Part {
        let data = Data(text.utf8)
        return (name, data, nil, data.count)
    }

    private static func deflated(_ name: String, _ text: String) throws -> Part {
        let data = Data(text.utf8)
        // A member of gzip is a deflated stream between ten bytes and eight, of which four are its
        // checksum (RFC 1952).
        let packed = try gzip(data)
        return (name, packed.dropFirst(10).dropLast(8), packed.suffix(8).prefix(4), data.count)
    }
}
