public import Geodesy

extension Area {
    /// The area as polygons that stay on their side of the antimeridian, cut there where they don't
    /// (RFC 7946, section 3.1.9).
    ///
    /// A ring that comes back across the antimeridian several times is cut into one that runs along
    /// it between its pieces.
    public var multiPolygon: MultiPolygon {
        MultiPolygon(
            polygons.flatMap { rings -> [Polygon] in
                let longitudes = rings.first?.map(\.longitude) ?? []
                guard let west = longitudes.min(), let east = longitudes.max() else { return [] }
                if west >= -180, east <= 180 { return Self.polygon(rings).map { [$0] } ?? [] }
                // Each whole turn of the Earth that the polygon has a part in.
                let first = Int(((west + 180) / 360).rounded(.down))
                let last = Int(((east + 180) / 360).rounded(.up)) - 1
                return (first...max(first, last)).compactMap { turn in
                    let start = Double(turn) * 360 - 180
                    return Self.polygon(
                        rings.map { ring in
                            ring.clipped(to: .east(of: start))
                                .clipped(to: .west(of: start + 360))
                                .map { $0.shifted(by: -Double(turn) * 360) }
                        }
                    )
                }
            }
        )
    }

    private static func polygon(_ rings: [[LongLatitude]]) -> Polygon? {
        let places = rings.map { ring in
            ring.compactMap {
                try? Coordinate(latitude: $0.latitude, longitude: $0.longitude)
            }
        }
        // What lies wholly on one side of the cut leaves nothing on the other.
        guard let exterior = places.first, Set(exterior).count >= 3 else { return nil }
        return try? Polygon(
            exterior: exterior,
            holes: places.dropFirst().filter { Set($0).count >= 3 }
        )
    }
}
