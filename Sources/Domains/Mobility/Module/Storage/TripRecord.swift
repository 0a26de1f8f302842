internal import Foundation
internal import Geodesy
internal import Mobility
internal import Timekeeping

/// A trip as JSON, for its box. Members that are new have to be optional: older boxes lack them.
struct TripRecord: Codable {
    struct LegRecord: Codable {
        var mode: String
        var modeSource: String
        var confidence: Double?
        var vehicle: String?
        var from: Int64
        var to: Int64?
        var meters: Double
        var distanceSource: String
        var matched: Double?
        var occupants: Int
        var replaced: String?
        /// Latitude and longitude by turns, in units of 10^-7 degrees.
        var line: [Int32]
        var used: EmissionRecord?
        var baseline: EmissionRecord?
    }

    struct EmissionRecord: Codable {
        var milligrams: Int64
        var mode: String
        var formula: String
        var numbers: [Double]
        var factors: [String]
        var sources: [String]
        var region: String?
        var vehicle: String?
    }

    var id: String
    var state: String
    var from: Int64
    var to: Int64?
    var zone: String
    var source: String
    var edits: [String]
    var isNightTold: Bool
    var legs: [LegRecord]
    var fixes: Int?
    var importNumber: String?
    var endedItself: Bool?
}

extension TripRecord {
    init(_ trip: Trip) {
        id = trip.id
        state = trip.state.rawValue
        from = trip.startedAt.millisecondsSince1970
        to = trip.endedAt?.millisecondsSince1970
        zone = trip.timeZone
        source = trip.source.rawValue
        edits = trip.boundaryEdits.map(\.rawValue)
        isNightTold = trip.isNightTold
        (fixes, importNumber) = (trip.fixes, trip.importNumber)
        endedItself = trip.endedItself ? true : nil
        legs = trip.legs.map { leg in
            LegRecord(
                mode: leg.form.rawValue,
                modeSource: leg.modeSource.rawValue,
                confidence: leg.confidence,
                vehicle: leg.vehicle,
                from: leg.from.millisecondsSince1970,
                to: leg.to?.millisecondsSince1970,
                meters: leg.meters,
                distanceSource: leg.distanceSource.rawValue,
                matched: leg.matchedFraction,
                occupants: leg.occupants,
                replaced: leg.replaced?.rawValue,
                line: leg.line.flatMap {
                    [PackedDegrees.of($0.latitude), PackedDegrees.of($0.longitude)]
                },
                used: leg.score.map { EmissionRecord($0.used) },
                baseline: leg.score.map { EmissionRecord($0.baseline) }
            )
        }
    }

    /// The trip; nil for what no version has written.
    var trip: Trip? {
        guard let state = Trip.State(rawValue: state), let source = Trip.Source(rawValue: source),
            !legs.isEmpty
        else { return nil }
        var made: [Leg] = []
        for record in legs {
            guard let leg = record.leg else { return nil }
            made.append(leg)
        }
        var trip = Trip(
            id: id,
            state: state,
            startedAt: Timestamp(millisecondsSince1970: from),
            endedAt: to.map { Timestamp(millisecondsSince1970: $0) },
            timeZone: zone,
            legs: made,
            source: source,
            boundaryEdits: edits.compactMap(Trip.BoundaryEdit.init),
            isNightTold: isNightTold
        )
        (trip.fixes, trip.importNumber) = (fixes, importNumber)
        trip.endedItself = endedItself ?? false
        return trip
    }
}

extension TripRecord.LegRecord {
    fileprivate var leg: Leg? {
        guard let form = TravelForm(rawValue: mode),
            let modeSource = Leg.ModeSource(rawValue: modeSource),
            let distanceSource = Leg.DistanceSource(rawValue: distanceSource)
        else { return nil }
        var leg = Leg(
            form: form,
            modeSource: modeSource,
            from: Timestamp(millisecondsSince1970: from),
            to: to.map { Timestamp(millisecondsSince1970: $0) },
            meters: meters,
            distanceSource: distanceSource,
            line: PackedDegrees.line(line)
        )
        (leg.confidence, leg.vehicle, leg.matchedFraction) = (confidence, vehicle, matched)
        (leg.occupants, leg.replaced) = (occupants, replaced.flatMap(TravelForm.init))
        if let used = used?.emission, let baseline = baseline?.emission {
            leg.score = LegScore(used: used, baseline: baseline)
        }
        return leg
    }
}

extension TripRecord.EmissionRecord {
    init(_ emission: Emission) {
        milligrams = emission.grams.milligrams
        mode = emission.form.rawValue
        (factors, sources) = (emission.factors, emission.sources)
        (region, vehicle) = (emission.region, emission.vehicle)
        switch emission.formula {
        case .fuel(let grams, let miles, let occupants):
            (formula, numbers) = ("fuel", [grams, miles, Double(occupants)])
        case .electricity(let energy, let grams, let occupants):
            (formula, numbers) = ("electricity", [energy, grams, Double(occupants)])
        case .person(let grams, let miles): (formula, numbers) = ("person", [grams, miles])
        case .personMile(let grams): (formula, numbers) = ("person_mile", [grams])
        }
    }

    var emission: Emission? {
        guard let form = TravelForm(rawValue: mode) else { return nil }
        let made: Emission.Formula
        switch (formula, numbers.count) {
        case ("fuel", 3):
            guard let occupants = Int(exactly: numbers[2]) else { return nil }
            made = .fuel(
                gramsPerGallon: numbers[0],
                milesPerGallon: numbers[1],
                occupants: occupants
            )
        case ("electricity", 3):
            guard let occupants = Int(exactly: numbers[2]) else { return nil }
            made = .electricity(
                kilowattHoursPerMile: numbers[0],
                gramsPerKilowattHour: numbers[1],
                occupants: occupants
            )
        case ("person", 2): made = .person(gramsPerGallon: numbers[0], milesPerGallon: numbers[1])
        case ("person_mile", 1): made = .personMile(grams: numbers[0])
        default: return nil
        }
        return Emission(
            grams: Grams(milligrams: milligrams),
            form: form,
            formula: made,
            factors: factors,
            sources: sources,
            region: region,
            vehicle: vehicle
        )
    }
}

/// Degrees in units of 10^-7.
enum PackedDegrees {
    static func of(_ degrees: Double) -> Int32 { Int32((degrees * 1e7).rounded()) }

    static func place(_ latitude: Int32, _ longitude: Int32) -> Coordinate? {
        try? Coordinate(latitude: Double(latitude) / 1e7, longitude: Double(longitude) / 1e7)
    }

    static func line(_ numbers: [Int32]) -> [Coordinate] {
        stride(from: 0, to: numbers.count - 1, by: 2).compactMap {
            place(numbers[$0], numbers[$0 + 1])
        }
    }
}
