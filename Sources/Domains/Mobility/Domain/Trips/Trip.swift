package import Geodesy
package import Timekeeping

/// A way that somebody went, in legs.
package struct Trip: Sendable, Hashable {
    /// Whether it goes on.
    package enum State: String, Sendable, Hashable, CaseIterable {
        case ongoing, ended
    }

    /// How it came to be known.
    package enum Source: String, Sendable, Hashable, CaseIterable {
        /// Told by its owner.
        case manual
        /// Found in fixes.
        case auto
        /// Read from a file.
        case imported = "import"
    }

    /// What its owner did to its ends; what is computed anew leaves these as they are.
    package enum BoundaryEdit: String, Sendable, Hashable, CaseIterable {
        case times, merged, split
    }

    /// Its id among those of its owner.
    package let id: String
    package var state: State
    package var startedAt: Timestamp
    /// nil while it goes on.
    package var endedAt: Timestamp?
    /// The zone by whose clocks its day is told.
    package var timeZone: String
    /// One or more, in the order of time.
    package var legs: [Leg]
    package let source: Source
    /// In the order in which they were made.
    package var boundaryEdits: [BoundaryEdit]
    /// Whether its owner was told that it is night.
    package var isNightTold: Bool
    /// How many fixes told of it when it was found or measured last; nil where none did, or nobody counted.
    package var fixes: Int?
    /// The import that it was read from; nil where it was told otherwise, or joined with others.
    package var importNumber: String?
    /// Whether its owner began it, and nobody has said when it ended: fixes told that.
    package var endedItself = false

    /// A trip of its own.
    package init(
        id: String,
        state: State,
        startedAt: Timestamp,
        endedAt: Timestamp?,
        timeZone: String,
        legs: [Leg],
        source: Source,
        boundaryEdits: [BoundaryEdit] = [],
        isNightTold: Bool = false
    ) {
        (self.id, self.state, self.startedAt) = (id, state, startedAt)
        (self.endedAt, self.timeZone, self.legs) = (endedAt, timeZone, legs)
        (self.source, self.boundaryEdits, self.isNightTold) = (source, boundaryEdits, isNightTold)
    }

    /// What its legs spared together.
    package var avoided: Grams { legs.reduce(.zero) { $0 + ($1.score?.avoided ?? .zero) } }

    /// How long its legs are together, in metres.
    package var meters: Double { legs.reduce(0) { $0 + $1.meters } }

    /// Whether its owner had a hand in it: it stays as it is, whatever fixes tell later.
    package var isCorrected: Bool {
        source != .auto || !boundaryEdits.isEmpty || legs.contains { $0.isCorrected }
    }

    /// Whether it is a past trip that its owner told as another one is told, and nothing was changed since.
    func isToldAs(_ other: Trip) -> Bool {
        guard source == .manual, other.source == .manual, state == .ended, other.state == .ended,
            startedAt == other.startedAt, endedAt == other.endedAt, boundaryEdits.isEmpty,
            other.boundaryEdits.isEmpty, legs.count == 1, other.legs.count == 1
        else { return false }
        let (one, two) = (legs[0], other.legs[0])
        let isSameLength = one.meters == two.meters || isMeasured && other.isMeasured
        return isSameLength && one.form == two.form && one.vehicle == two.vehicle
            && one.occupants == two.occupants && one.replaced == two.replaced
    }

    /// Whether it has a moment in common with a time; ends alone are none.
    package func overlaps(from: Timestamp, to: Timestamp) -> Bool {
        startedAt < to && from < (endedAt ?? Timestamp(millisecondsSince1970: .max))
    }

    /// How many legs a trip has at most.
    package static let legLimit = 200
}

/// What of a trip was gone in one form.
package struct Leg: Sendable, Hashable {
    /// Who says how one went.
    package enum ModeSource: String, Sendable, Hashable, CaseIterable {
        /// The owner.
        case user
        /// The owner's default, since nothing else was told.
        case byDefault = "default"
        /// Speeds, turns and stops.
        case inferred
    }

    /// Where a length comes from.
    package enum DistanceSource: String, Sendable, Hashable, CaseIterable {
        /// Along the roads that the fixes follow.
        case matched
        /// From fix to fix, without their noise.
        case fixes
        /// Told by the owner.
        case manual
    }

    package var form: TravelForm
    package var modeSource: ModeSource
    /// How likely the form is beside the others, 0 to 1; nil unless it was inferred.
    package var confidence: Double?
    /// The vehicle, by its id among the owner's.
    package var vehicle: String?
    package var from: Timestamp
    /// nil while it goes on.
    package var to: Timestamp?
    /// In metres.
    package var meters: Double
    package var distanceSource: DistanceSource
    /// The share of its length that lies on roads; nil where no roads were asked.
    package var matchedFraction: Double?
    /// How many were in the vehicle.
    package var occupants: Int
    /// What it took the place of; nil where nobody told.
    package var replaced: TravelForm?
    /// From its first place to its last; empty where none is known.
    package var line: [Coordinate]
    /// nil while it goes on.
    package var score: LegScore?

    /// A leg without corrections and score.
    package init(
        form: TravelForm,
        modeSource: ModeSource,
        from: Timestamp,
        to: Timestamp?,
        meters: Double,
        distanceSource: DistanceSource,
        line: [Coordinate] = []
    ) {
        (self.form, self.modeSource, self.from, self.to) = (form, modeSource, from, to)
        (self.meters, self.distanceSource, self.line) = (meters, distanceSource, line)
        occupants = 1
    }

    /// Whether its owner had a hand in it.
    package var isCorrected: Bool {
        modeSource == .user || distanceSource == .manual || occupants != 1 || replaced != nil
    }

    /// The greatest length that may be told, in metres: round the Earth.
    package static let meterLimit = 40_075_017.0
    /// How many may be in a vehicle.
    package static let occupantRange = 1...100
}

/// A time at one place, or one of which nobody knows.
package struct Stay: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        case stay, gap
    }

    package var from: Timestamp
    package var to: Timestamp
    /// Where; of a gap where it began.
    package var place: Coordinate
    /// How far around fixes lie, in metres; of a gap how far its ends lie apart.
    package var radiusMeters: Double
    package var kind: Kind
    /// How many fixes there were in and around it when it was found; nil where nobody counted.
    package var fixes: Int?
    /// The import that it was read from; nil where it was told otherwise.
    package var importNumber: String?

    /// A stay that nobody has counted.
    package init(
        from: Timestamp,
        to: Timestamp,
        place: Coordinate,
        radiusMeters: Double,
        kind: Kind
    ) {
        (self.from, self.to, self.place) = (from, to, place)
        (self.radiusMeters, self.kind) = (radiusMeters, kind)
    }
}
