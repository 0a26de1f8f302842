import Foundation
import Testing

/// `ambit siting` as an analyst uses it.
@Suite struct SitingCommandTests {
    private let folder: TemporaryFolder
    private let halls: String
    private let homes: String

    /// Three halls on a meridian, a tenth of a degree apart, and people at the outer ones.
    init() throws {
        folder = try TemporaryFolder()
        halls = try folder.write(
            "id,name,lat,lon,step_free\nn,North,10.2,20,no\nm,Middle,10.1,20,yes\ns,South,10.0,20,no\n",
            to: "halls.csv"
        )
        homes = try folder.write(
            "id,lat,lon,voters\na,10.2,20,10\nb,10.2,20,20\nc,10.0,20,30\nd,10.01,20,0\n",
            to: "homes.csv"
        )
    }

    private func siting(_ arguments: String...) async throws -> AmbitCommand.Outcome {
        try await AmbitCommand.run(["siting", halls, "--people", homes] + arguments)
    }

    @Test("the outer halls open for the people beside them, and what a change would do is told")
    func twoOfThree() async throws {
        let outcome = try await siting("--open", "2", "--weight", "voters", "--format", "csv")
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(
            outcome.lines[0] == "id,name,lat,lon,step_free,decision,people,mean_m,farthest_m,"
                + "mean_otherwise_m,farthest_otherwise_m"
        )
        let rows = outcome.lines.map { $0.split(separator: ",", omittingEmptySubsequences: false) }
        #expect(rows.dropFirst().map { $0[5] } == ["open", "leave", "open"])
        // 0.2 degrees along the meridian from 10 north, as GeographicLib has it: half of the people.
        let otherwise = try #require(Double(rows[1][10]))
        #expect(abs(otherwise - 22_121.6865) < 0.001)
        #expect(abs((Double(rows[1][9]) ?? 0) - otherwise / 2) < 0.001)
        #expect(
            outcome.errors.contains(
                "2 of 3 open for 60 people: mean 0.000 m, median 0.000 m, farthest 0.000 m. "
                    + "No choice of as many is better."
            ),
            "\(outcome.errors)"
        )
    }

    @Test("what is kept is open, and who goes where is written beside")
    func keptAndAssigned() async throws {
        let path = folder.path("who.csv")
        let outcome = try await siting(
            "--open",
            "1",
            "--keep",
            "step_free=yes",
            "--only-open",
            "--assignments",
            path,
            "--format",
            "csv"
        )
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(outcome.lines.count == 2)
        #expect(outcome.lines[1].hasPrefix("m,Middle,10.1,20,yes,keep,4,"))
        let written = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        #expect(written[0] == "id,lat,lon,voters,station,distance_m")
        #expect(written.count == 5)
        #expect(written.dropFirst().allSatisfy { $0.contains(",m,") })
    }

    @Test("the farthest person decides where that is asked for")
    func farthest() async throws {
        let outcome = try await siting(
            "--open",
            "1",
            "--objective",
            "farthest",
            "--only-open",
            "--format",
            "csv"
        )
        #expect(outcome.lines.count == 2 && outcome.lines[1].hasPrefix("m,"))
        #expect(outcome.errors.contains("No choice of as many is better."))
    }

    @Test(
        "what cannot be is refused by name",
        arguments: [
            (["--open", "4"], "4 are to be open of 3 candidates; open 1 to 3"),
            (["--open", "0"], "--open is 0"),
            (
                ["--open", "1", "--keep", "step_free=no"],
                "2 are to stay open, and 1 are to be open"
            ),
            (["--open", "1", "--keep", "step_free=maybe"], "--keep: none of 3 rows"),
            (["--open", "1", "--keep", "size>3"], "--keep: there is no column \"size\""),
            (["--open", "1", "--weight", "peple"], "--weight: there is no column \"peple\""),
            (["--open", "1", "--weight", "id"], "--weight: id of row 1"),
            (["--open", "1", "--where", "name=West"], "there are no rows that could open"),
        ]
    )
    func refused(arguments: [String], message: String) async throws {
        let outcome = try await AmbitCommand.run(
            ["siting", halls, "--people", homes] + arguments
        )
        #expect(outcome.exitCode != 0)
        #expect(outcome.lines.isEmpty)
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
    }
}
