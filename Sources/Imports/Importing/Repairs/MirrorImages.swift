internal import Geodesy

/// Places of a file that lie in two parts of the Earth, of which one is the mirror image of the other: in
/// some of its rows a minus sign is lost, or the axes are swapped, and the rows are too few or too evenly
/// divided for the others to tell in which.
struct MirrorImages {
    /// Those of the smaller part, which would lie among the others if their numbers were read otherwise.
    let places: [Coordinate]
    /// How many there are in all.
    let count: Int

    /// Stations of one list lie no farther from its middle.
    private static let spreadMeters = 500_000.0
    /// Within it of another place, a place is among the others.
    private static let nearMeters = 150_000.0
    /// Of so many places all but one lie in the two parts.
    private static let exceptionShare = 5

    /// - Returns: nil where the places lie in one part of the Earth, or in several that are no images.
    /// - Complexity: O(n^2) for n places that do not lie together, some 10 ms for those of a sample.
    init?(_ places: [Coordinate]) {
        guard places.count > 1, let first = places.first,
            places.contains(where: { Self.meters(first, $0) > Self.spreadMeters })
        else { return nil }
        func together(_ middle: Coordinate) -> [Coordinate] {
            places.filter { Self.meters(middle, $0) <= Self.spreadMeters }
        }
        // Of parts of one size that of the file's first place.
        let most = places.reduce([Coordinate]()) { most, place in
            let part = together(place)
            return part.count > most.count ? part : most
        }
        let own = Set(most)
        let images = places.filter { place in
            !own.contains(place)
                && Self.images(of: place).contains { image in
                    own.contains { Self.meters(image, $0) <= Self.nearMeters }
                }
        }
        guard !images.isEmpty,
            (places.count - most.count - images.count) * Self.exceptionShare <= places.count
        else { return nil }
        self.places = images
        count = places.count
    }

    private static func meters(_ one: Coordinate, _ other: Coordinate) -> Double {
        Geodesic.distance(from: one, to: other).meters
    }

    /// The places that other readings of a place's numbers are.
    private static func images(of place: Coordinate) -> [Coordinate] {
        let (latitude, longitude) = (place.latitude, place.longitude)
        return [
            (latitude, -longitude), (-latitude, longitude), (-latitude, -longitude),
            (longitude, latitude),
        ].compactMap { try? Coordinate(latitude: $0, longitude: $1) }
    }
}
