internal import GeoJSON
internal import Geodesy
internal import Radar

/// Events in the form of a `text/event-stream`.
enum EventStream {
    /// - Parameter ids: What messages are called outside.
    static func bytes(of events: [LiveEvent], ids: PublicIDs) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(events.count * 512)
        for event in events { append(event, ids, to: &bytes) }
        return bytes
    }

    /// An event without a name and data is not given to the page, but its id is kept: the browser
    /// goes on from there after a break.
    private static func append(
        _ event: LiveEvent,
        _ ids: PublicIDs,
        to bytes: inout [UInt8]
    ) {
        if let position = event.position { line("id", position.text.utf8, to: &bytes) }
        switch event.content {
        case .posted(let sighting):
            let message = sighting.message
            var json = JSONWriter(capacity: 512)
            json.feature(id: ids.featureID(of: message), geometry: .point(message.coordinate)) {
                message.writeProperties(to: &$0, distance: sighting.distance)
            }
            named("posted", json.takeBytes(), to: &bytes)
        case .expired(let id):
            named("expired", object("id", ids.publicID(of: id)), to: &bytes)
        case .removed(let id):
            named("removed", object("id", ids.publicID(of: id)), to: &bytes)
        case .gap: named("gap", object("ask for the whole: events may be missing"), to: &bytes)
        case .dropped:
            named("dropped", object("too many events were waiting; connect again"), to: &bytes)
        case .nothing: break
        }
        bytes.append(UInt8(ascii: "\n"))
    }

    private static func named(
        _ name: String,
        _ data: some Sequence<UInt8>,
        to bytes: inout [UInt8]
    ) {
        line("event", name.utf8, to: &bytes)
        line("data", data, to: &bytes)
    }

    private static func line(
        _ field: String,
        _ value: some Sequence<UInt8>,
        to bytes: inout [UInt8]
    ) {
        bytes.append(contentsOf: field.utf8)
        bytes.append(contentsOf: ": ".utf8)
        bytes.append(contentsOf: value)
        bytes.append(UInt8(ascii: "\n"))
    }

    private static func object(_ name: String, _ id: Message.PublicID) -> [UInt8] {
        var json = JSONWriter(capacity: 32)
        json.object { $0.member(name, id.description) }
        return json.takeBytes()
    }

    private static func object(_ reason: String) -> [UInt8] {
        var json = JSONWriter(capacity: 96)
        json.object { $0.member("reason", reason) }
        return json.takeBytes()
    }
}

extension PublicIDs {
    /// The id of a message's feature.
    func featureID(of message: Message) -> FeatureID { .text(publicID(of: message.id).description) }
}
