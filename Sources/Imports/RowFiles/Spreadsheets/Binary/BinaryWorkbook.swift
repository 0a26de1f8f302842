/// What a workbook that Excel saved until 2003 (`.xls`) says beside its cells: its sheets, its texts, and how
/// numbers are shown.
///
/// Source: Microsoft, "[MS-XLS]: Excel Binary File Format (.xls) Structure", 2.1.7.20.
final class BinaryWorkbook: Sendable {
    struct Sheet: Sendable {
        let name: String
        let isHidden: Bool
        let position: Int64
    }

    let sheets: [Sheet]
    let is1904: Bool
    let formats: [NumberFormat?]
    let struckStyles: Set<Int>
    let holdsMacros: Bool
    let holdsLinks: Bool
    /// Where the records lie.
    let path: String
    private let texts: [UInt8]
    private let textEnds: [Int]
    private let folder: TemporaryFolder

    private static let version8 = 0x0600
    private static let worksheet = 0

    /// - Parameters:
    ///   - path: Where the compound file lies.
    ///   - name: What errors call it.
    /// - Returns: nil where it is no workbook.
    init?(path: String, name: String) throws(RowFileError) {
        folder = try TemporaryFolder()
        let writer = try ScratchWriter("workbook", in: folder)
        guard try CompoundStream.unpack(["Workbook", "Book"], of: path, into: writer) else {
            return nil
        }
        try writer.close()
        self.path = writer.path
        var globals = Globals(name: name)
        try globals.read(try FileReader(path: writer.path))
        sheets = globals.sheets
        is1904 = globals.is1904
        formats = globals.styles.map { style in
            let format = globals.codes[style.format] ?? NumberFormat(builtIn: style.format)
            return format.isPlain ? nil : format
        }
        // There is no font 4 (2.5.129).
        struckStyles = Set(
            globals.styles.indices.filter { index in
                let font = globals.styles[index].font
                let place = font < 4 ? font : font - 1
                return place >= 0 && place < globals.fonts.count && globals.fonts[place]
            }
        )
        holdsMacros = globals.holdsMacros
        holdsLinks = globals.holdsLinks
        texts = globals.texts
        textEnds = globals.textEnds
    }

    /// A text that cells refer to by its number; nil where there is none.
    func text(_ number: Int) -> ArraySlice<UInt8>? {
        guard number >= 0, number < textEnds.count else { return nil }
        return texts[(number == 0 ? 0 : textEnds[number - 1])..<textEnds[number]]
    }

    /// The records before the sheets.
    private struct Globals {
        let name: String
        var sheets: [Sheet] = []
        var is1904 = false
        var fonts: [Bool] = []
        var codes: [Int: NumberFormat] = [:]
        var styles: [(font: Int, format: Int)] = []
        var holdsMacros = false
        var holdsLinks = false
        var texts: [UInt8] = []
        var textEnds: [Int] = []

        init(name: String) { self.name = name }

        mutating func read(_ reader: FileReader) throws(RowFileError) {
            typealias Kind = BinaryRecords.Kind
            var records = try BinaryRecords(reader, at: 0)
            guard let first = try records.next(), first.kind == Kind.begin else { throw damaged }
            guard first.number(0, 2) == version8 else {
                throw .badSpreadsheet(
                    name: name,
                    reason:
                        "it is an Excel workbook as Excel saved it until 1995, which is not read; open it "
                        + "and save it as .xlsx or CSV"
                )
            }
            while let record = try records.next() {
                switch record.kind {
                case Kind.end: return
                case Kind.password: throw .badSpreadsheet(name: name, reason: OtherDocument.locked)
                case Kind.dates1904: is1904 = record.number(0, 2) == 1
                case Kind.font: fonts.append((record.number(2, 2) ?? 0) & 0x08 != 0)
                case Kind.style:
                    styles.append((record.number(0, 2) ?? 0, record.number(2, 2) ?? 0))
                case Kind.format: readFormat(record)
                case Kind.sheet: try readSheet(record)
                case Kind.macros: holdsMacros = true
                case Kind.book:
                    // The workbook itself has a book of its own, and add-ins have another.
                    if let kind = record.number(2, 2), ![0x0401, 0x3A01].contains(kind) {
                        holdsLinks = true
                    }
                case Kind.texts: try readTexts(record, &records)
                default: break
                }
                guard max(styles.count, max(codes.count, fonts.count)) <= ExcelWorkbook.mostStyles
                else { throw damaged }
            }
            throw damaged
        }

        private mutating func readFormat(_ record: BinaryRecords.Record) {
            var code: [UInt8] = []
            var text = BinaryText([record.bytes], at: 2)
            guard let id = record.number(0, 2), text.append(to: &code, lengthBytes: 2) else {
                return
            }
            codes[id] = NumberFormat(code: String(decoding: code, as: UTF8.self))
        }

        private mutating func readSheet(_ record: BinaryRecords.Record) throws(RowFileError) {
            guard let position = record.number(0, 4), let visibility = record.number(4, 1),
                let type = record.number(5, 1)
            else { throw damaged }
            // Charts and macros have sheets of their own.
            guard type == worksheet else { return }
            var called: [UInt8] = []
            var text = BinaryText([record.bytes], at: 6)
            guard text.append(to: &called, lengthBytes: 1), sheets.count < SheetLimits.sheets else {
                throw damaged
            }
            sheets.append(
                Sheet(
                    name: String(decoding: called, as: UTF8.self),
                    isHidden: visibility & 3 != 0,
                    position: Int64(position)
                )
            )
        }

        private mutating func readTexts(
            _ record: BinaryRecords.Record,
            _ records: inout BinaryRecords
        ) throws(RowFileError) {
            guard let count = record.number(4, 4) else { throw damaged }
            var segments = [record.bytes]
            while let more = try records.nextContinuation() { segments.append(more.bytes) }
            var text = BinaryText(segments, at: 8)
            // A text has three bytes at least.
            guard count <= segments.reduce(0, { $0 + $1.count }) / 3 else { throw damaged }
            for _ in 0..<count {
                guard text.append(to: &texts, lengthBytes: 2) else { throw damaged }
                textEnds.append(texts.count)
            }
        }

        private var damaged: RowFileError { BinaryWorkbook.damaged(name) }
    }

    static func damaged(_ name: String) -> RowFileError {
        .badSpreadsheet(
            name: name,
            reason: "it is damaged; open it in a spreadsheet program and save it as .xlsx"
        )
    }
}
