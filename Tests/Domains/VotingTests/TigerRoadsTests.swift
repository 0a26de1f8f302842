import Datasets
import Foundation
import Geodesy
import Importing
import Roads
import SpatiaLiteStore
import TestSupport
import Testing
import Timekeeping

/// The roads of Washington, D.C., from the zipped shapefile as the Census Bureau gives it out.
@Suite struct TigerRoadsTests {
    private static let file = Checkout.real("dc/roads_tl_2018_11001.zip")

    private static let notice: Comment = "the roads of Washington are not at \(file)"
    private static let isThere = FileManager.default.fileExists(atPath: file)

    @Test(
        "its 4,401 roads are one network, on which any two places of the city are joined",
        .enabled(if: isThere, notice)
    )
    func washington() async throws {
        let folder = NSTemporaryDirectory() + "ambit-tiger-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let store = try await SpatiaLiteStore.open(folder + "/dc.sqlite")
        let clock = ManualWallClock(Timestamp(millisecondsSince1970: 1_793_707_200_000))
        let report = try await RoadImporter(store: store.roads, clock: clock).run(
            .file(Self.file),
            options: ImportOptions(dataset: try DatasetName("dc"))
        )
        // Counts as ogrinfo has them; all but 32 of 86,012 vertices are one component.
        #expect(report.rows.read == 4_401)
        #expect(report.rows.accepted == 4_401)
        #expect(report.coordinates?.system == "EPSG:4269")
        #expect(report.notes.contains { $0.text.contains("0 one-way, 761 without a name") })

        let ways = WayFinder(store: store)
        try await ways.load()
        var random = SeededRandom(seed: 11_001)
        let places = try (0..<30).map { _ in
            try Coordinate(
                latitude: .random(in: 38.87...38.96, using: &random),
                longitude: .random(in: -77.06 ... -76.97, using: &random)
            )
        }
        for (start, end) in zip(places, places.dropFirst()) {
            let way = ways.directions(from: start, to: end, mode: .walk)
            let straight = Geodesic.distance(from: start, to: end)
            guard way.method == .road else {
                // A place in the river may have no road near it.
                #expect(way.distance == straight)
                continue
            }
            #expect(way.distance >= straight)
            // The line is as long as it says.
            let measured = zip(way.line, way.line.dropFirst())
                .reduce(0) { $0 + Geodesic.distance(from: $1.0, to: $1.1).meters }
            #expect(abs(measured - way.distance.meters) < 0.01)
            #expect(!way.steps.isEmpty)
        }
        let capitol = try Coordinate(latitude: 38.8899, longitude: -77.0091)
        let whiteHouse = try Coordinate(latitude: 38.8977, longitude: -77.0365)
        let way = ways.directions(from: whiteHouse, to: capitol, mode: .walk)
        #expect(way.method == .road)
        #expect((2_600.0...4_000).contains(way.distance.meters))
        #expect(way.steps.contains { $0.street == "Pennsylvania Ave NW" })
        try await store.close()
    }
}
