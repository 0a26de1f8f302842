package import Geodesy
package import Timekeeping

/// What a journey gave off, as a formula with its numbers, so that nobody has to believe it.
package struct Emission: Sendable, Hashable {
    /// How the grams were reckoned.
    package enum Formula: Sendable, Hashable {
        /// `miles * g_per_gallon / mpg / occupants`.
        case fuel(gramsPerGallon: Double, milesPerGallon: Double, occupants: Int)
        /// `miles * kwh_per_mile * g_per_kwh / occupants`.
        case electricity(kilowattHoursPerMile: Double, gramsPerKilowattHour: Double, occupants: Int)
        /// `miles * g_per_gallon / person_mpg`.
        case person(gramsPerGallon: Double, milesPerGallon: Double)
        /// `miles * g_per_person_mile`.
        case personMile(grams: Double)
    }

    package let grams: Grams
    package let form: TravelForm
    package let formula: Formula
    /// The factors by which it was reckoned, by their ids, in the order of the formula.
    package let factors: [String]
    /// Who says so, in the same order; the owner's own figure has none.
    package let sources: [String]
    /// The region of the grid whose electricity counted; nil where none did.
    package let region: String?
    /// Whether electricity counted as the country's mean, since no region is known where the leg began.
    package var isOfNoRegion: Bool {
        if case .electricity = formula { region == Factor.nationalRegion } else { false }
    }
    /// The vehicle whose figure counted, by its id.
    package let vehicle: String?

    /// An emission as it was reckoned once.
    package init(
        grams: Grams,
        form: TravelForm,
        formula: Formula,
        factors: [String],
        sources: [String],
        region: String?,
        vehicle: String?
    ) {
        (self.grams, self.form, self.formula) = (grams, form, formula)
        (self.factors, self.sources, self.region) = (factors, sources, region)
        self.vehicle = vehicle
    }
}

/// What one leg spared: what would have been given off, less what was.
package struct LegScore: Sendable, Hashable {
    package let used: Emission
    /// What the same way would have given off by what it replaced.
    package let baseline: Emission
    /// The difference; negative where the leg gave off more.
    package var avoided: Grams { baseline.grams - used.grams }

    /// A score of both its parts.
    package init(used: Emission, baseline: Emission) {
        (self.used, self.baseline) = (used, baseline)
    }
}

/// What a score is reckoned from.
package struct Journey: Sendable {
    package var form: TravelForm
    package var vehicle: Vehicle?
    /// How far.
    package var meters: Double
    /// How many were in the vehicle, the driver among them.
    package var occupants: Int
    /// Where it began; nil where nobody knows.
    package var start: Coordinate?
    /// When, by the clocks there.
    package var day: CivilDate
    /// What it took the place of, if that was told.
    package var replaced: TravelForm?
    /// The car that stayed at home, if somebody has one.
    package var ownCar: Vehicle?

    /// A journey by itself.
    package init(form: TravelForm, meters: Double, day: CivilDate) {
        (self.form, self.meters, self.day, occupants) = (form, meters, day, 1)
    }
}

/// Reckons scores.
package struct ScoreRule: Sendable {
    private let table: FactorTable
    private let authority: FuelAuthority

    /// A rule by some factors.
    package init(_ table: FactorTable, by authority: FuelAuthority = .epa) {
        (self.table, self.authority) = (table, authority)
    }

    /// The score of a journey.
    ///
    /// - Returns: nil where a factor is missing, or the length is none.
    /// - Complexity: O(factors)
    package func score(of journey: Journey) -> LegScore? {
        guard journey.meters.isFinite, journey.meters >= 0,
            let used = emission(of: journey, by: journey.form, journey.vehicle, journey.occupants),
            let baseline = baseline(of: journey)
        else { return nil }
        return LegScore(used: used, baseline: baseline)
    }

    private func baseline(of journey: Journey) -> Emission? {
        if let replaced = journey.replaced {
            let own = journey.ownCar?.form == replaced ? journey.ownCar : nil
            return emission(of: journey, by: replaced, own, 1)
        }
        if let own = journey.ownCar { return emission(of: journey, by: own.form, own, 1) }
        return emission(of: journey, by: .car, nil, 1)
    }

    private func emission(
        of journey: Journey,
        by form: TravelForm,
        _ vehicle: Vehicle?,
        _ occupants: Int
    ) -> Emission? {
        let shares = form.hasOccupants ? max(1, occupants) : 1
        if let energy = vehicle?.kilowattHoursPerMile, vehicle?.fuel == .electricity {
            return electric(journey, form, energy, nil, vehicle, shares)
        }
        if let vehicle, let miles = vehicle.milesPerGallon,
            let fuel = table.fuel(
                vehicle.fuel == .electricity ? .gasoline : vehicle.fuel,
                by: authority,
                on: journey.day
            ), case .gramsPerGallon(let grams) = fuel.figure
        {
            // What is given of a non-car is a figure of one person.
            let shares = vehicle.kind == .car ? shares : 1
            return make(
                journey,
                form,
                .fuel(gramsPerGallon: grams, milesPerGallon: miles, occupants: shares),
                [fuel],
                vehicle: vehicle.id
            )
        }
        guard let factor = table.form(form, on: journey.day) else { return nil }
        switch factor.figure {
        case .kilowattHoursPerMile(let energy):
            return electric(journey, form, energy, factor, nil, shares)
        case .gramsPerPersonMile(let grams):
            return make(journey, form, .personMile(grams: grams), [factor])
        case .personMilesPerGallon(let miles):
            guard let fuel = table.fuel(.gasoline, by: authority, on: journey.day),
                case .gramsPerGallon(let grams) = fuel.figure
            else { return nil }
            return make(
                journey,
                form,
                .person(gramsPerGallon: grams, milesPerGallon: miles),
                [fuel, factor]
            )
        case .gramsPerGallon, .kilogramsPerMegawattHour, .area: return nil
        }
    }

    private func electric(
        _ journey: Journey,
        _ form: TravelForm,
        _ energy: Double,
        _ factor: Factor?,
        _ vehicle: Vehicle?,
        _ occupants: Int
    ) -> Emission? {
        let region = journey.start.flatMap(table.region)
        guard let grid = table.electricity(in: region, on: journey.day),
            // Kilograms a megawatt-hour are grams a kilowatt-hour.
            case .kilogramsPerMegawattHour(let grams) = grid.figure
        else { return nil }
        return make(
            journey,
            form,
            .electricity(
                kilowattHoursPerMile: energy,
                gramsPerKilowattHour: grams,
                occupants: occupants
            ),
            [factor, grid].compactMap(\.self),
            region: grid.region,
            vehicle: vehicle?.id
        )
    }

    private func make(
        _ journey: Journey,
        _ form: TravelForm,
        _ formula: Emission.Formula,
        _ factors: [Factor],
        region: String? = nil,
        vehicle: String? = nil
    ) -> Emission? {
        let miles = journey.meters / Factor.metersPerMile
        guard let grams = Grams(rounding: formula.grams(miles: miles)) else { return nil }
        return Emission(
            grams: grams,
            form: form,
            formula: formula,
            factors: factors.map(\.id),
            sources: factors.map(\.source),
            region: region,
            vehicle: vehicle
        )
    }
}

extension Emission.Formula {
    /// What the formula gives for some miles, in grams.
    package func grams(miles: Double) -> Double {
        switch self {
        case .fuel(let grams, let milesPerGallon, let occupants):
            miles * grams / milesPerGallon / Double(occupants)
        case .electricity(let energy, let grams, let occupants):
            miles * energy * grams / Double(occupants)
        case .person(let grams, let milesPerGallon): miles * grams / milesPerGallon
        case .personMile(let grams): miles * grams
        }
    }
}
