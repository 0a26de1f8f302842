internal import Access
internal import GRDB
internal import GeoJSON
internal import HTTPService
internal import Hummingbird
internal import Sample
internal import SpatiaLiteStore
internal import Timekeeping

/// The stalls around a place, and their inspections.
struct StallRoutes: Sendable {
    let stalls: StallDirectory
    let inspections: Inspections
    let tools: ServiceTools

    var routes: [Route] {
        [
            .get("/v1/stalls") { request, _ in try around(request) },
            .post("/v1/stalls/{id}/inspections") { request, context in
                try await inspect(request, context)
            },
        ]
    }

    private func around(_ request: Request) throws -> Response {
        var query = QueryReader(request.uri.query)
        let (center, radius) = try query.checked(query.place(), query.radius())
        guard stalls.isLoaded else { throw Problem.notReady }
        var list = FeatureCollectionWriter()
        for (stall, distance) in stalls.within(radius, of: center) {
            list.feature(id: .text(stall.id), geometry: .point(stall.place)) { json in
                json.member("name", stall.name)
                json.member("goods", stall.goods)
                json.member("fee", stall.fee)
                json.member("distance_m", distance)
            }
        }
        list.finish()
        return Response(type: .geoJSON, bytes: list.takeBytes())
    }

    private func inspect(_ request: Request, _ context: Route.Context) async throws -> Response {
        try request.checkNoQuery()
        let clerk = try await tools.gate.admit(SampleModule.clerk, request).label
        guard let stall = context.pathParameter("id").flatMap({ stalls.stall($0) }) else {
            throw Problem(
                status: .notFound,
                detail: "There is no such stall; GET /v1/stalls lists them"
            )
        }
        let count = try await inspections.note(stall.id, by: clerk, at: tools.clock.now)
        var json = JSONWriter()
        json.object { json in
            json.member("stall", stall.id)
            json.member("inspections", count)
        }
        return Response(status: .created, type: .json, bytes: json.takeBytes())
    }
}

/// The module's own table.
struct Inspections: Sendable {
    let store: SpatiaLiteStore

    /// Notes an inspection; when this returns, it is on disk.
    ///
    /// - Returns: How many the stall has had.
    func note(_ stall: String, by clerk: String, at moment: Timestamp) async throws -> Int {
        try await store.write { db in
            try db.execute(
                sql: """
                    INSERT INTO sample_inspection (stall, inspected_at, inspector) VALUES (?, ?, ?)
                    """,
                arguments: [stall, moment.millisecondsSince1970, clerk]
            )
            return try Int.fetchOne(
                db,
                sql: "SELECT count(*) FROM sample_inspection WHERE stall = ?",
                arguments: [stall]
            ) ?? 0
        }
    }

    /// How many there were of each stall, by stall.
    func counts() async throws -> [(stall: String, count: Int)] {
        try await store.read { db in
            try Row.fetchAll(
                db,
                sql: "SELECT stall, count(*) FROM sample_inspection GROUP BY stall ORDER BY stall"
            ).map { ($0[0], $0[1]) }
        }
    }
}
