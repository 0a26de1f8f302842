import HTTPTypes
import Hummingbird
import RadarTesting
import Testing

@testable import HTTPService

@Suite("Bad bodies")
struct BadBodyTests {
    private static let latitudeRule = "a latitude lies between -90 and 90"
    private static let longitudeRule = "a longitude lies between -180 and 180"
    private static let memberNames =
        "known are text, category, lat, lon, visible_radius_m, ttl_s, precision"

    private static let bodyCases: [BadCase] = [
        BadCase(
            "{}",
            [
                ("text", "is missing; write 1 to 500 characters"),
                (
                    "category",
                    "is missing; it is one of funny, cute, educational, news, question, help"
                ),
                ("lat", "is missing; \(latitudeRule)"), ("lon", "is missing; \(longitudeRule)"),
                ("visible_radius_m", "is missing; it lies between 10 and 50000 metres"),
                ("ttl_s", "is missing; it lies between 1 and 2592000 seconds"),
            ]
        ),
        BadCase(
            #"{"text":"","category":"dogs","lat":-91,"lon":181,"visible_radius_m":9.5,"#
                + #""ttl_s":0,"precision":"vague"}"#,
            [
                (
                    "text",
                    "has 0 characters without the space around it; write 1 to 500 characters"
                ),
                (
                    "category",
                    #"is \"dogs\"; it is one of funny, cute, educational, news, question, help"#
                ),
                ("lat", "is -91; \(latitudeRule)"), ("lon", "is 181; \(longitudeRule)"),
                ("visible_radius_m", "is 9.5; it lies between 10 and 50000 metres"),
                ("ttl_s", "is 0; it lies between 1 and 2592000 seconds"),
                ("precision", #"is \"vague\"; it is exact or blurred"#),
            ]
        ),
        BadCase(
            #"{"text":1,"category":null,"lat":"1","lon":[],"visible_radius_m":{},"#
                + #""ttl_s":1.5,"precision":true}"#,
            [
                ("text", "is a number; it must be a string"),
                ("category", "is null; it must be a string"),
                ("lat", "is a string; it must be a number"),
                ("lon", "is an array; it must be a number"),
                ("visible_radius_m", "is an object; it must be a number"),
                ("ttl_s", "is 1.5; it must be a whole number"),
                ("precision", "is true or false; it must be a string"),
            ]
        ),
        BadCase(
            #"{"text":"a","category":"news","lat":1,"lon":1,"visible_radius_m":10,"#
                + #""ttl_s":1,"lat":2,"author":7,"Text":"b","author":8}"#,
            [
                ("lat", "is given twice; give it once"),
                ("author", "is given twice; give it once"),
                ("Text", "is not known here; \(memberNames)"),
            ]
        ),
        BadCase(
            #"{"text":"a\u0007","category":"news","lat":1,"lon":"x","visible_radius_m":10,"#
                + #""ttl_s":9e99}"#,
            [
                ("lon", "is a string; it must be a number"),
                ("ttl_s", "is 9e+99; it must be a whole number"),
                ("text", "holds the control character U+0007; write plain text on one line"),
            ]
        ),
    ]

    @Test(
        "a body names every member that is wrong, whether by its type, its name or its value",
        arguments: bodyCases
    )
    func bodies(bad: BadCase) async throws {
        let service = try await TestService()
        let answer = try await service.send(
            .post,
            "/v1/messages",
            token: service.token(),
            json: bad.input
        )
        #expect(answer.status == 400)
        #expect(answer.type == "application/problem+json")
        #expect(answer.body == badRequest(bad.errors))
        #expect(service.messageStore.storedIDs == [])
    }

    @Test(
        "a body that is no JSON object says where it goes wrong",
        arguments: [
            (
                "",
                "The body is not JSON: line 1, column 1: found the end where a value was expected"
            ),
            ("[]", "The body is an array; it must be a JSON object"),
            (
                "{\n\"text\": \"a\",\n}",
                "The body is not JSON: line 3, column 1: "
                    + #"found \"}\" where a member's name in quotes was expected"#
            ),
            (
                #"{"text":"a"} {}"#,
                #"The body is not JSON: line 1, column 14: found \"{\" after the end of the value"#
            ),
        ]
    )
    func malformedBodies(json: String, detail: String) async throws {
        let service = try await TestService()
        let answer = try await service.send(
            .post,
            "/v1/messages",
            token: service.token(),
            json: json
        )
        #expect(answer.status == 400)
        #expect(answer.body == problem(400, "Bad Request", detail))
    }

    @Test(
        "only application/json is read",
        arguments: [
            (nil, "The body's type is not given"), ("text/plain", #"The body is \"text/plain\""#),
            (
                "application/x-www-form-urlencoded",
                #"The body is \"application/x-www-form-urlencoded\""#
            ),
        ]
    )
    func mediaTypes(type: String?, found: String) async throws {
        let service = try await TestService()
        var headers: HTTPFields = [.authorization: "Bearer \(try await service.token())"]
        headers[.contentType] = type
        let answer = try await service.service.answer(
            .post,
            "/v1/messages",
            headers: headers,
            body: ByteBuffer(string: "{}")
        )
        #expect(answer.status == 415)
        #expect(
            answer.body
                == problem(
                    415,
                    "Unsupported Media Type",
                    "\(found); send JSON with Content-Type: application/json"
                )
        )
        let accepted = try await service.send(
            .post,
            "/v1/messages",
            token: service.token(),
            json: "{}",
            headers: [.contentType: "Application/JSON ; charset=utf-8"]
        )
        #expect(accepted.status == 400)
    }

    @Test("a body past the limit is not read, whether its length is announced or not")
    func bodyLimit() async throws {
        let service = try await TestService { $0.bodyLimitBytes = 400 }
        let token = try await service.token()
        let tooLong = problem(
            413,
            "Content Too Large",
            "The body is longer than 400 bytes, which is the most that is read"
        )
        let json = #"{"text":"\#(String(repeating: "x", count: 400))"}"#
        let answer = try await service.send(.post, "/v1/messages", token: token, json: json)
        #expect(answer.status == 413)
        #expect(answer.body == tooLong)

        let request = Request(
            head: HTTPRequest(
                method: .post,
                scheme: nil,
                authority: nil,
                path: "/v1/messages",
                headerFields: [.contentType: "application/json"]
            ),
            body: RequestBody(buffer: ByteBuffer(string: json))
        )
        let error = await #expect(throws: Problem.self) {
            try await request.jsonBody(limitBytes: 400)
        }
        #expect(error?.status == .contentTooLarge)
        #expect(try await request.jsonBody(limitBytes: json.utf8.count) == Array(json.utf8))
    }

    @Test("registering a device takes a proof of work and nothing else")
    func deviceBody() async throws {
        let answer = try await TestService().send(.post, "/v1/devices", json: #"{"name":"x"}"#)
        #expect(answer.status == 400)
        #expect(
            answer.body
                == badRequest([("name", "is not known here; known are challenge, nonce")])
        )
    }
}
