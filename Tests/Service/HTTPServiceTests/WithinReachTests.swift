import HTTPTypes
import Radar
import RadarTesting
import Testing

@testable import HTTPService

/// A message is given to who is within its reach, and to nobody else.
@Suite("Within reach")
struct WithinReachTests {
    private let service: TestService
    private let reader: String
    private let near = "?lat=38.9&lon=-77.03"
    private let far = "?lat=38.95&lon=-77.03"
    /// The message, one that never was, and texts that are no id.
    private static let paths = [
        messagePath(1), messagePath(2), "/v1/messages/1", "/v1/messages/abc", "/v1/messages/-1",
        "/v1/messages/99999999999999999999", "/v1/messages/%6D", "/v1/messages/%FF",
    ]

    init() async throws {
        service = try await TestService(messages: [message(1, at: place(38.9, -77.03))])
        reader = try await service.token()
    }

    @Test("out of reach, unknown and malformed: one answer to the byte", arguments: paths)
    func alike(path: String) async throws {
        for query in [far, ""] + (path == messagePath(1) ? [] : [near]) {
            for token in [nil, reader, TestService.moderator] {
                if token == TestService.moderator, path == messagePath(1) { continue }
                let answer = try await service.send(.get, path + query, token: token)
                #expect(answer.status == 404)
                #expect(answer.body == noMessage)
            }
        }
        let place = path == messagePath(1) ? far : near
        let saved = try await service.send(.put, path + "/bookmark" + place, token: reader)
        #expect(saved.body == noMessage)
        let position = place == near ? #""lat":38.9,"lon":-77.03"# : #""lat":38.95,"lon":-77.03"#
        let reported = try await service.send(
            .post,
            path + "/reports",
            token: reader,
            json: #"{"reason":"spam",\#(position)}"#
        )
        #expect(reported.body == noMessage)
    }

    @Test("within reach anybody is given it, with any token or none")
    func within() async throws {
        for token in [nil, reader, "nonsense", TestService.moderator] {
            let answer = try await service.send(.get, messagePath(1, near), token: token)
            #expect(answer.status == 200)
            #expect(answer.body.hasPrefix(#"{"type":"Feature","id":"\#(publicID(1))","#))
        }
        #expect(try await service.send(.head, messagePath(1, near)).status == 200)
    }

    @Test("a moderator needs no place; other staff and tokens that are not known are told so")
    func staff() async throws {
        let moderator = try await service.send(.get, messagePath(1), token: TestService.moderator)
        #expect(moderator.status == 200)
        for path in [messagePath(1), messagePath(2)] {
            for token in [TestService.importer, "nonsense"] {
                #expect(try await service.send(.get, path, token: token).status == 401)
            }
        }
    }

    @Test("a place is both of lat and lon; saving and reporting need one")
    func places() async throws {
        let latitude = ("lat", "is missing; a latitude lies between -90 and 90")
        let longitude = ("lon", "is missing; a longitude lies between -180 and 180")
        for path in [messagePath(1), messagePath(2), "/v1/messages/x"] {
            #expect(try await service.get(path + "?lat=1").body == badRequest([longitude]))
            #expect(try await service.get(path + "?lon=1").body == badRequest([latitude]))
            #expect(
                try await service.get(path + "?radius_m=1").body
                    == badRequest([("radius_m", "is not known here; known are lat, lon")])
            )
            let saved = try await service.send(.put, path + "/bookmark", token: reader)
            #expect(saved.body == badRequest([latitude, longitude]))
        }
    }

    @Test("no answer, address, cursor or event tells a number of a message")
    func numbers() async throws {
        let secret: Int64 = 88_664_422
        let service = try await TestService(
            messages: (0..<9).map { try message(secret + $0, at: place(38.9, -77.03)) }
        )
        let token = try await service.token()
        var texts: [String] = []
        func note(_ answer: Answer) {
            texts.append(answer.body)
            texts.append(answer.headers[.location] ?? "")
        }
        let list = try await service.get("/v1/messages\(near)&radius_m=10&limit=2")
        note(list)
        for sort in ["nearest", "newest"] {
            note(try await service.get("/v1/messages\(near)&radius_m=10&limit=2&sort=\(sort)"))
        }
        note(try await service.get(messagePath(secret, near)))
        for number in secret..<secret + 3 {
            let path = messagePath(number, "/bookmark" + near)
            #expect(try await service.send(.put, path, token: token).status == 204)
        }
        note(try await service.send(.get, "/v1/me/bookmarks?limit=1", token: token))
        note(
            try await service.send(
                .post,
                "/v1/messages",
                token: token,
                json: #"{"text":"a","category":"news","lat":38.9,"lon":-77.03,"#
                    + #""visible_radius_m":100,"ttl_s":60}"#
            )
        )
        note(try await service.send(.delete, messagePath(secret), token: token))
        #expect(texts.contains { $0.contains("/v1/messages/m") })
        for text in texts { #expect(!text.contains("8866442")) }
    }
}
