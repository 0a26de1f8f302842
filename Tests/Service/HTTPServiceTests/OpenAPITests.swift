import GeoJSON
import HTTPTypes
import Radar
import Testing

@testable import HTTPService

/// The description that ships against what the service does.
@Suite("OpenAPI description")
struct OpenAPITests {
    private let document: JSONValue

    init() throws { document = try JSONValue(parsing: PackageResources.openapi_json) }

    @Test("is served as it is")
    func served() async throws {
        let service = try await TestService(imports: .all) { $0.rateLimits = RateLimits() }
        let answer = try await service.get("/openapi.json")
        #expect(answer.status == 200)
        #expect(answer.type == "application/json")
        #expect(Array(answer.body.utf8) == PackageResources.openapi_json)
        #expect(document["openapi"] == .string("3.1.0"))
    }

    @Test("describes every route, and no other")
    func routes() async throws {
        let methods = ["get", "post", "put", "patch", "delete"]
        var described: Set<String> = []
        for path in document["paths"]?.names ?? [] {
            for method in document["paths"]?[path]?.names ?? [] where methods.contains(method) {
                described.insert("\(method) \(path)")
            }
        }
        // What is below /assets/ is the page's own.
        let routes = try await TestService().service.routes
            .filter { !$0.path.hasPrefix("/assets/") }
            .map { "\($0.method.rawValue.lowercased()) \($0.path)" }
        #expect(described == Set(routes))
        #expect(routes.count == Set(routes).count)
    }

    @Test(
        "describes the parameters that a list knows, and no other",
        arguments: [
            "/v1/stations", "/v1/vote", "/v1/districts", "/v1/elections", "/v1/geocode",
            "/v1/directions", "/v1/roads", "/v1/ground", "/v1/messages",
            "/v1/messages/stream", "/v1/messages.atom",
        ]
    )
    func parameters(path: String) async throws {
        let answer = try await TestService().get("\(path)?unheard-of=1")
        let known = try #require(answer.body.firstMatch(of: /known are ([a-z_, ]+)/)).output.1
        let operation = document["paths"]?[path]?["get"]
        let described = try (operation?["parameters"]?.elements ?? []).map(resolved)
            .filter { $0["in"] == .string("query") }.flatMap(names(of:))
        #expect(described.joined(separator: ", ") == String(known))
    }

    @Test("describes the members of a post, with the limits that hold")
    func post() async throws {
        let service = try await TestService()
        let answer = try await service.send(
            .post,
            "/v1/messages",
            token: service.token(),
            json: #"{"unheard-of":1}"#
        )
        let known = try #require(answer.body.firstMatch(of: /known are ([a-z_, ]+)/)).output.1
        let schema = document["components"]?["schemas"]?["NewMessage"]
        #expect(schema?["properties"]?.names.joined(separator: ", ") == String(known))

        let limits = RadarLimits.standard
        let radius = schema?["properties"]?["visible_radius_m"]
        #expect(radius?["minimum"] == .number(limits.visibleRadiusMeters.lowerBound))
        #expect(radius?["maximum"] == .number(limits.visibleRadiusMeters.upperBound))
        let life = schema?["properties"]?["ttl_s"]
        #expect(life?["minimum"] == .number(Double(limits.timeToLiveSeconds.lowerBound)))
        #expect(life?["maximum"] == .number(Double(limits.timeToLiveSeconds.upperBound)))
        let categories = document["components"]?["schemas"]?["Category"]?["enum"]
        #expect(categories?.elements == limits.categories.map { .string($0.rawValue) })
        let report = document["paths"]?["/v1/messages/{id}/reports"]?["post"]?["requestBody"]
        let reasons = report?["content"]?["application/json"]?["schema"]?["properties"]?["reason"]
        #expect(reasons?["enum"]?.elements == limits.reportReasons.map { .string($0) })
        let text = try #require(schema?["properties"]?["text"]?["description"])
        guard case .string(let words) = text else { return #expect(Bool(false)) }
        #expect(
            words.contains(
                "\(limits.textCharacters.lowerBound) to \(limits.textCharacters.upperBound)"
            )
        )
        let limit = document["components"]?["parameters"]?["limit"]?["schema"]
        #expect(limit?["minimum"] == .number(Double(QueryReader.limits.lowerBound)))
        #expect(limit?["maximum"] == .number(Double(QueryReader.limits.upperBound)))
        #expect(limit?["default"] == .number(Double(QueryReader.standardLimit)))
        #expect(limits.pageSize == QueryReader.limits)
    }

    @Test("tells the limits that hold, where they are not the standard ones")
    func otherLimits() async throws {
        let limits = RadarLimits(
            textCharacters: 2...280,
            visibleRadiusMeters: 50...900,
            timeToLiveSeconds: 60...7200,
            categories: [.news, .help],
            scanRadiusMeters: 100...2000,
            longestRadiusMeters: 40_000
        )
        let service = try await TestService(imports: .all, limits: limits)
        let served = try JSONValue(parsing: Array(try await service.get("/openapi.json").body.utf8))
        let schemas = served["components"]?["schemas"]
        #expect(schemas?["Category"]?["enum"] == .array([.string("news"), .string("help")]))
        let post = schemas?["NewMessage"]?["properties"]
        #expect(post?["visible_radius_m"]?["minimum"] == .number(50))
        #expect(post?["visible_radius_m"]?["maximum"] == .number(900))
        #expect(post?["ttl_s"]?["minimum"] == .number(60))
        #expect(post?["ttl_s"]?["maximum"] == .number(7200))
        guard case .string(let words) = post?["text"]?["description"] else {
            return #expect(Bool(false))
        }
        #expect(words.contains("2 to 280 characters"))
        let settings = schemas?["Settings"]?["properties"]
        #expect(settings?["scan_radius_m"]?["maximum"] == .number(2000))
        // What holds before a device sets anything lies within the limits, too.
        #expect(settings?["scan_radius_m"]?["default"] == .number(2000))
        #expect(settings?["quickdrop_visible_radius_m"]?["default"] == .number(900))
        #expect(settings?["quickdrop_ttl_s"]?["maximum"] == .number(7200))
        let radius = served["components"]?["parameters"]?["radius"]?["schema"]
        #expect(radius?["maximum"] == .number(40_000))
        // Nothing else has changed.
        #expect(served["paths"] == document["paths"])
        #expect(served["components"]?["responses"] == document["components"]?["responses"])
    }

    @Test("tells how far a list may look, and the list keeps to it")
    func longestRadius() async throws {
        let radius = document["components"]?["parameters"]?["radius"]?["schema"]
        #expect(radius?["maximum"] == .number(RadarLimits.standard.longestRadiusMeters))
        #expect(RadarLimits.standard.longestRadiusMeters == QueryReader.longestRadiusMeters)

        let service = try await TestService(limits: RadarLimits(longestRadiusMeters: 50_000))
        let told = try JSONValue(
            parsing: Array(try await service.get("/v1/categories").body.utf8)
        )
        #expect(told["limits"]?["radius_m"]?["maximum"] == .number(50_000))
        for path in ["/v1/messages", "/v1/messages/stream"] {
            let answer = try await service.get("\(path)?lat=1&lon=91&radius_m=50001&limit=x")
            #expect(answer.status == 400)
            #expect(
                answer.body.contains(
                    #"{"parameter":"radius_m","message":"is 50001; a radius is more than 0 and "#
                        + #"at most 50000 metres here","code":"out_of_range","#
                        + #""values":{"least":0,"most":50000}}"#
                )
            )
        }
        let longest = try await service.get("/v1/messages?lat=1&lon=91&radius_m=50000")
        #expect(longest.status == 200)
    }

    @Test(
        "tells of every route that a request may be wrong, and that there may be too many of them"
    )
    func refusals() throws {
        let paths = try #require(document["paths"])
        for path in paths.names where path.hasPrefix("/v1/") {
            for method in paths[path]?.names ?? [] {
                guard let responses = paths[path]?[method]?["responses"] else { continue }
                #expect(responses["400"] != nil, "\(method) \(path)")
                #expect(responses["429"] != nil, "\(method) \(path)")
            }
        }
    }

    @Test("every reference in it leads somewhere")
    func references() throws {
        for reference in allReferences(in: document) {
            #expect(target(of: reference) != nil, "\(reference)")
        }
    }

    private func allReferences(in value: JSONValue) -> [String] {
        switch value {
        case .object(let members):
            members.flatMap { member -> [String] in
                if member.name == "$ref", case .string(let reference) = member.value {
                    return [reference]
                }
                return allReferences(in: member.value)
            }
        case .array(let elements): elements.flatMap(allReferences)
        default: []
        }
    }

    private func target(of reference: String) -> JSONValue? {
        guard reference.hasPrefix("#/") else { return nil }
        return reference.dropFirst(2).split(separator: "/").reduce(document) { value, name in
            value?[String(name)]
        }
    }

    private func resolved(_ value: JSONValue) throws -> JSONValue {
        guard case .string(let reference) = value["$ref"] else { return value }
        return try #require(target(of: reference))
    }

    /// The name of a parameter, or those of the members of one that stands for several.
    private func names(of parameter: JSONValue) throws -> [String] {
        let schema = try parameter["schema"].map(resolved)
        if parameter["explode"] == .boolean(true), let members = schema?["properties"]?.names {
            return members
        }
        guard case .string(let name) = parameter["name"] else { return ["?"] }
        return [name]
    }
}
