import Datasets
import GRDB
import Geodesy
import Polling
import SpatiaLiteStore
import StoreContract
import Testing

@Suite struct DistrictLayerTests {
    private let storePlace: TemporaryStorePlace
    private let store: SpatiaLiteStore
    private let districts: [District]

    /// A checkerboard of 400 squares, and two wards that are its halves, the upper with a hole.
    init() async throws {
        storePlace = try TemporaryStorePlace()
        store = try await storePlace.openStore()
        let dataset = try DatasetName("curlew")
        func district(_ type: String, _ code: Int, _ polygon: Polygon) -> District {
            District(
                id: District.ID(dataset, "\(type)-\(code)"),
                dataset: dataset,
                reference: DistrictReference(type: type, code: "\(code)"),
                name: "\(type) \(code)",
                area: MultiPolygon([polygon])
            )
        }
        func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double) throws -> [Coordinate]
        {
            try [(0, 0), (width, 0), (width, height), (0, height), (0, 0)].map {
                try Coordinate(latitude: 42 + y + $0.1, longitude: -101 + x + $0.0)
            }
        }
        var all = try (0..<400).map { number in
            district(
                "precinct",
                number,
                try Polygon(
                    exterior: box(
                        Double(number % 20) / 64,
                        Double(number / 20) / 64,
                        1 / 64,
                        1 / 64
                    )
                )
            )
        }
        all.append(district("ward", 1, try Polygon(exterior: box(0, 0, 0.3125, 0.15625))))
        all.append(
            district(
                "ward",
                2,
                try Polygon(
                    exterior: box(0, 0.15625, 0.3125, 0.15625),
                    holes: [box(0.0625, 0.1875, 0.0625, 0.0625)]
                )
            )
        )
        districts = all
        let build = try await store.districts.beginVersion(of: dataset)
        try await build.append(all)
        _ = try await build.publish(
            source: .init(fileName: "d.geojson", sha256: "00", byteCount: 1),
            rows: .init(read: all.count, accepted: all.count),
            changes: .init(added: all.count),
            at: moment()
        )
    }

    @Test("the file and the memory give the same districts, on boundaries and corners too")
    func agrees() async throws {
        let map = DistrictMap(districts)
        let layer = store.districtLayer
        for step in 0..<300 {
            // Sixteenths of a square's side: every other place lies on a boundary.
            let (x, y) = (Double(step * 37 % 331) / 1024, Double(step * 53 % 337) / 1024)
            let place = try Coordinate(latitude: 42 - 0.005 + y, longitude: -101 - 0.005 + x)
            let corner = try Coordinate(
                latitude: 42 + Double(step % 21) / 64,
                longitude: -101 + Double(step / 21) / 64
            )
            for place in [place, corner] {
                let found = try await layer.districts(holding: place)
                #expect(found == map.districts(holding: place))
                #expect(found.count { $0.reference.type == "precinct" } <= 1)
            }
        }
        #expect(try await layer.district(District.ID(rawValue: "curlew.ward-2")) == districts[401])
        #expect(try await layer.district(District.ID(rawValue: "curlew.ward-3")) == nil)
    }

    @Test("a file with districts is sound, and a broken index is found")
    func integrity() async throws {
        let report = try await store.check()
        #expect(report.isSound)
        #expect(report.checks.map(\.name).contains("areas of districts_1"))
        try await store.close()
        let queue = try DatabaseQueue(path: storePlace.path)
        try await queue.write { db in
            try db.execute(sql: "DELETE FROM idx_districts_1_geometry WHERE pkid = 7")
            try db.execute(sql: "UPDATE idx_districts_1_geometry SET xmax = 50 WHERE pkid = 9")
        }
        try queue.close()
        let broken = try await storePlace.openStore(.readOnly).check()
        let check = try #require(
            broken.checks.first { $0.name == "spatial index of districts_1" }
        )
        #expect(check.findings == ["row 7 has no entry", "the entry of row 9 lies elsewhere"])
    }
}
