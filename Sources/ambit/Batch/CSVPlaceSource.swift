import Geodesy
import Importing

/// Places in a table: bare `lat,lon`, or columns under a header that names where a row is, as imports
/// read it: a latitude and a longitude, WKT or another position in one column, or `x` and `y`.
final class CSVPlaceSource: PlaceSource {
    var columns: [String] { table.columns }

    private let table: InputTable
    private let header: PlaceHeader
    /// The first record, where it is a place and not a header.
    private var first: (line: Int, cells: [String])?

    /// What the first rows tell.
    private enum Beginning {
        case named(PlaceHeader)
        case place([String])
    }

    /// - Throws: ``PlaceFileError`` when the first row is neither a place nor a header that names
    ///   one; `ImportError` when there is no text.
    init(_ bytes: ByteSource) throws {
        guard try !bytes.peek().isEmpty else { throw PlaceFileError.empty(name: bytes.name) }
        table = try InputTable(bytes)
        let beginning = try table.findHeader { cells, isFirst -> Beginning? in
            if isFirst, cells.count == 2, cells.allSatisfy({ PlainNumber.readCell($0) != nil }) {
                return .place(cells)
            }
            return PlaceHeader.find(in: cells).map(Beginning.named)
        }
        switch beginning {
        case .place(let cells)?:
            header = .pair(latitude: 0, longitude: 1)
            first = (1, cells)
            table.nameColumns(["lat", "lon"])
        case .named(let found)?: header = found
        case nil:
            throw PlaceFileError.noPlace(name: bytes.name, header: try table.firstCells)
        }
    }

    /// What a row's cells mean.
    private var shape: PlaceShape {
        PlaceShape(name: table.name, columns: columns, header: header)
    }

    func nextBlock() throws -> PlaceBlock? {
        guard first == nil else { return nil }
        return try table.nextBlock().map { PlaceBlock(text: $0, shape: shape) }
    }

    func next() throws -> PlaceRow? {
        let waiting = first
        first = nil
        guard let (line, cells) = try waiting ?? table.next() else { return nil }
        return try shape.place(line: line, cells: cells)
    }
}
