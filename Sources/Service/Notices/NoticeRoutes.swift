internal import Access
package import Accounts
internal import AccountsModule
internal import GeoJSON
internal import HTTPService
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import Timekeeping

/// Telling, and being told.
struct NoticeRoutes: Sendable {
    let notices: Notices
    let gate: AccountGate
    let tools: ServiceTools

    var routes: [Route] {
        [
            .get("/v1/me/notices") { request, _ in try await list(request) },
            .get("/v1/me/notices/stream") { request, _ in try await stream(request) },
            .put("/v1/me/notices/{id}/read") { request, context in
                try await read(request, context)
            },
            .get("/v1/me/notice-settings") { request, _ in try await settings(request) },
            .put("/v1/me/notice-settings") { request, _ in try await set(request) },
        ] + [.post("/v1/notices") { request, _ in try await post(request) }].forStaff
    }

    // MARK: Telling

    private func post(_ request: Request) async throws -> Response {
        try request.checkNoQuery()
        try await tools.gate.admit(NoticesModule.editor, request)
        let bytes = try await request.jsonBody(limitBytes: min(tools.bodyLimitBytes, 16_384))
        let draft = try NoticeReading.draft(bytes, at: notices.clock.now)
        if case .account(let id) = draft.audience {
            guard let account = try await notices.accounts.account(id) else {
                throw Problem.refusedContent(
                    ParameterError(
                        parameter: "audience",
                        fault: .notOneOf,
                        message: "names no account"
                    )
                )
            }
            guard !account.isChild else {
                throw Problem.refusedContent(
                    ParameterError(
                        parameter: "audience",
                        fault: .notForChildren,
                        message: "names an account that is told nothing"
                    )
                )
            }
        }
        let id = try await notices.post(draft)
        var json = JSONWriter(capacity: 64)
        json.object { json in
            json.member("id", id.map { "\($0)" })
            json.member("was_there", id == nil)
        }
        return Response(
            status: id == nil ? .ok : .created,
            type: .json,
            bytes: json.takeBytes()
        )
    }

    // MARK: Being told

    private func list(_ request: Request) async throws -> Response {
        try request.checkNoQuery()
        let account = try await gate.account(of: request)
        let all = try await notices.notices(for: account)
        var json = JSONWriter(capacity: 64 + all.count * 320)
        json.object { json in
            json.member("unread", all.count { $0.readAt == nil })
            json.member(
                "notices",
                array: { list in
                    // The newest first.
                    for notice in all.reversed() { list.object { $0.members(of: notice) } }
                }
            )
        }
        return Response(type: .json, bytes: json.takeBytes())
    }

    private func read(_ request: Request, _ context: Route.Context) async throws -> Response {
        try request.checkNoQuery()
        let account = try await gate.account(of: request)
        guard let id = context.pathParameter("id").flatMap(Int64.init), id > 0,
            try await notices.noteRead(id, by: account)
        else { throw Problem(status: .notFound, detail: "You were told no such notice") }
        return Response(status: .noContent)
    }

    /// Server-sent events `notice`: what there is behind `Last-Event-ID`, and what comes; unasked, so that quiet
    /// hours and the most a day hold.
    private func stream(_ request: Request) async throws -> Response {
        try request.checkNoQuery()
        let account = try await gate.account(of: request)
        let last = request.headers[.lastEventID].flatMap(Int64.init) ?? 0
        let (signs, id) = notices.signs()
        let token = request.presentedToken ?? ""
        return .events(to: request) { [notices] in
            notices.wake(id)
        } leaving: { [notices] in
            notices.end(id)
        } _: { [notices] writer in
            var last = last
            var saidAt = ContinuousClock.now
            for await _ in signs {
                // Erased or signed out meanwhile: nothing more is told.
                guard try await notices.accounts.account(presenting: token) != nil else { break }
                let fresh = try await notices.unasked(for: account, after: last)
                if let newest = fresh.last {
                    last = newest.id
                    try await writer.write(ByteBuffer(bytes: Self.events(fresh)))
                } else if saidAt.duration(to: .now) >= Self.longestSilence {
                    try await writer.write(Response.eventStreamSign)
                } else {
                    continue
                }
                saidAt = .now
            }
        }
    }

    /// After so long a stream says that it is there.
    private static let longestSilence = Duration.seconds(10)

    private static func events(_ fresh: [Notice]) -> [UInt8] {
        var bytes: [UInt8] = []
        for notice in fresh {
            var json = JSONWriter(capacity: 320)
            json.object { $0.members(of: notice) }
            bytes += Array("id: \(notice.id)\nevent: notice\ndata: ".utf8)
            bytes += json.takeBytes()
            bytes += Array("\n\n".utf8)
        }
        return bytes
    }

    // MARK: Settings

    private func settings(_ request: Request) async throws -> Response {
        try request.checkNoQuery()
        let account = try await gate.account(of: request)
        return Self.response(try await notices.settings(of: account.id))
    }

    private func set(_ request: Request) async throws -> Response {
        try request.checkNoQuery()
        let account = try await gate.account(of: request)
        let bytes = try await request.jsonBody(limitBytes: min(tools.bodyLimitBytes, 4096))
        let settings = try NoticeReading.settings(bytes)
        try await notices.set(settings, of: account.id)
        return Self.response(settings)
    }

    private static func response(_ settings: NoticeSettings) -> Response {
        var json = JSONWriter(capacity: 160)
        json.object { $0.members(of: settings) }
        return Response(type: .json, bytes: json.takeBytes())
    }
}

extension Notices {
    /// What an account is told unasked now: nothing in its time of quiet, and of each topic so many a day.
    package func unasked(for account: Account, after last: Int64) async throws -> [Notice] {
        let settings = try await settings(of: account.id)
        guard !settings.isQuiet(at: clock.now) else { return [] }
        // Counted from the first, so that who comes back is not told more.
        return settings.told(of: try await notices(for: account)).filter { $0.id > last }
    }
}

extension JSONWriter {
    mutating func members(of notice: Notice) {
        member("id", String(notice.id))
        member("topic", notice.draft.topic)
        member("title", notice.draft.title)
        member("body", notice.draft.body)
        member("link", notice.draft.link)
        member("from", notice.draft.from.rfc3339)
        member("until", notice.draft.until.rfc3339)
        member("read_at", notice.readAt?.rfc3339)
    }

    mutating func members(of settings: NoticeSettings) {
        member("quiet_from", settings.quietFrom.map(NoticeReading.text))
        member("quiet_to", settings.quietTo.map(NoticeReading.text))
        member("time_zone", settings.timeZone)
        member("most_per_day", settings.mostPerDay)
    }
}

extension HTTPField.Name {
    /// Source: WHATWG HTML, section 9.2.4.
    fileprivate static let lastEventID = Self("Last-Event-ID") ?? .ifMatch
}
