internal import Cryptography
internal import FeatureCollections
internal import HTTPService
internal import HTTPTypes
internal import Hummingbird

/// Names contents, so that clients need not fetch again what they have.
enum StandardsTag {
    /// The start of a digest of a text.
    static func of(_ text: String) -> String { SHA256.hash(text).prefix(8).hexadecimal }
}

extension Catalog {
    /// Counts up when the same features are written otherwise.
    private static let writingVersion = "2"

    /// The tag of an answer that depends on a reading, on the request and on what the service was started
    /// with alone.
    func tag(_ collections: [FeatureCollection], _ parts: String...) -> String {
        let all =
            [Self.writingVersion] + settings.systems.map(\.uri) + collections.map(Self.content)
            + parts
        return "W/\"" + StandardsTag.of(all.joined(separator: "|")) + "\""
    }

    /// The tag of an answer that is the same byte for byte for a reading of a collection.
    func strongTag(_ collection: FeatureCollection, _ parts: String...) -> String {
        let all = [Self.writingVersion, Self.content(collection)] + parts
        return "\"" + StandardsTag.of(all.joined(separator: "|")) + "\""
    }

    private static func content(_ collection: FeatureCollection) -> String {
        ([collection.id, collection.revision] + collection.fields.map(\.name))
            .joined(separator: "=")
    }
}

extension Response {
    /// An answer that caches may keep and ask for each time; 304 where the client has it.
    ///
    /// - Parameter make: Makes the answer, which need not know of the tag.
    static func known(
        _ request: Request,
        tag: String,
        varying: String = "Accept",
        make: () throws -> Response
    ) rethrows -> Response {
        let headers: HTTPFields = [.eTag: tag, .cacheControl: "no-cache", .vary: varying]
        let known = request.headers[values: .ifNoneMatch]
        guard !known.contains(where: { EntityTag.matches($0, tag) }) else {
            return Response(status: .notModified, headers: headers)
        }
        var response = try make()
        for field in headers { response.headers[field.name] = field.value }
        return response
    }
}
