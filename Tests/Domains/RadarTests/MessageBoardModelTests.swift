import Datasets
import Geodesy
import RadarTesting
import Testing
import Timekeeping

@testable import Radar

/// The board against a model that sorts all messages for every page.
@Suite struct MessageBoardModelTests {
    @Test(
        "any mixture of changes and clock moves shows what the model shows",
        arguments: 0..<40 as Range<UInt64>
    )
    func agreesWithTheModel(seed: UInt64) async throws {
        var world = try World(seed: seed)
        for _ in 0..<350 { try await world.step() }
        #expect(world.pagesCompared > 50)
    }
}

/// A board, a model of it, and somebody who does things at random.
private struct World {
    private struct Known {
        let message: Message
        /// The refresh or post that brought it: a changed message is a new one.
        let birth: Int
    }

    /// A query whose pages are being read while the world goes on.
    private struct Reading {
        var query: MessageQuery
        /// What the first page's moment held and no page has shown, in order.
        var rest: [Known]
    }

    private var random: SeededRandom
    private let store = MemoryRadarStore(batchSize: 4)
    private let clock = ManualWallClock(electionMorning)
    private var board: MessageBoard
    private let dataset: DatasetName
    private let places: [Coordinate]

    private var known: [Message.ID: Known] = [:]
    private var births = 0
    private var latestMoment = Timestamp(millisecondsSince1970: .min)
    private var readings: [Reading] = []
    private(set) var pagesCompared = 0

    init(seed: UInt64) throws {
        random = SeededRandom(seed: seed)
        dataset = try DatasetName("dc")
        board = MessageBoard(store: store, clock: clock)
        let center = try [
            place(38.9, -77), place(0, 180), place(90, 0), place(-89.9, 45), place(-17, -179.99),
        ][Int(seed % 5)]
        var places: [Coordinate] = [center]
        for _ in 0..<12 {
            let meters = Double.random(in: 0...1, using: &random)
            places.append(
                Geodesic.destination(
                    from: center,
                    bearingDegrees: .random(in: -180...180, using: &random),
                    distance: try .meters(meters * meters * 60_000)
                ).published
            )
        }
        self.places = places
    }

    mutating func step() async throws {
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<30: try await post()
        case 30..<40: try await remove()
        case 40..<52: moveClock()
        case 52..<57: try await sweep()
        case 57..<63: try await reload()
        case 63..<64: try await loadAgain()
        case 64..<65: try await restart()
        case 65..<72: lookUp()
        case 72..<88: try beginReading()
        default: try continueReading()
        }
        #expect(board.live.read { $0.violatedInvariants() } == [])
    }

    private mutating func post() async throws {
        observe()
        let range = try randomRange()
        let mayBlur = range.meters >= BlurGrid.leastRangeMeters
        let draft = MessageDraft(
            text: "m\(births)",
            category: randomCategory(),
            coordinate: randomPlace(),
            visibleRadius: range,
            timeToLiveSeconds: .random(in: 1...90, using: &random),
            precision: Int.random(in: 0..<4, using: &random) == 0 && mayBlur ? .blurred : .exact
        )
        let author = Bool.random(using: &random) ? alice : bob
        let message = try await board.post(draft, by: author)
        #expect(message.postedAt == latestMoment)
        #expect(message.expiresAt == latestMoment + draft.timeToLiveSeconds * 1000)
        learn(message)
    }

    private mutating func remove() async throws {
        observe()
        guard let target = randomKnown() else { return }
        let device = Bool.random(using: &random) ? alice : bob
        let id = target.message.id
        do {
            try await board.remove(id, by: device)
            #expect(target.message.isLive(at: latestMoment) && target.message.author == device)
            known[id] = nil
        } catch RadarError.notOwn {
            #expect(!target.message.isLive(at: latestMoment) || target.message.author != device)
        }
    }

    private mutating func moveClock() {
        let step = Int64.random(in: -15_000...25_000, using: &random)
        clock.set(clock.now + (Bool.random(using: &random) ? step : step.signum()))
    }

    private mutating func sweep() async throws {
        observe()
        let limit = Int.random(in: 1...20, using: &random)
        #expect(try await board.sweep(limit: limit) <= limit)
    }

    private mutating func reload() async throws {
        observe()
        var imported: [ImportedMessage] = []
        for key in 0..<10 where Bool.random(using: &random) {
            let old = known.values.first {
                $0.message.origin?.key == "\(key)"
            }?.message
            if let old, Int.random(in: 0..<3, using: &random) > 0 {
                imported.append(
                    ImportedMessage(
                        origin: old.origin!,
                        text: old.text,
                        category: old.category,
                        coordinate: old.coordinate,
                        visibleRadius: old.visibleRadius,
                        postedAt: old.postedAt,
                        expiresAt: old.expiresAt
                    )
                )
            } else {
                imported.append(
                    try .sample(
                        "\(key)",
                        in: dataset,
                        at: randomPlace(),
                        category: randomCategory(),
                        visibleTo: randomRange().meters,
                        expiresAt: latestMoment + .random(in: -5000...90_000, using: &random),
                        attributes: ["n": "\(births)"]
                    )
                )
            }
        }
        store.publish(imported, in: dataset)
        try await board.reload(dataset: dataset)
        let read = store.messages.filter { $0.origin != nil && $0.isLive(at: latestMoment) }
        for (id, entry) in known where entry.message.origin != nil {
            if !read.contains(where: { $0.id == id }) { known[id] = nil }
        }
        for message in read where known[message.id]?.message != message { learn(message) }
    }

    private mutating func loadAgain() async throws {
        observe()
        try await board.load()
        known = known.filter { $0.value.message.isLive(at: latestMoment) }
    }

    /// Another process over the same store, which believes the clock.
    private mutating func restart() async throws {
        board = MessageBoard(store: store, clock: clock)
        latestMoment = clock.now
        readings = []
        known = [:]
        try await board.load()
        for message in store.messages where message.isLive(at: latestMoment) { learn(message) }
    }

    private mutating func lookUp() {
        observe()
        guard let target = randomKnown()?.message else { return }
        #expect(board.message(target.id) == (target.isLive(at: latestMoment) ? target : nil))
    }

    private mutating func beginReading() throws {
        observe()
        let query = MessageQuery(
            center: randomPlace(),
            radius: try .meters(.random(in: 0...100_000, using: &random)),
            categories: Int.random(in: 0..<3, using: &random) == 0
                ? [randomCategory(), randomCategory()] : nil,
            order: Bool.random(using: &random) ? .nearest : .newest,
            limit: Int.random(in: 1...8, using: &random)
        )
        readings.append(Reading(query: query, rest: visible(to: query)))
        try readPage(of: readings.count - 1)
    }

    private mutating func continueReading() throws {
        observe()
        guard !readings.isEmpty else { return }
        try readPage(of: Int.random(in: 0..<readings.count, using: &random))
    }

    private mutating func readPage(of number: Int) throws {
        var reading = readings.remove(at: number)
        reading.query.limit = Int.random(in: 1...8, using: &random)
        let left = reading.rest.filter { entry in
            known[entry.message.id]?.birth == entry.birth && entry.message.isLive(at: latestMoment)
        }
        let page = try board.messages(matching: reading.query)
        let expected = left.prefix(reading.query.limit)
        #expect(page.moment == latestMoment)
        #expect(page.sightings.map(\.message) == expected.map(\.message))
        for sighting in page.sightings {
            let distance = Geodesic.distance(
                from: reading.query.center,
                to: sighting.message.coordinate
            )
            #expect((sighting.distance.meters - distance.meters).magnitude < 0.001)
        }
        #expect((page.next != nil) == (left.count > reading.query.limit))
        pagesCompared += 1
        guard let next = page.next else { return }
        reading.query.cursor = try MessageCursor(
            parsing: next.text(under: board.publicIDs),
            under: board.publicIDs
        )
        reading.rest = Array(left.dropFirst(reading.query.limit))
        readings.append(reading)
    }

    private func visible(to query: MessageQuery) -> [Known] {
        known.values
            .map { ($0, Geodesic.distance(from: query.center, to: $0.message.coordinate)) }
            .filter { entry, distance in
                let message = entry.message
                return message.isLive(at: latestMoment)
                    && distance <= min(query.radius, message.visibleRadius)
                    && (query.categories?.contains(message.category) ?? true)
            }
            .sorted { left, right in
                let (leftID, rightID) = (left.0.message.id, right.0.message.id)
                if query.order == .newest { return leftID > rightID }
                return left.1 != right.1 ? left.1 < right.1 : leftID < rightID
            }
            .map(\.0)
    }

    /// Makes the board look at the clock, which it remembers.
    private mutating func observe() {
        #expect(board.message(Message.ID(rawValue: 0)) == nil)
        latestMoment = max(latestMoment, clock.now)
    }

    private mutating func learn(_ message: Message) {
        births += 1
        known[message.id] = Known(message: message, birth: births)
    }

    private mutating func randomKnown() -> Known? {
        known.keys.sorted().randomElement(using: &random).flatMap { known[$0] }
    }

    private mutating func randomPlace() -> Coordinate {
        places[Int.random(in: 0..<places.count, using: &random)]
    }

    private mutating func randomRange() throws -> Distance {
        try .meters([10, 150, 5000, 49_999.5, 50_000][Int.random(in: 0..<5, using: &random)])
    }

    private mutating func randomCategory() -> Radar.Category {
        RadarLimits.standard.categories[Int.random(in: 0..<6, using: &random)]
    }
}
