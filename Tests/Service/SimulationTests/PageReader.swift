import Geodesy
import Radar

/// Reads what a server shows, at once or page by page, and holds the pages to what there was.
struct PageReader {
    private let server: SimulatedServer
    private let simulation: Simulation
    private var history: History { simulation.history }

    init(on server: SimulatedServer, in simulation: Simulation) {
        self.server = server
        self.simulation = simulation
    }

    /// All that the server shows at a place, at this moment.
    func readAll(
        from center: Coordinate,
        _ meters: Double,
        _ order: MessageQuery.Order = .nearest
    ) -> [Message] {
        guard let radius = try? Distance.meters(meters),
            let page = try? server.board.messages(
                matching: MessageQuery(
                    center: center,
                    radius: radius,
                    order: order,
                    limit: 1000
                )
            )
        else {
            history.complain(.errors, "a list is refused")
            return []
        }
        let messages = page.sightings.map(\.message)
        for message in messages { history.see(message) }
        history.add(
            Listing(
                server: server.number,
                loadStart: server.loadStart,
                point: history.point(),
                center: center,
                radius: radius,
                messages: Dictionary(messages.map { ($0.id, $0) }) { first, _ in first }
            )
        )
        if Set(messages.map(\.id)).count < messages.count {
            history.complain(.pages, "a message stands twice in \(messages.map(\.id))")
        }
        return messages
    }

    /// Reads a list page by page, with pauses.
    func read(_ random: inout SplitMix) async {
        guard let center = try? simulation.somewhere(&random) else { return }
        let meters = ([250, 800, 50_000] as [Double]).randomElement(using: &random) ?? 250
        guard let radius = try? Distance.meters(meters) else { return }
        let order: MessageQuery.Order = random.isChosen(1, of: 2) ? .nearest : .newest
        var query = MessageQuery(center: center, radius: radius, order: order, limit: 1)
        query.limit = Int.random(in: 1...4, using: &random)
        let start = history.point()
        let atFirst = readAll(from: center, meters, order).map(\.id)
        var read: [Message.ID] = []
        for number in 0..<40 {
            guard !server.isGone else { return }
            let now = readAll(from: center, meters, order).map(\.id)
            guard let page = try? server.board.messages(matching: query) else {
                return history.complain(.errors, "a page is refused")
            }
            var ids = page.sightings.map(\.message.id)
            if simulation.sabotage == .countPages {
                ids = Array(now.dropFirst(number * query.limit).prefix(query.limit))
            }
            let left = Array(atFirst.dropFirst(after(read.last, in: atFirst)))
            check(
                ids,
                against: left.filter(now.contains),
                page: query.limit,
                hasMore: page.next != nil,
                since: start
            )
            read += ids
            guard let next = page.next else { return }
            let ids64 = server.board.publicIDs
            guard
                let cursor = try? MessageCursor(parsing: next.text(under: ids64), under: ids64)
            else { return history.complain(.errors, "a cursor cannot be read again") }
            query.cursor = cursor
            await simulation.simulator.pause(Int64.random(in: 0...90, using: &random))
        }
    }

    private func after(_ id: Message.ID?, in list: [Message.ID]) -> Int {
        id.flatMap { list.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
    }

    /// - Parameter expected: What is left of the snapshot, in order, all of it.
    private func check(
        _ ids: [Message.ID],
        against expected: [Message.ID],
        page limit: Int,
        hasMore: Bool,
        since start: Point
    ) {
        // Shown again meanwhile, a message counts as a new one: it may be there or not.
        let again = Set(
            history.operations.compactMap { operation -> Message.ID? in
                guard case .restore(let id) = operation.action else { return nil }
                let isOver = operation.end.map { $0.order < start.order } ?? false
                // What another server decided is heard of some time later.
                let isHeard = operation.end.map { $0.moment < start.moment - 4000 } ?? false
                return isOver && isHeard ? nil : id
            }
        )
        let found = ids.filter { !again.contains($0) }
        let wanted = expected.filter { !again.contains($0) }
        guard found == Array(wanted.prefix(found.count)) else {
            return history.complain(.pages, "a page holds \(ids) instead of \(expected)")
        }
        if !hasMore, found.count < wanted.count {
            history.complain(.pages, "the last page leaves out some of \(expected): \(ids)")
        }
        if hasMore, ids.count != limit {
            history.complain(.pages, "a page that is not the last has \(ids.count) of \(limit)")
        }
    }
}
