import Foundation
import TestSupport
import Testing

/// `ambit tracks` on three made walks in one street.
@Suite struct TracksCommandTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func tracks(_ arguments: String...) async throws -> AmbitCommand.Outcome {
        try await AmbitCommand.run(["tracks"] + arguments)
    }

    /// A walk to the east along a street, a fix of 11.1 m in ten seconds.
    private func walk(_ name: String, from minute: Int, north meters: Double) throws -> String {
        var lines = ["time,lat,lon"]
        let formatter = ISO8601DateFormatter()
        for step in 0..<60 {
            let date = Date(
                timeIntervalSince1970: 1_793_692_800 + Double(minute * 60 + step * 10)
            )
            let latitude = meters / 110_574
            let longitude = 10 + Double(step) * 1e-4
            lines.append("\(formatter.string(from: date)),\(latitude),\(longitude)")
        }
        let path = folder.path(name)
        try Data(lines.joined(separator: "\n").utf8).write(to: URL(filePath: path))
        return path
    }

    /// At 08:00, 08:05 and 09:00 of 2026-11-03.
    private func walks() throws -> [String] {
        [
            try walk("early.csv", from: 0, north: 0), try walk("near.csv", from: 5, north: 30),
            try walk("late.csv", from: 60, north: 0),
        ]
    }

    private func column(_ name: String, _ outcome: AmbitCommand.Outcome) -> [String] {
        let cells = outcome.lines.map {
            $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
        guard let index = cells.first?.firstIndex(of: name) else { return [] }
        return cells.dropFirst().map { $0[index] }
    }

    /// Whole metres: the walks are made with a round length of a degree.
    private func meters(_ name: String, _ outcome: AmbitCommand.Outcome) -> [Double] {
        column(name, outcome).compactMap(Double.init).map { $0.rounded() }
    }

    @Test("who passed a place in a time: of files, and of an archive of them")
    func within() async throws {
        let files = try walks()
        let question = [
            "--at", "0,10.003", "--radius", "50m", "--from", "2026-11-03T08:00:00Z", "--to",
            "2026-11-03T09:00:00Z",
        ]
        let outcome = try await AmbitCommand.run(["tracks", "within"] + files + question)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(column("track", outcome) == ["early.csv", "near.csv"])
        #expect(meters("distance_m", outcome) == [0, 30])
        #expect(column("nearest_at", outcome) == ["2026-11-03T08:05:00Z", "2026-11-03T08:10:00Z"])
        // 50 m to either side are 4 fixes, and the middle one; at 30 m to the north 3 to either side.
        #expect(column("fixes", outcome) == ["9", "7"])

        let archive = folder.path("walks.tracks")
        let packed = try await AmbitCommand.run(
            ["tracks", "pack"] + files + ["--person", "file", "-o", archive]
        )
        #expect(packed.exitCode == 0, "\(packed.errors)")
        #expect(packed.errors.contains("3 tracks of 3 people, 180 fixes"))
        let again = try await AmbitCommand.run(["tracks", "within", archive] + question)
        #expect(again.lines == outcome.lines)
    }

    @Test("who came nearest, in a time and at a moment")
    func nearest() async throws {
        let files = try walks()
        let ever = try await AmbitCommand.run(
            ["tracks", "nearest"] + files + ["--at", "0.001,10.003", "-k", "2"]
        )
        #expect(column("track", ever) == ["near.csv", "early.csv"])
        let moment = try await AmbitCommand.run(
            ["tracks", "nearest"] + files
                + ["--at", "0,10.0015", "--moment", "2026-11-03T08:05:05Z"]
        )
        #expect(column("track", moment) == ["near.csv", "early.csv"])
        // Half a step beyond the first fix of the one, and beyond the 31st of the other.
        #expect(
            column("lon", moment).compactMap(Double.init).map { ($0 * 1e6).rounded() } == [
                10_000_050, 10_003_050,
            ]
        )
    }

    @Test("people are counted, not fixes, and few of them are withheld")
    func density() async throws {
        let files = try walks()
        let asked = ["--cell", "10km", "--min", "1"]
        let people = try await AmbitCommand.run(
            ["tracks", "density"] + files + ["--person", "file"] + asked
        )
        #expect(column("people", people) == ["3"], "\(people.errors)")
        let one = try await AmbitCommand.run(
            ["tracks", "density"] + files + ["--person", "folder"] + asked
        )
        #expect(column("people", one) == ["1"])
        let few = try await AmbitCommand.run(
            ["tracks", "density"] + files + ["--person", "file", "--cell", "10km"]
        )
        #expect(column("people", few).isEmpty)
        #expect(few.errors.contains("Withheld: 1 cell with fewer than 5 people"))
        let untold = try await AmbitCommand.run(["tracks", "density"] + files + asked)
        #expect(untold.exitCode == 64 && untold.errors.contains("--person"))
    }

    @Test("how far two tracks are from each other")
    func distance() async throws {
        let files = try walks()
        let outcome = try await AmbitCommand.run(["tracks", "distance"] + files)
        #expect(meters("frechet_m", outcome) == [30, 0, 30])
        #expect(meters("dtw_m", outcome) == [1_800, 0, 1_800])
        #expect(column("fixes", outcome) == ["60", "60", "60"])
    }

    @Test("what cannot be is refused with its option")
    func refusals() async throws {
        let files = try walks()
        let backward = try await tracks(
            "within",
            files[0],
            "--at",
            "0,10",
            "--radius",
            "50m",
            "--from",
            "2026-11-03T09:00:00Z",
            "--to",
            "2026-11-03T08:00:00Z"
        )
        #expect(backward.exitCode == 64 && backward.errors.contains("--from"))
        let broken = folder.path("broken.tracks")
        try Data("AMBTRK01 and no more".utf8).write(to: URL(filePath: broken))
        let refused = try await tracks("within", broken, "--at", "0,10", "--radius", "50m")
        #expect(refused.exitCode == 1 && refused.errors.contains("no archive of tracks"))
    }
}
