import Geodesy
import Polling
import Testing

@Suite struct StationDirectoryTests {
    @Test("nothing is found before the first load")
    func empty() throws {
        let directory = StationDirectory(store: FakeStationStore())
        let place = try Coordinate(latitude: 0, longitude: 0)
        #expect(!directory.isLoaded)
        #expect(directory.count == 0)
        #expect(directory.nearest(to: place, count: 5).isEmpty)
        #expect(directory.within(try .meters(1e7), of: place).isEmpty)
        #expect(directory.station(Station.ID(rawValue: "dc.1")) == nil)
    }

    @Test("a store without stations loads")
    func loadsNothing() async throws {
        let directory = StationDirectory(store: FakeStationStore())
        try await directory.load()
        #expect(directory.isLoaded)
        #expect(directory.count == 0)
    }

    @Test("a map opens where half of the largest dataset's stations are, whatever is remote")
    func heartland() async throws {
        let store = FakeStationStore()
        let directory = StationDirectory(store: store)
        #expect(directory.heartland == nil)
        try await directory.load()
        #expect(directory.heartland == nil)
        // Nine in a town, three far out, one without a place.
        let town = try (0..<9).map { number in
            try Station.sample("\(number)", latitude: 42 + Double(number) / 100, longitude: -101.5)
        }
        let remote = try (9..<12).map { try Station.sample("\($0)", latitude: 60, longitude: 20) }
        store.replace(with: town + remote + [try Station.sample("12")])
        try await directory.load()
        let box = try #require(directory.heartland)
        #expect(abs(box.south - 42.02) < 1e-9)
        #expect(abs(box.north - 42.1) < 1e-9)
        #expect(abs(box.west + 101.51) < 1e-9)
        #expect(abs(box.east + 101.49) < 1e-9)
    }

    @Test("across the antimeridian a map opens across it, and at the pole it ends there")
    func heartlandAtTheEdges() async throws {
        let store = FakeStationStore(
            try [(89.999, 179.9), (89.999, -179.9), (89.998, 180)].enumerated().map {
                try Station.sample("\($0.offset)", latitude: $0.element.0, longitude: $0.element.1)
            }
        )
        let directory = StationDirectory(store: store)
        try await directory.load()
        let box = try #require(directory.heartland)
        #expect(box.crossesAntimeridian)
        #expect(box.north == 90)
        #expect(abs(box.east + 179.9) < 1e-9)
        #expect(abs(box.west - 179.9) < 1e-9)
    }

    @Test("nearest and within agree with sorting all stations", arguments: 0..<25 as Range<UInt64>)
    func agreesWithSorting(seed: UInt64) async throws {
        var random = SeededRandom(seed: seed)
        let stations = try Self.randomStations(count: 150, using: &random)
        let directory = StationDirectory(store: FakeStationStore(stations.shuffled(using: &random)))
        try await directory.load()
        #expect(directory.count == stations.count)
        for _ in 0..<20 {
            let place = try Self.randomPlace(using: &random)
            let count = Int.random(in: 0...40, using: &random)
            let radius = try Distance.meters(pow10(.random(in: 0...7.3, using: &random)))
            let all = Self.sorted(stations, from: place)
            let near = all.filter { $0.distance <= radius }
            #expect(directory.within(radius, of: place) == near)
            #expect(directory.nearest(to: place, count: count) == Array(all.prefix(count)))
            #expect(
                directory.nearest(to: place, count: count, within: radius)
                    == Array(near.prefix(count))
            )
        }
    }

    @Test("pages by cursor give every station once, in order", arguments: 0..<10 as Range<UInt64>)
    func pages(seed: UInt64) async throws {
        var random = SeededRandom(seed: seed)
        let stations = try Self.randomStations(count: 90, using: &random)
        let directory = StationDirectory(store: FakeStationStore(stations))
        try await directory.load()
        let place = try Self.randomPlace(using: &random)
        let radius = try Distance.meters(pow10(.random(in: 4...7.3, using: &random)))
        var found: [FoundStation] = []
        var cursor: StationCursor?
        while true {
            let page = directory.nearest(to: place, count: 7, within: radius, after: cursor)
            guard let last = page.last else { break }
            found += page
            cursor = StationCursor(parsing: StationCursor(after: last).text)
        }
        #expect(found == Self.sorted(stations, from: place).filter { $0.distance <= radius })
    }

    @Test("a station without a place is found by its id only")
    func withoutAPlace() async throws {
        let mobile = try Station.sample("mobile")
        let school = try Station.sample("school", latitude: 10)
        let directory = StationDirectory(store: FakeStationStore([mobile, school]))
        try await directory.load()
        let place = try Coordinate(latitude: 0, longitude: 0)
        #expect(directory.nearest(to: place, count: 9).map(\.station) == [school])
        #expect(directory.within(try .meters(2.1e7), of: place).map(\.station) == [school])
        #expect(directory.station(mobile.id) == mobile)
        #expect(directory.station(school.id) == school)
        #expect(directory.station(Station.ID(rawValue: "dc.n")) == nil)
        #expect(directory.station(Station.ID(rawValue: "")) == nil)
        #expect(directory.station(Station.ID(rawValue: "dc.z")) == nil)
    }

    @Test("several stations in one building come by id, whatever the order in the store")
    func ties() async throws {
        let keys = ["10", "2", "1", "a", "B"]
        let stations = try keys.map { try Station.sample($0, latitude: 38.9, longitude: -77) }
        let directory = StationDirectory(store: FakeStationStore(stations))
        try await directory.load()
        let place = try Coordinate(latitude: 38.8, longitude: -77)
        let ids = ["dc.1", "dc.10", "dc.2", "dc.B", "dc.a"]
        #expect(directory.nearest(to: place, count: 5).map(\.station.id.rawValue) == ids)
        #expect(
            directory.nearest(to: place, count: 2).map(\.station.id.rawValue) == ["dc.1", "dc.10"]
        )
        #expect(
            directory.within(try .kilometers(12), of: place).map(\.station.id.rawValue) == ids
        )
    }

    @Test("a load that fails in the middle leaves what was there")
    func failedLoad() async throws {
        let store = FakeStationStore(
            try (0..<30).map { try Station.sample("\($0)", latitude: Double($0)) }
        )
        let directory = StationDirectory(store: store)
        store.setFails(true)
        await #expect(throws: FakeStationStore.Failure.self) { try await directory.load() }
        #expect(!directory.isLoaded)
        store.setFails(false)
        try await directory.load()
        store.replace(with: try (0..<9).map { try Station.sample("x\($0)", latitude: 1) })
        store.setFails(true)
        await #expect(throws: FakeStationStore.Failure.self) { try await directory.load() }
        #expect(directory.count == 30)
        #expect(directory.station(Station.ID(rawValue: "dc.0")) != nil)
    }

    @Test("readers see all of one reading or all of the next, never a mixture")
    func reloadsAtomically() async throws {
        // Reading n holds n + 1 stations at one place, all named n.
        func reading(_ number: Int) throws -> [Station] {
            try (0...number).map {
                try Station.sample("\(number)-\($0)", latitude: 5, name: "\(number)")
            }
        }
        let store = FakeStationStore(try reading(0), batchSize: 3)
        let directory = StationDirectory(store: store)
        try await directory.load()
        let place = try Coordinate(latitude: 5, longitude: 0)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<3 {
                group.addTask {
                    while !Task.isCancelled {
                        let names = directory.within(.zero, of: place).map(\.station.name)
                        #expect(Set(names).count == 1)
                        #expect(names.first.flatMap { Int($0) } == names.count - 1)
                        await Task.yield()
                    }
                }
            }
            for number in 1...40 {
                store.replace(with: try reading(number))
                try await directory.load()
                #expect(directory.count == number + 1)
            }
            group.cancelAll()
            try await group.waitForAll()
        }
    }

    private static func sorted(_ stations: [Station], from place: Coordinate) -> [FoundStation] {
        stations.compactMap { station in
            station.coordinate.map {
                FoundStation(station: station, distance: Geodesic.distance(from: place, to: $0))
            }
        }
        .sorted {
            $0.distance != $1.distance
                ? $0.distance < $1.distance : $0.station.id < $1.station.id
        }
    }

    /// Clusters, duplicates, poles, the antimeridian and stations without a place.
    private static func randomStations(
        count: Int,
        using random: inout SeededRandom
    ) throws -> [Station] {
        var stations: [Station] = []
        for number in 0..<count {
            let place =
                Bool.random(using: &random) || stations.isEmpty
                ? try randomPlace(using: &random)
                : stations.randomElement(using: &random)?.coordinate
            stations.append(
                try .sample(
                    "\(number)",
                    latitude: place?.latitude,
                    longitude: place?.longitude ?? 0
                )
            )
        }
        return stations
    }

    private static func randomPlace(using random: inout SeededRandom) throws -> Coordinate {
        switch Int.random(in: 0..<6, using: &random) {
        case 0: try Coordinate(latitude: Bool.random(using: &random) ? 90 : -90, longitude: 17)
        case 1:
            try Coordinate(
                latitude: .random(in: -1...1, using: &random),
                longitude: Bool.random(using: &random) ? 180 : -180
            )
        case 2, 3:
            try Coordinate(
                latitude: .random(in: 38.8...39, using: &random),
                longitude: .random(in: -77.1 ... -76.9, using: &random)
            )
        default:
            try Coordinate(
                latitude: .random(in: -90...90, using: &random),
                longitude: .random(in: -180...180, using: &random)
            )
        }
    }

    private func pow10(_ exponent: Double) -> Double {
        var result = 1.0
        for _ in 0..<Int(exponent) { result *= 10 }
        return result * (1 + (exponent - exponent.rounded(.down)) * 9)
    }
}
