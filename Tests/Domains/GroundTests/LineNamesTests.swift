import Foundation
import Testing

@testable import Ground

@Suite struct LineNamesTests {
    private let pixel = WebMercator.pixel(atZoom: 15)

    private func line(_ pixels: [(Double, Double)]) -> [PlanePoint] {
        pixels.map { PlanePoint(x: 0.3 + $0.0 * pixel, y: 0.4 + $0.1 * pixel) }
    }

    @Test("a straight road has its name in the middle, the right way up, whichever way it runs")
    func straight() throws {
        for road in [line([(0, 0), (300, 300)]), line([(300, 300), (0, 0)])] {
            let anchors = LineNames.anchors(along: road, letters: 10, zoom: 15)
            #expect(anchors.count == 1)
            #expect(abs(anchors[0].angle - .pi / 4) < 1e-6)
            #expect(anchors[0].point.distance(to: line([(150, 150)])[0]) < pixel / 1000)
        }
    }

    @Test("a name that is longer than its road is left out")
    func short() {
        let road = line([(0, 0), (60, 0)])
        #expect(LineNames.anchors(along: road, letters: 20, zoom: 15).isEmpty)
        #expect(LineNames.anchors(along: road, letters: 5, zoom: 15).count == 1)
    }

    @Test("a long road has its name again and again, far enough apart")
    func long() {
        let anchors = LineNames.anchors(along: line([(0, 0), (5000, 0)]), letters: 8, zoom: 15)
        #expect(anchors.count == 11)
        for (one, next) in zip(anchors, anchors.dropFirst()) {
            #expect(one.point.distance(to: next.point) > 400 * pixel)
        }
    }

    @Test("no name is written where the road bends away from under it")
    func bends() throws {
        let zigzag = line((0..<40).map { (Double($0) * 10, $0.isMultiple(of: 2) ? 0 : 20) })
        #expect(LineNames.anchors(along: zigzag, letters: 12, zoom: 15).isEmpty)
        // Beside a right angle there is room on either leg.
        let corner = line([(0, 0), (0, 200), (200, 200)])
        let anchor = try #require(
            LineNames.anchors(along: corner, letters: 10, zoom: 15).first
        )
        #expect(abs(anchor.angle) < 0.1 || abs(abs(anchor.angle) - .pi / 2) < 0.1)
    }
}
