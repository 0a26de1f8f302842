import Geodesy
import Testing

@Suite struct BoundingBoxExtentTests {
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
