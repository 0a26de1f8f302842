/// How somebody wants to be counted.
package struct TravelSettings: Sendable, Hashable {
    /// Whether trips are found in fixes; it needs the consent of the same name besides.
    package var tracksItself = false
    /// The vehicle that a trip is gone by where nothing is told, by its id.
    package var defaultVehicle: String?
    /// The form where neither is told.
    package var defaultForm = TravelForm.walking
    /// What one tap chooses: forms, or vehicles by their ids.
    package var quickPicks: [String] = ["walking", "biking", "bus", "car"]
    /// The unit of scores, by its id.
    package var unit = "kg"
    /// The vehicle that stays at home, by its id; nil for the table's car.
    package var baseline: String?
    /// How many days raw fixes are kept; nil for ever.
    package var keptDays: Int? = 30
    /// Whether a walk at night is told of.
    package var alertsAtNight = true
    /// The zone by whose clocks days are told.
    package var timeZone = "UTC"
    /// The first day of a week: 1 is Monday, 7 Sunday.
    package var firstDay = 1
    /// Whose figures of fuels count.
    package var fuelAuthority = FuelAuthority.epa

    /// As they are before anything is chosen.
    package init() {}

    /// How many quick picks there may be.
    package static let quickPickLimit = 8
    /// For how many days fixes may be kept, unless it is for ever.
    package static let keptDaysRange = 0...3_650
}
