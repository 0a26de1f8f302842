import Geodesy
import RowFilesTesting
import Testing

@testable import Importing

@Suite struct NeighborhoodTests {
    @Test(
        "a place is far beyond one distance from the middle, wherever that lies",
        arguments: [
            (0.0, 0.0), (29.8, -95.4), (-41.3, 174.8), (-16.8, 179.9), (78.2, 15.6), (89.5, 0),
        ]
    )
    func far(latitude: Double, longitude: Double) throws {
        var random = SeededGenerator(seed: 3)
        func place(within degrees: Double) throws -> Coordinate {
            let longitude = longitude + Double.random(in: -degrees...degrees, using: &random)
            return try Coordinate(
                latitude: max(
                    -90,
                    min(90, latitude + Double.random(in: -degrees...degrees, using: &random))
                ),
                longitude: longitude > 180 ? longitude - 360 : longitude
            )
        }
        var sample = PlaceSample()
        for station in 0..<60 { sample.add(try place(within: 0.3), of: UInt64(station)) }
        let neighborhood = try #require(Neighborhood(sample))
        let places = try (0..<20_000).map { _ in try place(within: 6) }
        let far = places.filter(neighborhood.isFar).map(neighborhood.metersFromMiddle)
        let near = places.filter { !neighborhood.isFar($0) }.map(neighborhood.metersFromMiddle)
        #expect(try #require(near.max()) <= #require(far.min()))
    }

    @Test("where all others share one place, what lies far away is not among them")
    func oneBuilding() throws {
        var sample = PlaceSample()
        let hall = try Coordinate(latitude: 38.9, longitude: -77)
        for room in 0..<5 { sample.add(hall, of: UInt64(room)) }
        sample.add(try Coordinate(latitude: 38.9, longitude: 77), of: 5)
        let neighborhood = try #require(Neighborhood(sample))
        #expect(neighborhood.isAmong(hall))
        // The odd one's axes swapped: in the Barents Sea.
        #expect(!neighborhood.isAmong(try Coordinate(latitude: 77, longitude: 38.9)))
        #expect(!neighborhood.isAmong(try Coordinate(latitude: 39.9, longitude: -77)))
    }

    @Test("what is among the others is told as by all distances, and in a fraction of their time")
    func among() throws {
        var random = SeededGenerator(seed: 11)
        func place(
            _ latitudes: ClosedRange<Double>,
            _ longitudes: ClosedRange<Double>
        ) throws -> Coordinate {
            try Coordinate(
                latitude: Double.random(in: latitudes, using: &random),
                longitude: Double.random(in: longitudes, using: &random)
            )
        }
        var sample = PlaceSample()
        for station in 0..<300 {
            // Some on either side of the antimeridian.
            var longitude = Double.random(in: 178...182, using: &random)
            if longitude > 180 { longitude -= 360 }
            let latitude = Double.random(in: 60...64, using: &random)
            sample.add(
                try Coordinate(latitude: latitude, longitude: longitude),
                of: UInt64(station)
            )
        }
        let neighborhood = try #require(Neighborhood(sample))
        let members = neighborhood.members
        let asked =
            try (0..<200).map { _ in try place(58...66, 170...180) }
            + (0..<1_000).map { _ in try place(60...64, -170...170) }
            + (0..<2_000).map { _ in try place(-90...90, -180...180) }
        let origins = asked.map(GeodesicOrigin.init)
        let clock = ContinuousClock()
        var (told, nearest) = ([Bool](), [Double]())
        let tellingTime = clock.measure { told = asked.map { neighborhood.isAmong($0) } }
        let measuringTime = clock.measure {
            nearest = origins.map { origin in
                members.reduce(.infinity) { min($0, origin.distance(to: $1).meters) }
            }
        }
        // Places near to one are among them, and those beyond some distance are not.
        let among = zip(told, nearest).filter(\.0).map(\.1)
        let others = zip(told, nearest).filter { !$0.0 }.map(\.1)
        #expect(try #require(among.max()) <= #require(others.min()))
        #expect(tellingTime * 4 < measuringTime)
    }

    @Test("a sample is the same in any order of the rows, and repeated rows count once")
    func samples() throws {
        var random = SeededGenerator(seed: 4)
        let stations = try (0..<3_000).map { number in
            // Every tenth stands where the one before does.
            let seed = number % 10 == 9 ? number - 1 : number
            return (
                UInt64(number),
                try Coordinate(
                    latitude: Double(seed % 170) - 85 + Double(seed) / 10_000,
                    longitude: Double(seed % 350) - 175
                )
            )
        }
        func sample(_ rows: [(UInt64, Coordinate)]) -> [Coordinate] {
            var sample = PlaceSample()
            for (station, place) in rows { sample.add(place, of: station) }
            return sample.places
        }
        func inOrder(_ places: [Coordinate]) -> [Coordinate] {
            places.sorted { ($0.latitude, $0.longitude) < ($1.latitude, $1.longitude) }
        }
        let once = sample(stations)
        #expect((PlaceSample.limit..<PlaceSample.limit + 10).contains(once.count))
        let repeated = (stations + stations + stations).shuffled(using: &random)
        #expect(inOrder(sample(repeated)) == inOrder(once))
        // Of few, all are kept, in their order.
        let few = Array(stations.prefix(300))
        #expect(sample(few) == few.map(\.1))
    }
}
