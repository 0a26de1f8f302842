import GeoJSON
import Geodesy
import Timekeeping
import Trajectories

extension TrackDays {
    /// One object, or a list of them where there are several tracks.
    static func json(of days: [TrackDays]) -> [UInt8] {
        var json = JSONWriter(capacity: 64 * 1024)
        if days.count == 1, let only = days.first {
            only.write(to: &json)
        } else {
            json.array { list in for day in days { day.write(to: &list) } }
        }
        return json.takeBytes()
    }

    private func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("track", name)
            json.member("fixes", fixes.count)
            json.member("left_out", itinerary.outliers.count)
            json.member("rules", object: { itinerary.rules.write(to: &$0) })
            var rows = rows[...]
            json.member(
                "segments",
                array: { list in
                    while let row = rows.popFirst() {
                        list.object { json in
                            row.writeMembers(to: &json, without: ["track"])
                            guard row.kind == "trip" else { return }
                            // Its legs stand behind it.
                            json.member(
                                "legs",
                                array: { list in
                                    while let leg = rows.first, leg.kind == "leg" {
                                        rows.removeFirst()
                                        list.object {
                                            leg.writeMembers(to: &$0, without: ["track", "trip"])
                                        }
                                    }
                                }
                            )
                        }
                    }
                }
            )
        }
    }

    /// Stays as points, legs as lines, trips and gaps without a shape.
    static func geoJSON(of days: [TrackDays]) -> [UInt8] {
        var list = FeatureCollectionWriter(capacity: 64 * 1024)
        for day in days {
            var rows = day.rows[...]
            func write(_ geometry: Geometry?) {
                guard let row = rows.popFirst() else { return }
                list.feature(geometry: geometry) { row.writeMembers(to: &$0, without: []) }
            }
            for segment in day.itinerary.segments {
                switch segment {
                case .stay(let stay): write(.point(stay.place))
                case .gap: write(nil)
                case .trip(let trip):
                    write(nil)
                    for leg in trip.legs {
                        write(leg.line.count > 1 ? .line(leg.line) : nil)
                    }
                }
            }
        }
        list.finish()
        return list.takeBytes()
    }
}

extension Row {
    /// What it is, by the columns of ``TrackDays``.
    fileprivate var kind: String? {
        TrackDays.columns.firstIndex(of: "kind").map { values[$0].text }
    }

    /// All that is there.
    fileprivate func writeMembers(to json: inout JSONWriter, without left: Set<String>) {
        for (column, value) in zip(TrackDays.columns, values) where !left.contains(column) {
            switch value {
            case .missing: continue
            case .text(let text): json.member(column, text)
            case .integer(let number): json.member(column, number)
            case .number(let number): json.member(column, number)
            case .meters(let distance): json.member(column, distance)
            case .boolean(let flag): json.member(column, flag)
            }
        }
    }
}

extension SegmentingRules {
    fileprivate func write(to json: inout JSONWriter) {
        json.member("stay_s", staySeconds)
        json.member("stay_m", stayMeters)
        json.member("gap_s", gapSeconds)
        json.member("unseen_s", darkSeconds)
        json.member("walk_s", walkSeconds)
        json.member("outlier_mps", greatestMetersPerSecond)
        json.member("outlier_flight_mps", greatestFlightMetersPerSecond)
    }
}
