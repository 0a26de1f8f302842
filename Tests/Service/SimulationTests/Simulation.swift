import Datasets
import Geodesy
import Radar
import RadarTesting
import Synchronization
import Timekeeping

/// Two servers on one store, and clients of both: what a seed makes of them.
///
/// Clients post, remove, save, report, decide, erase themselves and read page by page; others watch
/// streams and come back after breaks. Servers are killed and started, calls of the store fail and take
/// long. Now and then everything comes to rest, and all servers must show what the store holds.
final class Simulation: Sendable {
    private struct State {
        var servers: [SimulatedServer] = []
        var devices: [Device.ID] = []
        var serverCount = 0
        var isQuiet = false
        var isOver = false
        var busy = 0
        var streams: [StreamRules] = []
        var random: SplitMix
    }

    static let reportsUntilHidden = 2
    static let clients = 4
    static let watchers = 3
    static let deviceCount = 3

    let seed: UInt64
    let sabotage: Sabotage?
    let simulator: Simulator
    let history: History
    let disk: Disk
    /// How many events may wait for a reader.
    let waitingEvents: Int
    let center: Coordinate
    private let state: Mutex<State>

    /// - Parameter disk: What the servers keep their messages in; a store in memory where it is nil.
    init(seed: UInt64, sabotage: Sabotage? = nil, disk: Disk? = nil) throws {
        self.seed = seed
        self.sabotage = sabotage
        self.disk =
            disk ?? .memory(MemoryRadarStore(batchSize: 25, knowsDevices: true))
        simulator = Simulator(seed: seed)
        history = History(simulator: simulator)
        var random = SplitMix(seed: seed ^ 0xA17)
        waitingEvents = random.isChosen(1, of: 4) ? 6 : 1024
        center = try Coordinate(latitude: 38.9, longitude: -77.03)
        state = Mutex(State(random: random))
    }

    /// Runs it to its end and looks at what happened.
    ///
    /// - Returns: What was wrong; nothing when all rules held.
    func run() -> [(rule: Rule, text: String)] {
        let isAtRest = simulator.run { await self.live() }
        if !isAtRest || !isOver { history.complain(.errors, "it does not come to rest") }
        ObjectRules.check(history)
        VisibilityRules.check(history)
        PostRules.check(history)
        // They hold the simulation as it holds them.
        state.withLock { state in
            state.servers = []
            state.streams = []
        }
        return history.violations
    }

    // MARK: What clients ask

    var isQuiet: Bool { state.withLock { $0.isQuiet } }
    var isOver: Bool { state.withLock { $0.isOver } }

    func random(_ salt: UInt64) -> SplitMix {
        SplitMix(seed: seed &* 0x9E37_79B9 &+ salt &* 0xC2B2_AE35 &+ 1)
    }

    /// A server that answers; nil when none does.
    func server(_ random: inout SplitMix) -> SimulatedServer? {
        let serving = state.withLock { $0.servers }.filter(\.serves)
        return serving.randomElement(using: &random)
    }

    func device(_ place: Int) -> Device.ID { state.withLock { $0.devices[place] } }

    /// Gives a place a new device, after the one there was forgotten.
    func renewDevice(_ place: Int, after old: Device.ID) async {
        guard device(place) == old else { return }
        let token = Array("device \(history.point().order)".utf8)
        let moment = SimulatedClock(simulator: simulator).now
        guard
            let new = try? await disk.use({
                try await $0.addDevice(tokenHash: token, at: moment).id
            })
        else { return history.complain(.errors, "no device can be added") }
        state.withLock { if $0.devices[place] == old { $0.devices[place] = new } }
    }

    /// Takes part in comparing when all is at rest.
    func add(_ stream: StreamRules) { state.withLock { $0.streams.append(stream) } }

    func enter() { state.withLock { $0.busy += 1 } }
    func leave() { state.withLock { $0.busy -= 1 } }

    // MARK: What happens

    private func live() async {
        for place in 0..<Self.deviceCount {
            let moment = SimulatedClock(simulator: simulator).now
            guard
                let device = try? await disk.use({
                    try await $0.addDevice(tokenHash: [UInt8(place)], at: moment).id
                })
            else { return history.complain(.errors, "no device can be added") }
            state.withLock { $0.devices.append(device) }
        }
        startServer(in: 0)
        startServer(in: 1)
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<Self.clients {
                group.addTask { await Client(number: number, of: self).run() }
            }
            for number in 0..<Self.watchers {
                group.addTask { await Watcher(number: number, of: self).run() }
            }
            group.addTask { await self.direct() }
            await group.waitForAll()
        }
        for server in state.withLock({ $0.servers }) { server.kill() }
    }

    /// Kills and starts servers, and brings everything to rest now and then.
    private func direct() async {
        var random = random(99)
        for _ in 0..<2 {
            for _ in 0..<Int.random(in: 2...5, using: &random) {
                await simulator.pause(Int64.random(in: 100...900, using: &random))
                reviveServers()
                if random.isChosen(1, of: 3) { killServer(&random) }
                if random.isChosen(1, of: 6), case .memory(let store) = disk {
                    history.note("the store's journal is cut")
                    store.forgetJournal()
                }
            }
            await rest()
        }
        state.withLock { $0.isOver = true }
    }

    private func startServer(in slot: Int) {
        let number = state.withLock { state in
            state.serverCount += 1
            return state.serverCount
        }
        let store = SimulatedStore(
            disk,
            simulator: simulator,
            seed: random(1000 + UInt64(number)).seeded(),
            sabotage: sabotage,
            mayFail: { [self] in !isQuiet }
        )
        let server = SimulatedServer(
            number: number,
            loadStart: history.point().order,
            store: store,
            in: self
        )
        state.withLock { state in
            if state.servers.count == slot {
                state.servers.append(server)
            } else {
                state.servers[slot] = server
            }
        }
        history.note("server \(number) starts")
        server.start(seed: random(2000 + UInt64(number)).seeded())
    }

    private func reviveServers() {
        for slot in 0..<2 where state.withLock({ $0.servers[slot] }).isGone {
            startServer(in: slot)
        }
    }

    private func killServer(_ random: inout SplitMix) {
        let slot = Int.random(in: 0..<2, using: &random)
        let server = state.withLock { $0.servers[slot] }
        guard !server.isGone else { return }
        history.note("server \(server.number) is killed")
        server.kill()
        guard sabotage == .losePost, case .memory(let store) = disk else { return }
        let last = history.operations.last { operation in
            if operation.server == server.number, case .posted = operation.outcome { return true }
            return false
        }
        if case .posted(let id) = last?.outcome { store.lose(id) }
    }

    /// Lets everything come to rest and compares.
    private func rest() async {
        state.withLock { $0.isQuiet = true }
        for _ in 0..<400 {
            reviveServers()
            await simulator.pause(50)
            if state.withLock({ $0.busy == 0 && $0.servers.allSatisfy(\.serves) }) { break }
        }
        // Each server looks twice at least at what the other has written.
        await simulator.pause(2500)
        let servers = state.withLock { $0.servers }
        await QuietRules.check(servers, self)
        for stream in state.withLock({ $0.streams }) { stream.compare() }
        history.note("all is at rest")
        state.withLock { $0.isQuiet = false }
    }
}

extension SplitMix {
    /// The next number, as a seed for another.
    fileprivate func seeded() -> UInt64 {
        var copy = self
        return copy.next()
    }
}
