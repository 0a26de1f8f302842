import GeoJSON
import Geodesy
import HTTPService
import Roads
import Timekeeping
import Trajectories

/// A track and the way that it tells, as `ambit match` writes them.
struct MatchedTrack {
    /// The file's name, and the track's where the file has several.
    let name: String
    let fixes: [Fix]
    let match: TrackMatch
    let matcher: MapMatcher

    // MARK: JSON

    /// One object, or a list of them where there are several tracks.
    static func json(of matches: [MatchedTrack]) -> [UInt8] {
        var json = JSONWriter(capacity: 64 * 1024)
        func write(_ matched: MatchedTrack, _ json: inout JSONWriter) {
            json.object { json in
                json.member("track", matched.name)
                TrackMatchJSON(matched.match, of: matched.fixes, by: matched.matcher)
                    .writeMembers(to: &json)
            }
        }
        if matches.count == 1, let only = matches.first {
            write(only, &json)
        } else {
            json.array { list in for matched in matches { write(matched, &list) } }
        }
        return json.takeBytes()
    }

    /// Parts, breaks and fixes as features, told apart by `kind`.
    static func geoJSON(of matches: [MatchedTrack]) -> [UInt8] {
        var list = FeatureCollectionWriter(capacity: 64 * 1024)
        for matched in matches { matched.writeFeatures(to: &list) }
        list.finish()
        return list.takeBytes()
    }

    private func writeFeatures(to list: inout FeatureCollectionWriter) {
        for (index, part) in match.parts.enumerated() {
            list.feature(geometry: part.geometry) { json in
                json.member("kind", "part")
                json.member("track", name)
                json.member("part", index)
                json.member("from", fixes[part.fixes.lowerBound].at.rfc3339)
                json.member("to", fixes[part.fixes.upperBound].at.rfc3339)
                json.member("first_fix", part.fixes.lowerBound)
                json.member("last_fix", part.fixes.upperBound)
                json.member("distance_m", Self.rounded(part.meters))
                json.member(
                    "streets",
                    array: { list in
                        for stretch in part.streets(of: matcher.network) {
                            if let street = stretch.street { list.string(street) }
                        }
                    }
                )
            }
        }
        for gap in match.breaks {
            list.feature(geometry: nil) { json in
                json.member("kind", "break")
                json.member("track", name)
                json.member("from", fixes[gap.after].at.rfc3339)
                json.member("to", fixes[gap.before].at.rfc3339)
                json.member("after_fix", gap.after)
                json.member("before_fix", gap.before)
                json.member("reason", gap.reason.rawValue)
            }
        }
        for (index, fix) in match.fixes.enumerated() {
            guard case .matched(let position) = fix else {
                // Where it was taken: it is on no road.
                list.feature(geometry: .point(fixes[index].place)) { json in
                    begin(&json, index)
                    if case .unmatched(let reason) = fix {
                        json.member("unmatched", reason.rawValue)
                    }
                }
                continue
            }
            list.feature(geometry: .point(position.place)) { json in
                begin(&json, index)
                json.member("part", position.part)
                json.member("distance_m", position.distance)
                json.member("street", road(position).title)
            }
        }
    }

    private func begin(_ json: inout JSONWriter, _ index: Int) {
        json.member("kind", "fix")
        json.member("track", name)
        json.member("fix", index)
        json.member("at", fixes[index].at.rfc3339)
    }

    private func road(_ position: TrackMatch.Position) -> Road {
        matcher.network.roads[match.parts[position.part].arcs[position.arc].road]
    }

    private static func rounded(_ meters: Double) -> Double { (meters * 1000).rounded() / 1000 }

    // MARK: Rows

    static let columns = [
        "track", "fix", "at", "lat", "lon", "matched_lat", "matched_lon", "distance_m", "part",
        "road",
        "street", "unmatched",
    ]

    /// A row for each fix.
    func forEachRow(_ body: (Row) -> Void) {
        for (index, fix) in match.fixes.enumerated() {
            var values: [Value] = [
                .text(name), .integer(Int64(index)), .text(fixes[index].at.rfc3339),
                .number(fixes[index].place.latitude), .number(fixes[index].place.longitude),
            ]
            switch fix {
            case .matched(let position):
                let road = road(position)
                values += [
                    .number(position.place.latitude), .number(position.place.longitude),
                    .meters(position.distance), .integer(Int64(position.part)), .text(road.id),
                    Value(road.title), .missing,
                ]
            case .unmatched(let reason):
                values += Array(repeating: .missing, count: 6) + [.text(reason.rawValue)]
            }
            body(Row(values: values, coordinate: fixes[index].place, id: .integer(Int64(index))))
        }
    }

    // MARK: A page for people

    var page: String {
        let count = match.fixes.count { if case .matched = $0 { true } else { false } }
        var lines = [
            "\(name): \(Self.length(match.meters)) \(matcher.mode == .walk ? "on foot" : "by car"), "
                + "\(count) of \(fixes.count) fixes matched"
        ]
        for (index, part) in match.parts.enumerated() {
            if index > 0 {
                let gap = match.breaks[index - 1]
                lines.append(
                    "  break from \(fixes[gap.after].at.rfc3339) to \(fixes[gap.before].at.rfc3339): "
                        + Self.words(gap.reason)
                )
            }
            let streets = part.streets(of: matcher.network).map {
                "\($0.street ?? "without a name") (\(Self.length($0.meters)))"
            }
            lines.append(
                "  \(fixes[part.fixes.lowerBound].at.rfc3339) to "
                    + "\(fixes[part.fixes.upperBound].at.rfc3339), \(Self.length(part.meters)): "
                    + streets.joined(separator: ", ")
            )
        }
        let reasons = Dictionary(
            grouping: match.fixes.compactMap { fix -> TrackMatch.UnmatchedReason? in
                if case .unmatched(let reason) = fix { reason } else { nil }
            },
            by: { $0 }
        )
        for reason in TrackMatch.UnmatchedReason.allCases {
            guard let count = reasons[reason]?.count else { continue }
            lines.append("  not matched: \(count) \(Self.words(reason))")
        }
        return lines.joined(separator: "\n")
    }

    private static func length(_ meters: Double) -> String {
        meters < 1000 ? "\(Int(meters.rounded())) m" : "\((meters / 100).rounded() / 10) km"
    }

    private static func words(_ reason: TrackMatch.BreakReason) -> String {
        switch reason {
        case .offRoad: "off all roads"
        case .gap: "the fixes are too far apart"
        case .noWay: "no way leads from one to the other in the time between"
        }
    }

    private static func words(_ reason: TrackMatch.UnmatchedReason) -> String {
        switch reason {
        case .offRoad: "off all roads"
        case .outlier: "where nobody gets in the time between"
        case .inaccurate: "too inaccurate"
        }
    }
}
