/// What a road is built for.
public enum RoadKind: String, Sendable, Hashable, CaseIterable {
    /// A road for fast vehicles alone, entered by ramps.
    case motorway
    /// What leads on to, off and between motorways and other large roads.
    case ramp
    /// The largest roads besides motorways.
    case trunk
    /// Roads between cities.
    case primary
    /// Roads between towns.
    case secondary
    /// Roads between villages and quarters.
    case tertiary
    /// Streets where people live and work, and all other roads of no special kind.
    case street
    /// Streets where those on foot come first.
    case livingStreet = "living_street"
    /// Alleys, drives and the lanes of car parks.
    case service
    /// Ways for farms and forests.
    case track
    /// Streets for people on foot.
    case pedestrian
    /// Ways for bicycles, where one may walk too.
    case cycleway
    /// Ways for people on foot.
    case path
    /// Stairs.
    case steps
    /// A ship, or a train that carries cars.
    case ferry

    /// Whether one drives there, where nothing else is said.
    public var isForDriving: Bool {
        switch self {
        case .pedestrian, .cycleway, .path, .steps: false
        default: true
        }
    }

    /// Whether one walks there, where nothing else is said.
    public var isForWalking: Bool {
        switch self {
        case .motorway, .ramp: false
        default: true
        }
    }

    /// How fast one drives where no speed is posted, in km/h.
    public var usualKilometersPerHour: Double {
        switch self {
        case .motorway: 95
        case .trunk: 75
        case .primary: 55
        case .ramp, .secondary: 50
        case .tertiary: 45
        case .street: 35
        case .track, .ferry: 15
        case .livingStreet, .service, .pedestrian, .cycleway, .path, .steps: 12
        }
    }

    /// What directions call a road of the kind that has no name.
    public var noun: String {
        switch self {
        case .motorway: "the motorway"
        case .ramp: "the ramp"
        case .trunk, .primary, .secondary, .tertiary: "the road"
        case .street, .livingStreet: "the street"
        case .service: "the service road"
        case .track: "the track"
        case .pedestrian: "the pedestrian street"
        case .cycleway: "the cycleway"
        case .path: "the footpath"
        case .steps: "the steps"
        case .ferry: "the ferry"
        }
    }

    /// What directions call a road of the kind that has no name where they come to it: of a street
    /// that is not called by its name one wants to know that it has none.
    var unnamed: String {
        switch self {
        case .trunk, .primary, .secondary, .tertiary: "an unnamed road"
        case .street, .livingStreet: "an unnamed street"
        default: noun
        }
    }

    /// The kinds from which on a map of some zoom level (0 is the world in one tile of 256 pixels)
    /// leaves out all that come after: 14 and more has all.
    static func shown(atZoom zoom: Int) -> Set<RoadKind> {
        let order: [(kinds: [RoadKind], from: Int)] = [
            ([.motorway, .trunk], 0), ([.primary], 8), ([.ramp, .secondary], 10),
            ([.tertiary], 11), ([.street, .livingStreet, .pedestrian], 13),
        ]
        guard zoom < 15 else { return Set(allCases) }
        return Set(order.filter { $0.from <= zoom }.flatMap(\.kinds))
    }
}

/// How somebody goes.
public enum TravelMode: String, Sendable, Hashable, CaseIterable {
    /// On foot.
    case walk
    /// In a car.
    case drive

    /// The pace of people on foot, which takes them also from a road to what lies off it.
    static let walkingMetersPerSecond = 5 / 3.6
    /// The pace on stairs, along the slope.
    static let climbingMetersPerSecond = 2 / 3.6
    /// How long one waits and turns at a junction, or crosses there, on average.
    static let turnSeconds = 5.0
    /// How often the time of a turn it takes to turn a car round.
    static let turnsOfTurningRound = 4.0
    /// The greatest speed that is believed, in km/h.
    static let greatestKilometersPerHour = 150.0

    /// How fast one goes on a road.
    func metersPerSecond(on road: Road) -> Double {
        switch self {
        case _ where road.kind == .ferry:
            let usual = road.speedKilometersPerHour ?? road.kind.usualKilometersPerHour
            return min(usual, Self.greatestKilometersPerHour) / 3.6
        case .walk:
            return road.kind == .steps
                ? Self.climbingMetersPerSecond : Self.walkingMetersPerSecond
        case .drive:
            let posted = road.speedKilometersPerHour ?? road.kind.usualKilometersPerHour
            return min(max(posted, 5), Self.greatestKilometersPerHour) / 3.6
        }
    }

    /// Which way one may go on a road.
    func passage(on road: Road) -> Passage {
        switch self {
        case .walk: road.walking
        case .drive: road.driving
        }
    }
}
