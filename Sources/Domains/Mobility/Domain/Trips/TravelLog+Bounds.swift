internal import Timekeeping

/// What no trip is.
extension TravelLog {
    /// The trip, where nobody told a length that nobody goes in the time.
    func checked(_ trip: Trip) throws(TripFault) -> Trip {
        for leg in trip.legs where leg.distanceSource == .manual {
            guard let end = leg.to else { continue }
            let seconds = Double(end.milliseconds(since: leg.from)) / 1000
            let limit = leg.form.greatestMetersPerSecond * (seconds + Self.roughSeconds)
            guard leg.meters > limit else { continue }
            throw .badMember(
                name: "distance_m",
                value: "\(leg.meters)",
                allowed:
                    "at most \(Int(limit)), at \(Int(leg.form.greatestMetersPerSecond * 3.6)) km/h "
                    + "from \(leg.from.rfc3339) to \(end.rfc3339) by \(leg.form.rawValue)"
            )
        }
        return trip
    }

    /// Whoever tells times by the minute may be off by so many seconds together.
    private static let roughSeconds = 120.0

    /// - Throws: ``TripFault/badMember(name:value:allowed:)`` for ends that cannot be.
    func checkTimes(
        _ start: Timestamp,
        _ end: Timestamp?,
        _ now: Timestamp
    ) throws(TripFault) {
        for (name, moment) in [("started_at", start), ("ended_at", end ?? start)] {
            guard moment >= Self.earliest, moment.milliseconds(since: now) <= Self.skewMilliseconds
            else {
                throw .badMember(
                    name: name,
                    value: moment.rfc3339,
                    allowed: "from \(Self.earliest.rfc3339) to now"
                )
            }
        }
        guard let end else { return }
        guard end >= start else {
            throw .badMember(
                name: "ended_at",
                value: end.rfc3339,
                allowed: "\(start.rfc3339), when it started, or later"
            )
        }
        guard end.milliseconds(since: start) <= Self.longestMilliseconds else {
            throw .badMember(
                name: "ended_at",
                value: end.rfc3339,
                allowed: "at most 31 days after \(start.rfc3339), when it started"
            )
        }
    }

    /// The first moment of 1990: trips are as old as fixes may be.
    private static let earliest = Timestamp(millisecondsSince1970: 631_152_000_000)
    private static let skewMilliseconds: Int64 = 600_000
    /// How long a trip lasts at most.
    static let longestMilliseconds: Int64 = 31 * 86_400_000
}
