internal import Foundation
internal import RowFiles

/// Puts the street segments of a feed into a file, a line each, so that memory does not grow with
/// them.
final class SegmentSpool {
    /// The columns of the file.
    static let columns = [
        "Line", "id", "StreetDirection", "StreetName", "StreetSuffix", "AddressDirection", "City",
        "State", "Zip", "StartHouseNumber", "EndHouseNumber", "OddEvenBoth", "HouseNumberPrefix",
        "HouseNumberSuffix", "UnitNumber", "IncludesAllAddresses", "IncludesAllStreets",
        "PrecinctId", "PrecinctSplitId",
    ]

    /// What the columns are made of in version 3: of a group, or of the segment itself.
    private static let version3Members: [(group: String, name: String)] = [
        (address, "street_direction"), (address, "street_name"), (address, "street_suffix"),
        (address, "address_direction"), (address, "city"), (address, "state"), (address, "zip"),
        ("", "start_house_number"), ("", "end_house_number"), ("", "odd_even_both"),
        (address, "house_number_prefix"), (address, "house_number_suffix"),
        (address, "apartment"), ("", ""), ("", ""), ("", "precinct_id"), ("", "precinct_split_id"),
    ]
    private static let address = "non_house_address"

    private let path: String
    private var file: FileHandle?
    private var buffer = Data()
    private(set) var count = 0
    /// How many segments name each precinct.
    private(set) var precincts: [String: Int] = [:]
    /// How many segments name each split of a precinct.
    private(set) var splits: [String: Int] = [:]

    /// How many ids of precincts are counted: some three times as many as the largest state has. What is
    /// not counted is still looked up when addresses are made.
    private static let countedLimit = 100_000

    init(path: String) { self.path = path }

    func add(_ segment: FeedElement) throws(ImportError) {
        try add(
            segment.line,
            segment.id,
            Self.columns.dropFirst(2).map { segment.value($0) ?? "" }
        )
    }

    /// Adds a segment of version 3.
    func add(version3 segment: FeedElement) throws(ImportError) {
        try add(version3: segment.line, id: segment.id) { group, name in
            group.isEmpty ? segment.value(name) : segment.part(group, name)
        }
    }

    /// Adds a segment of version 3 by its members.
    ///
    /// - Parameter member: The text of a member of a group, or of the segment itself (`""`).
    func add(
        version3 line: Int,
        id: String,
        _ member: (_ group: String, _ name: String) -> String?
    ) throws(ImportError) {
        var cells = Self.version3Members.map { group, name in
            name.isEmpty ? "" : member(group, name) ?? ""
        }
        let last = cells.count - 1
        cells[last - 1] =
            Version3Translation.id(Version3Translation.precinctPrefix, cells[last - 1]) ?? ""
        cells[last] = Version3Translation.id(Version3Translation.splitPrefix, cells[last]) ?? ""
        if cells[7].isEmpty, cells[8].isEmpty, let house = member(Self.address, "house_number") {
            (cells[7], cells[8]) = (house, house)
        }
        try add(line, id, cells)
    }

    private func add(_ line: Int, _ id: String, _ texts: [String]) throws(ImportError) {
        if file == nil {
            _ = FileManager.default.createFile(atPath: path, contents: nil)
            file = FileHandle(forWritingAtPath: path)
            buffer.append(contentsOf: Array((Self.columns.joined(separator: ",") + "\n").utf8))
        }
        count += 1
        Self.count(texts[texts.count - 2], in: &precincts)
        Self.count(texts[texts.count - 1], in: &splits)
        let cells = [String(line), id] + texts
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
            throw ImportError(.cannotWrite(path, error))
        }
        buffer.removeAll(keepingCapacity: true)
    }

    private static func count(_ id: String, in uses: inout [String: Int]) {
        guard !id.isEmpty, uses[id] != nil || uses.count < countedLimit else { return }
        uses[id, default: 0] += 1
    }

    private static func quoted(_ text: String) -> String {
        guard text.utf8.contains(where: { [0x0A, 0x0D, 0x22, 0x2C].contains($0) }) else {
            return text
        }
        return "\"" + text.replacing("\"", with: "\"\"") + "\""
    }
}
