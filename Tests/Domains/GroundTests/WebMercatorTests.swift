import Testing

@testable import Ground

@Suite struct WebMercatorTests {
    @Test(
        "known places lie where EPSG:3857 has them",
        arguments: [
            // Source: `gdaltransform -s_srs EPSG:4326 -t_srs EPSG:3857`, in metres.
            (38.8977, -77.0365, -8_575_663.952, 4_707_028.551), (0, 0, 0, 0),
            (-33.8568, 151.2153, 16_833_210.196, -4_009_589.934),
        ]
    )
    func known(latitude: Double, longitude: Double, east: Double, north: Double) throws {
        let point = PlanePoint(try place(latitude, longitude))
        let worldMeters = 40_075_016.685_578_49
        #expect(abs((point.x - 0.5) * worldMeters - east) < 0.01)
        #expect(abs((0.5 - point.y) * worldMeters - north) < 0.01)
        #expect(abs(WebMercator.latitude(point.y) - latitude) < 1e-12)
        #expect(abs(WebMercator.longitude(point.x) - longitude) < 1e-12)
    }

    @Test("the plane is a square that ends at 85.05 degrees")
    func square() {
        #expect(abs(WebMercator.y(WebMercator.northernmostLatitude)) < 1e-12)
        #expect(abs(WebMercator.y(-90) - 1) < 1e-12)
        #expect(WebMercator.x(-180) == 0)
        #expect(WebMercator.x(180) == 1)
    }

    @Test("so many decimals are written that a tenth of a pixel can be told", arguments: 0...22)
    func decimals(zoom: Int) {
        let decimals = WebMercator.decimals(atZoom: zoom)
        let tenth = 36 * WebMercator.pixel(atZoom: zoom)
        var step = 1.0
        for _ in 0..<decimals { step /= 10 }
        #expect(step <= tenth || decimals == 7)
        #expect(step * 10 > tenth || decimals == 2)
    }
}
