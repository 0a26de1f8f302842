internal import Geodesy
package import Timekeeping
package import Trajectories

/// What is known of the fixes of a time besides what they tell.
package struct FindingContext {
    /// How trips come to be known.
    package var source = Trip.Source.auto
    /// The import that the fixes are of; nil for those that devices sent.
    package var importNumber: String?
    /// Whether a trip at the very end has ended; else it goes on.
    package var isOver = true
    /// The length along roads of each leg of each trip, where it is whole, and which share of its fixes lies there.
    package var alongRoads: [[(meters: Double?, fraction: Double)?]] = []
    /// The moments of all fixes that are kept; nil where those of the time are known to be whole.
    package var moments: KeptMoments?
    /// How scores are reckoned.
    package let rule: ScoreRule

    /// Fixes that devices sent, all of them, of a time that is over.
    package init(rule: ScoreRule) { self.rule = rule }
}

extension TravelLog {
    /// Takes over what fixes tell of a time, and leaves what its owner has corrected.
    ///
    /// A trip that was found before and is found again keeps its id; one that is not found again goes. Trips
    /// and stays of which some fixes are gone stay as they are: nobody can find them anew. Where one of these or
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
        in context: FindingContext,
        freshID: () -> String
    ) throws(TripFault) {
        var log = self
        if context.source == .auto {
            try log.followCorrected(itinerary, to: to, in: context)
        }
        let known = log.trips.values.filter { $0.overlaps(from: from, to: to) }
        var free = known.filter { log.isFree($0, to: to, in: context) }
        let kept = known.filter { trip in !free.contains { $0.id == trip.id } }
        for (number, found) in itinerary.trips.enumerated() {
            if kept.contains(where: { $0.overlaps(from: found.from, to: found.to) }) { continue }
            if silenced.contains(where: { $0.lowerBound < found.to && found.from < $0.upperBound })
            {
                continue
            }
            let id = Self.takeID(of: found, from: &free) ?? freshID()
            let goesOn =
                context.goesOn(found, itinerary) && !kept.contains { $0.state == .ongoing }
            try log.put(found, number, as: id, goesOn: goesOn, to: to, in: context)
        }
        for lost in free { log.take(lost.id) }
        log.takeStays(itinerary.restTimes, from: from, to: to, in: context)
        self = log
    }

    /// The id of the trip that shares most time with one that is found; it is taken out of those that are free.
    private static func takeID(of found: Itinerary.Trip, from free: inout [Trip]) -> String? {
        let same = free.indices.max {
            free[$0].shared(with: found) < free[$1].shared(with: found)
        }
        guard let same, free[same].shared(with: found) > 0 else { return nil }
        return free.remove(at: same).id
    }

    /// Puts a trip that is found into the log, with its score once it has ended.
    ///
    /// - Parameter number: Which of the trips that are found it is.
    private mutating func put(
        _ found: Itinerary.Trip,
        _ number: Int,
        as id: String,
        goesOn: Bool,
        to: Timestamp,
        in context: FindingContext
    ) throws(TripFault) {
        var trip = Trip(
            id: id,
            state: goesOn ? .ongoing : .ended,
            startedAt: found.from,
            endedAt: goesOn ? nil : found.to,
            timeZone: settings.timeZone,
            legs: legs(of: found, number, in: context),
            source: context.source
        )
        if goesOn { trip.legs[trip.legs.count - 1].to = nil }
        trip.fixes = context.moments?.count(around: found.from, trip.endedAt ?? to)
        trip.importNumber = context.importNumber
        trip.isNightTold = trips[id]?.isNightTold ?? false
        guard trips[id] != nil || trips.count < Self.limit else { throw .tooMany(Self.limit) }
        let edit = EditContext(rule: context.rule, now: found.to, freshID: id)
        put(try scored(trip, in: edit))
    }

    /// Whether a trip may be found anew.
    private func isFree(_ trip: Trip, to: Timestamp, in context: FindingContext) -> Bool {
        guard context.source == .auto, trip.source == .auto, !trip.isCorrected else { return false }
        return isWhole(trip, to: to, in: context)
    }

    /// Whether the fixes that made a trip are all still there.
    func isWhole(_ trip: Trip, to: Timestamp, in context: FindingContext) -> Bool {
        context.moments?.areWhole(trip.fixes, around: trip.startedAt, trip.endedAt ?? to) ?? true
    }

    /// The legs of a trip as they are kept.
    func legs(of found: Itinerary.Trip, _ number: Int, in context: FindingContext) -> [Leg] {
        let roads = context.alongRoads.indices.contains(number) ? context.alongRoads[number] : []
        return found.legs.prefix(Trip.legLimit).enumerated().map { index, leg in
            self.leg(of: leg, roads.indices.contains(index) ? roads[index] : nil)
        }
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

// MARK: Stays

extension TravelLog {
    /// Takes over the stays and gaps of a time. Those of which some fixes are gone stay as they are, and so do, where
    /// an old history is read, all that are there; gaps are told around them.
    private mutating func takeStays(
        _ found: [Stay],
        from: Timestamp,
        to: Timestamp,
        in context: FindingContext
    ) {
        let there = stays.filter { $0.from < to && from < $0.to }
        let kept = there.filter { stay in
            if context.source == .imported { return true }
            guard stay.importNumber == nil else { return true }
            guard stay.kind == .stay, let moments = context.moments else { return false }
            return !moments.areWhole(stay.fixes, around: stay.from, stay.to)
        }
        let foreign = trips.values.filter { trip in
            trip.overlaps(from: from, to: to) && trip.source != .manual
                && (trip.source != context.source || !isWhole(trip, to: to, in: context))
        }
        let trips = foreign.map { ($0.startedAt, $0.endedAt ?? to) }
        var (longer, fresh): ([Stay], [Stay]) = (kept, [])
        for var stay in found where stay.kind == .stay {
            stay.fixes = context.moments?.count(around: stay.from, stay.to)
            stay.importNumber = context.importNumber
            if let same = longer.firstIndex(where: { $0.from < stay.to && stay.from < $0.to }) {
                // Whoever is still there stays there, though the fixes of their coming are gone.
                if context.source == .auto { longer[same].go(on: stay) }
            } else if !trips.contains(where: { $0.0 < stay.to && stay.from < $0.1 }) {
                fresh.append(stay)
            }
        }
        let taken = (longer + fresh).map { ($0.from, $0.to) } + trips
        for var gap in found where gap.kind == .gap {
            gap.importNumber = context.importNumber
            fresh += gap.parts(outside: taken)
        }
        replaceStays(from: from, to: to, with: longer + fresh)
    }
}

extension Stay {
    /// Takes over the end of a stay at the same place that is seen now.
    fileprivate mutating func go(on stay: Stay) {
        let meters = Geodesic.distance(from: place, to: stay.place).meters
        guard kind == .stay, stay.to > to, meters <= SegmentingRules().stayMeters else { return }
        to = stay.to
    }

    /// What of its time lies in none of some others.
    fileprivate func parts(outside taken: [(Timestamp, Timestamp)]) -> [Stay] {
        var rest = [self]
        for (begin, end) in taken {
            rest = rest.flatMap { part -> [Stay] in
                guard begin < part.to, part.from < end else { return [part] }
                var (before, after) = (part, part)
                (before.to, after.from) = (begin, end)
                return [before, after].filter { $0.from < $0.to }
            }
        }
        return rest
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

extension FindingContext {
    /// Whether a trip that was found goes on: it is the last that is seen, and fixes still come.
    func goesOn(_ found: Itinerary.Trip, _ itinerary: Itinerary) -> Bool {
        guard !isOver, case .trip(let last)? = itinerary.segments.last else { return false }
        return found.to == last.to
    }
}

extension Trip {
    /// How many milliseconds it has in common with a trip that was found.
    func shared(with found: Itinerary.Trip) -> Int64 {
        let end = min(endedAt ?? found.to, found.to)
        return max(0, end.milliseconds(since: max(startedAt, found.from)))
    }
}

extension Itinerary {
    /// Its stays and gaps, as they are kept.
    var restTimes: [Mobility.Stay] {
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
