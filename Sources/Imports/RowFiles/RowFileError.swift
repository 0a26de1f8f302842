/// Why no rows could be made of a file's bytes.
public enum RowFileError: Error, Hashable, Sendable {
    /// No file lies there.
    case fileNotFound(path: String)
    /// The path names a directory.
    case isDirectory(path: String)
    /// The file lies there and may not or cannot be read.
    case unreadable(path: String, reason: String)
    /// The file holds no bytes, or nothing but white space.
    case empty(name: String)
    /// What is packed in the file is empty.
    case emptyInside(name: String)
    /// The file is something else than a table: a picture, a document.
    case notText(name: String, kind: String)
    /// The bytes of a text in UTF-16 do not pair up to characters from a line on.
    case brokenPairs(name: String, encoding: String, line: Int)
    /// A compressed file is damaged, or holds nothing or several files.
    case badArchive(name: String, reason: String)
    /// A compressed file becomes so long that it was made to do harm.
    case unpacksTooLarge(name: String, limitBytes: Int64)
    /// A line, or a row of several lines, is longer than any row of a list.
    case longRow(line: Int, limitBytes: Int)
    /// What follows a quote on its line is longer than any row of a list.
    case longQuote(line: Int, limitBytes: Int)
    /// A record of a text that is read as it arrives cannot be read.
    case badRecord(line: Int, reason: String)
    /// The file is JSON, but no GeoJSON that can be read.
    case notGeoJSON(name: String, reason: String)
    /// The bytes of an XML document are no characters of the encoding that it names, or it is not whole.
    case badXMLText(name: String, reason: String)
    /// A part of a shapefile is missing or damaged.
    case badShapefile(name: String, reason: String)
    /// A workbook is damaged, locked, or of a sort that is not read.
    case badSpreadsheet(name: String, reason: String)
    /// Several sheets of a workbook may be meant.
    case severalSheets(name: String, sheets: [String])
    /// The sheet that was named is none of a file's; other files than workbooks have none.
    case noSuchSheet(name: String, sheet: String, sheets: [String])
    /// There is no room for what is unpacked or received.
    case noRoom(folder: String)
    /// The folder in which something is unpacked or received is missing, or may not be written to.
    case noTemporaryFolder(folder: String, reason: String)
    /// The file changed while it was read.
    case changedWhileRead(name: String)
    /// Somebody has stopped the reading.
    case cancelled
}

extension RowFileError: CustomStringConvertible {
    /// What was wrong, with the value, what is allowed and what to do on the command line.
    public var description: String { words.withVisibleControls }

    private var words: String {
        switch self {
        case .fileNotFound(let path):
            "no file lies at \"\(path)\"; check the spelling and the folder"
        case .isDirectory(let path):
            "\"\(path)\" is a folder; name the file in it that is to be imported. A folder is read where it "
                + "holds the text files of a feed (precinct.txt, polling_location.txt, ...)"
        case .unreadable(let path, let reason):
            "\"\(path)\" cannot be read (\(reason)); check who may read it, or copy it first"
        case .empty(let name):
            "\"\(name)\" is empty; export it again, and look whether the export finished"
        case .emptyInside(let name):
            "what is packed in \"\(name)\" is empty; export and pack it again, and look whether the export "
                + "finished"
        case .notText(let name, let kind):
            "\"\(name)\" is \(kind), not a table; export it as CSV or GeoJSON"
        case .brokenPairs(let name, let encoding, let line):
            "\"\(name)\" is damaged in line \(line): it is \(encoding), which has two bytes a character, "
                + "and there one is missing or one too many, so that nothing behind it can be read; copy "
                + "it or export it again"
        case .badArchive(let name, let reason):
            "\"\(name)\" cannot be unpacked: \(reason)"
        case .unpacksTooLarge(let name, let limit):
            "\"\(name)\" unpacks to more than \(limit >> 20) MB, the most that is read of a packed "
                + "file of its length; no list does. If it is right, unpack it yourself and import "
                + "what comes out"
        case .longRow(let line, let limit):
            "line \(line) begins a row that is longer than \(limit >> 20) MB, the longest that is "
                + "read; no list has such rows. Look whether its line ends were lost"
        case .longQuote(let line, let limit):
            "a quote is opened in line \(line), and on the same line \(limit >> 20) MB follow without an end "
                + "of it, the longest that a row may be; close it there, or double it (\"\") where it is part "
                + "of the text. Look also whether line ends were lost"
        case .badShapefile(let name, let reason):
            "the shapefile \"\(name)\" cannot be read: \(reason)"
        case .badSpreadsheet(let name, let reason):
            "the workbook \"\(name)\" cannot be read: \(reason)"
        case .severalSheets(let name, let sheets):
            "several sheets of \"\(name)\" hold a table: \(listed(sheets)); say which with --sheet NAME"
        case .noSuchSheet(let name, let sheet, let sheets) where sheets.isEmpty:
            "--sheet is \"\(sheet)\", and \"\(name)\" is no workbook with sheets, nor a file of layers; leave it out"
        case .noSuchSheet(let name, let sheet, let sheets):
            "--sheet is \"\(sheet)\"; \"\(name)\" has \(listed(sheets))"
        case .noRoom(let folder):
            "the disk that holds \(folder) is full, or has as many files as it can hold (`df -i` shows "
                + "it), where files lie while they are imported; nothing was changed. Make room, or "
                + "name another folder with TMPDIR"
        case .noTemporaryFolder(let folder, let reason):
            "nothing can be put into \(folder), where files lie while they are imported "
                + "(\(reason)); nothing was changed. Make the folder, look who may write there, or name "
                + "another with TMPDIR"
        case .changedWhileRead(let name):
            "\"\(name)\" changed while it was read; wait until it is written, then run this again"
        case .notGeoJSON(let name, let reason):
            "\"\(name)\" is JSON, but no GeoJSON that can be read: \(reason)"
        case .badRecord(let line, let reason):
            "line \(line): \(reason)"
        case .badXMLText(let name, let reason):
            "the XML of \"\(name)\" cannot be read: \(reason)"
        case .cancelled: "the import was cancelled; nothing was changed"
        }
    }
}
