internal import Datasets
internal import GeoJSON
internal import Geodesy
internal import HTTPService
internal import Hummingbird
internal import TextSearch
internal import Timekeeping

/// What has the words that somebody types, of any kind.
struct SearchRoutes: Sendable {
    let sources: [SearchSource]
    let clock: any WallClock

    var routes: [Route] { [.get("/v1/search") { request, _ in try search(request) }].quick }

    private func search(_ request: Request) throws -> Response {
        var query = QueryReader(request.uri.query)
        let words = query.searchText()
        let kinds = kinds(&query)
        let event = event(&query)
        let (center, radius, limit) = (
            query.optionalPlace(), query.optionalRadius(), query.limit()
        )
        if radius != nil, !query.has("lat"), !query.has("lon") {
            query.note("radius_m", .needsOther, "needs a place; give lat and lon", .other("lat"))
        }
        let (text, asked, count) = try query.checked(words, kinds, limit)
        var hits: [(kind: String, hit: SearchIndex.Hit)] = []
        for source in asked {
            guard let index = source.index() else { throw Problem.notReady }
            hits += index.find(
                text,
                event: event,
                around: center,
                within: radius,
                limit: count
            ).map { (source.kind, $0) }
        }
        // Each source's hits are in order already, and of equals those of the first source come first.
        let best = hits.enumerated().sorted { left, right in
            let (one, two) = (left.element.hit, right.element.hit)
            if one.score != two.score { return one.score > two.score }
            let (near, far) = (one.distance?.meters ?? .infinity, two.distance?.meters ?? .infinity)
            return near != far ? near < far : left.offset < right.offset
        }.prefix(count).map(\.element)
        var list = FeatureCollectionWriter(capacity: 256 + best.count * 256)
        for (kind, hit) in best {
            list.feature(
                id: .text(hit.document.id),
                geometry: hit.document.place.map(Geometry.point)
            ) { json in
                json.member("kind", kind)
                json.member("title", hit.document.title)
                json.member("detail", hit.document.detail)
                json.member("event", hit.document.event)
                json.member("score", (hit.score * 1000).rounded() / 1000)
                if let distance = hit.distance { json.member("distance_m", distance) }
            }
        }
        return list.response(to: request, at: clock.now, next: nil)
    }

    /// The id of an event that something belongs to; nil where none is given.
    private func event(_ query: inout QueryReader) -> String? {
        guard let text = query.text("event") else { return nil }
        let indexes = sources.map { $0.index() }
        // What is not loaded may know it.
        if !indexes.contains(where: { $0?.knows(event: text) ?? true }) {
            query.note(
                ParameterError(
                    parameter: "event",
                    fault: .notOneOf,
                    message:
                        "is \(quoted(text)), and nothing that can be searched belongs to such an "
                        + "event",
                    values: .choices(text, []),
                    namesNothing: true
                )
            )
        }
        return text
    }

    /// The sources of `kind`, one or more words with commas between them; all where it is not given.
    private func kinds(_ query: inout QueryReader) -> [SearchSource]? {
        guard let text = query.text("kind") else { return sources }
        let names = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        let known = sources.map(\.kind)
        if let unknown = names.first(where: { !known.contains($0) }) {
            query.note(
                "kind",
                .notOneOf,
                "has \(quoted(unknown)); there are \(known.joined(separator: ", ")), and commas go "
                    + "between several",
                .choices(unknown, known)
            )
            return nil
        }
        return sources.filter { names.contains($0.kind) }
    }
}

extension QueryReader {
    /// The text of `q`, required: 1 to 200 characters.
    fileprivate mutating func searchText() -> String? {
        guard let text = text("q") else {
            require("q", "give the beginnings of words")
            return nil
        }
        guard text.count <= 200 else {
            note(
                "q",
                .wrongLength,
                "has \(text.count) characters; it has at most 200",
                .range("\(text.count)", 1, 200)
            )
            return nil
        }
        return text
    }
}
