package import GeoJSON
internal import Geodesy
package import Roads
internal import Timekeeping
package import Trajectories

/// A matched track as JSON: what `POST /v1/match` gives.
package struct TrackMatchJSON {
    private let match: TrackMatch
    private let fixes: [Fix]
    private let matcher: MapMatcher

    /// - Parameter fixes: Those that were matched, in their order.
    package init(_ match: TrackMatch, of fixes: [Fix], by matcher: MapMatcher) {
        self.match = match
        self.fixes = fixes
        self.matcher = matcher
    }

    /// Writes the members of an object that was begun.
    package func writeMembers(to json: inout JSONWriter) {
        json.member("mode", matcher.mode.rawValue)
        json.member("distance_m", rounded(match.meters))
        json.member("matched_fraction", match.fractionMatched)
        json.member("confidence", match.confidence)
        json.member("sigma_m", rounded(match.sigmaMeters))
        json.name("notice")
        if let shortfall = matcher.shortfall(of: match, fixes) {
            json.object { json in
                json.member("code", shortfall.code)
                json.member("message", shortfall.message)
            }
        } else {
            json.null()
        }
        json.member("parts", array: { list in for part in match.parts { write(part, to: &list) } })
        json.member("breaks", array: { list in for gap in match.breaks { write(gap, to: &list) } })
        json.member("fixes", array: { list in for fix in match.fixes { write(fix, to: &list) } })
    }

    private func write(_ part: TrackMatch.Part, to list: inout JSONWriter) {
        list.object { json in
            json.member("first_fix", part.fixes.lowerBound)
            json.member("last_fix", part.fixes.upperBound)
            json.member("from", fixes[part.fixes.lowerBound].at.rfc3339)
            json.member("to", fixes[part.fixes.upperBound].at.rfc3339)
            json.member("distance_m", rounded(part.meters))
            json.member(
                "streets",
                array: { list in
                    for stretch in part.streets(of: matcher.network) {
                        list.object { json in
                            json.member("street", stretch.street)
                            json.member("distance_m", rounded(stretch.meters))
                        }
                    }
                }
            )
            json.name("geometry")
            if let geometry = part.geometry { json.geometry(geometry) } else { json.null() }
        }
    }

    private func write(_ gap: TrackMatch.Break, to list: inout JSONWriter) {
        list.object { json in
            json.member("after_fix", gap.after)
            json.member("before_fix", gap.before)
            json.member("from", fixes[gap.after].at.rfc3339)
            json.member("to", fixes[gap.before].at.rfc3339)
            json.member("reason", gap.reason.rawValue)
        }
    }

    private func write(_ fix: TrackMatch.FixMatch, to list: inout JSONWriter) {
        list.object { json in
            switch fix {
            case .matched(let position):
                let arc = match.parts[position.part].arcs[position.arc]
                let road = matcher.network.roads[arc.road]
                json.member("lat", position.place.latitude)
                json.member("lon", position.place.longitude)
                json.member("distance_m", position.distance)
                json.member("part", position.part)
                json.member("road", road.id)
                json.member("street", road.title)
            case .unmatched(let reason):
                json.member("unmatched", reason.rawValue)
            }
        }
    }

    /// To a millimetre.
    private func rounded(_ meters: Double) -> Double { (meters * 1000).rounded() / 1000 }
}

extension TrackMatch.Part {
    /// The way as a line; a point where all of it is one place.
    package var geometry: Geometry? {
        line.count > 1 ? .line(line) : line.first.map { .point($0) }
    }
}

extension JSONWriter {
    /// Fixes that are settled: what `POST /v1/match/live` gives.
    ///
    /// - Parameter waiting: The first fix that is not settled yet; nil for none.
    mutating func live(
        _ settled: [LiveMatcher.Settled],
        waiting: Int?,
        lag: Int,
        by matcher: MapMatcher
    ) {
        object { json in
            json.member("mode", matcher.mode.rawValue)
            json.member("lag", lag)
            json.member("waiting_from", waiting)
            json.member(
                "settled",
                array: { list in
                    for fix in settled {
                        guard let place = fix.place, let number = fix.road else { continue }
                        let road = matcher.network.roads[number]
                        list.object { json in
                            json.member("fix", fix.fix)
                            json.member("lat", place.latitude)
                            json.member("lon", place.longitude)
                            json.member("road", road.id)
                            json.member("street", road.title)
                            json.member("begins_part", fix.beginsPart)
                        }
                    }
                }
            )
        }
    }
}
