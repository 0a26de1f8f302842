import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Files of other geographic programs, as the page of staff sends them.
@Suite struct LayerUploadTests {
    private let folder: TemporaryFolder
    private let database: String

    init() throws {
        folder = try TemporaryFolder()
        database = folder.path("test.sqlite")
    }

    private func upload(
        _ path: String,
        to server: AmbitServer,
        token: String?
    ) async throws -> (status: Int, json: [String: Any]) {
        let name = URL(fileURLWithPath: path).lastPathComponent
        let query = "kind=stations&dataset=layer&name=\(name)"
        var request = URLRequest(
            url: try #require(URL(string: server.base.absoluteString + "/v1/imports?" + query))
        )
        request.httpMethod = "POST"
        request.setValue("application/octet-stream", forHTTPHeaderField: "Content-Type")
        if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
        let (body, response) = try await URLSession.shared.upload(
            for: request,
            from: try Data(contentsOf: URL(fileURLWithPath: path))
        )
        let json = try #require(try JSONSerialization.jsonObject(with: body) as? [String: Any])
        return ((response as? HTTPURLResponse)?.statusCode ?? 0, json)
    }

    @Test(
        "a GeoPackage, a FlatGeobuf and KML are imported over HTTP, by staff alone",
        .enabled(if: GDAL.isInstalled, GDAL.notice),
        arguments: [("gpkg", "GPKG"), ("fgb", "FlatGeobuf"), ("kml", "LIBKML")]
    )
    func imports(ending: String, driver: String) async throws {
        let places = try folder.write(
            """
            {"type":"FeatureCollection","features":[
            {"type":"Feature","properties":{"id":"01","name":"Élan Hall","address":"1 Main St"},
            "geometry":{"type":"Point","coordinates":[-101.5,42.1]}},
            {"type":"Feature","properties":{"id":"02","name":"School","address":"2 Main St"},
            "geometry":{"type":"Point","coordinates":[-101.6,42.2]}}]}
            """,
            to: "places.geojson"
        )
        let path = folder.path("places.\(ending)")
        _ = try GDAL.run(["ogr2ogr", "-f", driver, path, places])
        let created = try await AmbitCommand.run(
            "token",
            "create",
            "--role",
            "staff",
            "--label",
            "x",
            "--database",
            database
        )
        let staff = created.output.trimmingCharacters(in: .newlines)
        let server = try await AmbitServer.start(database: database)
        #expect(try await upload(path, to: server, token: nil).status == 401)
        let published = try await upload(path, to: server, token: staff)
        #expect(published.status == 200, "\(published.json)")
        #expect(published.json["outcome"] as? String == "published", "\(published.json)")
        var names: [String] = []
        for _ in 0..<600 where names.count < 2 {
            let near = try await server.get("/v1/stations?lat=42.1&lon=-101.5&limit=5").json
            let features = try #require(near["features"] as? [[String: Any]])
            names = features.compactMap {
                ($0["properties"] as? [String: Any])?["name"] as? String
            }
            try await Task.sleep(for: .milliseconds(50))
        }
        #expect(names == ["Élan Hall", "School"])
        #expect(try await server.stop() == 0)
    }
}
