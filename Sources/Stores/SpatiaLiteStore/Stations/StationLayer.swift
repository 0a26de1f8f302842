public import Datasets
internal import GRDB
public import Geodesy
public import Polling

/// Questions about the published stations, answered from their R-trees with nothing to load first.
///
/// Every distance is the geodesic of ``Geodesic``; the R-tree only narrows the choice.
public struct StationLayer: Sendable {
    let connections: Connections

    /// The stations nearest to a place.
    ///
    /// - Parameters:
    ///   - center: Where to look from.
    ///   - count: How many at most; none when 0 or less.
    ///   - maxDistance: Inclusive bound; nil for the whole Earth.
    ///   - dataset: Only this dataset's stations; nil for those of all datasets.
    ///   - test: Which of them are wanted; nil for all. Others don't count.
    /// - Returns: Nearest first; ties by id.
    /// - Throws: ``DatasetError/unknownDataset(_:)``, ``DatasetError/wrongKind(_:expected:found:)``,
    ///   ``SpatiaLiteStoreError``.
    /// - Complexity: O(k log n) typical.
    public func nearest(
        to center: Coordinate,
        count: Int,
        within maxDistance: Distance? = nil,
        dataset: DatasetName? = nil,
        where test: StationTest? = nil
    ) async throws -> [FoundStation] {
        try await connections.read { db in
            try found(
                in: db,
                dataset: dataset,
                test,
                PointSearch(center: center, count: count, maxDistance: maxDistance)
            )
        }
    }

    /// The stations within a radius.
    ///
    /// - Parameters:
    ///   - radius: Inclusive.
    ///   - center: Where to look from.
    ///   - dataset: Only this dataset's stations; nil for those of all datasets.
    ///   - test: Which of them are wanted; nil for all. Others don't count.
    /// - Returns: Nearest first; ties by id.
    /// - Throws: ``DatasetError/unknownDataset(_:)``, ``DatasetError/wrongKind(_:expected:found:)``,
    ///   ``SpatiaLiteStoreError``.
    /// - Complexity: O(log n + k log k) typical for k stations found.
    public func within(
        _ radius: Distance,
        of center: Coordinate,
        dataset: DatasetName? = nil,
        where test: StationTest? = nil
    ) async throws -> [FoundStation] {
        try await connections.read { db in
            try found(
                in: db,
                dataset: dataset,
                test,
                PointSearch(center: center, count: nil, maxDistance: radius)
            )
        }
    }

    /// The stations in a box, edges included.
    ///
    /// - Parameters:
    ///   - box: May cross the antimeridian.
    ///   - dataset: Only this dataset's stations; nil for those of all datasets.
    /// - Returns: By id.
    /// - Throws: ``DatasetError/unknownDataset(_:)``, ``DatasetError/wrongKind(_:expected:found:)``,
    ///   ``SpatiaLiteStoreError``.
    /// - Complexity: O(log n + k log k) typical for k stations found.
    public func within(
        _ box: BoundingBox,
        dataset: DatasetName? = nil
    ) async throws -> [Station] {
        try await connections.read { db in
            try tables(in: db, dataset: dataset)
                .flatMap { table in
                    try table.rows(db, with: BoxSearch(box: box).rowIDs(in: table.points, db))
                }
                .sorted { $0.id < $1.id }
        }
    }

    /// The published station with an id, or nil.
    public func station(_ id: Station.ID) async throws -> Station? {
        try await connections.read { db in
            for table in try tables(in: db, dataset: nil) {
                if let station = try table.record(db, id: id.rawValue) { return station }
            }
            return nil
        }
    }

    private func tables(
        in db: Database,
        dataset: DatasetName?
    ) throws -> [FeatureTable<StationCoding>] {
        try PublishedTables.of(.stations, dataset: dataset, in: db)
            .map { FeatureTable(versionID: $0.versionID, dataset: $0.dataset) }
    }

    private func found(
        in db: Database,
        dataset: DatasetName?,
        _ test: StationTest?,
        _ search: PointSearch
    ) throws -> [FoundStation] {
        var best: [FoundStation] = []
        for table in try tables(in: db, dataset: dataset) {
            let hits = try search.hits(
                in: table.points(where: test),
                db,
                atMost: best.kthDistance(search.count)
            )
            let stations = try table.rows(db, with: hits.map(\.rowID))
            best += zip(stations, hits).map { FoundStation(station: $0, distance: $1.distance) }
            best.sort { ($0.distance, $0.station.id) < ($1.distance, $1.station.id) }
            if let count = search.count { best = Array(best.prefix(max(0, count))) }
        }
        return best
    }
}

extension [FoundStation] {
    /// The distance that a further station must not exceed to be among the first `count`.
    fileprivate func kthDistance(_ count: Int?) -> Distance? {
        guard let count, count > 0, self.count >= count else { return nil }
        return self[count - 1].distance
    }
}

extension FeatureTable<StationCoding> {
    /// The table's points that pass a test; all without one.
    func points(where test: StationTest?) -> PointTable {
        var points = points
        points.test = test?.rowTest(dataset: dataset.text)
        return points
    }
}
