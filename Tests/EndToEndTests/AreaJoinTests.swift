import Foundation
import Testing

/// Districts, and files of polygons, joined and summed up on the command line.
@Suite struct AreaJoinTests: DatabaseSuite {
    private let folder: TemporaryFolder
    let database: String

    init() async throws {
        folder = try TemporaryFolder()
        database = try await SquareDistricts.database(in: folder)
    }

    @Test("areas stand first in a join: asked from all of them, not from a place inside")
    func joinFromAreas() async throws {
        let schools = try folder.write(
            "id,lat,lon\nin,0.5,0.1\nhole,0.5,0.45\nedge,0.5,1\neast,0.5,2.5\ndate,0,-179.5\n",
            to: "schools.csv"
        )
        func pairs(_ arguments: String...) async throws -> [String] {
            let outcome = try await ambit(
                ["join", "districts", schools, "--first-type", "precinct"] + arguments + [
                    "--fields", "id,distance_m", "--format", "csv",
                ]
            )
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
            return outcome.lines.dropFirst().map { line in
                let cells = line.split(separator: ",", omittingEmptySubsequences: false)
                return "\(cells[3]) \(cells[cells.count - 2]) \(cells[cells.count - 1])"
            }
        }
        // GeographicLib's GeodSolve -i: 0.5 0.4 to 0.5 0.45 is 5565.764 m and 0.5 2 to 0.5 2.5 is
        // 55657.640 m.
        #expect(
            try await pairs("--within", "0m") == [
                "Hollow edge 0.000", "Hollow in 0.000", "East edge 0.000", "Dateline date 0.000",
            ]
        )
        let around = try await pairs("--nearest", "-k", "3", "--max", "56km")
        #expect(
            around.map { $0.prefix { $0 != "." } } == [
                "Hollow edge 0", "Hollow in 0", "Hollow hole 5565", "East edge 0",
                "East east 55657",
                "Dateline date 0",
            ]
        )
        let counts = try await ambit([
            "join", "districts", schools, "--first-type", "precinct,ward", "--within", "0m",
            "--count", "--format", "csv",
        ])
        #expect(counts.lines.dropFirst().map { $0.suffix(1) } == ["2", "1", "1", "3"])
    }

    @Test(
        "areas that gzip or zip has packed are areas, on either side of a join, and places are places"
    )
    func packedAreas() async throws {
        let areas = try folder.write(
            #"{"type":"Feature","properties":{"name":"A"},"geometry":{"type":"Polygon","#
                + #""coordinates":[[[0,0],[1,0],[1,1],[0,1],[0,0]]]}}"#,
            to: "areas.geojson"
        )
        let places = try folder.write(
            #"{"type":"Feature","id":"in","properties":{},"geometry":{"type":"Point","coordinates":[0.5,0.5]}}"#,
            to: "places.geojson"
        )
        for program in [
            ("gzip", ["-k", areas, places]), ("zip", ["-q", areas + ".zip", areas]),
            ("zip", ["-q", places + ".zip", places]),
        ] {
            let packing = try Program.run(program.0, program.1)
            try #require(packing.exitCode == 0, "\(packing.errors)")
        }
        let points = try folder.write("id,lat,lon\nin,0.5,0.5\nout,0.5,1.5\n", to: "points.csv")
        let packed = [
            (points, areas + ".gz"), (points, areas + ".zip"), (places + ".gz", areas),
            (places + ".zip", areas + ".zip"),
        ]
        for sides in packed.flatMap({ [[$0, $1], [$1, $0]] }) {
            let outcome = try await ambit(
                ["join"] + sides + ["--within", "0m", "--format", "csv"]
            )
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
            #expect(outcome.lines.count == 2, "\(outcome.output)")
        }
    }

    @Test("districts joined with districts: those that touch or overlap, and none with itself")
    func joinAreas() async throws {
        func pairs(_ arguments: String...) async throws -> [String] {
            let outcome = try await ambit(
                ["join", "districts", "districts"] + arguments + [
                    "--fields", "name,distance_m", "--format", "csv",
                ]
            )
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
            return outcome.lines.dropFirst().map { line in
                let cells = line.split(separator: ",", omittingEmptySubsequences: false)
                return "\(cells[3]) \(cells[cells.count - 2]) \(cells[cells.count - 1])"
            }
        }
        #expect(
            try await pairs("--within", "0m") == [
                "Hollow East 0.000", "Hollow West Ward 0.000", "East Hollow 0.000",
                "East West Ward 0.000", "West Ward Hollow 0.000", "West Ward East 0.000",
            ]
        )
        let precincts = ["--first-type", "precinct", "--type", "precinct"]
        #expect(
            try await pairs("--nearest", precincts[0], precincts[1], precincts[2], precincts[3])
                .prefix(2) == ["Hollow East 0.000", "East Hollow 0.000"]
        )
        let counts = try await ambit(
            ["join", "districts", "districts", "--within", "1km", "--count", "--format", "csv"]
        )
        #expect(counts.lines.dropFirst().map { $0.suffix(2) } == [",2", ",2", ",0", ",2"])
    }

    @Test("a file of areas stands first too, and is carried into the output whole")
    func joinFileOfAreas() async throws {
        let file = try folder.write(SquareDistricts.squares, to: "left.geojson")
        let outcome = try await ambit([
            "join", file, "districts", "--type", "ward", "--within", "0m", "--keep-unmatched",
            "--fields", "name", "--format", "geojson",
        ])
        try #require(outcome.exitCode == 0, "\(outcome.errors)")
        let text = outcome.lines.joined()
        #expect(text.contains(#""a_code":"1""#) && text.contains(#""b_name":"West Ward""#))
        // The dateline's square has no ward: its own polygons stand for it.
        #expect(text.contains("MultiPolygon") && text.contains("[179,"))
    }

    @Test("coverage measures the districts of a type in the database")
    func coverage() async throws {
        let stations = try folder.write("id,lat,lon\na,0.5,1.5\n", to: "stations.csv")
        let outcome = try await ambit([
            "coverage", stations, "--districts", "ward", "--within", "100km,200km", "--format",
            "csv",
        ])
        #expect(outcome.lines.count == 2, "\(outcome.errors)")
        let shares = try #require(outcome.lines.last).split(separator: ",").suffix(2)
        #expect(outcome.lines.last?.hasPrefix("West Ward,") == true)
        // The farthest corner is 176 km away, the middle 84 km.
        let near = try #require(shares.first.flatMap { Double($0) })
        #expect(near > 0.5 && near < 1)
        #expect(shares.last == "1")
        let unknown = try await ambit(["coverage", stations, "--districts", "wrad"])
        #expect(unknown.exitCode == 64)
        #expect(unknown.errors.contains("districts of type precinct, ward"), "\(unknown.errors)")
    }

    @Test("stats of districts: their sizes on the ellipsoid, and the box about them")
    func statistics() async throws {
        let outcome = try await ambit([
            "stats", "districts", "--type", "precinct", "--format", "csv",
        ])
        try #require(outcome.exitCode == 0, "\(outcome.errors)")
        let numbers = Dictionary(
            uniqueKeysWithValues: outcome.lines.dropFirst().map { line in
                let cells = line.split(separator: ",")
                return (String(cells[0]), String(cells[1]))
            }
        )
        #expect(numbers["count"] == "3" && numbers["polygons"] == "4")
        // The widest gap is that from -179 to 0.
        #expect(numbers["west"] == "0" && numbers["east"] == "-179")
        // GeographicLib's Planimeter, with edges in thousandths
        // of a degree: 12308.463894 km2 for a square degree at the equator.
        let largest = try #require(numbers["area_max_km2"].flatMap { Double($0) })
        #expect(abs(largest / (4 * 12_308.463894) - 1) < 1e-6)
        let text = try await ambit(["stats", "districts", "--type", "ward", "--format", "table"])
        #expect(text.lines.first?.hasPrefix("1 district of 18") == true)
        #expect(text.lines.contains { $0.contains("10000 km² to 20000 km²  █") })
    }

    @Test("density counts areas where a place inside each lies")
    func density() async throws {
        let outcome = try await ambit([
            "density", "districts", "--type", "precinct", "--bbox", "-1,-1,3,2", "--cell",
            "1000km", "--format", "csv",
        ])
        try #require(outcome.exitCode == 0, "\(outcome.errors)")
        let counts = outcome.lines.dropFirst().compactMap { line in
            Int(line.split(separator: ",")[3])
        }
        #expect(counts.reduce(0, +) == 2)
    }
}
