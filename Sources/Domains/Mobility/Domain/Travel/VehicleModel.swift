package import Datasets

extension DatasetKind {
    /// Models of cars, as the EPA lists them.
    package static let vehicles = DatasetKind(rawValue: "vehicles")
    /// What a mile costs the air, by form, fuel and region.
    package static let factors = DatasetKind(rawValue: "factors")
}

/// A model of a car with its consumption, as the EPA tests them.
package struct VehicleModel: Sendable, Hashable {
    /// The dataset that it is of.
    package let dataset: DatasetName
    /// Its number in the EPA's list.
    package let number: Int
    package let make: String
    package let model: String
    package let year: Int
    /// What sort of car it is, such as `Compact Cars`.
    package var sizeClass: String?
    /// The words of the list, such as `Regular Gasoline`.
    package let fuelText: String
    /// What it runs on; nil for natural gas, hydrogen and whatever else has no figure here.
    package let fuel: Fuel?
    /// Miles a gallon in town and out of it, as driven; of an electric car the energy of a gallon.
    package let milesPerGallon: Double
    /// Kilowatt-hours a mile; nil for a car that is not charged.
    package let kilowattHoursPerMile: Double?
    /// What the list says leaves its tail, in grams a mile; nil where it says nothing.
    package let tailpipeGramsPerMile: Double?

    /// A model with its needed members.
    package init(
        dataset: DatasetName,
        number: Int,
        make: String,
        model: String,
        year: Int,
        fuelText: String,
        milesPerGallon: Double,
        kilowattHoursPerMile: Double? = nil,
        tailpipeGramsPerMile: Double? = nil
    ) {
        (self.dataset, self.number, self.make, self.model) = (dataset, number, make, model)
        (self.year, self.fuelText, self.milesPerGallon) = (year, fuelText, milesPerGallon)
        self.kilowattHoursPerMile = kilowattHoursPerMile
        self.tailpipeGramsPerMile = tailpipeGramsPerMile
        fuel = Self.fuel(of: fuelText)
    }

    private static func fuel(of text: String) -> Fuel? {
        let text = text.lowercased()
        if text.contains("gasoline") { return .gasoline }
        if text == "diesel" { return .diesel }
        return text == "electricity" ? .electricity : nil
    }

    /// How one goes by it.
    package var form: TravelForm {
        if fuel == .electricity { return .electricCar }
        if kilowattHoursPerMile != nil { return .hybridCar }
        return sizeClass?.lowercased().contains("sport utility") == true ? .suv : .car
    }

    /// What leaves its tail by its consumption, in grams a mile; nil where its fuel has no figure.
    package var reckonedGramsPerMile: Double? {
        switch fuel {
        case .gasoline?: Factor.epaGasolineGramsPerGallon / milesPerGallon
        case .diesel?: Factor.epaDieselGramsPerGallon / milesPerGallon
        case .electricity?: 0
        case .e10?, nil: nil
        }
    }

    /// Two figures of one car agree within this share of the smaller: consumption is given in whole miles.
    package static let agreement = 0.06

    /// Whether consumption and tail agree; true where one of them is not told, and for a car that is charged
    /// as well, whose figures are of different shares of electricity.
    package var agrees: Bool {
        guard kilowattHoursPerMile == nil, let told = tailpipeGramsPerMile, told > 0,
            let reckoned = reckonedGramsPerMile, reckoned > 0
        else { return true }
        return max(told, reckoned) / min(told, reckoned) <= 1 + Self.agreement
    }

    /// Whether a consumption that somebody gives for this model is likely theirs: between half and twice of
    /// what was tested.
    package func isLikely(milesPerGallon given: Double) -> Bool {
        given >= milesPerGallon / 2 && given <= milesPerGallon * 2
    }
}
