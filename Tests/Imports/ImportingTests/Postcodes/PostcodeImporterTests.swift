import Datasets
import Geodesy
import Importing
import Polling
import RowFilesTesting
import TestSupport
import Testing
import Timekeeping

@Suite struct PostcodeImporterTests {
    private let postcodes = FakeStore<PostcodePlace>(kind: .postcodes)

    private func run(path: String) async throws -> ImportReport {
        try await PostcodeImporter(
            store: postcodes,
            clock: ManualWallClock(Timestamp(millisecondsSince1970: 1_800_000_000_000))
        ).run(.file(path), options: ImportOptions(dataset: try DatasetName("zip")))
    }

    private func run(_ text: String) async throws -> ImportReport {
        try await withFile(Array(text.utf8), name: "postcodes.csv") { try await run(path: $0) }
    }

    @Test("the county's postcodes come with place, point and accuracy")
    func county() async throws {
        let report = try await run(path: Checkout.county("postcodes.csv"))
        #expect(report.rows.rejected == 0)
        let first = try #require(postcodes.published.first)
        #expect(first.code == "69701")
        #expect(first.place == "Bluestem")
        #expect(first.region == "NE")
        #expect(first.coordinate.latitude == 42.11843)
        #expect(first.accuracy?.meters == 14_010)
    }

    @Test(
        "GeoNames' files have no header, and lose no line for that",
        arguments: [
            ("US", 41_483, "99553"), ("DE", 16_477, ""), ("AU", 16_873, ""), ("GB", 27_450, "BN91"),
        ]
    )
    func geoNames(country: String, rows: Int, first: String) async throws {
        guard let path = Checkout.realFile("zip/geonames_\(country).txt.gz") else { return }
        let report = try await run(path: path)
        // The first line was taken for a header, and is a postcode all the same.
        #expect(report.rows.read >= rows)
        #expect(report.notes.contains { $0.text.contains("GeoNames") })
        let places = postcodes.published
        #expect(places.count == report.rows.accepted)
        #expect(report.changes.added == report.rows.accepted)
        if !first.isEmpty { #expect(places.first?.code == first) }
        #expect(places.allSatisfy { $0.country == country })
    }

    @Test("boundaries of postcodes are refused with how to import them")
    func areas() async throws {
        let text = """
            {"type":"FeatureCollection","features":[{"type":"Feature","properties":{"zip":"20001"},
            "geometry":{"type":"Polygon","coordinates":[[[-77,38],[-76,38],[-76,39],[-77,38]]]}}]}
            """
        let error = await #expect(throws: ImportError.self) {
            try await withFile(Array(text.utf8), name: "zip.geojson") { try await run(path: $0) }
        }
        let told = try #require(error)
        #expect(told.description.contains("`ambit import districts --type postcode`"), "\(told)")
        #expect(told.text(as: .parameters).contains("with kind=districts&type=postcode"))
    }

    @Test("what GeoNames' first line leaves blank or says twice is as in any other line")
    func geoNamesFirstLine() async throws {
        let lines = [
            "US\t96863\tFPO AA\t\t\tFPO AA\t\t\t\t21.4505\t-157.768\t1",
            "US\t10001\tNY\tNew York\tNY\t\t\t\t\t40.7484\t-73.9967\t4",
        ]
        for order in [[0, 1], [1, 0]] {
            _ = try await run(order.map { lines[$0] + "\n" }.joined())
            let regions = Dictionary(
                uniqueKeysWithValues: postcodes.published.map { ($0.code, $0.region) }
            )
            #expect(regions == ["96863": nil, "10001": "NY"])
        }
    }

    @Test("a table of ZIP codes keeps its leading zeros")
    func zips() async throws {
        guard let path = Checkout.realFile("zip/us_zipcodes.csv.gz") else { return }
        let report = try await run(path: path)
        #expect(report.rows.read == 42_049)
        let book = PostcodeBook(postcodes.published)
        #expect(book.find("00501").map(\.place) == ["Holtsville"])
        #expect(book.find("501").map(\.place) == ["Holtsville"])
        #expect(book.find("20001-1234").map(\.region) == ["DC"])
        #expect(book.find("nothing").isEmpty)
    }

    @Test("the Census Bureau's gazetteer, zeros lost, and rows that cannot be used")
    func census() async throws {
        let report = try await run(
            """
            GEOID\tALAND\tAWATER\tINTPTLAT\tINTPTLONG
            601\t1\t2\t18.180555\t-66.749961
            20001\t1\t2\t38.910386\t-77.017955
            20002\t1\t2\t\t
            20003\t1\t2\t91\t0

            """
        )
        #expect(postcodes.published.map(\.code) == ["00601", "20001"])
        #expect(report.rejectedRows.map(\.line) == [4, 5])
        #expect(report.rejectedRows.map(\.cause) == ["missing_coordinate", "bad_coordinate"])
    }

    @Test("rows of one code and place are one postcode, whichever of them cannot be used")
    func repeated() async throws {
        let report = try await run(
            """
            zip,place,lat,lon
            20001,Shaw,,
            20001,Shaw,38.91,-77.01
            20001,Bloomingdale,38.92,-77.01
            20001,Shaw,38.99,-77.09
            20001,shaw,38.98,-77.08

            """
        )
        let places = Dictionary(
            postcodes.published.map { ($0.place?.lowercased(), $0.coordinate.latitude) },
            uniquingKeysWith: { first, _ in first }
        )
        #expect(postcodes.published.count == 2)
        #expect(places["bloomingdale"] == 38.92)
        #expect([38.91, 38.98, 38.99].contains(places["shaw"]))
        #expect(report.rows.merged == 2)
        #expect(report.rejectedRows.map(\.line) == [2])
        let again = try await run(
            """
            zip,place,lat,lon
            20001,shaw,38.98,-77.08
            20001,Shaw,38.91,-77.01
            20001,Bloomingdale,38.92,-77.01
            20001,Shaw,38.99,-77.09

            """
        )
        #expect(again.outcome == .nothingToChange)
    }

    @Test("a row that repeats the one that was taken for a header is merged")
    func repeatedHeader() async throws {
        let row = "US\t20001\tShaw\tDC\tDC\t\t\t\t\t38.91\t-77.01\t4\n"
        let other = row.replacing("20001", with: "20002")
        let report = try await run(row + other + row + other)
        #expect(postcodes.published.map(\.code) == ["20001", "20002"])
        #expect(report.rows.merged == 2)
    }

    @Test("latitudes that slipped against the codes take consent, and two points put right don't")
    func slippedPlaces() async throws {
        func text(_ latitude: (Int) -> Double) -> String {
            "postcode,place,lat,lon\n"
                + (0..<10).map { "6970\($0),Town \($0),\(latitude($0)),-101.5\n" }.joined()
        }
        func right(_ index: Int) -> Double { 40 + Double(index) / 10 }
        #expect(try await run(text(right)).outcome == .published)
        let slipped = try await run(text { right(($0 + 9) % 10) })
        #expect(slipped.outcome == .refused)
        #expect(slipped.forceNeeded.map(\.limit) == [.moved])
        #expect(slipped.forceNeeded.map(\.count) == [10])
        let mended = try await run(text { right($0) + ($0 < 2 ? 0.07 : 0.02) })
        #expect(mended.changes.moved == 10)
        #expect(mended.outcome == .published)
    }
}
