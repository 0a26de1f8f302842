import Datasets
import Geodesy
import Polling
import Testing

enum DatasetNameOf {
    static func test() throws -> DatasetName { try DatasetName("test") }
}

/// Sines and cosines by the angle's complex power, so that the tests need no C library.
enum TestTrigonometry {
    static func point(angle: Double, radius: Double) -> (x: Double, y: Double) {
        // (1 + i angle / n)^n with n = 2^40 by repeated squaring, kept at length 1.
        var (x, y) = (1.0, angle / 0x1p40)
        for _ in 0..<40 {
            (x, y) = (x * x - y * y, 2 * x * y)
            let length = (x * x + y * y).squareRoot()
            (x, y) = (x / length, y / length)
        }
        return (x * radius, y * radius)
    }
}

@Suite struct DistrictMapTests {
    private func place(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
        try Coordinate(latitude: latitude, longitude: longitude)
    }

    private func grid(_ side: Int) throws -> [District] {
        try (0..<side * side).map { number in
            let (x, y) = (Double(number % side) / 100, Double(number / side) / 100)
            return try district("\(number)", MultiPolygon([box(x, y, x + 0.01, y + 0.01)]))
        }
    }

    @Test("finds the one of many, whatever their number", arguments: [1, 2, 3, 7, 20])
    func finds(side: Int) throws {
        let map = DistrictMap(try grid(side))
        for number in 0..<side * side {
            let middle = try place(
                Double(number / side) / 100 + 0.005,
                Double(number % side) / 100 + 0.005
            )
            #expect(map.districts(holding: middle).map(\.reference.code) == ["\(number)"])
        }
        for (latitude, longitude) in [
            (-0.001, 0.005), (0.005, -0.001), (89, 0), (0, 179), (-90, 0),
        ] {
            #expect(map.districts(holding: try place(latitude, longitude)).isEmpty)
        }
    }

    @Test("districts of several types at one place come by type, then by id")
    func types() throws {
        let area = MultiPolygon([try box(0, 0, 1, 1)])
        let map = DistrictMap([
            try district("2", area, type: "ward"), try district("9", area),
            try district("1", area, type: "ward"),
        ])
        #expect(
            map.districts(holding: try place(0.5, 0.5)).map(\.id.rawValue)
                == ["test.precinct-9", "test.ward-1", "test.ward-2"]
        )
        #expect(map.districts(named: DistrictReference(type: "Ward", code: "Ward 02")).count == 1)
        #expect(map.hasDistricts(ofType: "ward"))
        #expect(!map.hasDistricts(ofType: "county"))
        #expect(map.district(District.ID(rawValue: "test.ward-1"))?.reference.code == "1")
        #expect(map.district(District.ID(rawValue: "test.ward-3")) == nil)
    }

    @Test("neighbours are found by the distance of their boundary, never the holder itself")
    func near() throws {
        let map = DistrictMap(try grid(3))
        // 0.0001 degrees of latitude, 11 m, south of the line between 1 and 4.
        let place = try place(0.0099, 0.015)
        let near = map.districts(ofTypes: ["precinct"], near: place, within: try .meters(30))
        #expect(near.map(\.district.reference.code) == ["4"])
        #expect((10.9...11.2).contains(near[0].distance.meters))
        #expect(map.districts(ofTypes: ["precinct"], near: place, within: try .meters(10)).isEmpty)
        #expect(map.districts(ofTypes: ["ward"], near: place, within: try .meters(30)).isEmpty)
        // From outside of all: 1 is there, though nothing holds the place.
        let outside = try self.place(-0.0001, 0.015)
        #expect(
            map.districts(ofTypes: ["precinct"], near: outside, within: try .meters(30))
                .map(\.district.reference.code) == ["1"]
        )
    }

    @Test("across the antimeridian, neighbours are near")
    func antimeridian() throws {
        let map = DistrictMap([
            try district("e", MultiPolygon([box(179, 0, 180, 1)])),
            try district("w", MultiPolygon([box(-180, 0, -179, 1)])),
        ])
        let place = try place(0.5, 179.9999)
        #expect(map.districts(holding: place).map(\.reference.code) == ["e"])
        #expect(
            map.districts(ofTypes: ["precinct"], near: place, within: try .meters(30))
                .map(\.district.reference.code) == ["w"]
        )
    }
}
