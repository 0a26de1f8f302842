internal import Access
internal import GeoJSON
internal import Hummingbird

/// What a staff token opens, for a client that was given one.
struct StaffRoutes: Sendable {
    /// Knows the tokens.
    let gate: StaffGate
    /// Knows what they import.
    let importGate: ImportGate

    /// - Parameter desk: What is imported over HTTP; nil for nothing.
    init(gate: StaffGate, desk: ImportDesk?) {
        self.gate = gate
        importGate = ImportGate(gate: gate, desk: desk)
    }

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
            let kinds = importGate.kinds(for: entry) ?? []
            guard !kinds.isEmpty else { return }
            json.member(
                "imports",
                array: { list in for kind in kinds.sorted() { list.string(kind) } }
            )
        }
        return Response(type: .json, bytes: json.takeBytes())
    }
}
