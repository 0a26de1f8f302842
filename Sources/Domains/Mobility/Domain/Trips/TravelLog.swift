internal import Geodesy
package import Timekeeping

/// All trips of one person, with what they are reckoned by.
///
/// A value: a change is made to a copy, which takes the place of the log once it is on disk. Each score is
/// reckoned from its leg when the leg changes, and the total is the sum of all, so that no order of
/// corrections can make them differ.
package struct TravelLog: Sendable {
    /// By their ids.
    package private(set) var trips: [String: Trip] = [:]
    /// Vehicles by their ids.
    package var vehicles: [String: Vehicle] = [:]
    package var settings = TravelSettings()
    /// Times of trips that were found in fixes and taken out by their owner: nothing is found there again.
    package private(set) var silenced: [ClosedRange<Timestamp>] = []
    /// Up to when fixes have been told apart into trips for good.
    package var settledTo: Timestamp?
    /// What fixes told of the time between trips.
    package private(set) var stays: [Stay] = []
    /// What all trips spared.
    package private(set) var total = Grams.zero
    /// What has to be written.
    package private(set) var changes = Changes()

    /// What was changed since the log was read.
    package struct Changes: Sendable, Hashable {
        /// Ids of trips that are new or other than they were.
        package var written: Set<String> = []
        /// Ids of trips that are no more.
        package var removed: Set<String> = []
        /// Whether anything else was changed.
        package var isProfileChanged = false

        package var isEmpty: Bool { written.isEmpty && removed.isEmpty && !isProfileChanged }
    }

    /// How many trips somebody may have: 27 a day for ten years.
    package static let limit = 100_000

    /// An empty log.
    package init() {}

    /// A log as it was kept.
    package init(
        trips: [Trip],
        vehicles: [Vehicle],
        settings: TravelSettings,
        silenced: [ClosedRange<Timestamp>],
        stays: [Stay],
        settledTo: Timestamp?
    ) {
        self.trips = Dictionary(trips.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        self.vehicles = Dictionary(
            vehicles.map { ($0.id, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        (self.settings, self.silenced, self.stays) = (settings, silenced, stays)
        self.settledTo = settledTo
        total = self.trips.values.reduce(.zero) { $0 + $1.avoided }
    }

    /// The trip that goes on; nil for none.
    package var ongoing: Trip? { trips.values.first { $0.state == .ongoing } }

    /// The trips that began in a time, the earliest first.
    ///
    /// - Parameters:
    ///   - from: Inclusive.
    ///   - to: Exclusive.
    package func trips(from: Timestamp?, to: Timestamp?, form: TravelForm? = nil) -> [Trip] {
        trips.values.filter { trip in
            if let from, trip.startedAt < from { return false }
            if let to, trip.startedAt >= to { return false }
            return form.map { form in trip.legs.contains { $0.form == form } } ?? true
        }.sorted { ($0.startedAt, $0.id) < ($1.startedAt, $1.id) }
    }

    /// The log once its changes are on disk.
    package func written() -> TravelLog {
        var log = self
        log.changes = Changes()
        return log
    }

    /// Notes that vehicles, settings or stays are other than they were.
    package mutating func touchProfile() { changes.isProfileChanged = true }

    // MARK: The only ways in and out

    mutating func put(_ trip: Trip) {
        total -= trips[trip.id]?.avoided ?? .zero
        total += trip.avoided
        guard trips[trip.id] != trip else { return }
        trips[trip.id] = trip
        changes.written.insert(trip.id)
        changes.removed.remove(trip.id)
    }

    mutating func take(_ id: String) {
        guard let trip = trips.removeValue(forKey: id) else { return }
        total -= trip.avoided
        changes.written.remove(id)
        changes.removed.insert(id)
    }

    mutating func silence(_ range: ClosedRange<Timestamp>) {
        silenced.append(range)
        // The oldest go first: their fixes went long ago.
        if silenced.count > Self.silenceLimit { silenced.removeFirst() }
        touchProfile()
    }

    private static let silenceLimit = 1_000
    /// So many stays and gaps are kept, the latest ones: those of half a year or more.
    private static let stayLimit = 2_000

    mutating func removeStays(where isGone: (Stay) -> Bool) {
        let kept = stays.filter { !isGone($0) }
        guard kept.count < stays.count else { return }
        stays = kept
        touchProfile()
    }

    mutating func replaceStays(from: Timestamp, to: Timestamp, with fresh: [Stay]) {
        let others = stays.filter { $0.to <= from || $0.from >= to }
        let sorted = (others + fresh).sorted { $0.from < $1.from }.suffix(Self.stayLimit)
        guard Array(sorted) != stays else { return }
        stays = Array(sorted)
        touchProfile()
    }
}

/// Why a trip is not changed.
package enum TripFault: Error, Sendable, Hashable {
    /// There is no such trip.
    case unknownTrip(String)
    /// Another one goes on.
    case alreadyOngoing(String)
    /// It ended before.
    case notOngoing(String)
    /// It goes on; it has to end first.
    case stillOngoing(String)
    /// There is no such vehicle.
    case unknownVehicle(String)
    /// A member is none of what it may be: its name, its value in words, and what is allowed.
    case badMember(name: String, value: String, allowed: String)
    /// A trip has several legs, and it is not said which one is meant; how many.
    case legUntold(Int)
    /// The ids of a merge are less than two, or one is there twice.
    case nothingToMerge
    /// Another trip lies between those that are merged.
    case notNeighbours(String)
    /// There are as many trips as there may be.
    case tooMany(Int)
    /// No factor says what the form gives off.
    case noFactor(TravelForm)
}
