internal import Compressing
internal import HTTPTypes
internal import Hummingbird
internal import Synchronization

/// The files of the web page, served from memory; see ``standard`` for what they are.
struct WebPage: Sendable {
    /// One file.
    struct File: Sendable {
        /// Where it is served: `/` for the page itself, everything else below `/assets/` and a name made
        /// of the content of all.
        let path: String
        let type: ContentType
        let bytes: [UInt8]
    }

    let files: [File]
    /// The server that the map's pictures come from, where it is not Ambit.
    var pictureOrigin: String?

    /// The same page, which may show pictures from one more server.
    ///
    /// - Parameter origin: Such as `https://tiles.example.org`; nil for none.
    func showingPictures(from origin: String?) -> WebPage {
        WebPage(files: files, pictureOrigin: origin)
    }

    /// The same page, which shows pictures from wherever shops keep them: those servers then know who looks.
    func showingRemotePictures(_ isOn: Bool) -> WebPage {
        guard isOn else { return self }
        let marked = files.map { file in
            guard file.path == "/" else { return file }
            let html = file.text.replacing(
                "<html lang=\"en\"",
                with: "<html lang=\"en\" data-remote-images=\"on\""
            )
            return File(path: file.path, type: file.type, bytes: Array(html.utf8))
        }
        return WebPage(files: marked, pictureOrigin: "https:")
    }

    var routes: [Route] {
        files.map { file in
            let plain = Variant(bytes: file.bytes)
            let packed = file.type.isText ? PackedVariant(of: file.bytes) : nil
            return .get(file.path) { request, _ in
                // Those who pass a link to the page on add names of their own, such as utm_source.
                if file.path != "/" { try request.checkNoQuery() }
                return await answer(request, file, plain: plain, packed: packed)
            }
        }
    }

    /// Nothing but the service's own files may be loaded, and the map's pictures, and nothing may
    /// run inline; nobody may frame the page.
    private var contentSecurityPolicy: String {
        "default-src 'none'; script-src 'self'; style-src 'self'; "
            + "img-src 'self'\(pictureOrigin.map { " " + $0 } ?? ""); "
            + "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
            + "frame-ancestors 'none'"
    }

    /// The script that answers for the service while that cannot be reached: for the whole page, though its
    /// address lies deeper.
    private static let serviceWorker = "/shell/service-worker.js"

    /// A file as one kind of client gets it.
    private struct Variant {
        let bytes: [UInt8]
        /// See ``EntityTag/strong(_:)``.
        let entityTag: String

        init(bytes: [UInt8]) {
            self.bytes = bytes
            entityTag = EntityTag.strong(bytes)
        }
    }

    /// A file packed by gzip, when it is first asked for so: packing all takes most of a start.
    private final class PackedVariant: Sendable {
        private let bytes: [UInt8]
        private let made = Mutex<Variant?>(nil)

        init(of bytes: [UInt8]) { self.bytes = bytes }

        /// Nil where it cannot be packed. Who asks while it is made makes it as well, and nobody waits on the
        /// event loop.
        func variant() async -> Variant? {
            if let made = made.withLock({ $0 }) { return made }
            let variant = await awayFromEventLoop { [bytes] in
                Gzip.compressed(bytes).map(Variant.init)
            }
            made.withLock { $0 = variant }
            return variant
        }
    }

    private func answer(
        _ request: Request,
        _ file: File,
        plain: Variant,
        packed: PackedVariant?
    ) async -> Response {
        let isAccepted = Gzip.isAccepted(by: request.headers[.acceptEncoding])
        let accepted = isAccepted ? await packed?.variant() : nil
        let variant = accepted ?? plain
        // What stands below an address made of its content holds for ever; of the page itself the browser
        // asks each time whether it still does.
        var headers: HTTPFields = [
            .eTag: variant.entityTag,
            .cacheControl: file.path == "/" ? "no-cache" : "public, max-age=31536000, immutable",
        ]
        if packed != nil { headers[.vary] = "Accept-Encoding" }
        if let known = request.headers[.ifNoneMatch],
            EntityTag.matches(known, variant.entityTag)
        {
            return Response(status: .notModified, headers: headers)
        }
        if accepted != nil { headers[.contentEncoding] = "gzip" }
        if file.path.hasSuffix(Self.serviceWorker) { headers[.serviceWorkerAllowed] = "/" }
        if file.type == .html {
            headers[.contentSecurityPolicy] = contentSecurityPolicy
            headers[values: .referrerPolicy] = ["no-referrer"]
        }
        return Response(type: file.type, bytes: variant.bytes, headers: headers)
    }
}

extension HTTPField.Name {
    /// Source: W3C Service Workers, section 6.7.
    fileprivate static let serviceWorkerAllowed =
        HTTPField.Name("Service-Worker-Allowed") ?? .location
    /// Source: W3C Referrer Policy.
    fileprivate static let referrerPolicy = HTTPField.Name("Referrer-Policy") ?? .referer
}
