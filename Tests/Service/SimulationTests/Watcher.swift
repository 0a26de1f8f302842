import Geodesy
import Radar

/// Somebody who watches a place by a stream, and comes back after breaks.
final class Watcher {
    private let number: Int
    private let simulation: Simulation
    private let history: History
    private var random: SplitMix
    private let center: Coordinate
    private let radius: Distance
    private let rules: StreamRules

    init(number: Int, of simulation: Simulation) {
        self.number = number
        self.simulation = simulation
        history = simulation.history
        var random = simulation.random(UInt64(number) + 50)
        center = (try? simulation.somewhere(&random)) ?? simulation.center
        let meters = ([400, 1500, 50_000] as [Double]).randomElement(using: &random) ?? 400
        radius = (try? Distance.meters(meters)) ?? Distance.zero
        rules = StreamRules(
            name: "stream \(number)",
            center: center,
            radius: radius,
            in: simulation
        )
        simulation.add(rules)
        self.random = random
    }

    func run() async {
        var position: LivePosition?
        while !simulation.isOver {
            await simulation.simulator.pause(Int64.random(in: 0...200, using: &random))
            guard let server = simulation.server(&random) else { continue }
            if random.isChosen(1, of: 6) { position = nil }
            await watch(server, from: position)
            position = rules.position
        }
    }

    /// Watches until the stream breaks.
    private func watch(_ server: SimulatedServer, from position: LivePosition?) async {
        let position = position.flatMap { LivePosition(parsing: $0.text) }
        guard
            let subscription = try? server.feed.subscribe(
                to: LiveQuery(center: center, radius: radius),
                after: position
            )
        else { return history.complain(.errors, "a stream is refused") }
        rules.connect(to: server, after: position)
        defer { rules.disconnect() }
        if position == nil { rules.list(all(server)) }
        let length = Int64.random(in: 100...4000, using: &random)
        Self.end(subscription, after: length, in: simulation)
        let isSlow = random.isChosen(1, of: 5)
        while let events = await subscription.next() {
            for event in tampered(events) {
                if rules.take(event) { rules.list(all(server)) }
            }
            if isSlow, !simulation.isQuiet {
                await simulation.simulator.pause(random.delay() * 3)
            }
        }
    }

    /// What the server shows to the watcher now.
    private func all(_ server: SimulatedServer) -> [Message] {
        PageReader(on: server, in: simulation).readAll(from: center, radius.meters)
    }

    /// Breaks the stream at some time, but not while all comes to rest: it is compared then.
    private static func end(
        _ subscription: LiveSubscription,
        after milliseconds: Int64,
        in simulation: Simulation
    ) {
        simulation.simulator.schedule(after: milliseconds) {
            if simulation.isQuiet, !simulation.isOver {
                end(subscription, after: 500, in: simulation)
            } else {
                subscription.end()
            }
        }
    }

    /// The events, unless streams are to be broken.
    private func tampered(_ events: [LiveEvent]) -> [LiveEvent] {
        guard simulation.sabotage == .dropEvent || simulation.sabotage == .doubleEvent else {
            return events
        }
        return events.flatMap { event -> [LiveEvent] in
            guard case .posted = event.content, random.isChosen(1, of: 8) else { return [event] }
            return simulation.sabotage == .dropEvent ? [] : [event, event]
        }
    }
}
