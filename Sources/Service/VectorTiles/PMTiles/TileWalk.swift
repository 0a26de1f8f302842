package import FeatureCollections
internal import Geodesy

/// Goes through the tiles of some collections that may hold anything, in the order of their numbers.
///
/// It takes no more memory than a path from the square to one of its tiles.
package struct TileWalk {
    private let makers: [TileMaker]

    /// From this zoom level on, squares in which nothing lies are passed over as a whole; above it they are
    /// few, and it would take longer to find that out.
    private static let firstLookedAt = 4

    package init(_ collections: [FeatureCollection]) { makers = collections.map(TileMaker.init) }

    /// Calls something with each tile that may hold anything.
    ///
    /// - Parameter zooms: Within ``TileAddress/zooms``.
    package func forEach(
        _ zooms: ClosedRange<Int>,
        _ visit: (TileAddress) async throws -> Void
    ) async rethrows {
        for zoom in zooms {
            try await walk(
                TileAddress(uncheckedZoom: 0, column: 0, row: 0),
                TileCurve.Turn(),
                to: zoom,
                visit
            )
        }
    }

    private func walk(
        _ square: TileAddress,
        _ turn: TileCurve.Turn,
        to zoom: Int,
        _ visit: (TileAddress) async throws -> Void
    ) async rethrows {
        if square.zoom >= min(Self.firstLookedAt, zoom) {
            guard makers.contains(where: { $0.mayHoldAnything(square) }) else { return }
        }
        guard square.zoom < zoom else { return try await visit(square) }
        for quarter in TileCurve.quarters(turn) {
            try await walk(
                TileAddress(
                    uncheckedZoom: square.zoom + 1,
                    column: 2 * square.column + quarter.column,
                    row: 2 * square.row + quarter.row
                ),
                quarter.turn,
                to: zoom,
                visit
            )
        }
    }

    /// A tile with a layer for each collection that has something in it; empty where none has.
    package func tile(_ address: TileAddress) -> [UInt8] {
        makers.flatMap { $0.tile(address) }
    }
}
