package import FeatureCollections
package import Geodesy

/// A filter of CQL2 over the features of a collection.
///
/// Source: OGC 21-065r2, "Common Query Language (CQL2)".
package struct FeatureFilter: Sendable {
    /// How a filter is written.
    package enum Encoding: String, Sendable, CaseIterable {
        case text = "cql2-text"
        case json = "cql2-json"
    }

    /// Where the coordinates of a filter's geometries lie: the place of two numbers in the order in which
    /// they are written; nil where they are no place.
    package typealias Placing = (Double, Double) -> Coordinate?

    private let condition: FeatureCondition

    /// Reads a filter.
    ///
    /// - Parameters:
    ///   - text: At most ``FilterLimits/bytes`` bytes.
    ///   - fields: What it may ask for besides `geometry`.
    ///   - placing: Longitude and latitude in degrees without it.
    /// - Throws: ``FilterFault`` that says what is wrong and where.
    /// - Complexity: O(n).
    package init(
        _ text: String,
        in encoding: Encoding,
        over fields: [FeatureField],
        placing: @escaping Placing = { try? Coordinate(latitude: $1, longitude: $0) }
    ) throws(FilterFault) {
        let node = try Self.node(text, in: encoding)
        condition = try FilterCompiler(fields: fields, placing: placing).condition(node)
    }

    /// A filter that was read, over features in degrees.
    init(_ node: FilterNode, over fields: [FeatureField]) throws(FilterFault) {
        condition = try FilterCompiler(
            fields: fields,
            placing: { try? Coordinate(latitude: $1, longitude: $0) }
        ).condition(node)
    }

    /// A filter as it was written.
    static func node(
        _ text: String,
        in encoding: Encoding
    ) throws(FilterFault) -> FilterNode {
        switch encoding {
        case .text: try FilterTextReader.read(text)
        case .json: try FilterJSONReader.read(text)
        }
    }

    /// Whether a text is a time that filters compare: a day such as `2026-11-03`, or a moment of RFC 3339.
    package static func isTime(_ text: String) -> Bool {
        Instant(day: text) != nil || Instant(moment: text) != nil
    }

    /// Whether it is true of a feature.
    ///
    /// - Complexity: O(parts of the filter), and for geometries O(n m) for their n and m edges.
    package func holds(_ feature: Feature) -> Bool { condition.holds(feature) == true }

    /// Boxes that hold all features of which it may be true, none of which crosses the antimeridian; nil
    /// where it says nothing of their place.
    package var boxes: [BoundingBox]? { condition.boxes }
}
