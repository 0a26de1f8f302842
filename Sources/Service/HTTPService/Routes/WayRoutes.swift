internal import GeoJSON
internal import Geodesy
internal import Ground
internal import Hummingbird
internal import Polling
internal import Roads
internal import Timekeeping

/// Ways along roads, and the roads of a map.
struct WayRoutes: Sendable {
    let ways: WayFinder
    /// Where ways may lead to; nil where they are not served.
    let stations: StationDirectory?
    /// What else they may lead to.
    let ends: [WayEnd]
    let clock: any WallClock

    var routes: [Route] {
        [
            .get("/v1/directions") { request, _ in try directions(request) },
            .get("/v1/roads") { request, _ in try roads(request) },
            .post("/v1/match") { request, _ in try await match(request) },
            .post("/v1/match/live") { request, _ in try await matchLive(request) },
        ]
    }

    // MARK: Directions

    private func directions(_ request: Request) throws -> Response {
        var query = QueryReader(request.uri.query)
        let start = query.pair("from")
        if start == nil { query.require("from", "give a place such as 38.8977,-77.0365") }
        let end = query.pair("to")
        let stationID = query.text("to_station")
        let named = ends.compactMap { end in
            query.text(end.parameter).map { (end: end, value: $0) }
        }
        let mode = query.word("mode", standard: TravelMode.walk)
        requireOne(&query, of: ["to", "to_station"] + ends.map(\.parameter))
        try query.check()
        guard ways.isLoaded, stations?.isLoaded ?? true else { throw Problem.notReady }
        var name: String?
        var place = end
        if let stationID { (place, name) = try station(stationID) }
        for (end, value) in named {
            let found = try end.place(value)
            (place, name) = (found.coordinate, found.name)
        }
        let (from, to, by) = try query.checked(start, place, mode)
        let found = ways.directions(from: from, to: to, mode: by, arrivingAt: name)
        var json = JSONWriter(capacity: 4096 + found.line.count * 24)
        found.write(to: &json)
        return Response(type: .json, bytes: json.takeBytes())
    }

    /// Notes where none, or more than one, of some parameters is given.
    private func requireOne(_ query: inout QueryReader, of names: [String]) {
        let given = names.filter { query.has($0) }
        guard let first = given.first else {
            let others = names.dropFirst().joined(separator: " or ")
            query.require("to", "give a place such as 38.8977,-77.0365, or \(others)")
            return
        }
        for name in given.dropFirst() {
            query.note(
                name,
                .notTogether,
                "is given with \(first); give one of them",
                .other(first)
            )
        }
    }

    /// Where a station's voters go: to its door, where that is known.
    private func station(_ id: String) throws(Problem) -> (place: Coordinate, name: String) {
        guard let station = stations?.station(Station.ID(rawValue: id)) else {
            throw .invalid([
                ParameterError(
                    parameter: "to_station",
                    fault: .unknownStation,
                    message:
                        "is \(quoted(id)), which is no station's id; GET /v1/stations lists them",
                    values: .value(id),
                    namesNothing: true
                )
            ])
        }
        guard let place = station.entrance ?? station.coordinate else {
            throw Problem(
                status: .notFound,
                detail: "It is not known where this station is; its address is "
                    + (station.address ?? "not known either")
            )
        }
        return (place, station.name)
    }

    // MARK: Matching

    /// The steps that a search for ways may take for one track: a few seconds.
    private static let matchEffort = 10_000_000

    /// The way that fixes tell. Nothing of it is kept, and no line of a log holds any of it.
    private func match(_ request: Request) async throws -> Response {
        try request.checkNoQuery()
        let body = try TrackBody(
            parsing: await request.jsonBody(limitBytes: TrackBody.byteLimit),
            now: clock.now
        )
        guard let matcher = ways.matcher(for: body.mode) else { throw Problem.notReady }
        let found: TrackMatch
        do throws(MatchError) {
            found = try matcher.match(body.fixes, effort: Self.matchEffort)
        } catch {
            throw try Self.refusal(error)
        }
        var json = JSONWriter(capacity: 4096 + body.fixes.count * 128)
        json.object { json in
            TrackMatchJSON(found, of: body.fixes, by: matcher).writeMembers(to: &json)
        }
        return Response(type: .json, bytes: json.takeBytes())
    }

    /// The places of fixes as they come: what is settled is settled whatever follows. Nothing of it is kept either.
    private func matchLive(_ request: Request) async throws -> Response {
        try request.checkNoQuery()
        let body = try TrackBody(
            parsing: await request.jsonBody(limitBytes: TrackBody.byteLimit),
            now: clock.now,
            isLive: true
        )
        guard let matcher = ways.matcher(for: body.mode) else { throw Problem.notReady }
        var live = LiveMatcher(matcher, lag: body.lag)
        defer { _ = live.end() }
        var settled: [LiveMatcher.Settled] = []
        do throws(MatchError) {
            for (index, fix) in body.fixes.enumerated() {
                if Task.isCancelled { throw .cancelled }
                if live.effort > Self.matchEffort { throw .tooMuchWork(fix: index) }
                settled += try live.feed(fix)
            }
        } catch {
            throw try Self.refusal(error)
        }
        var json = JSONWriter(capacity: 256 + settled.count * 128)
        json.live(settled, waiting: live.waiting, lag: body.lag, by: matcher)
        return Response(type: .json, bytes: json.takeBytes())
    }

    /// Why a track is not matched, in words.
    ///
    /// - Throws: `CancellationError` where nobody waits for an answer.
    private static func refusal(_ error: MatchError) throws -> Problem {
        switch error {
        case .cancelled: throw CancellationError()
        case .disorder(let fix), .tooMuchWork(let fix):
            return Problem.refusedContent(
                ParameterError(
                    parameter: "fixes",
                    fault: .beyondLimit,
                    message: "take more work than is done at once: they are far apart, and "
                        + "the search ended at fix \(fix); send fewer, or some that are closer "
                        + "in time"
                )
            )
        }
    }

    // MARK: Roads

    private func roads(_ request: Request) throws -> Response {
        var query = QueryReader(request.uri.query)
        let box = query.box()
        let zoom = query.zoom(WebMercator.zooms)
        let shown = try query.checked(box)
        guard ways.isLoaded else { throw Problem.notReady }
        let sheet = ways.map.sheet(of: shown, zoom: zoom)
        var list = FeatureCollectionWriter(capacity: 1024 + sheet.strokes.count * 256)
        for stroke in sheet.strokes {
            list.feature(id: .text(stroke.road.id), geometry: .line(stroke.line)) { json in
                json.member("class", stroke.road.kind.rawValue)
                json.member("name", stroke.road.title)
            }
        }
        let count = list.count
        list.finish { json in
            json.member("numberReturned", count)
            json.member("timeStamp", clock.now.rfc3339)
            json.member(
                "omitted_classes",
                array: { names in
                    for kind in RoadKind.allCases where sheet.omitted.contains(kind) {
                        names.string(kind.rawValue)
                    }
                }
            )
            json.member("links", array: { _ in })
        }
        return Response(type: .geoJSON, bytes: list.takeBytes())
    }
}

extension QueryReader {
    /// A place in one parameter: `38.8977,-77.0365`; nil when it is absent or wrong.
    fileprivate mutating func pair(_ name: String) -> Coordinate? {
        guard let text = text(name) else { return nil }
        guard let numbers = Self.numbers(text, count: 2) else {
            note(
                name,
                .notAPlace,
                "is \(quoted(text)); it is a latitude and a longitude: 38.8977,-77.0365",
                .value(text)
            )
            return nil
        }
        do {
            return try Coordinate(latitude: numbers[0], longitude: numbers[1])
        } catch {
            note(name, .notAPlace, "is \(quoted(text)); \(error)", .value(text))
            return nil
        }
    }
}
