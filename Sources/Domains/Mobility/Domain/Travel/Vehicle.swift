/// Something that somebody goes by: a car, or anything else with a figure of its own.
package struct Vehicle: Sendable, Hashable {
    /// Whether it is a car.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        case car
        case nonCar = "non_car"
    }

    /// Its id among those of its owner.
    package let id: String
    /// What its owner calls it.
    package var name: String
    /// Whether it is a car.
    package var kind: Kind
    /// How one goes by it.
    package var form: TravelForm
    /// What it runs on.
    package var fuel: Fuel
    /// Who made it; of a car alone.
    package var make: String?
    /// Which of theirs it is; of a car alone.
    package var model: String?
    /// The model year.
    package var year: Int?
    /// The number of the EPA's list that it was taken from.
    package var epaID: Int?
    /// Miles a gallon of its fuel.
    package var milesPerGallon: Double?
    /// Kilowatt-hours a mile.
    package var kilowattHoursPerMile: Double?

    /// A vehicle of which only the needed is known.
    package init(id: String, name: String, kind: Kind, form: TravelForm, fuel: Fuel) {
        (self.id, self.name, self.kind, self.form, self.fuel) = (id, name, kind, form, fuel)
    }

    /// What ``milesPerGallon`` may be: from a tank to what the lightest of all reach, 984 person-miles
    /// of a bicycle among them.
    package static let milesPerGallonRange = 0.1...5_000
    /// What ``kilowattHoursPerMile`` may be.
    package static let kilowattHoursPerMileRange = 0.001...20
    /// How many characters a name has at most.
    package static let nameLimit = 60
    /// The model years that there are.
    package static let years = 1886...2100
    /// How many vehicles one may have.
    package static let limit = 50
}
