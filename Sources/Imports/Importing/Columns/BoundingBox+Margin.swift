internal import Geodesy

extension BoundingBox {
    /// The box with a margin on each side.
    func widened(byDegrees margin: Double) -> BoundingBox {
        widened(byLatitude: margin, longitude: margin)
    }

    /// The box with margins on each side, in degrees.
    ///
    /// Over the antimeridian where it comes to it, up to the poles, and all around the Earth where both
    /// sides meet.
    func widened(byLatitude latitude: Double, longitude: Double) -> BoundingBox {
        let width = east - west + (crossesAntimeridian ? 360 : 0)
        let isAllAround = width + 2 * longitude >= 360
        func turned(_ degrees: Double) -> Double {
            degrees < -180 ? degrees + 360 : degrees > 180 ? degrees - 360 : degrees
        }
        return BoundingBox(
            uncheckedWest: isAllAround ? -180 : turned(west - longitude),
            south: max(-90, south - latitude),
            east: isAllAround ? 180 : turned(east + longitude),
            north: min(90, north + latitude)
        )
    }
}
