import Datasets
import Geodesy
import Mobility
import Testing
import Timekeeping

@Suite struct ScoreTests {
    private let day = CivilDate(daysSince1970: 20_000)
    private let tenMiles = 16_093.44

    private func score(
        _ form: TravelForm,
        table: FactorTable = FactorTable(),
        by authority: FuelAuthority = .epa,
        _ change: (inout Journey) -> Void = { _ in }
    ) throws -> LegScore {
        var journey = Journey(form: form, meters: tenMiles, day: day)
        change(&journey)
        return try #require(ScoreRule(table, by: authority).score(of: journey))
    }

    private func car(_ id: String, milesPerGallon: Double) -> Vehicle {
        var car = Vehicle(id: id, name: "Car", kind: .car, form: .car, fuel: .gasoline)
        car.milesPerGallon = milesPerGallon
        return car
    }

    // 10 miles: 8,887 * 10 / 984 = 90.315 g by bicycle, 8,887 * 10 / 35.7 = 2,489.356 g by the table's car.
    @Test("A bicycle spares the difference from the table's car, exact to the milligram")
    func ridesABicycle() throws {
        let score = try score(.biking)
        #expect(score.used.grams == Grams(milligrams: 90_315))
        #expect(score.baseline.grams == Grams(milligrams: 2_489_356))
        #expect(score.avoided == Grams(milligrams: 2_399_041))
        #expect(score.used.factors == ["epa.gasoline", "true_cost.biking"])
        #expect(score.used.sources.contains { $0.contains("True Cost") })
    }

    @Test("A car of one's own counts by its miles a gallon, shared by those in it")
    func drives() throws {
        let score = try score(.car) { journey in
            journey.vehicle = car("mine", milesPerGallon: 20)
            journey.occupants = 2
            journey.ownCar = car("mine", milesPerGallon: 20)
        }
        // 10 * 8,887 / 20 / 2, and alone twice as much.
        #expect(score.used.grams == Grams(milligrams: 2_221_750))
        #expect(score.avoided == Grams(milligrams: 2_221_750))
        #expect(score.used.vehicle == "mine")
    }

    @Test("A score is negative where more was given off than otherwise")
    func isNegative() throws {
        let score = try score(.car) { $0.replaced = .biking }
        #expect(score.avoided == Grams(milligrams: 90_315 - 2_489_356))
    }

    @Test("The EIA's figures count where they are chosen: 19.64 lb a gallon, 22.38 of diesel")
    func takesOtherFigures() throws {
        let gasoline = try score(.car, by: .eia) { $0.vehicle = car("a", milesPerGallon: 10) }
        #expect(gasoline.used.grams == Grams(milligrams: 8_908_554))
        let diesel = try score(.car, by: .eia) { journey in
            journey.vehicle = car("a", milesPerGallon: 10)
            journey.vehicle?.fuel = .diesel
        }
        #expect(diesel.used.grams == Grams(milligrams: 10_151_397))
    }

    @Test(
        "Electricity counts by the region of the grid where the journey began, else by the country's mean"
    )
    func drivesOnElectricity() throws {
        let dataset = try DatasetName("egrid")
        let ring = try [(0.0, 0.0), (0, 2), (2, 2), (2, 0), (0, 0)].map {
            try Coordinate(latitude: $0.0, longitude: $0.1)
        }
        var area = Factor(dataset: dataset, key: "area.A", figure: .area, source: "EPA")
        area.region = "A"
        area.area = MultiPolygon([try Polygon(exterior: ring)])
        var grid = Factor(
            dataset: dataset,
            key: "A",
            figure: .kilogramsPerMegawattHour(500),
            source: "EPA"
        )
        grid.region = "A"
        let table = FactorTable(imported: [area, grid])
        let inside = try score(.electricCar, table: table) { journey in
            journey.start = try? Coordinate(latitude: 1, longitude: 1)
        }
        // 10 miles * 0.30 kWh * 500 g.
        #expect(inside.used.grams == Grams(milligrams: 1_500_000))
        #expect(inside.used.region == "A")
        let outside = try score(.electricCar, table: table) { journey in
            journey.start = try? Coordinate(latitude: 3, longitude: 1)
        }
        #expect(outside.used.grams == Grams(milligrams: 1_166_212))
        #expect(outside.used.region == "US")
    }

    @Test("Of imported factors the newest that holds on the day counts, before the built-in one")
    func takesTheNewest() throws {
        let dataset = try DatasetName("own")
        func bus(_ key: String, _ grams: Double, from year: Int64) throws -> Factor {
            var factor = Factor(
                dataset: dataset,
                key: key,
                figure: .gramsPerPersonMile(grams),
                source: "town"
            )
            factor.form = .bus
            factor.validFrom = CivilDate(year: year, month: 1, day: 1)
            return factor
        }
        let table = FactorTable(imported: [
            try bus("old", 100, from: 2000), try bus("now", 50, from: 2020),
            try bus("later", 1, from: 2090),
        ])
        #expect(try score(.bus, table: table).used.grams == Grams(milligrams: 500_000))
    }

    @Test("Every form has a score without any import")
    func scoresEveryForm() throws {
        for form in TravelForm.allCases {
            let score = try score(form)
            #expect(score.used.grams > .zero, "\(form)")
            #expect(score.used.factors.count == score.used.sources.count)
            let miles = tenMiles / Factor.metersPerMile
            #expect(Grams(rounding: score.used.formula.grams(miles: miles)) == score.used.grams)
        }
    }

    @Test("Units show whole numbers towards zero, and the bear is a symbol")
    func showsUnits() throws {
        let units = ScoreUnit.standard(bearGrams: 5e5)
        func whole(_ id: String, _ grams: Double) throws -> Int64 {
            let mass = try #require(Grams(rounding: grams))
            return try #require(units.first { $0.id == id }).whole(mass)
        }
        #expect(try whole("lb", 453.59237 * 3 + 0.001) == 3)
        #expect(try whole("kg", -1_999) == -1)
        #expect(try whole("ton", 907_184.74) == 1)
        #expect(try whole("polar_bear", 1_000_000) == 2)
        #expect(units.filter(\.isSymbolic).map(\.id) == ["polar_bear"])
    }

    @Test("Consumption and tail of a model agree within six in a hundred")
    func checksModels() throws {
        func model(_ miles: Double, _ tail: Double?) throws -> VehicleModel {
            VehicleModel(
                dataset: try DatasetName("epa"),
                number: 1,
                make: "Alfa Romeo",
                model: "Spider Veloce 2000",
                year: 1985,
                fuelText: "Regular Gasoline",
                milesPerGallon: miles,
                tailpipeGramsPerMile: tail
            )
        }
        #expect(try model(21, 423.1904761904762).agrees)
        #expect(try model(21, nil).agrees)
        #expect(try model(21, 423 * 1.05).agrees)
        #expect(try !model(21, 423 * 1.07).agrees)
        #expect(try !model(21, 423 / 1.07).agrees)
        #expect(try model(21, nil).isLikely(milesPerGallon: 30))
        #expect(try !model(21, nil).isLikely(milesPerGallon: 210))
    }
}
