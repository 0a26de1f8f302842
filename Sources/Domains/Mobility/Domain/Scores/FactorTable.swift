package import Geodesy
internal import Timekeeping

/// The factors that there are, and which of them counts.
///
/// What was imported comes before what is built in; of several that hold on a day the newest counts, then
/// the one whose id comes first.
package struct FactorTable: Sendable {
    /// All of them, the built-in ones last.
    package let all: [Factor]
    private let areas: [(region: String, box: BoundingBox, area: MultiPolygon, id: String)]

    /// - Parameter imported: What was imported.
    /// - Complexity: O(n log n)
    package init(imported: [Factor] = []) {
        all = imported.sorted { $0.id < $1.id } + Factor.builtIn
        areas = all.compactMap { factor in
            guard let area = factor.area, let region = factor.region,
                let box = area.boundingBox
            else { return nil }
            return (region, box, area, factor.id)
        }
    }

    /// The region of the grid at a place; nil where none is known to lie.
    ///
    /// - Complexity: O(r + v) for r regions and the corners of those whose boxes hold the place.
    package func region(at place: Coordinate) -> String? {
        areas.first { $0.box.contains(place) && $0.area.contains(place) }?.region
    }

    /// The factor of a fuel.
    func fuel(_ fuel: Fuel, by authority: FuelAuthority, on day: CivilDate) -> Factor? {
        best(on: day) { factor in
            guard factor.fuel == fuel, factor.form == nil, factor.region == nil else {
                return false
            }
            guard case .gramsPerGallon = factor.figure else { return false }
            return factor.dataset != nil || factor.key.hasPrefix("\(authority.rawValue).")
        }
    }

    /// What electricity gives off in a region, else in the whole country.
    func electricity(in region: String?, on day: CivilDate) -> Factor? {
        func figure(_ region: String) -> Factor? {
            best(on: day) { factor in
                guard case .kilogramsPerMegawattHour = factor.figure else { return false }
                return factor.region == region
            }
        }
        return region.flatMap(figure) ?? figure(Factor.nationalRegion)
    }

    /// What a form takes: the factor that says it of persons or of electricity.
    func form(_ form: TravelForm, on day: CivilDate) -> Factor? {
        best(on: day) { factor in
            guard factor.form == form else { return false }
            if let region = factor.region, region != Factor.nationalRegion { return false }
            switch factor.figure {
            case .personMilesPerGallon, .gramsPerPersonMile, .kilowattHoursPerMile: return true
            case .gramsPerGallon, .kilogramsPerMegawattHour, .area: return false
            }
        }
    }

    private func best(on day: CivilDate, _ fits: (Factor) -> Bool) -> Factor? {
        func rank(_ factor: Factor) -> (Int, Int64) {
            (factor.dataset == nil ? 0 : 1, factor.validFrom?.daysSince1970 ?? .min)
        }
        var best: Factor?
        for factor in all where fits(factor) {
            if let first = factor.validFrom, first.daysSince1970 > day.daysSince1970 { continue }
            if let known = best, rank(known) >= rank(factor) { continue }
            best = factor
        }
        return best
    }
}
