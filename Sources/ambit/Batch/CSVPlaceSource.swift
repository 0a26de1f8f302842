import Geodesy

/// Places in a table: bare `lat,lon`, or columns under a header that names a latitude and a longitude
/// among others.
final class CSVPlaceSource: PlaceSource {
    var columns: [String] { table.columns }

    private let table: InputTable
    private let latitudeIndex: Int
    private let longitudeIndex: Int
    /// The first record, where it is a place and not a header.
    private var first: (line: Int, cells: [String])?

    /// What the first rows tell.
    private enum Header {
        case named(latitude: Int, longitude: Int)
        case place([String])
    }

    /// - Throws: ``PlaceFileError`` when the first row is neither a place nor a header that names
    ///   one; `ImportError` when there is no text.
    init(_ bytes: ByteSource) throws {
        guard try !bytes.peek().isEmpty else { throw PlaceFileError.empty(name: bytes.name) }
        table = try InputTable(bytes)
        let header = try table.findHeader { cells, isFirst -> Header? in
            if isFirst, cells.count == 2, cells.allSatisfy({ PlainNumber.readCell($0) != nil }) {
                return .place(cells)
            }
            let names = cells.map { $0.lowercased() }
            let latitudes = names.indices.filter { PlaceSources.latitudeNames.contains(names[$0]) }
            let longitudes = names.indices.filter {
                PlaceSources.longitudeNames.contains(names[$0])
            }
            guard latitudes.count == 1, longitudes.count == 1 else { return nil }
            return .named(latitude: latitudes[0], longitude: longitudes[0])
        }
        switch header {
        case .place(let cells)?:
            (latitudeIndex, longitudeIndex) = (0, 1)
            first = (1, cells)
            table.nameColumns(["lat", "lon"])
        case .named(let latitude, let longitude)?:
            (latitudeIndex, longitudeIndex) = (latitude, longitude)
        case nil:
            throw PlaceFileError.noPlace(name: bytes.name, header: try table.firstCells)
        }
    }

    func next() throws -> PlaceRow? {
        let waiting = first
        first = nil
        guard let (line, cells) = try waiting ?? table.next() else { return nil }
        func bad(_ reason: String) -> PlaceFileError {
            .badRow(name: table.name, line: line, reason: reason)
        }
        func degrees(_ index: Int) throws -> Double {
            let text = cells[index].trimmed
            guard let degrees = PlainNumber.readCell(text) else {
                throw bad(
                    "\(columns[index].cut) is \"\(text.cut)\"; write degrees, such as 38.8977"
                )
            }
            return degrees
        }
        let (latitude, longitude) = (try degrees(latitudeIndex), try degrees(longitudeIndex))
        do {
            let place = try Coordinate(latitude: latitude, longitude: longitude)
            return PlaceRow(coordinate: place, values: cells.map { .text($0) })
        } catch {
            throw bad("\(error)")
        }
    }
}
