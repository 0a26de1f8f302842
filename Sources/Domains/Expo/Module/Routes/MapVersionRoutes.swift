internal import Expo
internal import GeoJSON
internal import HTTPService
internal import Hummingbird
internal import Importing
internal import Media
internal import Timekeeping

/// The plans that a fair had, for its organizers: to see, and to show one of them again.
struct MapVersionRoutes: Sendable {
    let desk: FairDesk
    let tools: ServiceTools

    var routes: [Route] {
        [
            .get("/v1/site-maps/versions") { request, _ in try await list(request) },
            .post("/v1/site-maps/{id}/restore") { request, context in
                try await restore(request, context)
            },
        ].forStaff
    }

    private func list(_ request: Request) async throws -> Response {
        try await desk.admitOrganizer(request, tools)
        var query = QueryReader(request.uri.query)
        let fair = try query.checked(query.requiredFair(desk.snapshot()))
        _ = try await desk.admit(fair, request, tools)
        let versions = try await desk.fairs.mapVersions(of: fair.id)
        let pictures = try await desk.shelf.media(Set(versions.map(\.map.picture)))
        var json = JSONWriter(capacity: 512 * (versions.count + 1))
        json.object { json in
            json.member(
                "site_maps",
                array: { list in
                    for version in versions {
                        list.siteMap(version.map, picture: pictures[version.map.picture]) { json in
                            json.member("added_at", version.addedAt.rfc3339)
                            json.member("replaced_at", version.replacedAt?.rfc3339)
                        }
                    }
                }
            )
        }
        return Response(type: .json, bytes: json.takeBytes())
    }

    private func restore(_ request: Request, _ context: Route.Context) async throws -> Response {
        try request.checkNoQuery()
        try await desk.admitOrganizer(request, tools)
        guard let id = context.pathParameter("id").flatMap({ Int64($0) }),
            let version = try await desk.fairs.mapVersion(id),
            let fair = try desk.snapshot().fair(version.map.fair)
        else {
            throw Problem(
                status: .notFound,
                detail: "There is no such plan; GET /v1/site-maps/versions lists those of a fair"
            )
        }
        _ = try await desk.admit(fair, request, tools)
        var reader = try JSONObjectReader(
            parsing: await request.jsonBody(limitBytes: min(tools.bodyLimitBytes, 1024))
        )
        let isCheck = reader.boolean("check") ?? false
        try BodyFaults(reader.errors()).check()
        guard version.replacedAt != nil else {
            throw Problem(status: .conflict, detail: "This plan is the one that is shown")
        }
        let map = version.map
        return try await desk.show(
            FairStore.NewMap(
                fair: map.fair,
                level: map.level,
                picture: map.picture,
                width: map.width,
                height: map.height,
                points: map.points,
                fit: map.fit,
                alt: map.alt
            ),
            picture: try await desk.shelf.medium(map.picture),
            at: fair,
            isCheck: isCheck,
            now: tools.clock.now
        )
    }
}

extension FairDesk {
    /// Shows a plan in place of the one of its floor, which is kept, and tells what that changes.
    ///
    /// - Parameter isCheck: Whether it is only told; nothing is changed then.
    func show(
        _ plan: FairStore.NewMap,
        picture: Medium?,
        at fair: FairSnapshot.Fair,
        isCheck: Bool,
        now: Timestamp
    ) async throws -> Response {
        let change = fair.change(to: plan.map())
        let map = isCheck ? plan.map() : try await fairs.add(plan, at: now)
        if !isCheck { try await reload() }
        var json = JSONWriter(capacity: 512)
        json.siteMap(map, picture: picture) { $0.planChange(change) }
        return Response(
            status: isCheck ? .ok : .created,
            type: .json,
            bytes: json.takeBytes()
        )
    }
}
