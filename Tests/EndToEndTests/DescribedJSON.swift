import Foundation
import TestSupport

/// What the description of the interface says of a JSON value, as far as its schemas go.
struct DescribedJSON {
    private let schemas: [String: Any]

    init() throws {
        let file = Checkout.root.appendingPathComponent(
            "Sources/Service/HTTPService/Resources/openapi.json"
        )
        let json = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any]
        let components = json?["components"] as? [String: Any]
        schemas = components?["schemas"] as? [String: Any] ?? [:]
    }

    /// Where a value is not as a schema says: members that are missing or not described, and values of
    /// another type.
    func faults(_ value: Any, schema name: String) -> [String] {
        guard let schema = schemas[name] as? [String: Any] else { return ["no schema \(name)"] }
        return faults(value, schema, at: name)
    }

    private func faults(_ value: Any, _ schema: [String: Any], at path: String) -> [String] {
        if let reference = schema["$ref"] as? String {
            return faults(value, schema: String(reference.split(separator: "/").last ?? ""))
        }
        if let types = (schema["type"] as? [String]) ?? (schema["type"] as? String).map({ [$0] }),
            !types.contains(where: { Self.is(value, $0) })
        {
            return ["\(path) is no \(types.joined(separator: " or "))"]
        }
        if let words = schema["enum"] as? [String], let word = value as? String,
            !words.contains(word)
        {
            return ["\(path) is \(word)"]
        }
        if let elements = value as? [Any], let items = schema["items"] as? [String: Any] {
            return elements.flatMap { faults($0, items, at: path + "[]") }
        }
        guard let members = value as? [String: Any],
            let described = schema["properties"] as? [String: Any]
        else { return [] }
        let missing = (schema["required"] as? [String] ?? []).filter { members[$0] == nil }
        return missing.map { "\(path).\($0) is missing" }
            + members.flatMap { name, member in
                (described[name] as? [String: Any]).map {
                    faults(member, $0, at: "\(path).\(name)")
                } ?? ["\(path).\(name) is not described"]
            }
    }

    private static func `is`(_ value: Any, _ type: String) -> Bool {
        switch type {
        case "object": value is [String: Any]
        case "array": value is [Any]
        case "string": value is String
        case "null": value is NSNull
        case "boolean":
            value as? NSNumber == true as NSNumber || value as? NSNumber == false as NSNumber
        case "integer":
            (value as? NSNumber).map { $0.doubleValue == $0.doubleValue.rounded() } ?? false
        case "number": value is NSNumber
        default: false
        }
    }
}
