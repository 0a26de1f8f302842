import Datasets
import Foundation
import Geodesy
import Polling
import Radar
import RowFilesTesting
import TestSupport
import Testing
import Timekeeping

@testable import Importing
@testable import RowFiles

/// The same rows in another order are the same file.
@Suite struct ShuffledFilesTests {
    private let addresses = FakeStore<AddressEntry>(kind: .addresses)
    private let postcodes = FakeStore<PostcodePlace>(kind: .postcodes)
    private let districts = DistrictImports()
    private let clock = ManualWallClock(Timestamp(millisecondsSince1970: 1_800_000_000_000))

    private enum Kind { case addresses, postcodes, districts }

    private func run(_ kind: Kind, path: String) async throws -> ImportReport {
        let options = ImportOptions(dataset: try DatasetName("list"))
        return switch kind {
        case .addresses:
            try await AddressImporter(store: addresses, clock: clock)
                .run(.file(path), options: options)
        case .postcodes:
            try await PostcodeImporter(store: postcodes, clock: clock)
                .run(.file(path), options: options)
        case .districts: try await districts.run(path: path, type: "zip")
        }
    }

    private static func bytes(_ path: String) throws -> [UInt8] {
        let stream: any ByteStream =
            path.hasSuffix(".gz")
            ? try GzipStream.open(path: path, name: path) : try PlainByteStream(path: path)
        var bytes: [UInt8] = []
        while true {
            let chunk = try stream.next()
            if chunk.isEmpty { return bytes }
            bytes += chunk
        }
    }

    /// A file's rows from its end, and twice anyhow.
    private static func orders(_ path: String, headers: Int) throws -> [[UInt8]] {
        let bytes = try bytes(path)
        var random = SeededGenerator(seed: 44)
        guard path.contains(".geojson") else {
            var lines = bytes.split(separator: UInt8(ascii: "\n"))
            let header = lines.prefix(headers)
            lines.removeFirst(headers)
            return [
                lines.reversed(), lines.shuffled(using: &random), lines.shuffled(using: &random),
            ]
            .map { Array((header + $0).joined(separator: [UInt8(ascii: "\n")])) }
        }
        var object =
            try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any] ?? [:]
        let features = object["features"] as? [Any] ?? []
        return try [
            features.reversed(), features.shuffled(using: &random),
            features.shuffled(using: &random),
        ].map { order in
            object["features"] = order
            return Array(try JSONSerialization.data(withJSONObject: object))
        }
    }

    @Test(
        "a real file whose rows come in another order changes nothing",
        arguments: [
            ("stations/de_koeln/adressen.csv", 1), ("stations/de_koeln/2017-05-12-adressen.csv", 1),
            ("stations/uk_ems/tei_xpress_democracy_club_20191212.csv", 1),
            ("zip/geonames_AU.txt.gz", 0), ("zip/geonames_GB.txt.gz", 0),
            ("zip/geonames_DE.txt.gz", 0), ("dc/zip_codes.geojson.gz", 0),
        ]
    )
    func realFiles(name: String, headers: Int) async throws {
        guard let path = Checkout.realFile(name) else { return }
        let kind: Kind =
            name.hasPrefix("zip") ? .postcodes : name.hasPrefix("dc") ? .districts : .addresses
        let first = try await run(kind, path: path)
        #expect(first.outcome == .published)
        for bytes in try Self.orders(path, headers: headers) {
            let file = path.contains(".geojson") ? "again.geojson" : "again.csv"
            let again = try await withFile(bytes, name: file) { try await run(kind, path: $0) }
            #expect(again.outcome == .nothingToChange)
            #expect(again.changes.changed == 0)
            #expect(again.rows.read == first.rows.read)
            #expect(again.rows.merged == first.rows.merged)
        }
    }

    @Test("addresses of one key are named by what they say, in whatever order they come")
    func addressesOfOneKey() async throws {
        let rows = [
            "Main St,5,Elmtown,69701,1", "Main St,5,Oakville,69701,1", "Main St,5,Elmtown,69701,2",
            "Main St,5,Elmtown,69701,1", "Main St,6,Elmtown,69701,1",
        ]
        func run(_ rows: [String]) async throws -> ImportReport {
            let text = "street,house_number,town,postcode,precinct\n" + rows.joined(separator: "\n")
            return try await withFile(Array(text.utf8), name: "addresses.csv") {
                try await self.run(.addresses, path: $0)
            }
        }
        _ = try await run(rows)
        #expect(Set(addresses.published.map(\.id)).count == rows.count)
        var random = SeededGenerator(seed: 45)
        for _ in 0..<10 {
            let report = try await run(rows.shuffled(using: &random))
            #expect(report.outcome == .nothingToChange)
        }
    }

    @Test("of a postcode's rows the same is taken in whatever order, the file's first line too")
    func postcodesOfOneKey() async throws {
        let lines = ["38.1\t-77.1", "38.3\t-77.3", "38.2\t-77.2"].map {
            "US\t10001\tNew York\tNew York\tNY\t\t\t\t\t\($0)\t4"
        }
        var taken: Set<Double> = []
        for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0], [1, 0, 2], [2, 0, 1], [0, 2, 1]] {
            let text = order.map { lines[$0] + "\n" }.joined()
            let report = try await withFile(Array(text.utf8), name: "US.txt") {
                try await run(.postcodes, path: $0)
            }
            #expect(report.rows.read == 3)
            #expect(report.rows.accepted == 1)
            #expect(report.rows.merged == 2)
            #expect(postcodes.published.count == 1)
            taken.formUnion(postcodes.published.map(\.coordinate.latitude))
        }
        #expect(taken.count == 1)
    }

    @Test("a district in several features has one name and one area in whatever order they come")
    func districtInParts() async throws {
        func square(_ x: Int) -> String {
            """
            {"type":"Polygon","coordinates":[[[\(x),0],[\(x + 1),0],[\(x + 1),1],[\(x),1],[\(x),0]]]}
            """
        }
        let parts = [(0, "Alpha"), (4, "Beta"), (2, "Alpha")].map { x, name in
            (properties: #"{"precinct":"1","name":"\#(name)"}"#, geometry: square(x))
        }
        for order in [[0, 1, 2], [2, 1, 0], [1, 0, 2], [2, 0, 1]] {
            let report = try await districts.run(
                order.map { parts[$0] },
                map: ["precinct=code", "name=name"]
            )
            #expect(report.rows.merged == 2)
            #expect(report.outcome == (order == [0, 1, 2] ? .published : .nothingToChange))
            #expect(districts.districts.published.map(\.name) == ["Beta"])
            #expect(
                districts.districts.published.first?.area.polygons.map(\.boundingBox.west)
                    == [0, 2, 4]
            )
        }
    }
}
