import Geodesy
import Importing
import RowFiles

/// A piece of the input in columns: where its places are, and what is written of them, as CSV has it.
struct PlaceTable: Sendable {
    private(set) var places: [Coordinate] = []
    /// Which rows they are; empty where that was not asked.
    private(set) var identities: [Value] = []
    /// Rows that were left out, and what ended the reading.
    private(set) var outcome = PlaceBlock.Outcome()
    /// What the parts' texts stand in: the piece of the input itself, where it is CSV already.
    private var bytes: [UInt8] = []
    /// Where each part of a place stands in the bytes, place by place.
    private var bounds: [Range<Int>] = []
    private let partCount: Int

    /// Which part of a place is written: one of its columns, or nil for all.
    typealias Part = Int?

    /// Reads the rows of a block.
    init(_ block: PlaceBlock, parts: [Part], skipsBadRows: Bool) {
        partCount = parts.count
        places.reserveCapacity(block.text.lineCount)
        bounds.reserveCapacity(block.text.lineCount * parts.count)
        if !block.text.holdsQuotes, block.text.delimiter == Self.comma {
            readPlain(block, parts, skipsBadRows)
        } else {
            readAny(block, parts, skipsBadRows)
        }
    }

    /// Reads rows which stand in the text as they are to be written.
    private mutating func readPlain(_ block: PlaceBlock, _ parts: [Part], _ skipsBadRows: Bool) {
        var (places, bounds) = (places, bounds)
        (self.places, self.bounds) = ([], [])
        bytes = block.text.bytes
        outcome = block.read(skipsBadRows: skipsBadRows) { place, record, _ in
            places.append(place)
            for part in parts {
                if let part {
                    bounds.append(record.cells[part].bounds)
                } else if let first = record.cells.first, let last = record.cells.last {
                    bounds.append(first.bounds.lowerBound..<last.bounds.upperBound)
                }
            }
        }
        (self.places, self.bounds) = (places, bounds)
    }

    private mutating func readAny(_ block: PlaceBlock, _ parts: [Part], _ skipsBadRows: Bool) {
        var (places, bytes, bounds) = ([Coordinate](), [UInt8](), [Range<Int>]())
        bytes.reserveCapacity(block.text.bytes.count)
        outcome = block.read(skipsBadRows: skipsBadRows) { place, record, text in
            places.append(place)
            for part in parts {
                let start = bytes.count
                if let part {
                    Self.append(record.cells[part], text, to: &bytes)
                } else {
                    for (index, cell) in record.cells.enumerated() {
                        if index > 0 { bytes.append(Self.comma) }
                        Self.append(cell, text, to: &bytes)
                    }
                }
                bounds.append(start..<bytes.count)
            }
        }
        (self.places, self.bytes, self.bounds) = (places, bytes, bounds)
    }

    private static let comma = UInt8(ascii: ",")

    private static func append(
        _ cell: BlockScanner.Cell,
        _ text: Span<UInt8>,
        to bytes: inout [UInt8]
    ) {
        let content = text.extracting(cell.bounds)
        if cell.isDoubled {
            bytes.append(UInt8(ascii: "\""))
            bytes.append(content)
            bytes.append(UInt8(ascii: "\""))
        } else {
            CSVEncoder.append(content, to: &bytes)
        }
    }

    /// Takes over rows that were read.
    init(_ rows: [PlaceRow], parts: [Part], keepsIdentities: Bool) {
        partCount = parts.count
        places = rows.map(\.coordinate)
        if keepsIdentities { identities = rows.map(\.identity) }
        for row in rows {
            for part in parts {
                let start = bytes.count
                let values = part.map { [row.values[$0]] } ?? row.values
                for (index, value) in values.enumerated() {
                    if index > 0 { bytes.append(Self.comma) }
                    CSVEncoder.append(value, to: &bytes)
                }
                bounds.append(start..<bytes.count)
            }
        }
    }

    /// Appends a part of a place as CSV has it.
    @inline(__always)
    func append(_ place: Int, _ part: Int, to output: inout [UInt8]) {
        output.append(bytes.span.extracting(bounds[place * partCount + part]))
    }
}
