import Datasets
import Foundation
import Geodesy
import Polling
import SpatiaLiteStore

/// The published stations.
struct StationSource: SiftedSource, ColumnarSource {
    private let layer: StationLayer
    /// The versions that were published at the start: their tables stay as they are.
    private let versions: [StationLayer.Version]
    /// Which of them the source has; nil for all.
    var test: StationTest?

    init(layer: StationLayer) async throws {
        self.layer = layer
        versions = try await layer.published()
    }

    let noun = "stations"
    let columns = [
        "id", "name", "address", "postcode", "districts", "hours", "wheelchair", "dataset", "lat",
        "lon",
    ]

    func extraNames() async throws -> [String] {
        var names: Set<String> = []
        for version in versions where version.lastRow > 0 {
            let rows = Array(1...min(version.lastRow, 200))
            for station in try await layer.stations(of: version, rows: rows) {
                names.formUnion(station.attributes.keys)
            }
        }
        return names.sorted()
    }

    func rowLimit() async throws -> Int? { versions.reduce(0) { $0 + Int($1.lastRow) } }

    func nearest(to place: Coordinate, count: Int, within bound: Distance?) async throws
        -> [Found]
    {
        try await layer.nearest(to: place, count: count, within: bound, dataset: nil, where: test)
            .map { Found(row: Self.row($0.station), distance: $0.distance) }
    }

    func within(_ radius: Distance, of place: Coordinate) async throws -> [Found] {
        try await layer.within(radius, of: place, dataset: nil, where: test)
            .map { Found(row: Self.row($0.station), distance: $0.distance) }
    }

    func points() async throws -> PointSet {
        var set = PointSet()
        for (table, version) in versions.enumerated() {
            let pieces = try await RowRanges.inParallel(upTo: version.lastRow) {
                try await layer.points(of: version, rows: $0, where: test)
            }
            for piece in pieces {
                set.append(table: table, rows: piece.rows, places: piece.places)
            }
        }
        return set
    }

    func points(in boxes: [BoundingBox]) async throws -> PointSet {
        var set = PointSet()
        for (table, version) in versions.enumerated() {
            var seen: Set<Int64> = []
            for box in boxes {
                let points = try await layer.points(of: version, in: box, where: test)
                let new = points.rows.indices.filter { seen.insert(points.rows[$0]).inserted }
                set.append(
                    table: table,
                    rows: new.map { points.rows[$0] },
                    places: new.map { points.places[$0] },
                    ids: new.map { points.ids[$0] }
                )
            }
        }
        return set
    }

    static func stored(extra name: String) -> StationProperty { .attribute(name) }

    static func stored(column: String) -> StationProperty? {
        switch column {
        case "id": .id
        case "name": .name
        case "address": .address
        case "postcode": .postcode
        case "districts": .districts
        case "hours": .hours
        case "wheelchair": .wheelchair
        case "dataset": .dataset
        case "lat": .latitude
        case "lon": .longitude
        default: nil
        }
    }

    func rows(of set: PointSet, _ indices: [Int]) async throws -> [Row?] {
        var rows = [Row?](repeating: nil, count: indices.count)
        let references = indices.map { set.reference($0) }
        for (table, version) in versions.enumerated() {
            let mine = references.indices.filter { references[$0].table == table }
            guard !mine.isEmpty else { continue }
            let stations = try await layer.stations(
                of: version,
                rows: mine.map { references[$0].row }
            )
            // A version's rows are there as long as its table is.
            for (position, station) in zip(mine, stations) { rows[position] = Self.row(station) }
        }
        return rows
    }

    /// More texts than these are not held in memory.
    private static let cellLimit = 40_000_000

    func points(with properties: [Property]) async throws -> ColumnSet? {
        let stored = properties.compactMap { property in
            switch property {
            case .extra(let name): Self.stored(extra: name)
            case .column(let index): Self.stored(column: columns[index])
            }
        }
        guard stored.count == properties.count else { return nil }
        // The first is what tells apart what is equally far.
        var texts = [StationProperty.id]
        var cellColumns: [CellColumn] = []
        for property in stored {
            switch property {
            case .latitude: cellColumns.append(.latitude)
            case .longitude: cellColumns.append(.longitude)
            default:
                if !texts.contains(property) { texts.append(property) }
                cellColumns.append(.text(texts.firstIndex(of: property) ?? 0))
            }
        }
        guard try await rowLimit() ?? 0 <= Self.cellLimit / texts.count else { return nil }
        var set = PointSet()
        var cells = CellTable(columnCount: texts.count)
        for (table, version) in versions.enumerated() {
            let wanted = texts
            let pieces = try await RowRanges.inParallel(upTo: version.lastRow) {
                try await layer.points(of: version, rows: $0, where: test, texts: wanted)
            }
            for piece in pieces {
                set.append(table: table, rows: piece.rows, places: piece.places)
                cells.append(bytes: piece.textBytes, ends: piece.textEnds)
            }
        }
        cells.seal()
        return ColumnSet(points: set, cells: cells, columns: cellColumns) { row, cells in
            .text(cells.text(row, 0))
        }
    }

    private static func row(_ station: Station) -> Row {
        let id = Value.text(station.id.rawValue)
        return Row(
            values: [
                id, .text(station.name), Value(station.address), Value(station.postcode),
                Value(StationProperty.text(of: station.districts)), Value(station.hours),
                .text(station.accessibility.wheelchair.rawValue), .text(station.dataset.text),
                station.coordinate.map { .number($0.latitude) } ?? .missing,
                station.coordinate.map { .number($0.longitude) } ?? .missing,
            ],
            coordinate: station.coordinate,
            id: id,
            extra: station.attributes
        )
    }
}

/// Reads a table in pieces on several connections.
enum RowRanges {
    static func inParallel<Piece: Sendable>(
        upTo last: Int64,
        _ read: @escaping @Sendable (ClosedRange<Int64>) async throws -> Piece
    ) async throws -> [Piece] {
        guard last > 0 else { return [] }
        let cores = Int64(max(1, min(4, ProcessInfo.processInfo.activeProcessorCount)))
        let size = max(10_000, (last + cores - 1) / cores)
        return try await withThrowingTaskGroup(of: (Int64, Piece).self) { group in
            for first in stride(from: 1, through: last, by: Int(size)) {
                group.addTask { (first, try await read(first...min(last, first + size - 1))) }
            }
            var pieces: [(Int64, Piece)] = []
            for try await piece in group { pieces.append(piece) }
            return pieces.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }
}
