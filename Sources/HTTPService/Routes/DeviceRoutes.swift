internal import GeoJSON
internal import HTTPTypes
internal import Hummingbird
internal import Radar

/// Anonymous devices: a token to post with.
struct DeviceRoutes: Sendable {
    let devices: DeviceRegistry

    var routes: [Route] {
        [.post("/v1/devices") { request, _ in try await register(request) }]
    }

    /// Takes no body, or an empty object.
    private func register(_ request: Request) async throws -> Response {
        try request.checkNoQuery()
        let body = try await request.body(limitBytes: 1024)
        if !body.isEmpty {
            let errors = try JSONObjectReader(parsing: body).errors()
            guard errors.isEmpty else { throw Problem.invalid(errors) }
        }
        let token = try await devices.register().token
        var json = JSONWriter(capacity: 128)
        json.object { $0.member("token", token) }
        return Response(status: .created, type: .json, bytes: json.takeBytes())
    }
}

extension DeviceRegistry {
    /// The device whose token a request presents.
    ///
    /// - Throws: ``Problem`` of status 401 when there is no token or none that is known.
    func device(of head: any HeadFields) async throws -> Device {
        let token = try head.bearerToken()
        guard let device = try await device(presenting: token) else {
            throw Problem.unauthorized(isTokenWrong: true)
        }
        return device
    }
}
