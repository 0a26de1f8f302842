/// The archive of a workbook: its parts by their paths, and how much of them may still be unpacked.
final class WorkbookFile {
    let name: String
    let reader: FileReader
    let byteCount: Int64
    private let entries: [String: ZipDirectory.Entry]
    private var limit: UnpackingLimit

    /// Rows that are alike, and cells that hold nothing but a style, become a hundred times smaller by
    /// packing; what takes time all the same is bounded by counting empty cells.
    static let largestRatio: Int64 = 250

    init(
        path: String,
        name: String,
        entries: [ZipDirectory.Entry]
    ) throws(RowFileError) {
        self.name = name
        reader = try FileReader(path: path)
        byteCount = try reader.stamp().byteCount
        limit = UnpackingLimit(packedBytes: byteCount, largestRatio: Self.largestRatio)
        self.entries = Dictionary(
            entries.map { (Self.key($0.path), $0) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// Whether a part lies there, however its path is capitalised.
    func holds(_ path: String) -> Bool { entries[Self.key(path)] != nil }

    /// Whether a part lies in a folder.
    func holdsPart(in folder: String) -> Bool { entries.keys.contains { $0.hasPrefix(folder) } }

    /// Opens a part; nil where there is none.
    func xml(_ path: String) throws(RowFileError) -> SheetXML? {
        guard let entry = entries[Self.key(path)] else { return nil }
        return SheetXML(try SheetPart(self, entry))
    }

    /// The beginning of a part, as text; empty where there is none.
    func beginning(of path: String) throws(RowFileError) -> [UInt8] {
        guard let entry = entries[Self.key(path)] else { return [] }
        return try ZipEntryStream(reader, entry, name: name).next()
    }

    /// Counts what was unpacked.
    func spend(_ bytes: Int) throws(RowFileError) {
        do throws(RowFileError) { try limit.spend(bytes, name: name) } catch {
            guard case .unpacksTooLarge(_, let most) = error else { throw error }
            throw fault(
                "it unpacks to more than \(most >> 20) MB, more than a workbook of its length holds; copy "
                    + "the list alone into a new one, or save it as CSV"
            )
        }
    }

    /// Why the workbook cannot be read.
    func fault(_ reason: String) -> RowFileError { .badSpreadsheet(name: name, reason: reason) }

    private static func key(_ path: String) -> String {
        let path = path.lowercased()
        return path.hasPrefix("/") ? String(path.dropFirst()) : path
    }
}
