import Datasets
import Geodesy
import Importing
import Polling
import Testing

/// What rows say of themselves, the country and the city, against what the file's other rows say.
@Suite struct RowWordsTests {
    private let imports = Imports()

    /// Stations about Adelaide, in the order of the columns.
    private static let home = (0..<40).map { number in
        "Hall \(number),\(number) King St,Adelaide,Australia,\(-34.9 - Double(number) / 100),"
            + "\(138.5 + Double(number) / 100)\n"
    }

    private static let header = "name,address,city,country,lat,lon\n"

    private func run(_ rows: [String], header: String = header) async throws -> ImportReport {
        try await imports.stations(header + (Self.home + rows).joined())
    }

    private func place(_ name: String) -> Coordinate? {
        imports.stations.published.first { $0.name == name }?.coordinate
    }

    @Test("a consulate whose mirror image lies among the others keeps its place")
    func embassies() async throws {
        let report = try await run(["Consulate Numazu,2 Port Rd,Numazu,Japan,35.1,138.7\n"])
        #expect(report.repairs.proposed.isEmpty)
        #expect(report.repairs.withheld == 0)
        #expect(place("Consulate Numazu")?.latitude == 35.1)
        // Without a word of it, it has lost its sign.
        let other = Imports()
        let silent = (Self.home + ["Somewhere,2 Port Rd,Adelaide,,35.1,138.7\n"]).joined()
            .replacing("Australia", with: "")
        let lost = try await other.stations(Self.header + silent)
        #expect(lost.repairs.proposed.map(\.kind) == [.lostSign])
    }

    @Test("so do those whose country stands at the end of the address")
    func addresses() async throws {
        let header = "name,address,lat,lon\n"
        let home = (0..<40).map {
            "Hall \($0),\"\($0) King St, Adelaide SA 5000, Australia\",\(-34.9 - Double($0) / 100),"
                + "\(138.5 + Double($0) / 100)\n"
        }
        let text =
            header + home.joined()
            + "Consulate Numazu,\"2 Port Rd, Numazu 410-0801, Japan\",35.1,138.7\n"
        let report = try await imports.stations(text)
        #expect(report.repairs.withheld == 0)
        #expect(place("Consulate Numazu")?.latitude == 35.1)
    }

    @Test("a lost sign is still found, and the country makes it surer than the others do")
    func lostSign() async throws {
        let report = try await run(["Lost,1 Main St,Adelaide,Australia,34.95,138.55\n"])
        let proposal = try #require(report.repairs.proposed.first)
        #expect(report.repairs.proposed.count == 1)
        #expect(proposal.kind == .lostSign)
        #expect(proposal.becomes?.latitude == -34.95)
        #expect(proposal.confidence >= 0.9)
        #expect(place("Lost") == nil)
    }

    @Test("a repair that would leave the row's country is never more than an even chance")
    func contradiction() async throws {
        // In the sea off Japan; its mirror image is Adelaide.
        let report = try await run(["Wellington,1 Main St,Wellington,New Zealand,34.95,138.55\n"])
        let proposal = try #require(report.repairs.proposed.first)
        #expect(proposal.becomes == nil)
        #expect(proposal.confidence <= 0.5)
        #expect(proposal.reason.contains("New Zealand"))
        #expect(!proposal.likely)
    }

    @Test("a file that spans the globe without a word of it is not mended by mirror images")
    func globe() async throws {
        let cities = [
            ("London", 51.5, -0.1), ("Delhi", 28.6, 77.2), ("Ottawa", 45.4, -75.7),
            ("Nairobi", -1.3, 36.8), ("Lima", -12.0, -77.0), ("Moscow", 55.7, 37.6),
            ("Numazu", 35.1, 138.7), ("Los Angeles", 34.1, -118.4),
        ]
        let home = (0..<60).map {
            "Hall \($0),\($0) King St,\(-34.9 - Double($0) / 100),\(138.5 + Double($0) / 100)\n"
        }
        let text =
            "name,address,lat,lon\n" + home.joined()
            + cities.map { "\($0.0),1 Embassy Rd,\($0.1),\($0.2)\n" }.joined()
        let report = try await imports.stations(text)
        #expect(report.repairs.withheld == 0)
        #expect(report.repairs.proposed.allSatisfy { $0.confidence <= 0.5 })
        #expect(place("Numazu")?.latitude == 35.1)
    }
}
