internal import GeoJSON
internal import Geodesy
internal import Radar
internal import Timekeeping

extension Message {
    /// The message's members in an answer. Its author is nobody's business.
    ///
    /// - Parameter distance: From the place that was asked for; nil where none was.
    func writeProperties(to json: inout JSONWriter, distance: Distance?) {
        json.member("text", text)
        json.member("category", category.rawValue)
        json.member("posted_at", postedAt.rfc3339)
        json.member("expires_at", expiresAt.rfc3339)
        json.member("visible_radius_m", visibleRadius.meters)
        if let distance { json.member("distance_m", distance) }
    }

    /// The message alone as a GeoJSON Feature.
    var featureBytes: [UInt8] {
        var json = JSONWriter(capacity: 512)
        json.feature(id: .number(id.rawValue), geometry: .point(coordinate)) {
            writeProperties(to: &$0, distance: nil)
        }
        return json.takeBytes()
    }
}

extension MessageView {
    /// The same members as ``Message/writeProperties(to:distance:)`` writes.
    func writeProperties(to json: inout JSONWriter, distance: Distance) {
        json.member("text", utf8: textUTF8)
        json.member("category", category.rawValue)
        json.member("posted_at", utf8: postedAt.rfc3339UTF8)
        json.member("expires_at", utf8: expiresAt.rfc3339UTF8)
        json.member("visible_radius_m", visibleRadius.meters)
        json.member("distance_m", distance)
    }
}
