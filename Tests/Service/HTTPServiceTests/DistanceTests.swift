import Geodesy
import Radar
import Testing

@testable import HTTPService

@Suite("Distances in answers")
struct DistanceTests {
    /// Where a wrong definition of distance shows: far apart, at a pole, across the antimeridian.
    enum Terrain: String, CaseIterable, Sendable {
        case city, antimeridian, northPole, southPole, world

        var center: (latitude: Double, longitude: Double) {
            switch self {
            case .city: (38.8977, -77.0365)
            case .antimeridian: (-16.5, 179.9999)
            case .northPole: (89.999, 12)
            case .southPole: (-90, 0)
            case .world: (0, 0)
            }
        }

        /// How far places are scattered, in degrees of latitude and of longitude.
        var degrees: Double {
            switch self {
            case .city, .antimeridian: 0.2
            case .northPole, .southPole: 0.3
            case .world: 180
            }
        }
    }

    @Test(
        "every distance is the geodesic to the millimetre, and order and set are brute force's",
        arguments: Terrain.allCases,
        0..<4 as Range<UInt64>
    )
    func equalGeodesic(terrain: Terrain, seed: UInt64) async throws {
        var random = SeededRandom(seed: seed)
        let center = try place(terrain.center.latitude, terrain.center.longitude)
        let places = try (0..<60).map { _ in
            try random.place(near: center, degrees: terrain.degrees).published
        }
        let reach = 50_000.0
        let service = try await TestService(
            messages: places.enumerated().map {
                try message(Int64($0.offset + 1), at: $0.element, visibleRadius: reach)
            },
            stations: places.enumerated().map { try station("\($0.offset + 1)", at: $0.element) }
        )
        let exact = places.map { Geodesic.distance(from: center, to: $0).meters }
        let query = "lat=\(center.latitude)&lon=\(center.longitude)&limit=1000"

        let stations = try Page(try await service.get("/v1/stations?\(query)").body)
        #expect(stations.ids.count == places.count)
        try expect(stations, toEqual: exact, within: .infinity)

        let messages = try Page(
            try await service.get("/v1/messages?\(query)&radius_m=20037508").body
        )
        #expect(messages.ids.count == exact.count { $0 <= reach })
        try expect(messages, toEqual: exact, within: reach)
    }

    private func expect(_ page: Page, toEqual exact: [Double], within reach: Double) throws {
        #expect(page.distances.count == page.ids.count)
        var last = 0.0
        for (id, distance) in zip(page.ids, page.distances) {
            let number = try #require(Int(id.split(separator: ".").last ?? ""))
            let meters = exact[number - 1]
            #expect(abs(distance - meters) <= 0.0005 + 1e-8, "feature \(id)")
            #expect(meters <= reach)
            #expect(meters >= last)
            last = meters
        }
    }
}
