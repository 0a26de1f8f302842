import Foundation
import Testing

/// `ambit nearest` and `ambit within` on a database of four stations, compared whole.
///
/// The distances were computed with GeographicLib's GeodSolve.
@Suite struct QueryCommandTests {
    private static let stations = """
        id,name,address,postcode,latitude,longitude,precinct
        a,Alder Hall,1 First Street,20500,38.8977,-77.0365,1
        b,"Birch ""The Old"" School","2 Second Street, Rear",20002,38.9047,-77.0164,2
        c,Cedar Library,3 Third Street,20020,38.859,-76.995,3
        d,Dogwood Café,4 Fourth Street,20016,38.95,-77.08,4

        """

    private let folder: TemporaryFolder
    private let database: String

    init() async throws {
        folder = try TemporaryFolder()
        database = folder.path("test.sqlite")
        let file = try folder.write(Self.stations, to: "stations.csv")
        let outcome = try await AmbitCommand.run(
            "import",
            "stations",
            file,
            "--dataset",
            "four",
            "--database",
            database,
            "--quiet"
        )
        try #require(outcome.exitCode == 0, "\(outcome.errors)")
    }

    @Test("nearest as CSV: nearest first, millimetres, quotes only where needed")
    func nearestCSV() async throws {
        let outcome = try await AmbitCommand.run(
            "nearest",
            "stations",
            "--at",
            "38.8977,-77.0365",
            "-k",
            "3",
            "--database",
            database
        )
        #expect(
            outcome.output == """
                id,name,address,postcode,districts,hours,wheelchair,dataset,lat,lon,distance_m
                four.a,Alder Hall,1 First Street,20500,precinct 1,,unknown,four,38.8977,-77.0365,0.000
                four.b,"Birch ""The Old"" School","2 Second Street, Rear",20002,precinct 2,,unknown,four,38.9047,-77.0164,1908.940
                four.c,Cedar Library,3 Third Street,20020,precinct 3,,unknown,four,38.859,-76.995,5605.858

                """
        )
        #expect(outcome.errors == "")
        #expect(outcome.exitCode == 0)
    }

    @Test("within as newline-delimited JSON: the radius is inclusive to the millimetre")
    func withinNDJSON() async throws {
        let expected = """
            {"id":"four.a","name":"Alder Hall","address":"1 First Street","postcode":"20500",\
            "districts":"precinct 1","hours":null,"wheelchair":"unknown","dataset":"four",\
            "lat":38.8977,"lon":-77.0365,"distance_m":0}
            {"id":"four.b","name":"Birch \\"The Old\\" School","address":"2 Second Street, Rear",\
            "postcode":"20002","districts":"precinct 2","hours":null,"wheelchair":"unknown",\
            "dataset":"four","lat":38.9047,"lon":-77.0164,"distance_m":1908.94}

            """
        let arguments = [
            "within", "stations", "--at", "38.8977,-77.0365", "--format", "ndjson", "--database",
            database, "--radius",
        ]
        let inside = try await AmbitCommand.run(arguments + ["1908.940m"])
        #expect(inside.output == expected)
        let outside = try await AmbitCommand.run(arguments + ["1908.939m"])
        #expect(outside.lines.count == 1)
    }

    @Test("a box as GeoJSON: longitude first, no distance, by id")
    func boxGeoJSON() async throws {
        let outcome = try await AmbitCommand.run(
            "within",
            "stations",
            "--bbox",
            "-77.1,38.9,-77,39",
            "--format",
            "geojson",
            "--database",
            database
        )
        let expected = """
            {"type":"FeatureCollection","features":[\
            {"type":"Feature","id":"four.b","geometry":{"type":"Point","coordinates":\
            [-77.0164,38.9047]},"properties":{"name":"Birch \\"The Old\\" School",\
            "address":"2 Second Street, Rear","postcode":"20002","districts":"precinct 2",\
            "hours":null,"wheelchair":"unknown","dataset":"four","distance_m":null}},\
            {"type":"Feature","id":"four.d","geometry":{"type":"Point","coordinates":\
            [-77.08,38.95]},"properties":{"name":"Dogwood Café","address":"4 Fourth Street",\
            "postcode":"20016","districts":"precinct 4","hours":null,"wheelchair":"unknown",\
            "dataset":"four","distance_m":null}}],"numberReturned":2}

            """
        #expect(outcome.output == expected)
    }

    @Test("a table lines up, and leaves out columns that no row fills")
    func table() async throws {
        let outcome = try await AmbitCommand.run(
            "nearest",
            "stations",
            "--at",
            "38.95,-77.08",
            "-k",
            "1",
            "--format",
            "table",
            "--database",
            database
        )
        #expect(
            outcome.output == """
                id      name          address          postcode  districts   wheelchair  dataset    lat     lon  distance_m
                ------  ------------  ---------------  --------  ----------  ----------  -------  -----  ------  ----------
                four.d  Dogwood Café  4 Fourth Street  20016     precinct 4  unknown     four     38.95  -77.08       0.000

                """
        )
    }

    @Test("JSON of nothing is an empty array, and the exit code is 0")
    func emptyJSON() async throws {
        let outcome = try await AmbitCommand.run(
            "within",
            "stations",
            "--at",
            "0,0",
            "--radius",
            "1km",
            "--format",
            "json",
            "--database",
            database
        )
        #expect(outcome.output == "[]\n")
        #expect(outcome.exitCode == 0)
    }

    @Test("places from standard input are answered row by row, their columns carried along")
    func batch() async throws {
        let outcome = try await AmbitCommand.run(
            [
                "nearest", "stations", "--at", "-", "-k", "1", "--format", "csv", "--database",
                database,
            ],
            input: "voter,lat,lon\n17,38.8977,-77.0365\n18,38.95,-77.08\n"
        )
        #expect(
            outcome.output == """
                at_voter,at_lat,at_lon,id,name,address,postcode,districts,hours,wheelchair,dataset,lat,lon,distance_m
                17,38.8977,-77.0365,four.a,Alder Hall,1 First Street,20500,precinct 1,,unknown,four,38.8977,-77.0365,0.000
                18,38.95,-77.08,four.d,Dogwood Café,4 Fourth Street,20016,precinct 4,,unknown,four,38.95,-77.08,0.000

                """
        )
    }

    @Test("bare lat,lon lines need no header")
    func bareBatch() async throws {
        let outcome = try await AmbitCommand.run(
            [
                "nearest", "stations", "--at", "-", "-k", "1", "--format", "csv", "--database",
                database,
            ],
            input: "\u{FEFF}38.859,-76.995\n-31.95,115.86\n"
        )
        #expect(outcome.lines.count == 3)
        #expect(outcome.lines.first?.hasPrefix("at_lat,at_lon,id,") == true)
        #expect(outcome.lines.dropFirst().first?.hasPrefix("38.859,-76.995,four.c,") == true)
    }

    @Test("a bad place on standard input is named by its line, and ends with exit code 1")
    func badBatchLine() async throws {
        let outcome = try await AmbitCommand.run(
            ["nearest", "stations", "--at", "-", "--database", database],
            input: "lat,lon\n38.9,-77\n95,-77\n"
        )
        #expect(outcome.exitCode == 1)
        #expect(
            outcome.errors
                == "error: standard input, line 3: latitude is 95.0; a latitude lies between -90 and 90\n"
        )
    }

    @Test(
        "a wrong command line names the option, the value and what is allowed, and ends with 64",
        arguments: [
            (
                ["nearest", "stations", "--at", "91,0"],
                "--at is \"91,0\"; latitude is 91.0; a latitude lies between -90 and 90"
            ),
            (
                ["nearest", "stations", "--at", "north"],
                "--at is \"north\"; write latitude and longitude in degrees: 38.8977,-77.0365"
            ),
            (
                ["nearest", "stations", "--at", "1,2", "-k", "0"],
                "-k is 0; it lies between 1 and 1000000"
            ),
            (
                ["within", "stations", "--at", "1,2", "--radius", "5 miles"],
                "--radius: distance is \"5 miles\"; write a number and a unit: 500m, 1.2km, 3mi or 900ft"
            ),
            (
                ["within", "stations", "--bbox", "1,2,3"],
                "--bbox is \"1,2,3\"; write west,south,east,north in degrees: -77.2,38.8,-76.9,39"
            ),
            (
                ["within", "stations", "--radius", "5km"],
                "give one of: --at and --radius"
            ),
            (
                ["nearest", "stations", "--at", "1,2", "--category", "news"],
                "--category and --visible-at are for messages"
            ),
        ]
    )
    func usage(arguments: [String], message: String) async throws {
        let outcome = try await AmbitCommand.run(arguments + ["--database", database])
        #expect(outcome.exitCode == 64)
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
        #expect(outcome.output == "")
    }

    @Test("a database that is not there is named, and is not made by asking")
    func missingDatabase() async throws {
        let path = folder.path("nowhere.sqlite")
        let outcome = try await AmbitCommand.run(
            "nearest",
            "stations",
            "--at",
            "1,2",
            "--database",
            path
        )
        #expect(outcome.exitCode == 1)
        #expect(outcome.errors.hasPrefix("error: "))
        #expect(outcome.errors.contains(path))
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test(
        "--help shows an example for each command",
        arguments: [
            ["serve"], ["import"], ["nearest"], ["within"], ["datasets", "list"],
            ["datasets", "show"], ["datasets", "rollback"], ["check"], ["backup"],
        ]
    )
    func help(command: [String]) async throws {
        let outcome = try await AmbitCommand.run(command + ["--help"])
        #expect(outcome.exitCode == 0)
        #expect(outcome.output.contains("  ambit \(command.joined(separator: " "))"))
    }
}
