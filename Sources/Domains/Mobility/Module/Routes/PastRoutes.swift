internal import Accounts
internal import GeoJSON
internal import Geodesy
internal import HTTPService
internal import HTTPTypes
internal import Hummingbird
internal import Timekeeping
internal import Trajectories

/// Where somebody was at a moment, and when they were at a place.
struct PastRoutes: Sendable {
    let gate: TravelGate
    private var desk: TravelDesk { gate.desk }

    init(_ gate: TravelGate) { self.gate = gate }

    /// How far around a place one may ask for visits, in metres.
    private static let radii = 1.0...100_000
    /// Between two fixes that are farther apart nobody knows where somebody was, in seconds.
    private static let gapSeconds = SegmentingRules().gapSeconds

    var routes: [Route] {
        [
            .get("/v1/fixes/place") { request, _ in try await place(request) },
            .get("/v1/fixes/visits") { request, _ in try await visits(request) },
        ]
    }

    /// On the way from the fix before to the one after, of the device that is carried.
    private func place(_ request: Request) async throws -> Response {
        let account = try await gate.account(of: request)
        var query = QueryReader(request.uri.query)
        let told = query.travelMoment("at")
        if told == nil { query.require("at", "name the moment, such as 2026-11-03T08:15:00Z") }
        let at = try query.checked(told)
        let past = try await desk.past.past(of: account.id)
        guard let place = past.carried.place(at: at, gapSeconds: Self.gapSeconds) else {
            throw Problem(
                status: .notFound,
                detail: "No fixes tell where you were then",
                hint: "GET /v1/trips tells stays, and gaps of which nobody knows"
            )
        }
        var json = JSONWriter(capacity: 256)
        json.feature(geometry: .point(place)) { $0.member("time", at.rfc3339) }
        return Response(type: .geoJSON, bytes: json.takeBytes())
    }

    private func visits(_ request: Request) async throws -> Response {
        let account = try await gate.account(of: request)
        var query = QueryReader(request.uri.query)
        let place = query.place()
        let radius = query.radius()
        let (from, to) = query.travelPeriod()
        if let radius, !Self.radii.contains(radius.meters) {
            query.note(
                "radius_m",
                .beyondLimit,
                "is \(radius.meters); it lies between \(Self.radii.lowerBound) and \(Self.radii.upperBound)"
            )
        }
        let (center, reach) = try query.checked(place, radius)
        let past = try await desk.past.past(of: account.id)
        let first = from ?? Timestamp(millisecondsSince1970: 0)
        // The end of a period is no part of it.
        let last = (to ?? desk.clock.now.adding(milliseconds: Fix.clockSkewMilliseconds + 1))?
            .adding(milliseconds: -1)
        let found =
            last.flatMap { $0 < first ? nil : first...$0 }.map { period in
                past.index.visits(
                    near: center,
                    within: reach,
                    during: period,
                    gapSeconds: Self.gapSeconds
                )
            } ?? []
        return .json { json in
            json.object { json in
                json.member(
                    "visits",
                    array: { list in
                        for visit in found {
                            let device = FixBatch.ownName(of: past.devices[visit.track])
                            list.object { json in
                                json.member("from", visit.from.rfc3339)
                                json.member("to", visit.to.rfc3339)
                                json.member("device", device)
                                json.member("fixes", visit.fixes)
                                json.member("nearest_m", tenths: visit.nearest.meters)
                            }
                        }
                    }
                )
                json.member("timeStamp", desk.clock.now.rfc3339)
            }
        }
    }
}
