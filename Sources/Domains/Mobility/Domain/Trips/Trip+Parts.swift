internal import Geodesy
internal import Timekeeping

extension Trip {
    /// The trip with other ends: legs outside of them go, unless all would; the rest fill the time.
    func within(_ start: Timestamp, _ end: Timestamp?) -> Trip {
        var trip = self
        (trip.startedAt, trip.endedAt) = (start, end)
        let inside = legs.filter { leg in
            if let to = leg.to, leg.from < start, to <= start { return false }
            if let end, let to = leg.to, leg.from >= end, to > end { return false }
            return true
        }
        if !inside.isEmpty { trip.legs = inside }
        trip.legs[0].from = start
        trip.legs[trip.legs.count - 1].to = end
        for index in trip.legs.indices {
            trip.legs[index].from = max(start, trip.legs[index].from)
            guard let end else { continue }
            trip.legs[index].from = min(end, trip.legs[index].from)
            trip.legs[index].to = min(end, max(trip.legs[index].from, trip.legs[index].to ?? end))
        }
        return trip
    }

    /// The legs before a moment, and those after it.
    func parted(at moment: Timestamp) -> ([Leg], [Leg]) {
        var (before, after): ([Leg], [Leg]) = ([], [])
        for leg in legs {
            let end = leg.to ?? endedAt ?? leg.from
            if end <= moment {
                before.append(leg)
            } else if leg.from >= moment {
                after.append(leg)
            } else {
                let whole = Double(end.milliseconds(since: leg.from))
                let share = Double(moment.milliseconds(since: leg.from)) / whole
                var (first, second) = (leg, leg)
                (first.to, second.from) = (moment, moment)
                first.meters = leg.meters * share
                second.meters = leg.meters - first.meters
                let parts = TravelLine.parted(leg.line, share: share)
                (first.line, second.line) = parts
                before.append(first)
                after.append(second)
            }
        }
        // A moment in a break between legs leaves one side without any: it takes the nearest, of no length.
        if before.isEmpty, let first = after.first {
            before = [first.shrunk(to: startedAt, moment, at: first.line.first)]
        }
        if after.isEmpty, let last = before.last {
            after = [last.shrunk(to: moment, endedAt ?? moment, at: last.line.last)]
        }
        return (before, after)
    }
}

extension Leg {
    fileprivate func shrunk(to from: Timestamp, _ to: Timestamp, at place: Coordinate?) -> Leg {
        var leg = self
        (leg.from, leg.to, leg.meters) = (from, to, 0)
        leg.line = place.map { [$0] } ?? []
        return leg
    }
}
