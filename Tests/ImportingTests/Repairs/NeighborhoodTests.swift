import Geodesy
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
        for _ in 0..<60 { sample.add(try place(within: 0.3)) }
        let neighborhood = try #require(Neighborhood(sample))
        let places = try (0..<20_000).map { _ in try place(within: 6) }
        let far = places.filter(neighborhood.isFar).map(neighborhood.metersFromMiddle)
        let near = places.filter { !neighborhood.isFar($0) }.map(neighborhood.metersFromMiddle)
        #expect(try #require(near.max()) <= #require(far.min()))
    }
}
