import SpatiaLiteStore

/// A layer whose store can tell by itself what some properties of a row are.
protocol SiftedSource: LayerSource {
    associatedtype StoredProperty: Sendable & Hashable

    /// Which of its rows the source has; nil for all.
    var test: PropertyTest<StoredProperty>? { get set }

    /// The property that a column of ``LayerSource/columns`` stands for; nil where the store cannot
    /// tell it.
    static func stored(column: String) -> StoredProperty?

    /// The property that stands for a value beyond the columns.
    static func stored(extra name: String) -> StoredProperty
}

extension SiftedSource {
    var isSifted: Bool { test != nil }

    func sifted(by filter: RowFilter) -> (source: any LayerSource, rest: RowFilter) {
        var source = self
        let rest: RowFilter
        (source.test, rest) = filter.divided { property in
            switch property {
            case .extra(let name): Self.stored(extra: name)
            case .column(let index): Self.stored(column: columns[index])
            }
        }
        return (source, rest)
    }
}
