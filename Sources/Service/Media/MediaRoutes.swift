internal import Access
package import GeoJSON
internal import HTTPService
internal import HTTPTypes
internal import Hummingbird
internal import Importing
internal import Timekeeping

/// Pictures: staff posts them, everybody sees them.
struct MediaRoutes: Sendable {
    let shelf: MediaShelf
    let gate: StaffGate
    let clock: any WallClock

    private static let altLimit = 500

    var routes: [Route] {
        [
            .get("/v1/media/{hash}") { request, context in try await show(request, context) },
            .get("/v1/media/{hash}/variants") { request, context in
                try await variants(request, context)
            },
        ] + [.post("/v1/media") { request, _ in try await add(request) }].forStaff
    }

    private func add(_ request: Request) async throws -> Response {
        let staff = try await gate.admitAny(request)
        var query = QueryReader(request.uri.query)
        let alt = alt(&query)
        let original = query.text("variant_of")
        let words = try query.checked(alt)
        // Whatever type the body is said to be: its own first bytes tell.
        let file = try await request.body(limitBytes: CleanPicture.byteLimit)
        let picture: CleanPicture
        do throws(PictureError) {
            picture = try CleanPicture(file)
        } catch {
            throw Problem.refusedContent(
                ParameterError(parameter: "body", fault: .notAPicture, message: "\(error)")
            )
        }
        do {
            let (medium, isNew) = try await shelf.add(
                picture,
                alt: words,
                variantOf: original,
                by: staff.id,
                at: clock.now
            )
            var json = JSONWriter(capacity: 512)
            json.medium(medium)
            return Response(
                status: isNew ? .created : .ok,
                type: .json,
                bytes: json.takeBytes(),
                headers: [.location: "/v1/media/\(medium.hash)"]
            )
        } catch let error as MediaError {
            throw Problem.refusedContent(
                ParameterError(
                    parameter: "variant_of",
                    fault: .unknownPicture,
                    message: "\(error)",
                    values: .value(original ?? "")
                )
            )
        }
    }

    private func alt(_ query: inout QueryReader) -> String? {
        guard let text = query.text("alt") else {
            query.require("alt", "say what the picture shows, for those who do not see it")
            return nil
        }
        guard text.count <= Self.altLimit, text.contains(where: { !$0.isWhitespace }) else {
            query.note(
                "alt",
                .wrongLength,
                "has \(text.count) characters; it has 1 to \(Self.altLimit), and not spaces alone",
                .range("\(text.count)", 1, Self.altLimit)
            )
            return nil
        }
        return text
    }

    private func show(_ request: Request, _ context: Route.Context) async throws -> Response {
        try request.checkNoQuery()
        let hash = try hash(context)
        let tag = "\"\(hash)\""
        // What has a hash never changes.
        var headers: HTTPFields = [
            .eTag: tag, .cacheControl: "public, max-age=31536000, immutable",
            .contentSecurityPolicy: "default-src 'none'; sandbox",
        ]
        guard let file = try await shelf.file(hash) else { throw Self.unknown }
        let known = request.headers[values: .ifNoneMatch]
        guard !known.contains(where: { EntityTag.matches($0, tag) }) else {
            return Response(status: .notModified, headers: headers)
        }
        headers[.contentDisposition] = "inline"
        return Response(type: file.kind.contentType, bytes: file.bytes, headers: headers)
    }

    private func variants(_ request: Request, _ context: Route.Context) async throws -> Response {
        try request.checkNoQuery()
        let hash = try hash(context)
        guard let whole = try await shelf.medium(hash) else { throw Self.unknown }
        let variants = try await shelf.variants(of: hash)
        var json = JSONWriter(capacity: 256 * (variants.count + 1))
        json.object { json in
            json.member(
                "media",
                array: { list in for medium in variants + [whole] { list.medium(medium) } }
            )
        }
        return Response(type: .json, bytes: json.takeBytes())
    }

    private func hash(_ context: Route.Context) throws(Problem) -> String {
        guard let hash = context.pathParameter("hash"), hash.utf8.count == 64,
            hash.utf8.allSatisfy(Set("0123456789abcdef".utf8).contains)
        else { throw Self.unknown }
        return hash
    }

    private static let unknown = Problem(
        status: .notFound,
        detail: "No picture has this hash, which is 64 hexadecimal digits"
    )
}

extension PictureKind {
    /// As `Content-Type` says it.
    var contentType: ContentType {
        switch self {
        case .png: .png
        case .jpeg: .jpeg
        case .webP: .webP
        }
    }
}

extension JSONWriter {
    /// A picture as an object.
    package mutating func medium(_ medium: Medium) {
        object { json in
            json.member("hash", medium.hash)
            json.member("href", "/v1/media/\(medium.hash)")
            json.member("type", medium.kind.rawValue)
            json.member("width", medium.size.width)
            json.member("height", medium.size.height)
            json.member("bytes", medium.byteCount)
            json.member("alt", medium.alt)
            json.member("variant_of", medium.variantOf)
        }
    }
}
