public import Geodesy

extension DensityMap.Cell {
    /// The cell as an area whose edges are straight in longitude and latitude; in two parts where
    /// it spans the antimeridian (RFC 7946, section 3.1.9).
    ///
    /// - Returns: nil for a cell that holds a pole, which has no such outline.
    public var area: MultiPolygon? {
        // As if longitudes went on past 180 degrees, about the middle of the cell.
        let around = corners.map { corner in
            var longitude = corner.longitude
            if longitude - center.longitude > 180 { longitude -= 360 }
            if longitude - center.longitude < -180 { longitude += 360 }
            return Area.LongLatitude(longitude: longitude, latitude: corner.latitude)
        }
        let west = around.reduce(.infinity) { min($0, $1.longitude) }
        let east = around.reduce(-.infinity) { max($0, $1.longitude) }
        guard east - west < 180 else { return nil }
        let seam: Double? = east > 180 ? 180 : west < -180 ? -180 : nil
        guard let seam else { return Self.area([around]) }
        return Self.area([
            around.clipped(to: .west(of: seam)), around.clipped(to: .east(of: seam)),
        ])
    }

    private static func area(_ rings: [[Area.LongLatitude]]) -> MultiPolygon? {
        let polygons = rings.compactMap { ring -> Polygon? in
            // A part on the far side of the seam goes back to its own longitudes.
            let middle = ring.reduce(0) { $0 + $1.longitude } / Double(max(1, ring.count))
            let turn: Double = middle > 180 ? -360 : middle < -180 ? 360 : 0
            let places = ring.compactMap {
                try? Coordinate(latitude: $0.latitude, longitude: $0.longitude + turn)
            }
            return try? Polygon(exterior: places)
        }
        return polygons.isEmpty ? nil : MultiPolygon(polygons)
    }
}
