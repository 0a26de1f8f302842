import CZlib
import Foundation

/// Workbooks for tests, part by part, as spreadsheet programs write them.
package enum WrittenWorkbook {
    /// An archive of files that are not packed (APPNOTE.TXT 6.3, 4.3).
    package static func archive(_ parts: [(path: String, text: String)]) -> [UInt8] {
        archive(parts.map { ($0.path, Array($0.text.utf8)) })
    }

    /// The same of any bytes.
    package static func archive(_ parts: [(path: String, bytes: [UInt8])]) -> [UInt8] {
        func little(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        var contents: [UInt8] = []
        var directory: [UInt8] = []
        for part in parts {
            let (name, bytes) = (Array(part.path.utf8), part.bytes)
            let sum = Int(crc32(0, bytes, UInt32(bytes.count)))
            let common =
                little(20, 2) + little(0, 6) + little(0x21, 2) + little(sum, 4)
                + little(bytes.count, 4) + little(bytes.count, 4) + little(name.count, 2)
                + little(0, 2)
            directory += little(0x0201_4B50, 4) + little(20, 2) + common
            directory += little(0, 10) + little(contents.count, 4) + name
            contents += little(0x0403_4B50, 4) + common + name + bytes
        }
        let end =
            little(0x0605_4B50, 4) + little(0, 4) + little(parts.count, 2) + little(parts.count, 2)
            + little(directory.count, 4) + little(contents.count, 4) + little(0, 2)
        return contents + directory + end
    }

    /// A sheet of an Excel workbook.
    package struct Sheet {
        var name = "Sheet1"
        package var state: String?
        /// What stands between the tags of `sheetData`.
        package var rows = ""
        package var before = ""
        package var behind = ""

        package init(
            name: String = "Sheet1",
            state: String? = nil,
            rows: String = "",
            before: String = "",
            behind: String = ""
        ) {
            self.name = name
            self.state = state
            self.rows = rows
            self.before = before
            self.behind = behind
        }
    }

    package static let transitional = "http://schemas.openxmlformats.org"
    package static let strict = "http://purl.oclc.org/ooxml"

    /// An Excel workbook.
    ///
    /// - Parameters:
    ///   - formats: The number formats of the cells' styles: a number of a built-in one, or a code.
    ///   - strings: What stands between the tags of the shared strings.
    package static func excel(
        _ sheets: [Sheet],
        formats: [String] = [],
        strings: String = "",
        is1904: Bool = false,
        namespace: String = transitional,
        more: [(path: String, text: String)] = []
    ) -> [UInt8] {
        let main =
            namespace == strict
            ? strict + "/spreadsheetml/main" : transitional + "/spreadsheetml/2006/main"
        let relations =
            namespace == strict
            ? strict + "/officeDocument/relationships"
            : transitional + "/officeDocument/2006/relationships"
        let packages = transitional + "/package/2006/relationships"
        func relation(_ id: String, _ type: String, _ target: String) -> String {
            "<Relationship Id=\"\(id)\" Type=\"\(relations)/\(type)\" Target=\"\(target)\"/>"
        }
        var list = ""
        var links = relation("s", "styles", "styles.xml") + relation("t", "sharedStrings", "t.xml")
        var parts: [(path: String, text: String)] = []
        for (index, sheet) in sheets.enumerated() {
            let state = sheet.state.map { " state=\"\($0)\"" } ?? ""
            list +=
                "<sheet name=\"\(sheet.name)\" sheetId=\"\(index + 1)\"\(state) r:id=\"r\(index)\"/>"
            links += relation("r\(index)", "worksheet", "worksheets/sheet\(index + 1).xml")
            parts.append(
                (
                    "xl/worksheets/sheet\(index + 1).xml",
                    "<worksheet xmlns=\"\(main)\">\(sheet.before)<sheetData>\(sheet.rows)</sheetData>"
                        + "\(sheet.behind)</worksheet>"
                )
            )
        }
        let types = "<Types xmlns=\"\(transitional)/package/2006/content-types\"/>"
        let common: [(path: String, text: String)] =
            [
                ("[Content_Types].xml", types),
                (
                    "_rels/.rels",
                    "<Relationships xmlns=\"\(packages)\">"
                        + relation("w", "officeDocument", "xl/workbook.xml") + "</Relationships>"
                ),
                (
                    "xl/workbook.xml",
                    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<workbook xmlns=\"\(main)\" "
                        + "xmlns:r=\"\(relations)\">"
                        + "<workbookPr date1904=\"\(is1904 ? "1" : "0")\"/><sheets>\(list)</sheets>"
                        + "</workbook>"
                ),
                (
                    "xl/_rels/workbook.xml.rels",
                    "<Relationships xmlns=\"\(packages)\">\(links)</Relationships>"
                ),
                ("xl/styles.xml", styleSheet(formats, main)),
                ("xl/t.xml", "<sst xmlns=\"\(main)\">\(strings)</sst>"),
            ]
        return archive(common + parts + more)
    }

    /// Stands for a style that is struck through.
    package static let struck = "struck"

    private static func styleSheet(_ formats: [String], _ main: String) -> String {
        var codes = ""
        var styles = ""
        for (index, format) in formats.enumerated() {
            let isStruck = format == Self.struck
            let number = isStruck ? 0 : Int(format) ?? 164 + index
            if Int(format) == nil, !isStruck {
                codes += "<numFmt numFmtId=\"\(number)\" formatCode=\"\(format)\"/>"
            }
            styles += "<xf numFmtId=\"\(number)\" fontId=\"\(isStruck ? 1 : 0)\"/>"
        }
        return "<styleSheet xmlns=\"\(main)\"><numFmts>\(codes)</numFmts>"
            + "<fonts><font><b/><strike val=\"0\"/></font><font><strike/></font></fonts>"
            + "<cellStyleXfs><xf numFmtId=\"14\"/></cellStyleXfs>"
            + "<cellXfs>\(styles)</cellXfs></styleSheet>"
    }

    /// An OpenDocument spreadsheet.
    ///
    /// - Parameter tables: What stands between the tags of the spreadsheet.
    package static func openDocument(
        _ tables: String,
        styles: String = "",
        type: String = "spreadsheet",
        manifest: String = ""
    ) -> [UInt8] {
        let names = ["office", "table", "text", "style"].map {
            "xmlns:\($0)=\"urn:oasis:names:tc:opendocument:xmlns:\($0):1.0\""
        }
        return archive([
            ("mimetype", "application/vnd.oasis.opendocument.\(type)"),
            (
                "content.xml",
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?><office:document-content "
                    + names.joined(separator: " ") + "><office:automatic-styles>\(styles)"
                    + "</office:automatic-styles><office:body><office:spreadsheet>\(tables)"
                    + "</office:spreadsheet></office:body></office:document-content>"
            ),
            ("META-INF/manifest.xml", "<manifest>\(manifest)</manifest>"),
        ])
    }

    /// Rows of texts, each in its cell.
    package static func texts(_ rows: [[String]]) -> String {
        rows.map { cells in
            "<row>"
                + cells.map { "<c t=\"inlineStr\"><is><t>\(escaped($0))</t></is></c>" }.joined()
                + "</row>"
        }.joined()
    }

    /// The same as a table of an OpenDocument spreadsheet.
    package static func table(_ name: String, _ rows: [[String]], style: String = "") -> String {
        "<table:table table:name=\"\(escaped(name))\" table:style-name=\"\(style)\">"
            + rows.map { cells in
                "<table:table-row>"
                    + cells.map { text in
                        "<table:table-cell office:value-type=\"string\">"
                            + "<text:p>\(escaped(text))</text:p></table:table-cell>"
                    }.joined() + "</table:table-row>"
            }.joined() + "</table:table>"
    }

    package static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
            .replacing("\"", with: "&quot;")
    }
}
