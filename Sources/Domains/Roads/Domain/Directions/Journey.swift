internal import Datasets
internal import Geodesy

/// One question for a way, on the roads of one reading.
struct Journey {
    let network: RoadNetwork
    let start: Coordinate
    let end: Coordinate
    let mode: TravelMode
    /// What stands at the end; nil for just a place.
    let name: String?

    private var verb: String { mode == .walk ? "walk" : "drive" }

    /// The way, or the straight line and why it is one.
    func directions() -> Directions {
        guard let first = snap(start) else {
            return straight(.startOffRoads, far("start", start))
        }
        guard let last = snap(end) else { return straight(.endOffRoads, far("end", end)) }
        let across = Geodesic.distance(from: start, to: end).meters
        if across < Directions.sameMeters
            || first.edge == last.edge && across <= Directions.acrossMeters
        {
            return Directions(acrossFrom: start, to: end, mode: mode, name: name)
        }
        if let way = way(first, last) { return way }
        // Where signs alone are in the way, no other road is taken to get round them.
        if network.path(from: first, to: last, mode: mode, isStrict: false) != nil {
            return straight(
                .noWay,
                "No way leads there that one may \(verb), by the turns and passages that are "
                    + "forbidden: this is a straight line, not a way to go."
            )
        }
        return joined(first, last)
            ?? straight(
                .noWay,
                "No way along the roads that are loaded leads there: this is a straight line, not "
                    + "a way to go."
            )
    }

    private func snap(_ place: Coordinate) -> Snap? {
        network.snap(place, mode: mode, within: WayFinder.roadLimit)
    }

    private func way(
        _ first: Snap,
        _ last: Snap,
        _ cautions: [Directions.Caution] = []
    ) -> Directions? {
        network.path(from: first, to: last, mode: mode).map { path in
            RouteWords(
                network,
                RouteLine(network, path, from: first, to: last, mode: mode),
                mode: mode,
                start: start,
                end: end,
                name: name,
                cautions: cautions
            ).directions()
        }
    }

    /// The way between roads that are connected, where those that are nearest are not.
    private func joined(_ first: Snap, _ last: Snap) -> Directions? {
        network.joint(start, first, end, last, mode: mode).flatMap { joint in
            way(
                joint.first,
                joint.last,
                [
                    caution("start", first, joint.first),
                    caution("end", last, joint.last),
                ].compactMap { $0 }
            )
        }
    }

    private func straight(_ code: Directions.Shortfall.Code, _ message: String) -> Directions {
        Directions(
            straightFrom: start,
            to: end,
            mode: mode,
            name: name,
            shortfall: Directions.Shortfall(code: code, message: message)
        )
    }

    private func far(_ what: String, _ place: Coordinate) -> String {
        guard let distance = network.distanceToRoad(from: place, mode: mode) else {
            return "No road that is loaded is one to \(verb) on: this is a straight line, not "
                + "a way to go."
        }
        return "The \(what) is \(LengthWords.text(distance.meters)) from the nearest road that "
            + "is loaded and that one may \(verb) on: this is a straight line, not a way to go."
    }

    /// What is to be said of an end that is not joined to the road that is nearest.
    private func caution(_ what: String, _ nearest: Snap, _ joined: Snap) -> Directions.Caution? {
        guard nearest.edge != joined.edge else { return nil }
        let near = network.road(ofEdge: nearest.edge)
        let far = network.road(ofEdge: joined.edge)
        return Directions.Caution(
            code: .unconnectedRoad,
            message:
                "What is nearest to the \(what), \(near.title ?? near.kind.noun), is connected "
                + "with no other road that is loaded: the way \(what == "start" ? "begins" : "ends") "
                + "on \(far.title ?? far.kind.noun), \(LengthWords.text(joined.distance.meters)) "
                + "from it. How to get across is not known."
        )
    }
}
