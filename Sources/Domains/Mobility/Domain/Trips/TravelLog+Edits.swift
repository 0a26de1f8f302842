internal import Agenda
internal import Geodesy
package import Timekeeping

/// What its owner may tell of a trip.
package struct TripDraft: Sendable, Hashable {
    package var form: TravelForm?
    package var vehicle: String?
    package var startedAt: Timestamp?
    package var endedAt: Timestamp?
    package var meters: Double?
    package var occupants: Int?
    package var replaced: TravelForm?
    /// Whether what a leg took the place of is no longer told.
    package var isReplacedUntold = false
    /// Which leg form, vehicle, length and occupants are of, from 0; nil for the only one.
    package var leg: Int?

    /// Nothing told.
    package init() {}

    /// Whether anything is told by which a speed is other than it was.
    var isOfPace: Bool {
        form != nil || vehicle != nil || meters != nil || startedAt != nil || endedAt != nil
    }

    /// Whether anything of a leg is told.
    var isOfLeg: Bool {
        form != nil || vehicle != nil || meters != nil || occupants != nil || replaced != nil
            || isReplacedUntold
    }
}

/// What edits need besides the log.
package struct EditContext: Sendable {
    package let rule: ScoreRule
    package let now: Timestamp
    /// The id of a trip that comes to be.
    package let freshID: String

    /// A context with all its members.
    package init(rule: ScoreRule, now: Timestamp, freshID: String) {
        (self.rule, self.now, self.freshID) = (rule, now, freshID)
    }
}

extension TravelLog {
    /// Starts a trip, or adds a past one.
    ///
    /// A trip with an end is past; one without goes on, and only one may. A past trip that is there already, told by the
    /// same members, is not added again; trips that were found where it lies go, so that what was gone counts once.
    ///
    /// - Returns: The trip.
    /// - Throws: ``TripFault``; nothing was changed then.
    package mutating func add(
        _ draft: TripDraft,
        in context: EditContext,
        source: Trip.Source = .manual
    ) throws(TripFault) -> Trip {
        guard trips.count < Self.limit else { throw .tooMany(Self.limit) }
        if draft.endedAt == nil, let other = ongoing { throw .alreadyOngoing(other.id) }
        let start = draft.startedAt ?? draft.endedAt ?? context.now
        let vehicle = draft.vehicle ?? (draft.form == nil ? settings.defaultVehicle : nil)
        let known = try vehicle.map { id throws(TripFault) in try self.vehicle(id) }
        let told = draft.form != nil || draft.vehicle != nil
        var leg = Leg(
            form: draft.form ?? known?.form ?? settings.defaultForm,
            modeSource: told ? .user : .byDefault,
            from: start,
            to: draft.endedAt,
            meters: 0,
            distanceSource: .manual
        )
        leg.vehicle = vehicle
        let trip = Trip(
            id: context.freshID,
            state: draft.endedAt == nil ? .ongoing : .ended,
            startedAt: start,
            endedAt: draft.endedAt,
            timeZone: settings.timeZone,
            legs: [leg],
            source: source
        )
        var rest = draft
        (rest.form, rest.vehicle, rest.startedAt, rest.endedAt) = (nil, nil, nil, nil)
        rest.leg = nil
        try checkTimes(start, draft.endedAt, context.now)
        let made = try scored(try checked(try changed(trip, by: rest)), in: context)
        if let same = trips.values.first(where: { $0.isToldAs(made) }) { return same }
        put(made)
        replaceFound(by: made)
        return made
    }

    /// Ends the trip that goes on: the score is reckoned, and the total has it.
    ///
    /// One that ended by itself stays as it is, unless its owner says when it ended.
    ///
    /// - Parameters:
    ///   - seen: What fixes tell of its way between its ends; nil where they tell nothing.
    /// - Throws: ``TripFault``; nothing was changed then.
    package mutating func end(
        _ id: String,
        _ draft: TripDraft,
        seen: SeenWay?,
        in context: EditContext
    ) throws(TripFault) -> Trip {
        var trip = try known(id)
        guard trip.state == .ongoing || trip.endedItself else { throw .notOngoing(id) }
        var rest = draft
        rest.startedAt = nil
        rest.endedAt = nil
        let end = draft.endedAt ?? trip.endedAt ?? context.now
        try checkTimes(trip.startedAt, end, context.now)
        (trip.state, trip.endedAt, trip.endedItself) = (.ended, end, false)
        // What was found in fixes ends where its owner says, whatever these tell later.
        if trip.source == .auto { trip.boundaryEdits.append(.times) }
        let last = trip.legs.count - 1
        trip.legs[last].to = end
        if let seen, draft.meters == nil, trip.isMeasured { trip.take(seen) }
        if rest.isOfLeg, rest.leg == nil { rest.leg = last }
        let made = try scored(try checked(try changed(trip, by: rest)), in: context)
        put(made)
        replaceFound(by: made)
        return made
    }

    /// Corrects a trip: the old score goes out of the total, and the new one comes in.
    ///
    /// - Throws: ``TripFault``; nothing was changed then.
    package mutating func patch(
        _ id: String,
        _ draft: TripDraft,
        in context: EditContext
    ) throws(TripFault) -> Trip {
        var trip = try known(id)
        if draft.startedAt != nil || draft.endedAt != nil {
            guard trip.state == .ended || draft.endedAt == nil else { throw .stillOngoing(id) }
            let (start, end) = (draft.startedAt ?? trip.startedAt, draft.endedAt ?? trip.endedAt)
            try checkTimes(start, end, context.now)
            trip = trip.within(start, end)
            trip.boundaryEdits.append(.times)
            // What was measured between other ends is to be measured anew.
            (trip.endedItself, trip.fixes) = (false, nil)
        }
        var made = try changed(trip, by: draft)
        if draft.isOfPace { made = try checked(made) }
        made = try scored(made, in: context)
        put(made)
        if draft.startedAt != nil || draft.endedAt != nil { replaceFound(by: made) }
        return made
    }

    /// Takes a trip out; its score goes with it.
    ///
    /// - Throws: ``TripFault/unknownTrip(_:)``.
    package mutating func remove(_ id: String) throws(TripFault) {
        let trip = try known(id)
        if trip.source == .auto, let end = trip.endedAt { silence(trip.startedAt...end) }
        take(id)
    }

    /// Makes one trip of several that follow one another.
    ///
    /// It has the id of the earliest, and all their legs.
    ///
    /// - Throws: ``TripFault``; nothing was changed then.
    package mutating func merge(
        _ ids: [String],
        in context: EditContext
    ) throws(TripFault) -> Trip {
        guard ids.count > 1, Set(ids).count == ids.count else { throw .nothingToMerge }
        var parts: [Trip] = []
        for id in ids { parts.append(try known(id)) }
        parts.sort { ($0.startedAt, $0.id) < ($1.startedAt, $1.id) }
        if let open = parts.first(where: { $0.state == .ongoing }) { throw .stillOngoing(open.id) }
        let legs = parts.reduce(0) { $0 + $1.legs.count }
        guard legs <= Trip.legLimit else {
            throw .badMember(
                name: "ids",
                value: "trips of \(legs) legs",
                allowed: "at most \(Trip.legLimit) legs together"
            )
        }
        guard var whole = parts.first, let last = parts.last, let end = last.endedAt else {
            throw .nothingToMerge
        }
        let between = trips.values.first { trip in
            !ids.contains(trip.id) && trip.startedAt > whole.startedAt
                && trip.startedAt < last.startedAt
        }
        if let between { throw .notNeighbours(between.id) }
        let lastEnd = parts.reduce(end) { max($0, $1.endedAt ?? $0) }
        guard lastEnd.milliseconds(since: whole.startedAt) <= Self.longestMilliseconds else {
            throw .badMember(
                name: "ids",
                value: "trips from \(whole.startedAt.rfc3339) to \(lastEnd.rfc3339)",
                allowed: "at most 31 days from the start of the first to the end of the last"
            )
        }
        whole.endedAt = lastEnd
        if parts.contains(where: { $0.importNumber != whole.importNumber }) {
            whole.importNumber = nil
        }
        (whole.fixes, whole.endedItself) = (nil, false)
        whole.legs = parts.flatMap(\.legs)
        whole.boundaryEdits = parts.flatMap(\.boundaryEdits) + [.merged]
        for part in parts.dropFirst() { take(part.id) }
        put(whole)
        return whole
    }

    /// Makes two trips of one.
    ///
    /// The leg in which the moment lies is parted with it: its line at the place where it was then, its
    /// length in the same share; each part is scored anew.
    ///
    /// - Returns: The earlier part, which keeps the id, and the later one.
    /// - Throws: ``TripFault``; nothing was changed then.
    package mutating func split(
        _ id: String,
        at moment: Timestamp,
        in context: EditContext
    ) throws(TripFault) -> (Trip, Trip) {
        let trip = try known(id)
        guard trips.count < Self.limit else { throw .tooMany(Self.limit) }
        guard let end = trip.endedAt else { throw .stillOngoing(id) }
        guard moment > trip.startedAt, moment < end else {
            throw .badMember(
                name: "at",
                value: moment.rfc3339,
                allowed: "a moment between \(trip.startedAt.rfc3339) and \(end.rfc3339)"
            )
        }
        let (before, after) = trip.parted(at: moment)
        var first = trip
        first.endedAt = moment
        first.legs = before
        first.boundaryEdits.append(.split)
        (first.fixes, first.endedItself) = (nil, false)
        var second = Trip(
            id: context.freshID,
            state: .ended,
            startedAt: moment,
            endedAt: end,
            timeZone: trip.timeZone,
            legs: after,
            source: trip.source,
            boundaryEdits: first.boundaryEdits
        )
        second.importNumber = trip.importNumber
        let (one, other) = (try scored(first, in: context), try scored(second, in: context))
        put(one)
        put(other)
        return (one, other)
    }

    /// Reckons all ended trips anew, by today's factors, vehicles and baseline: only when asked for.
    ///
    /// - Throws: ``TripFault``; nothing was changed then.
    package mutating func rescoreAll(in context: EditContext) throws(TripFault) {
        var fresh: [Trip] = []
        for trip in trips.values where trip.state == .ended {
            fresh.append(try scored(trip, in: context))
        }
        for trip in fresh { put(trip) }
    }

    // MARK: Parts

    func known(_ id: String) throws(TripFault) -> Trip {
        guard let trip = trips[id] else { throw .unknownTrip(id) }
        return trip
    }

    private func vehicle(_ id: String) throws(TripFault) -> Vehicle {
        guard let vehicle = vehicles[id] else { throw .unknownVehicle(id) }
        return vehicle
    }

    /// The trip with what a draft tells of a leg.
    private func changed(_ trip: Trip, by draft: TripDraft) throws(TripFault) -> Trip {
        guard draft.isOfLeg else { return trip }
        var trip = trip
        guard draft.leg != nil || trip.legs.count == 1 else { throw .legUntold(trip.legs.count) }
        let index = draft.leg ?? 0
        guard trip.legs.indices.contains(index) else {
            throw .badMember(
                name: "leg",
                value: "\(index)",
                allowed: "the number of a leg, 0 to \(trip.legs.count - 1)"
            )
        }
        if let id = draft.vehicle {
            let vehicle = try vehicle(id)
            if let form = draft.form, form != vehicle.form {
                throw .badMember(
                    name: "mode",
                    value: form.rawValue,
                    allowed: "\(vehicle.form.rawValue), which the vehicle is for, or left out"
                )
            }
            trip.legs[index].vehicle = id
            trip.legs[index].form = vehicle.form
            trip.legs[index].modeSource = .user
        } else if let form = draft.form {
            if let id = trip.legs[index].vehicle, vehicles[id]?.form != form {
                trip.legs[index].vehicle = nil
            }
            trip.legs[index].form = form
            trip.legs[index].modeSource = .user
        }
        if trip.legs[index].modeSource == .user { trip.legs[index].confidence = nil }
        if let meters = draft.meters {
            guard meters >= 0, meters <= Leg.meterLimit else {
                throw .badMember(
                    name: "distance_m",
                    value: "\(meters)",
                    allowed: "0 to \(Int(Leg.meterLimit))"
                )
            }
            trip.legs[index].meters = meters
            trip.legs[index].distanceSource = .manual
        }
        if let occupants = draft.occupants {
            guard Leg.occupantRange.contains(occupants) else {
                throw .badMember(
                    name: "occupants",
                    value: "\(occupants)",
                    allowed: "\(Leg.occupantRange.lowerBound) to \(Leg.occupantRange.upperBound)"
                )
            }
            trip.legs[index].occupants = occupants
        }
        if draft.isReplacedUntold { trip.legs[index].replaced = nil }
        if let replaced = draft.replaced { trip.legs[index].replaced = replaced }
        return trip
    }

    /// The trip with the scores of its legs, once it has ended.
    func scored(_ trip: Trip, in context: EditContext) throws(TripFault) -> Trip {
        guard trip.state == .ended else { return trip }
        var trip = trip
        for index in trip.legs.indices {
            let leg = trip.legs[index]
            var journey = Journey(form: leg.form, meters: leg.meters, day: day(of: leg.from, trip))
            journey.vehicle = leg.vehicle.flatMap { vehicles[$0] }
            journey.occupants = leg.occupants
            journey.start = leg.line.first ?? trip.legs.lazy.compactMap(\.line.first).first
            journey.replaced = leg.replaced
            journey.ownCar = settings.baseline.flatMap { vehicles[$0] }
            guard let score = context.rule.score(of: journey) else { throw .noFactor(leg.form) }
            trip.legs[index].score = score
        }
        return trip
    }

    private func day(of moment: Timestamp, _ trip: Trip) -> CivilDate {
        (ZoneRules(named: trip.timeZone) ?? ZoneRules(named: "UTC"))?.wallTime(at: moment).day
            ?? CivilDate(daysSince1970: moment.millisecondsSince1970 / 86_400_000)
    }
}
