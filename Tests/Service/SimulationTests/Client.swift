import Geodesy
import Radar
import Timekeeping

/// Somebody with an app: posts, reads, saves, reports, and decides as a moderator does.
final class Client {
    private let number: Int
    private let place: Int
    private let simulation: Simulation
    private let history: History
    private var random: SplitMix
    private var postCount = 0

    init(number: Int, of simulation: Simulation) {
        self.number = number
        self.simulation = simulation
        place = number % Simulation.deviceCount
        history = simulation.history
        random = simulation.random(UInt64(number) + 10)
    }

    func run() async {
        while !simulation.isOver {
            await simulation.simulator.pause(Int64.random(in: 5...110, using: &random))
            guard !simulation.isQuiet, let server = simulation.server(&random) else { continue }
            simulation.enter()
            await act(on: server)
            simulation.leave()
        }
    }

    private func act(on server: SimulatedServer) async {
        switch Int.random(in: 0..<100, using: &random) {
        case ..<28: await post(on: server)
        case ..<50: await PageReader(on: server, in: simulation).read(&random)
        case ..<56: await readAtExpiry()
        case ..<66: await change(server) { .remove($0) }
        case ..<72: await change(server) { .hide($0) }
        case ..<79: await change(server) { .restore($0) }
        case ..<86: await change(server) { .report($0) }
        case ..<91: await change(server) { .bookmark($0) }
        case ..<93: await change(server) { .unbookmark($0) }
        case ..<96: await change(server) { .read($0) }
        case ..<98: await lookAtLists(of: server)
        default: await forget(on: server)
        }
    }

    // MARK: Posts

    private func post(on first: SimulatedServer) async {
        postCount += 1
        let text = "post \(number).\(postCount)"
        let radius = ([300, 1000, 5000] as [Double]).randomElement(using: &random) ?? 300
        guard let visibleRadius = try? Distance.meters(radius),
            let coordinate = try? simulation.somewhere(&random)
        else { return }
        let draft = MessageDraft(
            text: text,
            category: .news,
            coordinate: coordinate,
            visibleRadius: visibleRadius,
            timeToLiveSeconds: Int64.random(in: 1...4, using: &random),
            precision: random.isChosen(1, of: 4) ? .blurred : .exact
        )
        let key = random.isChosen(1, of: 2) ? text : nil
        var server = first
        let device = simulation.device(place)
        // A key is its device's.
        for _ in 0..<3 where simulation.device(place) == device {
            let outcome = await ask(server, .post(text)) { [self] device in
                let message = try await send(draft, by: device, key, to: server)
                history.see(message)
                return .posted(message.id)
            }
            // The same again under its key, as an app does that was not answered.
            guard key != nil, outcome == .lost || outcome == .failed || random.isChosen(1, of: 8)
            else { return }
            await simulation.simulator.pause(Int64.random(in: 0...60, using: &random))
            guard let other = simulation.server(&random) else { return }
            server = other
        }
    }

    /// Posts, and goes on where event loops do.
    private func send(
        _ draft: MessageDraft,
        by device: Device.ID,
        _ key: String?,
        to server: SimulatedServer
    ) async throws -> Message {
        let simulator = simulation.simulator
        let isDirect = random.isChosen(1, of: 2)
        let delay = random.delay()
        return try await withCheckedThrowingContinuation { continuation in
            server.board.post(
                draft,
                by: device,
                once: key,
                goingOn: { work in
                    isDirect ? work() : simulator.schedule(after: delay, work)
                },
                then: { continuation.resume(with: $0) }
            )
        }
    }

    // MARK: Changes

    private func change(
        _ server: SimulatedServer,
        _ action: (Message.ID) -> Operation.Action
    ) async {
        let lately = history.messages.keys.sorted().suffix(8)
        guard let id = lately.randomElement(using: &random) else { return }
        let action = action(id)
        let board = server.board
        let here = simulation.center
        _ = await ask(server, action) { device in
            switch action {
            case .remove: try await board.remove(id, by: device)
            case .hide: return .state(try await board.decide(.hide, on: id).state)
            case .restore: return .state(try await board.decide(.restore, on: id).state)
            case .report:
                try await board.report(id, by: device, from: here, reason: "spam")
            case .bookmark: try await board.bookmark(id, by: device, from: here)
            case .unbookmark: try await board.removeBookmark(of: id, by: device)
            case .read:
                _ = try await board.message(id, readBy: device)
                return .done
            default: break
            }
            return .done
        }
    }

    private func forget(on server: SimulatedServer) async {
        let device = simulation.device(place)
        let outcome = await ask(server, .forget) { device in
            try await server.board.forget(device)
            return .done
        }
        if outcome == .done || outcome == .lost {
            await simulation.renewDevice(place, after: device)
        }
    }

    private func lookAtLists(of server: SimulatedServer) async {
        let device = simulation.device(place)
        let start = history.point()
        guard let sent = try? await server.board.sent(by: device, limit: 1000),
            let queue = try? await server.board.moderationQueue(limit: 1000), !server.isGone
        else { return }
        let end = history.point()
        let states = Dictionary(
            uniqueKeysWithValues: sent.entries.map { ($0.message.id, $0.state) }
        )
        let waiting = Set(queue.entries.map(\.message.id))
        for message in history.messages.values.sorted(by: { $0.id < $1.id })
        where message.expiry > start.moment - 3000 {
            let id = message.id
            history.add(
                .queued(id),
                by: device,
                on: server.number,
                from: start,
                to: end,
                waiting.contains(id) ? .done : .notFound
            )
            guard message.author == device else { continue }
            history.add(
                .sent(id),
                by: device,
                on: server.number,
                from: start,
                to: end,
                states[id].map { .state($0) } ?? .notFound
            )
        }
    }

    // MARK: Reading

    /// Reads all that a server shows in the last moment of a message, and in the first after it.
    private func readAtExpiry() async {
        let now = simulation.simulator.now
        let next = history.messages.values.map(\.expiry).filter { $0 > now + 1 }.min()
        guard let next, next < now + 400 else { return }
        await simulation.simulator.pause(next - 1 - now)
        for _ in 0..<2 {
            guard let server = simulation.server(&random) else { return }
            _ = PageReader(on: server, in: simulation).readAll(from: simulation.center, 50_000)
            await simulation.simulator.pause(1)
        }
    }

    // MARK: Asking

    private func ask(
        _ server: SimulatedServer,
        _ action: Operation.Action,
        _ body: (Device.ID) async throws -> Operation.Outcome
    ) async -> Operation.Outcome {
        let device = simulation.device(place)
        let number = history.begin(action, by: device, on: server.number)
        var outcome: Operation.Outcome
        do {
            outcome = try await body(device)
        } catch let error as RadarError {
            outcome = self.outcome(of: error, action)
        } catch is StoreFailure {
            outcome = .failed
        } catch is ProcessGone {
            outcome = .lost
        } catch {
            outcome = .failed
            // A device that was erased meanwhile can do nothing any more.
            if simulation.device(place) == device, !simulation.isErased(device) {
                history.complain(.errors, "\(action): \(error)")
            }
        }
        if server.isGone { outcome = .lost }
        history.end(number, outcome)
        return outcome
    }

    private func outcome(
        of error: RadarError,
        _ action: Operation.Action
    ) -> Operation.Outcome {
        switch error {
        case .notFound: return .notFound
        case .notOwn: return .notOwn
        case .unknownDevice: return .unknownDevice
        case .notReadable(let state): return .state(state)
        default:
            history.complain(.errors, "\(action): \(error)")
            return .failed
        }
    }
}

extension Simulation {
    /// A place within half a kilometre or so of the center.
    func somewhere(_ random: inout SplitMix) throws -> Coordinate {
        try Coordinate(
            latitude: center.latitude + Double.random(in: -0.004...0.004, using: &random),
            longitude: center.longitude + Double.random(in: -0.005...0.005, using: &random)
        )
    }

    /// Whether somebody has begun to erase a device.
    func isErased(_ device: Device.ID) -> Bool {
        history.operations.contains { $0.action == .forget && $0.device == device }
    }
}
