import FeatureFiles
import Geodesy
import Importing
import SpatialFiles

/// Places in a table: bare `lat,lon`, or columns under a header that names where a row is, as imports
/// read it: a latitude and a longitude, WKT or another position in one column, or `x` and `y`.
final class CSVPlaceSource: PlaceSource {
    /// As the header has them; of several that are called alike each behind the first has a number.
    let columns: [String]

    /// What the cells of each column are, where the file tells that; none of a text.
    let cellKinds: [SpatialTable.Kind]

    /// Where the file tells nothing, all are texts but for the degrees that were found.
    var kinds: [SpatialTable.Kind?] {
        guard cellKinds.isEmpty else { return cellKinds }
        var kinds = [SpatialTable.Kind?](repeating: .text, count: columns.count)
        switch header {
        case .pair(let latitude, let longitude), .weakPair(let latitude, let longitude):
            (kinds[latitude], kinds[longitude]) = (.real, .real)
        case .position: break
        }
        return kinds
    }

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
    ///   one; `RowFileError` when there is no text.
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
        columns = OutputColumn.distinct(table.columns)
        for (column, name) in zip(columns, table.columns) where column != name {
            StandardError.print(
                "\(bytes.name): another column is called \"\(name.cut)\" too, and is \"\(column.cut)\" here"
            )
        }
        let told = bytes.layer?.columns ?? []
        cellKinds = told.count == table.columns.count ? told.map { SpatialTable.Kind($0.kind) } : []
    }

    /// What a row's cells mean.
    private var shape: PlaceShape {
        PlaceShape(name: table.name, columns: columns, cellKinds: cellKinds, header: header)
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
