import Foundation
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Files that were made to bring the program down, or to hold it.
@Suite struct HostileFileTests {
    private let folder: TemporaryFolder
    private let database: String

    init() throws {
        folder = try TemporaryFolder()
        database = folder.path("test.sqlite")
    }

    /// Runs an import, which is killed if it takes far too long.
    private func run(_ kind: String, _ file: String, _ more: String...) async throws
        -> AmbitCommand.Outcome
    {
        try await AmbitCommand.run(
            ["import", kind, file, "--dataset", "d", "--database", database] + more,
            killedAfter: .seconds(60)
        )
    }

    /// A star each of whose edges crosses nearly all others.
    private func star(_ count: Int) -> String {
        let step = count / 2 - 1
        let corners: [String] = (0...count).map { number in
            let place = number * step % count
            let angle = 2 * Double.pi * Double(place) / Double(count)
            let (x, y): (Double, Double) = (7 + cos(angle) / 10, 43 + sin(angle) / 10)
            return "[\(x),\(y)]"
        }
        return """
            {"type":"FeatureCollection","features":[{"type":"Feature","properties":{"code":"1"},\
            "geometry":{"type":"Polygon","coordinates":[[\(corners.joined(separator: ","))]]}}]}
            """
    }

    @Test("a district that meets itself everywhere ends in one sentence that tells the limit")
    func stars() async throws {
        let file = try folder.write(star(1_001), to: "star.geojson")
        let outcome = try await run("districts", file, "--type", "precinct")
        #expect(outcome.exitCode == 1)
        #expect(outcome.errors.contains("the most for one polygon"))
    }

    @Test("a zigzag of 300,000 corners that never meets itself is imported in seconds")
    func zigzag() async throws {
        var there: [[Double]] = []
        for number in 0..<150_000 {
            let longitude: Double = number % 2 == 0 ? 7 : 7.1
            there.append([longitude, 43 + Double(number) / 1_000_000])
        }
        let back = there.reversed().map { [$0[0] + 0.001, $0[1]] }
        let ring: [[Double]] = there + back + [there[0]]
        let text: String = ring.map { "[\($0[0]),\($0[1])]" }.joined(separator: ",")
        let file = try folder.write(
            """
            {"type":"FeatureCollection","features":[{"type":"Feature","properties":{"code":"1"},\
            "geometry":{"type":"Polygon","coordinates":[[\(text)]]}}]}
            """,
            to: "zigzag.geojson"
        )
        let outcome = try await run("districts", file, "--type", "precinct")
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
    }

    @Test(
        "a pipe, a device and a folder are refused at once",
        arguments: ["pipe", "device", "folder"]
    )
    func noFile(what: String) async throws {
        let path: String
        switch what {
        case "pipe":
            path = folder.path("pipe.csv")
            #expect(mkfifo(path, 0o600) == 0)
        case "device": path = "/dev/zero"
        default: path = folder.path("")
        }
        let outcome = try await run("stations", path)
        #expect(outcome.exitCode == 1)
        #expect(
            outcome.errors.contains("it is a device or a pipe") || outcome.errors.contains("folder")
        )
    }

    @Test("a server lives through a hostile file of roads and of districts")
    func service() async throws {
        let token = try await AmbitCommand.run(
            "token",
            "create",
            "--role",
            "staff",
            "--label",
            "x",
            "--database",
            database
        ).output.trimmingCharacters(in: .newlines)
        let server = try await AmbitServer.start(database: database)
        func status(_ query: String, _ body: Data) async throws -> Int {
            let url = URL(string: server.base.absoluteString + "/v1/imports?dataset=d&" + query)
            var request = URLRequest(url: try #require(url))
            request.httpMethod = "POST"
            request.setValue("application/octet-stream", forHTTPHeaderField: "Content-Type")
            request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
            let (_, response) = try await URLSession.shared.upload(for: request, from: body)
            return (response as? HTTPURLResponse)?.statusCode ?? 0
        }
        let star = Data(star(501).utf8)
        #expect(try await (400..<500).contains(status("kind=districts&type=precinct", star)))
        let path = URL(filePath: Checkout.real("hostile/crashes-readosm.osm.pbf"))
        if let map = try? Data(contentsOf: path) {
            for kind in ["roads", "stations"] {
                #expect(try await (400..<500).contains(status("kind=\(kind)", map)))
            }
        } else {
            print("skipped: no file of roads is at \(path.path)")
        }
        #expect(try await server.get("/readyz").status == 200)
        #expect(try await server.stop() == 0)
    }
}
