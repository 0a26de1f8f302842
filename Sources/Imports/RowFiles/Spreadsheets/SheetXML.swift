/// An XML document in a workbook, read event by event, with names bare of their prefixes: programs call
/// the same element `row` and `x:row`.
struct SheetXML {
    private var reader: XMLReader
    private let part: SheetPart
    /// How many elements are open.
    private(set) var depth = 0
    /// Whether a part of the text that was appended last is struck through.
    private(set) var hasStruckText = false

    /// No workbook nests its elements so deep.
    private static let deepest = 200

    init(_ part: SheetPart) {
        self.part = part
        reader = XMLReader(part)
    }

    /// What was read of a text. Of no use after the next event.
    var text: [UInt8] { reader.text }

    /// What happens next; nil at the end of the document.
    ///
    /// - Throws: ``RowFileError/badSpreadsheet(name:reason:)`` where it is no XML, or breaks off.
    mutating func next() throws(RowFileError) -> XMLReader.Event? {
        let event: XMLReader.Event?
        do throws(XMLReader.Failure) { event = try reader.next() } catch { throw failure(error) }
        switch event {
        case .start(let name)?:
            depth += 1
            guard depth <= Self.deepest else {
                throw fault("elements lie more than \(Self.deepest) deep in each other")
            }
            return .start(Self.bare(name))
        case .end?: depth -= 1
        default: break
        }
        return event
    }

    /// Reads the attributes of the element that was begun by the event before; asked for once at most.
    mutating func attributes(_ body: (_ name: String, _ value: [UInt8]) -> Void)
        throws(RowFileError)
    {
        do throws(XMLReader.Failure) {
            try reader.readAttributes { name, value throws(XMLReader.Failure) in
                body(Self.bare(name), value)
            }
        } catch { throw failure(error) }
    }

    /// Goes to the end of the element that was begun by the event before.
    mutating func skipElement() throws(RowFileError) {
        let outside = depth - 1
        while depth > outside { _ = try next() }
    }

    /// Reads to the end of the element that was begun by the event before, and appends all text in it, but
    /// for that of some elements.
    ///
    /// - Parameter limit: How long the text may be.
    mutating func appendText(
        to text: inout [UInt8],
        limit: Int,
        without skipped: StaticString = ""
    ) throws(RowFileError) {
        hasStruckText = false
        let outside = depth - 1
        while depth > outside {
            switch try next() {
            case .text?:
                text += reader.text
                guard text.count <= limit else {
                    throw fault("a cell is longer than \(limit >> 10) KB")
                }
            case .start(let name)? where name == skipped.description: try skipElement()
            case .start("strike")?:
                var isOn = true
                try attributes { name, value in
                    if name == "val" { isOn = ExcelWorkbook.isTrue(value) }
                }
                if isOn { hasStruckText = true }
            default: break
            }
        }
    }

    /// What is said of the document where it was read to.
    func fault(_ words: String) -> RowFileError {
        part.fault("line \(reader.line): \(words)")
    }

    private func failure(_ failure: XMLReader.Failure) -> RowFileError {
        switch failure {
        case .malformed(let words, let line): part.fault("line \(line): \(words)")
        case .breaksOff: part.fault("it breaks off in line \(reader.line)")
        case .stream(let error): error
        }
    }

    /// A name without its prefix.
    private static func bare(_ name: String) -> String {
        guard let colon = name.utf8.firstIndex(of: UInt8(ascii: ":")) else { return name }
        return String(name[name.utf8.index(after: colon)...])
    }
}

/// The bytes of an XML document in a workbook: UTF-8, and no more of them than a file of its length holds.
final class SheetPart: ByteStream {
    private let workbook: WorkbookFile
    private let path: String
    private let source: ZipEntryStream
    private var validator = UTF8Validator()
    private var isFirst = true

    init(_ workbook: WorkbookFile, _ entry: ZipDirectory.Entry) throws(RowFileError) {
        self.workbook = workbook
        path = entry.path
        source = try ZipEntryStream(workbook.reader, entry, name: workbook.name)
    }

    var bytesRead: Int64 { source.bytesRead }

    func next() throws(RowFileError) -> [UInt8] {
        var chunk = try source.next()
        try workbook.spend(chunk.count)
        if isFirst {
            isFirst = false
            if let mark = TextEncoding.byteOrderMark(in: chunk[...]) {
                guard mark.0 == .utf8 else { throw fault("it is not UTF-8") }
                chunk.removeFirst(mark.length)
            } else if TextEncoding.utf16WithoutMark(in: chunk.prefix(1024)) != nil {
                throw fault("it is not UTF-8")
            }
        }
        guard validator.isValid(chunk) else { throw fault("its bytes are not UTF-8") }
        return chunk
    }

    /// What is said of the document.
    func fault(_ words: String) -> RowFileError {
        workbook.fault(
            "\(path) in it is damaged (\(words)); open it in a spreadsheet program and save it again"
        )
    }
}
