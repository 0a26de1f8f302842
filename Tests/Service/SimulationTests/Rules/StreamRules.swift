import Geodesy
import Radar

/// What one stream has told so far, and whether it may be so: every event once and in order, or a gap;
/// and with all of them, one knows what there is.
///
/// Safe to share although the compiler cannot see it: a simulation runs on one thread.
final class StreamRules: @unchecked Sendable {
    private enum Knowledge {
        /// It was in a list; its event may come still.
        case listed
        case told
    }

    private let name: String
    private let center: Coordinate
    private let radius: Distance
    private let simulation: Simulation
    private var history: History { simulation.history }
    /// The server of the stream; nil while there is none.
    private var server: SimulatedServer?
    private var shown: [Message.ID: Knowledge] = [:]
    /// Where the stream goes on.
    private(set) var position: LivePosition?
    /// The process that gave the position.
    private var positionServer = 0
    private var lastChange: UInt64 = 0
    private var mustBeGap = false

    init(name: String, center: Coordinate, radius: Distance, in simulation: Simulation) {
        self.name = name
        self.center = center
        self.radius = radius
        self.simulation = simulation
    }

    func connect(to server: SimulatedServer, after position: LivePosition?) {
        history.note("\(name) begins on server \(server.number)")
        self.server = server
        mustBeGap = position != nil && positionServer != server.number
        if position == nil || mustBeGap { lastChange = 0 }
        if position == nil { self.position = nil }
        positionServer = server.number
    }

    func disconnect() {
        history.note("\(name) breaks")
        server = nil
    }

    /// What the server shows now.
    func list(_ messages: [Message]) {
        shown = Dictionary(messages.map { ($0.id, .listed) }) { first, _ in first }
    }

    /// - Returns: Whether a list is needed now.
    func take(_ event: LiveEvent) -> Bool {
        note(event)
        if let position = event.position { take(position, of: event) }
        switch event.content {
        case .gap:
            // With so much room, and so few changes, nothing can be lost.
            if !mustBeGap, simulation.waitingEvents > 1000 { complain("a gap for no reason") }
            mustBeGap = false
            return true
        case .posted(let sighting): takePost(sighting)
        case .expired(let id):
            let expiry = history.messages[id]?.expiry ?? .min
            // A slow clock is found by what lists show.
            if simulation.simulator.now < expiry { complain("\(id) expires early") }
            shown[id] = nil
        case .removed(let id): shown[id] = nil
        case .dropped: server = nil
        case .nothing: break
        }
        if mustBeGap, event.position != nil { complain("no gap after another process") }
        return false
    }

    private func takePost(_ sighting: Sighting) {
        let message = sighting.message
        if shown[message.id] == .told { complain("\(message.id) is told twice") }
        shown[message.id] = .told
        history.see(message)
        let distance = GeodesicOrigin(center).distance(to: message.coordinate).meters
        if distance > min(radius.meters, message.visibleRadius.meters) + 0.01 {
            complain("\(message.id) is out of reach")
        }
    }

    private func take(_ position: LivePosition, of event: LiveEvent) {
        self.position = position
        let change = position.text.split(separator: "-").last.flatMap { UInt64($0) } ?? 0
        switch event.content {
        case .gap: break
        case .nothing:
            if change < lastChange { complain("goes back from \(lastChange) to \(change)") }
        default:
            if change <= lastChange { complain("tells \(change) after \(lastChange)") }
        }
        lastChange = change
    }

    /// Compares what the stream has told with what its server shows; nothing happens any more.
    func compare() {
        guard let server, server.serves, !mustBeGap else { return }
        let all = PageReader(on: server, in: simulation).readAll(from: center, radius.meters)
        let now = simulation.simulator.now
        let messages = history.messages
        // Told within a round.
        let isSettled = { (id: Message.ID) in
            messages[id].map { !(now - 400...now).contains($0.expiry) } ?? true
        }
        let seen = Set(shown.keys.filter(isSettled))
        let there = Set(all.map(\.id).filter(isSettled))
        guard seen != there else { return }
        complain(
            "does not tell of \(there.subtracting(seen).sorted()), "
                + "nor of the end of \(seen.subtracting(there).sorted())"
        )
    }

    private func note(_ event: LiveEvent) {
        switch event.content {
        case .posted(let sighting): history.note("\(name): posted \(sighting.message.id)")
        case .nothing: break
        default: history.note("\(name): \(event.content)")
        }
    }

    private func complain(_ text: String) { history.complain(.streams, "\(name): \(text)") }
}
