package import HTTPTypes
package import Hummingbird
internal import NIOCore

/// What a body is, as `Content-Type` says it.
package enum ContentType: String, Sendable {
    case json = "application/json"
    case geoJSON = "application/geo+json"
    case problem = "application/problem+json"
    /// Source: OGC API - Features, Part 1, section 9.2.
    case openAPI3 = "application/vnd.oai.openapi+json;version=3.0"
    case schema = "application/schema+json"
    /// Source: Mapbox Vector Tile Specification 2.1, section 2.2.
    case vectorTile = "application/vnd.mapbox-vector-tile"
    case mapStyle = "application/vnd.mapbox.style+json"
    case html = "text/html; charset=utf-8"
    case css = "text/css; charset=utf-8"
    case javaScript = "text/javascript; charset=utf-8"
    case svg = "image/svg+xml"
    case png = "image/png"
    case jpeg = "image/jpeg"
    case webP = "image/webp"
    case manifest = "application/manifest+json"
    /// Source: WHATWG HTML, section 9.2.5.
    case eventStream = "text/event-stream"
    case csv = "text/csv; charset=utf-8"
    /// Source: RFC 4287, section 7.
    case atom = "application/atom+xml"
    /// Source: RFC 5545, section 8.1.
    case calendar = "text/calendar; charset=utf-8"
    case plainText = "text/plain; charset=utf-8"
    /// Source: the Prometheus text exposition format, version 0.0.4.
    case prometheus = "text/plain; version=0.0.4; charset=utf-8"

    /// Whether it is made of characters, and not compressed already.
    var isText: Bool {
        switch self {
        case .png, .jpeg, .webP, .vectorTile: false
        default: true
        }
    }
}

/// An answer whose whole body is at hand. Caches keep nothing: what is near changes from one moment to
/// the next.
struct WholeAnswer: Sendable {
    var status = HTTPResponse.Status.ok
    let type: ContentType
    let bytes: [UInt8]
    /// Fields beside those that every answer has.
    var headers: HTTPFields = [:]
}

extension Response {
    init(_ answer: WholeAnswer) {
        self.init(
            status: answer.status,
            type: answer.type,
            bytes: answer.bytes,
            headers: answer.headers
        )
    }

    /// An answer with a body. Caches keep nothing, unless `headers` say otherwise.
    package init(
        status: HTTPResponse.Status = .ok,
        type: ContentType,
        bytes: [UInt8],
        headers: HTTPFields = [:]
    ) {
        var headers = headers
        headers[.contentType] = type.rawValue
        if headers[.cacheControl] == nil { headers[.cacheControl] = "no-store" }
        self.init(
            status: status,
            headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
        )
    }
}
