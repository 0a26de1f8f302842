import Datasets
import Geodesy
import Importing
import Polling
import ReferenceSystems
import RowFilesTesting
import Testing

/// Eastings and northings that changed places in a file of a few rows, which the others cannot tell.
@Suite struct SwappedGridTests {
    private struct FakeDistricts: DistrictStore {
        let box: (south: Double, west: Double, north: Double, east: Double)

        func forEachDistrict(_ visit: @Sendable ([District]) throws -> Void) async throws {
            let corners = [
                (box.south, box.west), (box.south, box.east), (box.north, box.east),
                (box.north, box.west), (box.south, box.west),
            ]
            let ring = try corners.map { try Coordinate(latitude: $0.0, longitude: $0.1) }
            let dataset = try DatasetName("wards")
            try visit([
                District(
                    id: District.ID(dataset, "n"),
                    dataset: dataset,
                    reference: DistrictReference(type: "ward", code: "N"),
                    name: "Nelson",
                    area: MultiPolygon([try Polygon(exterior: ring)])
                )
            ])
        }
    }

    private func run(
        _ text: String,
        around box: (south: Double, west: Double, north: Double, east: Double)? = nil,
        crs: String? = nil
    ) async throws -> (report: ImportReport, published: [Station]) {
        let imports = Imports()
        let report = try await withFile(Array(text.utf8), name: "stations.csv") { path in
            var options = ImportOptions(dataset: try DatasetName("dc"))
            options.referenceSystem = try crs.map { try CoordinateReferenceSystem(parsing: $0) }
            return try await StationImporter(
                store: imports.stations,
                districts: box.map { FakeDistricts(box: $0) },
                clock: imports.clock
            ).run(.file(path), options: options)
        }
        return (report, imports.stations.published)
    }

    private static let norwich = (south: 52.6, west: 1.25, north: 52.66, east: 1.35)

    /// Norwich, with the northing under the easting's name: in the Southern Uplands as it stands.
    private static func norfolk(_ count: Int, swapped: Bool = true) -> String {
        let places = [
            (623_118, 308_612), (623_518, 308_912), (623_918, 309_612), (623_318, 309_912),
            (623_018, 309_212), (622_918, 309_012), (623_718, 309_312),
        ]
        return "name,address,postcode,easting,northing\n"
            + places.prefix(count).enumerated().map { index, place in
                let (first, second) = swapped ? (place.1, place.0) : place
                return "Hall \(index),\(index + 1) High Street,NR1 1AA,\(first),\(second)\n"
            }.joined()
    }

    @Test("what is published around tells, in a few rows and in many", arguments: [1, 4, 7])
    func area(count: Int) async throws {
        let (report, published) = try await run(Self.norfolk(count), around: Self.norwich)
        let rows = report.repairs.proposed.reduce(0) { $0 + $1.rows }
        #expect(rows == count)
        #expect(report.repairs.proposed.allSatisfy { $0.kind == .swappedAxes && !$0.likely })
        #expect(report.repairs.withheld == count)
        #expect(published.allSatisfy { $0.coordinate == nil })
        let becomes = try #require(report.repairs.proposed.first?.becomes)
        #expect((becomes.latitude - 52.63).magnitude < 0.02)
        #expect((becomes.longitude - 1.3).magnitude < 0.02)
        #expect(
            count > 4
                || report.repairs.proposed[0].reason.contains("all that is published around"),
            "\(report.repairs.proposed[0].reason)"
        )
    }

    @Test(
        "places that lie where they should, or where nothing is published, are left as they stand"
    )
    func right() async throws {
        for (swapped, box) in [
            (false, Self.norwich), (true, (south: 40.0, west: -75.0, north: 41.0, east: -74.0)),
            (false, (south: 51.4, west: -0.3, north: 51.6, east: 0.0)),
        ] {
            let (report, published) = try await run(
                Self.norfolk(4, swapped: swapped),
                around: box
            )
            #expect(report.repairs.isEmpty)
            #expect(published.allSatisfy { $0.coordinate != nil })
        }
    }

    /// Raleigh in feet of North Carolina's plane, or in degrees, with the axes exchanged or a sign lost.
    private static func raleigh(_ header: String, _ cells: String) -> String {
        "name,address,city,state,zip,\(header)\n"
            + (1...4).map { "Hall \($0),\($0) Main St,Raleigh,NC,2760\($0),\(cells)\n" }.joined()
    }

    @Test(
        "the land that the file speaks of tells",
        arguments: [
            ("easting,northing", "737500,2106200", RepairProposal.Kind.swappedAxes),
            ("lat,lon", "35.78,78.64", .lostSign), ("lat,lon", "-35.78,-78.64", .lostSign),
        ]
    )
    func land(header: String, cells: String, kind: RepairProposal.Kind) async throws {
        let (report, published) = try await run(Self.raleigh(header, cells))
        #expect(report.repairs.proposed.map(\.kind) == Array(repeating: kind, count: 4))
        #expect(report.repairs.withheld == 4)
        #expect(published.allSatisfy { $0.coordinate == nil })
    }

    @Test("a system that was named and has the places with the columns exchanged alone is refused")
    func named() async throws {
        let text = Self.raleigh("easting,northing", "737500,2106200")
        let error = await #expect(throws: ImportError.self) {
            _ = try await run(text, crs: "EPSG:2264")
        }
        #expect(
            error?.description.contains(
                "The columns look swapped: use --map \"easting\"=northing --map \"northing\"=easting"
            ) == true,
            "\(String(describing: error))"
        )
        let right = Self.raleigh("easting,northing", "2106200,737500")
        #expect(try await run(right, crs: "EPSG:2264").published.count == 4)
    }
}
