internal import Cryptography
internal import HTTPTypes
package import Hummingbird

/// The tags by which clients ask whether what they keep still holds.
package enum EntityTag {
    /// The tag of a content, which need not be the same byte for byte: gzip makes others of it.
    ///
    /// Made of the content itself, so that it holds whatever the content depends on, such as the time.
    package static func weak(_ content: some Sequence<UInt8>) -> String {
        "W/" + strong(Array(content))
    }

    /// The tag of a content that is the same byte for byte: the start of its SHA-256.
    static func strong(_ content: [UInt8]) -> String {
        "\"\(SHA256.hash(content).prefix(12).hexadecimal)\""
    }

    /// Whether `If-None-Match` names a tag, compared weakly (RFC 9110, section 13.1.2).
    package static func matches(_ field: String, _ entityTag: String) -> Bool {
        field.split(separator: ",").contains { candidate in
            let tag = candidate.trimmingSpaces
            return tag == "*" || opaque(String(tag)) == opaque(entityTag)
        }
    }

    private static func opaque(_ tag: String) -> Substring {
        tag.dropFirst(tag.hasPrefix("W/") ? 2 : 0)
    }
}

extension Response {
    /// An answer with a tag, or 304 without a body where the client has that content already.
    ///
    /// - Parameters:
    ///   - content: What the tag stands for, where that is not all of the body.
    ///   - mayBeKept: Whether caches may keep the answer, and ask each time whether it holds. What is
    ///     asked about a place is kept nowhere, for its address tells where somebody was.
    package static func tagged(
        _ request: Request,
        type: ContentType,
        bytes: [UInt8],
        content: [UInt8]? = nil,
        mayBeKept: Bool
    ) -> Response {
        let tag = EntityTag.weak(content ?? bytes)
        let headers: HTTPFields = [
            .eTag: tag, .cacheControl: mayBeKept ? "no-cache" : "no-store",
        ]
        let known = request.headers[values: .ifNoneMatch]
        guard !known.contains(where: { EntityTag.matches($0, tag) }) else {
            return Response(status: .notModified, headers: headers)
        }
        return Response(type: type, bytes: bytes, headers: headers)
    }
}
