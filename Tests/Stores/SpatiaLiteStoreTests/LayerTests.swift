import Datasets
import Geodesy
import Polling
import Radar
import SpatiaLiteStore
import Testing
import Timekeeping

/// The layers' answers against a scan of all records with the geodesic.
@Suite struct LayerTests {
    let storePlace: TemporaryStorePlace

    init() throws { storePlace = try TemporaryStorePlace() }

    @Test(
        "stations nearest, within a radius and in a box agree with brute force",
        arguments: Terrain.allCases,
        0..<6 as Range<UInt64>
    )
    func stationsAgree(terrain: Terrain, seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let store = try await storePlace.openStore()
        var all: [Station] = []
        for name in ["one", "two"] {
            let stations = try (0..<200).map {
                try station($0, at: $0 % 50 == 0 ? nil : terrain.place(&generator), dataset: name)
            }
            try await store.importStations(stations, as: name)
            all += stations
        }

        for _ in 0..<12 {
            let center = try terrain.place(&generator)
            let expected = try Oracle.stations(all, from: center)
            let count = Int.random(in: 1...30, using: &generator)
            let radius = expected[Int.random(in: 0..<expected.count, using: &generator)]
                .distance
            #expect(
                try await store.stationLayer.nearest(to: center, count: count)
                    == Array(expected.prefix(count))
            )
            #expect(
                try await store.stationLayer.nearest(to: center, count: count, within: radius)
                    == Array(expected.filter { $0.distance <= radius }.prefix(count))
            )
            #expect(
                try await store.stationLayer.within(radius, of: center)
                    == expected.filter { $0.distance <= radius }
            )
            let one = try dataset("one")
            #expect(
                try await store.stationLayer.within(radius, of: center, dataset: one)
                    == expected.filter { $0.distance <= radius && $0.station.dataset == one }
            )
            let box = try Oracle.box(center, terrain.place(&generator), &generator)
            #expect(
                try await store.stationLayer.within(box)
                    == all.filter { $0.coordinate.map(box.contains) ?? false }.sorted {
                        $0.id < $1.id
                    }
            )
        }
    }

    @Test(
        "messages obey the two-sided rule, the filter and brute force",
        arguments: Terrain.allCases,
        0..<6 as Range<UInt64>
    )
    func messagesAgree(terrain: Terrain, seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed &+ 100)
        let store = try await storePlace.openStore()
        let categories = ["news", "help", "cute"]
        let ranges = [10, 500, 5000, 50000, 2_000_000.0]
        var records: [ImportedMessage] = []
        for number in 0..<400 {
            records.append(
                try imported(
                    "\(number)",
                    at: terrain.place(&generator),
                    reaching: #require(ranges.randomElement(using: &generator)),
                    category: #require(categories.randomElement(using: &generator)),
                    posted: moment(Int64.random(in: -50...50, using: &generator)),
                    expires: moment(Int64.random(in: -50...50, using: &generator))
                )
            )
        }
        try await store.importMessages(records)
        let all = try await Oracle.messages(in: store)
        #expect(all.count == records.count)

        for round in 0..<12 {
            let center = try terrain.place(&generator)
            let filter = MessageFilter(
                liveAt: moment(Int64.random(in: -50...50, using: &generator)),
                postedAtOrBefore: round % 3 == 0 ? moment() : nil,
                categories: round % 2 == 0
                    ? [Category(rawValue: "news"), Category(rawValue: "help")] : nil
            )
            let visible = try Oracle.sightings(all, from: center, filter: filter)
            let count = Int.random(in: 1...30, using: &generator)
            let radius = try Distance.meters(
                .random(in: 0...1, using: &generator) * (visible.last?.distance.meters ?? 1000)
            )
            #expect(
                try await store.messageLayer.nearest(to: center, count: count, filter: filter)
                    == Array(visible.prefix(count))
            )
            #expect(
                try await store.messageLayer.within(radius, of: center, filter: filter)
                    == visible.filter { $0.distance <= radius }
            )
            let box = try Oracle.box(center, terrain.place(&generator), &generator)
            #expect(
                try await store.messageLayer.within(box, filter: filter)
                    == all.filter { Oracle.passes($0, filter) && box.contains($0.coordinate) }
            )
        }
    }

    @Test("a radius and a range are inclusive to the last bit")
    func boundsAreInclusive() async throws {
        let store = try await storePlace.openStore()
        let center = try Coordinate(latitude: 52.5, longitude: 13.4)
        let place = try Coordinate(latitude: 52.51, longitude: 13.42)
        let distance = Geodesic.distance(from: center, to: place)
        let shorter = try Distance.meters(distance.meters.nextDown)
        try await store.importStations([station(1, at: place)])
        #expect(try await store.stationLayer.within(distance, of: center).count == 1)
        #expect(try await store.stationLayer.within(shorter, of: center).isEmpty)
        #expect(
            try await store.stationLayer.nearest(to: center, count: 1, within: shorter).isEmpty
        )
        try await store.importMessages([
            imported("reaches", at: place, reaching: distance.meters),
            imported("falls short", at: place, reaching: shorter.meters),
        ])
        let filter = MessageFilter(liveAt: moment())
        #expect(
            try await store.messageLayer.nearest(to: center, count: 9, filter: filter)
                .map(\.message.text) == ["reaches"]
        )
    }

    @Test("ties are ordered by id, also where the count cuts them")
    func tiesAreOrderedByID() async throws {
        let store = try await storePlace.openStore()
        let place = try Coordinate(latitude: 10, longitude: 20)
        let stations = try (0..<300).map { try station(($0 * 7) % 300, at: place) }
        try await store.importStations(stations)
        let found = try await store.stationLayer.nearest(to: place, count: 5)
        #expect(
            found.map(\.station.id) == stations.map(\.id).sorted().prefix(5).map { $0 }
        )
        #expect(try await store.stationLayer.nearest(to: place, count: 0).isEmpty)
        #expect(try await store.stationLayer.nearest(to: place, count: -1).isEmpty)
    }

    @Test("a station on the antimeridian is found in a box that ends there from either side")
    func boxesMeetAtTheAntimeridian() async throws {
        let store = try await storePlace.openStore()
        try await store.importStations([
            station(1, at: Coordinate(latitude: 1, longitude: 180)),
            station(2, at: Coordinate(latitude: 1, longitude: -180)),
        ])
        for (west, east) in [(170.0, 180.0), (-180, -170), (179, -179), (-180, 180)] {
            let box = try BoundingBox(west: west, south: 0, east: east, north: 2)
            #expect(try await store.stationLayer.within(box).count == 2)
        }
        let inland = try BoundingBox(west: 170, south: 0, east: 179.9, north: 2)
        #expect(try await store.stationLayer.within(inland).isEmpty)
    }

    @Test("a station is found by its id, and by that of the published version alone")
    func stationsByID() async throws {
        let store = try await storePlace.openStore()
        let place = try Coordinate(latitude: 1, longitude: 2)
        try await store.importStations([station(1, at: place)])
        try await store.importStations([station(2, at: place)])
        #expect(
            try await store.stationLayer.station(Station.ID(rawValue: "dc.2"))
                == station(2, at: place)
        )
        #expect(try await store.stationLayer.station(Station.ID(rawValue: "dc.1")) == nil)
    }

    @Test("a question about an unknown dataset, or about one of another kind, is refused")
    func unknownDatasets() async throws {
        let store = try await storePlace.openStore()
        let center = try Coordinate(latitude: 1, longitude: 2)
        try await store.importMessages([imported("a", at: center)])
        let unknown = DatasetError.unknownDataset(try dataset("dc"))
        await #expect(throws: unknown) {
            _ = try await store.stationLayer.nearest(to: center, count: 1, dataset: dataset("dc"))
        }
        await #expect(
            throws: DatasetError.wrongKind(
                try dataset("tips"),
                expected: .stations,
                found: .messages
            )
        ) {
            _ = try await store.stationLayer.nearest(to: center, count: 1, dataset: dataset("tips"))
        }
    }
}

/// What is right, by looking at every record.
private enum Oracle {
    static func stations(_ all: [Station], from center: Coordinate) throws -> [FoundStation] {
        all.compactMap { station in
            station.coordinate.map {
                FoundStation(
                    station: station,
                    distance: Geodesic.distance(from: center, to: $0)
                )
            }
        }.sorted { ($0.distance, $0.station.id) < ($1.distance, $1.station.id) }
    }

    static func sightings(
        _ all: [Message],
        from center: Coordinate,
        filter: MessageFilter
    ) throws -> [Sighting] {
        all.filter { passes($0, filter) }.map {
            Sighting(
                message: $0,
                distance: Geodesic.distance(from: center, to: $0.coordinate)
            )
        }.filter { $0.distance <= $0.message.visibleRadius }
            .sorted { ($0.distance, $0.message.id) < ($1.distance, $1.message.id) }
    }

    static func passes(_ message: Message, _ filter: MessageFilter) -> Bool {
        message.isLive(at: filter.liveAt)
            && filter.postedAtOrBefore.map { message.postedAt <= $0 } ?? true
            && filter.categories.map { $0.contains(message.category) } ?? true
    }

    static func messages(in store: SpatiaLiteStore) async throws -> [Message] {
        try await store.allMessages(after: Timestamp(millisecondsSince1970: 0))
    }

    /// A box between two places, sometimes the way round the antimeridian.
    static func box(
        _ one: Coordinate,
        _ other: Coordinate,
        _ generator: inout SeededGenerator
    ) throws -> BoundingBox {
        let longitudes = [one.longitude, other.longitude].sorted()
        let crosses = Bool.random(using: &generator)
        return try BoundingBox(
            west: crosses ? longitudes[1] : longitudes[0],
            south: min(one.latitude, other.latitude),
            east: crosses ? longitudes[0] : longitudes[1],
            north: max(one.latitude, other.latitude)
        )
    }
}
