/// The cells of a row as UTF-8 bytes, side by side.
///
/// Reused from row to row, so that reading a file allocates nothing but the texts that are kept. Cells are
/// read in place: ``bytes`` and ``ends`` are stored, so that no function of this module is called for a cell.
///
/// `@usableFromInline`, without which the compiler takes no function of a type for inlinable that the package alone may use.
@usableFromInline package struct RowCells {
    /// The cells, one behind the other.
    @usableFromInline package private(set) var bytes: [UInt8] = []
    /// Where each cell ends in ``bytes``.
    @usableFromInline package private(set) var ends: [Int] = []
    /// The line at which the row begins, from 1.
    @usableFromInline package var line = 0
    /// Whether text stands behind a closing quote; the cell is kept as it is written.
    @usableFromInline package internal(set) var hasTextAfterQuote = false

    /// A row without cells.
    @inlinable package init() {}

    /// How many cells there are.
    @inlinable package var count: Int { ends.count }

    /// The bytes of a cell exactly as it is written.
    @inlinable package func verbatimBytes(_ index: Int) -> ArraySlice<UInt8> {
        bytes[(index == 0 ? 0 : ends[index - 1])..<ends[index]]
    }

    /// A cell exactly as it is written.
    package func verbatim(_ index: Int) -> String {
        String(decoding: verbatimBytes(index), as: UTF8.self)
    }

    /// Whether nothing but white space stands in any cell.
    @inlinable package var isBlank: Bool { bytes.allSatisfy(Self.isSpace) }

    /// Whether nothing stands in the cells from `index` on.
    package func isBlank(from index: Int) -> Bool {
        guard index > 0, index <= ends.count else { return isBlank }
        return bytes[ends[index - 1]...].allSatisfy(Self.isSpace)
    }

    /// Whether a byte is white space of ASCII.
    @inlinable package static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || 9...13 ~= byte
    }

    // MARK: Making

    /// Empties the row.
    package mutating func begin(line: Int) {
        self.line = line
        hasTextAfterQuote = false
        bytes.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
    }

    /// Adds text to the cell that is being made.
    @inlinable package mutating func append(_ text: some Collection<UInt8>) {
        bytes.append(contentsOf: text)
    }

    /// Adds text to the cell that is being made.
    @inlinable package mutating func append(_ text: Span<UInt8>) {
        text.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
    }

    /// Empties the cell that is being made.
    mutating func dropCell() { bytes.removeSubrange((ends.last ?? 0)...) }

    /// Ends the cell that is being made.
    @inlinable package mutating func endCell() { ends.append(bytes.count) }

    /// Puts one byte in the place of another, wherever it stands.
    package mutating func replaceBytes(_ old: UInt8, with new: UInt8) {
        for index in bytes.indices where bytes[index] == old { bytes[index] = new }
    }

    /// Puts other texts in the place of some cells, by their numbers.
    package mutating func replaceCells(_ texts: [Int: String]) {
        guard !texts.isEmpty else { return }
        let (oldBytes, oldEnds) = (bytes, ends)
        bytes.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        var start = 0
        for (index, end) in oldEnds.enumerated() {
            if let text = texts[index] { append(text.utf8) } else { append(oldBytes[start..<end]) }
            endCell()
            start = end
        }
    }
}
