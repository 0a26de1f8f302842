package import Geodesy

/// Published features of one sort, as a domain offers them to programs that know nothing of it.
///
/// It is made of one reading of the store and never changes: whoever keeps it goes on to see that reading.
package struct FeatureCollection: Sendable {
    /// Names it in addresses: small letters, digits, `-` and `_`.
    package let id: String
    /// What it is called for people.
    package let title: String
    /// What it holds, in a sentence or two.
    package let description: String
    /// What every feature tells, in the order of ``Feature/values``.
    package let fields: [FeatureField]
    /// What its geometries are.
    package let geometry: GeometryKind
    /// Names the reading: another text whenever the content may be another.
    package let revision: String
    /// The narrowest box that holds all of it; nil where nothing has a place.
    package let extent: BoundingBox?
    /// Whether features hold for a time alone.
    package let hasTime: Bool
    /// The features.
    package let content: any FeatureContent

    /// What geometries are.
    package enum GeometryKind: String, Sendable {
        case point = "Point"
        case line = "MultiLineString"
        case area = "MultiPolygon"
        case any = "Geometry"
    }

    /// A collection with all its members.
    package init(
        id: String,
        title: String,
        description: String,
        fields: [FeatureField],
        geometry: GeometryKind,
        revision: String,
        extent: BoundingBox?,
        hasTime: Bool = false,
        content: any FeatureContent
    ) {
        self.id = id
        self.title = title
        self.description = description
        self.fields = fields
        self.geometry = geometry
        self.revision = revision
        self.extent = extent
        self.hasTime = hasTime
        self.content = content
    }
}

/// One thing that every feature of a collection tells, or tells to be unknown.
package struct FeatureField: Sendable, Hashable {
    /// What a value is.
    package enum Kind: String, Sendable {
        case text = "string"
        case integer = "integer"
        case number = "number"
        case boolean = "boolean"
        /// A day, as `2026-11-03`.
        case day = "date"
    }

    /// Its name in JSON.
    package let name: String
    /// What its values are.
    package let kind: Kind
    /// What it means.
    package let description: String

    /// A field with all its members.
    package init(_ name: String, _ kind: Kind = .text, _ description: String) {
        self.name = name
        self.kind = kind
        self.description = description
    }
}

/// What a feature tells under one of its fields.
package enum FieldValue: Sendable, Hashable {
    case text(String)
    case integer(Int64)
    case number(Double)
    case boolean(Bool)
    case null

    /// A text, or null.
    package static func of(_ text: String?) -> FieldValue { text.map(FieldValue.text) ?? .null }
}

/// One feature of a collection.
package struct Feature: Sendable {
    /// Names it within its collection, across readings.
    package let id: String
    /// Where it is; nil where that is not known.
    package let shape: FeatureShape?
    /// What it tells, a value for each field of the collection.
    package let values: [FieldValue]

    /// A feature with all its members.
    package init(id: String, shape: FeatureShape?, values: [FieldValue]) {
        self.id = id
        self.shape = shape
        self.values = values
    }
}

/// Where a feature is.
package enum FeatureShape: Sendable, Hashable {
    /// One place.
    case point(Coordinate)
    /// Lines of two places or more, none of which crosses the antimeridian.
    case lines([[Coordinate]])
    /// An area, cut where it crosses the antimeridian.
    case area(MultiPolygon)

    /// A line, cut in two where it crosses the antimeridian (RFC 7946, section 3.1.9).
    package static func line(_ line: [Coordinate]) -> FeatureShape {
        .lines(line.cutAtAntimeridian)
    }
}

/// When a feature holds: closed at both ends, in milliseconds since 1970; nil for an open end.
package struct FeatureTime: Sendable, Hashable {
    /// The first moment.
    package let from: Int64?
    /// The last moment.
    package let to: Int64?

    /// - Parameter from: Not after `to`.
    package init(from: Int64?, to: Int64?) {
        self.from = from
        self.to = to
    }

    /// From a moment until another, which is no part of it unless it is all that there is.
    ///
    /// - Parameter end: Not before `from`.
    package init(from: Int64?, until end: Int64?) {
        self.init(from: from, to: end.map { max($0 - 1, from ?? .min) })
    }

    /// Whether both have a moment in common.
    package func intersects(_ other: FeatureTime) -> Bool {
        func isBefore(_ last: Int64?, _ first: Int64?) -> Bool {
            guard let last, let first else { return false }
            return last < first
        }
        return !isBefore(to, other.from) && !isBefore(other.to, from)
    }
}

/// The features of one reading, by their number: 0 and up, in the order in which they are listed.
package protocol FeatureContent: Sendable {
    /// How many features there are.
    var count: Int { get }
    /// The feature with a number.
    func feature(_ number: Int) -> Feature
    /// Where the feature with a number is; nil where that is not known.
    func shape(_ number: Int) -> FeatureShape?
    /// When the feature with a number holds; nil for always.
    func time(_ number: Int) -> FeatureTime?
    /// The number of the feature with an id; nil where there is none.
    func number(of id: String) -> Int?
    /// The numbers of at least all features that share a place with a box that does not cross the
    /// antimeridian, each once, in no stated order.
    func numbers(near box: BoundingBox) -> [Int]
    /// Shows features to a visitor, one after the other: what ``feature(_:)`` has, without a value of its own
    /// for each of many.
    func visit(_ numbers: [Int], by visitor: inout some FeatureVisitor)
}

/// Takes features in, piece by piece.
package protocol FeatureVisitor {
    /// Begins a feature.
    ///
    /// - Returns: Whether its values are wanted, and ``end()``.
    mutating func begin(_ number: Int, id: String, shape: FeatureShape?) -> Bool
    /// A value that is not null.
    ///
    /// - Parameter field: The place of its field among those of the collection; they come in their order.
    mutating func take(_ value: FieldValue, of field: Int)
    /// Ends a feature whose values were wanted.
    mutating func end()
}

extension FeatureContent {
    package func time(_ number: Int) -> FeatureTime? { nil }

    package func visit(_ numbers: [Int], by visitor: inout some FeatureVisitor) {
        for number in numbers {
            let feature = feature(number)
            guard visitor.begin(number, id: feature.id, shape: feature.shape) else { continue }
            for (field, value) in feature.values.enumerated() where value != .null {
                visitor.take(value, of: field)
            }
            visitor.end()
        }
    }

    /// The number of the feature with an id, where features are in the order of their ids' bytes.
    ///
    /// - Complexity: O(log n).
    package func number(of id: String, orderedBy idOf: (Int) -> String) -> Int? {
        number(of: id, orderedBy: idOf) { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// The number of the feature with a key, where features are in the order of their keys.
    ///
    /// - Parameter precedes: Whether a key comes before another.
    /// - Complexity: O(log n).
    @inlinable
    package func number<Key: Equatable>(
        of key: Key,
        orderedBy keyOf: (Int) -> Key,
        by precedes: (Key, Key) -> Bool
    ) -> Int? {
        let count = count
        var range = 0..<count
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            if precedes(keyOf(middle), key) {
                range = middle + 1..<range.upperBound
            } else {
                range = range.lowerBound..<middle
            }
        }
        return range.lowerBound < count && keyOf(range.lowerBound) == key ? range.lowerBound : nil
    }
}
