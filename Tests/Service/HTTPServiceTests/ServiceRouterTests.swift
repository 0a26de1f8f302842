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
            ("/v1/messages", HTTPRequest.Method.delete, "GET, HEAD, POST, OPTIONS"),
            ("/v1/messages/1", .post, "GET, HEAD, DELETE, OPTIONS"),
            ("/v1/devices", .get, "POST, OPTIONS"), ("/v1/devices", .head, "POST, OPTIONS"),
            ("/v1/stations", .trace, "GET, HEAD, OPTIONS"), ("/", .put, "GET, HEAD, OPTIONS"),
            ("/v1/messages/1/bookmark", .query, "PUT, DELETE, OPTIONS"),
            ("/v1/messages?lat=1", .query, "GET, HEAD, POST, OPTIONS"),
        ]
    )
    func wrongMethod(path: String, method: HTTPRequest.Method, allowed: String) async throws {
        let answer = try await TestService().send(method, path)
        #expect(answer.status == 405)
        #expect(answer.headers[.allow] == allowed)
        #expect(
            answer.body
                == (method == .head
                    ? WordedProblem(description: "")
                    : problem(405, "Method Not Allowed", "This address takes \(allowed)"))
        )
    }

    @Test("a method that HTTP does not define finds no address where there is none")
    func unknownMethod() async throws {
        for (path, name) in [("/nope", "QUERY"), ("/v1/messages/1/x", "BREW"), ("/v1", "BREW")] {
            let method = try #require(HTTPRequest.Method(name))
            let answer = try await TestService().send(method, path)
            #expect(answer.status == 404)
            #expect(answer.headers[.allow] == nil)
        }
    }

    @Test("OPTIONS tells what an address takes, and nothing where there is none")
    func options() async throws {
        let service = try await TestService()
        for route in service.service.routes {
            let path = route.path.replacing("{id}", with: "1").replacing("{name}", with: "dc")
            let answer = try await service.send(.options, path)
            #expect(answer.status == 204)
            #expect(answer.body.isEmpty)
            let allowed = try #require(answer.headers[.allow]).split(separator: ", ")
            #expect(allowed.contains(Substring(route.method.rawValue)))
            #expect(allowed.contains("HEAD") == allowed.contains("GET"))
            #expect(allowed.last == "OPTIONS")
        }
        #expect(try await service.send(.options, "/nope").status == 404)
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
