internal import Geodesy

extension Area {
    /// The rings as lines that distances can be measured to.
    ///
    /// Edges are straight in longitude and latitude, not geodesics; in pieces of a hundredth of a
    /// degree the two differ by millimetres at most, short of the poles' neighbourhood.
    ///
    /// - Complexity: O(edges and their length).
    public var outline: CorridorLine {
        CorridorLine(
            outlines.map { ring in
                let places = ring.inPieces(ofDegrees: Self.pieceDegrees).map(\.place)
                return places + places.prefix(1)
            }
        )
    }

    private static let pieceDegrees = 0.01
}

extension Area.LongLatitude {
    /// The position as a place, its longitude within -180...180.
    var place: Coordinate {
        let kept =
            longitude.magnitude <= 180 ? longitude : longitude - 360 * (longitude / 360).rounded()
        return Coordinate(uncheckedLatitude: latitude, longitude: kept)
    }
}
