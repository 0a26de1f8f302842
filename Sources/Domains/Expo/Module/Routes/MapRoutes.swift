internal import Expo
internal import GeoJSON
internal import Geodesy
internal import HTTPService
internal import Hummingbird
internal import Importing
internal import Media
internal import Timekeeping

/// Plans of fairs, and what stands on them besides booths.
struct MapRoutes: Sendable {
    let desk: FairDesk
    let tools: ServiceTools

    private static let pointLimit = 100
    private static let floorLimit = 300
    private static let altLimit = 500

    var routes: [Route] {
        [
            .get("/v1/site-maps") { request, _ in try await maps(request) },
            .get("/v1/places") { request, _ in try await places(request) },
        ] + [.post("/v1/site-maps") { request, _ in try await add(request) }].forStaff
    }

    // MARK: Seeing

    private func maps(_ request: Request) async throws -> Response {
        let snapshot = try desk.snapshot()
        var query = QueryReader(request.uri.query)
        let fair = try query.checked(query.requiredFair(snapshot))
        let pictures = try await desk.shelf.media(Set(fair.maps.map(\.picture)))
        var json = JSONWriter(capacity: 512 * (fair.maps.count + 1))
        json.object { json in
            json.member(
                "site_maps",
                array: { list in
                    for map in fair.maps { list.siteMap(map, picture: pictures[map.picture]) }
                }
            )
        }
        return .tagged(request, type: .json, bytes: json.takeBytes(), mayBeKept: true)
    }

    private func places(_ request: Request) async throws -> Response {
        let snapshot = try desk.snapshot()
        var query = QueryReader(request.uri.query)
        let fair = query.fair(snapshot)
        let kind: FairPlace.Kind? = query.choice("kind")
        let center = query.optionalPlace()
        let limit = query.limit()
        let position = query.cursor(FairSnapshot.Position.init(cursor:))
        let count = try query.checked(limit)
        let fairs = fair.map { [$0] } ?? Array(snapshot.fairs.values)
        var found: [FoundPlace] = []
        for fair in fairs {
            for place in fair.places where kind == nil || place.kind == kind {
                let own = FoundPlace(place, of: fair.id, from: center)
                if let position, !position.precedes(own.position) { continue }
                found.append(own)
            }
        }
        found.sort { $0.position.precedes($1.position) }
        let shown = found.prefix(count)
        var list = FeatureCollectionWriter(capacity: 256 + shown.count * 320)
        for found in shown {
            list.feature(writtenBy: {
                $0.fairPlace(found.place, fair: found.fair, distance: found.distance)
            })
        }
        let last = found.count > count ? shown.last : nil
        return list.response(
            to: request,
            at: tools.clock.now,
            next: last.map {
                NextPage(path: "/v1/places", query: query, cursor: $0.position.cursor)
            }
        )
    }

    /// A place that was asked for: the nearest first where a place was given, else by name.
    private struct FoundPlace {
        let place: FairPlace
        let fair: String
        let distance: Distance?
        let position: FairSnapshot.Position

        init(_ place: FairPlace, of fair: String, from center: Coordinate?) {
            self.place = place
            self.fair = fair
            distance = center.map { Geodesic.distance(from: $0, to: place.place) }
            position = FairSnapshot.Position(
                ranks: distance.map { [$0.meters] } ?? [],
                name: center == nil ? place.name : "",
                id: place.id
            )
        }
    }

    // MARK: Adding

    /// A plan as an organizer describes it.
    private struct Wish {
        let event: String
        let picture: String
        let floor: String?
        let points: [PlanFit.ControlPoint]
        let model: PlanFit.Model?
        let isForced: Bool
        /// What the plan shows; nil for what the picture's words say.
        let alt: String?
        /// Whether it is only to be told what it would change.
        let isCheck: Bool
    }

    private func add(_ request: Request) async throws -> Response {
        try request.checkNoQuery()
        // Before anything is told of what is there.
        try await desk.admitOrganizer(request, tools)
        let wish = try wish(await request.jsonBody(limitBytes: tools.bodyLimitBytes))
        let fair = try desk.fair(named: wish.event)
        _ = try await desk.admit(fair, request, tools)
        guard let picture = try await desk.shelf.medium(wish.picture) else {
            throw Problem.unknownPicture
        }
        let outside = wish.points.contains {
            $0.spot.x > Double(picture.size.width) || $0.spot.y > Double(picture.size.height)
        }
        if outside {
            throw Self.badPlan(
                "outside",
                "a control point lies outside the picture, which has \(picture.size.width) x "
                    + "\(picture.size.height) pixels"
            )
        }
        let plan = FairStore.NewMap(
            fair: fair.id,
            level: wish.floor,
            picture: picture.hash,
            width: picture.size.width,
            height: picture.size.height,
            points: wish.points,
            fit: try Self.fit(wish, at: fair),
            alt: wish.alt ?? picture.alt
        )
        return try await desk.show(
            plan,
            picture: picture,
            at: fair,
            isCheck: wish.isCheck,
            now: tools.clock.now
        )
    }

    /// How the plan lies; nil where it is a picture alone.
    private static func fit(
        _ wish: Wish,
        at fair: FairSnapshot.Fair
    ) throws(Problem) -> PlanFit? {
        guard !wish.points.isEmpty else { return nil }
        let fit: PlanFit
        do throws(PlanFitError) {
            fit = try PlanFit(wish.points, model: wish.model)
        } catch {
            throw badPlan("unfit", "\(error)")
        }
        guard !fit.isMirrored else {
            throw badPlan(
                "mirrored",
                "the control points turn the plan over, as a mirror does: two of them are swapped, or x and y, "
                    + "or lat and lon. A picture that is drawn so is turned over before it is sent"
            )
        }
        if !wish.isForced { try requireNear(wish.points, fair) }
        let limit = SiteMap.residualLimitMeters
        guard fit.residual.meters <= limit || wish.isForced else {
            throw badPlan(
                "bent",
                "the control points are \(rounded(fit.residual)) m from where the plan puts them, and one of "
                    + "them \(rounded(fit.largestResidual)) m; more than \(Int(limit)) m is taken for a "
                    + "mistake. If the plan is drawn so, send \"force\": true",
                ["residual_m": .length(fit.residual.meters), "limit_m": .length(limit)]
            )
        }
        return fit
    }

    /// As few points as determine how a plan lies fit anywhere; so they are held against where the fair is.
    private static func requireNear(
        _ points: [PlanFit.ControlPoint],
        _ fair: FairSnapshot.Fair
    ) throws(Problem) {
        guard let center = fair.center else { return }
        for (number, point) in points.enumerated() {
            let distance = Geodesic.distance(from: center, to: point.place)
            guard distance.meters > SiteMap.farLimitMeters else { continue }
            throw badPlan(
                "far",
                "control point \(number + 1) is \(Int(distance.meters / 1000)) km from where the fair is; more "
                    + "than \(Int(SiteMap.farLimitMeters / 1000)) km is taken for a mistake. If it is meant so, "
                    + "send \"force\": true",
                ["point": .number(Int64(number + 1)), "distance_m": .length(distance.meters)]
            )
        }
    }

    private static func rounded(_ distance: Distance) -> Double {
        (distance.meters * 10).rounded() / 10
    }

    /// - Parameter reason: A word for why, by which the page words it.
    private static func badPlan(
        _ reason: String,
        _ message: String,
        _ values: [String: Finding.Value] = [:]
    ) -> Problem {
        .refusedContent(
            ParameterError(
                parameter: "control_points",
                fault: .badPlan,
                message: message,
                values: values.merging(["reason": .text(reason)]) { own, _ in own }
            )
        )
    }

    private func wish(_ bytes: [UInt8]) throws -> Wish {
        var reader = try JSONObjectReader(parsing: bytes)
        let (event, media) = (reader.string("event"), reader.string("media"))
        let floor = reader.string("floor")
        let values = reader.array("control_points")
        let word = reader.string("model")
        let isForced = reader.boolean("force") ?? false
        let alt = reader.string("alt")
        let isCheck = reader.boolean("check") ?? false
        var faults = BodyFaults(reader.errors())
        if event == nil { faults.note("event", .missing, "is missing; name the fair") }
        if media == nil {
            faults.note("media", .missing, "is missing; it is the hash that POST /v1/media tells")
        }
        if let floor, !(1...Self.floorLimit).contains(floor.count) {
            faults.note(
                "floor",
                .wrongLength,
                "has \(floor.count) characters; it has 1 to \(Self.floorLimit)",
                .range("\(floor.count)", 1, Self.floorLimit)
            )
        }
        if let alt, alt.count > Self.altLimit || alt.allSatisfy(\.isWhitespace) {
            faults.note(
                "alt",
                .wrongLength,
                "has \(alt.count) characters; it has 1 to \(Self.altLimit), and not spaces alone",
                .range("\(alt.count)", 1, Self.altLimit)
            )
        }
        let model = word.flatMap(PlanFit.Model.init)
        if let word, model == nil {
            let words = PlanFit.Model.allCases.map(\.rawValue)
            faults.note(
                "model",
                .notOneOf,
                "is \(quoted(word)); it is \(words.joined(separator: " or "))",
                .choices(word, words)
            )
        }
        let points = Self.points(values ?? [], &faults)
        try faults.check()
        return Wish(
            event: event ?? "",
            picture: media ?? "",
            floor: floor,
            points: points,
            model: model,
            isForced: isForced,
            alt: alt,
            isCheck: isCheck
        )
    }

    private static func points(
        _ values: [JSONValue],
        _ faults: inout BodyFaults
    ) -> [PlanFit.ControlPoint] {
        guard values.count <= pointLimit, values.isEmpty || values.count >= 3 else {
            faults.note(
                "control_points",
                .wrongLength,
                "has \(values.count) points; it has none, or 3 to \(pointLimit)",
                .range("\(values.count)", 3, pointLimit)
            )
            return []
        }
        return values.compactMap { value in
            guard case .object(let members) = value else { return wrong(&faults) }
            var reader = JSONObjectReader(members)
            let (x, y) = (reader.number("x"), reader.number("y"))
            let (latitude, longitude) = (reader.number("lat"), reader.number("lon"))
            guard reader.errors().isEmpty, let x, let y, x >= 0, y >= 0, let latitude,
                let longitude,
                let place = try? Coordinate(latitude: latitude, longitude: longitude)
            else { return wrong(&faults) }
            return PlanFit.ControlPoint(spot: PlanSpot(x: x, y: y), place: place)
        }
    }

    private static func wrong(_ faults: inout BodyFaults) -> PlanFit.ControlPoint? {
        faults.note(
            "control_points",
            .wrongType,
            "holds a point that is none; each has x and y in pixels of the picture, lat and lon"
        )
        return nil
    }
}
