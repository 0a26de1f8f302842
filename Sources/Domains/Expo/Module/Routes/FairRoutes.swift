internal import Datasets
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

    private func answer(
        _ fair: FairSnapshot.Fair,
        _ settings: FairSettings? = nil
    ) async throws -> Response {
        var known = settings
        if known == nil { known = try await desk.fairs.settings(of: fair.id) }
        var json = JSONWriter(capacity: 1024)
        json.fair(fair, settings: known ?? FairSettings(), at: tools.clock.now)
        return Response(type: .json, bytes: json.takeBytes())
    }

    // MARK: Changing

    private func change(_ request: Request, _ context: Route.Context) async throws -> Response {
        try request.checkNoQuery()
        let fair = try desk.fair(context)
        _ = try await desk.admit(fair, request, tools)
        let change = try change(await request.jsonBody(limitBytes: tools.bodyLimitBytes))
        try Self.requireOwn(change, of: fair)
        return try await answer(fair, try await desk.fairs.change(fair.id, change))
    }

    /// What comes with a file is changed by a file: else it would be shown, and what is set would not.
    private static func requireOwn(
        _ change: FairSettings.Change,
        of fair: FairSnapshot.Fair
    ) throws(Problem) {
        var errors: [ParameterError] = []
        for (member, isSet, link) in [
            ("links", change.links != nil, fair.links.first { $0.use == .link }),
            ("survey", change.survey != nil, fair.survey),
        ] {
            guard isSet, let link else { continue }
            errors.append(
                ParameterError(
                    parameter: member,
                    fault: .notTogether,
                    message:
                        "comes with the dataset \"\(link.dataset)\"; import that anew, or withdraw it",
                    values: .other(link.dataset.text)
                )
            )
        }
        guard errors.isEmpty else {
            throw Problem(
                status: .conflict,
                detail: "A file decides it; see errors",
                errors: errors
            )
        }
    }

    private func change(_ bytes: [UInt8]) throws -> FairSettings.Change {
        var reader = try JSONObjectReader(parsing: bytes)
        var change = FairSettings.Change()
        let links = reader.array("links")
        change.survey = reader.string("survey")
        change.codes = reader.string("codes")
        let days = reader.wholeNumber("contact_days")
        let points = PointRule.Deed.allCases.map {
            ($0.rawValue, reader.wholeNumber("points_\($0.rawValue)"))
        }
        let limits = Self.limits(&reader)
        var faults = BodyFaults(reader.errors())
        change.links = links.map { read($0, &faults) }
        if let survey = change.survey, !survey.isEmpty, !ExpoFields.isLink(survey) {
            faults.note("survey", .notAURL, "is no link that begins with https:// or http://")
        }
        if let codes = change.codes, BoothCodes.Rule(rawValue: codes) == nil {
            let words = BoothCodes.Rule.allCases.map(\.rawValue)
            faults.note(
                "codes",
                .notOneOf,
                "is \(quoted(codes)); it is \(words.joined(separator: " or "))",
                .choices(codes, words)
            )
        }
        for (deed, number) in points {
            guard let number else { continue }
            change.points[deed] = Self.whole(
                number,
                "points_\(deed)",
                in: PointRule.range,
                "points are",
                &faults
            )
        }
        for (deed, limit) in limits {
            let most = limit.flatMap {
                Self.whole(
                    $0,
                    "most_\(deed)",
                    in: PointRule.mostRange,
                    "the most points of a visitor are",
                    &faults
                )
            }
            change.most[deed] = .some(most)
        }
        change.contactDays = days.flatMap {
            Self.whole(
                $0,
                "contact_days",
                in: 1...FairSettings.longestContactDays,
                "visitors agree to",
                &faults
            )
        }
        try faults.check()
        return change
    }

    /// The limits that are given, by deed; nil for one that is taken away.
    private static func limits(
        _ reader: inout JSONObjectReader
    ) -> [(deed: String, limit: Int64?)] {
        var limits: [(deed: String, limit: Int64?)] = []
        for deed in PointRule.Deed.allCases.map(\.rawValue) {
            if reader.isNull("most_\(deed)") {
                limits.append((deed, nil))
            } else if let limit = reader.wholeNumber("most_\(deed)") {
                limits.append((deed, limit))
            }
        }
        return limits
    }

    private static func whole(
        _ number: Int64,
        _ member: String,
        in range: ClosedRange<Int>,
        _ what: String,
        _ faults: inout BodyFaults
    ) -> Int? {
        if let small = Int(exactly: number), range.contains(small) { return small }
        faults.note(
            member,
            .outOfRange,
            "is \(number); \(what) a whole number from \(range.lowerBound) to \(range.upperBound)",
            .range("\(number)", range.lowerBound, range.upperBound)
        )
        return nil
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
                (1...FairLinkKind.labelLimit).contains(label.count), ExpoFields.isLink(url)
            else {
                faults.note(
                    "links",
                    .notAURL,
                    "holds a link that is none; each has a label of 1 to \(FairLinkKind.labelLimit) characters "
                        + "and a url that begins with https:// or http://"
                )
                return nil
            }
            return FairSettings.Link(label: label, url: url)
        }
    }
}
