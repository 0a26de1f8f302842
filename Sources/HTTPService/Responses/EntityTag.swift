/// The tags by which clients ask whether what they keep still holds.
enum EntityTag {
    /// Whether `If-None-Match` names a tag, compared weakly (RFC 9110, section 13.1.2).
    static func matches(_ field: String, _ entityTag: String) -> Bool {
        field.split(separator: ",").contains { candidate in
            let tag = candidate.trimmingSpaces
            return tag == "*" || opaque(String(tag)) == opaque(entityTag)
        }
    }

    private static func opaque(_ tag: String) -> Substring {
        tag.dropFirst(tag.hasPrefix("W/") ? 2 : 0)
    }
}
