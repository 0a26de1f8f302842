import Geodesy
import Testing

@Suite struct BoundingBoxExtentTests {
    @Test(
        "the extent of many places is as narrow as the widest gap allows",
        arguments: [0.000_01, 0.05, 0.1, 0.35, 30, 359]
    )
    func many(gap: Double) throws {
        var numbers = SystemRandomNumberGenerator()
        for _ in 0..<4 {
            let start = Double.random(in: -180...180, using: &numbers)
            let places = try (0..<20_000).map { _ in
                let turned = start + gap + .random(in: 0...(360 - gap), using: &numbers)
                return try Coordinate(
                    latitude: .random(in: -90...90, using: &numbers),
                    longitude: turned > 180 ? turned - 360 : turned
                )
            }
            let box = try #require(BoundingBox.extent(of: places))
            let sorted = places.map(\.longitude).sorted()
            let gaps =
                zip(sorted, sorted.dropFirst()).map { $1 - $0 } + [sorted[0] + 360 - sorted[19_999]]
            let width = box.east - box.west + (box.crossesAntimeridian ? 360 : 0)
            #expect(abs(width - (360 - gaps.max()!)) < 1e-9)
            #expect(places.allSatisfy(box.contains))
        }
    }

    @Test("the extent takes the narrow way across the antimeridian")
    func narrow() throws {
        let box = try #require(
            BoundingBox.extent(of: [
                try Coordinate(latitude: -17, longitude: 178),
                try Coordinate(latitude: -18, longitude: -179),
                try Coordinate(latitude: -16, longitude: 179),
            ])
        )
        #expect(box.west == 178 && box.east == -179)
        #expect(box.south == -18 && box.north == -16)
    }

    @Test("the box about boxes leaves out the widest gap, also where a box spans a wider one")
    func extents() throws {
        func box(_ west: Double, _ east: Double) throws -> BoundingBox {
            try BoundingBox(west: west, south: -1, east: east, north: 1)
        }
        func edges(_ boxes: [BoundingBox]) -> [Double]? {
            BoundingBox.extent(of: boxes).map { [$0.west, $0.east] }
        }
        #expect(try edges([box(-170, 170), box(0, 10)]) == [-170, 170])
        #expect(try edges([box(-10, 180), box(-180, -169)]) == [-10, -169])
        #expect(try edges([box(170, -170)]) == [170, -170])
        #expect(try edges([box(10, 20), box(-30, -25)]) == [-30, 20])
        #expect(try edges([box(-180, 180), box(3, 4)]) == [-180, 180])
        #expect(BoundingBox.extent(of: [BoundingBox]()) == nil)
    }
}
