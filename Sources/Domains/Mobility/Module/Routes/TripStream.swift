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
        let token = request.presentedToken ?? ""
        return .events(to: request) {
            hub.sign(to: listener)
        } leaving: {
            hub.leave(listener)
        } _: { writer in
            for await event in listener.events {
                // Signed out or erased meanwhile: nothing more is told.
                guard try await gate.desk.accounts.account(presenting: token) != nil else { break }
                try await writer.write(event.isSign ? Response.eventStreamSign : event.bytes)
            }
        }
    }
}

extension TravelEvent {
    fileprivate var bytes: ByteBuffer {
        var buffer = ByteBuffer(string: "event: \(name)\ndata: ")
        buffer.writeBytes(json)
        buffer.writeString("\n\n")
        return buffer
    }
}
