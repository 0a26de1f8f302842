internal import Foundation
internal import Geodesy
internal import Mobility
internal import Timekeeping

/// What is kept of a person besides trips and fixes, as JSON, for its box.
struct ProfileRecord: Codable {
    struct VehicleRecord: Codable {
        var id: String
        var name: String
        var kind: String
        var mode: String
        var fuel: String
        var make: String?
        var model: String?
        var year: Int?
        var epa: Int?
        var mpg: Double?
        var energy: Double?
    }

    struct SettingsRecord: Codable {
        var tracks = false
        var vehicle: String?
        var mode: String
        var picks: [String]
        var unit: String
        var baseline: String?
        var days: Int?
        var alerts: Bool
        var zone: String
        var firstDay: Int
        var fuel: String
    }

    struct StayRecord: Codable {
        var from: Int64
        var to: Int64
        var latitude: Int32
        var longitude: Int32
        var radius: Double
        var kind: String
        var fixes: Int?
        var importNumber: String?
    }

    struct FenceRecord: Codable {
        var id: String
        var name: String
        var latitude: Int32
        var longitude: Int32
        var reach: Double
        var isInside: Bool
        /// Whether the last fix lay inside, not surely enough by itself; nil for no.
        var wasInside: Bool?
        var seen: Int64?
        /// When its owner entered or left last.
        var passed: Int64?
        /// The corners of an area, latitude and longitude by turns; nil for a circle.
        var corners: [Int32]?
    }

    var vehicles: [VehicleRecord] = []
    var settings: SettingsRecord?
    /// Beginnings and ends by turns.
    var silenced: [Int64] = []
    var stays: [StayRecord] = []
    var fences: [FenceRecord] = []
    var settledTo: Int64?
    /// The last row of fixes that was told apart into trips.
    var settledRow: Int64?
    /// Names and masses of units that the person calls otherwise.
    var units: [UnitRecord]?

    struct UnitRecord: Codable {
        var id: String
        var name: String?
        var grams: Double?
    }
}

extension ProfileRecord.VehicleRecord {
    init(_ vehicle: Vehicle) {
        (id, name, kind) = (vehicle.id, vehicle.name, vehicle.kind.rawValue)
        (mode, fuel) = (vehicle.form.rawValue, vehicle.fuel.rawValue)
        (make, model, year, epa) = (vehicle.make, vehicle.model, vehicle.year, vehicle.epaID)
        (mpg, energy) = (vehicle.milesPerGallon, vehicle.kilowattHoursPerMile)
    }

    var vehicle: Vehicle? {
        guard let kind = Vehicle.Kind(rawValue: kind), let form = TravelForm(rawValue: mode),
            let fuel = Fuel(rawValue: fuel)
        else { return nil }
        var vehicle = Vehicle(id: id, name: name, kind: kind, form: form, fuel: fuel)
        (vehicle.make, vehicle.model, vehicle.year, vehicle.epaID) = (make, model, year, epa)
        (vehicle.milesPerGallon, vehicle.kilowattHoursPerMile) = (mpg, energy)
        return vehicle
    }
}

extension ProfileRecord.SettingsRecord {
    init(_ settings: TravelSettings) {
        (tracks, vehicle) = (settings.tracksItself, settings.defaultVehicle)
        (mode, picks) = (settings.defaultForm.rawValue, settings.quickPicks)
        (unit, baseline, days) = (settings.unit, settings.baseline, settings.keptDays)
        (alerts, zone) = (settings.alertsAtNight, settings.timeZone)
        (firstDay, fuel) = (settings.firstDay, settings.fuelAuthority.rawValue)
    }

    var settings: TravelSettings {
        var settings = TravelSettings()
        (settings.tracksItself, settings.defaultVehicle) = (tracks, vehicle)
        settings.defaultForm = TravelForm(rawValue: mode) ?? settings.defaultForm
        (settings.quickPicks, settings.unit, settings.baseline) = (picks, unit, baseline)
        (settings.keptDays, settings.alertsAtNight) = (days, alerts)
        (settings.timeZone, settings.firstDay) = (zone, firstDay)
        settings.fuelAuthority = FuelAuthority(rawValue: fuel) ?? settings.fuelAuthority
        return settings
    }
}

extension ProfileRecord.StayRecord {
    init(_ stay: Stay) {
        (from, to) = (stay.from.millisecondsSince1970, stay.to.millisecondsSince1970)
        latitude = PackedDegrees.of(stay.place.latitude)
        longitude = PackedDegrees.of(stay.place.longitude)
        (radius, kind) = (stay.radiusMeters, stay.kind.rawValue)
        (fixes, importNumber) = (stay.fixes, stay.importNumber)
    }

    var stay: Stay? {
        guard let place = PackedDegrees.place(latitude, longitude),
            let kind = Stay.Kind(rawValue: kind)
        else { return nil }
        var stay = Stay(
            from: Timestamp(millisecondsSince1970: from),
            to: Timestamp(millisecondsSince1970: to),
            place: place,
            radiusMeters: radius,
            kind: kind
        )
        (stay.fixes, stay.importNumber) = (fixes, importNumber)
        return stay
    }
}

extension ProfileRecord.FenceRecord {
    init(_ watched: WatchedFence) {
        (id, name) = (watched.fence.id, watched.fence.name)
        switch watched.fence.shape {
        case .circle(let center, let distance):
            (latitude, longitude) = (
                PackedDegrees.of(center.latitude), PackedDegrees.of(center.longitude)
            )
            reach = distance.meters
        case .area(let polygon):
            (latitude, longitude, reach) = (0, 0, 0)
            corners = polygon.exterior.flatMap {
                [PackedDegrees.of($0.latitude), PackedDegrees.of($0.longitude)]
            }
        }
        let state = watched.state
        (isInside, wasInside) = (state.isInside, state.wasInside ? true : nil)
        (seen, passed) = (
            state.seenAt?.millisecondsSince1970, state.passedAt?.millisecondsSince1970
        )
    }

    var fence: WatchedFence? {
        guard let shape else { return nil }
        return WatchedFence(
            fence: Geofence(id: id, name: name, shape: shape),
            state: FenceState(
                isInside: isInside,
                wasInside: wasInside ?? false,
                seenAt: seen.map { Timestamp(millisecondsSince1970: $0) },
                passedAt: passed.map { Timestamp(millisecondsSince1970: $0) }
            )
        )
    }

    private var shape: Geofence.Shape? {
        if let corners {
            return (try? Polygon(exterior: PackedDegrees.line(corners))).map { .area($0) }
        }
        guard let place = PackedDegrees.place(latitude, longitude),
            let reach = try? Distance.meters(reach)
        else { return nil }
        return .circle(center: place, reach: reach)
    }
}
