import Datasets
import Foundation
import Geodesy
import Importing
import Polling
import SpatiaLiteStore
import Testing

/// Results of several counties, whose precincts stand in a dataset of their own each.
@Suite struct SeveralCountiesTests {
    private let scratch: ScratchStore

    init() async throws { scratch = try await ScratchStore() }

    /// Squares of a degree in a row, from a longitude on.
    private func squares(_ names: [String], west: Double) throws -> String {
        let features = names.enumerated().map { index, name in
            let (left, right) = (west + Double(index), west + Double(index) + 1)
            return #"{"type":"Feature","properties":{"code":"\#(name)","name":"\#(name)"},"#
                + #""geometry":{"type":"Polygon","coordinates":[[[\#(left),0],[\#(right),0],"#
                + #"[\#(right),1],[\#(left),1],[\#(left),0]]]}}"#
        }
        let path = scratch.folder + "/\(UUID()).geojson"
        try #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#
            .write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    private func precincts(_ dataset: String, _ codes: [String], west: Double) async throws {
        _ = try await scratch.districts(
            squares(codes, west: west),
            into: dataset,
            type: "precinct"
        )
    }

    /// The two counties, each of two degrees, as one dataset.
    private func counties(_ names: [String] = ["Adair", "Bell"]) async throws {
        let features = names.enumerated().map { index, name in
            let (left, right) = (Double(index) * 10, Double(index) * 10 + 4)
            return #"{"type":"Feature","properties":{"code":"\#(index + 1)","name":"\#(name)"},"#
                + #""geometry":{"type":"Polygon","coordinates":[[[\#(left),0],[\#(right),0],"#
                + #"[\#(right),1],[\#(left),1],[\#(left),0]]]}}"#
        }
        let path = scratch.folder + "/counties.geojson"
        try #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#
            .write(toFile: path, atomically: true, encoding: .utf8)
        _ = try await scratch.districts(path, into: "counties", type: "county")
    }

    private func results(_ bell: [String], mode: ImportOptions.Mode) async throws -> ImportReport {
        var text = "county,precinct,office,candidate,votes\n"
        for (county, codes) in [("Adair", ["101", "102"]), ("Bell", bell)] {
            for code in codes {
                text += "\(county),\(code),Governor,Ada,1\n"
                text += "\(county),\(code),Governor,Bo,1\n"
                text += "\(county),\(code),\(county) Sheriff,\(county) One,1\n"
            }
        }
        let path = scratch.folder + "/20261103__ky__general__precinct.csv"
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        return try await ContestImporter(
            store: scratch.store.contests,
            districts: scratch.store,
            clock: scratch.clock
        ).run(.file(path), options: ImportOptions(dataset: try DatasetName("results"), mode: mode))
    }

    private func answer(_ longitude: Double) async throws -> VoterAnswer {
        let place = try Coordinate(latitude: 0.5, longitude: longitude)
        return try await scratch.guide().answer(
            at: VoterLocation(coordinate: place, source: .point)
        )
    }

    private func titles(_ answer: VoterAnswer) -> [String] {
        answer.ballot.contests.map { $0.title.text() }.sorted()
    }

    @Test("what nobody's ballot has does not count as matched, and why is told")
    func withoutCounties() async throws {
        try await precincts("adair", ["101", "102"], west: 0)
        try await precincts("bell", ["101", "102"], west: 10)
        let report = try await results(["101", "102"], mode: .publish)
        let use = try #require(report.ballot.first)
        #expect((use.records, use.found, use.undecided) == (3, 0, 3))
        #expect(use.needsCounties)
        #expect(report.text().contains("0 of 3 contests are on the ballot"), "\(report.text())")
        #expect(report.text().contains("import the boundaries of the counties"))
        for longitude in [0.5, 11.5] {
            let answer = try await answer(longitude)
            #expect(titles(answer).isEmpty)
            #expect(answer.warnings.contains { $0.code == .incompleteBallot })
        }
    }

    @Test(
        "a voter's county tells which precinct is meant, without a doubt",
        arguments: [false, true]
    )
    func withCounties(hasMore: Bool) async throws {
        // A precinct of the one county that the other has not must not make the file that county's alone.
        let bell = hasMore ? ["101", "102", "103"] : ["101", "102"]
        try await counties()
        try await precincts("adair", ["101", "102"], west: 0)
        try await precincts("bell", bell, west: 10)
        let report = try await results(bell, mode: .publish)
        let use = try #require(report.ballot.first)
        #expect((use.records, use.found, use.undecided) == (3, 3, 0))
        for (longitude, sheriff) in [(0.5, "Adair Sheriff"), (11.5, "Bell Sheriff")] {
            let answer = try await answer(longitude)
            #expect(titles(answer) == [sheriff, "Governor"].sorted())
            #expect(!answer.warnings.contains { $0.code == .doubtfulBallot }, "\(answer.warnings)")
            #expect(!answer.warnings.contains { $0.code == .incompleteBallot })
        }
    }

    @Test("without counties a file of several is nobody's alone, whatever codes one of them lacks")
    func moreCodes() async throws {
        let bell = ["101", "102", "103"]
        try await precincts("adair", ["101", "102"], west: 0)
        try await precincts("bell", bell, west: 10)
        let report = try await results(bell, mode: .publish)
        let answer = try await answer(0.5)
        #expect(titles(answer).isEmpty)
        #expect(answer.warnings.contains { $0.code == .incompleteBallot }, "\(answer.warnings)")
        // One precinct's code tells its county, and with it two of the three contests.
        let use = try #require(report.ballot.first)
        #expect(use.found == 2)
        #expect(try await titles(self.answer(12.5)) == ["Bell Sheriff", "Governor"])
    }

    @Test("a county of the same name elsewhere leaves the doubt")
    func sameName() async throws {
        try await counties(["Adair", "Adair"])
        try await precincts("adair", ["101", "102"], west: 0)
        try await precincts("bell", ["101", "102"], west: 10)
        _ = try await results(["101", "102"], mode: .publish)
        let answer = try await answer(0.5)
        #expect(answer.warnings.contains { $0.code == .doubtfulBallot }, "\(answer.warnings)")
    }
}
