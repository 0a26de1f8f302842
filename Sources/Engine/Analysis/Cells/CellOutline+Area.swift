internal import Geodesy

extension CellOutline {
    /// The cell as an area whose edges are straight in longitude and latitude; in two parts where
    /// it spans the antimeridian (RFC 7946, section 3.1.9).
    ///
    /// - Returns: nil for a cell that lies half around the Earth.
    var area: MultiPolygon? {
        if let pole = heldPole { return Self.area([around(pole)]) }
        // As if longitudes went on past 180 degrees, about the middle of the cell.
        let around = all.map { corner in
            var longitude = corner.longitude
            if longitude - center.longitude > 180 { longitude -= 360 }
            if longitude - center.longitude < -180 { longitude += 360 }
            return Area.LongLatitude(longitude: longitude, latitude: corner.latitude)
        }
        let west = around.reduce(.infinity) { min($0, $1.longitude) }
        let east = around.reduce(-.infinity) { max($0, $1.longitude) }
        guard east - west < 180 || hasPoleOnEdge && east - west < 181 else { return nil }
        let seam: Double? = east > 180 ? 180 : west < -180 ? -180 : nil
        guard let seam else { return Self.area([around]) }
        return Self.area([
            around.clipped(to: .west(of: seam)), around.clipped(to: .east(of: seam)),
        ])
    }

    private var hasPoleOnEdge: Bool { all.contains { $0.latitude.magnitude == 90 } }

    /// The latitude of the pole that lies in the cell: its edges go round it once.
    private var heldPole: Double? {
        guard let last = all.last, !hasPoleOnEdge else { return nil }
        var turn = 0.0
        var before = last
        for place in all {
            turn += before.turn(to: place)
            before = place
        }
        guard turn.magnitude > 180 else { return nil }
        return center.latitude < 0 ? -90 : 90
    }

    /// The outline of a cell that holds a pole, which seen from there lies all around: from one side of the
    /// antimeridian to the other, and back along the pole.
    private func around(_ pole: Double) -> [Area.LongLatitude] {
        let line = all.sorted { $0.longitude < $1.longitude }.map {
            Area.LongLatitude(longitude: $0.longitude, latitude: $0.latitude)
        }
        guard let first = line.first, let last = line.last else { return [] }
        // Where the edge between the last and the first crosses the antimeridian.
        let (before, behind) = (180 - last.longitude, first.longitude + 180)
        let share = before + behind > 0 ? before / (before + behind) : 0
        let latitude = last.latitude + share * (first.latitude - last.latitude)
        func place(_ longitude: Double, _ latitude: Double) -> Area.LongLatitude {
            Area.LongLatitude(longitude: longitude, latitude: latitude)
        }
        let ring =
            [place(-180, latitude)] + line
            + [place(180, latitude), place(180, pole), place(-180, pole)]
        return pole > 0 ? ring : ring.reversed()
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
