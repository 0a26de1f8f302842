internal import GeoJSON
internal import Geodesy
internal import Mobility
internal import Timekeeping

extension JSONWriter {
    /// Writes a number or `null`.
    mutating func member(_ name: String, optional number: Double?) {
        self.name(name)
        if let number { self.number(number) } else { null() }
    }

    /// Metres to a tenth: fixes tell no more.
    mutating func member(_ name: String, tenths meters: Double) {
        member(name, (meters * 10).rounded() / 10)
    }

    /// A trip as a feature, whose line is that of all its legs.
    mutating func trip(_ trip: Trip, _ unit: ScoreUnit, total: Grams? = nil) {
        let line = trip.legs.flatMap(\.line)
        let geometry: Geometry? = line.count > 1 ? .line(line) : line.first.map(Geometry.point)
        feature(id: .text(trip.id), geometry: geometry) { json in
            json.member("state", trip.state.rawValue)
            json.member("started_at", trip.startedAt.rfc3339)
            json.member("ended_at", trip.endedAt?.rfc3339)
            json.member("time_zone", trip.timeZone)
            json.member("source", trip.source.rawValue)
            json.member(
                "boundary_edits",
                array: { list in for edit in trip.boundaryEdits { list.string(edit.rawValue) } }
            )
            if trip.state == .ongoing, trip.isNightTold { json.member("night", true) }
            if trip.endedItself { json.member("ended_by_itself", true) }
            json.member("distance_m", tenths: trip.meters)
            if trip.state == .ended { json.score("score", trip.avoided, unit) }
            json.member("legs", array: { list in for leg in trip.legs { list.leg(leg, unit) } })
            if let total { json.score("total", total, unit) }
        }
    }

    /// A mass in somebody's unit, with the exact grams.
    mutating func score(_ name: String, _ mass: Grams, _ unit: ScoreUnit) {
        member(
            name,
            object: { json in
                json.member("avoided_g", mass.value)
                json.member("amount", (unit.amount(mass) * 1e6).rounded() / 1e6)
                json.member("whole", unit.whole(mass))
                json.member("unit", unit.id)
                json.member("unit_name", unit.name)
            }
        )
    }

    private mutating func leg(_ leg: Leg, _ unit: ScoreUnit) {
        object { json in
            json.member("mode", leg.form.rawValue)
            json.member("mode_source", leg.modeSource.rawValue)
            json.member("confidence", optional: leg.confidence.map { ($0 * 100).rounded() / 100 })
            json.member("vehicle", leg.vehicle)
            json.member("started_at", leg.from.rfc3339)
            json.member("ended_at", leg.to?.rfc3339)
            json.member("distance_m", tenths: leg.meters)
            json.member("distance_source", leg.distanceSource.rawValue)
            json.member(
                "matched_fraction",
                optional: leg.matchedFraction.map { ($0 * 1000).rounded() / 1000 }
            )
            json.member("occupants", leg.occupants)
            json.member("replaced_mode", leg.replaced?.rawValue)
            if leg.line.count > 1 {
                json.name("geometry")
                json.geometry(.line(leg.line))
            }
            guard let score = leg.score else { return }
            json.score("score", score.avoided, unit)
            json.member(
                "why",
                object: { json in
                    json.member("formula", "avoided_g = baseline_g - used_g")
                    json.emission("used", score.used, leg.meters)
                    json.emission("baseline", score.baseline, leg.meters)
                }
            )
        }
    }

    private mutating func emission(_ name: String, _ emission: Emission, _ meters: Double) {
        member(
            name,
            object: { json in
                json.member("grams", emission.grams.value)
                json.member("mode", emission.form.rawValue)
                json.member("formula", emission.formula.words)
                json.member(
                    "numbers",
                    object: { json in
                        json.member("miles", meters / Factor.metersPerMile)
                        for (name, value) in emission.formula.numbers { json.member(name, value) }
                    }
                )
                json.member("factors", texts: emission.factors)
                json.member("sources", texts: emission.sources)
                json.member("region", emission.region)
                if emission.isOfNoRegion { json.member("warning", "grid_region_unknown") }
                json.member("vehicle", emission.vehicle)
            }
        )
    }

    /// A member that is a list of texts.
    mutating func member(_ name: String, texts: [String]) {
        member(name, array: { list in for text in texts { list.string(text) } })
    }

    mutating func stay(_ stay: Stay) {
        object { json in
            json.member("kind", stay.kind.rawValue)
            json.member("from", stay.from.rfc3339)
            json.member("to", stay.to.rfc3339)
            json.member("lat", stay.place.latitude)
            json.member("lon", stay.place.longitude)
            json.member("radius_m", tenths: stay.radiusMeters)
        }
    }

    mutating func vehicle(_ vehicle: Vehicle, remark: String? = nil) {
        object { json in
            json.member("id", vehicle.id)
            json.member("name", vehicle.name)
            json.member("kind", vehicle.kind.rawValue)
            json.member("mode", vehicle.form.rawValue)
            json.member("fuel", vehicle.fuel.rawValue)
            json.member("make", vehicle.make)
            json.member("model", vehicle.model)
            json.member("year", vehicle.year)
            json.member("epa_id", vehicle.epaID)
            json.member("mpg", optional: vehicle.milesPerGallon)
            json.member("kwh_per_mile", optional: vehicle.kilowattHoursPerMile)
            if let remark { json.member("remark", remark) }
        }
    }
}

extension Emission.Formula {
    /// The formula by the names of its numbers.
    fileprivate var words: String {
        switch self {
        case .fuel: "miles * g_per_gallon / mpg / occupants"
        case .electricity: "miles * kwh_per_mile * g_per_kwh / occupants"
        case .person: "miles * g_per_gallon / person_mpg"
        case .personMile: "miles * g_per_person_mile"
        }
    }

    fileprivate var numbers: KeyValuePairs<String, Double> {
        switch self {
        case .fuel(let grams, let miles, let occupants):
            ["g_per_gallon": grams, "mpg": miles, "occupants": Double(occupants)]
        case .electricity(let energy, let grams, let occupants):
            ["kwh_per_mile": energy, "g_per_kwh": grams, "occupants": Double(occupants)]
        case .person(let grams, let miles): ["g_per_gallon": grams, "person_mpg": miles]
        case .personMile(let grams): ["g_per_person_mile": grams]
        }
    }
}
