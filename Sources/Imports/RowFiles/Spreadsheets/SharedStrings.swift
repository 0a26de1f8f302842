/// The texts that a workbook's cells refer to by their numbers.
///
/// What is longer than memory should hold lies in a temporary file, of which a piece at a time is read:
/// cells refer to texts mostly in the order in which they stand.
final class SharedStrings {
    private var bytes: [UInt8] = []
    private var ends: [Int] = []
    private let memoryLimit: Int
    private var spill: Spill?
    private let workbook: WorkbookFile
    /// The numbers of texts of which a part is struck through, as far as they are kept.
    private var struck: Set<Int> = []

    private static let mostStruck = 100_000

    /// How much stays in memory: of a million rows mostly all.
    static let usualMemory = 48 << 20
    /// What programs let a cell hold is 32,767 characters.
    static let longestText = 1 << 20

    /// What lies on disk: the texts, and where each of them ends.
    private struct Spill {
        let folder: TemporaryFolder
        let texts: ScratchWriter
        let ends: ScratchWriter
        var count = 0
        var length: Int64 = 0
        var textPiece = Piece()
        var endPiece = Piece()
        var readers: (texts: FileReader, ends: FileReader)?
    }

    /// Some bytes of a file.
    private struct Piece {
        var start: Int64 = 0
        var bytes: [UInt8] = []

        static let length = 64 << 10
    }

    /// Reads the texts.
    ///
    /// - Parameter memoryLimit: How many bytes stay in memory.
    init(
        _ xml: SheetXML?,
        of workbook: WorkbookFile,
        memoryLimit: Int = SharedStrings.usualMemory
    ) throws(RowFileError) {
        self.workbook = workbook
        self.memoryLimit = memoryLimit
        guard var xml else { return }
        var raw: [UInt8] = []
        var text: [UInt8] = []
        while let event = try xml.next() {
            guard case .start("si") = event else { continue }
            raw.removeAll(keepingCapacity: true)
            text.removeAll(keepingCapacity: true)
            // How a text is pronounced stands beside it.
            try xml.appendText(to: &raw, limit: Self.longestText, without: "rPh")
            SheetText.append(raw[...], to: &text, isEscaped: true)
            if xml.hasStruckText, struck.count < Self.mostStruck { struck.insert(count) }
            try add(text)
        }
        try seal()
    }

    private func add(_ text: [UInt8]) throws(RowFileError) {
        let held = bytes.count + ends.count * MemoryLayout<Int>.size
        if spill == nil, held + text.count <= memoryLimit {
            bytes += text
            ends.append(bytes.count)
            return
        }
        var spill: Spill
        if let open = self.spill { spill = open } else { spill = try Self.newSpill() }
        self.spill = nil
        spill.length += Int64(text.count)
        spill.count += 1
        try spill.texts.write(text[...])
        try spill.ends.write(Self.littleEndian(spill.length)[...])
        self.spill = spill
    }

    private static func newSpill() throws(RowFileError) -> Spill {
        let folder = try TemporaryFolder()
        return Spill(
            folder: folder,
            texts: try ScratchWriter("texts", in: folder),
            ends: try ScratchWriter("ends", in: folder)
        )
    }

    private func seal() throws(RowFileError) {
        guard let spill else { return }
        try spill.texts.close()
        try spill.ends.close()
        self.spill?.readers = (
            try FileReader(path: spill.texts.path), try FileReader(path: spill.ends.path)
        )
    }

    /// Whether a part of a text is struck through.
    func isStruck(_ number: Int) -> Bool { !struck.isEmpty && struck.contains(number) }

    /// How many texts there are.
    var count: Int { ends.count + (spill?.count ?? 0) }

    /// Appends a text by its number, from 0.
    ///
    /// - Returns: false where there is none of that number.
    func append(_ number: Int, to cell: inout [UInt8]) throws(RowFileError) -> Bool {
        guard number >= 0, number < count else { return false }
        if number < ends.count {
            cell += bytes[(number == 0 ? 0 : ends[number - 1])..<ends[number]]
            return true
        }
        guard var spill, let readers = spill.readers else { return false }
        self.spill = nil
        defer { self.spill = spill }
        let index = Int64(number - ends.count)
        var bounds: (start: Int64, end: Int64) = (0, 0)
        if index > 0 { bounds.start = try end(index - 1, &spill.endPiece, readers.ends) }
        bounds.end = try end(index, &spill.endPiece, readers.ends)
        guard bounds.start <= bounds.end else { throw changed }
        cell += try read(
            bounds.start,
            Int(bounds.end - bounds.start),
            &spill.textPiece,
            readers.texts
        )
        return true
    }

    private func end(
        _ index: Int64,
        _ piece: inout Piece,
        _ reader: FileReader
    ) throws(RowFileError) -> Int64 {
        let bytes = try read(index * 8, 8, &piece, reader)
        return bytes.reversed().reduce(0) { $0 << 8 | Int64($1) }
    }

    private func read(
        _ start: Int64,
        _ length: Int,
        _ piece: inout Piece,
        _ reader: FileReader
    ) throws(RowFileError) -> ArraySlice<UInt8> {
        if start < piece.start || start + Int64(length) > piece.start + Int64(piece.bytes.count) {
            piece.start = start
            piece.bytes = try reader.read(at: start, count: max(length, Piece.length))
        }
        let offset = Int(start - piece.start)
        guard offset + length <= piece.bytes.count else { throw changed }
        return piece.bytes[offset..<offset + length]
    }

    private var changed: RowFileError { .changedWhileRead(name: workbook.name) }

    private static func littleEndian(_ number: Int64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}
