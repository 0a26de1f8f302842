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
    /// Writes the message as a feature: the same, byte for byte, as ``GeoJSON/JSONWriter`` writes with
    /// ``Message/writeProperties(to:distance:)``, and several times as fast. A list has up to a
    /// thousand of them.
    ///
    /// - Parameter distance: From the place that was asked for.
    func writeFeature(to json: inout JSONWriter, distance: Distance) {
        json.literal(#"{"type":"Feature","id":"#)
        json.integer(id.rawValue)
        json.literal(#","geometry":{"type":"Point","coordinates":["#)
        json.position(coordinate)
        json.literal(#"]},"properties":{"text":"#)
        textUTF8.withUnsafeBufferPointer { json.string(utf8: $0) }
        json.literal(#","category":"#)
        json.string(category.rawValue)
        json.literal(#","posted_at":"#)
        postedAt.withRFC3339 { json.string(utf8: $0) }
        json.literal(#","expires_at":"#)
        expiresAt.withRFC3339 { json.string(utf8: $0) }
        json.literal(#","visible_radius_m":"#)
        json.number(visibleRadius.meters)
        json.literal(#","distance_m":"#)
        json.meters(distance)
        json.literal("}}")
    }
}
