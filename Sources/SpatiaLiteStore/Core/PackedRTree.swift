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
    private static let rootNumber: Int64 = 1
    private static let headerBytes = 4
    private static let cellBytes = 24

    private let tree: RTree
    private let nodeBytes: Int
    private let points: Points
    /// The points' numbers along the curve, in the lower bits.
    private let order: [UInt64]
    private let orderMask: UInt64
    /// How many cells a node holds.
    private let capacity: Int
    private let leafCount: Int
    /// The blobs of the nodes above the leaves side by side, the root's last.
    private var content: [UInt8] = []
    /// How many nodes there are in all.
    private var nodeCount: Int
    /// Which node holds each of the points; 0 for rows without one.
    private var nodeOfPoint: [Int32]
    private var parentOfNode: [(node: Int64, parent: Int64)] = []

    /// - Parameters:
    ///   - points: Of the whole table.
    ///   - nodeBytes: The length of the tree's nodes.
    /// - Complexity: O(n log n).
    init(_ points: Points, in tree: RTree, nodeBytes: Int) {
        self.tree = tree
        self.nodeBytes = nodeBytes
        self.points = points
        (order, orderMask) = points.order()
        capacity = (nodeBytes - Self.headerBytes) / Self.cellBytes
        nodeOfPoint = Array(repeating: 0, count: points.rowCount)
        leafCount = order.count > capacity ? (order.count + capacity - 1) / capacity : 0
        nodeCount = leafCount
        var cells: [Cell] = []
        cells.reserveCapacity(leafCount)
        if leafCount > 0 {
            for leaf in 0..<leafCount {
                let number = Self.rootNumber + 1 + Int64(leaf)
                let run = leafRun(leaf)
                for index in run { nodeOfPoint[index] = Int32(clamping: number) }
                cells.append(Cell(around: run.lazy.map { points.cell($0) }, id: number))
            }
        } else {
            for slot in order {
                let index = Int(slot & orderMask)
                nodeOfPoint[index] = Int32(Self.rootNumber)
                cells.append(points.cell(index))
            }
        }
        var height = leafCount > 0 ? 1 : 0
        while cells.count > capacity {
            var above: [Cell] = []
            for start in stride(from: 0, to: cells.count, by: capacity) {
                let run = cells[start..<min(start + capacity, cells.count)]
                let number = Int64(nodeCount) + Self.rootNumber + 1
                for cell in run { parentOfNode.append((cell.id, number)) }
                above.append(Cell(around: run, id: number))
                append(run, height: 0)
            }
            cells = above
            height += 1
        }
        if height > 0 { for cell in cells { parentOfNode.append((cell.id, Self.rootNumber)) } }
        append(cells, height: height)
        parentOfNode.sort { $0.node < $1.node }
    }

    /// The indexes of the points in a leaf.
    private func leafRun(_ leaf: Int) -> [Int] {
        order[(leaf * capacity)..<min((leaf + 1) * capacity, order.count)]
            .map { Int($0 & orderMask) }
    }

    /// The writes that make the tree, each for a short transaction of its own; the tree, which must
    /// be empty before, is whole after the last.
    var writes: [@Sendable (Database) throws -> Void] {
        chunks(of: nodeCount, 4000) { range, db in
            let statement = try db.cachedStatement(
                sql: "INSERT OR REPLACE INTO \"\(tree.name)_node\" VALUES (?, ?)"
            )
            var row = RowWriter(statement, in: db)
            var leaf = Array(repeating: UInt8(0), count: nodeBytes)
            for index in range {
                // The root comes last, when all that it leads to is there.
                row.integer(
                    index == nodeCount - 1
                        ? Self.rootNumber : Int64(index) + Self.rootNumber + 1
                )
                if index < leafCount {
                    Self.write(
                        leafRun(index).lazy.map { points.cell($0) },
                        height: 0,
                        to: &leaf,
                        at: 0
                    )
                    row.blob(leaf)
                } else {
                    let start = (index - leafCount) * nodeBytes
                    row.blob(content[start..<(start + nodeBytes)])
                }
                try row.execute()
            }
        }
            + chunks(of: nodeOfPoint.count, 50_000) { range, db in
                let statement = try db.cachedStatement(
                    sql: "INSERT INTO \"\(tree.name)_rowid\" VALUES (?, ?)"
                )
                var row = RowWriter(statement, in: db)
                for index in range where nodeOfPoint[index] != 0 {
                    row.integer(Points.rowID(index))
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

    /// Adds a node above the leaves.
    private mutating func append(_ cells: some Collection<Cell>, height: Int) {
        let start = content.count
        content.append(contentsOf: repeatElement(0, count: nodeBytes))
        nodeCount += 1
        Self.write(cells, height: height, to: &content, at: start)
    }

    /// Writes a node's blob over what stands there; what lies behind its cells stays, for nothing
    /// ever reads it.
    private static func write(
        _ cells: some Collection<Cell>,
        height: Int,
        to content: inout [UInt8],
        at start: Int
    ) {
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
            }
        }
    }

    /// A row's or a child's number and its box, rounded outward to 32 bits.
    fileprivate struct Cell: Sendable {
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

        /// The cell that stands for a node, one level up.
        init(around cells: some Sequence<Cell>, id: Int64) {
            self.init(
                id: id,
                west: .infinity,
                east: -.infinity,
                south: .infinity,
                north: -.infinity
            )
            for cell in cells {
                west = min(west, cell.west)
                east = max(east, cell.east)
                south = min(south, cell.south)
                north = max(north, cell.north)
            }
        }
    }
}

extension PackedRTree {
    /// The points of a table's rows, 17 bytes each.
    struct Points: Sendable {
        /// How far along the curve each row's point lies; `nowhere` for rows without one. The first
        /// is that of row 1.
        private var positions: [UInt64] = []
        /// The points' longitudes and latitudes, rounded down to 32 bits.
        private var corners: [SIMD2<Float>] = []
        /// Whether they were rounded: in bit 0 the longitude, in bit 1 the latitude.
        private var roundings: [UInt8] = []
        private static let nowhere = UInt64.max

        init() {}

        /// The number of the last row that has a point.
        var rowCount: Int { positions.count }

        static func rowID(_ index: Int) -> Int64 { Int64(index) + 1 }

        /// Adds the point of a row, whose number is greater than those before.
        mutating func add(_ place: Coordinate, row: Int64) {
            while Self.rowID(positions.count) < row {
                positions.append(Self.nowhere)
                corners.append(.zero)
                roundings.append(0)
            }
            let (west, south) = (Self.notAbove(place.longitude), Self.notAbove(place.latitude))
            positions.append(HilbertCurve.position(of: place))
            corners.append(SIMD2(west, south))
            roundings.append(
                (Double(west) < place.longitude ? 1 : 0) | (Double(south) < place.latitude ? 2 : 0)
            )
        }

        private static func notAbove(_ value: Double) -> Float {
            let rounded = Float(value)
            return Double(rounded) > value ? rounded.nextDown : rounded
        }

        /// The rows' indexes, which are their numbers less one, along the curve.
        ///
        /// - Returns: Each index in the lower bits, under a mask; above them stands as much of the
        ///   position as there is room for.
        fileprivate func order() -> ([UInt64], mask: UInt64) {
            let indexBits = UInt64.bitWidth - UInt64(positions.count).leadingZeroBitCount
            let shift = max(0, HilbertCurve.positionBits + indexBits - UInt64.bitWidth)
            var order: [UInt64] = []
            order.reserveCapacity(positions.count)
            for (index, position) in positions.enumerated() where position != Self.nowhere {
                order.append((position >> shift) << indexBits | UInt64(index))
            }
            order.sort()
            return (order, (1 << indexBits) - 1)
        }

        fileprivate func cell(_ index: Int) -> Cell {
            let corner = corners[index]
            let rounding = roundings[index]
            return Cell(
                id: Self.rowID(index),
                west: corner.x,
                east: rounding & 1 == 0 ? corner.x : corner.x.nextUp,
                south: corner.y,
                north: rounding & 2 == 0 ? corner.y : corner.y.nextUp
            )
        }
    }
}

/// A curve through all places on which places that are near each other stay near.
///
/// Source: D. Hilbert, "Ueber die stetige Abbildung einer Linie auf ein Flächenstück" (1891).
enum HilbertCurve {
    private static let bits = 24
    /// How many bits a position has.
    static let positionBits = 2 * bits

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
