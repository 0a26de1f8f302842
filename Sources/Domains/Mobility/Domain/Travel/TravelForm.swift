package import Trajectories

/// How somebody goes: the forms of transportation that a trip may have.
package enum TravelForm: String, Sendable, Hashable, CaseIterable {
    case walking
    case running
    case biking
    case scootering
    case eBike = "e_bike"
    case eScooter = "e_scooter"
    case segway
    case car
    case suv
    case electricCar = "electric_car"
    case hybridCar = "hybrid_car"
    case motorcycle
    case bus
    case subway
    case train
    case plane
    case publicTransport = "public_transport"

    /// Whether one is out on foot, where a night has its own dangers.
    package var isOnFoot: Bool { self == .walking || self == .running }

    /// Whether a vehicle of one's own has its fuel shared by those in it.
    package var hasOccupants: Bool {
        switch self {
        case .car, .suv, .electricCar, .hybridCar, .motorcycle: true
        default: false
        }
    }

    /// What nobody is faster than on the mean, in metres a second: a little more than what the best have done, or than
    /// what the fastest of its kind goes at.
    package var greatestMetersPerSecond: Double {
        switch self {
        case .walking: 5
        case .running: 11
        case .scootering, .segway: 15
        case .biking, .eBike, .eScooter: 25
        case .bus, .subway: 50
        case .car, .suv, .electricCar, .hybridCar, .motorcycle: 90
        case .train, .publicTransport: 170
        case .plane: 340
        }
    }

    /// The form that what is seen of a leg stands for; the next look may tell it more closely.
    package init(seenAs mode: TransportMode) {
        self =
            switch mode {
            case .walk: .walking
            case .bike: .biking
            case .drive: .car
            case .rail: .train
            case .plane: .plane
            }
    }
}

/// What a vehicle runs on.
package enum Fuel: String, Sendable, Hashable, CaseIterable {
    case gasoline
    /// A tenth of ethanol, whose carbon was in the air the year before.
    case e10
    case diesel
    case electricity
}
