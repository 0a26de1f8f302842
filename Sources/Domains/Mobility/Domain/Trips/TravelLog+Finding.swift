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
    ///   - freshID: Makes an id.
    /// - Throws: ``TripFault``; nothing was changed then.
    /// - Complexity: O(trips + found legs x factors)
    package mutating func take(
        _ itinerary: Itinerary,
        from: Timestamp,
        to: Timestamp,
        source: Trip.Source = .auto,
        rule: ScoreRule,
        freshID: () -> String
    ) throws(TripFault) {
        var log = self
        let known = trips.values.filter { $0.overlaps(from: from, to: to) }
        var free = known.filter { !$0.isCorrected && $0.state == .ended }
        let kept = known.filter { $0.isCorrected || $0.state == .ongoing }
        for found in itinerary.trips {
            if kept.contains(where: { $0.overlaps(from: found.from, to: found.to) }) { continue }
            if silenced.contains(where: { $0.lowerBound < found.to && found.from < $0.upperBound }) {
                continue
            }
            let same = free.indices.max {
                free[$0].shared(with: found) < free[$1].shared(with: found)
            }
            var id = freshID()
            if let same, free[same].shared(with: found) > 0 { id = free.remove(at: same).id }
            let trip = Trip(
                id: id,
                state: .ended,
                startedAt: found.from,
                endedAt: found.to,
                timeZone: settings.timeZone,
                legs: found.legs.prefix(Trip.legLimit).map { leg(of: $0) },
                source: source
            )
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

    private func leg(of found: Itinerary.Leg) -> Leg {
        let form = found.mode.map(TravelForm.init(seenAs:))
        let fallback = settings.defaultVehicle.flatMap { vehicles[$0] }
        var leg = Leg(
            form: form ?? fallback?.form ?? settings.defaultForm,
            modeSource: form == nil ? .byDefault : .inferred,
            from: found.from,
            to: found.to,
            meters: found.meters,
            distanceSource: .fixes,
            line: found.line
        )
        if form != nil { leg.confidence = found.confidence }
        // Whoever goes by the kind of their default vehicle goes by that vehicle.
        if let fallback, fallback.form == leg.form || leg.form == .car && fallback.kind == .car {
            (leg.vehicle, leg.form) = (fallback.id, fallback.form)
        }
        return leg
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
