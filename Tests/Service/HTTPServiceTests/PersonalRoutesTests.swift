import GeoJSON
import HTTPTypes
import Radar
import RadarTesting
import Testing
import Timekeeping

@testable import HTTPService

@Suite struct PersonalRoutesTests {
    private static let post =
        #"{"text":"hi","category":"news","lat":38.9,"lon":-77.03,"visible_radius_m":1000,"#
        + #""ttl_s":60}"#

    private static let bookmarkHere = "/bookmark?lat=38.9&lon=-77.03"

    private func post(
        _ service: TestService,
        by token: String,
        json: String = post,
        key: String? = nil
    ) async throws -> Answer {
        try await service.send(
            .post,
            "/v1/messages",
            token: token,
            json: json,
            headers: key.map { [.idempotencyKey: $0] } ?? [:]
        )
    }

    @Test("a bookmarked message stays readable for its bookmarker alone after it has expired")
    func bookmark() async throws {
        let service = try await TestService()
        let author = try await service.token()
        let reader = try await service.token()
        let posted = try await post(service, by: author)
        for _ in 0..<2 {
            let kept = try await service.send(
                .put,
                messagePath(1, Self.bookmarkHere),
                token: reader
            )
            #expect(kept.status == 204)
            #expect(kept.body.isEmpty)
        }
        service.clock.set(
            Timestamp(millisecondsSince1970: TestService.noon.millisecondsSince1970 + 60_000)
        )
        #expect(try await service.board.sweep(limit: 100) == 1)
        let read = try await service.send(.get, messagePath(1), token: reader)
        #expect(read.status == 200)
        #expect(read.body == posted.body)
        #expect(try await service.get(messagePath(1, "?lat=38.9&lon=-77.03")).status == 404)
        #expect(try await service.send(.get, messagePath(1), token: author).body == read.body)
        let list = try await service.send(.get, "/v1/me/bookmarks", token: reader)
        #expect(
            list.body
                == #"{"type":"FeatureCollection","features":[{"type":"Feature","id":"\#(publicID(1))","#
                + #""geometry":{"type":"Point","coordinates":[-77.03,38.9]},"properties":{"#
                + #""state":"expired","bookmarked_at":"2026-11-03T12:00:00Z","text":"hi","#
                + #""category":"news","posted_at":"2026-11-03T12:00:00Z","#
                + #""expires_at":"2026-11-03T12:01:00Z","visible_radius_m":1000}}],"#
                + #""numberReturned":1,"timeStamp":"2026-11-03T12:01:00Z","links":[]}"#
        )
        for _ in 0..<2 {
            let gone = try await service.send(.delete, messagePath(1, "/bookmark"), token: reader)
            #expect(gone.status == 204)
        }
        #expect(try await service.send(.get, messagePath(1), token: reader).status == 404)
        let late = try await service.send(.put, messagePath(1, Self.bookmarkHere), token: reader)
        #expect(late.status == 404)
    }

    @Test("a bookmark says whether the author or a moderator took the message away")
    func gone() async throws {
        let service = try await TestService()
        let author = try await service.token()
        let reader = try await service.token()
        for number: Int64 in 1...2 {
            _ = try await post(service, by: author)
            _ = try await service.send(.put, messagePath(number, Self.bookmarkHere), token: reader)
        }
        #expect(try await service.send(.delete, messagePath(1), token: author).status == 204)
        let hidden = try await service.send(
            .post,
            "/v1/moderation/messages/\(publicID(2))",
            token: TestService.moderator,
            json: #"{"action":"hide"}"#
        )
        #expect(hidden.status == 200)
        for (id, detail) in [
            (1, "the message was removed by its author"),
            (2, "the message was hidden by a moderator"),
        ] as [(Int64, String)] {
            let answer = try await service.send(.get, messagePath(id), token: reader)
            #expect(answer.body == problem(404, "Not Found", detail))
        }
        let list = try await service.send(.get, "/v1/me/bookmarks", token: reader).body
        #expect(
            list.contains(
                #"{"type":"Feature","id":"\#(publicID(2))","geometry":null,"properties":{"#
                    + #""state":"hidden_by_moderator","bookmarked_at":"2026-11-03T12:00:00Z"}}"#
            )
        )
        #expect(list.contains(#""state":"removed_by_author""#))
        let sent = try await service.send(.get, "/v1/me/sent", token: author).body
        #expect(try Page(sent).ids == ["2"])
        #expect(sent.contains(#""state":"hidden_by_moderator","text":"hi""#))
    }

    @Test("lists of one's own come in pages whose links lead through all of it")
    func pages() async throws {
        let service = try await TestService()
        let token = try await service.token()
        for number: Int64 in 1...5 {
            _ = try await post(service, by: token)
            _ = try await service.send(.put, messagePath(number, Self.bookmarkHere), token: token)
        }
        for list in ["/v1/me/bookmarks", "/v1/me/sent"] {
            var ids: [String] = []
            var next: String? = "\(list)?limit=2"
            while let uri = next, ids.count < 9 {
                let page = try Page(try await service.send(.get, uri, token: token).body)
                ids += page.ids
                next = page.next
            }
            #expect(ids == ["5", "4", "3", "2", "1"])
            let wrong = try await service.send(.get, "\(list)?cursor=abc", token: token)
            #expect(
                wrong.body
                    == badRequest([
                        ("cursor", "is not a cursor that this list was answered with")
                    ])
            )
            #expect(try await service.get(list).status == 401)
        }
    }

    @Test("settings have defaults and limits, and unknown members are refused by name")
    func settings() async throws {
        let service = try await TestService()
        let token = try await service.token()
        let standard =
            #"{"quickdrop_enabled":false,"quickdrop_visible_radius_m":1000,"#
            + #""quickdrop_ttl_s":3600,"scan_radius_m":5000}"#
        func send(_ method: HTTPRequest.Method, _ json: String? = nil) async throws -> Answer {
            try await service.send(method, "/v1/me/settings", token: token, json: json)
        }
        #expect(try await send(.get).body == standard)
        let own = standard.replacing("false", with: "true").replacing("5000", with: "250")
        #expect(try await send(.put, own).body == own)
        #expect(try await send(.get).body == own)
        let wrong = try await send(
            .put,
            #"{"quickdrop_enabled":1,"quickdrop_ttl_s":0,"scan_radius_m":50001,"colour":"red"}"#
        )
        #expect(
            wrong.body
                == badRequest([
                    ("quickdrop_enabled", "is a number; it must be true or false"),
                    (
                        "colour",
                        "is not known here; known are quickdrop_enabled, "
                            + "quickdrop_visible_radius_m, quickdrop_ttl_s, scan_radius_m"
                    ),
                    ("quickdrop_ttl_s", "is 0; it lies between 1 and 2592000 seconds"),
                    ("scan_radius_m", "is 50001; it lies between 10 and 50000 metres"),
                ])
        )
        #expect(try await send(.get).body == own)
        #expect(try await send(.put, "{}").body == standard)
    }

    @Test("a device that is forgotten takes its messages and its token with it")
    func forget() async throws {
        let service = try await TestService()
        let token = try await service.token()
        let other = try await service.token()
        _ = try await post(service, by: token)
        _ = try await service.send(.put, messagePath(1, Self.bookmarkHere), token: other)
        #expect(try await service.send(.delete, "/v1/me", token: token).status == 204)
        #expect(try await service.get(messagePath(1, "?lat=38.9&lon=-77.03")).status == 404)
        #expect(service.messageStore.storedIDs == [])
        #expect(service.messageStore.tokenHashes.count == 1)
        #expect(try await post(service, by: token).status == 401)
        #expect(try await service.send(.delete, "/v1/me", token: token).status == 401)
        let kept = try await service.send(.get, "/v1/me/bookmarks", token: other).body
        #expect(kept.contains(#""state":"removed_by_author""#))
    }

    @Test("a post that is sent again under its key makes one message and one answer")
    func idempotency() async throws {
        let service = try await TestService()
        let token = try await service.token()
        let first = try await post(service, by: token, key: "a-1")
        service.clock.set(
            Timestamp(millisecondsSince1970: TestService.noon.millisecondsSince1970 + 5000)
        )
        let again = try await post(service, by: token, key: "a-1")
        #expect(first.status == 201 && again.status == 201)
        #expect(first.body == again.body)
        #expect(first.headers[.location] == again.headers[.location])
        let other = Self.post.replacing("hi", with: "ho")
        let taken = try await post(service, by: token, json: other, key: "a-1")
        #expect(taken.status == 422)
        #expect(taken.body.contains(#""parameter":"Idempotency-Key""#))
        #expect(try await post(service, by: service.token(), key: "a-1").status == 201)
        #expect(try await post(service, by: token, key: "a-2").status == 201)
        #expect(service.messageStore.storedIDs.count == 3)
        for bad in [String(repeating: "x", count: 256), "a b", ""] {
            #expect(try await post(service, by: token, key: bad).status == 400)
        }
    }
}
