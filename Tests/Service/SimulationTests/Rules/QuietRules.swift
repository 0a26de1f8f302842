import Radar
import Synchronization
import Timekeeping

/// When nothing happens any more, every server shows what the store holds.
enum QuietRules {
    static func check(_ servers: [SimulatedServer], _ simulation: Simulation) async {
        let history = simulation.history
        let moment = SimulatedClock(simulator: simulation.simulator).now
        let known = history.messages.keys.sorted()
        guard
            let (shown, states) = try? await simulation.disk.use({ store in
                let found = Mutex<[Message.ID: Message]>([:])
                try await store.forEachMessage(expiringAfter: moment, dataset: nil) { batch in
                    found.withLock { found in for message in batch { found[message.id] = message } }
                }
                var states: [Message.ID: MessageState] = [:]
                for id in known { states[id] = try await store.message(id, at: moment)?.state }
                return (found.withLock { $0 }, states)
            })
        else { return history.complain(.errors, "the store cannot be read") }
        let start = history.point()
        for id in known {
            history.add(
                .look(id),
                by: Device.ID(rawValue: 0),
                on: 0,
                from: start,
                to: history.point(),
                states[id].map { .state($0) } ?? .notFound
            )
        }
        for message in shown.values.sorted(by: { $0.id < $1.id }) { history.see(message) }
        for server in servers {
            guard server.serves else {
                history.complain(.quiet, "server \(server.number) does not serve")
                continue
            }
            for id in Set(known).union(shown.keys).sorted() {
                let message = server.board.message(id)
                if let message { history.see(message) }
                guard (message != nil) != (shown[id] != nil) else { continue }
                history.complain(
                    .quiet,
                    "server \(server.number) \(message == nil ? "hides" : "shows") message \(id), "
                        + "which the store has as \(states[id].map(\.rawValue) ?? "gone")"
                )
            }
        }
    }
}
