internal import Geodesy

/// Something that a voter should know before trusting an answer.
public struct VoterWarning: Sendable, Hashable {
    /// What it is about.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// The place lies so close to a boundary, of what assigns stations or of what is voted in, that it
        /// may be the neighbour's.
        case nearBoundary = "near_boundary"
        /// No district that stations are assigned by holds the place.
        case outsideDistricts = "outside_districts"
        /// Two districts of one type hold the place: their boundaries overlap.
        case overlappingDistricts = "overlapping_districts"
        /// The district is known, but no station says that it serves it.
        case noStation = "no_station"
        /// Several stations serve the district.
        case severalStations = "several_stations"
        /// The lists have the address in several districts, all of which vote at the station.
        case severalDistricts = "several_districts"
        /// The station stands outside the district that it serves.
        case stationOutsideDistrict = "station_outside_district"
        /// The postcode lies in several districts.
        case straddlingPostcode = "straddling_postcode"
        /// Only one point of the postcode is known.
        case pointOnly = "point_only"
        /// Of the postcode nothing is known but stations whose own address has it.
        case stationsOfPostcode = "stations_of_postcode"
        /// The address stands in the lists more than once, with different answers.
        case ambiguousAddress = "ambiguous_address"
        /// The town that the voter wrote stands in no list; other data tell that the address lies there.
        case assumedTown = "assumed_town"
        /// The town that the voter wrote is not known to have the postcode of the address.
        case doubtfulTown = "doubtful_town"
        /// No list has the address as it is written, and some have one that is nearly the same.
        case misspeltAddress = "misspelt_address"
        /// Nothing is assigned, and no station is near.
        case noStationNearby = "no_station_nearby"
        /// Stations have the voter's code, but nothing tells whether they are the voter's own.
        case doubtfulStation = "doubtful_station"
        /// Vote centers serve the voter, and how far they are is not known.
        case unplacedCenters = "unplaced_centers"
        /// There is more on the ballot than what is told.
        case incompleteBallot = "incomplete_ballot"
        /// What is on the ballot may be another place's that has a district of the same code.
        case doubtfulBallot = "doubtful_ballot"
        /// Nothing is known that would assign a station.
        case noData = "no_data"
    }

    /// What it is about.
    public let code: Code
    /// The warning in words for a voter, in English.
    public let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// - Parameters:
    ///   - isEdge: Whether no district is loaded beyond the boundary.
    ///   - rest: What to say of choices that are not listed.
    static func nearBoundary(
        _ distance: Distance,
        accuracy: Distance?,
        isEdge: Bool,
        _ rest: String = ""
    ) -> VoterWarning {
        let meters = distance.meters < 1 ? "less than 1 m" : distance.words
        let position =
            accuracy.map { " and the position is good to \($0.words)" } ?? ""
        return VoterWarning(
            .nearBoundary,
            "The boundary of the district is \(meters) away\(position)"
                + (isEdge
                    ? ", and what lies beyond it is not loaded: if your address is on the other "
                        + "side, this is not where you vote."
                    : ": you may belong to the neighbouring district. Compare your address with the "
                        + "choices." + rest)
        )
    }

    /// - Parameter types: The types of district beyond whose boundary something else is voted on, in
    ///   words.
    static func nearBoundary(_ distance: Distance, ofBallotBy types: String) -> VoterWarning {
        let meters = distance.meters < 1 ? "less than 1 m" : distance.words
        return VoterWarning(
            .nearBoundary,
            "The boundary of the \(types) is \(meters) away, and something else is voted on beyond it: "
                + "your ballot may be another one. Compare this with your sample ballot."
        )
    }
}
