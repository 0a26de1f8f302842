internal import Compressing
internal import GeoJSON
internal import HTTPTypes
internal import Hummingbird

/// What those who run the service ask of it.
struct SystemRoutes: Sendable {
    let metrics: ServiceMetrics
    /// Whether everything is in memory.
    let isLoaded: @Sendable () -> Bool
    /// Whether what is posted can be kept; nil where nothing tells.
    let storage: StorageStatus?
    /// Whether what is in memory is what is published.
    let freshness: Freshness
    /// What `/openapi.json` answers.
    var descriptionBytes: [UInt8]

    /// The same with another description.
    func describing(_ bytes: [UInt8]) -> SystemRoutes {
        var routes = self
        routes.descriptionBytes = bytes
        return routes
    }

    /// Whether the service lives and is ready.
    var routes: [Route] {
        [
            .get("/healthz") { request, _ in
                try request.checkNoQuery()
                return status("ok")
            },
            .get("/readyz") { request, _ in
                try request.checkNoQuery()
                guard isLoaded() else { throw Problem.notReady }
                if let fault = await storage?.look() { throw Problem(storage: fault) }
                if !freshness.stale.isEmpty { throw Problem(stale: freshness.stale) }
                return status("ready")
            },
        ]
    }

    /// What the service counts.
    var metricsRoutes: [Route] {
        [
            .get("/metrics") { request, _ in
                try request.checkNoQuery()
                return Response(type: .prometheus, bytes: Array(metrics.text.utf8))
            }
        ]
    }

    /// What the service does, for programs.
    var description: [Route] {
        let packed = Gzip.compressed(descriptionBytes, effort: .quick)
        let tag = EntityTag.weak(descriptionBytes)
        return [
            .get("/openapi.json") { request, _ in
                try request.checkNoQuery()
                let fields: HTTPFields = [.eTag: tag, .cacheControl: "no-cache"]
                let known = request.headers[values: .ifNoneMatch]
                guard !known.contains(where: { EntityTag.matches($0, tag) }) else {
                    return Response(status: .notModified, headers: fields)
                }
                guard let packed, Gzip.isAccepted(by: request.headers[.acceptEncoding]) else {
                    return Response(type: .json, bytes: descriptionBytes, headers: fields)
                }
                return Response(type: .json, bytes: packed, headers: fields + Gzip.fields)
            }
        ]
    }

    private func status(_ word: String) -> Response {
        var json = JSONWriter()
        json.object { $0.member("status", word) }
        return Response(type: .json, bytes: json.takeBytes())
    }
}
