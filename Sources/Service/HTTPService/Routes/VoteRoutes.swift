internal import GeoJSON
internal import Geodesy
internal import HTTPTypes
internal import Hummingbird
internal import Polling
internal import Timekeeping

/// Where a voter votes and on what, the districts of a place, and the elections.
struct VoteRoutes: Sendable {
    let voting: VotingDirectory
    let clock: any WallClock
    let cache: AnswerCache

    var routes: [Route] {
        [
            .get("/v1/vote") { request, _ in try vote(request) },
            .get("/v1/geocode") { request, _ in try geocode(request) },
            .get("/v1/districts") { request, _ in try districts(request) },
            .get("/v1/districts/{id}") { request, context in try district(request, context) },
            .get("/v1/elections") { request, _ in try elections(request) },
            .get("/v1/elections/{id}") { request, context in try election(request, context) },
            .get("/v1/elections/{id}/contests") { request, context in
                try contests(request, context)
            },
        ]
    }

    // MARK: Voting

    private func vote(_ request: Request) throws -> Response {
        var query = QueryReader(request.uri.query)
        let postcode = query.text("postcode")
        let address = query.text("address")
        let place = query.voterPlace(isOtherGiven: postcode != nil || address != nil)
        let accuracy = query.accuracy()
        let scope = query.scope()
        let election = query.text("election")
        let languages = query.languages()
        if postcode != nil, address != nil {
            query.note(
                "postcode",
                .notTogether,
                "is given with an address; give one of them",
                .other("address")
            )
        }
        if let address, address.count > Self.longestText {
            query.noteTooLong("address", address, most: Self.longestText)
        }
        try query.check()
        let guide = try loaded()
        try checkElection(election, guide)
        let answer: VoterAnswer?
        if let postcode {
            answer = guide.answer(postcode: postcode, election: election, scope: scope)
        } else if let address {
            answer = guide.answer(address: address, election: election, scope: scope)
        } else {
            answer = place.map {
                guide.answer(
                    at: VoterLocation(coordinate: $0, source: .point, accuracy: accuracy),
                    election: election,
                    scope: scope
                )
            }
        }
        guard let answer else {
            throw postcode == nil
                ? Problem.unknownAddress(
                    "Nothing that is loaded has this address or one that is like it; ask with lat "
                        + "and lon"
                )
                : Problem.unknownPostcode(
                    "Nothing that is loaded knows this postcode; ask with lat and lon"
                )
        }
        var json = JSONWriter(capacity: 16 * 1024)
        answer.write(
            to: &json,
            languages: languages,
            opening: OpeningContext(at: clock.now, guide, cache: cache),
            more: {
                let count = min(answer.voteCenterCount, QueryReader.limits.upperBound)
                return request.uri.path + "?" + query.replacing("vote_centers", with: "\(count)")
            }
        )
        return Response(type: .json, bytes: json.takeBytes())
    }

    /// How many characters of an address or of a search are read.
    private static let longestText = 200

    private func checkElection(_ name: String?, _ guide: VoterGuide) throws(Problem) {
        guard let name, guide.ballots.entry(name) == nil else { return }
        throw .invalid([
            ParameterError(
                parameter: "election",
                fault: .unknownElection,
                message: "names no election that is loaded; GET /v1/elections lists them",
                values: .value(name),
                namesNothing: true
            )
        ])
    }

    // MARK: Geocoding

    private func geocode(_ request: Request) throws -> Response {
        var query = QueryReader(request.uri.query)
        let text = query.text("q")
        if text == nil { query.require("q", "give a postcode, an address or a name") }
        if let text, text.count > Self.longestText {
            query.noteTooLong("q", text, most: Self.longestText)
        }
        let limit = query.limit()
        let (question, count) = try query.checked(text, limit)
        let places = try loaded().geocoder.find(question, limit: count)
        var list = FeatureCollectionWriter(capacity: 256 + places.count * 256)
        for place in places {
            list.feature(
                id: .text(place.id),
                geometry: place.coordinate.map(Geometry.point)
            ) { json in
                json.member("kind", place.kind.rawValue)
                json.member("label", place.label)
                json.name("accuracy_m")
                if let accuracy = place.accuracy { json.meters(accuracy) } else { json.null() }
                json.member("score", (place.score * 100).rounded() / 100)
                if let unit = place.unit { json.member("unit", unit) }
            }
        }
        return list.response(at: clock.now, next: nil)
    }

    // MARK: Districts

    private func districts(_ request: Request) throws -> Response {
        var query = QueryReader(request.uri.query)
        let place = query.place()
        let date = Self.date(&query)
        let coordinate = try query.checked(place)
        let guide = try loaded()
        let map = guide.districts.map(on: date ?? guide.today)
        var list = FeatureCollectionWriter(capacity: 64 * 1024)
        for district in map.districts(holding: coordinate) {
            list.feature(id: .text(district.id.rawValue), geometry: .area(district.area)) { json in
                district.writeMembers(to: &json)
                if let distance = map.boundaryDistance(of: district.id, from: coordinate) {
                    json.member("boundary_distance_m", distance)
                }
            }
        }
        return list.response(to: request, at: clock.now, next: nil)
    }

    /// The day on which boundaries are to be in force; nil where the query names none.
    private static func date(_ query: inout QueryReader) -> CalendarDate? {
        guard let text = query.text("date") else { return nil }
        guard let date = CalendarDate(parsing: text) else {
            query.note(
                "date",
                .notADay,
                "is \(quoted(text)); write a day such as 2026-11-03",
                .value(text)
            )
            return nil
        }
        return date
    }

    private func district(_ request: Request, _ context: Route.Context) throws -> Response {
        try request.checkNoQuery()
        let guide = try loaded()
        guard let id = context.pathParameter("id"),
            let district = guide.districts.whole.district(District.ID(rawValue: id))
        else { throw Problem(status: .notFound, detail: "No district has this id") }
        var json = JSONWriter(capacity: 16 * 1024)
        json.feature(id: .text(id), geometry: .area(district.area)) { json in
            district.writeMembers(to: &json)
            json.member(
                "stations",
                array: { list in
                    for station in guide.stations(serving: district) {
                        list.string(station.id.rawValue)
                    }
                }
            )
        }
        return .tagged(request, type: .geoJSON, bytes: json.takeBytes(), mayBeKept: true)
    }

    // MARK: Elections

    private func elections(_ request: Request) throws -> Response {
        var query = QueryReader(request.uri.query)
        let languages = query.languages()
        try query.check()
        let entries = try loaded().ballots.entries
        let moment = clock.now
        var json = JSONWriter(capacity: 256 + entries.count * 256)
        json.object { json in
            json.member(
                "elections",
                array: { list in
                    for entry in entries {
                        list.object { entry.write(to: &$0, languages, at: moment) }
                    }
                }
            )
            json.member("numberReturned", entries.count)
        }
        return .tagged(request, type: .json, bytes: json.takeBytes(), mayBeKept: true)
    }

    private func election(_ request: Request, _ context: Route.Context) throws -> Response {
        var query = QueryReader(request.uri.query)
        let languages = query.languages()
        try query.check()
        let entry = try entry(context)
        let moment = clock.now
        var json = JSONWriter(capacity: 512)
        json.object { json in
            entry.write(to: &json, languages, at: moment)
            json.member(
                "measures",
                array: { list in
                    for measure in entry.measures { measure.write(to: &list, languages: languages) }
                }
            )
        }
        return .tagged(request, type: .json, bytes: json.takeBytes(), mayBeKept: true)
    }

    private func contests(_ request: Request, _ context: Route.Context) throws -> Response {
        var query = QueryReader(request.uri.query)
        let district = query.district()
        let languages = query.languages()
        try query.check()
        let entry = try entry(context)
        let contests = entry.contests.filter { contest in
            guard let district else { return true }
            return contest.area.references.contains { district.names($0) }
        }
        if let district, contests.isEmpty { try district.check(loaded()) }
        var json = JSONWriter(capacity: 256 + contests.count * 1024)
        json.object { json in
            json.member("election", entry.election.id.rawValue)
            json.member(
                "contests",
                array: { list in
                    for contest in contests { contest.write(to: &list, languages: languages) }
                }
            )
            json.member("numberReturned", contests.count)
        }
        return .tagged(request, type: .json, bytes: json.takeBytes(), mayBeKept: true)
    }

    private func entry(_ context: Route.Context) throws(Problem) -> ElectionEntry {
        let guide = try loaded()
        guard let id = context.pathParameter("id"), let entry = guide.ballots.entry(id) else {
            throw Problem(status: .notFound, detail: "No election has this id")
        }
        return entry
    }

    private func loaded() throws(Problem) -> VoterGuide {
        guard voting.isLoaded else { throw .notReady }
        return voting.guide
    }
}

extension ElectionEntry {
    fileprivate func write(
        to json: inout JSONWriter,
        _ languages: [String],
        at moment: Timestamp
    ) {
        election.writeMembers(to: &json, languages: languages, at: moment)
        json.member("contest_count", contests.count)
        json.member("measure_count", measures.count)
    }
}

extension QueryReader {
    /// The place of `lat` and `lon`, which stands alone.
    fileprivate mutating func voterPlace(isOtherGiven: Bool) -> Coordinate? {
        guard !isOtherGiven else {
            for name in ["lat", "lon"] where has(name) && text(name) != nil {
                note(
                    name,
                    .notTogether,
                    "is given with a postcode or an address; give a place or one of them",
                    .other(has("postcode") ? "postcode" : "address")
                )
            }
            return nil
        }
        guard has("lat") || has("lon") else {
            _ = (text("lat"), text("lon"))
            require("lat", "give lat and lon, or postcode, or address")
            require("lon", "give lat and lon, or postcode, or address")
            return nil
        }
        return place()
    }

    /// Notes that a text is longer than any that is read, in characters.
    fileprivate mutating func noteTooLong(_ name: String, _ text: String, most: Int) {
        note(
            name,
            .wrongLength,
            "has \(text.count) characters; at most \(most) are read",
            .most(most)
        )
    }

    /// How much around the voter is told: `nearby_m` and `vote_centers`.
    fileprivate mutating func scope() -> VoterScope {
        var scope = VoterScope.standard
        if let limit = optionalMeters("nearby_m", "a distance") { scope.nearbyLimit = limit }
        if let text = text("vote_centers") {
            if text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let count = Int(text),
                count <= Self.limits.upperBound
            {
                scope.voteCenterLimit = count
            } else {
                note(
                    "vote_centers",
                    .outOfRange,
                    "is \(quoted(text)); it is a whole number from 0 to 1000",
                    .range(text, 0, Self.limits.upperBound)
                )
            }
        }
        return scope
    }

    /// The accuracy of a position in metres, `accuracy_m`; nil when it is absent or wrong.
    fileprivate mutating func accuracy() -> Distance? {
        optionalMeters("accuracy_m", "an accuracy")
    }

    /// The languages of `lang`, the dearest first: `es` or `es-MX,en`.
    fileprivate mutating func languages() -> [String] {
        guard let text = text("lang") else { return [] }
        let tags = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        let isSound = tags.allSatisfy { tag in
            (1...35).contains(tag.utf8.count)
                && tag.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
        }
        guard isSound, !tags.isEmpty else {
            note(
                "lang",
                .notALanguage,
                "is \(quoted(text)); write language tags such as es or es-MX,en",
                .value(text)
            )
            return []
        }
        return tags
    }

    /// The district of `district`.
    fileprivate mutating func district() -> DistrictFilter? {
        guard let text = text("district") else { return nil }
        guard let colon = text.firstIndex(of: ":") else {
            return DistrictFilter(type: nil, code: text)
        }
        let (type, code) = (text[..<colon], text[text.index(after: colon)...])
        guard !type.isEmpty, !code.isEmpty else {
            note(
                "district",
                .notADistrict,
                "is \(quoted(text)); write a type and a code such as ward:8",
                .value(text)
            )
            return nil
        }
        return DistrictFilter(type: String(type), code: String(code))
    }
}
