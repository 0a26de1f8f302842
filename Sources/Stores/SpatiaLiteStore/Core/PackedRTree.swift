internal import ExternalSort
internal import GRDB
internal import Geodesy

/// An R-tree that is built at once instead of point by point: fewer, full nodes that overlap less, in a
/// tenth of the time.
///
/// The points are sorted along a Hilbert curve, so that neighbours stay together; each run of them
/// fills a leaf, each run of leaves a node above, up to the root. The nodes are written into the
/// tables in which SQLite keeps an R-tree, whose layout is part of its file format; ordinary
/// inserts and deletes may follow, and `rtreecheck` finds nothing to complain about.
///
/// What does not fit into a fixed piece of memory is sorted on disk. A box for each leaf stays in
/// memory, half a byte a point.
///
/// A node is a blob: its height (2 bytes, the root's only), its count of cells (2 bytes), and the
/// cells: a row's or a child's number (8 bytes), then the least and greatest x and y (4 floats of
/// 32 bits), all big-endian.
///
/// Source: "Shadow Tables", <https://www.sqlite.org/rtree.html#shadow_tables>;
/// I. Kamel, C. Faloutsos, "On packing R-trees", CIKM (1993).
package struct PackedRTree: Sendable {
    private static let rootNumber: Int64 = 1
    private static let headerBytes = 4
    private static let cellBytes = 24

    private let tree: RTree
    private let nodeBytes: Int
    /// How many cells a node holds.
    private let capacity: Int
    /// Whether all points fit into the root.
    private let isSingle: Bool
    private var points: SortedRecords<Point>
    /// The node of each row's point.
    private var rows: ExternalSorter<RowNode>
    private var sortedRows: SortedRecords<RowNode>?
    private var parents: [(node: Int64, parent: Int64)] = []
    private var writtenParents = 0
    /// The cells of the level that is being written.
    private var cells: [Cell] = []
    private var nextNumber = Self.rootNumber + 1
    private var stage = Stage.leaves

    private enum Stage { case leaves, upperNodes, rows, parents, done }

    /// Which node holds a row's point.
    private struct RowNode: SortRecord {
        /// The row.
        let sortKey: UInt64
        let node: Int64
    }

    /// What the sorting may take in memory.
    static let memoryBytes = 8 << 20

    /// - Parameters:
    ///   - points: Of the whole table.
    ///   - nodeBytes: The length of the tree's nodes.
    /// - Throws: ``ScratchError``.
    init(_ points: Points, in tree: RTree, nodeBytes: Int) throws {
        self.tree = tree
        self.nodeBytes = nodeBytes
        capacity = (nodeBytes - Self.headerBytes) / Self.cellBytes
        isSingle = points.sorter.count <= capacity
        rows = ExternalSorter(memoryBytes: Self.memoryBytes)
        self.points = try points.sorter.sorted()
    }

    /// Writes the next piece, for a short transaction of its own; the tree, which must be empty before,
    /// is whole after the last.
    ///
    /// - Returns: Whether there is more to write.
    mutating func writeNext(in db: Database) throws -> Bool {
        switch stage {
        case .leaves: try writeLeaves(in: db)
        case .upperNodes: try writeUpperNodes(in: db)
        case .rows: try writeRows(in: db)
        case .parents: try writeParents(in: db)
        case .done: break
        }
        return stage != .done
    }

    private static let nodesPerPiece = 4_000
    private static let entriesPerPiece = 50_000

    private mutating func writeLeaves(in db: Database) throws {
        var row = RowWriter(try nodeStatement(db), in: db)
        var blob = Array(repeating: UInt8(0), count: nodeBytes)
        for _ in 0..<Self.nodesPerPiece {
            let run = try nextRun()
            if run.isEmpty || isSingle {
                if isSingle { cells = run }
                stage = .upperNodes
                return
            }
            for cell in run {
                try rows.append(RowNode(sortKey: UInt64(cell.id), node: nextNumber))
            }
            cells.append(Cell(around: run, id: nextNumber))
            try write(run, height: 0, as: nextNumber, with: &row, &blob)
            nextNumber += 1
        }
    }

    /// The cells of the next leaf.
    private mutating func nextRun() throws -> [Cell] {
        var run: [Cell] = []
        run.reserveCapacity(capacity)
        while run.count < capacity, let point = try points.next() { run.append(point.cell) }
        return run
    }

    /// Writes all that is above the leaves, the root last, when all that it leads to is there.
    private mutating func writeUpperNodes(in db: Database) throws {
        var row = RowWriter(try nodeStatement(db), in: db)
        var blob = Array(repeating: UInt8(0), count: nodeBytes)
        var height = isSingle ? 0 : 1
        if isSingle {
            for cell in cells {
                try rows.append(RowNode(sortKey: UInt64(cell.id), node: Self.rootNumber))
            }
        }
        while cells.count > capacity {
            var above: [Cell] = []
            for start in stride(from: 0, to: cells.count, by: capacity) {
                let run = cells[start..<min(start + capacity, cells.count)]
                for cell in run { parents.append((cell.id, nextNumber)) }
                above.append(Cell(around: run, id: nextNumber))
                try write(run, height: 0, as: nextNumber, with: &row, &blob)
                nextNumber += 1
            }
            cells = above
            height += 1
        }
        if !isSingle { for cell in cells { parents.append((cell.id, Self.rootNumber)) } }
        try write(cells[...], height: height, as: Self.rootNumber, with: &row, &blob)
        parents.sort { $0.node < $1.node }
        cells = []
        var all = ExternalSorter<RowNode>(memoryBytes: 0)
        swap(&all, &rows)
        sortedRows = try all.sorted()
        stage = .rows
    }

    private mutating func writeRows(in db: Database) throws {
        var row = RowWriter(
            try db.cachedStatement(sql: "INSERT INTO \"\(tree.name)_rowid\" VALUES (?, ?)"),
            in: db
        )
        for _ in 0..<Self.entriesPerPiece {
            guard let entry = try sortedRows?.next() else {
                stage = .parents
                return
            }
            row.integer(Int64(entry.sortKey))
            row.integer(entry.node)
            try row.execute()
        }
    }

    private mutating func writeParents(in db: Database) throws {
        var row = RowWriter(
            try db.cachedStatement(sql: "INSERT INTO \"\(tree.name)_parent\" VALUES (?, ?)"),
            in: db
        )
        let end = min(writtenParents + Self.entriesPerPiece, parents.count)
        for entry in parents[writtenParents..<end] {
            row.integer(entry.node)
            row.integer(entry.parent)
            try row.execute()
        }
        writtenParents = end
        if end == parents.count { stage = .done }
    }

    // MARK: Nodes

    private func nodeStatement(_ db: Database) throws -> Statement {
        try db.cachedStatement(sql: "INSERT OR REPLACE INTO \"\(tree.name)_node\" VALUES (?, ?)")
    }

    /// Writes a node over what `blob` holds; what lies behind its cells stays, for nothing ever reads
    /// it.
    private func write(
        _ cells: some Collection<Cell>,
        height: Int,
        as number: Int64,
        with row: inout RowWriter,
        _ blob: inout [UInt8]
    ) throws {
        blob.withUnsafeMutableBytes { content in
            var offset = 0
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
        row.integer(number)
        row.blob(blob)
        try row.execute()
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
    /// A point of a table's row.
    fileprivate struct Point: SortRecord {
        /// How far along the curve it lies, and in the lowest two bits whether its coordinates were
        /// rounded: in bit 0 the longitude, in bit 1 the latitude.
        let sortKey: UInt64
        let row: Int64
        /// Rounded down to 32 bits.
        let west: Float
        let south: Float

        var cell: Cell {
            Cell(
                id: row,
                west: west,
                east: sortKey & 1 == 0 ? west : west.nextUp,
                south: south,
                north: sortKey & 2 == 0 ? south : south.nextUp
            )
        }
    }

    /// The points of a table's rows.
    package struct Points: Sendable {
        fileprivate var sorter: ExternalSorter<Point>

        init(memoryBytes: Int = PackedRTree.memoryBytes) {
            sorter = ExternalSorter(memoryBytes: memoryBytes)
        }

        /// Adds the point of a row.
        ///
        /// - Parameter row: From 1 on, no two the same.
        /// - Throws: ``ScratchError``.
        mutating func add(_ place: Coordinate, row: Int64) throws {
            let (west, south) = (Self.notAbove(place.longitude), Self.notAbove(place.latitude))
            let rounding: UInt64 =
                (Double(west) < place.longitude ? 1 : 0) | (Double(south) < place.latitude ? 2 : 0)
            try sorter.append(
                Point(
                    sortKey: HilbertCurve.position(of: place) << 2 | rounding,
                    row: row,
                    west: west,
                    south: south
                )
            )
        }

        private static func notAbove(_ value: Double) -> Float {
            let rounded = Float(value)
            return Double(rounded) > value ? rounded.nextDown : rounded
        }
    }
}
