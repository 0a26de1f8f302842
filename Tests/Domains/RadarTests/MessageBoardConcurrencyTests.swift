import Datasets
import Geodesy
import RadarTesting
import Testing
import Timekeeping

@testable import Radar

/// Readers beside writers; meant to be run with the thread sanitizer as well.
@Suite struct MessageBoardConcurrencyTests {
    @Test("readers beside a poster, a remover, a sweep and imports see whole pages only")
    func readersAndWriters() async throws {
        let store = MemoryRadarStore(batchSize: 16)
        let clock = ManualWallClock(electionMorning)
        let board = MessageBoard(store: store, clock: clock)
        let center = try place(38.9, -77)
        let dataset = try DatasetName("dc")
        try await board.load()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for reader in 0..<4 {
                group.addTask {
                    var random = SeededRandom(seed: UInt64(reader))
                    while !Task.isCancelled {
                        try check(board, around: center, using: &random)
                        await Task.yield()
                    }
                }
            }
            try await withThrowingTaskGroup(of: Void.self) { writers in
                writers.addTask {
                    for number in 0..<300 {
                        let message = try await board.post(
                            .sample(
                                at: Geodesic.destination(
                                    from: center,
                                    bearingDegrees: Double(number),
                                    distance: .meters(Double(number % 50) * 30)
                                ),
                                forSeconds: number % 3 == 0 ? 2 : 1000
                            ),
                            by: alice
                        )
                        #expect(board.message(message.id) == message)
                        if number % 5 == 4 {
                            try await board.remove(message.id, by: alice)
                            #expect(board.message(message.id) == nil)
                        }
                        if number % 10 == 0 { clock.set(clock.now + 500) }
                    }
                }
                writers.addTask {
                    for _ in 0..<100 {
                        _ = try await board.sweep(limit: 7)
                        await Task.yield()
                    }
                }
                writers.addTask {
                    for version in 0..<30 {
                        store.publish(
                            try (0..<20).map {
                                try .sample(
                                    "\($0)",
                                    in: dataset,
                                    at: center,
                                    text: "v\(version)",
                                    visibleTo: 50_000
                                )
                            },
                            in: dataset
                        )
                        try await board.reload(dataset: dataset)
                    }
                }
                try await writers.waitForAll()
            }
            group.cancelAll()
            try await group.waitForAll()
        }
        #expect(board.live.read { $0.violatedInvariants() } == [])
        let moment = clock.now
        let expected = store.messages.filter { $0.isLive(at: moment) }.map(\.id)
        #expect(expected.count > 100)
        for id in expected { #expect(board.message(id) != nil) }
        #expect(
            Set(
                board.live.read { live in
                    live.slots.values.map { Message.ID(rawValue: live.table[$0].id) }
                }
            ).isSuperset(of: expected)
        )
    }

    private func check(
        _ board: MessageBoard,
        around center: Coordinate,
        using random: inout SeededRandom
    ) throws {
        let radius = try Distance.meters(.random(in: 0...3000, using: &random))
        let order: MessageQuery.Order = Bool.random(using: &random) ? .nearest : .newest
        let pages = try board.allPages(
            matching: MessageQuery(center: center, radius: radius, order: order, limit: 20)
        )
        let sightings = pages.flatMap(\.sightings)
        #expect(Set(sightings.map(\.message.id)).count == sightings.count)
        for page in pages {
            // A page is made in one go: all of an import or nothing of it.
            let versions = Set(
                page.sightings.filter { $0.message.origin != nil }.map(\.message.text)
            )
            #expect(versions.count <= 1)
            for sighting in page.sightings {
                #expect(sighting.message.isLive(at: page.moment))
                #expect(sighting.distance <= min(radius, sighting.message.visibleRadius))
            }
        }
        for (one, next) in zip(sightings, sightings.dropFirst()) {
            switch order {
            case .nearest: #expect(one.distance <= next.distance)
            case .newest: #expect(one.message.id > next.message.id)
            }
        }
    }
}
