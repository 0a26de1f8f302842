import Analysis
import GeoJSON
import Geodesy

/// The places of a layer's rows, for questions about all of them at once.
enum LayerPlaces {
    /// - Parameters:
    ///   - box: Only those in it; nil for all.
    ///   - conditions: Only rows for which all hold.
    /// - Returns: In the order of the rows; of areas a place inside each.
    static func all(
        of source: any LayerSource,
        in box: BoundingBox?,
        where conditions: ConditionOptions,
        _ timings: Timings
    ) async throws -> [Coordinate] {
        let (source, filter) = source.sifted(
            by: try await source.resolving { shape in try conditions.filter(shape) }
        )
        let set = try await timings.measure("load the points") {
            if let box { try await source.points(in: [box]) } else { try await source.points() }
        }
        guard !filter.isEmpty else { return set.places }
        return try await timings.measure("sift the rows") {
            let size = 5_000
            return try await withThrowingTaskGroup(of: (Int, [Coordinate]).self) { group in
                for start in stride(from: 0, to: set.count, by: size) {
                    group.addTask {
                        let range = start..<min(start + size, set.count)
                        let rows = try await source.rows(of: set, Array(range))
                        let kept = zip(range, rows).compactMap { index, row in
                            row.map(filter.keeps) == true ? set.places[index] : nil
                        }
                        return (start, kept)
                    }
                }
                var parts: [(Int, [Coordinate])] = []
                for try await part in group { parts.append(part) }
                return parts.sorted { $0.0 < $1.0 }.flatMap(\.1)
            }
        }
    }

    /// The rows of a layer of points with their places, in their order.
    ///
    /// - Parameter conditions: Only rows for which all hold.
    static func rows(
        of source: any LayerSource,
        where conditions: ConditionOptions
    ) async throws -> [(row: Row, place: Coordinate)] {
        try await rows(
            of: source,
            where: try await source.resolving { shape in try conditions.filter(shape) }
        )
    }

    /// The same where the properties of the conditions were found.
    static func rows(
        of source: any LayerSource,
        where whole: RowFilter
    ) async throws -> [(row: Row, place: Coordinate)] {
        let (source, filter) = source.sifted(by: whole)
        let set = try await source.points()
        let rows = try await source.rows(of: set, Array(0..<set.count))
        return zip(rows, set.places).compactMap { row, place in
            row.flatMap { filter.keeps($0) ? (row: $0, place: place) : nil }
        }
    }

    /// The areas of a layer's rows; nil for a layer of points.
    static func areas(
        of source: any LayerSource,
        where conditions: ConditionOptions
    ) async throws -> [Area]? {
        guard !source.isLoadable else { return nil }
        let filter = try await source.resolving { shape in try conditions.filter(shape) }
        let set = try await source.points()
        return try await source.rows(of: set, Array(0..<set.count)).compactMap { row in
            guard let row, filter.keeps(row), case .area(let area)? = row.geometry else {
                return nil
            }
            return Area(area)
        }
    }
}
