import Geodesy
import Importing
import Polling
import Testing

/// A row whose place cannot be used is about the station that other rows have a place for.
@Suite struct StationSiblingsTests {
    private let imports = Imports()
    private static let header = "id,name,address,precinct,lat,lon\n"
    private static let good = (1...20).map {
        "\($0),Hall \($0),\($0) Main St,\($0),29.\(70 + $0),-95.\(30 + $0)\n"
    }

    @Test(
        "no second station beside its own",
        arguments: [
            // 0, 0; blank; swapped; without the sign.
            "0,0", ",", "-95.35,29.75", "29.75,95.35",
        ]
    )
    func merged(cells: String) async throws {
        for isFirst in [true, false] {
            let imports = Imports()
            let odd = "5,Hall 5,5 Main St,77,\(cells)\n"
            let rows = isFirst ? [odd] + Self.good : Self.good + [odd]
            let report = try await imports.stations(Self.header + rows.joined())
            let isRejected = cells.hasPrefix("-95.35")
            #expect(report.rows.rejected == (isRejected ? 1 : 0))
            #expect(report.rows.merged == (isRejected ? 0 : 1))
            #expect(imports.stations.published.count == 20)
            let halls = imports.stations.published.filter { $0.name == "Hall 5" }
            #expect(halls.map(\.id.rawValue) == ["dc.5"])
            #expect(
                halls.map(\.coordinate) == [try Coordinate(latitude: 29.75, longitude: -95.35)]
            )
            #expect(report.withoutPlace == 0)
            #expect(report.repairs.withheld == 0)
            guard !isRejected else { continue }
            #expect(Set(halls[0].districts.map(\.code)) == ["5", "77"])
            let line = isFirst ? 2 : 22
            #expect(
                report.notes.contains {
                    $0.text.hasPrefix("1 station of which a row gives no place that can be used")
                        && $0.lines == [line]
                }
            )
        }
    }

    @Test("without ids a row of 0, 0 takes no new id either")
    func withoutIDs() async throws {
        let header = "name,address,lat,lon\n"
        let rows = (1...20).map { "Hall \($0),\($0) Main St,29.\(70 + $0),-95.\(30 + $0)\n" }
        _ = try await imports.stations(header + rows.joined())
        let ids = Set(imports.stations.published.map(\.id))
        let report = try await imports.stations(header + rows.joined() + "Hall 5,5 Main St,0,0\n")
        #expect(report.changes.added == 0)
        #expect(report.changes.removed == 0)
        #expect(Set(imports.stations.published.map(\.id)) == ids)
    }

    @Test("twins keep apart: nothing tells which of them a row without a place means")
    func twins() async throws {
        let report = try await imports.stations(
            "name,address,lat,lon\n"
                + (1...20).map { "Hall \($0),\($0) Main St,29.\(70 + $0),-95.\(30 + $0)\n" }
                .joined()
                + "Hall 5,5 Main St,29.5,-95.5\nHall 5,5 Main St,0,0\n"
        )
        #expect(report.records == 22)
        #expect(report.withoutPlace == 1)
    }

    @Test("a name alone is too little: many towns have a town hall")
    func nameAlone() async throws {
        let report = try await imports.stations(
            "name,address,lat,lon\nTown Hall,,29.7,-95.3\nTown Hall,,0,0\n"
        )
        #expect(report.records == 2)
    }

    @Test("across imports the station keeps its identity and the place that is published")
    func acrossImports() async throws {
        _ = try await imports.stations(Self.header + Self.good.joined())
        var rows = Self.good
        rows[4] = "5,Hall Five,5 Main St,5,29.75,95.35\n"
        let report = try await imports.stations(Self.header + rows.joined())
        #expect(report.outcome == .published)
        #expect(report.changes.changed == 1)
        #expect(report.changes.moved == 0)
        #expect(report.repairs.keptPlaces == 1)
        #expect(report.repairs.withheld == 0)
        #expect(report.withoutPlace == 0)
        let hall = imports.stations.published.first { $0.id.rawValue == "dc.5" }
        #expect(hall?.name == "Hall Five")
        #expect(hall?.coordinate == (try Coordinate(latitude: 29.75, longitude: -95.35)))
        #expect(
            report.warnings.contains { $0.hasPrefix("1 station at the place that is published") }
        )
    }

    @Test("with new ids, name and address name the station that has lost its place")
    func otherIDs() async throws {
        _ = try await imports.stations(Self.header + Self.good.joined())
        let rows = (1...20).map { number in
            "9\(number),Hall \(number),\(number) Main St,\(number),"
                + (number == 5 ? "0,0\n" : "29.\(70 + number),-95.\(30 + number)\n")
        }
        let report = try await imports.stations(Self.header + rows.joined(), force: true)
        #expect(report.changes.added == 0)
        #expect(report.changes.removed == 0)
        #expect(report.changes.idChanged == 20)
        #expect(imports.stations.published.contains { $0.id.rawValue == "dc.5" })
    }
}
