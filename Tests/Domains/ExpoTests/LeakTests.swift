import Accounts
import Foundation
import ModuleTesting
import Testing

@Suite struct LeakTests {
    /// Walks over all that changes something, with bodies as the description asks for them and with none.
    @Test("no route that changes something tells visitors and strangers of others")
    func changes() async throws {
        let fair = try await FairFixture()
        let (_, token) = try await fair.visitor(.registered, .adult, named: "quackenbush")
        #expect(try await fair.rate(token: token).status == 200)
        try await fair.agree(token)
        let (_, child) = try await fair.visitor(.child, .under13)
        let (_, visitor) = try await fair.visitor(.registered, .adult, named: "somebody")
        let tokens = [nil, child, visitor, try await fair.organizer(of: "houston")]
        let described = try await fair.service.send("GET", "/openapi.json")
        let document = try #require(
            JSONSerialization.jsonObject(with: Data(described.body.utf8)) as? [String: Any]
        )
        let bodies = DescribedBodies(document)
        let paths = try #require(document["paths"] as? [String: [String: Any]])
        var asked = 0
        for (path, methods) in paths {
            for method in ["post", "put", "patch", "delete"] {
                // Who erases their account or signs out asks nothing more.
                guard let operation = methods[method] as? [String: Any],
                    !(method == "delete" && (path == "/v1/me" || path.hasSuffix("/current")))
                else { continue }
                for id in ["denver.wind", "1"] {
                    let filled = path.replacing(/\{event\}/, with: "denver")
                        .replacing(/\{[A-Za-z_]+\}/, with: id)
                    for body in [bodies.body(of: operation), "{}"] {
                        for token in tokens {
                            let answer = try await fair.service.send(
                                method.uppercased(),
                                filled,
                                token: token,
                                body,
                                headers: ["Content-Type": "application/json"]
                            )
                            asked += 1
                            let place = "\(method) \(filled): \(answer.status)"
                            #expect(!answer.body.contains("quackenbush"), "\(place)")
                            #expect(!answer.body.contains("3035550100"), "\(place)")
                            #expect(!answer.body.contains(#""rank""#), "\(place)")
                        }
                    }
                    if !path.contains("{") { break }
                }
            }
        }
        #expect(asked > 150)
        try await fair.stop()
    }
}

/// Bodies that a description asks for, with what it says that they must have.
private struct DescribedBodies {
    private let document: [String: Any]

    init(_ document: [String: Any]) { self.document = document }

    /// A body of an operation; an empty object where it has none that is JSON.
    func body(of operation: [String: Any]) -> String {
        let request = resolved(operation["requestBody"] as? [String: Any] ?? [:])
        let content = request["content"] as? [String: Any]
        let json = content?["application/json"] as? [String: Any]
        let value = example(of: json?["schema"] as? [String: Any] ?? [:], depth: 0)
        guard value is [String: Any],
            let data = try? JSONSerialization.data(withJSONObject: value)
        else { return "{}" }
        return String(decoding: data, as: UTF8.self)
    }

    private func resolved(_ object: [String: Any]) -> [String: Any] {
        guard let name = object["$ref"] as? String else { return object }
        let found = name.split(separator: "/").dropFirst()
            .reduce(document as Any) { ($0 as? [String: Any])?[String($1)] as Any }
        return found as? [String: Any] ?? [:]
    }

    private func example(of schema: [String: Any], depth: Int) -> Any {
        let schema = resolved(schema)
        guard depth < 6 else { return "denver" }
        if let choices = schema["enum"] as? [Any], let first = choices.first { return first }
        for word in ["oneOf", "anyOf", "allOf"] {
            if let parts = schema[word] as? [[String: Any]], let first = parts.first {
                return example(of: first, depth: depth + 1)
            }
        }
        let type = schema["type"] as? String ?? (schema["type"] as? [String])?.first
        switch type {
        case "integer", "number": return schema["minimum"] ?? 1
        case "boolean": return true
        case "array":
            let items = schema["items"] as? [String: Any] ?? [:]
            return [example(of: items, depth: depth + 1)]
        case "object":
            let members = schema["properties"] as? [String: [String: Any]] ?? [:]
            let wanted = schema["required"] as? [String] ?? []
            return Dictionary(
                wanted.map { ($0, example(of: members[$0] ?? [:], depth: depth + 1)) },
                uniquingKeysWith: { first, _ in first }
            )
        default: return "denver"
        }
    }
}
