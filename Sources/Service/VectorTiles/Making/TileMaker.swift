package import FeatureCollections
internal import Geodesy

/// Makes the vector tiles of a collection.
///
/// Every feature is told in every zoom level in which its place has a tile: by its shape; where nothing of
/// its shape is left on the grid, by a point; and where a tile would hold more than can be told apart, with
/// others as a point that says how many there are.
package struct TileMaker: Sendable {
    let collection: FeatureCollection
    /// What features and clusters call what they tell: the collection's fields, the number of a cluster's
    /// features and, unless a field has that name, the id.
    let keyNames: [String]
    private let countKey: Int
    let idKey: Int?

    /// So many features are told one by one, whatever they look like.
    package static let plainFeatures = 1000
    /// Of more features, those are told in clusters that are drawn smaller than this, in units of the grid: a
    /// pixel where tiles are shown 512 pixels wide.
    static let smallUnits = 8.0
    /// So many lines and areas are drawn at most; of more, the smaller ones are told in clusters.
    package static let mostShapes = 10_000

    package init(_ collection: FeatureCollection) {
        self.collection = collection
        let fields = collection.fields.map(\.name)
        countKey = fields.count
        idKey = fields.contains("id") ? nil : fields.count + 1
        keyNames = fields + [collection.clusterKey] + (idKey == nil ? [] : ["id"])
    }

    /// A tile with one layer that is called like the collection.
    ///
    /// - Returns: The tile by the Mapbox Vector Tile Specification 2.1; empty where nothing is in it. Tiles of
    ///   several collections are put side by side.
    /// - Complexity: O(n) for the places of the features near the tile.
    package func tile(_ address: TileAddress) -> [UInt8] {
        let frame = TileFrame(address)
        let numbers = candidates(frame)
        guard !numbers.isEmpty else { return [] }
        // At the last zoom level every detail is there.
        let isSimplified = address.zoom < TileAddress.zooms.upperBound
        guard numbers.count > Self.plainFeatures else {
            var drawing = TileDrawing(self, in: frame, isSimplified, expected: numbers.count)
            collection.content.visit(numbers, by: &drawing)
            return drawing.layer.tile()
        }
        let (shapes, clusters) = sorted(numbers, in: frame)
        let alone = clusters.alone
        let all = shapes.count + alone.count + clusters.several.count
        var drawing = TileDrawing(self, in: frame, isSimplified, expected: all)
        collection.content.visit(shapes, by: &drawing)
        drawing.points = Dictionary(uniqueKeysWithValues: alone.map { ($0.number, $0.points) })
        collection.content.visit(alone.map(\.number), by: &drawing)
        var layer = drawing.layer
        for cluster in clusters.several {
            layer.note(countKey, .integer(Int64(cluster.count)))
            layer.add(id: nil, .points([cluster.middle]))
        }
        return layer.tile()
    }

    /// Whether a tile may hold anything.
    package func mayHoldAnything(_ address: TileAddress) -> Bool {
        TileFrame(address).turns.contains { !collection.content.numbers(near: $0.box).isEmpty }
    }

    /// The numbers of all features that may be in a frame, ascending, each once.
    private func candidates(_ frame: TileFrame) -> [Int] {
        let found = frame.turns.map { collection.content.numbers(near: $0.box) }
        let total = found.reduce(0) { $0 + $1.count }
        // Many of all are put in order by marking them.
        guard total > collection.content.count / 16 else {
            return found.count == 1 ? found[0].sorted() : Set(found.joined()).sorted()
        }
        var isFound = Array(repeating: false, count: collection.content.count)
        for numbers in found { for number in numbers { isFound[number] = true } }
        var numbers: [Int] = []
        numbers.reserveCapacity(total)
        for number in isFound.indices where isFound[number] { numbers.append(number) }
        return numbers
    }

    /// The features that are drawn, and the others in clusters.
    private func sorted(
        _ numbers: [Int],
        in frame: TileFrame
    ) -> (shapes: [Int], clusters: ClusterGrid) {
        var clusters = ClusterGrid()
        var large: [(number: Int, size: Double)] = []
        let turns = frame.turns.map(\.degrees)
        func cluster(_ number: Int, _ shape: FeatureShape) {
            guard let place = shape.somePlace else { return }
            for turn in turns { clusters.add(number, place, in: frame, turn: turn) }
        }
        for number in numbers {
            guard let shape = collection.content.shape(number) else { continue }
            if case .point = shape {
                cluster(number, shape)
                continue
            }
            let size = frame.size(of: shape)
            if size < Self.smallUnits {
                cluster(number, shape)
            } else {
                large.append((number, size))
            }
        }
        guard large.count > Self.mostShapes else { return (large.map(\.number), clusters) }
        let bound = large.map(\.size).sorted(by: >)[Self.mostShapes]
        for (number, size) in large where size <= bound {
            if let shape = collection.content.shape(number) { cluster(number, shape) }
        }
        return (large.filter { $0.size > bound }.map(\.number), clusters)
    }
}

extension FeatureCollection {
    /// What a cluster in a tile calls the number of its features: `count`, unless a field has that name.
    package var clusterKey: String {
        fields.contains { $0.name == "count" } ? "cluster_count" : "count"
    }

    /// How many features have a place, and none in the square of web maps: they are in no tile.
    package var countBeyondTiles: Int {
        let end = TileSquare.northernmostLatitude
        let caps = [(-90, -end), (end, 90)].map { south, north in
            BoundingBox(uncheckedWest: -180, south: south, east: 180, north: north)
        }
        return Set(caps.flatMap { content.numbers(near: $0) }).count { number in
            guard let boxes = content.shape(number)?.boxes, !boxes.isEmpty else { return false }
            return boxes.allSatisfy { $0.south > end || $0.north < -end }
        }
    }
}

/// Features that lie close to each other, counted by the cells of a grid.
///
/// The cells of neighbouring tiles are the same, so that each feature is counted in one cell alone.
struct ClusterGrid {
    /// What lies in a cell.
    struct Cluster {
        /// The number of the first feature.
        let first: Int
        fileprivate(set) var count: Int
        fileprivate var sum: SIMD2<Int>

        /// Where its features lie on average: in the cell as well.
        var middle: GridPoint {
            GridPoint(Int32(sum.x / count), Int32(sum.y / count)) &- Int32(TileFrame.buffer)
        }
    }

    /// How wide a cell is, in units of a tile's grid: as wide as the strip around a tile, so that no cell is
    /// cut by its edges.
    static let cellUnits = TileFrame.buffer
    private static let perSide = TileFrame.span.count / cellUnits

    private var clusters: [Cluster?] = Array(repeating: nil, count: perSide * perSide)

    /// The cells in which several features lie, by rows.
    var several: [Cluster] { clusters.compactMap { $0.flatMap { $0.count > 1 ? $0 : nil } } }

    /// The features that are alone in a cell, ascending, with their points there: a tile as wide as the
    /// world has them in the strip on its other side too.
    var alone: [(number: Int, points: [GridPoint])] {
        let alone = clusters.compactMap { $0.flatMap { $0.count == 1 ? $0 : nil } }
        return Dictionary(grouping: alone, by: \.first).sorted { $0.key < $1.key }
            .map { ($0.key, $0.value.map(\.middle)) }
    }

    /// Counts a feature in the cell in which a place lies; in none where it lies outside the frame.
    mutating func add(_ number: Int, _ place: Coordinate, in frame: TileFrame, turn: Double) {
        guard let unit = frame.unit(place, turn: turn) else { return }
        // From the corner of the frame, so that nothing is negative.
        let point = SIMD2<Int>(truncatingIfNeeded: unit) &+ TileFrame.buffer
        let index = point.y / Self.cellUnits * Self.perSide + point.x / Self.cellUnits
        if clusters[index] == nil {
            clusters[index] = Cluster(first: number, count: 1, sum: point)
        } else {
            clusters[index]?.count += 1
            clusters[index]?.sum &+= point
        }
    }
}
