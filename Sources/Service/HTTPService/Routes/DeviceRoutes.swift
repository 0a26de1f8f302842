internal import GeoJSON
internal import HTTPTypes
internal import Hummingbird
internal import Radar

/// Anonymous devices: a token to post with.
struct DeviceRoutes: Sendable {
    let devices: DeviceRegistry
    /// Knows who may have another device; nil when everybody may have as many as they like.
    let limits: RateLimitMiddleware?

    var routes: [Route] {
        [.post("/v1/devices") { request, context in try await register(request, context) }]
    }

    /// Takes no body, an empty object, or a proof of work.
    private func register(_ request: Request, _ context: Route.Context) async throws -> Response {
        try request.checkNoQuery()
        let proof = try Self.proof(in: try await request.body(limitBytes: 1024))
        guard let limits else {
            // Nobody needs a proof; what can be none is refused all the same.
            if let proof, !ProofOfWork.isNonce(proof.nonce) {
                throw Problem(.wrongNonce(zeroBits: nil, needed: 0))
            }
            return created(try await devices.register().token)
        }
        let gate = limits.limiter.devices
        let admission: DeviceGate.Admission
        do {
            admission = try gate.admit(proof, from: limits.mark(of: request, context))
        } catch {
            throw Problem(error)
        }
        do {
            return created(try await devices.register().token)
        } catch {
            gate.giveBack(admission)
            throw error
        }
    }

    /// - Throws: ``Problem`` of status 400 unless both members or none are there.
    private static func proof(in body: [UInt8]) throws -> ProofOfWork? {
        guard !body.isEmpty else { return nil }
        var reader = try JSONObjectReader(parsing: body)
        let (challenge, nonce) = (reader.string("challenge"), reader.string("nonce"))
        var errors = reader.errors()
        if errors.isEmpty, (challenge == nil) != (nonce == nil) {
            errors.append(
                ParameterError(
                    parameter: challenge == nil ? "challenge" : "nonce",
                    fault: .missing,
                    message: "is missing; a proof has both challenge and nonce"
                )
            )
        }
        guard errors.isEmpty else { throw Problem.invalid(errors) }
        guard let challenge, let nonce else { return nil }
        return ProofOfWork(challenge: challenge, nonce: nonce)
    }

    private func created(_ token: String) -> Response {
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
