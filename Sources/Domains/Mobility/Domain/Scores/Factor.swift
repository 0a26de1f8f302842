package import Datasets
package import Geodesy
package import Timekeeping

/// What a mile, a gallon or a kilowatt-hour gives off, with who says so.
package struct Factor: Sendable, Hashable {
    /// A figure and its unit.
    package enum Figure: Sendable, Hashable {
        /// How many miles one person gets from the energy of a gallon of gasoline.
        case personMilesPerGallon(Double)
        /// What burning a gallon gives off.
        case gramsPerGallon(Double)
        /// What a person gives off in a mile.
        case gramsPerPersonMile(Double)
        /// What a vehicle takes from the grid for a mile.
        case kilowattHoursPerMile(Double)
        /// What electricity of a region gives off.
        case kilogramsPerMegawattHour(Double)
        /// None: the factor says only where its region lies.
        case area
    }

    /// The dataset that it is of; nil for one of the built-in ones.
    package let dataset: DatasetName?
    /// Names it in its dataset.
    package let key: String
    /// What it is about besides a region: a form, or a fuel.
    package var form: TravelForm?
    package var fuel: Fuel?
    /// The grid's region, or the country; nil for anywhere.
    package var region: String?
    /// Where the region lies; nil where another factor tells it.
    package var area: MultiPolygon?
    package let figure: Figure
    /// The first day for which it holds; nil for ever.
    package var validFrom: CivilDate?
    /// Who says so.
    package let source: String

    /// A factor that holds anywhere and at any time.
    package init(dataset: DatasetName?, key: String, figure: Figure, source: String) {
        (self.dataset, self.key, self.figure, self.source) = (dataset, key, figure, source)
    }

    /// Its id among all factors.
    package var id: String { dataset.map { "\($0).\(key)" } ?? key }

    /// What burning a gallon of gasoline gives off, by the EPA.
    package static let epaGasolineGramsPerGallon = 8_887.0
    /// What burning a gallon of diesel gives off, by the EPA.
    package static let epaDieselGramsPerGallon = 10_180.0
    /// A pound, exactly (international yard and pound agreement, 1959).
    package static let gramsPerPound = 453.59237
    /// An international mile, exactly.
    package static let metersPerMile = 1_609.344
}

/// Whose figures of fuels count.
package enum FuelAuthority: String, Sendable, Hashable, CaseIterable {
    /// The Environmental Protection Agency.
    case epa
    /// The Energy Information Administration.
    case eia
}

extension Factor {
    /// What is known without any import.
    package static let builtIn: [Factor] = fuels(.epa) + fuels(.eia) + persons + electric + [grid]

    private static func fuels(_ authority: FuelAuthority) -> [Factor] {
        let (gasoline, e10, diesel, source) =
            switch authority {
            case .epa:
                (
                    epaGasolineGramsPerGallon, epaGasolineGramsPerGallon, epaDieselGramsPerGallon,
                    "EPA: 8,887 g of CO2 a gallon of gasoline, 10,180 g of diesel"
                )
            case .eia:
                (
                    19.64 * gramsPerPound, 17.68 * gramsPerPound, 22.38 * gramsPerPound,
                    "EIA: 19.64 lb of CO2 a gallon of gasoline, 17.68 of the fossil part of E10, "
                        + "22.38 of diesel"
                )
            }
        return [(Fuel.gasoline, gasoline), (.e10, e10), (.diesel, diesel)].map { fuel, grams in
            var factor = Factor(
                dataset: nil,
                key: "\(authority.rawValue).\(fuel.rawValue)",
                figure: .gramsPerGallon(grams),
                source: source
            )
            factor.fuel = fuel
            return factor
        }
    }

    private static let persons: [Factor] = {
        let trueCost = "True Cost: person-miles a gallon by mode"
        func near(_ word: String) -> String { "\(trueCost); that of \(word) is taken" }
        let table: [(TravelForm, Double, String)] = [
            (.biking, 984, trueCost), (.walking, 700, trueCost), (.running, 315, trueCost),
            (.scootering, 700, near("walking")), (.hybridCar, 110.6, trueCost),
            (.motorcycle, 71.8, trueCost), (.train, 71.6, trueCost),
            (.subway, 71.6, near("trains")), (.plane, 42.6, trueCost), (.bus, 38.3, trueCost),
            (.publicTransport, 38.3, near("buses")), (.car, 35.7, trueCost),
            (.suv, 31.4, trueCost),
        ]
        return table.map { form, miles, source in
            var factor = Factor(
                dataset: nil,
                key: "true_cost.\(form.rawValue)",
                figure: .personMilesPerGallon(miles),
                source: source
            )
            factor.form = form
            return factor
        }
    }()

    private static let electric: [Factor] = {
        let assumed = "an assumption of Ambit, measured by nobody; give your vehicle's own figure"
        let table: [(TravelForm, Double, String)] = [
            (.electricCar, 0.30, "EPA, fueleconomy.gov: Nissan Leaf of 2018, 30 kWh in 100 miles"),
            (.eBike, 0.02, assumed), (.eScooter, 0.02, assumed), (.segway, 0.04, assumed),
        ]
        return table.map { form, energy, source in
            var factor = Factor(
                dataset: nil,
                key: "electric.\(form.rawValue)",
                figure: .kilowattHoursPerMile(energy),
                source: source
            )
            factor.form = form
            return factor
        }
    }()

    private static let grid: Factor = {
        var factor = Factor(
            dataset: nil,
            key: "egrid2021.us",
            figure: .kilogramsPerMegawattHour(388.73727934503),
            source: "EPA eGRID 2021, the mean of the United States"
        )
        factor.region = nationalRegion
        return factor
    }()

    /// The region that stands for the whole country.
    package static let nationalRegion = "US"
}
