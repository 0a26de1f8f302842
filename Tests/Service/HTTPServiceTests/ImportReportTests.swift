import Datasets
import Foundation
import GeoJSON
import Geodesy
import HTTPTypes
import Testing

@testable import HTTPService
@testable import Importing

/// What a report says over HTTP, against the description that ships.
@Suite struct ImportReportTests {
    /// The report that the service gives of an import that found `repairs`.
    private func report(_ repairs: RepairReport, withoutPlace: Int) async throws
        -> GeoJSON.JSONValue
    {
        let service = try await TestService(
            imports: ImportDesk(named: ["stations"]) { kind, input, options, _ in
                var report = ImportReport(
                    kind: kind,
                    dataset: options.dataset.text,
                    outcome: .checked,
                    version: nil,
                    source: .init(file: input.name, sha256: "", bytes: 0),
                    format: FileFormat(
                        kind: "csv",
                        encoding: "UTF-8",
                        byteOrderMark: false,
                        compression: "gzip",
                        delimiter: "comma",
                        lineEnding: "LF"
                    ),
                    rows: .init(read: 3, accepted: 3),
                    withoutPlace: withoutPlace,
                    columns: [],
                    constants: [],
                    causes: [],
                    rejectedRows: [],
                    notes: [],
                    changes: Changes()
                )
                report.repairs = repairs
                return report
            }
        )
        let answer = try await service.send(
            .post,
            "/v1/imports?kind=stations&dataset=dc",
            token: TestService.importer,
            json: "id,name"
        )
        #expect(answer.status == 200)
        return try GeoJSON.JSONValue(parsing: Array(answer.body.utf8))
    }

    /// A lost sign, of all rows and decided before.
    private func proposal() throws -> RepairProposal {
        let box = try BoundingBox(west: -78, south: 38, east: -76, north: 40)
        return RepairProposal(
            accept: nil,
            likely: true,
            kind: .lostSign,
            confidence: 1,
            line: 2,
            rows: 3,
            name: "all 3 rows",
            was: .init(x: 77.0, y: 38.9),
            becomes: .init(latitude: 38.9, longitude: -77.0),
            reason: "",
            station: "every:other_longitude_sign",
            earlier: EarlierDecision(
                accept: true,
                becomes: nil,
                version: 3,
                at: "2026-11-03T12:00:00Z",
                by: "ann"
            ),
            whole: .init(
                reading: .otherLongitudeSign,
                within: .init(box)
            )
        )
    }

    @Test("a report counts the stations whose place is withheld or kept, as it is described")
    func places() async throws {
        var repairs = RepairReport()
        repairs.proposed = [try proposal()]
        repairs.withheld = 2
        repairs.keptPlaces = 1
        let report = try await report(repairs, withoutPlace: 2)
        #expect(report["without_place"] == .number(2))
        #expect(report["repairs"]?["withheld"] == .number(2))
        #expect(report["repairs"]?["kept_places"] == .number(1))

        let document = try GeoJSON.JSONValue(parsing: PackageResources.openapi_json)
        let schemas = document["components"]?["schemas"]
        let described = try #require(schemas?["ImportReport"]?["properties"])
        let members: [(GeoJSON.JSONValue?, GeoJSON.JSONValue?)] = [
            (report, described),
            (report["format"], described["format"]?["properties"]),
            (report["rows"], described["rows"]?["properties"]),
            (report["changes"], described["changes"]?["properties"]),
            (report["repairs"], described["repairs"]?["properties"]),
            (
                report["repairs"]?["proposed"]?.elements.first,
                schemas?["ImportRepair"]?["properties"]
            ),
        ]
        for (value, properties) in members {
            let names = try #require(value).names
            let known = try #require(properties).names
            #expect(!names.isEmpty)
            #expect(Set(names).subtracting(known).isEmpty)
        }
    }
}
