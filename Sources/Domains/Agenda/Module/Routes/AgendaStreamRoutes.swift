internal import Agenda
internal import AgendaRecords
internal import GeoJSON
internal import HTTPService
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import Timekeeping

/// What changes of events and sessions, as it is published: server-sent events.
///
/// Source: WHATWG HTML, section 9.2, for the form of a stream.
struct AgendaStreamRoutes: Sendable {
    let directory: AgendaDirectory
    let clock: any WallClock

    var routes: [Route] { [.get("/v1/events/stream") { request, _ in try stream(request) }] }

    private func stream(_ request: Request) throws -> Response {
        var query = QueryReader(request.uri.query)
        let event = query.text("event")
        guard let snapshot = directory.snapshot else { throw Problem.notReady }
        if let event, !snapshot.knowsEvent(event) { query.noteUnknownEvent(event) }
        try query.check()
        let names = event.map { AgendaNames($0, in: snapshot) }
        let (changes, id) = directory.listen()
        return .events(to: request) { [directory] in
            directory.sign(to: id)
        } leaving: { [directory] in
            directory.end(id)
        } _: { [clock] writer in
            for await published in changes {
                let own = published.filter { names?.has($0.subject) ?? true }
                guard !own.isEmpty || published.isEmpty else { continue }
                try await writer.write(
                    own.isEmpty
                        ? Response.eventStreamSign
                        : ByteBuffer(bytes: Self.bytes(of: own, at: clock.now))
                )
            }
        }
    }

    /// Changes in the form of a `text/event-stream`: named after what they are of, each as the routes show it.
    static func bytes(of changes: [AgendaChange], at now: Timestamp) -> [UInt8] {
        var bytes: [UInt8] = []
        for change in changes {
            let name: String
            var json = JSONWriter(capacity: 640)
            switch change.subject {
            case .event(let event):
                name = "event"
                json.change(change.act, "event") { $0.event(event, at: now, distance: nil) }
            case .session(let session):
                name = "session"
                json.change(change.act, "session") { $0.session(session) }
            }
            bytes += Array("event: \(name)\ndata: ".utf8)
            bytes += json.takeBytes()
            bytes += Array("\n\n".utf8)
        }
        return bytes
    }
}

/// What records call one event.
private struct AgendaNames: Sendable {
    private let names: Set<String>

    init(_ event: String, in snapshot: AgendaSnapshot) {
        let known = snapshot.events.filter { $0.id == event || $0.key == event }
        names = Set([event] + known.flatMap { [$0.id, $0.key] })
    }

    func has(_ subject: AgendaChange.Subject) -> Bool {
        switch subject {
        case .event(let event): names.contains(event.id)
        case .session(let session): session.event.map(names.contains) ?? false
        }
    }
}

extension JSONWriter {
    fileprivate mutating func change(
        _ act: AgendaChange.Act,
        _ name: String,
        _ feature: (inout JSONWriter) -> Void
    ) {
        object { json in
            json.member("change", act.rawValue)
            json.name(name)
            feature(&json)
        }
    }
}
