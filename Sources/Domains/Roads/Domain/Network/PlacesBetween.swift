internal import Geodesy

extension Coordinate {
    /// The place a share of the way to another, both of which lie close together.
    func toward(_ end: Coordinate, share: Double) -> Coordinate {
        guard share > 0 else { return self }
        guard share < 1 else { return end }
        var step = end.longitude - longitude
        if step > 180 { step -= 360 } else if step < -180 { step += 360 }
        var east = longitude + share * step
        if east > 180 { east -= 360 } else if east < -180 { east += 360 }
        let north = latitude + share * (end.latitude - latitude)
        return (try? Coordinate(latitude: north, longitude: east)) ?? self
    }
}

/// An angle between two bearings, in degrees from -180 to 180; positive to the right.
func turnAngle(from incoming: Double, to outgoing: Double) -> Double {
    let angle = (outgoing - incoming).truncatingRemainder(dividingBy: 360)
    return angle > 180 ? angle - 360 : angle <= -180 ? angle + 360 : angle
}
