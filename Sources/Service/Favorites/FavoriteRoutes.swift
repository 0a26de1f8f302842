internal import Accounts
internal import AccountsModule
internal import GeoJSON
internal import HTTPService
internal import HTTPTypes
internal import Hummingbird
internal import TextSearch
internal import Timekeeping

/// What the account of a request has marked, and how it marks more.
struct FavoriteRoutes: Sendable {
    let marks: MarkStore
    let gate: AccountGate
    /// What may be marked.
    let kinds: [MarkableKind]
    let clock: any WallClock

    /// How a list is ordered.
    private enum Order: String, CaseIterable {
        /// By what it is called, as ``RootCollation`` has it.
        case name
        /// What was marked first, first.
        case added
    }

    var routes: [Route] {
        routes(of: .favorite, under: "favorites") + routes(of: .follow, under: "follows")
    }

    private func routes(of mark: MarkableKind.Mark, under word: String) -> [Route] {
        let one = "/v1/me/\(word)/{kind}/{id}"
        return [
            .get("/v1/me/\(word)") { request, _ in try await list(mark, word, request) },
            .put(one) { request, context in try await add(mark, request, context) },
            .delete(one) { request, context in try await remove(mark, request, context) },
        ]
    }

    private func list(
        _ mark: MarkableKind.Mark,
        _ word: String,
        _ request: Request
    ) async throws -> Response {
        let account = try await gate.account(of: request)
        var query = QueryReader(request.uri.query)
        let order = query.word("sort", standard: Order.name)
        let kind = query.text("kind")
        let known = kinds.filter { $0.mark == mark }.map(\.name)
        if let kind, !known.contains(kind) {
            query.note(
                "kind",
                .notOneOf,
                "is \(quoted(kind)); it is \(known.joined(separator: " or "))",
                .choices(kind, known)
            )
        }
        let sorted = try query.checked(order)
        let entries = try await marks.entries(mark, kind: kind, of: account.id.rawValue)
        var shown = try entries.map { entry in (entry: entry, title: try title(of: entry, mark)) }
        if sorted == .name {
            shown.sort { left, right in
                let (one, two) = (left.title ?? left.entry.title, right.title ?? right.entry.title)
                if one != two { return RootCollation.precedes(one, two) }
                return (left.entry.kind, left.entry.id) < (right.entry.kind, right.entry.id)
            }
        }
        var json = JSONWriter(capacity: 256 + shown.count * 128)
        json.object { json in
            json.member(
                word,
                array: { list in
                    for (entry, title) in shown {
                        list.object { json in
                            json.member("kind", entry.kind)
                            json.member("id", entry.id)
                            json.member("title", title ?? entry.title)
                            json.member("added_at", entry.addedAt.rfc3339)
                            json.member("gone", title == nil)
                        }
                    }
                }
            )
            json.member("numberReturned", shown.count)
        }
        return Response(type: .json, bytes: json.takeBytes())
    }

    /// What a marked record is called now; nil where it is no longer published.
    private func title(of entry: MarkStore.Entry, _ mark: MarkableKind.Mark) throws -> String? {
        let kind = kinds.first { $0.mark == mark && $0.name == entry.kind }
        return try kind?.title(entry.id)
    }

    private func add(
        _ mark: MarkableKind.Mark,
        _ request: Request,
        _ context: Route.Context
    ) async throws -> Response {
        try request.checkNoQuery()
        let account = try await gate.account(of: request)
        let (kind, id) = try named(mark, context)
        guard let title = try kind.title(id) else {
            throw Problem(
                status: .notFound,
                detail: "Nothing of the kind \(kind.name) has this id"
            )
        }
        let isMarked = try await marks.add(
            mark,
            kind: kind.name,
            id: id,
            title: title,
            for: account.id.rawValue,
            at: clock.now
        )
        guard isMarked else {
            throw Problem(
                status: .conflict,
                detail: "An account has at most \(MarkStore.limit) of these; take one away first"
            )
        }
        return Response(status: .noContent)
    }

    /// A record that is no longer published can be taken away, too.
    private func remove(
        _ mark: MarkableKind.Mark,
        _ request: Request,
        _ context: Route.Context
    ) async throws -> Response {
        try request.checkNoQuery()
        let account = try await gate.account(of: request)
        let (kind, id) = try named(mark, context)
        try await marks.remove(mark, kind: kind.name, id: id, for: account.id.rawValue)
        return Response(status: .noContent)
    }

    private func named(
        _ mark: MarkableKind.Mark,
        _ context: Route.Context
    ) throws(Problem) -> (MarkableKind, id: String) {
        let known = kinds.filter { $0.mark == mark }
        guard let kind = known.first(where: { $0.name == context.pathParameter("kind") }) else {
            let names = known.map(\.name).joined(separator: ", ")
            throw Problem(
                status: .notFound,
                detail: "There is no such kind; there are: \(names.isEmpty ? "none" : names)"
            )
        }
        guard let id = context.pathParameter("id"), (1...600).contains(id.utf8.count) else {
            throw Problem(
                status: .notFound,
                detail: "Nothing of the kind \(kind.name) has this id"
            )
        }
        return (kind, id)
    }
}
