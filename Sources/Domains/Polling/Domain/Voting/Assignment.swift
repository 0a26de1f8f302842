public import Geodesy

/// The station, or stations, where a voter votes, and how that is known.
///
/// Only ``VoterGuide`` makes one, from a list or from a boundary. What is merely near is a
/// ``FoundStation``, a type of its own, so that nobody takes the one for the other.
public struct Assignment: Sendable, Hashable {
    /// How an assignment was found.
    public enum Method: String, Sendable, Hashable, CaseIterable {
        /// A list maps the voter's address to a district or a station.
        case address
        /// The voter's place lies in a district.
        case district
        /// The voter's postcode lies in one district as a whole.
        case postcode
    }

    /// How it was found.
    public let method: Method
    /// The district that it was found by; nil where it is one of several that vote at one station.
    public let district: DistrictReference?
    /// The stations where the district votes on the day, at least one: the nearest first, then by id;
    /// those without a place last. What is open before the day alone is among
    /// ``VoterAnswer/earlyVoting`` and ``VoterAnswer/dropOff``.
    public let stations: [AssignedStation]
    /// How far the voter's place is from the district's boundary; nil where the district was not
    /// found by a place.
    public let boundaryDistance: Distance?

    init?(
        method: Method,
        district: DistrictReference?,
        stations: [AssignedStation],
        boundaryDistance: Distance?
    ) {
        guard !stations.isEmpty else { return nil }
        self.method = method
        self.district = district
        self.stations = stations
        self.boundaryDistance = boundaryDistance
    }

    /// The nearest of the stations.
    public var station: AssignedStation { stations[0] }
}

/// A station that serves the voter's district.
public struct AssignedStation: Sendable, Hashable {
    /// The station.
    public let station: Station
    /// How far it is from the voter's place; nil when either place is not known.
    public let distance: Distance?
    /// Whether it stands outside the district that it serves; nil when that is not known.
    public let isOutsideDistrict: Bool?

    init(station: Station, distance: Distance?, isOutsideDistrict: Bool?) {
        self.station = station
        self.distance = distance
        self.isOutsideDistrict = isOutsideDistrict
    }
}

/// One of several answers, where what is known allows more than one.
public struct AssignmentChoice: Sendable, Hashable {
    /// The district in question.
    public let district: DistrictReference
    /// The stations where it votes on the day, in the order of ``Assignment/stations``; none when no
    /// list says.
    public let stations: [AssignedStation]
    /// The stations that serve it before the day, or take ballots alone, in the same order.
    public let also: [AssignedStation]
    /// The stations that serve it, but not in the election that is shown, in the same order.
    public let otherElections: [AssignedStation]
    /// How far its boundary is from the voter's place; nil where the place is not known.
    public let boundaryDistance: Distance?
    /// Whether it holds the voter's place; nil where the place is not known.
    public let holdsPlace: Bool?
    /// The addresses that vote there, where the choice is one of addresses: each can be asked for. As
    /// many as ``Narrowing`` leaves.
    public internal(set) var addresses: [String]
    /// How many there are, those that are not listed included.
    public internal(set) var addressCount: Int
    /// How much of the voter's postcode votes there, where that is known.
    public var share: Share?
    /// Why it is not known that the stations serve the district; nil where it is.
    let doubt: VoterWarning?
    /// Whether a list of its precincts says that its voters vote by mail alone.
    let isMailOnly: Bool

    /// All that serve it in the election that is shown, on the day or before it.
    var stationIDs: Set<Station.ID> { Set((stations + also).map(\.station.id)) }

    /// Whether it is known who serves the district, or that nobody does.
    var isSettled: Bool {
        doubt == nil && (isMailOnly || !stationIDs.isEmpty || !otherElections.isEmpty)
    }

    /// A part of a whole.
    public struct Share: Sendable, Hashable {
        /// What is divided.
        public enum Whole: String, Sendable, Hashable, CaseIterable {
            /// The addresses that a list has of the postcode.
            case addresses
            /// The ground within the postcode's boundary.
            case area
        }

        /// The part, from more than 0 to 1.
        public let fraction: Double
        /// What it is a part of.
        public let whole: Whole
    }

    /// - Parameters:
    ///   - stations: All that serve the district, whenever they are open.
    ///   - shown: What tells which of them take part in the election that is shown.
    init(
        district: DistrictReference,
        stations: [AssignedStation],
        in shown: ShownElections,
        boundaryDistance: Distance?,
        holdsPlace: Bool? = nil,
        addresses: [String] = [],
        addressCount: Int? = nil,
        doubt: VoterWarning? = nil,
        isMailOnly: Bool = false
    ) {
        self.district = district
        var onTheDay: [AssignedStation] = []
        var also: [AssignedStation] = []
        var apart: [AssignedStation] = []
        for station in stations {
            let part = shown.part(of: station.station)
            if !part.isShown {
                apart.append(station)
            } else if part != .before, station.station.isOpenOnElectionDay {
                onTheDay.append(station)
            } else {
                also.append(station)
            }
        }
        self.stations = onTheDay
        self.also = also
        otherElections = apart
        self.boundaryDistance = boundaryDistance
        self.holdsPlace = holdsPlace
        self.addresses = addresses
        self.addressCount = addressCount ?? addresses.count
        self.doubt = doubt
        self.isMailOnly = isMailOnly
    }
}
