internal import FeatureCollections
internal import Geodesy

/// Where a feature is, on a tile's grid.
enum TileShape: Hashable {
    /// What most tiles are made of, without a list of one for each.
    case point(GridPoint)
    case points([GridPoint])
    case lines([[GridPoint]])
    /// Of each polygon its outer ring and its holes; see ``TileArea/polygons()``.
    case polygons([[[GridPoint]]])
}

extension TileFrame {
    /// What of a shape is drawn in the frame; nil where nothing is.
    ///
    /// - Parameter isSimplified: Whether points of lines and rings may be left out that nobody would see.
    func drawn(_ shape: FeatureShape, isSimplified: Bool) -> TileShape? {
        switch shape {
        case .point(let place):
            return drawn(place)
        case .lines(let lines):
            let parts = turns.flatMap { turn in
                lines.flatMap { drawn(line: $0, turn, isSimplified) }
            }
            return parts.isEmpty ? nil : .lines(parts)
        case .area(let area):
            var drawn = TileArea()
            for turn in turns {
                for polygon in area.polygons where polygon.boundingBox.touches(turn.box) {
                    add(polygon, turn: turn.degrees, isSimplified, to: &drawn)
                }
            }
            let polygons = drawn.polygons()
            return polygons.isEmpty ? nil : .polygons(polygons)
        }
    }

    private func drawn(
        line: [Coordinate],
        _ turn: (degrees: Double, box: BoundingBox),
        _ isSimplified: Bool
    ) -> [[GridPoint]] {
        guard !line.isEmpty, BoundingBox(holding: line).touches(turn.box) else { return [] }
        return cut(line: line.map { PlaneDegrees($0.longitude + turn.degrees, $0.latitude) })
            .map { isSimplified ? GridLines.simplified(drawn($0)) : drawn($0) }
            .filter { $0.count > 1 }
    }

    private func add(
        _ polygon: Polygon,
        turn: Double,
        _ isSimplified: Bool,
        to area: inout TileArea
    ) {
        for (index, ring) in ([polygon.exterior] + polygon.holes).enumerated() {
            let places = ring.dropLast().map { PlaneDegrees($0.longitude + turn, $0.latitude) }
            let points = drawn(ring: cut(ring: places))
            area.add(
                ring: isSimplified ? GridLines.simplified(ring: points) : points,
                isHole: index > 0
            )
        }
    }
}

extension BoundingBox {
    /// Whether two boxes that do not cross the antimeridian share a place.
    fileprivate func touches(_ other: BoundingBox) -> Bool {
        west <= other.east && east >= other.west && south <= other.north && north >= other.south
    }
}
