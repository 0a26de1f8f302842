internal import Access
internal import GeoJSON
internal import Hummingbird

/// What a staff token opens, for a client that was given one.
struct StaffRoutes: Sendable {
    /// Knows the tokens.
    let gate: StaffGate

    var routes: [Route] {
        [.get("/v1/staff") { request, _ in try await holder(request) }]
    }

    private func holder(_ request: Request) async throws -> Response {
        try request.checkNoQuery()
        let entry = try await gate.admitAny(request)
        var json = JSONWriter(capacity: 256)
        json.object { json in
            json.member("role", entry.role.rawValue)
            json.member("label", entry.label)
            if let event = entry.event { json.member("event", event) }
        }
        return Response(type: .json, bytes: json.takeBytes())
    }
}
