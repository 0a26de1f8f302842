public import Geodesy

/// What a file says of a station's door, besides the middle of the building.
public struct WrittenEntrance: Sendable, Hashable {
    /// What can be made of it.
    public enum Reading: Sendable, Hashable {
        /// A place by the building; of a building without a place any.
        case place(Coordinate)
        /// One of the two numbers is blank.
        case half
        /// No latitude and longitude.
        case unreadable
        /// So far from the building that it is another place: a lost sign, say, or swapped numbers.
        case far(Distance)
    }

    /// The latitude as it is written; nil where it is blank.
    public let latitude: String?
    /// The longitude as it is written; nil where it is blank.
    public let longitude: String?
    /// What can be made of the two.
    public let reading: Reading

    /// How far a door may be from the place of its building, in metres: that of a large school or a
    /// fairground is well within it.
    public static let reachMeters = 500.0
}

extension Station {
    private static let entranceLatitudes = ["entrancelatitude", "entrancelat"]
    private static let entranceLongitudes = ["entrancelongitude", "entrancelon"]

    /// Whether a column of some name says where the door is.
    public static func isOfEntrance(_ header: String) -> Bool {
        let name = header.lowercased().filter { $0.isLetter }
        return (entranceLatitudes + entranceLongitudes).contains(name)
    }

    /// What the file says of the door; nil where it says nothing.
    public var writtenEntrance: WrittenEntrance? {
        var latitude: String?
        var longitude: String?
        for (header, value) in attributes {
            let name = header.lowercased().filter { $0.isLetter }
            if Self.entranceLatitudes.contains(name) { latitude = value }
            if Self.entranceLongitudes.contains(name) { longitude = value }
        }
        guard latitude != nil || longitude != nil else { return nil }
        return WrittenEntrance(
            latitude: latitude,
            longitude: longitude,
            reading: reading(latitude, longitude)
        )
    }

    private func reading(_ latitude: String?, _ longitude: String?) -> WrittenEntrance.Reading {
        guard let latitude, let longitude else { return .half }
        guard let north = PlainNumber.readCell(latitude),
            let east = PlainNumber.readCell(longitude),
            let place = try? Coordinate(latitude: north, longitude: east)
        else { return .unreadable }
        guard let coordinate else { return .place(place) }
        let distance = Geodesic.distance(from: coordinate, to: place)
        return distance.meters <= WrittenEntrance.reachMeters ? .place(place) : .far(distance)
    }

    /// The door, where the file has one that is by the building.
    public var entrance: Coordinate? {
        guard case .place(let place)? = writtenEntrance?.reading else { return nil }
        return place
    }
}
