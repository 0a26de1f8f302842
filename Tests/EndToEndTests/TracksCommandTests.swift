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

    /// Far to the north of the walks, from one meridian to another in 20 minutes.
    private func flight() throws -> String {
        let path = folder.path("flight.csv")
        let lines = ["time,lat,lon", "2026-11-03T08:00:00Z,60,0", "2026-11-03T08:20:00Z,60,2"]
        try Data(lines.joined(separator: "\n").utf8).write(to: URL(filePath: path))
        return path
    }

    @Test("where each track was at a moment: on the geodesic between its fixes")
    func at() async throws {
        let files = try walks() + [try flight()]
        let moment = "2026-11-03T08:05:05Z"
        let outcome = try await AmbitCommand.run(["tracks", "at", moment] + files)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        // The third walk begins at 09:00. The others are half a step beyond their 31st and first fixes.
        #expect(column("track", outcome) == ["early.csv", "near.csv", "flight.csv"])
        #expect(outcome.errors.contains("Not placed: 1 track "), "\(outcome.errors)")
        let longitudes = column("lon", outcome).compactMap(Double.init)
        #expect(longitudes.prefix(2).map { ($0 * 1e6).rounded() } == [10_003_050, 10_000_050])

        let archive = folder.path("at.tracks")
        _ = try await AmbitCommand.run(
            ["tracks", "pack"] + files + ["--person", "file", "-o", archive]
        )
        let again = try await tracks("at", moment, archive)
        #expect(again.lines == outcome.lines)
        let places = try await tracks("at", moment, archive, "--format", "geojson")
        #expect(places.output.contains("\"Point\"") && places.output.contains("\"early.csv\""))
    }

    @Test("between fixes that are far apart the way bends to the pole, as the geodesic does")
    func atHalfOfAnArc() async throws {
        let path = folder.path("arc.csv")
        let lines = ["time,lat,lon", "2026-11-03T08:00:00Z,60,0", "2026-11-03T08:20:00Z,60,8"]
        try Data(lines.joined(separator: "\n").utf8).write(to: URL(filePath: path))
        // By Vincenty's formulae: 446.128 km, the half and the quarter of which are reached here.
        for (moment, latitude, longitude) in [
            ("2026-11-03T08:10:00Z", 60.060573894, 4.0),
            ("2026-11-03T08:05:00Z", 60.045418917, 1.998168948),
        ] {
            let outcome = try await tracks("at", moment, path)
            let found = column("lat", outcome) + column("lon", outcome)
            let degrees = found.compactMap(Double.init)
            #expect(degrees.count == 2, "\(outcome.errors)")
            for (one, other) in zip(degrees, [latitude, longitude]) {
                #expect(abs(one - other) < 2e-7)
            }
        }
        let short = try await tracks("at", "2026-11-03T08:10:00Z", path, "--gap", "19min")
        #expect(short.exitCode == 0 && column("track", short).isEmpty)
        #expect(short.errors.contains("at most 19min apart"))
        // At a fix the fixes around it do not matter.
        let seen = try await tracks("at", "2026-11-03T08:20:00Z", path, "--gap", "1s")
        #expect(column("lon", seen).compactMap(Double.init) == [8])
    }

    @Test("who was near to a place at a moment, within a distance and the nearest")
    func atPlace() async throws {
        let files = try walks() + [try flight()]
        let question = ["tracks", "at", "2026-11-03T08:05:05Z"] + files
        // 5.6 m to the east of where the early walk is then.
        let place = ["--of", "0,10.0031"]
        let within = try await AmbitCommand.run(question + place + ["--within", "10m"])
        #expect(column("track", within) == ["early.csv"], "\(within.errors)")
        // 0.00005° of the equator, of 111,319.49 m each.
        #expect(meters("distance_m", within) == [6])
        let nearest = try await AmbitCommand.run(question + place + ["--nearest", "2"])
        #expect(column("track", nearest) == ["early.csv", "near.csv"])
        // 0.00305° to the west, and 30 m to the north.
        #expect(meters("distance_m", nearest) == [6, 341])
        let both = try await AmbitCommand.run(
            question + place + ["--nearest", "2", "--within", "340m"]
        )
        #expect(column("track", both) == ["early.csv"])
    }

    @Test(
        "questions of a moment that cannot be are refused with their option",
        arguments: [
            (["yesterday", "x.csv"], "moment: time is \"yesterday\""),
            (
                ["2026-11-03T08:05:05Z", "x.csv", "--gap", "0s"],
                "--gap is 0s; it lies between 1s and 30d"
            ),
            (["2026-11-03T08:05:05Z", "x.csv", "--gap", "soon"], "--gap is \"soon\""),
            (["2026-11-03T08:05:05Z", "x.csv", "--within", "5m"], "--within needs a place"),
            (["2026-11-03T08:05:05Z", "x.csv", "--nearest", "5"], "--nearest needs a place"),
            (["2026-11-03T08:05:05Z", "x.csv", "--of", "0,10"], "add one of them"),
            (
                ["2026-11-03T08:05:05Z", "x.csv", "--of", "0,10", "--nearest", "0"],
                "--nearest is 0; it is 1 or more"
            ),
            (["2026-11-03T08:05:05Z", "x.csv", "--of", "95,10", "--nearest", "1"], "--of"),
        ]
    )
    func refusedMoments(_ arguments: [String], _ expected: String) async throws {
        let outcome = try await AmbitCommand.run(["tracks", "at"] + arguments)
        #expect(outcome.exitCode == 64)
        #expect(outcome.errors.contains(expected), "\(outcome.errors)")
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
