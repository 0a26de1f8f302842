import Analysis
import Geodesy
import Testing

@Suite struct SummaryTests {
    @Test("quantiles are those of method 7")
    func quantiles() throws {
        // Values computed with numpy.quantile, whose default is method 7.
        let summary = try #require(Summary([7, 1, 3, 12, 5]))
        #expect(summary.quantile(0.5) == 5)
        #expect(abs(summary.quantile(0.9) - 10) < 1e-12)
        #expect(summary.quantile(0) == 1)
        #expect(summary.quantile(1) == 12)
        #expect(summary.mean == 5.6)
    }

    @Test("of nothing there is no summary")
    func empty() { #expect(Summary([]) == nil) }

    @Test("bars are limited by 1, 2, 5 and their tens, and hold every number once")
    func histogram() {
        let bars = Histogram([0, 0.0004, 1, 1.99, 2, 4.999, 5, 20, 49]).bars
        #expect(bars.first == .init(from: 0, to: 1, count: 2))
        #expect(bars.map(\.to) == [1, 2, 5, 10, 20, 50])
        #expect(bars.map(\.count) == [2, 2, 2, 1, 0, 2])
    }

    @Test("a histogram of zeros is one bar, of nothing none")
    func zeros() {
        #expect(Histogram([0, 0]).bars.map(\.count) == [2])
        #expect(Histogram([]).bars.isEmpty)
    }
}

@Suite struct NearestNeighborsTests {
    @Test("the distance to the nearest other point agrees with brute force")
    func bruteForce() async throws {
        var random = SeededRandom(seed: 6)
        let box = try BoundingBox(west: 179.5, south: 10, east: -179.5, north: 11)
        var places = try (0..<300).map { _ in try random.place(in: box) }
        places.append(places[0])
        let found = await NearestNeighbors.distancesMeters(places)
        for (index, place) in places.enumerated() {
            let least =
                places.indices.filter { $0 != index }
                .map { Karney.meters(place, places[$0]) }.min() ?? -1
            #expect(abs(found[index] - least) < 0.001)
        }
        #expect(found[0] == 0)
    }
}
