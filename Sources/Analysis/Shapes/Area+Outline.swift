internal import Geodesy

extension Area {
    /// The rings as lines that distances can be measured to.
    ///
    /// Edges are straight in longitude and latitude, not geodesics; in pieces of a hundredth of a
    /// degree the two differ by millimetres at most, short of the poles' neighbourhood.
    ///
    /// - Complexity: O(edges and their length).
    public var outline: Route {
        Route(
            outlines.map { ring in
                var places: [Coordinate] = []
                for (start, end) in zip(ring, ring.dropFirst() + ring.prefix(1)) {
                    let across = end.longitude - start.longitude
                    let up = end.latitude - start.latitude
                    let breadth = max(across.magnitude, up.magnitude)
                    let count = max(1, Int((breadth / Self.pieceDegrees).rounded(.up)))
                    for index in 0..<count {
                        let share = Double(index) / Double(count)
                        places.append(
                            Self.place(
                                longitude: start.longitude + share * across,
                                latitude: start.latitude + share * up
                            )
                        )
                    }
                }
                if let first = places.first { places.append(first) }
                return places
            }
        )
    }

    private static let pieceDegrees = 0.01

    private static func place(longitude: Double, latitude: Double) -> Coordinate {
        var longitude = longitude
        while longitude > 180 { longitude -= 360 }
        while longitude < -180 { longitude += 360 }
        return Coordinate(uncheckedLatitude: latitude, longitude: longitude)
    }
}
