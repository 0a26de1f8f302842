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
    ///
    /// - Parameter publicID: What the message is called outside.
    func featureBytes(called publicID: Message.PublicID) -> [UInt8] {
        var json = JSONWriter(capacity: 320 + text.utf8.count)
        json.messageFeature(
            id: publicID,
            coordinate: coordinate,
            text: { $0.string(text) },
            category: category,
            postedAt: postedAt,
            expiresAt: expiresAt,
            visibleRadius: visibleRadius,
            distance: nil
        )
        return json.takeBytes()
    }
}

extension MessageView {
    /// Writes the message as a feature. A list has up to a thousand of them.
    ///
    /// - Parameter distance: From the place that was asked for.
    func writeFeature(to json: inout JSONWriter, distance: Distance) {
        json.messageFeature(
            id: id,
            coordinate: coordinate,
            text: { json in
                if isTextPlain {
                    json.string(plainUTF8: textUTF8)
                } else {
                    textUTF8.withUnsafeBufferPointer { json.string(utf8: $0) }
                }
            },
            category: category,
            postedAt: postedAt,
            expiresAt: expiresAt,
            visibleRadius: visibleRadius,
            distance: distance
        )
    }
}

extension Message {
    /// How many marks a message with a distance has in a list; see ``GeoJSON/JSONWriter/mark()``.
    static let marksPerFeature = 8
}

extension JSONWriter {
    /// Writes a message as a feature: the same, byte for byte, as is written with
    /// ``Radar/Message/writeProperties(to:distance:)``, and several times as fast.
    @inline(__always)
    fileprivate mutating func messageFeature(
        id: Message.PublicID,
        coordinate: Coordinate,
        text: (inout JSONWriter) -> Void,
        category: Category,
        postedAt: Timestamp,
        expiresAt: Timestamp,
        visibleRadius: Distance,
        distance: Distance?
    ) {
        literal(#"{"type":"Feature","id":"#)
        string(words: id.words, count: Message.PublicID.characterCount)
        mark()
        literal(#","geometry":{"type":"Point","coordinates":["#)
        position(coordinate)
        mark()
        literal(#"]},"properties":{"text":"#)
        text(&self)
        mark()
        literal(#","category":"#)
        string(category.rawValue)
        mark()
        literal(#","posted_at":"#)
        postedAt.withRFC3339 { string(utf8: $0) }
        mark()
        literal(#","expires_at":"#)
        expiresAt.withRFC3339 { string(utf8: $0) }
        mark()
        literal(#","visible_radius_m":"#)
        number(visibleRadius.meters)
        if let distance {
            mark()
            literal(#","distance_m":"#)
            meters(distance)
        }
        mark()
        literal("}}")
    }
}
