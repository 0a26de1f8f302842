internal import Geodesy
package import Timekeeping
package import Trajectories

extension TravelLog {
    /// Takes over what fixes tell of a time, and leaves what its owner has corrected.
    ///
    /// A trip that was found before and is found again keeps its id; one that is not found again goes. Where
    /// a corrected trip lies, or one was taken out, nothing is found.
    ///
    /// - Parameters:
    ///   - itinerary: What the fixes of the time tell.
    ///   - from: Where the time begins.
    ///   - isOver: Whether a trip at its very end has ended; else it goes on.
    ///   - alongRoads: The length along roads of each leg of each trip, where it is whole, and which share of
    ///     its fixes lies there.
    ///   - freshID: Makes an id.
    /// - Throws: ``TripFault``; nothing was changed then.
    /// - Complexity: O(trips + found legs x factors)
    package mutating func take(
        _ itinerary: Itinerary,
        from: Timestamp,
        to: Timestamp,
        source: Trip.Source = .auto,
        isOver: Bool = true,
        alongRoads: [[(meters: Double?, fraction: Double)?]] = [],
        rule: ScoreRule,
        freshID: () -> String
    ) throws(TripFault) {
        var log = self
        let known = trips.values.filter { $0.overlaps(from: from, to: to) }
        var free = known.filter { !$0.isCorrected && $0.source == source }
        let kept = known.filter { $0.isCorrected || $0.source != source }
        let last: Timestamp? =
            if case .trip(let way)? = itinerary.segments.last { way.to } else { nil }
        for (number, found) in itinerary.trips.enumerated() {
            if kept.contains(where: { $0.overlaps(from: found.from, to: found.to) }) { continue }
            if silenced.contains(where: { $0.lowerBound < found.to && found.from < $0.upperBound })
            {
                continue
            }
            let same = free.indices.max {
                free[$0].shared(with: found) < free[$1].shared(with: found)
            }
            var id = freshID()
            if let same, free[same].shared(with: found) > 0 { id = free.remove(at: same).id }
            let goesOn = !isOver && found.to == last && !kept.contains { $0.state == .ongoing }
            var trip = Trip(
                id: id,
                state: goesOn ? .ongoing : .ended,
                startedAt: found.from,
                endedAt: goesOn ? nil : found.to,
                timeZone: settings.timeZone,
                legs: found.legs.prefix(Trip.legLimit).enumerated().map { index, leg in
                    let isKnown =
                        alongRoads.indices.contains(number)
                        && alongRoads[number].indices.contains(index)
                    return self.leg(of: leg, isKnown ? alongRoads[number][index] : nil)
                },
                source: source
            )
            if goesOn { trip.legs[trip.legs.count - 1].to = nil }
            trip.isNightTold = log.trips[id]?.isNightTold ?? false
            guard log.trips[id] != nil || log.trips.count < Self.limit else {
                throw .tooMany(Self.limit)
            }
            let context = EditContext(rule: rule, now: found.to, freshID: id)
            log.put(try log.scored(trip, in: context))
        }
        for lost in free { log.take(lost.id) }
        log.replaceStays(from: from, to: to, with: itinerary.restTimes)
        self = log
    }

    /// How far a line that is kept lies from the one that was gone at most, in metres.
    private static let keptMeters = 5.0

    private func leg(
        of found: Itinerary.Leg,
        _ road: (meters: Double?, fraction: Double)?
    ) -> Leg {
        let form = found.mode.map(TravelForm.init(seenAs:))
        let fallback = settings.defaultVehicle.flatMap { vehicles[$0] }
        var leg = Leg(
            form: form ?? fallback?.form ?? settings.defaultForm,
            modeSource: form == nil ? .byDefault : .inferred,
            from: found.from,
            to: found.to,
            meters: found.meters,
            distanceSource: .fixes,
            line: TravelLine.simplified(found.line, meters: Self.keptMeters)
        )
        if form != nil { leg.confidence = found.confidence }
        leg.matchedFraction = road?.fraction
        if let meters = road?.meters { (leg.meters, leg.distanceSource) = (meters, .matched) }
        // Whoever goes by the kind of their default vehicle goes by that vehicle.
        if let fallback, fallback.form == leg.form || leg.form == .car && fallback.kind == .car {
            (leg.vehicle, leg.form) = (fallback.id, fallback.form)
        }
        return leg
    }
}

extension TravelLog {
    /// Notes that somebody is told that it is night on a trip.
    ///
    /// - Returns: Whether they were not told before.
    package mutating func noteNight(of id: String) -> Bool {
        guard var trip = trips[id], !trip.isNightTold else { return false }
        trip.isNightTold = true
        put(trip)
        return true
    }
}

extension Trip {
    /// How many milliseconds it has in common with a trip that was found.
    fileprivate func shared(with found: Itinerary.Trip) -> Int64 {
        let end = min(endedAt ?? found.to, found.to)
        return max(0, end.milliseconds(since: max(startedAt, found.from)))
    }
}

extension Itinerary {
    /// Its stays and gaps, as they are kept.
    fileprivate var restTimes: [Mobility.Stay] {
        segments.compactMap { segment in
            switch segment {
            case .trip: nil
            case .stay(let stay):
                Mobility.Stay(
                    from: stay.from,
                    to: stay.to,
                    place: stay.place,
                    radiusMeters: stay.radius.meters,
                    kind: .stay
                )
            case .gap(let gap):
                Mobility.Stay(
                    from: gap.from,
                    to: gap.to,
                    place: gap.before,
                    radiusMeters: gap.distance.meters,
                    kind: .gap
                )
            }
        }
    }
}
