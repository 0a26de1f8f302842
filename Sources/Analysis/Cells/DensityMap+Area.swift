public import Geodesy

extension DensityMap.Cell {
    /// The cell as an area whose edges are straight in longitude and latitude; in two parts where
    /// it spans the antimeridian (RFC 7946, section 3.1.9).
    ///
    /// - Returns: nil for a cell that holds a pole, which has no such outline.
    public var area: MultiPolygon? {
        // As if longitudes went on past 180 degrees, about the middle of the cell.
        let around: [Corner] = corners.map { corner in
            var longitude = corner.longitude
            if longitude - center.longitude > 180 { longitude -= 360 }
            if longitude - center.longitude < -180 { longitude += 360 }
            return (longitude: longitude, latitude: corner.latitude)
        }
        let west = around.reduce(.infinity) { min($0, $1.longitude) }
        let east = around.reduce(-.infinity) { max($0, $1.longitude) }
        guard east - west < 180 else { return nil }
        let seam: Double? = east > 180 ? 180 : west < -180 ? -180 : nil
        guard let seam else { return Self.area([around]) }
        return Self.area([
            Self.clipped(around, at: seam, keepsWest: true),
            Self.clipped(around, at: seam, keepsWest: false),
        ])
    }

    private typealias Corner = (longitude: Double, latitude: Double)

    /// What of a convex ring lies on one side of a meridian (I. E. Sutherland and G. W. Hodgman,
    /// "Reentrant polygon clipping", Comm. ACM 17, 1974).
    private static func clipped(
        _ ring: [Corner],
        at seam: Double,
        keepsWest: Bool
    ) -> [Corner] {
        func isKept(_ corner: Corner) -> Bool {
            keepsWest ? corner.longitude <= seam : corner.longitude >= seam
        }
        var kept: [Corner] = []
        for (start, end) in zip(ring, ring.dropFirst() + ring.prefix(1)) {
            if isKept(start) { kept.append(start) }
            if isKept(start) != isKept(end) {
                let share = (seam - start.longitude) / (end.longitude - start.longitude)
                kept.append((seam, start.latitude + share * (end.latitude - start.latitude)))
            }
        }
        return kept
    }

    private static func area(_ rings: [[Corner]]) -> MultiPolygon? {
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
