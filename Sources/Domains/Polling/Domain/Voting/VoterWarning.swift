public import Geodesy

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
        /// The district is known, and the stations that serve it are open in other elections alone.
        case noStationForElection = "no_station_for_election"
        /// The station's hours name a day on which no election is known.
        case stationOnOtherDay = "station_on_other_day"
        /// The station's hours leave out the day of the election.
        case stationShut = "station_shut"
        /// The election that is shown is over.
        case electionOver = "election_over"
        /// The election that is shown is more than a year away.
        case farElection = "far_election"
        /// Several stations serve the district.
        case severalStations = "several_stations"
        /// The lists have the address in several districts, all of which vote at the station.
        case severalDistricts = "several_districts"
        /// The station stands outside the district that it serves.
        case stationOutsideDistrict = "station_outside_district"
        /// The postcode lies in several districts, or nothing tells that all of it lies in one.
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
        /// The list assigns the address to a district in which its own place does not lie.
        case addressElsewhere = "address_elsewhere"
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
        /// Contests are for the whole of the voter's district, for a part of it, or for one that may be the
        /// same in another spelling, and nothing but the codes tells so.
        case splitDistrict = "split_district"
        /// Nothing is known that would assign a station.
        case noData = "no_data"
    }

    /// Which of a code's sentences it is: the one list of all that a voter may be told, by which whoever
    /// shows it words it in another language.
    public enum Wording: String, Sendable, Hashable, CaseIterable {
        case nearBoundary = "near_boundary"
        case nearEdge = "near_boundary.edge"
        case nearBallotBoundary = "near_boundary.ballot"
        case outsideDistricts = "outside_districts"
        case besideDistricts = "outside_districts.beside"
        case districtsElsewhere = "outside_districts.elsewhere"
        case postcodeOutside = "outside_districts.postcode"
        case overlappingDistricts = "overlapping_districts"
        case noStation = "no_station"
        case votesByMail = "no_station.mail"
        case voteCentersAlone = "no_station.vote_centers"
        case notOnTheDay = "no_station.not_on_the_day"
        case noStationForElection = "no_station_for_election"
        case voteCentersForElection = "no_station_for_election.vote_centers"
        case stationOnOtherDay = "station_on_other_day"
        case stationShut = "station_shut"
        case electionOver = "election_over"
        case farElection = "far_election"
        case severalStations = "several_stations"
        case severalDistricts = "several_districts"
        case stationOutsideDistrict = "station_outside_district"
        case straddlingPostcode = "straddling_postcode"
        case postcodeOfStations = "straddling_postcode.stations"
        case postcodeBeyond = "straddling_postcode.beyond"
        case postcodeIncomplete = "straddling_postcode.incomplete"
        case pointOnly = "point_only"
        case stationsOfPostcode = "stations_of_postcode"
        case ambiguousAddress = "ambiguous_address"
        case corner = "ambiguous_address.corner"
        case unknownTown = "ambiguous_address.unknown_town"
        case otherTown = "ambiguous_address.other_town"
        case similarStreet = "ambiguous_address.similar_street"
        case unreadNumber = "ambiguous_address.unread_number"
        case unknownHouse = "ambiguous_address.unknown_house"
        case similarHouse = "ambiguous_address.similar_house"
        case assumedTown = "assumed_town"
        case doubtfulTown = "doubtful_town"
        case addressElsewhere = "address_elsewhere"
        case addressOutside = "address_elsewhere.outside"
        case postcodeElsewhere = "address_elsewhere.postcode"
        case misspeltAddress = "misspelt_address"
        case noStationNearby = "no_station_nearby"
        case noStationsLoaded = "no_station_nearby.none_loaded"
        case noStationPlaced = "no_station_nearby.none_placed"
        case doubtfulStation = "doubtful_station"
        case stationOfSeveralCounties = "doubtful_station.counties"
        case stationOfSeveralPlaces = "doubtful_station.places"
        case unplacedCenters = "unplaced_centers"
        case incompleteBallot = "incomplete_ballot"
        case nothingLoaded = "incomplete_ballot.nothing_loaded"
        case nothingOfVoter = "incomplete_ballot.nothing_here"
        case doubtfulBallot = "doubtful_ballot"
        case doubtfulElection = "doubtful_ballot.election"
        case contestTwice = "doubtful_ballot.twice"
        case undatedElection = "doubtful_ballot.undated"
        case splitDistrict = "split_district"
        case partsOfDistrict = "split_district.parts"
        case districtInOtherSpelling = "split_district.spelling"
        case noData = "no_data"
        case postcodeWithoutData = "no_data.postcode"

        /// What it is about.
        public var code: Code {
            Code(rawValue: String(rawValue.prefix { $0 != "." })) ?? .noData
        }
    }

    /// What a sentence speaks of.
    public enum Value: Sendable, Hashable {
        case text(String)
        case texts([String])
        case count(Int)
        case distance(Distance)
        case day(CalendarDate)
        case district(DistrictReference)
        case districts([DistrictReference])
        /// A type of district.
        case type(String)
    }

    /// Which sentence it is.
    public let wording: Wording
    /// What the sentence speaks of, by name: a distance's ends in `_m`.
    public private(set) var values: [String: Value]
    /// The warning in words for a voter, in English.
    public private(set) var message: String

    /// What it is about.
    public var code: Code { wording.code }

    init(_ wording: Wording, _ message: String, _ values: [String: Value] = [:]) {
        self.wording = wording
        self.message = message
        self.values = values
    }

    /// The warning with more to say.
    func adding(_ words: String, _ more: [String: Value]) -> VoterWarning {
        var warning = self
        warning.message += words
        warning.values.merge(more) { _, last in last }
        return warning
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
            isEdge ? .nearEdge : .nearBoundary,
            "The boundary of the district is \(meters) away\(position)"
                + (isEdge
                    ? ", and what lies beyond it is not loaded: if your address is on the other "
                        + "side, this is not where you vote."
                    : ": you may belong to the neighbouring district. Compare your address with the "
                        + "choices." + rest),
            ["distance_m": .distance(distance)]
                .merging(accuracy.map { ["accuracy_m": .distance($0)] } ?? [:]) { first, _ in first
                }
        )
    }

    /// - Parameter types: The types of district beyond whose boundary something else is voted on.
    static func nearBoundary(_ distance: Distance, ofBallotBy types: [String]) -> VoterWarning {
        let meters = distance.meters < 1 ? "less than 1 m" : distance.words
        let names = VoterGuide.listed(types.map(VoterGuide.words))
        return VoterWarning(
            .nearBallotBoundary,
            "The boundary of the \(names) is \(meters) away, and something else is voted on beyond it: "
                + "your ballot may be another one. Compare this with your sample ballot.",
            ["distance_m": .distance(distance), "types": .texts(types)]
        )
    }
}
