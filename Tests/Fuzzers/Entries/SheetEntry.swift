import Polling

/// Has the parts of a workbook read, which lie in an archive that is always sound: what the archive may do
/// has a fuzzer of its own.
enum SheetEntry {
    /// Reads bytes as the content of an OpenDocument spreadsheet where they begin so, or else as those parts
    /// of an Excel workbook that are told apart by a zero: a sheet, the shared texts, the styles.
    static func read(_ bytes: [UInt8]) {
        FileEntry.read(archive(parts(bytes)), as: .stations)
    }

    private static func parts(_ bytes: [UInt8]) -> [(path: String, bytes: [UInt8])] {
        func text(_ text: String) -> [UInt8] { Array(text.utf8) }
        if bytes.starts(with: text("<office")) {
            return [
                ("mimetype", text("application/vnd.oasis.opendocument.spreadsheet")),
                ("content.xml", bytes),
            ]
        }
        let pieces = bytes.split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
        func piece(_ index: Int) -> [UInt8] { index < pieces.count ? Array(pieces[index]) : [] }
        func relation(_ type: String, _ target: String) -> String {
            "<Relationship Id=\"\(type)\" Type=\"x/\(type)\" Target=\"\(target)\"/>"
        }
        let relations =
            relation("worksheet", "sheet.xml") + relation("sharedStrings", "strings.xml")
            + relation("styles", "styles.xml")
        let parts: [(path: String, bytes: [UInt8])] = [
            ("[Content_Types].xml", text("<Types/>")),
            (
                "xl/workbook.xml",
                text("<workbook><sheets><sheet name=\"A\" id=\"worksheet\"/></sheets></workbook>")
            ),
            (
                "xl/_rels/workbook.xml.rels",
                text("<Relationships>\(relations)</Relationships>")
            ),
            ("xl/sheet.xml", piece(0)), ("xl/strings.xml", piece(1)), ("xl/styles.xml", piece(2)),
        ]
        return parts.filter { !$0.bytes.isEmpty }
    }

    /// An archive of files that are not packed (APPNOTE.TXT 6.3, 4.3).
    private static func archive(_ parts: [(path: String, bytes: [UInt8])]) -> [UInt8] {
        func little(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        var (contents, directory): ([UInt8], [UInt8]) = ([], [])
        for part in parts {
            let name = Array(part.path.utf8)
            let common =
                little(20, 2) + little(0, 6) + little(0x21, 2) + little(checksum(part.bytes), 4)
                + little(part.bytes.count, 4) + little(part.bytes.count, 4)
                + little(name.count, 2) + little(0, 2)
            directory += little(0x0201_4B50, 4) + little(20, 2) + common + little(0, 10)
            directory += little(contents.count, 4) + name
            contents += little(0x0403_4B50, 4) + common + name + part.bytes
        }
        let end =
            little(0x0605_4B50, 4) + little(0, 4) + little(parts.count, 2) + little(parts.count, 2)
            + little(directory.count, 4) + little(contents.count, 4) + little(0, 2)
        return contents + directory + end
    }

    /// CRC-32 (ISO 3309).
    private static func checksum(_ bytes: [UInt8]) -> Int {
        var sum = UInt32.max
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        return Int(~sum)
    }
}
