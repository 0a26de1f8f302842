internal import FeatureCollections
internal import Geodesy

/// A layer that features are drawn into which a collection shows.
struct TileDrawing: FeatureVisitor {
    /// What is drawn so far.
    private(set) var layer: TileLayer
    /// Points that stand for features in the place of their own, by the features' numbers.
    var points: [Int: [GridPoint]] = [:]

    private let frame: TileFrame
    private let isSimplified: Bool
    private let idKey: Int?
    /// The feature whose values come.
    private var current: (number: Int, shape: TileShape)?

    /// - Parameters:
    ///   - isSimplified: Whether points of lines and rings may be left out that nobody would see.
    ///   - expected: How many features will come about.
    init(_ maker: TileMaker, in frame: TileFrame, _ isSimplified: Bool, expected: Int) {
        layer = TileLayer(maker.collection.id, keyNames: maker.keyNames, expected: expected)
        idKey = maker.idKey
        self.frame = frame
        self.isSimplified = isSimplified
    }

    mutating func begin(_ number: Int, id: String, shape: FeatureShape?) -> Bool {
        guard let shape, let drawn = drawn(shape, number) else { return false }
        current = (number, drawn)
        if let idKey { layer.note(idKey, .text(id)) }
        return true
    }

    mutating func take(_ value: FieldValue, of field: Int) { layer.note(field, value) }

    mutating func end() {
        guard let current else { return }
        layer.add(id: UInt64(current.number), current.shape)
    }

    private func drawn(_ shape: FeatureShape, _ number: Int) -> TileShape? {
        if case .point = shape, let points = points[number] { return .points(points) }
        return drawn(shape)
    }

    /// What of a feature is drawn; a point where its shape is too thin for the grid.
    private func drawn(_ shape: FeatureShape) -> TileShape? {
        if let drawn = frame.drawn(shape, isSimplified: isSimplified) { return drawn }
        guard let place = shape.somePlace, frame.size(of: shape) < Double(TileFrame.extent),
            let point = frame.drawn(.point(place), isSimplified: false),
            frame.isTooThin(shape, isSimplified: isSimplified)
        else { return nil }
        return point
    }
}

extension TileFrame {
    /// Whether a shape smaller than a tile is nothing on the grid, wherever its tiles' edges run.
    fileprivate func isTooThin(_ shape: FeatureShape, isSimplified: Bool) -> Bool {
        TileFrame(moving: self, to: shape).drawn(shape, isSimplified: isSimplified) == nil
    }
}
