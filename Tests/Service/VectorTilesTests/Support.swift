import FeatureCollections
import Foundation
import Geodesy
import Testing

@testable import VectorTiles

/// Numbers that are the same in every run. Source: S. Vigna, splitmix64.
struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// Features in an array.
struct ShapeList: FeatureContent {
    let features: [Feature]
    let index: ShapeIndex

    init(_ shapes: [FeatureShape?]) {
        features = shapes.enumerated().map { number, shape in
            Feature(
                id: "f\(number)",
                shape: shape,
                values: [
                    .text("no. \(number)"), number % 3 == 0 ? .null : .integer(Int64(-number)),
                ]
            )
        }
        index = ShapeIndex(shapes)
    }

    var count: Int { features.count }
    func feature(_ number: Int) -> Feature { features[number] }
    func shape(_ number: Int) -> FeatureShape? { features[number].shape }
    func number(of id: String) -> Int? { features.firstIndex { $0.id == id } }
    func numbers(near box: BoundingBox) -> [Int] { index.numbers(near: box) }

    func collection(revision: String = "1") -> FeatureCollection {
        FeatureCollection(
            id: "things",
            title: "Things",
            description: "Things.",
            fields: [
                FeatureField("name", .text, "A name."), FeatureField("size", .integer, "A size."),
            ],
            geometry: .any,
            revision: revision,
            extent: index.extent,
            content: self
        )
    }
}

/// A vector tile, read.
struct ReadTile {
    struct Feature {
        var id: UInt64?
        var properties: [String: FieldValue] = [:]
        var type: UInt64 = 0
        var commands: [UInt32] = []

        var count: Int {
            guard case .integer(let count)? = properties["count"] else { return 1 }
            return Int(count)
        }

        /// The points of each part.
        var parts: [[GridPoint]] {
            var parts: [[GridPoint]] = []
            var cursor = GridPoint(0, 0)
            var rest = commands[...]
            while let command = rest.popFirst() {
                if command & 7 == 7 { continue }
                for _ in 0..<command >> 3 {
                    func next() -> Int32 {
                        let number = rest.popFirst() ?? 0
                        return Int32(bitPattern: number >> 1) ^ -Int32(bitPattern: number & 1)
                    }
                    cursor = cursor &+ GridPoint(next(), next())
                    if command & 7 == 1 { parts.append([]) }
                    parts[parts.count - 1].append(cursor)
                }
            }
            return parts
        }
    }

    var name = ""
    var version: UInt64 = 0
    var extent: UInt64 = 0
    var features: [Feature] = []

    private enum Field {
        case number(UInt64)
        case bytes(ArraySlice<UInt8>)
    }

    private static func fields(_ bytes: ArraySlice<UInt8>) throws -> [(UInt64, Field)] {
        var rest = bytes
        var fields: [(UInt64, Field)] = []
        while !rest.isEmpty {
            let key = try varint(&rest)
            switch key & 7 {
            case 0: fields.append((key >> 3, .number(try varint(&rest))))
            case 1:
                fields.append((key >> 3, .bytes(rest.prefix(8))))
                rest = rest.dropFirst(8)
            case 2:
                let count = Int(try varint(&rest))
                try #require(rest.count >= count)
                fields.append((key >> 3, .bytes(rest.prefix(count))))
                rest = rest.dropFirst(count)
            default: Issue.record("wire \(key & 7)")
            }
        }
        return fields
    }

    private static func varint(_ rest: inout ArraySlice<UInt8>) throws -> UInt64 {
        var number: UInt64 = 0
        var shift: UInt64 = 0
        while true {
            let first = rest.popFirst()
            let byte = try #require(first)
            number |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return number }
            shift += 7
        }
    }

    private static func packed(_ bytes: ArraySlice<UInt8>) throws -> [UInt32] {
        var rest = bytes
        var numbers: [UInt32] = []
        while !rest.isEmpty { numbers.append(UInt32(try varint(&rest))) }
        return numbers
    }

    init(_ bytes: [UInt8]) throws {
        guard !bytes.isEmpty else { return }
        let layers = try Self.fields(bytes[...])
        try #require(layers.count == 1 && layers[0].0 == 3)
        guard case .bytes(let layer) = layers[0].1 else { return }
        var keys: [String] = []
        var values: [FieldValue] = []
        var raw: [ArraySlice<UInt8>] = []
        for (field, value) in try Self.fields(layer) {
            switch (field, value) {
            case (1, .bytes(let text)): name = String(decoding: text, as: UTF8.self)
            case (2, .bytes(let feature)): raw.append(feature)
            case (3, .bytes(let text)): keys.append(String(decoding: text, as: UTF8.self))
            case (4, .bytes(let value)): values.append(try Self.value(value))
            case (5, .number(let number)): extent = number
            case (15, .number(let number)): version = number
            default: Issue.record("field \(field)")
            }
        }
        #expect(Set(keys).count == keys.count && Set(values).count == values.count)
        for bytes in raw { features.append(try Self.feature(bytes, keys, values)) }
    }

    private static func value(_ bytes: ArraySlice<UInt8>) throws -> FieldValue {
        let (field, value) = try #require(try fields(bytes).first)
        switch (field, value) {
        case (1, .bytes(let text)): return .text(String(decoding: text, as: UTF8.self))
        case (3, .bytes(let raw)):
            let bits = raw.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            return .number(Double(bitPattern: bits))
        case (4, .number(let number)): return .integer(Int64(number))
        case (6, .number(let number)):
            return .integer(Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1))
        case (7, .number(let number)): return .boolean(number == 1)
        default: return .null
        }
    }

    private static func feature(
        _ bytes: ArraySlice<UInt8>,
        _ keys: [String],
        _ values: [FieldValue]
    ) throws -> Feature {
        var feature = Feature()
        for (field, value) in try fields(bytes) {
            switch (field, value) {
            case (1, .number(let number)): feature.id = number
            case (2, .bytes(let tags)):
                let tags = try packed(tags)
                for index in stride(from: 0, to: tags.count, by: 2) {
                    feature.properties[keys[Int(tags[index])]] = values[Int(tags[index + 1])]
                }
            case (3, .number(let number)): feature.type = number
            case (4, .bytes(let commands)): feature.commands = try packed(commands)
            default: Issue.record("field \(field)")
            }
        }
        return feature
    }
}

extension [[[GridPoint]]] {
    /// Why the polygons are not valid by OGC Simple Features; nil where they are. Looks at every pair of
    /// edges.
    var fault: String? {
        var edges: [(polygon: Int, ring: Int, start: GridPoint, end: GridPoint)] = []
        for (polygon, rings) in enumerated() {
            for (index, ring) in rings.enumerated() {
                if ring.count < 3 { return "a ring of \(ring.count)" }
                if Set(ring).count != ring.count { return "a ring touches itself" }
                if (ring.doubledArea > 0) != (index == 0) || ring.doubledArea == 0 {
                    return "ring \(index) has the area \(ring.doubledArea)"
                }
                for (start, end) in zip(ring, ring.dropFirst() + ring.prefix(1)) {
                    edges.append((polygon, index, start, end))
                }
            }
        }
        for (number, one) in edges.enumerated() {
            for other in edges[..<number] {
                let sides = [
                    GridPoint.side(one.start, one.end, of: other.start),
                    GridPoint.side(one.start, one.end, of: other.end),
                    GridPoint.side(other.start, other.end, of: one.start),
                    GridPoint.side(other.start, other.end, of: one.end),
                ]
                if sides[0].signum() * sides[1].signum() < 0,
                    sides[2].signum() * sides[3].signum() < 0
                {
                    return "edges cross"
                }
                if sides.allSatisfy({ $0 == 0 }) {
                    let (a, b) = (Swift.min(one.start, one.end), Swift.max(one.start, one.end))
                    let (c, d) = (
                        Swift.min(other.start, other.end), Swift.max(other.start, other.end)
                    )
                    if a < d, c < b { return "edges lie on each other" }
                }
                // An end within an edge of the same ring.
                guard (one.polygon, one.ring) == (other.polygon, other.ring) else { continue }
                for (index, point) in [other.start, other.end, one.start, one.end].enumerated()
                where sides[index] == 0 {
                    let edge = index < 2 ? one : other
                    let (a, b) = (
                        Swift.min(edge.start, edge.end), Swift.max(edge.start, edge.end)
                    )
                    if a < point, point < b { return "a ring touches its own edge" }
                }
            }
        }
        return nil
    }
}

extension SIMD2<Int32>: @retroactive Comparable {
    /// From west to east, and from north to south where that is the same.
    public static func < (one: Self, other: Self) -> Bool { one.isBefore(other) }
}
