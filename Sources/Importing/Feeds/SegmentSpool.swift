internal import Foundation

/// Puts the street segments of a feed into a file, a line each, so that memory does not grow with
/// them.
final class SegmentSpool {
    /// The columns of the file.
    static let columns = [
        "Line", "id", "StreetDirection", "StreetName", "StreetSuffix", "AddressDirection", "City",
        "State", "Zip", "StartHouseNumber", "EndHouseNumber", "OddEvenBoth", "HouseNumberPrefix",
        "HouseNumberSuffix", "UnitNumber", "IncludesAllAddresses", "IncludesAllStreets",
        "PrecinctId",
    ]

    private let path: String
    private var file: FileHandle?
    private var buffer = Data()
    private(set) var count = 0

    init(path: String) { self.path = path }

    func add(_ segment: FeedElement) throws(ImportError) {
        if file == nil {
            _ = FileManager.default.createFile(atPath: path, contents: nil)
            file = FileHandle(forWritingAtPath: path)
            buffer.append(contentsOf: Array((Self.columns.joined(separator: ",") + "\n").utf8))
        }
        count += 1
        let cells =
            [String(segment.line), segment.id]
            + Self.columns.dropFirst(2).map { segment.value($0) ?? "" }
        buffer.append(contentsOf: Array(cells.map(Self.quoted).joined(separator: ",").utf8))
        buffer.append(0x0A)
        if buffer.count > chunkSize { try flush() }
    }

    /// - Returns: Where the file lies; nil where there was no segment.
    func finish() throws(ImportError) -> (path: String, count: Int)? {
        try flush()
        try? file?.close()
        return count > 0 ? (path, count) : nil
    }

    private func flush() throws(ImportError) {
        guard let file, !buffer.isEmpty else { return }
        do { try file.write(contentsOf: buffer) } catch {
            throw .cannotWrite(path, error)
        }
        buffer.removeAll(keepingCapacity: true)
    }

    private static func quoted(_ text: String) -> String {
        guard text.utf8.contains(where: { [0x0A, 0x0D, 0x22, 0x2C].contains($0) }) else {
            return text
        }
        return "\"" + text.replacing("\"", with: "\"\"") + "\""
    }
}
