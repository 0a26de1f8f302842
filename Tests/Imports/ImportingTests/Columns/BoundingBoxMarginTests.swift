import Geodesy
import Testing

@testable import Importing

@Suite struct BoundingBoxMarginTests {
    @Test(
        "a margin goes over the antimeridian, ends at the poles, and meets itself around the Earth",
        arguments: [
            ([10.0, 20, 30, 40], 5.0, [5.0, 15, 35, 45]),
            ([177, -19, 179, -16], 2, [175, -21, -179, -14]),
            ([-179, -19, -170, -16], 2, [179, -21, -168, -14]),
            ([177, -19, -178, -16], 2, [175, -21, -176, -14]),
            ([-170, -89, 170, -88], 10, [-180, -90, 180, -78]),
            ([10, 60, 5, 70], 3, [-180, 57, 180, 73]),
            ([-180, 80, 180, 90], 1, [-180, 79, 180, 90]),
        ] as [([Double], Double, [Double])]
    )
    func widened(edges: [Double], margin: Double, expected: [Double]) throws {
        let box = try BoundingBox(
            west: edges[0],
            south: edges[1],
            east: edges[2],
            north: edges[3]
        ).widened(byDegrees: margin)
        #expect([box.west, box.south, box.east, box.north] == expected)
    }
}
