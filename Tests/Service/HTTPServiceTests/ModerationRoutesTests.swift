import GeoJSON
import HTTPTypes
import Radar
import RadarTesting
import Testing
import Wording

@testable import HTTPService

@Suite struct ModerationRoutesTests {
    private let service: TestService
    private let author: String

    init() async throws {
        service = try await TestService()
        author = try await service.token()
        let post =
            #"{"text":"hi","category":"news","lat":38.9,"lon":-77.03,"visible_radius_m":1000,"#
            + #""ttl_s":60}"#
        _ = try await service.send(.post, "/v1/messages", token: author, json: post)
    }

    private func report(
        by token: String,
        _ json: String = #"{"reason":"spam","lat":38.9,"lon":-77.03}"#
    ) async throws
        -> Answer
    {
        try await service.send(.post, messagePath(1, "/reports"), token: token, json: json)
    }

    private func decide(_ action: String, by token: String?) async throws -> Answer {
        try await service.send(
            .post,
            "/v1/moderation/messages/\(publicID(1))",
            token: token,
            json: #"{"action":"\#(action)"}"#
        )
    }

    @Test("three devices' reports hide a message until a moderator decides")
    func reports() async throws {
        let reader = try await service.token()
        for _ in 0..<5 { #expect(try await report(by: reader).status == 204) }
        #expect(try await service.get(messagePath(1, "?lat=38.9&lon=-77.03")).status == 200)
        for reason in ["hate", "spam"] {
            let token = try await service.token()
            #expect(
                try await report(by: token, #"{"reason":"\#(reason)","lat":38.9,"lon":-77.03}"#)
                    .status == 204
            )
        }
        #expect(try await service.get(messagePath(1, "?lat=38.9&lon=-77.03")).status == 404)

        let queue = try await service.send(
            .get,
            "/v1/moderation/queue",
            token: TestService.moderator
        )
        #expect(
            queue.body
                == #"{"type":"FeatureCollection","features":[{"type":"Feature","id":"\#(publicID(1))","#
                + #""geometry":{"type":"Point","coordinates":[-77.03,38.9]},"properties":{"#
                + #""state":"hidden_for_review","reports":3,"reasons":{"hate":1,"spam":2},"#
                + #""first_reported_at":"2026-11-03T12:00:00Z","text":"hi","#
                + #""category":"news","posted_at":"2026-11-03T12:00:00Z","#
                + #""expires_at":"2026-11-03T12:01:00Z","visible_radius_m":1000}}],"#
                + #""numberReturned":1,"timeStamp":"2026-11-03T12:00:00Z","links":[]}"#
        )
        let restored = try await decide("restore", by: TestService.moderator)
        #expect(restored.status == 200)
        #expect(restored.body.contains(#""state":"live""#))
        #expect(try await service.get(messagePath(1, "?lat=38.9&lon=-77.03")).status == 200)
        let empty = try await service.send(
            .get,
            "/v1/moderation/queue",
            token: TestService.moderator
        )
        #expect(try Page(empty.body).ids.isEmpty)
        #expect(try await decide("hide", by: TestService.moderator).status == 200)
        #expect(try await service.get(messagePath(1, "?lat=38.9&lon=-77.03")).status == 404)
    }

    @Test("a report names one of the reasons, and its message exists")
    func badReports() async throws {
        let token = try await service.token()
        let reasons =
            "it is one of spam, abuse, hate, sexual, violence, personal_data, "
            + "false_information, other"
        for (json, errors) in [
            (
                "{}",
                [
                    ("reason", "is missing; \(reasons)"),
                    ("lat", "is missing; a latitude lies between -90 and 90"),
                    ("lon", "is missing; a longitude lies between -180 and 180"),
                ]
            ),
            (
                #"{"reason":"dull","lat":1,"lon":181}"#,
                [
                    ("reason", #"is \"dull\"; \#(reasons)"#),
                    ("lon", "is 181; a longitude lies between -180 and 180"),
                ]
            ),
            (
                #"{"reason":7,"lat":"1","lon":2}"#,
                [
                    ("reason", "is a number; it must be a string"),
                    ("lat", "is a string; it must be a number"),
                ]
            ),
            (
                #"{"reason":"spam","lat":1,"lon":2,"why":"x"}"#,
                [("why", "is not known here; known are reason, lat, lon")]
            ),
        ] {
            #expect(try await report(by: token, json).body == badRequest(errors))
        }
        let missing = try await service.send(
            .post,
            messagePath(9, "/reports"),
            token: token,
            json: #"{"reason":"spam","lat":38.9,"lon":-77.03}"#
        )
        #expect(missing.status == 404)
        #expect(
            try await service.send(
                .post,
                messagePath(1, "/reports"),
                json: #"{"reason":"spam","lat":38.9,"lon":-77.03}"#
            ).status == 401
        )
    }

    @Test("nobody but a moderator sees the queue or decides")
    func strangers() async throws {
        for token in [nil, author, "nonsense"] as [String?] {
            let queue = try await service.send(.get, "/v1/moderation/queue", token: token)
            #expect(queue.status == 401)
            #expect(try await decide("hide", by: token).status == 401)
            #expect(queue.headers[.wwwAuthenticate]?.hasPrefix("Bearer ") == true)
        }
        #expect(try await decide("hide", by: TestService.importer).status == 403)
        #expect(try await service.get(messagePath(1, "?lat=38.9&lon=-77.03")).status == 200)
        let wrong = try await decide("burn", by: TestService.moderator)
        #expect(
            wrong.body == badRequest([("action", #"is \"burn\"; it is hide or restore"#)])
        )
    }

    @Test("a text with a word of the list is refused with 422, and nothing is stored")
    func refusedWords() async throws {
        let service = try await TestService(
            limits: RadarLimits(refusedWords: WordFilter(parsing: "# a list\nfool*\nbad word"))
        )
        let token = try await service.token()
        for (text, status) in [
            ("you FÓOLISH man", 422), ("a bad,  Word!", 422), ("badword", 201), ("tomfool", 201),
        ] {
            let answer = try await service.send(
                .post,
                "/v1/messages",
                token: token,
                json: #"{"text":"\#(text)","category":"news","lat":1,"lon":2,"#
                    + #""visible_radius_m":100,"ttl_s":60}"#
            )
            #expect(answer.status == status, "\(text)")
            if status == 422 {
                #expect(answer.body.contains(#""errors":[{"parameter":"text","#))
                #expect(!answer.body.lowercased().contains("fool"))
            }
        }
        #expect(service.messageStore.storedIDs.count == 2)
    }
}
