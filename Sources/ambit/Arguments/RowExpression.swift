import ArgumentParser
import FeatureCollections
import FeatureFilters
import GeoJSON
import Geodesy
import SpatiaLiteStore

/// One `--where` in CQL2, with its properties found among a layer's.
struct RowExpression: Sendable {
    private let filter: FeatureFilter
    private let fields: [(field: FeatureField, property: Property)]

    /// - Throws: `ValidationError` that names a property which there is not.
    init(_ inferred: InferredFilter, _ shape: RowShape, option: String) throws {
        filter = inferred.filter
        fields = try inferred.fields.map { ($0, try shape.property($0.name, of: option)) }
    }

    /// Whether it is true of a row. What is missing, as an empty cell is, and what is not of the kind that
    /// it is compared with, makes no comparison true.
    func holds(for row: Row) -> Bool {
        filter.holds(
            Feature(
                id: "",
                shape: row.geometry.map(FeatureShape.init),
                values: fields.map { Self.value($0.property.value(in: row), as: $0.field) }
            )
        )
    }

    private static func value(_ value: Value, as field: FeatureField) -> FieldValue {
        let text = value.text
        guard !text.isEmpty else { return .null }
        func fault(_ kind: ValueFaults.Kind) -> FieldValue {
            ValueFaults.shared.add(text, of: field.name, as: kind)
            return .null
        }
        switch field.kind {
        case .text: return .text(text)
        case .integer, .number:
            if case .integer(let number) = value { return .integer(number) }
            return PlainNumber.read(text).map(FieldValue.number) ?? fault(.number)
        case .boolean: return Value.flag(text).map(FieldValue.boolean) ?? fault(.flag)
        case .day: return FeatureFilter.isTime(text) ? .text(text) : fault(.day)
        }
    }
}

extension FeatureShape {
    fileprivate init(_ geometry: Geometry) {
        self =
            switch geometry {
            case .point(let place): .point(place)
            case .line(let line): .line(line)
            case .area(let area): .area(area)
            }
    }
}
