import Datasets
import DomainModules
import Foundation
import Importing
import MobilityModule
import ModuleTesting
import SpatiaLiteStore
import TestSupport
import Testing
import Timekeeping

@Suite struct KindImportTests {
    /// Imports a file as a kind, and hands over the outcome as JSON text.
    private func report(
        _ kind: String,
        _ path: String,
        into travel: TravelService
    ) async throws -> any ImportOutcome {
        let kinds = MobilityModule.kinds
        let found = try #require(kinds.first { $0.name == kind })
        return try await found.run(
            ImportWork(
                input: .file(path),
                options: ImportOptions(
                    dataset: try DatasetName("t\(kind)\(abs(path.hashValue % 9999))")
                ),
                store: travel.service.store
            )
        )
    }

    private func write(_ text: String, _ name: String) throws -> String {
        let path = NSTemporaryDirectory() + UUID().uuidString + name
        try Data(text.utf8).write(to: URL(filePath: path))
        return path
    }

    @Test("Models are found by words and years, and a vehicle takes their figures")
    func importsModels() async throws {
        let travel = try await TravelService()
        let path = try write(
            """
            id,make,model,year,fuelType1,comb08,combE,co2TailpipeGpm,VClass,atvType
            1,Alfa Romeo,Spider Veloce 2000,1985,Regular Gasoline,21,0.0,423.19,Two Seaters,
            2,Nissan,Leaf,2018,Electricity,112,30.0011,0.0,Compact Cars,EV
            3,Odd,Liar,2020,Regular Gasoline,20,0.0,300,Compact Cars,
            4,Bad,Row,2020,Regular Gasoline,0,0.0,-1,Compact Cars,
            """,
            ".csv"
        )
        defer { try? FileManager.default.removeItem(atPath: path) }
        _ = try await report("vehicles", path, into: travel)
        try await travel.service.load()
        let (_, token) = try await travel.person()
        let found = try await travel.ask("GET", "/v1/vehicle-models?q=niss", token)
        let leaf = try #require(found.list("models").first)
        #expect(leaf.number("epa_id") == 2 && leaf.text("mode") == "electric_car")
        #expect(abs((leaf.number("kwh_per_mile") ?? 0) - 0.300011) < 1e-9)
        let none = try await travel.ask("GET", "/v1/vehicle-models?q=niss&year=1985", token)
        #expect(none.list("models").isEmpty)
        #expect(
            try await travel.ask("GET", "/v1/vehicle-models?q=liar", token).list("models").count
                == 1
        )
        #expect(
            try await travel.ask("GET", "/v1/vehicle-models?q=bad", token).list("models").isEmpty
        )
        let spider = try await travel.ask(
            "POST",
            "/v1/vehicles",
            token,
            #"{"epa_id":1,"mpg":210}"#,
            201
        )
        #expect(spider.text("name") == "Alfa Romeo Spider Veloce 2000")
        #expect(spider.text("remark")?.contains("the EPA tested this model at 21") == true)
        try await travel.stop()
    }

    @Test("eGRID's files give each region its electricity, and NTD's a mean of its agencies")
    func importsFactors() async throws {
        let travel = try await TravelService()
        let files = try [
            write(
                #"{"national_kg_per_mwh":400,"regions_kg_per_mwh":{"AAAA":100},"metadata":{"year":2021}}"#,
                ".json"
            ),
            write(
                #"""
                {"type":"FeatureCollection","features":[{"type":"Feature","properties":{"SUBRGN":"AAAA"},
                "geometry":{"type":"MultiPolygon","coordinates":[[[[7,43],[8,43],[8,44],[7,44],[7,43]]]]}}]}
                """#,
                ".json"
            ),
            write(
                #"""
                {"records":[{"NTD ID":1,"Mode":"MB","Diesel (%)":100,"Diesel (Wh/pkm)":1000,
                "Unlinked Passenger Trips":300},{"NTD ID":2,"Mode":"MB","Electric (%)":100,
                "Electric (Wh/pkm)":500,"Unlinked Passenger Trips":100},{"NTD ID":3,"Mode":"MB",
                "Hydrogen (%)":100,"Hydrogen (Wh/pkm)":500}],"metadata":{"year":2022}}
                """#,
                ".json"
            ),
        ]
        defer { for path in files { try? FileManager.default.removeItem(atPath: path) } }
        for (number, path) in files.enumerated() {
            let report = try await report("factors", path, into: travel)
            // Intensities say nothing of where their regions lie.
            #expect("\(report)".contains("mobility_regions") == (number == 0))
        }
        try await travel.service.load()
        let (_, token) = try await travel.person(agreeing: ["auto_track"])
        try await travel.ask("POST", "/v1/fixes", token, TravelService.morning(from: 0))
        try await travel.ask("PUT", "/v1/me/travel-settings", token, #"{"auto_track":true}"#)
        let trip = try #require(
            try await travel.ask("GET", "/v1/trips", token).list("features").first
        )
        let id = try #require(trip.text("id"))
        let electric = try await travel.ask(
            "PATCH",
            "/v1/trips/\(id)",
            token,
            #"{"mode":"electric_car","distance_m":1609.344}"#
        )
        let used = try #require(electric.part("properties").list("legs").first).part("why").part(
            "used"
        )
        // A mile of 0.30 kWh at 100 g.
        #expect(used.number("grams") == 30 && used.text("region") == "AAAA")
        let bus = try await travel.ask("PATCH", "/v1/trips/\(id)", token, #"{"mode":"bus"}"#)
        let ride = try #require(bus.part("properties").list("legs").first).part("why").part("used")
        // (300 * 252.84 + 100 * 0.5 * 388.737) / 400 = 238.23 g a km, 383.39 g a mile.
        #expect(abs((ride.number("grams") ?? 0) - 383.4) < 0.3, "\(ride)")
        #expect("\(ride["sources"] ?? "")".contains("National Transit Database"))
        try await travel.stop()
    }

    @Test(
        "All 41,144 vehicles of the EPA's list come in, and eGRID's and NTD's files",
        .enabled(if: Checkout.hasRealFiles, Checkout.realFilesNotice)
    )
    func importsRealFiles() async throws {
        guard let vehicles = Checkout.realFile("mobility/epa_vehicles.csv.zip"),
            let grid = Checkout.realFile("mobility/egrid2021_intensities.json"),
            let regions = Checkout.realFile("mobility/egrid2021_subregions.json.gz"),
            let transit = Checkout.realFile("mobility/ntd2022_intensities.json.gz")
        else { return }
        let travel = try await TravelService()
        _ = try await report("vehicles", vehicles, into: travel)
        for path in [grid, regions, transit] { _ = try await report("factors", path, into: travel) }
        try await travel.service.load()
        let (_, token) = try await travel.person()
        let metrics = try await travel.service.send("GET", "/metrics").body
        #expect(metrics.contains("ambit_mobility_models 41144"))
        let leaf = try await travel.ask("GET", "/v1/vehicle-models?q=leaf&year=2018", token)
        #expect(leaf.list("models").first?.number("epa_id") == 39_860)
        try await travel.stop()
    }
}
