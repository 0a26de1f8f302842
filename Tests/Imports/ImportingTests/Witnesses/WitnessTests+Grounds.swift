import Datasets
import Geodesy
import Importing
import Polling
import Testing

// On whose ground stations are.
extension WitnessTests {
    @Test("stations of one code on grounds of their own are not told as sharing it")
    func grounds() async throws {
        func county(_ west: Double, _ name: String) throws -> District {
            let ring = try [(0, 0), (0.1, 0), (0.1, 0.1), (0, 0.1), (0, 0)].map { x, y in
                try Coordinate(latitude: 42 + y, longitude: west + x)
            }
            return District(
                id: District.ID(rawValue: "\(name).101"),
                dataset: try DatasetName(name),
                reference: DistrictReference(type: "precinct", code: "101"),
                name: "",
                area: MultiPolygon([try Polygon(exterior: ring)])
            )
        }
        let published = Published(
            districts: [try county(-101.5, "ash"), try county(-101.1, "oak")]
        )
        let head = "name,address,precinct,lat,lon\nAsh Hall,1 Main St,101,42.05,-101.45\n"
        let apart = try await stations(head + "Oak Hall,2 Main St,101,42.05,-101.05\n", published)
        #expect(!codes(apart).contains("served_twice"), "\(apart.warnings)")
        let together = try await stations(
            head + "Ash Gym,2 Main St,101,42.05,-101.46\n",
            published
        )
        #expect(codes(together).contains("served_twice"))
    }

    @Test("vote centers and sites of early voting that nobody would be told of are named")
    func sites() async throws {
        let text =
            "type,name,address,lat,lon,precinct,county\n"
            + "Vote Center,Arena,9 Arena Rd,42.05,-101.45,,\n"
            + "Early Voting,Clerk,1 Court Sq,42.05,-101.44,,\n"
            + "Early Voting,Annex,3 Court Sq,42.05,-101.43,,Ash\n"
            + "Election Day,Hall,2 Main St,42.05,-101.42,101,\n"
        let report = try await stations(text, Published())
        let told = report.notes.filter { $0.finding.code.hasSuffix("_of_nobody") }.map(\.text)
        #expect(told.count == 2, "\(report.notes.map(\.text))")
        #expect(told.first?.contains("published: Arena.") == true, "\(told)")
        #expect(told.last?.contains("district: Clerk.") == true, "\(told)")
        var county = try Self.precincts()[0]
        county.reference = DistrictReference(type: "county", code: "Ash")
        let held = try await stations(text, Published(districts: [county]))
        #expect(codes(held).filter { $0.hasSuffix("_of_nobody") } == ["sites_of_nobody"])
    }
}
