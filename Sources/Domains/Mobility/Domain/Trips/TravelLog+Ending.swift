package import Geodesy
package import Timekeeping
package import Trajectories

/// What fixes tell of the way of a trip whose ends are told.
package struct SeenWay: Sendable, Hashable {
    /// In metres.
    package let meters: Double
    package let line: [Coordinate]
    /// How many fixes there are.
    package let fixes: Int

    /// A way with all its members.
    package init(meters: Double, line: [Coordinate], fixes: Int) {
        (self.meters, self.line, self.fixes) = (meters, line, fixes)
    }
}

// MARK: Trips that are found

extension TravelLog {
    /// Lets a trip go on and end by what fixes tell that its owner corrected while it goes on, or of which some fixes
    /// are gone. What is known of it stays; what was gone since then is added.
    mutating func followCorrected(
        _ itinerary: Itinerary,
        to: Timestamp,
        in context: FindingContext
    ) throws(TripFault) {
        guard let trip = ongoing, trip.source == .auto,
            trip.isCorrected || !isWhole(trip, to: to, in: context)
        else { return }
        let seen = max(trip.legs[trip.legs.count - 1].from, settledTo ?? trip.startedAt)
        let found = continuation(of: trip, in: itinerary, seen: seen)
        var followed = trip
        if let found {
            let fresh = legs(of: itinerary.trips[found], found, in: context)
            followed = trip.goingOn(seen: seen, with: fresh)
            if context.goesOn(itinerary.trips[found], itinerary) { return put(followed) }
            followed.end(at: itinerary.trips[found].to)
        } else if let rest = rests(after: trip, itinerary).first {
            followed.end(at: min(rest.from, max(seen, trip.startedAt)))
        } else if context.isOver || isLeft(trip, itinerary, seen: seen) {
            followed.end(at: seen)
        } else {
            return
        }
        followed.fixes = context.moments?.count(
            around: followed.startedAt,
            followed.endedAt ?? to
        )
        put(
            try scored(
                followed,
                in: EditContext(rule: context.rule, now: to, freshID: followed.id)
            )
        )
    }

    /// Ends a trip that was found and goes on, of which no fixes will tell any more: where it was seen last.
    ///
    /// - Returns: The trip; nil where none goes on.
    /// - Throws: ``TripFault``; nothing was changed then.
    package mutating func endUnseen(in context: EditContext) throws(TripFault) -> Trip? {
        guard var trip = ongoing, trip.source == .auto else { return nil }
        trip.end(at: settledTo ?? trip.startedAt)
        let made = try scored(trip, in: context)
        put(made)
        return made
    }

    /// Longer than this, in milliseconds, nobody knows whether a trip goes on.
    private static let darkMilliseconds = Int64(SegmentingRules().gapSeconds * 1000)

    /// The number of the trip by which one that goes on is seen again; nil for none.
    private func continuation(
        of trip: Trip,
        in itinerary: Itinerary,
        seen: Timestamp
    ) -> Int? {
        let rest = rests(after: trip, itinerary).first
        return itinerary.trips.firstIndex { found in
            found.to > trip.startedAt
                && found.from.milliseconds(since: seen) <= Self.darkMilliseconds
                && (rest.map { found.from < $0.from } ?? true)
        }
    }

    /// Whether fixes go on long after a trip was seen last.
    private func isLeft(_ trip: Trip, _ itinerary: Itinerary, seen: Timestamp) -> Bool {
        itinerary.trips.contains { $0.from.milliseconds(since: seen) > Self.darkMilliseconds }
    }

    /// The stays and gaps that begin after a trip began, the earliest first: those of an itinerary, and those that
    /// are kept of other times.
    private func rests(after trip: Trip, _ itinerary: Itinerary) -> [Stay] {
        let fresh = itinerary.restTimes
        let begin = itinerary.begin
        let others = stays.filter { stay in
            stay.importNumber == nil && (begin.map { stay.to <= $0 } ?? true)
        }
        return (others + fresh).filter { $0.from > trip.startedAt }.sorted { $0.from < $1.from }
    }
}

extension Itinerary {
    /// When it begins; nil for one of nothing.
    fileprivate var begin: Timestamp? {
        switch segments.first {
        case .trip(let trip): trip.from
        case .stay(let stay): stay.from
        case .gap(let gap): gap.from
        case nil: nil
        }
    }
}

extension Trip {
    /// The trip with what was gone since it was seen last. The leg in which that was goes on in its form.
    fileprivate func goingOn(seen: Timestamp, with legs: [Leg]) -> Trip {
        var trip = self
        for var leg in legs {
            let end = leg.to ?? leg.from
            guard end > seen else { continue }
            let last = trip.legs.count - 1
            guard leg.from < seen || trip.legs.count == Self.legLimit else {
                trip.legs[last].to = trip.legs[last].to ?? min(seen, leg.from)
                trip.legs.append(leg)
                continue
            }
            if leg.from < seen {
                let whole = Double(end.milliseconds(since: leg.from))
                let share = Double(seen.milliseconds(since: leg.from)) / whole
                leg.line = TravelLine.parted(leg.line, share: share).1
                leg.meters *= 1 - share
            }
            trip.legs[last].line += leg.line
            trip.legs[last].to = nil
            guard trip.legs[last].distanceSource != .manual else { continue }
            trip.legs[last].meters += leg.meters
            trip.legs[last].distanceSource = .fixes
        }
        trip.legs[trip.legs.count - 1].to = nil
        return trip
    }

    /// Ends the trip, at a moment that is not before its last leg.
    fileprivate mutating func end(at moment: Timestamp) {
        let end = max(moment, legs[legs.count - 1].from)
        (state, endedAt) = (.ended, end)
        legs[legs.count - 1].to = end
    }
}

// MARK: Trips that are told

extension TravelLog {
    /// Ends the trip that its owner began and forgot to end: where a stay follows on the way, or no fix came for long, as
    /// with a trip that is found.
    ///
    /// - Parameters:
    ///   - itinerary: What the fixes tell from its start on.
    ///   - leastStaySeconds: How long a stay lasts that ends it. Where trips are found by themselves any stay does: the way
    ///     on is found as a trip of its own. Elsewhere nothing else would tell the way on, and a wait is a part of it.
    ///   - isOver: Whether no fix came for so long that a trip at the very end has ended.
    ///   - measure: The way between two moments, by the fixes.
    /// - Returns: The trip where it has ended now.
    /// - Throws: ``TripFault``; nothing was changed then.
    package mutating func endForgotten(
        _ itinerary: Itinerary,
        leastStaySeconds: Double,
        isOver: Bool,
        in context: EditContext,
        measure: (Timestamp, Timestamp) -> SeenWay?
    ) throws(TripFault) -> Trip? {
        guard var trip = ongoing, trip.source == .manual,
            let end = itinerary.end(
                ofTripFrom: trip.startedAt,
                leastStaySeconds: leastStaySeconds,
                isOver: isOver
            )
        else { return nil }
        trip.end(at: end)
        trip.endedItself = true
        if let seen = measure(trip.startedAt, end) { trip.take(seen) }
        let made = try scored(trip, in: context)
        put(made)
        replaceFound(by: made)
        return made
    }

    /// Measures a trip anew of which more fixes came than it was measured by: a dead zone held them up.
    ///
    /// - Returns: Whether it is other than it was.
    /// - Throws: ``TripFault``; nothing was changed then.
    package mutating func measure(
        _ id: String,
        by seen: SeenWay,
        in context: EditContext
    ) throws(TripFault) -> Bool {
        guard var trip = trips[id], trip.isMeasured, seen.fixes > trip.fixes ?? 0 else {
            return false
        }
        // Fixes that went since then are missed: what is left of the way is no better.
        if trip.fixes != nil, seen.meters < Self.measuredShare * trip.meters { return false }
        trip.take(seen)
        put(try scored(trip, in: context))
        return true
    }

    /// Late fixes may make a way so much shorter than it was reckoned without them.
    private static let measuredShare = 0.95

    /// Takes out trips that were found where one is told: what was gone counts once.
    mutating func replaceFound(by told: Trip) {
        guard told.source == .manual, let end = told.endedAt else { return }
        let found = trips.values.filter { trip in
            trip.source == .auto && !trip.isCorrected && trip.state == .ended
                && trip.overlaps(from: told.startedAt, to: end)
        }
        for trip in found { take(trip.id) }
    }
}

extension Trip {
    /// Whether its length is what fixes tell between its ends, or would be if there were any.
    package var isMeasured: Bool {
        guard source == .manual, state == .ended, legs.count == 1 else { return false }
        return legs[0].distanceSource == .fixes
            || legs[0].distanceSource == .manual && legs[0].meters == 0
    }

    /// Takes the length and the line that fixes tell.
    mutating func take(_ seen: SeenWay) {
        guard legs.count == 1 else { return }
        (legs[0].meters, legs[0].line, legs[0].distanceSource) = (seen.meters, seen.line, .fixes)
        fixes = seen.fixes
    }
}

extension Itinerary {
    /// When a trip ended that its owner began: with the stay or the gap that follows on the way; nil while it goes on.
    fileprivate func end(
        ofTripFrom start: Timestamp,
        leastStaySeconds: Double,
        isOver: Bool
    ) -> Timestamp? {
        var arrived: Timestamp?
        for segment in segments {
            switch segment {
            case .trip(let trip) where trip.to > start: arrived = trip.to
            case .trip: break
            case .stay(let stay):
                let seconds = Double(stay.to.milliseconds(since: stay.from)) / 1000
                if arrived != nil, seconds >= leastStaySeconds { return stay.from }
            case .gap(let gap):
                if arrived != nil, gap.reason == .dark { return gap.from }
            }
        }
        return isOver ? arrived : nil
    }
}
