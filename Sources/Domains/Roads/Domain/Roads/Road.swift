public import Datasets
public import Geodesy

extension DatasetKind {
    /// Roads, streets and paths.
    public static let roads = DatasetKind(rawValue: "roads")
}

/// A road, or a stretch of one, on which one can walk or drive.
///
/// Roads meet where they have a place in common (``RoadNetwork``).
public struct Road: Sendable, Hashable, Identifiable {
    /// The dataset that it came with.
    public let dataset: DatasetName
    /// Names it within its dataset: the number of a way in OpenStreetMap, say.
    public let key: String
    /// What it is called, as signs have it.
    public var name: String?
    /// Its number, such as `I-395` or `A 8`.
    public var number: String?
    /// What it is built for.
    public var kind: RoadKind
    /// Which way one may drive.
    public var driving: Passage
    /// Which way one may walk.
    public var walking: Passage
    /// Whether those alone may drive there who begin or end there, such as residents and deliveries.
    public var isDrivingLimited: Bool
    /// How fast one drives, in km/h; nil where the file does not say.
    public var speedKilometersPerHour: Double?
    /// Whether it goes round an island, one way.
    public var isRoundabout: Bool
    /// Its places, two or more, in the order that `along` goes.
    public var line: [Coordinate]
    /// What drivers who come along it may not do.
    public var turnRules: [TurnRule]
    /// What stands across it.
    public var barriers: [RoadBarrier]

    /// Names it across datasets: `monaco.4097656`.
    public var id: String { "\(dataset).\(key)" }

    /// A road with all its members.
    ///
    /// - Parameter line: Two places or more.
    public init(
        dataset: DatasetName,
        key: String,
        name: String? = nil,
        number: String? = nil,
        kind: RoadKind,
        driving: Passage? = nil,
        walking: Passage? = nil,
        isDrivingLimited: Bool = false,
        speedKilometersPerHour: Double? = nil,
        isRoundabout: Bool = false,
        line: [Coordinate],
        turnRules: [TurnRule] = [],
        barriers: [RoadBarrier] = []
    ) {
        self.dataset = dataset
        self.key = key
        self.name = name
        self.number = number
        self.kind = kind
        self.driving = driving ?? (kind.isForDriving ? .both : .closed)
        self.walking = walking ?? (kind.isForWalking ? .both : .closed)
        self.isDrivingLimited = isDrivingLimited
        self.speedKilometersPerHour = speedKilometersPerHour
        self.isRoundabout = isRoundabout
        self.line = line
        self.turnRules = turnRules
        self.barriers = barriers
    }

    /// What it is called in directions, where it has a name or a number.
    public var title: String? { name ?? number }
}

/// Which way one may go on a road.
public enum Passage: String, Sendable, Hashable, CaseIterable {
    /// Either way.
    case both
    /// In the order of its places alone.
    case along
    /// Against the order of its places alone.
    case against
    /// Neither way.
    case closed

    /// The same road seen from its other end.
    public var reversed: Passage {
        switch self {
        case .along: .against
        case .against: .along
        default: self
        }
    }
}

/// What stands across a road: a bollard, a wall, a gate that is locked.
public struct RoadBarrier: Sendable, Hashable {
    /// One of the road's places.
    public let place: Coordinate
    /// Who does not pass.
    public let modes: Set<TravelMode>

    /// A barrier with all its members.
    public init(place: Coordinate, modes: Set<TravelMode>) {
        self.place = place
        self.modes = modes
    }
}

/// What drivers who come along a road may not do at a junction.
public struct TurnRule: Sendable, Hashable {
    /// Where the junction is: one of the road's places.
    public let place: Coordinate
    /// The road that it speaks of, by its key in the same dataset.
    public let roadKey: String
    /// Whether one has to turn into that road; else one must not.
    public let isMandatory: Bool
    /// The roads in between, by their keys, for those who come along all of them; none where the
    /// two roads meet.
    public let via: [String]

    /// A rule with all its members.
    public init(place: Coordinate, via: [String] = [], roadKey: String, isMandatory: Bool) {
        self.place = place
        self.via = via
        self.roadKey = roadKey
        self.isMandatory = isMandatory
    }
}

/// What Ways needs of a durable store.
public protocol RoadStore: Sendable {
    /// Hands over the roads of every published dataset in batches, in no stated order.
    func forEachRoad(_ visit: @Sendable ([Road]) throws -> Void) async throws
}
