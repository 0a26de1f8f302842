public import Datasets
internal import GRDB
public import Geodesy
public import Polling

/// Where stations are, and stations by their rows: for whoever builds an index in memory.
extension StationLayer {
    /// A published version of a dataset: a table that does not change as long as it is there.
    public struct Version: Sendable, Hashable {
        /// The dataset.
        public let dataset: DatasetName
        let versionID: Int64
        /// The number of the last row; the rows are numbered from 1.
        public let lastRow: Int64
    }

    /// The published versions, by their datasets' names.
    ///
    /// - Throws: ``SpatiaLiteStoreError``, as all methods here.
    public func published() async throws -> [Version] {
        try await connections.read { db in
            try PublishedTables.of(.stations, dataset: nil, in: db).map { table in
                Version(
                    dataset: table.dataset,
                    versionID: table.versionID,
                    lastRow: try Self.table(table.versionID, table.dataset).points.lastRow(db)
                )
            }
        }
    }

    /// The stations that have a place, among some rows.
    ///
    /// - Parameters:
    ///   - test: Which of them are wanted; nil for all.
    ///   - texts: What else is read of each, as text; places are read in any case, and are none.
    /// - Complexity: O(rows).
    public func points(
        of version: Version,
        rows: ClosedRange<Int64>,
        where test: StationTest? = nil,
        texts: [StationProperty] = []
    ) async throws -> LayerPoints {
        try await connections.read { db in
            try Self.points(version, test).points(
                db,
                rows: rows,
                texts: texts.compactMap { $0.textColumn(dataset: version.dataset.text) }
            )
        }
    }

    /// The stations in a box, edges included, with their ids.
    ///
    /// - Parameters:
    ///   - box: May cross the antimeridian.
    ///   - test: Which of them are wanted; nil for all.
    /// - Complexity: O(log n + found) typical.
    public func points(
        of version: Version,
        in box: BoundingBox,
        where test: StationTest? = nil
    ) async throws -> LayerPoints {
        try await connections.read { db in
            try Self.points(version, test).points(db, in: box, idColumn: "id")
        }
    }

    /// The stations in some rows, in the order of `rows`; rows that are not there are left out.
    public func stations(of version: Version, rows: [Int64]) async throws -> [Station] {
        try await connections.read { db in
            try Self.table(version.versionID, version.dataset).rows(db, with: rows)
        }
    }

    private static func points(_ version: Version, _ test: StationTest?) -> PointTable {
        table(version.versionID, version.dataset).points(where: test)
    }

    private static func table(
        _ versionID: Int64,
        _ dataset: DatasetName
    ) -> FeatureTable<StationCoding> {
        FeatureTable(versionID: versionID, dataset: dataset)
    }
}
