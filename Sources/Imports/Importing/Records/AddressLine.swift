/// Makes an address of cells, in buffers that are used again from row to row.
///
/// Parts are joined by commas, and a town is left out where the address names it already: as a part of its
/// own, and not as a word of its street.
struct AddressLine {
    /// The parts side by side, with `, ` between them.
    private var bytes: [UInt8] = []
    /// Each part as ``TextNormal`` has it, a space before and behind it and a zero byte at its end.
    private var normal: [UInt8] = []
    private var sought: [UInt8] = []
    /// Where a cell went on in another line.
    private var breaks: [Int] = []

    /// The address; nil where it has no parts.
    var text: String? { bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self) }

    /// Begins the next address.
    mutating func begin() {
        bytes.removeAll(keepingCapacity: true)
        normal.removeAll(keepingCapacity: true)
        breaks.removeAll(keepingCapacity: true)
    }

    /// Adds a part: some cells on one line, with spaces between them.
    ///
    /// - Parameters:
    ///   - isName: Whether it is a name, in which semicolons stay.
    ///   - unit: A column whose bare numbers are those of units: `Unit 3`.
    ///   - suffix: A column whose letters belong to the number before them: `12A`.
    mutating func add(
        _ row: borrowing Row,
        _ columns: [Int],
        isName: Bool = false,
        unit: Int? = nil,
        suffix: Int? = nil
    ) {
        let end = bytes.count
        beginPart()
        let start = bytes.count
        for column in columns {
            let bounds = row.bounds(column)
            if bounds.isEmpty { continue }
            if columns.count > 1, row.isPlaceholder(column) { continue }
            let cell = row.bytes[bounds]
            if bytes.count > start {
                guard !endsWith(cell, from: start) else { continue }
                if begins(cell, from: start), !isNumberedStreet(cell, from: start) {
                    bytes.removeSubrange(start...)
                } else if column != suffix || cell.count > 2 {
                    bytes.append(0x20)
                }
            }
            if column == unit, let first = cell.first, 0x30...0x39 ~= first || cell.count == 1 {
                bytes.append(contentsOf: "Unit ".utf8)
            }
            append(row, column)
        }
        guard bytes.count > start, unit.map(columns.contains) != true || !holdsUnit(from: start)
        else { return bytes.removeSubrange(end...) }
        if !isName { writeCommasForSemicolons(from: start) }
        endPart(from: start)
    }

    /// Whether an earlier part names the unit that is being made, under whichever word: `12 King St #3`.
    private mutating func holdsUnit(from start: Int) -> Bool {
        guard !normal.isEmpty else { return false }
        let part = bytes
        var own: [UInt8] = []
        TextNormal.append(part.span.extracting(start...), to: &own)
        let number = own.split(separator: 0x20).last.map(Array.init) ?? []
        let words = Self.unitWords.map { $0 + [0x20] + number }
        for words in [own] + words {
            sought.removeAll(keepingCapacity: true)
            sought.append(0x20)
            sought += words
            if holdsSought() { return true }
        }
        // The last number of a part that has others before it.
        return normal.split(separator: 0).contains { part in
            let words = part.split(separator: 0x20)
            return words.count > 2 && words.last.map(Array.init) == number
                && words.dropLast().contains { 0x30...0x39 ~= $0.first ?? 0 }
        }
    }

    private static let unitWords = [
        "unit", "suite", "ste", "apt", "apartment", "flat", "room", "rm",
    ]
    .map { Array($0.utf8) }

    /// Whether the part that is being made ends with a cell as a word of its own, so that it is not to be
    /// said again: "High Street" and "Street".
    private func endsWith(_ cell: ArraySlice<UInt8>, from start: Int) -> Bool {
        let part = bytes[start...]
        guard part.count > cell.count, part.dropLast(cell.count).last == 0x20 else { return false }
        return zip(part.suffix(cell.count), cell).allSatisfy { Self.small($0) == Self.small($1) }
    }

    /// Whether a cell begins with the whole part that is being made: "12" and "12 High Street".
    private func begins(_ cell: ArraySlice<UInt8>, from start: Int) -> Bool {
        let part = bytes[start...]
        guard cell.count > part.count, cell.dropFirst(part.count).first == 0x20 else {
            return false
        }
        return zip(cell, part).allSatisfy { Self.small($0) == Self.small($1) }
    }

    /// Whether the number with which a cell begins is its street's own, `5 Mile Rd` and `5 Street`, and
    /// does not repeat the house's.
    private func isNumberedStreet(_ cell: ArraySlice<UInt8>, from start: Int) -> Bool {
        let rest = String(decoding: cell.dropFirst(bytes.count - start), as: UTF8.self)
        let words = rest.lowercased().split { !$0.isLetter }.map(String.init)
        guard let first = words.first else { return false }
        return first == "mile" || first == "mi" && words.count > 1
            || words.count == 1 && AddressWords.streetTypes.contains(first)
    }

    private static func small(_ byte: UInt8) -> UInt8 {
        0x41...0x5A ~= byte ? byte | 0x20 : byte
    }

    /// Whether a part holds all words of a cell, one behind the other.
    mutating func holds(_ row: borrowing Row, _ column: Int) -> Bool {
        guard !normal.isEmpty, !row.bounds(column).isEmpty else { return false }
        sought.removeAll(keepingCapacity: true)
        sought.append(0x20)
        row.appendNormal(column, to: &sought)
        return holdsSought()
    }

    /// Adds a cell's town, unless the address names it.
    ///
    /// - Parameters:
    ///   - towns: All columns of towns and states.
    ///   - isState: Whether it is a state.
    mutating func addTown(
        _ row: borrowing Row,
        _ column: Int,
        beside towns: [Int] = [],
        isState: Bool = false
    ) {
        if row.bounds(column).isEmpty { return }
        sought.removeAll(keepingCapacity: true)
        sought.append(0x20)
        row.appendNormal(column, to: &sought)
        if holdsSought() {
            let others = towns.filter { $0 != column }.map { other in
                var normal: [UInt8] = []
                row.appendNormal(other, to: &normal)
                return normal
            }
            guard !isTownNamed(beside: others, isState: isState) else { return }
        }
        beginPart()
        let start = bytes.count
        append(row, column)
        endPart(from: start)
    }

    /// Adds a town, unless the address names it.
    mutating func addTown(_ town: String, isState: Bool = false) {
        let town = Array(town.utf8)
        sought.removeAll(keepingCapacity: true)
        sought.append(0x20)
        TextNormal.append(town.span, to: &sought)
        guard !holdsSought() || !isTownNamed(beside: [], isState: isState) else { return }
        beginPart()
        let start = bytes.count
        bytes.append(contentsOf: town)
        endPart(from: start)
    }

    /// Whether the address names what is sought, whose words some part has.
    private func isTownNamed(beside others: [[UInt8]], isState: Bool) -> Bool {
        let town = sought.split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }
        // What has no words need not be said.
        guard !town.isEmpty else { return true }
        return TownInAddress(bytes, breaks: breaks).names(
            town,
            beside: others.map { String(decoding: $0, as: UTF8.self) },
            isState: isState
        )
    }

    private mutating func append(_ row: borrowing Row, _ column: Int) {
        guard !row.isOneLine(column) else {
            return bytes.append(contentsOf: row.bytes[row.bounds(column)])
        }
        let lines = (row.text(column) ?? "").split(whereSeparator: \.isNewline)
            .map { String($0).onOneLine }.filter { !$0.isEmpty }
        for (index, line) in lines.enumerated() {
            if index > 0 {
                breaks.append(bytes.count)
                bytes.append(0x20)
            }
            bytes.append(contentsOf: line.utf8)
        }
    }

    private mutating func beginPart() {
        guard !bytes.isEmpty else { return }
        bytes.append(UInt8(ascii: ","))
        bytes.append(0x20)
    }

    private mutating func endPart(from start: Int) {
        let bytes = bytes
        normal.append(0x20)
        TextNormal.append(bytes.span.extracting(start...), to: &normal)
        normal.append(0x20)
        normal.append(0)
    }

    /// `1800 College Rd;Fairbanks` as people write it.
    private mutating func writeCommasForSemicolons(from start: Int) {
        guard bytes[start...].contains(UInt8(ascii: ";")) else { return }
        let pieces = bytes[start...].split(separator: UInt8(ascii: ";"))
            .map { $0.drop { $0 == 0x20 } }.filter { !$0.isEmpty }
        let joined = Array(pieces.joined(separator: [UInt8(ascii: ","), 0x20]))
        bytes.replaceSubrange(start..., with: joined)
    }

    /// Whether a part has what is sought as whole words, in any case; so does every part of a
    /// nothing.
    ///
    /// The standard library's search takes ten times as long on texts this short.
    private mutating func holdsSought() -> Bool {
        guard !normal.isEmpty else { return false }
        guard sought.count > 1 else { return true }
        sought.append(0x20)
        guard normal.count >= sought.count else { return false }
        let text = normal.span
        let sought = sought.span
        let last = sought.count - 1
        for start in 0...text.count - sought.count where text[start + last] == sought[last] {
            var index = 0
            while index < last, text[start + index] == sought[index] { index += 1 }
            if index == last { return true }
        }
        return false
    }
}

extension String {
    /// The text with one space for each run of white space.
    var onOneLine: String {
        var previous: UInt8 = 0
        let isMessy = utf8.contains { byte in
            defer { previous = byte }
            return byte < 0x20 || byte == 0x20 && previous == 0x20
        }
        guard isMessy else { return self }
        return split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
