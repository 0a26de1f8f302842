import FeatureFiles
import Geodesy
import Importing
import RowFiles

/// What the cells of a table of places mean.
struct PlaceShape: Sendable {
    /// What errors call the table.
    let name: String
    let columns: [String]
    /// What the cells of each column are, where the file tells that; else none.
    let cellKinds: [SpatialTable.Kind]
    let header: PlaceHeader

    /// What cells say.
    fileprivate func values(of cells: [String]) -> [Value] {
        guard !cellKinds.isEmpty else { return cells.map(Value.text) }
        return zip(cells, cellKinds).map { Value(cell: $0, $1) }
    }

    /// The place that a row names.
    ///
    /// - Parameter cells: As many as there are columns.
    /// - Throws: ``PlaceFileError/badRow(name:line:reason:)`` where there is none.
    func place(line: Int, cells: [String]) throws -> PlaceRow {
        let place: Coordinate
        do {
            switch header {
            case .pair(let latitude, let longitude), .weakPair(let latitude, let longitude):
                place = try Coordinate(
                    latitude: try degrees(latitude, cells),
                    longitude: try degrees(longitude, cells)
                )
            case .position(let column): place = try position(column, cells)
            }
        } catch {
            let reason = (error as? BadCell)?.reason ?? "\(error)\(gridHint)"
            throw PlaceFileError.badRow(name: name, line: line, reason: reason)
        }
        return PlaceRow(coordinate: place, values: values(of: cells))
    }

    /// Why a cell cannot be used, in words.
    private struct BadCell: Error {
        let reason: String
    }

    private func degrees(_ index: Int, _ cells: [String]) throws -> Double {
        let text = cells[index].trimmed
        guard let degrees = PlainNumber.readCell(text) else {
            throw BadCell(
                reason: "\(columns[index].cut) is \"\(text.cut)\"; write degrees, such as 38.8977"
            )
        }
        return degrees
    }

    private func position(_ index: Int, _ cells: [String]) throws -> Coordinate {
        let text = cells[index].trimmed
        do { return try PlaceText.read(text) } catch {
            let what = "\(columns[index].cut) is \"\(text.cut)\"; "
            switch error {
            case .unreadable:
                throw BadCell(reason: what + "write POINT (-77.0365 38.8977), or 38.8977, -77.0365")
            case .otherSystem(let code):
                throw BadCell(reason: what + "EPSG:\(code) is not read here, but WGS84 (EPSG:4326)")
            case .outOfRange(let error): throw BadCell(reason: what + "\(error)")
            }
        }
    }

    /// What is said where columns hold a map grid's metres.
    private var gridHint: String {
        guard case .weakPair(let latitude, let longitude) = header else { return "" }
        return
            "; \(columns[longitude].cut) and \(columns[latitude].cut) are read as degrees, and a "
            + "map grid's metres by ambit import"
    }

    /// The place of a record, read in place; nil where that takes a second look, or is no place.
    fileprivate func quickPlace(of scanner: BlockScanner, _ text: Span<UInt8>) -> Coordinate? {
        guard scanner.cells.count == columns.count else { return nil }
        switch header {
        case .pair(let latitude, let longitude), .weakPair(let latitude, let longitude):
            guard let latitude = number(scanner.cells[latitude], text),
                let longitude = number(scanner.cells[longitude], text)
            else { return nil }
            return try? Coordinate(latitude: latitude, longitude: longitude)
        case .position(let column):
            return PlaceText.readPoint(text.extracting(scanner.cells[column].bounds))
        }
    }

    private func number(_ cell: BlockScanner.Cell, _ text: Span<UInt8>) -> Double? {
        guard !cell.isDoubled else { return nil }
        return PlainNumber.readDigits(text.extracting(cell.bounds))
    }
}

/// Rows of a table of places as they stand in its text: they are read where they are answered, on all
/// cores.
struct PlaceBlock: Sendable {
    let text: TextBlock
    let shape: PlaceShape

    /// What became of the rows beside those that were visited.
    struct Outcome {
        /// How many were left out.
        var skipped = 0
        /// The first bad row, where none are left out; nothing behind it was read.
        var failure: PlaceFileError?
    }

    /// Reads the rows in their order.
    ///
    /// - Parameters:
    ///   - skipsBadRows: Whether rows without a place are left out; else the first ends the reading.
    ///   - visit: Told each place, and the record, which is only lent.
    func read(
        skipsBadRows: Bool,
        _ visit: (Coordinate, borrowing BlockScanner, Span<UInt8>) -> Void
    ) -> Outcome {
        var outcome = Outcome()
        var scanner = BlockScanner(text)
        let bytes = text.bytes.span
        while scanner.next(in: bytes) {
            if let place = shape.quickPlace(of: scanner, bytes) {
                visit(place, scanner, bytes)
                continue
            }
            do { visit(try slowPlace(of: scanner, bytes), scanner, bytes) } catch {
                guard skipsBadRows else {
                    outcome.failure = error
                    return outcome
                }
                outcome.skipped += 1
            }
        }
        return outcome
    }

    private func slowPlace(
        of scanner: BlockScanner,
        _ bytes: Span<UInt8>
    ) throws(PlaceFileError) -> Coordinate {
        let (count, columnCount) = (scanner.cells.count, shape.columns.count)
        guard count == columnCount else {
            throw InputTable.wrongCount(count, of: columnCount, shape.name, line: scanner.line)
        }
        do {
            return try shape.place(line: scanner.line, cells: scanner.texts(of: bytes)).coordinate
        } catch let error as PlaceFileError {
            throw error
        } catch {
            throw .badRow(name: shape.name, line: scanner.line, reason: "\(error)")
        }
    }

    /// The rows with all that they say.
    func rows(skipsBadRows: Bool) -> (rows: [PlaceRow], outcome: Outcome) {
        var rows: [PlaceRow] = []
        rows.reserveCapacity(text.lineCount)
        let outcome = read(skipsBadRows: skipsBadRows) { place, record, bytes in
            let values = shape.values(of: record.texts(of: bytes))
            rows.append(PlaceRow(coordinate: place, values: values))
        }
        return (rows, outcome)
    }
}
