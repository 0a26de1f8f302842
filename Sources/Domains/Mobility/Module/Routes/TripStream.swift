internal import Accounts
internal import AccountsModule
internal import HTTPService
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// What happens on somebody's trips, as it happens: server-sent events `started`, `distance`, `ended`, `removed`,
/// `night`, `entered` and `left`, whichever node it happens at.
///
/// Source: WHATWG HTML, section 9.2, for the form of a stream.
struct TripStream: Sendable {
    let gate: TravelGate

    init(_ gate: TravelGate) { self.gate = gate }

    var routes: [Route] {
        [.get("/v1/trips/stream") { request, _ in try await stream(request) }]
    }

    private func stream(_ request: Request) async throws -> Response {
        try request.checkNoQuery()
        let account = try await gate.account(of: request)
        let hub = gate.desk.hub
        guard let listener = try await gate.desk.listen(to: account.id) else {
            throw Problem(
                status: .tooManyRequests,
                detail:
                    "\(TravelHub.listenerLimit) streams of yours are open, which is as many as may be",
                headers: [.retryAfter: "5"]
            )
        }
        let body = request.body
        let token = request.presentedToken ?? ""
        var fields: HTTPFields = [
            .contentType: ContentType.eventStream.rawValue, .cacheControl: "no-store",
        ]
        // Proxies that gather answers before they pass them on are asked not to.
        if let name = HTTPField.Name("X-Accel-Buffering") { fields[name] = "no" }
        return Response(
            status: .ok,
            headers: fields,
            body: ResponseBody { writer in
                defer { hub.leave(listener) }
                try await body.consumeWithInboundCloseHandler { _ in
                    // Not all at the same moment, when the service comes back after a break.
                    let retry = Int.random(in: 1000...3000)
                    try await writer.write(ByteBuffer(string: "retry: \(retry)\n\n"))
                    for await event in listener.events {
                        // Signed out or erased meanwhile: nothing more is told.
                        guard try await gate.desk.accounts.account(presenting: token) != nil else {
                            break
                        }
                        var buffer = ByteBuffer(string: "event: \(event.name)\ndata: ")
                        buffer.writeBytes(event.json)
                        buffer.writeString("\n\n")
                        try await writer.write(buffer)
                    }
                    try await writer.finish(nil)
                } onInboundClosed: {
                    hub.leave(listener)
                }
            }
        )
    }
}
