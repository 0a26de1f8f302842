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

    private static func make(_ name: String, _ members: (inout JSONWriter) -> Void) -> TravelEvent {
        var json = JSONWriter(capacity: 128)
        json.object(members)
        return TravelEvent(name: name, json: json.takeBytes())
    }
}
