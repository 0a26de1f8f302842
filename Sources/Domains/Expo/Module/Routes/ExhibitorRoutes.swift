internal import Accounts
internal import AccountsModule
internal import Expo
internal import GeoJSON
internal import Geodesy
internal import HTTPService
internal import Hummingbird
internal import Importing
internal import Media
internal import Timekeeping

/// Exhibitors: those of a fair, by what is typed, what they are and where they are; and one.
struct ExhibitorRoutes: Sendable {
    let desk: FairDesk
    let tools: ServiceTools

    private static let searchLimit = 200

    var routes: [Route] {
        [
            .get("/v1/exhibitors") { request, _ in try await list(request) },
            .get("/v1/exhibitors/{id}") { request, context in try await show(request, context) },
        ]
            + [
                .put("/v1/exhibitors/{id}/logo") { request, context in
                    try await setLogo(request, context)
                },
                .delete("/v1/exhibitors/{id}/logo") { request, context in
                    try await removeLogo(request, context)
                },
            ].forStaff
    }

    /// Whether somebody asks for what they have rated, or have not.
    private enum Flag: String, CaseIterable {
        case `true`, `false`
    }

    /// What a list is asked for.
    private struct Wish {
        var filter: ExhibitorFilter
        let place: Coordinate?
        let order: FairSnapshot.Order
        let limit: Int
        let position: FairSnapshot.Position?
        /// Whether exhibitors are asked for that the visitor has rated, or has not; nil for all.
        let visited: Bool?

        /// Whether the answer depends on what the visitor has rated.
        var isPersonal: Bool { visited != nil || order == .unvisited }
    }

    private func list(_ request: Request) async throws -> Response {
        let snapshot = try desk.snapshot()
        var query = QueryReader(request.uri.query)
        var wish = try wish(&query, in: snapshot)
        let own = try await ownRatings(request, isRequired: wish.isPersonal)
        wish.filter.visited = wish.visited
        wish.filter.visitedIDs = Set((own ?? [:]).keys)
        // One more than is shown tells whether there is another page.
        let found = snapshot.list(
            wish.filter,
            around: wish.place,
            order: wish.order,
            lowerBound: { [board = desk.board] in board.tally(of: $0).interval?.lowerBound },
            after: wish.position,
            limit: wish.limit + 1
        )
        let shown = found.prefix(wish.limit)
        let last = found.count > wish.limit ? shown.last : nil
        var list = try await features(of: shown, own: own)
        return list.response(
            to: request,
            at: tools.clock.now,
            next: last.map {
                NextPage(path: "/v1/exhibitors", query: query, cursor: $0.position.cursor)
            }
        )
    }

    private func wish(_ query: inout QueryReader, in snapshot: FairSnapshot) throws -> Wish {
        var filter = ExhibitorFilter()
        filter.fair = query.fair(snapshot)?.id
        filter.text = search(&query)
        filter.tier = query.choice("tier")
        filter.topic = query.text("topic")
        let visited: Flag? = query.choice("visited")
        let place = query.optionalPlace()
        let order = query.word("sort", standard: FairSnapshot.Order.tier)
        let limit = query.limit()
        let position = query.cursor(FairSnapshot.Position.init(cursor:))
        if order == .nearest, place == nil, !query.has("lat"), !query.has("lon") {
            query.note(
                "sort",
                .needsOther,
                "nearest needs a place; give lat and lon",
                .other("lat")
            )
        }
        let (count, sorted) = try query.checked(limit, order)
        return Wish(
            filter: filter,
            place: place,
            order: sorted,
            limit: count,
            position: position,
            visited: visited.map { $0 == .true }
        )
    }

    /// What the visitor has rated, which is their own to see; nil where nobody says who they are.
    private func ownRatings(
        _ request: Request,
        isRequired: Bool
    ) async throws -> [String: RatingStore.Rating]? {
        let account =
            isRequired
            ? try await desk.gate.account(of: request)
            : try await desk.gate.accountIfPresent(of: request)
        guard let account else { return nil }
        return try await desk.ratings.ratings(of: account.id.rawValue)
    }

    private func features(
        of shown: ArraySlice<FairSnapshot.Found>,
        own: [String: RatingStore.Rating]?
    ) async throws -> FeatureCollectionWriter {
        let logos = try await logos(of: shown.map(\.stand))
        var list = FeatureCollectionWriter(capacity: 256 + shown.count * 640)
        for found in shown {
            let exhibitor = found.stand.exhibitor
            list.feature(writtenBy: { json in
                json.exhibitor(
                    found.stand,
                    tally: desk.board.tally(of: exhibitor.id),
                    logo: found.stand.picture.flatMap { logos[$0] },
                    distance: found.distance,
                    own: own.map { $0[exhibitor.id] }
                )
            })
        }
        return list
    }

    private func search(_ query: inout QueryReader) -> String? {
        guard let text = query.text("q") else { return nil }
        guard text.count <= Self.searchLimit else {
            query.note(
                "q",
                .wrongLength,
                "has \(text.count) characters; it has at most \(Self.searchLimit)",
                .range("\(text.count)", 1, Self.searchLimit)
            )
            return nil
        }
        return text
    }

    /// The pictures of signs, by their hashes.
    private func logos(of stands: [FairSnapshot.Stand]) async throws -> [String: Medium] {
        let hashes = Set(stands.compactMap(\.picture))
        return hashes.isEmpty ? [:] : try await desk.shelf.media(hashes)
    }

    private func show(_ request: Request, _ context: Route.Context) async throws -> Response {
        try request.checkNoQuery()
        let stand = try desk.stand(context)
        var own: RatingStore.Rating??
        if let account = try await desk.gate.accountIfPresent(of: request) {
            own = .some(try await desk.ratings.ratings(of: account.id.rawValue)[stand.exhibitor.id])
        }
        let logos = try await logos(of: [stand])
        var json = JSONWriter(capacity: 1024)
        json.exhibitor(
            stand,
            tally: desk.board.tally(of: stand.exhibitor.id),
            logo: stand.picture.flatMap { logos[$0] },
            distance: nil,
            own: own
        )
        return .tagged(request, type: .geoJSON, bytes: json.takeBytes(), mayBeKept: false)
    }

    // MARK: Logos

    private func setLogo(_ request: Request, _ context: Route.Context) async throws -> Response {
        try request.checkNoQuery()
        let stand = try await admittedStand(request, context)
        var reader = try JSONObjectReader(
            parsing: await request.jsonBody(limitBytes: min(tools.bodyLimitBytes, 4096))
        )
        let hash = reader.string("media")
        var faults = BodyFaults(reader.errors())
        if hash == nil {
            faults.note("media", .missing, "is missing; it is the hash that POST /v1/media tells")
        }
        try faults.check()
        guard let picture = try await desk.shelf.medium(hash ?? "") else {
            throw Problem.unknownPicture
        }
        try await desk.fairs.setLogos([stand.exhibitor.id: picture.hash])
        try await desk.reload()
        var json = JSONWriter(capacity: 256)
        json.object { json in
            json.member("exhibitor", stand.exhibitor.id)
            json.name("logo")
            json.medium(picture)
        }
        return Response(type: .json, bytes: json.takeBytes())
    }

    /// Lets the exhibitor's file decide again.
    private func removeLogo(_ request: Request, _ context: Route.Context) async throws -> Response {
        try request.checkNoQuery()
        let stand = try await admittedStand(request, context)
        try await desk.fairs.setLogos([stand.exhibitor.id: nil])
        try await desk.reload()
        return Response(status: .noContent)
    }

    /// The exhibitor of a path, for organizers of its fair.
    private func admittedStand(
        _ request: Request,
        _ context: Route.Context
    ) async throws -> FairSnapshot.Stand {
        try await desk.admitOrganizer(request, tools)
        let stand = try desk.stand(context)
        guard let fair = try desk.snapshot().fair(stand.fair) else { throw Problem.notReady }
        _ = try await desk.admit(fair, request, tools)
        return stand
    }
}

extension FairSnapshot.Position {
    /// The position as a text of digits and small letters.
    var cursor: String {
        let ranks = ranks.map { String($0.bitPattern, radix: 16) }.joined(separator: ",")
        return CursorText.text([ranks, name, id])
    }

    /// - Returns: nil for any other text.
    init?(cursor: String) {
        guard let parts = CursorText.parts(cursor), parts.count == 3 else { return nil }
        let written = parts[0].split(separator: ",")
        let ranks = written.compactMap { UInt64($0, radix: 16).map { Double(bitPattern: $0) } }
        guard ranks.count == written.count, ranks.count <= 8, ranks.allSatisfy({ !$0.isNaN }) else {
            return nil
        }
        self.init(ranks: ranks, name: parts[1], id: parts[2])
    }
}
