package import Geodesy

extension [Coordinate] {
    /// The parts of a line on either side of the meridian of 180 degrees, which each step of more than
    /// half the Earth's circumference crosses.
    ///
    /// - Complexity: O(n).
    package var cutAtAntimeridian: [[Coordinate]] {
        guard let first else { return [] }
        var parts: [[Coordinate]] = []
        var part = [first]
        for (start, end) in zip(self, dropFirst()) {
            if (end.longitude - start.longitude).magnitude > 180 {
                let side: Double = start.longitude < 0 ? -180 : 180
                let toMeridian = side - start.longitude
                let whole = toMeridian + end.longitude + side
                let share = whole == 0 ? 0 : toMeridian / whole
                let latitude = start.latitude + share * (end.latitude - start.latitude)
                part.append(Coordinate(uncheckedLatitude: latitude, longitude: side))
                parts.append(part)
                part = [Coordinate(uncheckedLatitude: latitude, longitude: -side)]
            }
            part.append(end)
        }
        return (parts + [part]).filter { $0.count > 1 }
    }
}
