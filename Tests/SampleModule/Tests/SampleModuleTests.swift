import Access
import AgendaModule
import ArgumentParser
import Datasets
import DomainModules
import Foundation
import GroundModule
import HTTPService
import Importing
import PollingModule
import RadarModule
import RoadsModule
import SampleModule
import SpatiaLiteStore
import Testing
import Timekeeping

/// A module that nobody but this folder knows of, beside those of the program.
@Suite struct SampleModuleTests {
    /// What `Sources/ambit/Modules.swift` has, and the sample.
    static func list() throws -> ModuleList {
        try ModuleList([
            PollingModule.self, RoadsModule.self, GroundModule.self, AgendaModule.self,
            RadarModule.self, SampleModule.self,
        ])
    }

    private static let stalls = """
        stall,title,wares,rent,lat,lon
        7,Anna's,bread,20,42.1,-101.5
        8,Ben's,cheese,30,42.101,-101.5
        9,Cleo's,shoes,30,42.102,-101.5
        """

    // MARK: The table

    @Test("its table is made beside the others', and a file without it is brought over")
    func table() async throws {
        let place = try ScratchDatabase()
        // As a program without the module leaves it.
        try await SpatiaLiteStore.open(place.path).close()
        #expect(try place.sql("SELECT name FROM sqlite_master WHERE name = 'module_schema'") == [])
        let version = try place.sql("PRAGMA user_version")
        // Reading changes nothing, so the table has to be there.
        await #expect(throws: SpatiaLiteStoreError.self) {
            try await place.open(.readOnly, Self.list().schemas)
        }
        try await place.open(.readWrite, Self.list().schemas).close()
        #expect(try place.sql("SELECT module, version FROM module_schema") == ["sample|1"])
        #expect(try place.sql("SELECT count(*) FROM sample_inspection") == ["0"])
        #expect(try place.sql("PRAGMA user_version") == version)
        try await place.open(.readOnly, Self.list().schemas).close()
        // And a program that does not know the module leaves it alone.
        try await SpatiaLiteStore.open(place.path).close()
        #expect(try place.sql("SELECT module, version FROM module_schema") == ["sample|1"])
    }

    @Test("a file with newer tables of a module is refused in words, and stays as it is")
    func newerTables() async throws {
        let place = try ScratchDatabase()
        try await place.open(.readWrite, Self.list().schemas).close()
        _ = try place.sql("UPDATE module_schema SET version = 3")
        for access in [SpatiaLiteStore.Access.readWrite, .readOnly] {
            let error = await #expect(throws: SpatiaLiteStoreError.self) {
                try await place.open(access, Self.list().schemas)
            }
            #expect(
                error?.description
                    == "\(place.path) has schema 3 of the module sample, and this ambit knows up to 1; "
                    + "use the newer ambit that wrote it"
            )
        }
        #expect(try place.sql("SELECT version FROM module_schema") == ["3"])
    }

    @Test("a step that fails leaves no table of any module, nor one that is called otherwise")
    func steps() async throws {
        let good = ModuleSchema("good", [SchemaStep("CREATE TABLE good_one (a)")])
        for bad in [
            "CREATE TABLE bad_one (a); SELECT no_such_function()", "CREATE TABLE other (a)",
        ] {
            let place = try ScratchDatabase()
            try await SpatiaLiteStore.open(place.path).close()
            await #expect(throws: (any Error).self) {
                try await place.open(.readWrite, [good, ModuleSchema("bad", [SchemaStep(bad)])])
            }
            let left = try place.sql(
                "SELECT name FROM sqlite_master WHERE name IN ('good_one', 'bad_one', 'other')"
            )
            #expect(left == [])
            // The next step begins where the last one ended.
            try await place.open(.readWrite, [good]).close()
            let more = ModuleSchema(
                "good",
                [SchemaStep("no SQL"), SchemaStep("CREATE TABLE good_two (a)")]
            )
            try await place.open(.readWrite, [more]).close()
            #expect(try place.sql("SELECT version FROM module_schema") == ["2"])
        }
    }

    // MARK: The kind

    @Test("its kind is imported: checked, published, compared, and gone back to")
    func kind() async throws {
        let place = try ScratchDatabase()
        let modules = try Self.list()
        let store = try await place.open(.readWrite, modules.schemas)
        let kind = try #require(modules.kind("stalls"))
        func run(_ text: String, _ mode: ImportOptions.Mode) async throws -> ImportReport {
            let path = place.file("stalls.csv")
            try Data(text.utf8).write(to: URL(filePath: path))
            let options = ImportOptions(dataset: try .init("market"), mode: mode)
            let work = ImportWork(input: .file(path), options: options, store: store)
            return try #require(try await kind.run(work) as? ImportReport)
        }
        let check = try await run(Self.stalls, .check)
        #expect(check.outcome == .checked && check.rows.accepted == 2 && check.rows.rejected == 1)
        #expect(check.rejectedRows.first?.reason == "goods is one of bread, cheese, flowers")
        #expect(try await store.publishedVersions().isEmpty)
        #expect(try await run(Self.stalls, .publish).version == 1)
        #expect(try await run(Self.stalls, .publish).outcome == .nothingToChange)
        let dearer = Self.stalls.replacing("cheese,30", with: "cheese,45").replacing(
            "shoes",
            with: "bread"
        )
        let second = try await run(dearer, .publish)
        #expect(second.version == 2)
        #expect(second.changes.changed == 1 && second.changes.added == 1)
        _ = try await store.publish(.init("market"), version: 1)
        #expect(try await store.publishedVersions().map(\.number) == [1])
        try await store.close()
    }

    // MARK: The service

    @Test("its route, role, readiness, gauge, description, kind and tab are the service's")
    func service() async throws {
        let running = try await RunningService(Self.list())
        let unready = try await running.get("/readyz")
        #expect(unready.status == 503)
        try await running.load()
        #expect(try await running.get("/readyz").status == 200)

        let nobody = try await running.get("/v1/stalls?lat=42.1&lon=-101.5&radius_m=500")
        #expect(nobody.status == 200 && nobody.body.contains(#""features":[]"#))
        #expect(try await running.get("/v1/stalls?lat=99&lon=0&radius_m=5").status == 400)

        // Imported over HTTP, with what a module tells of its kind.
        let staff = try await running.token(.staff)
        let unknown = try await running.send(
            "POST",
            "/v1/imports?kind=stands&dataset=market",
            token: staff,
            body: Self.stalls
        )
        #expect(unknown.status == 400 && unknown.body.contains("messages, stalls"))
        let checked = try await running.send(
            "POST",
            "/v1/imports?kind=stalls&dataset=market&mode=check",
            token: staff,
            body: Self.stalls
        )
        #expect(checked.status == 200 && checked.body.contains(#""outcome" : "checked""#))
        let published = try await running.send(
            "POST",
            "/v1/imports?kind=stalls&dataset=market",
            token: staff,
            body: Self.stalls
        )
        #expect(published.status == 200 && published.body.contains(#""version" : 1"#))
        try await running.reload("market", "stalls")
        let found = try await running.get("/v1/stalls?lat=42.1&lon=-101.5&radius_m=500")
        #expect(found.body.contains("Anna's") && found.body.contains("Ben's"))
        #expect(try await running.get("/metrics").body.contains("\nambit_sample_stalls 2\n"))

        // The role, and no other.
        let clerk = try await running.token(SampleModule.clerk)
        let path = "/v1/stalls/market.7/inspections"
        #expect(try await running.send("POST", path, token: nil, body: nil).status == 401)
        #expect(try await running.send("POST", path, token: staff, body: nil).status == 403)
        #expect(try await running.send("POST", path, token: clerk, body: nil).status == 201)
        #expect(try await InspectionsCommand.lines(running.store) == ["market.7 1"])

        let description = try await running.get("/openapi.json").body
        #expect(description.contains("/v1/stalls/{id}/inspections"))
        #expect(description.contains(#""messages","stalls"]"#))
        let modules = try await running.get("/v1/modules").body
        #expect(modules.contains(#"{"name":"sample","tab":"sample"}"#))
        #expect(modules.contains(#"{"name":"stalls","types":[]}"#))
        try await running.checkTab()
        try await running.stop()
    }

    @Test("what --modules does not name is not there, and its tab is hidden")
    func chosen() async throws {
        let running = try await RunningService(Self.list().choosing(["polling"]))
        try await running.load()
        #expect(try await running.get("/readyz").status == 200)
        #expect(try await running.get("/v1/stalls?lat=42.1&lon=-101.5&radius_m=500").status == 404)
        #expect(
            try await running.get("/v1/messages?lat=42.1&lon=-101.5&radius_m=500").status == 404
        )
        #expect(try await running.get("/v1/stations?lat=42.1&lon=-101.5").status == 200)
        #expect(try await running.get("/v1/map").status == 200)
        let description = try await running.get("/openapi.json").body
        #expect(!description.contains("/v1/stalls") && !description.contains("/v1/messages"))
        let page = try await running.get("/").body
        #expect(!page.contains("tab-sample") && !page.contains("panel-radar"))
        #expect(page.contains(#"data-tabs="vote staff""#))
        try await running.stop()

        let error = #expect(throws: UnknownModule.self) { try Self.list().choosing(["pooling"]) }
        #expect("\(error!)" == "there is no module \"pooling\"; there are polling, radar, sample")
    }

    @Test("without a module for stations ways are found, and lead to no station")
    func withoutStations() async throws {
        let running = try await RunningService(Self.list().choosing(["sample"]))
        try await running.load()
        let way = try await running.get("/v1/directions?from=42.1,-101.5&to=42.2,-101.5")
        #expect(way.status == 200)
        let none = try await running.get("/v1/directions?from=42.1,-101.5&to_station=dc.1")
        #expect(none.status == 404)
        try await running.stop()
    }

    // MARK: The command, roles and layers

    @Test("its command, role and layer are the program's")
    func command() async throws {
        let list = try Self.list()
        #expect(list.commands.map { $0.commandWord } == ["export", "calendar", "inspections"])
        #expect(list.roles.map(\.rawValue) == ["sample.clerk"])
        #expect(list.layers.map(\.name) == ["events", "stalls"])
        let place = try ScratchDatabase()
        try await place.open(.readWrite, list.schemas).close()
        let command = try InspectionsCommand.parse(["--database", place.path])
        try await command.run(in: list)
    }

    // MARK: Twice

    @Test("two modules that tell the same stop the program, with both names")
    func twice() async throws {
        let error = #expect(throws: ToldTwice.self) {
            try ModuleList([SampleModule.self, RivalModule.self])
        }
        #expect(
            error?.description
                == "the modules sample and rival both have the kind stalls; one of them has to call it "
                + "otherwise"
        )
    }

    @Test(
        "two modules with one path, schema or page stop the start, with both names",
        arguments: RivalModule.Rivalry.allCases
    )
    func samePath(rivalry: RivalModule.Rivalry) async throws {
        let place = try ScratchDatabase()
        let list = try ModuleList([SampleModule.self])
        let store = try await place.open(.readWrite, list.schemas)
        let site = ModuleSite(store: store, clock: SystemClock.clock)
        let parts = [SampleModule(on: site).part, RivalModule.part(rivalry)]
        let error = #expect(throws: ToldTwice.self) {
            try AmbitService(parts: parts, clock: SystemClock.clock)
        }
        #expect(error?.description.hasPrefix(rivalry.fault) == true, "\(error!)")
        try await store.close()
    }
}
