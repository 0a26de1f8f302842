import Dispatch
import Foundation
import Geodesy
import Importing
import RowFiles
import Synchronization

/// Takes a file's blocks apart on all cores: whoever is free reads the next one.
final class FileBlocks: Sendable {
    /// What was made of a block.
    struct Part: Sendable {
        var places: [Coordinate] = []
        var cells = CellTable(columnCount: 0)
        /// Which of the block's records each row is, from 1; empty where none was left out.
        var numbers: [Int] = []
        /// How many rows were left out.
        var skipped = 0
        /// Why nothing behind the rows was read.
        var failure: (any Error)?
    }

    private struct State {
        let source: any FeedSource<PlaceRow>
        var count = 0
        var parts: [Int: Part] = [:]
        var isAtEnd = false
    }

    private let state: Mutex<State>
    private let skipsBadRows: Bool

    /// - Parameter skipsBadRows: Whether rows without a place are left out; else the first is a failure.
    init(_ source: sending any FeedSource<PlaceRow>, skipsBadRows: Bool) {
        state = Mutex(State(source: source))
        self.skipsBadRows = skipsBadRows
    }

    /// The next row, behind the blocks that were read.
    func nextRow() throws -> PlaceRow? { try state.withLock { try $0.source.next() } }

    /// All blocks up to the first row that stands in none, in their order; behind a failure there may
    /// be any, or none.
    func rest() throws -> [Part] {
        guard let first = try state.withLock({ try $0.source.nextBlock() }) else { return [] }
        state.withLock { $0.count = 1 }
        let workerCount = max(1, ProcessInfo.processInfo.activeProcessorCount)
        DispatchQueue.concurrentPerform(iterations: workerCount) { worker in
            if worker == 0 { keep(Part(first, skipsBadRows: skipsBadRows), as: 0) }
            while let (block, number) = nextBlock() {
                keep(Part(block, skipsBadRows: skipsBadRows), as: number)
            }
        }
        return state.withLock { state in
            defer { (state.parts, state.count, state.isAtEnd) = ([:], 0, false) }
            return (0..<state.count).compactMap { state.parts[$0] }
        }
    }

    private func nextBlock() -> (PlaceBlock, Int)? {
        state.withLock { state in
            guard !state.isAtEnd else { return nil }
            let number = state.count
            do {
                guard let block = try state.source.nextBlock() else {
                    state.isAtEnd = true
                    return nil
                }
                state.count += 1
                return (block, number)
            } catch {
                var part = Part()
                part.failure = error
                state.parts[number] = part
                state.count += 1
                state.isAtEnd = true
                return nil
            }
        }
    }

    private func keep(_ part: Part, as number: Int) {
        state.withLock { state in
            state.parts[number] = part
            if part.failure != nil { state.isAtEnd = true }
        }
    }
}

extension FileBlocks.Part {
    /// Reads a block's rows.
    fileprivate init(_ block: PlaceBlock, skipsBadRows: Bool) {
        // Where nothing but one byte divides cells, the text need not be copied cell by cell.
        let text = block.text
        if text.holdsQuotes || text.bytes.contains(carriageReturn)
            || !readDivided(block, skipsBadRows: skipsBadRows)
        {
            readAny(block, skipsBadRows: skipsBadRows)
        }
    }

    /// - Returns: false where something else stands between cells, such as an empty line.
    private mutating func readDivided(_ block: PlaceBlock, skipsBadRows: Bool) -> Bool {
        let columnCount = block.shape.columns.count
        var (places, ends) = ([Coordinate](), [Int]())
        places.reserveCapacity(block.text.lineCount)
        ends.reserveCapacity(block.text.lineCount * columnCount)
        var end = -1
        var isDivided = true
        let outcome = block.read(skipsBadRows: skipsBadRows) { place, record, _ in
            places.append(place)
            for cell in record.cells {
                isDivided = isDivided && cell.bounds.lowerBound == end + 1
                end = cell.bounds.upperBound
                ends.append(end)
            }
        }
        guard isDivided, outcome.skipped == 0, outcome.failure == nil,
            end + 1 == block.text.bytes.count
        else { return false }
        cells = CellTable(
            columnCount: columnCount,
            dividedBytes: block.text.bytes,
            ends: ends,
            mayNeedQuotes: Self.mayNeedQuotes(block.text)
        )
        self.places = places
        return true
    }

    private mutating func readAny(_ block: PlaceBlock, skipsBadRows: Bool) {
        var (places, numbers) = ([Coordinate](), [Int]())
        var cells = CellTable(columnCount: block.shape.columns.count, gap: 1)
        cells.mayNeedQuotes = Self.mayNeedQuotes(block.text)
        cells.reserve(
            cells: block.text.lineCount * cells.columnCount,
            bytes: block.text.bytes.count
        )
        let outcome = block.read(skipsBadRows: skipsBadRows) { place, record, text in
            places.append(place)
            numbers.append(record.number)
            for cell in record.cells {
                record.append(cell, of: text, to: &cells.bytes)
                cells.endCell()
            }
        }
        (self.places, self.cells, self.numbers) = (places, cells, numbers)
        (skipped, failure) = (outcome.skipped, outcome.failure)
    }

    /// Whether a cell of a block may hold a quote, a comma or the end of a line.
    private static func mayNeedQuotes(_ text: TextBlock) -> Bool {
        let comma = UInt8(ascii: ",")
        return text.holdsQuotes || text.delimiter != comma && text.bytes.contains(comma)
    }
}

private let carriageReturn = UInt8(ascii: "\r")
