import HTTPTypes
import Testing

@testable import HTTPService

@Suite("Service router")
struct ServiceRouterTests {
    @Test(
        "an unknown address is not found",
        arguments: ["/nope", "/v1", "/v2/stations", "/v1/messages/1/x"]
    )
    func unknownAddress(path: String) async throws {
        let answer = try await TestService().get(path)
        #expect(answer.status == 404)
        #expect(answer.type == "application/problem+json")
        #expect(
            answer.body
                == problem(
                    404,
                    "Not Found",
                    "Nothing is at this address; GET /openapi.json lists what there is"
                )
        )
    }

    @Test(
        "a method that an address does not take is refused, with those that it takes",
        arguments: [
            ("/v1/messages", HTTPRequest.Method.delete, "GET, HEAD, POST"),
            ("/v1/messages/1", .post, "GET, HEAD, DELETE"),
            ("/v1/devices", .get, "POST"), ("/v1/devices", .head, "POST"),
            ("/v1/stations", .options, "GET, HEAD"), ("/", .put, "GET, HEAD"),
        ]
    )
    func wrongMethod(path: String, method: HTTPRequest.Method, allowed: String) async throws {
        let answer = try await TestService().send(method, path)
        #expect(answer.status == 405)
        #expect(answer.headers[.allow] == allowed)
        #expect(
            answer.body
                == (method == .head
                    ? "" : problem(405, "Method Not Allowed", "This address takes \(allowed)"))
        )
    }

    @Test("a method that HTTP does not define is not implemented")
    func unknownMethod() async throws {
        let method = try #require(HTTPRequest.Method(rawValue: "BREW"))
        let answer = try await TestService().send(method, "/v1/messages")
        #expect(answer.status == 501)
        #expect(answer.body == problem(501, "Not Implemented", "This method is not known here"))
    }

    @Test(
        "HEAD answers as GET does, without the body",
        arguments: [
            "/v1/stations?lat=1&lon=1", "/v1/stations?lat=x", "/v1/messages/9", "/", "/nope",
        ]
    )
    func head(uri: String) async throws {
        let service = try await TestService()
        let get = try await service.get(uri)
        let head = try await service.send(.head, uri)
        #expect(head.status == get.status)
        #expect(head.body.isEmpty)
        #expect(head.headers == get.headers)
        #expect(head.headers[.contentLength] == String(get.body.utf8.count))
    }

    @Test(
        "no answer may be taken for another type than it says",
        arguments: ["/", "/nope", "/v1/categories"]
    )
    func noSniffing(uri: String) async throws {
        #expect(try await TestService().get(uri).headers[.xContentTypeOptions] == "nosniff")
    }
}
