internal import GeoJSON
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import Radar

/// What happens around a place, as it happens: server-sent events.
///
/// Source: WHATWG HTML, section 9.2, for the form of a stream.
struct StreamRoutes: Sendable {
    let feed: LiveFeed

    var routes: [Route] {
        [.get("/v1/messages/stream") { request, _ in try await stream(request) }]
    }

    private func stream(_ request: Request) async throws -> Response {
        var query = QueryReader(request.uri.query)
        let place = query.place()
        let radius = query.radius(on: feed.board)
        let categories = query.categories(on: feed.board)
        let mapEpoch = query.mapEpoch()
        let (center, reach) = try query.checked(place, radius)
        guard feed.board.isLoaded else { throw Problem.notReady }
        let live = LiveQuery(
            center: center,
            radius: reach,
            categories: categories,
            mapEpoch: mapEpoch
        )
        let subscription: LiveSubscription
        if let last = request.headers[.lastEventID] {
            subscription = try await feed.resume(
                live,
                after: LivePosition(parsing: last) ?? .unknown
            )
        } else {
            subscription = try feed.subscribe(to: live)
        }
        let ids = feed.board.publicIDs
        return .events(to: request, leaving: { subscription.end() }) { writer in
            while let events = await subscription.next() {
                try await writer.write(ByteBuffer(bytes: EventStream.bytes(of: events, ids: ids)))
            }
        }
    }
}

extension HTTPField.Name {
    /// Source: WHATWG HTML, section 9.2.4.
    static let lastEventID = Self("Last-Event-ID") ?? .ifMatch
    /// Source: nginx, `ngx_http_proxy_module`.
    static let accelBuffering = Self("X-Accel-Buffering") ?? .cacheControl
}
