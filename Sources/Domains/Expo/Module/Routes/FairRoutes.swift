internal import Expo
internal import GeoJSON
internal import HTTPService
internal import Hummingbird
internal import Importing
internal import Timekeeping

/// Fairs: which there are, and what organizers set for theirs.
struct FairRoutes: Sendable {
    let desk: FairDesk
    let tools: ServiceTools

    private static let linkLimit = 20
    private static let labelLimit = 60

    var routes: [Route] {
        [
            .get("/v1/fairs") { request, _ in try await list(request) },
            .get("/v1/fairs/{event}") { request, context in try await show(request, context) },
        ]
            + [
                .put("/v1/fairs/{event}") { request, context in try await change(request, context) }
            ].forStaff
    }

    private func list(_ request: Request) async throws -> Response {
        try request.checkNoQuery()
        let fairs = try desk.snapshot().fairs.values.sorted { left, right in
            let (first, second) = (left.window?.opensAt, right.window?.opensAt)
            if first != second {
                guard let first else { return false }
                guard let second else { return true }
                return first < second
            }
            return left.id.utf8.lexicographicallyPrecedes(right.id.utf8)
        }
        var json = JSONWriter(capacity: 512 * (fairs.count + 1))
        var settings: [FairSettings] = []
        for fair in fairs { settings.append(try await desk.fairs.settings(of: fair.id)) }
        json.object { json in
            json.member(
                "fairs",
                array: { list in
                    for (fair, set) in zip(fairs, settings) {
                        list.fair(fair, settings: set, at: tools.clock.now)
                    }
                }
            )
        }
        return Response(type: .json, bytes: json.takeBytes())
    }

    private func show(_ request: Request, _ context: Route.Context) async throws -> Response {
        try request.checkNoQuery()
        return try await answer(try desk.fair(context))
    }

    private func answer(_ fair: FairSnapshot.Fair) async throws -> Response {
        let settings = try await desk.fairs.settings(of: fair.id)
        var json = JSONWriter(capacity: 1024)
        json.fair(fair, settings: settings, at: tools.clock.now)
        return Response(type: .json, bytes: json.takeBytes())
    }

    // MARK: Changing

    private func change(_ request: Request, _ context: Route.Context) async throws -> Response {
        try request.checkNoQuery()
        let fair = try desk.fair(context)
        _ = try await desk.admit(fair, request, tools)
        var reader = try JSONObjectReader(
            parsing: await request.jsonBody(limitBytes: tools.bodyLimitBytes)
        )
        var settings = try await desk.fairs.settings(of: fair.id)
        let links = reader.array("links")
        let survey = reader.string("survey")
        let codes = reader.string("codes")
        let points = PointRule.Deed.allCases.map {
            ($0, reader.wholeNumber("points_\($0.rawValue)"))
        }
        var faults = BodyFaults(reader.errors())
        if let links { settings.links = read(links, &faults) }
        if let survey {
            if survey.isEmpty {
                settings.survey = nil
            } else if ExpoFields.isLink(survey) {
                settings.survey = survey
            } else {
                faults.note("survey", .notAURL, "is no link that begins with https:// or http://")
            }
        }
        if let codes {
            if BoothCodes.Rule(rawValue: codes) != nil {
                settings.codes = codes
            } else {
                let words = BoothCodes.Rule.allCases.map(\.rawValue)
                faults.note(
                    "codes",
                    .notOneOf,
                    "is \(quoted(codes)); it is \(words.joined(separator: " or "))",
                    .choices(codes, words)
                )
            }
        }
        for (deed, number) in points {
            guard let number else { continue }
            let range = PointRule.range
            if let small = Int(exactly: number), range.contains(small) {
                settings.points[deed.rawValue] = small
            } else {
                faults.note(
                    "points_\(deed.rawValue)",
                    .outOfRange,
                    "is \(number); points are a whole number from 0 to 1000",
                    .range("\(number)", range.lowerBound, range.upperBound)
                )
            }
        }
        try faults.check()
        try await desk.fairs.set(settings, of: fair.id)
        return try await answer(fair)
    }

    private func read(
        _ values: [JSONValue],
        _ faults: inout BodyFaults
    ) -> [FairSettings.Link] {
        guard values.count <= Self.linkLimit else {
            faults.note(
                "links",
                .wrongLength,
                "has \(values.count) links; it has at most \(Self.linkLimit)",
                .range("\(values.count)", 0, Self.linkLimit)
            )
            return []
        }
        return values.compactMap { value in
            guard case .object(let members) = value else {
                faults.note("links", .wrongType, "holds \(value.kind); each link is an object")
                return nil
            }
            var reader = JSONObjectReader(members)
            let (label, url) = (reader.string("label"), reader.string("url"))
            guard reader.errors().isEmpty, let label, let url,
                (1...Self.labelLimit).contains(label.count), ExpoFields.isLink(url)
            else {
                faults.note(
                    "links",
                    .notAURL,
                    "holds a link that is none; each has a label of 1 to \(Self.labelLimit) characters "
                        + "and a url that begins with https:// or http://"
                )
                return nil
            }
            return FairSettings.Link(label: label, url: url)
        }
    }
}
