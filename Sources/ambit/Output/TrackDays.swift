import Foundation
import GeoJSON
import Geodesy
import Roads
import Timekeeping
import Trajectories

/// A track as stays, trips and gaps, as `ambit trips` writes it.
struct TrackDays {
    let name: String
    let fixes: [Fix]
    private(set) var itinerary: Itinerary
    private let zone: TimeZone
    /// What the roads told of each leg, by the number of its trip and its own; empty without roads.
    private var looks: [[RoadLook?]] = []

    init(_ track: NamedTrack, _ itinerary: Itinerary, _ zone: TimeZone) {
        (name, fixes) = (track.name, track.fixes)
        (self.itinerary, self.zone) = (itinerary, zone)
    }

    /// Lets the roads tell of each leg whether it follows them.
    mutating func weigh(by matcher: MapMatcher) throws {
        looks = []
        itinerary = try itinerary.mappingLegs { number, leg in
            if looks.count <= number { looks.append([]) }
            let look = try RoadLook(of: leg, Array(fixes[leg.range]), by: matcher)
            looks[number].append(look)
            return look.map { leg.weighed(by: $0.weights) } ?? leg
        }
    }

    /// What was left out, in a sentence; nil where nothing was.
    var leftOut: String? {
        let count = itinerary.outliers.count
        guard count > 0 else { return nil }
        let text =
            "\(name): \(count == 1 ? "1 fix lies" : "\(grouped(count)) fixes lie") where nobody gets "
            + "in the time between and \(count == 1 ? "is" : "are") left out"
        let swapped = itinerary.swappedOutliers
        return swapped == 0
            ? text : text + "; latitude and longitude look swapped in \(grouped(swapped)) of them"
    }

    // MARK: Values

    private func roadMeters(_ trip: Int, _ leg: Int) -> Double? {
        guard looks.indices.contains(trip), looks[trip].indices.contains(leg) else { return nil }
        return looks[trip][leg]?.meters
    }

    private func text(_ time: Timestamp) -> String {
        time.rfc3339(in: zone)
    }

    static func seconds(_ from: Timestamp, _ to: Timestamp) -> Double {
        Double(to.milliseconds(since: from)) / 1000
    }

    /// To a tenth: fixes tell no more.
    static func tenth(_ number: Double) -> Double { (number * 10).rounded() / 10 }

    static func hundredth(_ number: Double) -> Double { (number * 100).rounded() / 100 }

    // MARK: Rows

    static let columns = [
        "track", "day", "kind", "trip", "from", "to", "duration_s", "distance_m", "mode",
        "confidence",
        "road_m", "lat", "lon", "end_lat", "end_lon", "radius_m", "fixes", "unseen_s",
        "same_place", "reason",
    ]

    /// The rows of all that there is, trips before their legs.
    var rows: [Row] {
        var rows: [Row] = []
        var trip = 0
        for segment in itinerary.segments {
            switch segment {
            case .stay(let stay): rows.append(row(of: stay))
            case .gap(let gap): rows.append(row(of: gap))
            case .trip(let way):
                rows += self.rows(of: way, trip)
                trip += 1
            }
        }
        return rows
    }

    private func row(
        _ kind: String,
        _ from: Timestamp,
        _ to: Timestamp,
        _ values: [String: Value]
    ) -> Row {
        var values = values
        values["track"] = .text(name)
        values["kind"] = .text(kind)
        values["from"] = .text(text(from))
        values["to"] = .text(text(to))
        values["day"] = .text(String(text(from).prefix(10)))
        values["duration_s"] = .number(Self.seconds(from, to))
        return Row(
            values: Self.columns.map { values[$0] ?? .missing },
            geometry: nil,
            id: .missing
        )
    }

    private func row(of stay: Itinerary.Stay) -> Row {
        row(
            "stay",
            stay.from,
            stay.to,
            [
                "lat": .number(stay.place.latitude), "lon": .number(stay.place.longitude),
                "radius_m": .number(Self.tenth(stay.radius.meters)),
                "fixes": .integer(Int64(stay.fixes)),
            ]
        )
    }

    private func row(of gap: Itinerary.Gap) -> Row {
        var values = Self.ends(gap.before, gap.after)
        values["distance_m"] = .number(Self.tenth(gap.distance.meters))
        values["same_place"] = .boolean(gap.isSamePlace)
        values["reason"] = .text(gap.reason.rawValue)
        return row("gap", gap.from, gap.to, values)
    }

    private func rows(of trip: Itinerary.Trip, _ number: Int) -> [Row] {
        let legs = trip.legs
        var values = Self.ends(legs.first?.line.first, legs.last?.line.last)
        values["trip"] = .integer(Int64(number + 1))
        values["distance_m"] = .number(Self.tenth(trip.meters))
        values["fixes"] = .integer(Int64(legs.reduce(1 - legs.count) { $0 + $1.fixes }))
        values["unseen_s"] = .number(legs.reduce(0) { $0 + $1.unseenSeconds })
        return [row("trip", trip.from, trip.to, values)]
            + legs.enumerated().map { index, leg in
                var values = Self.ends(leg.line.first, leg.line.last)
                values["trip"] = .integer(Int64(number + 1))
                values["distance_m"] = .number(Self.tenth(leg.meters))
                values["mode"] = .text(leg.mode?.rawValue ?? "unknown")
                values["confidence"] = .number(Self.hundredth(leg.confidence))
                values["road_m"] = roadMeters(number, index).map { .number(Self.tenth($0)) }
                values["fixes"] = .integer(Int64(leg.fixes))
                values["unseen_s"] = .number(leg.unseenSeconds)
                return row("leg", leg.from, leg.to, values)
            }
    }

    private static func ends(_ start: Coordinate?, _ end: Coordinate?) -> [String: Value] {
        var values: [String: Value] = [:]
        values["lat"] = start.map { .number($0.grid.latitude) }
        values["lon"] = start.map { .number($0.grid.longitude) }
        values["end_lat"] = end.map { .number($0.grid.latitude) }
        values["end_lon"] = end.map { .number($0.grid.longitude) }
        return values
    }
}

extension Coordinate {
    /// Rounded to seven decimals, a centimetre: means of fixes have digits that say nothing.
    fileprivate var grid: (latitude: Double, longitude: Double) {
        ((latitude * 1e7).rounded() / 1e7, (longitude * 1e7).rounded() / 1e7)
    }
}

extension Timestamp {
    /// RFC 3339 with the offset of a zone at that moment.
    func rfc3339(in zone: TimeZone) -> String {
        let date = Date(timeIntervalSince1970: Double(millisecondsSince1970) / 1000)
        let offset = zone.secondsFromGMT(for: date)
        guard offset != 0 || zone != .gmt,
            let local = adding(milliseconds: Int64(offset) * 1000)
        else { return rfc3339 }
        let sign = offset < 0 ? "-" : "+"
        let minutes = abs(offset) / 60
        return String(local.rfc3339.dropLast()) + sign
            + String(format: "%02d:%02d", minutes / 60, minutes % 60)
    }
}
