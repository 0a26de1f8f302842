internal import RowFiles

/// A format in which files of a kind are written besides tables, such as iCalendar.
///
/// It makes rows of a file as a table has them: a value for some of the kind's fields. All that follows is the
/// same for both.
package struct KindFormat: Sendable {
    /// What a file shows before it is read.
    package enum Clue: Sendable {
        /// The beginning of the only file, as text, without a byte order mark and leading white space.
        case text(String)
        /// The paths of the files in an archive.
        case archive([String])
    }

    /// One word for the report, such as `icalendar`.
    let name: String
    /// What it is called in a sentence, such as `calendar (iCalendar)`.
    let title: String
    /// The fields that its rows may have.
    let columns: [String]
    /// Whether a file is of the format, by its beginning.
    let isKnown: @Sendable (Clue) -> Bool
    /// Reads the rows.
    let read: @Sendable (FormatFiles) throws(FormatFault) -> [FormatRow]

    /// - Parameters:
    ///   - name: One word for the report.
    ///   - title: What a file is called in a sentence.
    ///   - columns: Fields of the kind by their names, or those of places: `latitude`, `longitude`.
    ///   - isKnown: Tells by the beginning of a file whether it is of the format.
    ///   - read: Throws for a file of which nothing can be used; rows that cannot be used say so themselves.
    package init(
        _ name: String,
        title: String,
        columns: [String],
        isKnown: @escaping @Sendable (Clue) -> Bool,
        read: @escaping @Sendable (FormatFiles) throws(FormatFault) -> [FormatRow]
    ) {
        self.name = name
        self.title = title
        self.columns = columns
        self.isKnown = isKnown
        self.read = read
    }

    /// The rows of a file.
    ///
    /// - Throws: ``ImportError/badFormat(name:format:reason:)``.
    func lines(of files: FormatFiles) throws(ImportError) -> [FormatRow] {
        do {
            return try read(files)
        } catch {
            let place = error.line.map { "line \($0): " } ?? ""
            throw .badFormat(name: files.name, format: title, reason: place + error.reason)
        }
    }
}

/// The files that a format reads, whole: the only one, or those of an archive.
package struct FormatFiles: Sendable {
    /// One of them.
    package struct File: Sendable {
        /// Its path within the archive; the file's name where it is the only one.
        package let path: String
        /// UTF-8, without a byte order mark.
        package let bytes: [UInt8]
    }

    /// The file's name, for errors.
    package let name: String
    /// One, or those of an archive in its order.
    package let files: [File]
    /// What was decided about texts that the rows have.
    var decisions: RepairDecisions?

    /// What a text of a field will be read as: what was accepted in its place, or itself. Only for what a format
    /// makes of it; the rows keep the text as it is written.
    package func accepted(_ text: String, for field: KindField) -> String {
        decisions?.mended(text, in: field.name) ?? text
    }

    /// How many bytes are read of a file, unpacked: no schedule has more.
    static let limitBytes = 64 << 20

    /// Why a file that has more is not read.
    fileprivate static func tooLong(_ name: String, _ format: KindFormat) -> ImportError {
        .badFormat(
            name: name,
            format: format.title,
            reason:
                "it has more than \(limitBytes >> 20) MB unpacked, the most that is read of such a file; "
                + "divide it, and import the parts with --add"
        )
    }
}

/// One row of a file of some format.
package struct FormatRow: Sendable {
    /// The line at which it begins, from 1; its number where the format has no lines.
    package let line: Int
    /// Its values by field.
    package var values: [String: String]
    /// Why it cannot be used; nil where it can.
    package private(set) var refusal: RowRefusal?

    /// A row with some values.
    package init(line: Int, _ values: [String: String]) {
        self.line = line
        self.values = values
    }

    /// The same row, refused.
    ///
    /// - Parameter field: The field at fault.
    package func refused(
        _ field: String,
        _ wording: TimeWording,
        _ members: KeyValuePairs<String, Finding.Value> = [:]
    ) -> FormatRow {
        refused(field, wording.cause, Finding(wording, members))
    }

    /// The same row, refused for a reason that is worded already.
    func refused(_ field: String, _ cause: RowFault.Cause, _ reason: Finding) -> FormatRow {
        var row = self
        row.refusal = RowRefusal(
            RowFault(cause: cause, column: field, value: values[field], reason: reason)
        )
        return row
    }
}

/// Why nothing of a file can be used.
package struct FormatFault: Error {
    /// What is wrong, for people.
    let reason: String
    /// The line, from 1; nil where none is to blame.
    let line: Int?

    /// A fault with both members.
    package init(_ reason: String, line: Int? = nil) {
        self.reason = reason
        self.line = line
    }
}

extension [KindFormat] {
    /// How much of a file is looked at.
    private static var headBytes: Int { 64 << 10 }

    /// The format of a file, with the file; nil where it is of none of them.
    func known(
        _ input: ImportInput
    ) throws(ImportError) -> (KindFormat, FormatFiles, Compression?)? {
        guard !isEmpty, input.others.isEmpty, !input.isFolder else { return nil }
        let compression = Compression(
            magic: try importing(FileReader(path: input.path).read(8)[...])
        )
        if compression == .zip {
            let archive = ZipArchive(path: input.path, name: input.name)
            let entries = try importing(archive.files())
            let clue = KindFormat.Clue.archive(entries.map(\.path))
            if let format = first(where: { $0.isKnown(clue) }) {
                return (format, try archive.whole(entries, as: format), compression)
            }
            guard entries.count == 1 else { return nil }
        }
        var stream = try input.openStream(compression)
        var head: [UInt8] = []
        while head.count < Self.headBytes, case let chunk = try importing(stream.next()),
            !chunk.isEmpty
        {
            head += chunk
        }
        let clue = KindFormat.Clue.text(String(decoding: head.withoutMark, as: UTF8.self).trimmed)
        guard let format = first(where: { $0.isKnown(clue) }) else { return nil }
        stream = try input.openStream(compression)
        let bytes = try stream.whole(of: input.name, as: format)
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw .badFormat(
                name: input.name,
                format: format.title,
                reason: "it is not UTF-8, which the format is written in"
            )
        }
        let file = FormatFiles.File(path: input.name, bytes: bytes)
        return (format, FormatFiles(name: input.name, files: [file]), compression)
    }
}

extension ZipArchive {
    /// All files that are wanted, unpacked.
    fileprivate func whole(
        _ entries: [ZipDirectory.Entry],
        as format: KindFormat
    ) throws(ImportError) -> FormatFiles {
        let reader = try importing(FileReader(path: path))
        var files: [FormatFiles.File] = []
        var length = 0
        for entry in entries where entry.path.isSchedulePart {
            let bytes = try importing(ZipEntryStream(reader, entry, name: name))
                .whole(of: name, as: format)
            length += bytes.count
            guard length <= FormatFiles.limitBytes else {
                throw FormatFiles.tooLong(name, format)
            }
            files.append(FormatFiles.File(path: entry.path, bytes: bytes))
        }
        return FormatFiles(name: name, files: files)
    }
}

extension ByteStream {
    /// All bytes, without a byte order mark.
    fileprivate func whole(
        of name: String,
        as format: KindFormat
    ) throws(ImportError) -> [UInt8] {
        var bytes: [UInt8] = []
        while case let chunk = try importing(next()), !chunk.isEmpty {
            bytes += chunk
            guard bytes.count <= FormatFiles.limitBytes else {
                throw FormatFiles.tooLong(name, format)
            }
        }
        return Array(bytes.withoutMark)
    }
}

extension String {
    /// Whether a file of an archive may be text, and not a picture.
    fileprivate var isSchedulePart: Bool {
        guard let ending = split(separator: "/").last?.split(separator: ".").dropFirst().last else {
            return true
        }
        return ["json", "xml", "ics", "txt"].contains(ending.lowercased())
    }

    /// The text behind leading white space.
    fileprivate var trimmed: String { String(drop { $0.isWhitespace }) }
}

extension [UInt8] {
    /// The bytes behind a byte order mark of UTF-8.
    fileprivate var withoutMark: ArraySlice<UInt8> {
        dropFirst(starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
    }
}

/// The rows that a format has read, each with its values in the columns that any of them has.
final class FormatRowSource: RowSource {
    let columns: [String]
    let blankRows = 0
    let notes: [ImportNote] = []
    private let rows: [FormatRow]
    private let byteCount: Int64
    private var index = 0

    init(_ rows: [FormatRow], of format: KindFormat, byteCount: Int64) {
        self.rows = rows
        self.byteCount = byteCount
        columns = format.columns.filter { column in rows.contains { $0.values[column] != nil } }
    }

    var bytesRead: Int64 {
        rows.isEmpty ? byteCount : byteCount * Int64(index) / Int64(rows.count)
    }

    func next(_ row: inout Row) throws(ImportError) -> Bool {
        guard index < rows.count else { return false }
        let next = rows[index]
        index += 1
        row.begin(line: next.line)
        row.number = index
        for column in columns {
            row.append((next.values[column] ?? "").utf8)
            row.endCell()
        }
        row.fault = next.refusal?.fault
        return true
    }
}
