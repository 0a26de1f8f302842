import GeoJSON
import Radar
import RadarTesting
import Testing

/// A list as a client reads it.
struct Page {
    /// Messages under the numbers that the store in memory gave them.
    let ids: [String]
    let distances: [Double]
    /// The link to the page after it.
    let next: String?

    init(_ body: String) throws {
        let list = try JSONValue(parsing: Array(body.utf8))
        let features = list["features"]?.elements ?? []
        ids = features.compactMap { feature in
            switch feature["id"] {
            case .string(let text):
                Message.PublicID(parsing: text).map {
                    "\(MemoryRadarStore.publicIDs.messageID(of: $0))"
                } ?? text
            case .number(let number): String(Int64(number))
            default: nil
            }
        }
        distances = features.compactMap { feature in
            guard case .number(let meters) = feature["properties"]?["distance_m"] else {
                return nil
            }
            return meters
        }
        let link = list["links"]?.elements.first { $0["rel"] == .string("next") }
        if case .string(let href) = link?["href"] { next = href } else { next = nil }
        #expect(list["numberReturned"] == .number(Double(features.count)))
    }
}

extension JSONValue {
    subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }

    var elements: [JSONValue] {
        guard case .array(let elements) = self else { return [] }
        return elements
    }

    var names: [String] {
        guard case .object(let members) = self else { return [] }
        return members.map(\.name)
    }
}
