import Foundation
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Imports over HTTP: the same file, the same report as `ambit import`.
@Suite struct ImportServiceTests {
    private let folder: TemporaryFolder
    private let database: String
    private let file = """
        id,name,address,latitude,longitude
        1,Town Hall,1 Main St,42.1,-101.5
        2,School,2 Main St,42.2,-101.6
        3,Lost,3 Main St,192.2,-101.6

        """

    init() throws {
        folder = try TemporaryFolder()
        database = folder.path("test.sqlite")
    }

    private func token(_ role: String) async throws -> String {
        let outcome = try await AmbitCommand.run(
            "token",
            "create",
            "--role",
            role,
            "--label",
            "x",
            "--database",
            database
        )
        return outcome.output.trimmingCharacters(in: .newlines)
    }

    private func upload(
        _ text: String,
        to server: AmbitServer,
        _ query: String,
        token: String?,
        type: String = "text/csv"
    ) async throws -> (status: Int, json: [String: Any]) {
        try await upload(Data(text.utf8), to: server, query, token: token, type: type)
    }

    private func upload(
        _ file: Data,
        to server: AmbitServer,
        _ query: String,
        token: String?,
        type: String = "text/csv"
    ) async throws -> (status: Int, json: [String: Any]) {
        var request = URLRequest(
            url: try #require(URL(string: server.base.absoluteString + "/v1/imports?" + query))
        )
        request.httpMethod = "POST"
        request.setValue(type, forHTTPHeaderField: "Content-Type")
        if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
        let (body, response) = try await URLSession.shared.upload(
            for: request,
            from: file
        )
        let json = try #require(try JSONSerialization.jsonObject(with: body) as? [String: Any])
        return ((response as? HTTPURLResponse)?.statusCode ?? 0, json)
    }

    @Test("a dry run reports as the command does and changes nothing; publishing shows")
    func importing() async throws {
        let staff = try await token("staff")
        let server = try await AmbitServer.start(database: database)
        let query = "kind=stations&dataset=list&name=list.csv"
        let checked = try await upload(file, to: server, query + "&mode=check", token: staff)
        #expect(checked.status == 200)
        let path = try folder.write(file, to: "list.csv")
        let command = try await AmbitCommand.run(
            "import",
            "stations",
            path,
            "--dataset",
            "list",
            "--check",
            "--report",
            "-",
            "--database",
            database
        )
        #expect(command.exitCode == 2)
        let report = try #require(
            try JSONSerialization.jsonObject(with: Data(command.output.utf8)) as? [String: Any]
        )
        #expect(NSDictionary(dictionary: report) == NSDictionary(dictionary: checked.json))
        #expect(try await server.get("/v1/datasets").json["datasets"] as? [Int] == [])

        let published = try await upload(file, to: server, query, token: staff)
        #expect(published.status == 200)
        #expect(published.json["outcome"] as? String == "published")
        let other = file.replacingOccurrences(of: "Town Hall", with: "Library")
        _ = try await upload(other, to: server, query, token: staff)
        let versions = try await server.get("/v1/datasets/list/versions").json["versions"]
        let list = try #require(versions as? [[String: Any]])
        #expect(list.map { $0["version"] as? Int } == [2, 1])
        #expect(list.map { $0["published"] as? Bool } == [true, false])
        // Who imported is staff's business alone.
        let importers = { (versions: [[String: Any]]) in
            versions.map { ($0["source"] as? [String: Any])?["imported_by"] as? String }
        }
        #expect(importers(list) == [nil, nil])
        let ledger = try await server.send("GET", "/v1/datasets/list/versions", token: staff)
        #expect(importers(try #require(ledger.json["versions"] as? [[String: Any]])) == ["x", "x"])
        let holder = try await server.send("GET", "/v1/staff", token: staff)
        #expect(try holder.json as? [String: String] == ["role": "staff", "label": "x"])
        #expect(try await server.get("/v1/staff").status == 401)

        let back = try await server.send(
            "POST",
            "/v1/datasets/list/rollback",
            json: ["version": 1],
            token: staff
        )
        #expect(back.status == 200)
        #expect(try back.json["version"] as? Int == 1)
        var name: String?
        for _ in 0..<600 where name != "Town Hall" {
            let near = try await server.get("/v1/stations?lat=42.1&lon=-101.5&limit=1").json
            let features = try #require(near["features"] as? [[String: Any]])
            name = (features.first?["properties"] as? [String: Any])?["name"] as? String
            try await Task.sleep(for: .milliseconds(50))
        }
        #expect(name == "Town Hall")

        // All of it goes, which has to be meant; the service follows.
        let withdraw = "/v1/datasets/list/withdraw"
        let asked = try await server.send("POST", withdraw, json: [:], token: staff)
        #expect(asked.status == 409)
        let gone = try await server.send("POST", withdraw, json: ["force": true], token: staff)
        #expect(gone.status == 200)
        var count = 2
        for _ in 0..<600 where count > 0 {
            let near = try await server.get("/v1/stations?lat=42.1&lon=-101.5&limit=1").json
            count = (near["features"] as? [Any])?.count ?? 0
            try await Task.sleep(for: .milliseconds(50))
        }
        #expect(count == 0)
        #expect(try await server.get("/v1/datasets").json["datasets"] as? [Int] == [])
        #expect(try await server.stop() == 0)
    }

    @Test("an upload says the type of districts, the reference system, and that it is meant so")
    func saidBesideTheFile() async throws {
        let staff = try await token("staff")
        let server = try await AmbitServer.start(database: database)
        // Two halls in Leeds on the British grid.
        let grid = """
            id,name,x,y
            1,Town Hall,429900,433900
            2,School,431000,433000

            """
        let stations = "kind=stations&dataset=leeds"
        let first = try await upload(
            grid,
            to: server,
            stations + "&crs=EPSG:27700",
            token: staff
        )
        #expect(first.json["outcome"] as? String == "published")
        let system = (first.json["coordinates"] as? [String: Any])?["system"] as? String
        #expect(system == "EPSG:27700")
        let short = grid.replacingOccurrences(of: "2,School,431000,433000\n", with: "")
        let refused = try await upload(
            short,
            to: server,
            stations + "&crs=27700",
            token: staff
        )
        #expect(refused.status == 409)
        let report = try #require(refused.json["report"] as? [String: Any])
        #expect(report["outcome"] as? String == "refused")
        let reasons = try #require(refused.json["errors"] as? [[String: Any]])
        #expect(reasons.map { $0["parameter"] as? String } == ["force"])
        let message = reasons.first?["message"] as? String
        #expect(message?.contains("1 of the 2 published stations are not") == true)
        #expect((refused.json["detail"] as? String)?.contains("nothing was changed") == true)
        // The report can be had at the import's own address as well.
        let list = try await server.send("GET", "/v1/imports", token: staff).json["imports"]
        let job = try #require((list as? [[String: Any]])?.first)
        #expect(job["outcome"] as? String == "refused")
        let id = try #require(job["id"] as? String)
        let kept = try await server.send("GET", "/v1/imports/\(id)", token: staff).json["report"]
        #expect(((kept as? [String: Any])?["force_needed"] as? [Any])?.count == 1)
        let forced = try await upload(
            short,
            to: server,
            stations + "&crs=27700&force=true",
            token: staff
        )
        #expect(forced.json["outcome"] as? String == "published")
        let district = """
            {"type":"FeatureCollection","features":[{"type":"Feature","properties":{"code":"1"},
            "geometry":{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,1],[0,0]]]}}]}
            """
        let wards = try await upload(
            district,
            to: server,
            "kind=districts&dataset=wards&type=ward",
            token: staff
        )
        #expect(wards.json["outcome"] as? String == "published")
        let wrong = try await upload(
            grid,
            to: server,
            stations + "&crs=EPSG:1&force=perhaps&type=ward",
            token: staff
        )
        #expect(wrong.status == 400)
        let errors = try #require(wrong.json["errors"] as? [[String: Any]])
        #expect(errors.map { $0["parameter"] as? String } == ["type", "crs", "force"])
        #expect(try await server.stop() == 0)
    }

    @Test("nobody but staff imports or goes back, and a bad file says what is wrong with it")
    func refusals() async throws {
        let staff = try await token("staff")
        let moderator = try await token("moderator")
        let server = try await AmbitServer.start(database: database)
        let query = "kind=stations&dataset=list"
        #expect(try await upload(file, to: server, query, token: nil).status == 401)
        #expect(try await upload(file, to: server, query, token: moderator).status == 403)
        let empty = try await upload("", to: server, query, token: staff)
        #expect(empty.status == 422)
        let form = "multipart/form-data; boundary=x"
        let packed = try await upload(file, to: server, query, token: staff, type: form)
        #expect(packed.status == 415)
        #expect((packed.json["detail"] as? String)?.contains("--data-binary @FILE") == true)
        let wrong = try await upload(
            file,
            to: server,
            "kind=boats&dataset=A+B&mode=try&map=x",
            token: staff
        )
        #expect(wrong.status == 400)
        let errors = try #require(wrong.json["errors"] as? [[String: Any]])
        #expect(errors.map { $0["parameter"] as? String } == ["kind", "dataset", "mode", "map"])
        for (path, body) in [("x", ["version": 1]), ("list", ["version": 7])] {
            let answer = try await server.send(
                "POST",
                "/v1/datasets/\(path)/rollback",
                json: body,
                token: staff
            )
            #expect(answer.status == 404)
        }
        #expect(try await server.stop() == 0)
    }

    @Test("an import that is asked to go on by itself tells how far it is, and then its report")
    func asynchronous() async throws {
        let staff = try await token("staff")
        let server = try await AmbitServer.start(database: database)
        let query = "kind=stations&dataset=list&name=list.csv&crs=EPSG:4326&force=true"
        var request = URLRequest(
            url: try #require(URL(string: server.base.absoluteString + "/v1/imports?" + query))
        )
        request.httpMethod = "POST"
        request.setValue("respond-async", forHTTPHeaderField: "Prefer")
        request.setValue("Bearer \(staff)", forHTTPHeaderField: "Authorization")
        let (body, response) = try await URLSession.shared.upload(
            for: request,
            from: Data(file.utf8)
        )
        let http = try #require(response as? HTTPURLResponse)
        #expect(http.statusCode == 202)
        let begun = try #require(try JSONSerialization.jsonObject(with: body) as? [String: Any])
        let id = try #require(begun["id"] as? String)
        #expect(http.value(forHTTPHeaderField: "Location") == "/v1/imports/\(id)")
        var job: [String: Any] = [:]
        for _ in 0..<1200 where job["state"] as? String != "done" {
            job = try await server.send("GET", "/v1/imports/\(id)", token: staff).json
            try await Task.sleep(for: .milliseconds(25))
        }
        #expect(job["state"] as? String == "done")
        #expect(job["imported_by"] as? String == "x")
        let report = try #require(job["report"] as? [String: Any])
        #expect(report["outcome"] as? String == "published")
        let rejects = try await server.send("GET", "/v1/imports/\(id)/rejects", token: staff)
        let table = String(decoding: rejects.body, as: UTF8.self)
        #expect(table.contains("3,Lost,3 Main St,192.2,-101.6,4,"))
        let list = try await server.send("GET", "/v1/imports", token: staff).json["imports"]
        #expect((list as? [[String: Any]])?.map { $0["id"] as? String } == [id])
        #expect(try await server.get("/v1/imports/\(id)").status == 401)
        #expect(try await server.send("GET", "/v1/imports/none", token: staff).status == 404)
        // Who it was stands in the ledger as well.
        let versions = try await server.send("GET", "/v1/datasets/list/versions", token: staff)
            .json["versions"]
        let source = (versions as? [[String: Any]])?.first?["source"] as? [String: Any]
        #expect(source?["imported_by"] as? String == "x")
        #expect(try await server.stop() == 0)
    }

    @Test(
        "a report is as it is described",
        arguments: [
            ("stations", "stations.csv"), ("stations", "stations-messy.csv"),
            ("districts", "wards.geojson"), ("addresses", "addresses.csv"),
            ("contests", "contests.csv"),
        ]
    )
    func describedReport(kind: String, name: String) async throws {
        let staff = try await token("staff")
        let server = try await AmbitServer.start(database: database)
        let county = try Data(contentsOf: URL(fileURLWithPath: Checkout.county(name)))
        let description = try DescribedJSON()
        for query in ["mode=check", "mode=publish"] {
            let answer = try await upload(
                county,
                to: server,
                "kind=\(kind)&dataset=list&name=\(name)&\(query)"
                    + (kind == "districts" ? "&type=ward" : ""),
                token: staff
            )
            #expect(answer.status == 200)
            #expect(description.faults(answer.json, schema: "ImportReport") == [])
        }
        // A file that removes what is published.
        guard name == "stations.csv" else { return }
        let refused = try await upload(
            file,
            to: server,
            "kind=stations&dataset=list",
            token: staff
        )
        #expect(refused.status == 409)
        let report = try #require(refused.json["report"])
        #expect(description.faults(report, schema: "ImportReport") == [])
    }

    @Test(
        "a folder for temporary files that is gone is told to who imports, and to the log by its name"
    )
    func noTemporaryFolder() async throws {
        let staff = try await token("staff")
        let gone = folder.path("gone")
        let server = try await AmbitServer.start(
            database: database,
            environment: ["TMPDIR": gone]
        )
        let answer = try await upload(file, to: server, "kind=stations&dataset=x", token: staff)
        #expect(answer.status == 503)
        #expect(answer.json["title"] as? String == "Service Unavailable")
        let detail = try #require(answer.json["detail"] as? String)
        #expect(detail.contains("its folder for temporary files is missing"))
        #expect(!detail.contains(gone))
        #expect(server.logText.contains("nothing can be put into \(gone)"))
        #expect(try await server.stop() == 0)
    }

    @Test("what a table is not asked is refused by name")
    func badOptions() async throws {
        let staff = try await token("staff")
        let server = try await AmbitServer.start(database: database)
        let wrong = try await upload(
            file,
            to: server,
            "kind=stations&dataset=list&crs=EPSG:1&profile=./etc&force=maybe&type=ward",
            token: staff
        )
        #expect(wrong.status == 400)
        let errors = try #require(wrong.json["errors"] as? [[String: Any]])
        #expect(
            Set(errors.compactMap { $0["parameter"] as? String }) == [
                "crs", "profile", "force", "type",
            ]
        )
        #expect(try await server.stop() == 0)
    }
}
