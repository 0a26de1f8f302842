import Foundation
import TestSupport
import Testing

/// The sample county as these tests read it: by a small reader of their own, in whole numbers of
/// 1e-7 degrees, so that equal places are equal numbers.
enum County {
    static let folder = Checkout.root.appending(path: "data/county")

    static func bytes(_ name: String) throws -> Data {
        try Data(contentsOf: folder.appendingPathComponent(name))
    }

    static func table(_ name: String) throws -> [[String: String]] {
        let text = try #require(String(data: bytes(name), encoding: .utf8))
        let lines = rows(of: text, separator: ",")
        let header = try #require(lines.first)
        return try lines.dropFirst().map { fields in
            try #require(fields.count == header.count, "\(name): \(fields)")
            return Dictionary(uniqueKeysWithValues: zip(header, fields))
        }
    }

    static func features(_ name: String) throws -> [Feature] {
        try JSONDecoder().decode(FeatureCollection.self, from: bytes(name)).features
    }

    /// Districts of a file by their code.
    static func districts(_ name: String, code: String = "code") throws -> [String: [[Ring]]] {
        let pairs = try features(name).map { feature in
            (try #require(feature.properties[code]?.text), feature.polygons)
        }
        return Dictionary(uniqueKeysWithValues: pairs)
    }

    /// The rows of a CSV text by RFC 4180.
    static func rows(of text: String, separator: Character) -> [[String]] {
        var rows: [[String]] = []
        var row: [String] = []
        var field = ""
        var quoted = false
        var previous: Character = "\n"
        for character in text {
            if quoted {
                if character == "\"" { quoted = false } else { field.append(character) }
            } else if character == "\"" {
                if previous == "\"" && !field.isEmpty { field.append("\"") }
                quoted = true
            } else if character == separator {
                row.append(field)
                field = ""
            } else if character == "\n" || character == "\r\n" {
                rows.append(row + [field])
                row = []
                field = ""
            } else {
                field.append(character)
            }
            previous = character
        }
        return rows
    }
}

/// A place in whole numbers of 1e-7 degrees.
struct Place: Hashable {
    let x: Int
    let y: Int

    init(x: Int, y: Int) {
        self.x = x
        self.y = y
    }

    init(longitude: Double, latitude: Double) {
        x = Int((longitude * 1e7).rounded())
        y = Int((latitude * 1e7).rounded())
    }

    /// The place in two columns of a row; nil when both are empty.
    init?(_ row: [String: String], latitude: String = "latitude", longitude: String = "longitude") {
        guard let latitude = Double(row[latitude] ?? ""),
            let longitude = Double(row[longitude] ?? "")
        else { return nil }
        self.init(longitude: longitude, latitude: latitude)
    }

    /// Metres on a plane that fits the county to half a percent.
    func meters(to other: Place) -> Double {
        hypot(Double(x - other.x) * 0.0082772, Double(y - other.y) * 0.0111069)
    }

    /// Metres to the nearest place of a straight line between two others.
    func meters(toLineFrom start: Place, to end: Place) -> Double {
        let (dx, dy) = (Double(end.x - start.x) * 0.0082772, Double(end.y - start.y) * 0.0111069)
        let (px, py) = (Double(x - start.x) * 0.0082772, Double(y - start.y) * 0.0111069)
        let share = min(1, max(0, (px * dx + py * dy) / (dx * dx + dy * dy)))
        return hypot(px - share * dx, py - share * dy)
    }
}

typealias Ring = [Place]

/// Twice the area of a ring that is closed, positive when it runs counter-clockwise; exact.
func doubledArea(_ ring: Ring) -> Int {
    let origin = ring[0]
    return zip(ring, ring.dropFirst()).reduce(0) { sum, edge in
        sum + (edge.0.x - origin.x) * (edge.1.y - origin.y)
            - (edge.1.x - origin.x) * (edge.0.y - origin.y)
    }
}

/// Whether polygons with holes hold a place that lies on none of their borders; exact.
func covers(_ polygons: [[Ring]], _ place: Place) -> Bool {
    var inside = false
    for ring in polygons.joined() {
        for (a, b) in zip(ring, ring.dropFirst()) where (a.y > place.y) != (b.y > place.y) {
            let side = (b.x - a.x) * (place.y - a.y) - (place.x - a.x) * (b.y - a.y)
            if (side > 0) == (b.y > a.y) { inside.toggle() }
        }
    }
    return inside
}

/// Whether two line segments cross in the inside of both; exact.
func cross(_ a: Place, _ b: Place, _ c: Place, _ d: Place) -> Bool {
    func side(_ p: Place, _ q: Place, _ r: Place) -> Int {
        ((q.x - p.x) * (r.y - p.y) - (r.x - p.x) * (q.y - p.y)).signum()
    }
    return side(a, b, c) * side(a, b, d) <= 0 && side(c, d, a) * side(c, d, b) <= 0
}

struct FeatureCollection: Decodable {
    let description: String
    let features: [Feature]
}

struct Feature: Decodable {
    let geometry: Geometry
    let properties: [String: Value]

    /// The polygons of a Polygon or a MultiPolygon.
    var polygons: [[Ring]] {
        switch geometry {
        case .line: []
        case .polygon(let rings): [rings]
        case .multiPolygon(let polygons): polygons
        }
    }

    var line: [Place] {
        if case .line(let places) = geometry { places } else { [] }
    }

    enum Geometry: Decodable {
        case line([Place])
        case polygon([Ring])
        case multiPolygon([[Ring]])

        enum Key: CodingKey { case type, coordinates }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            func ring(_ positions: [[Double]]) -> Ring {
                positions.map { Place(longitude: $0[0], latitude: $0[1]) }
            }
            switch try container.decode(String.self, forKey: .type) {
            case "LineString":
                self = .line(ring(try container.decode([[Double]].self, forKey: .coordinates)))
            case "Polygon":
                let rings = try container.decode([[[Double]]].self, forKey: .coordinates)
                self = .polygon(rings.map(ring))
            case "MultiPolygon":
                let polygons = try container.decode([[[[Double]]]].self, forKey: .coordinates)
                self = .multiPolygon(polygons.map { $0.map(ring) })
            case let type:
                throw DecodingError.dataCorruptedError(
                    forKey: .type,
                    in: container,
                    debugDescription: "a geometry of type \(type)"
                )
            }
        }
    }

    /// A property: a text or a whole number.
    enum Value: Decodable {
        case text(String)
        case number(Int)

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let number = try? container.decode(Int.self) {
                self = .number(number)
            } else {
                self = .text(try container.decode(String.self))
            }
        }

        var text: String? {
            if case .text(let text) = self { text } else { nil }
        }
    }
}
