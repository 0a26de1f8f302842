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
        let answer = try await TestService().get("/openapi.json")
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
            "/v1/messages/stream",
        ]
    )
    func parameters(path: String) async throws {
        let answer = try await TestService().get("\(path)?unheard-of=1")
        let known = try #require(answer.body.firstMatch(of: /known are ([a-z_, ]+)/)).output.1
        let operation = document["paths"]?[path]?["get"]
        let described = try (operation?["parameters"]?.elements ?? []).map(resolved)
            .filter { $0["in"] == .string("query") }.map(name(of:))
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

    private func name(of parameter: JSONValue) throws -> String {
        guard case .string(let name) = parameter["name"] else { return "?" }
        return name
    }
}
