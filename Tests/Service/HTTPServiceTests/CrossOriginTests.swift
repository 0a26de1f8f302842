import HTTPTypes
import NIOCore
import NIOHTTP1
import Testing

@testable import HTTPService

@Suite("Pages of other origins")
struct CrossOriginTests {
    private static let list = "/v1/messages?lat=40&lon=-100&radius_m=5000"
    private static let app = "https://app.example.org"

    private func service(_ settings: String...) async throws -> TestService {
        let rules = try CrossOriginRules(parsing: settings)
        return try await TestService { $0.crossOrigin = rules }
    }

    private func asked(
        _ service: TestService,
        _ method: HTTPRequest.Method,
        _ uri: String,
        from origin: String = app,
        before: HTTPRequest.Method? = nil
    ) async throws -> HTTPFields {
        var headers: HTTPFields = [.origin: origin]
        headers[.accessControlRequestMethod] = before?.rawValue
        return try await service.send(method, uri, headers: headers).headers
    }

    @Test(
        "may read what everybody may, and the answers that say no",
        arguments: [
            list, "/v1/stations?lat=1&lon=1", "/v1/stations/none", "/v1/datasets", "/nope",
            "/v1/messages?lat=x", "/openapi.json",
        ]
    )
    func reading(uri: String) async throws {
        let service = try await service()
        for method in [HTTPRequest.Method.get, .head] {
            let fields = try await asked(service, method, uri)
            #expect(fields[.accessControlAllowOrigin] == "*")
            #expect(fields[.accessControlExposeHeaders]?.contains("Retry-After") == true)
            // The same for everybody: caches may keep one answer.
            #expect(fields[.vary]?.contains("Origin") != true)
        }
    }

    @Test(
        "may neither post nor use what is staff's, unless that was said",
        arguments: [
            (HTTPRequest.Method.post, "/v1/messages"), (.post, "/v1/devices"),
            (.put, "/v1/me/settings"), (.get, "/v1/imports"), (.get, "/v1/moderation/queue"),
            (.get, "/v1/staff"), (.post, "/v1/datasets/dc/withdraw"), (.post, "/v1/imports"),
        ]
    )
    func taking(method: HTTPRequest.Method, path: String) async throws {
        let isForStaff = !["/v1/messages", "/v1/devices", "/v1/me/settings"].contains(path)
        let cases: [([String], String?)] = [
            ([], nil), (["none"], nil), (["*"], isForStaff ? nil : "*"), ([Self.app], Self.app),
            (["*", Self.app], isForStaff ? Self.app : "*"), (["https://else.example.org"], nil),
        ]
        for (settings, allowed) in cases {
            let rules = try CrossOriginRules(parsing: settings)
            let service = try await TestService { $0.crossOrigin = rules }
            let fields = try await asked(service, method, path)
            #expect(fields[.accessControlAllowOrigin] == allowed, "\(settings)")
            let preflight = try await asked(service, .options, path, before: method)
            #expect(preflight[.accessControlAllowOrigin] == allowed, "\(settings)")
            let methods = preflight[.accessControlAllowMethods]?.split(separator: ", ") ?? []
            #expect(methods.contains(Substring(method.rawValue)) == (allowed != nil))
            if allowed == Self.app {
                #expect(fields[.vary]?.contains("Origin") == true)
                #expect(preflight[.accessControlAllowHeaders]?.contains("Authorization") == true)
            }
        }
    }

    @Test("may read nothing where that was said")
    func none() async throws {
        let service = try await service("none")
        for uri in [Self.list, "/v1/stations?lat=1&lon=1", "/nope"] {
            #expect(try await asked(service, .get, uri)[.accessControlAllowOrigin] == nil)
        }
    }

    @Test("are told before they send what they may read and send")
    func preflight() async throws {
        let service = try await service()
        let fields = try await asked(service, .options, Self.list, before: .get)
        #expect(fields[.accessControlAllowMethods] == "GET, HEAD")
        #expect(fields[.accessControlAllowHeaders] == "If-None-Match, Last-Event-ID")
        #expect(fields[.accessControlMaxAge] == "7200")
        #expect(fields[.allow] == "GET, HEAD, POST, OPTIONS")
        let post = try await asked(service, .options, Self.list, before: .post)
        #expect(post[.accessControlAllowOrigin] == nil)
        #expect(post[.accessControlAllowMethods] == nil)
        // No preflight: there is nothing to allow.
        let plain = try await service.send(.options, Self.list).headers
        #expect(plain[.accessControlAllowMethods] == nil)
    }

    @Test("are answered the same on the short way", arguments: [[], ["none"], ["*"], [app]])
    func prompt(settings: [String]) async throws {
        let rules = try CrossOriginRules(parsing: settings)
        let service = try await TestService { $0.crossOrigin = rules }
        let responder = service.service.promptResponder
        let read = try #require(
            responder.answer(head(.GET, Self.list)) { nil }.map { String(buffer: $0) }
        )
        #expect(
            read.contains("\r\nAccess-Control-Allow-Origin: *\r\n") == (settings != ["none"])
        )
        let posted = await withCheckedContinuation {
            (continuation: CheckedContinuation<String, Never>) in
            responder.answer(
                head(.POST, "/v1/messages"),
                body: .init(string: "{}"),
                from: nil,
                goingOn: { $0() },
                then: { continuation.resume(returning: String(buffer: $0)) }
            )
        }
        let allowed = rules.allowed(.taking, from: Self.app)
        #expect(posted.hasPrefix("HTTP/1.1 401 "))
        #expect(posted.contains("Access-Control-Allow-Origin") == (allowed != nil))
        if let allowed { #expect(posted.contains("Access-Control-Allow-Origin: \(allowed)\r\n")) }
        #expect(posted.contains("Vary: Origin\r\n") == (allowed == Self.app))
    }

    private func head(_ method: HTTPMethod, _ uri: String) -> HTTPRequestHead {
        HTTPRequestHead(
            version: .http1_1,
            method: method,
            uri: uri,
            headers: ["Host": "localhost", "Origin": Self.app, "Content-Length": "2"]
        )
    }

    @Test(
        "are named as browsers name them",
        arguments: [
            "app.example.org", "https://app.example.org/", "https://App.example.org", "https://",
            "https://app.example.org:443", "http://app.example.org:80", "https://a:0", "https://a:",
            "https://a:70000", "https://a:08080", "ftp://a", "https://a b", "", "null",
            "https://[::1", "https://*.example.org",
        ]
    )
    func wrongOrigins(text: String) {
        #expect {
            try CrossOriginRules(parsing: [text])
        } throws: {
            "\($0)".contains("\"\(text)\"") && "\($0)".contains("https://app.example.org")
        }
    }

    @Test("stand beside each other, but not beside none")
    func settings() throws {
        for settings in [
            ["https://a", "http://b:8080", "https://[::1]:8443"], ["*", "https://a"],
        ] {
            let rules = try CrossOriginRules(parsing: settings)
            for origin in settings where origin != "*" {
                #expect(rules.allowed(.staffing, from: origin) == origin)
            }
            #expect(rules.allowed(.staffing, from: "https://c") == nil)
        }
        #expect(throws: CrossOriginRules.SettingError.self) {
            try CrossOriginRules(parsing: ["none", "https://a"])
        }
        #expect(try CrossOriginRules(parsing: []) == .standard)
    }
}
