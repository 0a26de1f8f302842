import Foundation
import Testing

#if canImport(Glibc)
    import Glibc
#endif

/// Where commands write, and where they must not.
@Suite struct OutputPathTests {
    private let folder: TemporaryFolder
    private let database: String
    private let file: String

    init() async throws {
        folder = try TemporaryFolder()
        database = try await SmallLayer.database(in: folder)
        file = try folder.write(SmallLayer.csv, to: "list.csv")
    }

    private func bytes(_ path: String) throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: path))
    }

    @Test(
        "what an import reads, a database and a folder are not replaced by what it writes",
        arguments: ["--rejects", "--report", "--save-repairs", "--save-profile"]
    )
    func kept(option: String) async throws {
        let link = folder.path("link.csv")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
        let refused = [
            (file, "it is the file that is read"), (link, "it is the file that is read"),
            (database, "it is a database"), (folder.path("."), "it is a folder"),
            (folder.path("none/x.csv"), "nothing can be written into that folder"),
        ]
        for (path, reason) in refused {
            let outcome = try await AmbitCommand.run(
                "import",
                "stations",
                file,
                "--dataset",
                "other",
                option,
                path,
                "--database",
                database
            )
            #expect(outcome.exitCode == 1)
            #expect(outcome.errors.contains("\(option) \(path): \(reason)"), "\(outcome.errors)")
        }
        #expect(try bytes(file) == Data(SmallLayer.csv.utf8))
        let list = try await AmbitCommand.run("datasets", "list", "--database", database)
        #expect(!list.output.contains("other"))
    }

    @Test(
        "two outputs of an import that are one file, however it is written, are refused",
        arguments: [
            ["--save-profile", "--rejects"], ["--rejects", "--report"],
            ["--save-repairs", "--report"], ["--save-profile", "--report"],
        ],
        ["out.txt", "./out.txt", "folder/../out.txt", "link.txt", "hard.txt", "new.txt"]
    )
    func sameOutput(options: [String], spelling: String) async throws {
        let files = FileManager.default
        try files.createDirectory(atPath: folder.path("folder"), withIntermediateDirectories: true)
        // A link to a file that is still to be made, and one more name of a file that is there.
        let output = folder.path("out.txt")
        try files.createSymbolicLink(
            atPath: folder.path("link.txt"),
            withDestinationPath: "out.txt"
        )
        try files.createSymbolicLink(atPath: folder.path("new.txt"), withDestinationPath: output)
        if spelling == "hard.txt" {
            _ = try folder.write("old", to: "out.txt")
            try files.linkItem(atPath: output, toPath: folder.path("hard.txt"))
        }
        let other = folder.url.path + "/" + spelling
        let outcome = try await imports([options[0], output, options[1], other])
        #expect(outcome.exitCode == 1)
        #expect(
            outcome.errors.contains(
                "\(options[1]) \(other): \(options[0]) is written there too; name another file"
            ),
            "\(outcome.errors)"
        )
        #expect(try await !isImported())
        #expect(files.fileExists(atPath: output) == (spelling == "hard.txt"))
    }

    @Test("what an output is called until it is whole is no other output, and no file that is read")
    func partialOutput() async throws {
        let output = folder.path("out.txt")
        let both = try await imports(["--rejects", output + ".partial", "--report", output])
        #expect(both.exitCode == 1)
        #expect(
            both.errors.contains("--report \(output): until it is whole it is \(output).partial")
        )
        #expect(both.errors.contains("--rejects is written there too"), "\(both.errors)")
        let unfinished = try folder.write(SmallLayer.csv, to: "list.csv.partial")
        let input = try await imports(["--report", file], of: unfinished)
        #expect(input.exitCode == 1)
        #expect(input.errors.contains("it is the file that is read"), "\(input.errors)")
        #expect(try bytes(unfinished) == Data(SmallLayer.csv.utf8))
        #expect(try bytes(file) == Data(SmallLayer.csv.utf8))
    }

    @Test(
        "what another run is writing is left to it",
        arguments: ["out.csv", "out.geojson", "out.gpkg", "out.fgb", "out.shp"]
    )
    func twoRuns(name: String) async throws {
        let path = folder.path(name)
        let partial = try folder.write("begun", to: name + ".partial")
        let descriptor = open(partial, O_WRONLY | O_CLOEXEC)
        try #require(descriptor >= 0 && flock(descriptor, LOCK_EX | LOCK_NB) == 0)
        defer { close(descriptor) }
        let arguments = ["within", file, "--bbox", "-180,-90,180,90", "-o", path]
        let outcome = try await AmbitCommand.run(arguments)
        #expect(outcome.exitCode == 1)
        #expect(
            outcome.errors.contains("another run is writing it")
                || outcome.errors.contains("is locked by another process"),
            "\(outcome.errors)"
        )
        #expect(try bytes(partial) == Data("begun".utf8))
        #expect(!FileManager.default.fileExists(atPath: path))
        // What a killed run leaves is in nobody's way.
        _ = flock(descriptor, LOCK_UN)
        let next = try await AmbitCommand.run(arguments)
        #expect(next.exitCode == 0, "\(next.errors)")
        #expect(!FileManager.default.fileExists(atPath: partial))
        #expect(try bytes(path).count > 5)
    }

    @Test("tiles that another run is writing are left to it")
    func twoRunsOfTiles() async throws {
        let path = folder.path("out.pmtiles")
        let partial = try folder.write("begun", to: "out.pmtiles.partial")
        let descriptor = open(partial, O_WRONLY | O_CLOEXEC)
        try #require(descriptor >= 0 && flock(descriptor, LOCK_EX | LOCK_NB) == 0)
        defer { close(descriptor) }
        let arguments = ["tiles", "--zooms", "0-2", "-o", path, "--database", database]
        let outcome = try await AmbitCommand.run(arguments)
        #expect(outcome.exitCode == 1)
        #expect(outcome.errors.contains("another run is writing it"), "\(outcome.errors)")
        #expect(try bytes(partial) == Data("begun".utf8))
        _ = flock(descriptor, LOCK_UN)
        let next = try await AmbitCommand.run(arguments)
        #expect(next.exitCode == 0, "\(next.errors)")
        #expect(try bytes(path).starts(with: Data("PMTiles".utf8)))
        for rest in [".partial", ".partial-directories"] {
            #expect(!FileManager.default.fileExists(atPath: path + rest))
        }
    }

    @Test("a link to a GeoPackage stays, and the file behind it is replaced")
    func linkedGeoPackage() async throws {
        let (link, target) = (folder.path("link.gpkg"), folder.path("target.gpkg"))
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
        let outcome = try await AmbitCommand.run("nearest", file, "--at", "38.9,-77", "-o", link)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == target)
        #expect(try bytes(target).starts(with: Data("SQLite format 3".utf8)))
    }

    @Test(
        "no part of a table that is read is replaced",
        arguments: [("list.tab", "list.dat"), ("list.tab", "list.ID"), ("list.MIF", "list.mid")]
    )
    func tableParts(table: String, part: String) async throws {
        let input = try folder.write(SmallLayer.csv, to: table)
        let output = try folder.write("part", to: part)
        let outcome = try await AmbitCommand.run(
            ["nearest", input, "--at", "38.9,-77", "--format", "csv", "-o", output]
        )
        #expect(outcome.exitCode == 1)
        #expect(outcome.errors.contains("it is the file that is read"), "\(outcome.errors)")
        #expect(try bytes(output) == Data("part".utf8))
    }

    @Test("a file may have a name of one letter, in the folder where one is")
    func shortNames() async throws {
        let outcome = try await AmbitCommand.run(
            ["import", "stations", "list.csv", "--dataset", "x", "--database", "d"]
                + ["--report", "r", "--rejects", "q", "--quiet"],
            directory: folder.url
        )
        #expect(outcome.reason == .exit)
        #expect(outcome.exitCode == 0)
        for name in ["d", "r", "q"] {
            #expect(FileManager.default.fileExists(atPath: folder.path(name)), "\(name)")
        }
    }

    @Test("a file that an option reads, and a database that is still to be made, are no outputs")
    func otherFiles() async throws {
        let profile = try folder.write("delimiter comma", to: "own.profile")
        let read = try await imports(["--profile", profile, "--save-profile", profile])
        #expect(read.exitCode == 1)
        #expect(read.errors.contains("it is the file that --profile reads"), "\(read.errors)")
        for ending in ["", "-wal", "-journal"] {
            let new = folder.path("new.sqlite")
            let outcome = try await AmbitCommand.run(
                ["import", "stations", file, "--dataset", "other", "--database", new]
                    + ["--report", new + ending]
            )
            #expect(outcome.exitCode == 1)
            #expect(outcome.errors.contains("it is the database; name another file"))
            #expect(!FileManager.default.fileExists(atPath: new))
        }
    }

    @Test(
        "standard output is written on by its name, whatever it leads to",
        arguments: ["| cat >> log", ">> log"]
    )
    func standardOutput(ending: String) async throws {
        let log = try folder.write("first\n", to: "log")
        let command = try AmbitCommand.executable.path
        let outcome = try await Program(
            "/bin/bash",
            [
                "-o", "pipefail", "-c",
                "'\(command)' import stations list.csv --dataset x --database d --quiet "
                    + "--report /dev/stdout --rejects /dev/fd/1 \(ending)",
            ],
            directory: folder.url
        ).run()
        #expect(outcome.exitCode == 0)
        let text = try String(contentsOfFile: log, encoding: .utf8)
        #expect(text.hasPrefix("first\n"))
        #expect(text.contains("ambit_reason"))
        #expect(text.contains("\"added\" : 4"), "\(text)")
    }

    private func imports(_ options: [String], of list: String? = nil) async throws
        -> AmbitCommand.Outcome
    {
        try await AmbitCommand.run(
            ["import", "stations", list ?? file, "--dataset", "other", "--database", database]
                + options
        )
    }

    private func isImported() async throws -> Bool {
        try await AmbitCommand.run("datasets", "list", "--database", database).output
            .contains("other")
    }

    @Test("rows and maps do not replace a file that they come from, nor each other")
    func rowsOfFiles() async throws {
        let map = folder.path("map.csv")
        let shapes = try folder.write(
            #"{"type":"Polygon","coordinates":[[[-78,38],[-76,38],[-76,40],[-78,40],[-78,38]]]}"#,
            to: "shape.geojson"
        )
        let commands: [([String], String)] = [
            (["nearest", "stations", "--at", file, "--output", file], "--at reads"),
            (["nearest", file, "--at", "38.9,-77", "--output", file], "is read"),
            (["join", "stations", file, "--output", file], "is read"),
            (["join", file, "stations", "--output", file], "is read"),
            (["stats", file, "--output", file], "is read"),
            (["vote", "--address", file, "--output", file], "--address reads"),
            (
                ["within", "stations", "--polygon", shapes, "--output", shapes],
                "--polygon reads"
            ),
            (
                ["coverage", "stations", "--districts", shapes, "--output", shapes],
                "--districts reads"
            ),
            (
                ["coverage", "stations", "--districts", shapes, "--people", file, "--png", file],
                "--people reads"
            ),
            (
                ["density", file, "--cell", "1km", "--over", shapes, "--png", shapes],
                "--over reads"
            ),
            (
                ["density", file, "--cell", "1km", "--output", map, "--png", map],
                "--output is written there too"
            ),
        ]
        for (arguments, words) in commands {
            let outcome = try await AmbitCommand.run(arguments + ["--database", database])
            #expect(outcome.exitCode == 1, "\(arguments)")
            #expect(outcome.errors.contains(words), "\(arguments): \(outcome.errors)")
        }
        #expect(try bytes(file) == Data(SmallLayer.csv.utf8))
        #expect(!FileManager.default.fileExists(atPath: map))
    }

    @Test(
        "a map that cannot be written or drawn is refused in a sentence, before any row",
        arguments: [["density", "--cell", "1km"], ["coverage", "--districts"]]
    )
    func maps(command: [String]) async throws {
        let ward = try folder.write(
            #"{"type":"Polygon","coordinates":[[[-78,38],[-76,38],[-76,40],[-78,40],[-78,38]]]}"#,
            to: "ward.geojson"
        )
        let arguments =
            [command[0], file] + command.dropFirst() + (command.count == 2 ? [ward] : [])
        let none = folder.path("none/x.png")
        let map = folder.path("x.png")
        let refused = [
            (["--png", none], "--png \(none): nothing can be written into that folder ("),
            (["--png", folder.path(".")], "--png \(folder.path(".")): it is a folder; "),
            (["--png", map, "--over", none], "--over: \(none): it cannot be read"),
        ]
        for (options, words) in refused {
            let outcome = try await AmbitCommand.run(
                arguments + options + ["--format", "csv", "--database", database]
            )
            #expect(outcome.exitCode == 1)
            #expect(outcome.output.isEmpty)
            #expect(outcome.errors.hasPrefix("error: \(words)"), "\(outcome.errors)")
        }
        #expect(!FileManager.default.fileExists(atPath: map))
    }

    @Test("a Shapefile replaces itself, and no part that is somebody's own or is read")
    func shapefileParts() async throws {
        let shape = folder.path("z.shp")
        func nearest(_ layer: String, _ output: String, _ options: String...) async throws
            -> AmbitCommand.Outcome
        {
            try await AmbitCommand.run(
                ["nearest", layer, "--at", "38.9,-77", "-o", output, "--database", database]
                    + options
            )
        }
        for ending in ["dbf", "shx", "prj", "cpg"] {
            let own = try folder.write("somebody's own", to: "z.\(ending)")
            let refused = try await nearest("stations", shape)
            #expect(refused.exitCode == 1)
            #expect(
                refused.errors.contains(
                    "--output \(shape): \(own) would be written with it, and is there without such a file"
                ),
                "\(refused.errors)"
            )
            #expect(try String(contentsOfFile: own, encoding: .utf8) == "somebody's own")
            try FileManager.default.removeItem(atPath: own)
        }
        #expect(!FileManager.default.fileExists(atPath: shape))
        let map = folder.path("z.dbf")
        let twice = try await AmbitCommand.run(
            ["density", file, "--cell", "1km", "-o", shape, "--png", map, "--database", database]
        )
        #expect(twice.exitCode == 1)
        #expect(twice.errors.contains("--png \(map): --output is written there too"))
        for _ in 0..<2 {
            let written = try await nearest("stations", shape)
            #expect(written.exitCode == 0, "\(written.errors)")
        }
        let table = try bytes(map)
        for (layer, output) in [(shape, map), (map, shape)] {
            let read = try await nearest(layer, output, "--format", output == map ? "csv" : "shp")
            #expect(read.exitCode == 1)
            #expect(read.errors.contains("it is the file that is read"), "\(read.errors)")
        }
        #expect(try bytes(map) == table)
    }

    @Test(
        "text is not written under the name of a geographic file, whatever its case",
        arguments: [("x.shp", "csv"), ("x.GPKG", "json"), ("x.shp", "table")]
    )
    func endings(name: String, format: String) async throws {
        let path = folder.path(name)
        let outcome = try await AmbitCommand.run(
            ["stats", file, "--output", path, "--format", format, "--database", database]
        )
        #expect(outcome.exitCode == 64)
        #expect(
            outcome.errors.contains(
                "--output \(path) ends as \(name.suffix(name.count - 2).lowercased()) does, "
                    + "and --format is \(format)"
            ),
            "\(outcome.errors)"
        )
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test("rows do not replace the database that they come from, and a device stays one")
    func rows() async throws {
        let arguments = [
            "within", "stations", "--bbox", "-180,-90,180,90", "--format", "csv", "--database",
            database,
        ]
        let refused = try await AmbitCommand.run(arguments + ["--output", database])
        #expect(refused.exitCode == 1)
        #expect(refused.errors.contains("it is a database; name another file"))
        let pipe = folder.path("pipe")
        #expect(mkfifo(pipe, 0o600) == 0)
        let reader = open(pipe, O_RDONLY | O_NONBLOCK)
        defer { close(reader) }
        let written = try await AmbitCommand.run(arguments + ["--output", pipe])
        #expect(written.exitCode == 0, "\(written.errors)")
        // What the file manager has no word for is neither a plain file nor a folder nor a link.
        let attributes = try FileManager.default.attributesOfItem(atPath: pipe)
        #expect(attributes[.type] as? FileAttributeType == .typeUnknown)
        // A link is followed, and stays one.
        let target = try folder.write("old", to: "target.csv")
        let link = folder.path("rows.csv")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
        #expect(try await AmbitCommand.run(arguments + ["--output", link]).exitCode == 0)
        #expect(try String(contentsOfFile: target, encoding: .utf8).contains("Alder Hall"))
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == target)
    }

    @Test("where nobody reads the errors, a command ends as it would")
    func closedErrors() async throws {
        let process = try AmbitCommand.makeProcess(
            ["vote", "--postcode", "99999", "--database", database],
            environment: [:]
        )
        let pipe = Pipe()
        process.standardError = pipe
        process.standardOutput = FileHandle.nullDevice
        try pipe.fileHandleForReading.close()
        let reason = try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = {
                continuation.resume(returning: ($0.terminationReason, $0.terminationStatus))
            }
            do { try process.run() } catch { continuation.resume(throwing: error) }
        }
        #expect(reason == (.exit, 1))
    }
}
