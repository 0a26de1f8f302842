import Geodesy
import Testing

@testable import SpatiaLiteStore

@Suite struct VantageTests {
    @Test(
        "no geodesic into a box undercuts the bound",
        arguments: Terrain.allCases,
        0..<20 as Range<UInt64>
    )
    func neverUndercut(terrain: Terrain, seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let center = try terrain.place(&generator)
            let corner = try terrain.place(&generator)
            let size = Double.random(in: 0...1, using: &generator)
            let height = size * .random(in: 0...10, using: &generator)
            let width = size * .random(in: 0...10, using: &generator)
            let (south, west) = (corner.latitude, corner.longitude)
            let (north, east) = (min(90, south + height), min(180, west + width))
            let bound = Vantage(center).lowerBoundMeters(
                toWest: west,
                south: south,
                east: east,
                north: north
            )
            for step in 0..<25 {
                let place = try Coordinate(
                    latitude: south + (north - south) * Double(step % 5) / 4,
                    longitude: west + (east - west) * Double(step / 5) / 4
                )
                #expect(bound <= Geodesic.distance(from: center, to: place).meters)
            }
        }
    }

    @Test(
        "the bound of a single point is within 0.34 % of the geodesic",
        arguments: Terrain.allCases,
        0..<20 as Range<UInt64>
    )
    func nearlyTight(terrain: Terrain, seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let center = try terrain.place(&generator)
            let place = try terrain.place(&generator)
            let bound = Vantage(center).lowerBoundMeters(
                toWest: place.longitude,
                south: place.latitude,
                east: place.longitude,
                north: place.latitude
            )
            let distance = Geodesic.distance(from: center, to: place).meters
            #expect(bound >= distance * 0.9966 - 0.001)
        }
    }

    @Test("the bound is zero inside the box")
    func zeroInside() throws {
        let center = try Coordinate(latitude: 10, longitude: 20)
        #expect(
            Vantage(center).lowerBoundMeters(toWest: 19, south: 9, east: 21, north: 11) == 0
        )
    }
}
