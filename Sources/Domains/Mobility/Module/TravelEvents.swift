internal import GeoJSON
internal import Geodesy
internal import Mobility
internal import Timekeeping

extension TravelEvent {
    static func started(_ trip: Trip) -> TravelEvent {
        make("started") { json in
            json.member("id", trip.id)
            json.member("started_at", trip.startedAt.rfc3339)
            json.member("mode", trip.legs.last?.form.rawValue)
        }
    }

    static func distance(_ trip: Trip, meters: Double) -> TravelEvent {
        make("distance") { json in
            json.member("id", trip.id)
            json.member("distance_m", (meters * 10).rounded() / 10)
        }
    }

    /// Taken out, or made part of another one.
    static func removed(_ id: String, total: Grams) -> TravelEvent {
        make("removed") { json in
            json.member("id", id)
            json.member("total_avoided_g", total.value)
        }
    }

    static func ended(_ trip: Trip, total: Grams) -> TravelEvent {
        make("ended") { json in
            json.member("id", trip.id)
            json.member("distance_m", (trip.meters * 10).rounded() / 10)
            json.member("avoided_g", trip.avoided.value)
            json.member("total_avoided_g", total.value)
        }
    }

    /// Says nothing of where.
    static func night(_ trip: Trip) -> TravelEvent {
        make("night") { $0.member("id", trip.id) }
    }

    static func fence(
        _ fence: Geofence,
        _ passage: FenceState.Passage,
        _ at: Timestamp
    ) -> TravelEvent {
        make(passage.rawValue) { json in
            json.member("geofence", fence.id)
            json.member("name", fence.name)
            json.member("at", at.rfc3339)
        }
    }

    /// What of somebody's trips is other than it was told, whoever has changed it: `started` and `ended`, each once
    /// more where what it told was corrected, `night` and `removed`. Old histories come and go by the thousand, and
    /// are not told.
    ///
    /// - Returns: By the times of the trips; what was removed comes first.
    /// - Complexity: O(n log n) for n trips.
    static func changes(from before: TravelLog, to after: TravelLog) -> [TravelEvent] {
        var events = before.trips.values.filter { trip in
            after.trips[trip.id] == nil && trip.source != .imported
        }.map(\.id).sorted().map { removed($0, total: after.total) }
        for trip in after.trips(from: nil, to: nil) {
            let known = before.trips[trip.id]
            if trip.source == .imported { continue }
            if known.map({ trip.isOtherBeginning(than: $0) }) ?? true {
                events.append(started(trip))
            }
            if trip.state == .ended, known.map({ trip.isOtherEnd(than: $0) }) ?? true {
                events.append(ended(trip, total: after.total))
            }
            if trip.state == .ongoing, trip.isNightTold, known?.isNightTold != true {
                events.append(night(trip))
            }
        }
        return events
    }

    private static func make(_ name: String, _ members: (inout JSONWriter) -> Void) -> TravelEvent {
        var json = JSONWriter(capacity: 128)
        json.object(members)
        return TravelEvent(name: name, json: json.takeBytes())
    }
}

extension Trip {
    /// Whether it goes on, and began otherwise than was told.
    fileprivate func isOtherBeginning(than known: Trip) -> Bool {
        state == .ongoing
            && (known.state == .ended || startedAt != known.startedAt
                || legs.last?.form != known.legs.last?.form)
    }

    /// Whether its end, its length or its score is none that was told.
    fileprivate func isOtherEnd(than known: Trip) -> Bool {
        known.state == .ongoing || startedAt != known.startedAt || endedAt != known.endedAt
            || meters != known.meters || avoided != known.avoided
            || legs.map(\.form) != known.legs.map(\.form)
    }
}
