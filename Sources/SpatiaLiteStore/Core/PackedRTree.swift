internal import GRDB
internal import Geodesy

/// The nodes of an R-tree that is built at once instead of point by point: fewer, full nodes that
/// overlap less, in a tenth of the time.
///
/// The points are sorted along a Hilbert curve, so that neighbours stay together; each run of them
/// fills a leaf, each run of leaves a node above, up to the root. The nodes are written into the
/// tables in which SQLite keeps an R-tree, whose layout is part of its file format; ordinary
/// inserts and deletes may follow, and `rtreecheck` finds nothing to complain about.
///
/// A node is a blob: its height (2 bytes, the root's only), its count of cells (2 bytes), and the
/// cells: a row's or a child's number (8 bytes), then the least and greatest x and y (4 floats of
/// 32 bits), all big-endian.
///
/// Source: "Shadow Tables", <https://www.sqlite.org/rtree.html#shadow_tables>;
/// I. Kamel, C. Faloutsos, "On packing R-trees", CIKM (1993).
struct PackedRTree: Sendable {
    /// A point and its row, numbered from 1.
    struct Point: Sendable {
        let rowID: Int64
        let place: Coordinate
    }

    private static let rootNumber: Int64 = 1
    private static let headerBytes = 4
    private static let cellBytes = 24

    private let tree: RTree
    private let nodeBytes: Int
    private let points: [Point]
    /// The nodes' blobs side by side: those from number 2 on, then the root's.
    private var content: [UInt8] = []
    private var nodeCount = 0
    /// Which node holds each of the points.
    private var nodeOfPoint: [Int32]
    private var parentOfNode: [(node: Int64, parent: Int64)] = []

    /// - Parameters:
    ///   - points: Each row at most once; quickest to write in the order of their rows.
    ///   - nodeBytes: The length of the tree's nodes.
    /// - Complexity: O(n log n).
    init(_ points: [Point], in tree: RTree, nodeBytes: Int) {
        self.tree = tree
        self.nodeBytes = nodeBytes
        self.points = points
        nodeOfPoint = Array(repeating: Int32(Self.rootNumber), count: points.count)
        let capacity = (nodeBytes - Self.headerBytes) / Self.cellBytes
        let order = Self.order(of: points)
        content.reserveCapacity(
            (order.count / capacity + order.count / capacity / 8 + 2) * nodeBytes
        )
        var cells: [Cell] = []
        if order.count > capacity {
            // The leaves, whose cells are made as they are written.
            for start in stride(from: 0, to: order.count, by: capacity) {
                let run = order[start..<min(start + capacity, order.count)]
                let number = nextNumber
                for index in run { nodeOfPoint[Int(index)] = Int32(clamping: number) }
                let leaf = run.lazy.map { Cell(points[Int($0)]) }
                cells.append(add(leaf, as: number, height: 0))
            }
        } else {
            cells = order.map { Cell(points[Int($0)]) }
        }
        var height = order.count > capacity ? 1 : 0
        while cells.count > capacity {
            var above: [Cell] = []
            for start in stride(from: 0, to: cells.count, by: capacity) {
                let run = cells[start..<min(start + capacity, cells.count)]
                let number = nextNumber
                for cell in run { parentOfNode.append((cell.id, number)) }
                above.append(add(run, as: number, height: 0))
            }
            cells = above
            height += 1
        }
        if height > 0 { for cell in cells { parentOfNode.append((cell.id, Self.rootNumber)) } }
        _ = add(cells, as: Self.rootNumber, height: height)
        parentOfNode.sort { $0.node < $1.node }
    }

    /// The number of the node that is added next, unless that is the root.
    private var nextNumber: Int64 { Int64(nodeCount) + Self.rootNumber + 1 }

    /// The writes that make the tree, each for a short transaction of its own; the tree, which must
    /// be empty before, is whole after the last.
    var writes: [@Sendable (Database) throws -> Void] {
        chunks(of: nodeCount, 4000) { range, db in
            let statement = try db.cachedStatement(
                sql: "INSERT OR REPLACE INTO \"\(tree.name)_node\" VALUES (?, ?)"
            )
            var row = RowWriter(statement, in: db)
            for index in range {
                // The root comes last, when all that it leads to is there.
                row.integer(
                    index == nodeCount - 1
                        ? Self.rootNumber : Int64(index) + Self.rootNumber + 1
                )
                row.blob(content[(index * nodeBytes)..<((index + 1) * nodeBytes)])
                try row.execute()
            }
        }
            + chunks(of: points.count, 50_000) { range, db in
                let statement = try db.cachedStatement(
                    sql: "INSERT INTO \"\(tree.name)_rowid\" VALUES (?, ?)"
                )
                var row = RowWriter(statement, in: db)
                for index in range {
                    row.integer(points[index].rowID)
                    row.integer(Int64(nodeOfPoint[index]))
                    try row.execute()
                }
            }
            + chunks(of: parentOfNode.count, 50_000) { range, db in
                let statement = try db.cachedStatement(
                    sql: "INSERT INTO \"\(tree.name)_parent\" VALUES (?, ?)"
                )
                var row = RowWriter(statement, in: db)
                for index in range {
                    row.integer(parentOfNode[index].node)
                    row.integer(parentOfNode[index].parent)
                    try row.execute()
                }
            }
    }

    private func chunks(
        of count: Int,
        _ size: Int,
        _ write: @escaping @Sendable (Range<Int>, Database) throws -> Void
    ) -> [@Sendable (Database) throws -> Void] {
        stride(from: 0, to: count, by: size).map { start in
            { db in try write(start..<min(start + size, count), db) }
        }
    }

    /// Makes a node of some cells, and the cell that stands for it one level up.
    private mutating func add(
        _ cells: some Collection<Cell>,
        as number: Int64,
        height: Int
    ) -> Cell {
        let start = content.count
        content.append(contentsOf: repeatElement(0, count: nodeBytes))
        nodeCount += 1
        var whole = cells.first ?? Cell(id: 0, west: 0, east: 0, south: 0, north: 0)
        whole.id = number
        content.withUnsafeMutableBytes { content in
            var offset = start
            func append(_ value: some FixedWidthInteger & BitwiseCopyable) {
                content.storeBytes(of: value.bigEndian, toByteOffset: offset, as: type(of: value))
                offset += MemoryLayout.size(ofValue: value)
            }
            append(UInt16(clamping: height))
            append(UInt16(clamping: cells.count))
            for cell in cells {
                append(cell.id)
                append(cell.west.bitPattern)
                append(cell.east.bitPattern)
                append(cell.south.bitPattern)
                append(cell.north.bitPattern)
                whole.include(cell)
            }
        }
        return whole
    }

    /// The points' numbers along the curve.
    private static func order(of points: [Point]) -> [Int32] {
        var keys = points.enumerated().map { index, point in
            (key: HilbertCurve.position(of: point.place), index: Int32(clamping: index))
        }
        keys.sort { ($0.key, $0.index) < ($1.key, $1.index) }
        return keys.map(\.index)
    }

    /// A row's or a child's number and its box, rounded outward to 32 bits.
    private struct Cell: Sendable {
        var id: Int64
        var west: Float
        var east: Float
        var south: Float
        var north: Float

        init(id: Int64, west: Float, east: Float, south: Float, north: Float) {
            self.id = id
            self.west = west
            self.east = east
            self.south = south
            self.north = north
        }

        init(_ point: Point) {
            self.init(
                id: point.rowID,
                west: Self.notAbove(point.place.longitude),
                east: Self.notBelow(point.place.longitude),
                south: Self.notAbove(point.place.latitude),
                north: Self.notBelow(point.place.latitude)
            )
        }

        mutating func include(_ other: Cell) {
            west = min(west, other.west)
            east = max(east, other.east)
            south = min(south, other.south)
            north = max(north, other.north)
        }

        private static func notAbove(_ value: Double) -> Float {
            let rounded = Float(value)
            return Double(rounded) > value ? rounded.nextDown : rounded
        }

        private static func notBelow(_ value: Double) -> Float {
            let rounded = Float(value)
            return Double(rounded) < value ? rounded.nextUp : rounded
        }
    }
}

/// A curve through all places on which places that are near each other stay near.
///
/// Source: D. Hilbert, "Ueber die stetige Abbildung einer Linie auf ein Flächenstück" (1891).
enum HilbertCurve {
    private static let bits = 24

    /// How far along the curve a place lies, on a grid of 2^24 by 2^24 cells.
    static func position(of place: Coordinate) -> UInt64 {
        let last = UInt32(1) << bits - 1
        func cell(_ fraction: Double) -> UInt32 { min(last, UInt32(fraction * Double(last))) }
        var x = cell((place.longitude + 180) / 360)
        var y = cell((place.latitude + 90) / 180)
        var position: UInt64 = 0
        // From the largest quadrant to the smallest: count the quadrants passed, then turn the
        // plane so that the curve inside this one looks like the whole.
        var side = UInt32(1) << (bits - 1)
        while side > 0 {
            let right = x & side != 0
            let upper = y & side != 0
            let quadrant: UInt64 = right ? (upper ? 2 : 3) : (upper ? 1 : 0)
            position = position << 2 | quadrant
            if !upper {
                if right {
                    x = last - x
                    y = last - y
                }
                swap(&x, &y)
            }
            side >>= 1
        }
        return position
    }
}
