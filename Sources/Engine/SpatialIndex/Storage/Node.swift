internal import CIndexKernels
internal import Geodesy

/// An inner node: two levels of the quadtree in sixteen lanes, each empty, a leaf or another node.
///
/// A quarter of the node's square either is one lane, the first of its four, or is split into four
/// lanes, its own quarters. Every lane has a box around the points below it and a bound on how far
/// they reach, in columns, so that one sweep tells which lanes a search must enter.
///
/// What a way down reads, the children, stands apart from these columns: the ways through a large tree
/// then take a quarter of the memory that its nodes take, and that stays in a cache. A quarter that is
/// not split has its child in all four of its lanes, so that a way needs nothing else.
///
/// A box is its centre and half its width in steps, of which the node's square is 2^16 wide, or in
/// cells where the square has fewer; a box is a step or two wider than what it holds. Each column is
/// read and written as one type alone.
struct Node: Equatable {
    /// The children's block: ``Child/reference(from:)`` of each.
    let base: UnsafeMutableRawPointer

    /// The bytes of sixteen references.
    static var childrenBytes: Int { 16 * MemoryLayout<UInt32>.size }
    static var columnsBytes: Int { MemoryLayout<ambit_node_columns>.size }
    static var blockBytes: Int { childrenBytes + columnsBytes }

    @inline(__always)
    init(_ base: UnsafeMutableRawPointer) { self.base = base }

    @inline(__always)
    private var children: UnsafeMutablePointer<UInt32> {
        base.assumingMemoryBound(to: UInt32.self)
    }

    /// The columns' block: the C type has the layout, which the sweeps share.
    @inline(__always)
    var columns: UnsafeMutablePointer<ambit_node_columns> {
        BlockRegion.columns(ofChildrenAt: base).assumingMemoryBound(to: ambit_node_columns.self)
    }

    private var centerX: UnsafeMutablePointer<UInt16> { ambit_center_x(columns) }
    private var halfX: UnsafeMutablePointer<UInt16> { ambit_half_x(columns) }
    private var centerY: UnsafeMutablePointer<UInt16> { ambit_center_y(columns) }
    private var halfY: UnsafeMutablePointer<UInt16> { ambit_half_y(columns) }
    private var limit: UnsafeMutablePointer<UInt16> { ambit_limit(columns) }

    /// The south-western cell of the node's square.
    private var west: Int32 { columns.pointee.west }
    private var south: Int32 { columns.pointee.south }

    /// How many bits a step's number of cells is shifted by.
    @inline(__always)
    private var stepBits: Int64 { Int64(columns.pointee.step_bits) }

    /// Which of the four quarters are split, a bit each.
    var split: UInt16 {
        get { columns.pointee.split }
        nonmutating set { columns.pointee.split = newValue }
    }

    /// The batch of changes that made the block: see ``TreeStorage/batch``.
    var stamp: UInt64 {
        get { columns.pointee.stamp }
        nonmutating set { columns.pointee.stamp = newValue }
    }

    /// In a published root: no point reaches less far than the one or farther than the other, metres,
    /// for readers that have only the root. As floats' upper halves, rounded to either side.
    var reaches: (least: Float, most: Float) {
        get {
            (
                Float(upperHalf: columns.pointee.least_reach),
                Float(upperHalf: columns.pointee.most_reach)
            )
        }
        nonmutating set {
            columns.pointee.least_reach = newValue.least.upperHalf
            columns.pointee.most_reach = newValue.most.roundedToUpperHalf.upperHalf
        }
    }

    /// In a published root: ``TreeStorage/reachMap``.
    var reachMap: ReachMap? {
        get { columns.pointee.reach_map.map(ReachMap.init) }
        nonmutating set { columns.pointee.reach_map = newValue?.base }
    }

    /// A cell counted from the western or the southern end: -2^31 becomes 0, and bits then cut the
    /// Earth into halves from the highest down.
    @inline(__always)
    private static func fromEnd(_ cell: Int32) -> UInt32 { UInt32(bitPattern: cell &- .min) }

    /// The quarter of a quarter that a cell lies in, where the node's finer level cuts at bit `shift`.
    @inline(__always)
    static func part(x: Int32, y: Int32, shift: UInt32) -> Int {
        let (east, north) = (fromEnd(x), fromEnd(y))
        let quarter = (north >> (shift + 1) & 1) << 1 | (east >> (shift + 1) & 1)
        let finer = (north >> shift & 1) << 1 | (east >> shift & 1)
        return Int(quarter << 2 | finer)
    }

    /// The lane of a cell, where the node's finer level cuts at bit `shift`.
    @inline(__always)
    func lane(x: Int32, y: Int32, shift: UInt32) -> Int {
        lane(of: Self.part(x: x, y: y, shift: shift))
    }

    /// The lane of a quarter of a quarter.
    @inline(__always)
    func lane(of part: Int) -> Int { isSplit(part) ? part : part & ~3 }

    /// What the lane of a cell leads to, without waiting for which lane that is.
    @inline(__always)
    func child(x: Int32, y: Int32, shift: UInt32) -> Child {
        child(Self.part(x: x, y: y, shift: shift))
    }

    /// What a lane, or a part of it, leads to.
    @inline(__always)
    func child(_ part: Int) -> Child { Child(children[part], from: base) }

    /// Whether the lane is a quarter of a quarter.
    @inline(__always)
    func isSplit(_ lane: Int) -> Bool { split >> UInt16(lane / 4) & 1 == 1 }

    /// Asks for all that a search or a change reads.
    @inline(__always)
    func prefetch() {
        ambit_prefetch(base)
        let columns = UnsafeRawPointer(self.columns)
        for line in 0..<Self.columnLines { ambit_prefetch(columns + lineBytes * line) }
    }

    /// The lines that the columns lie in.
    fileprivate static var columnLines: Int { columnsBytes / lineBytes }

    // MARK: Changes

    /// Makes the node an empty one of a square.
    ///
    /// - Parameters:
    ///   - west: The square's south-western cell, with `south`.
    ///   - shift: The bit that the node's finer level cuts at.
    func reset(west: Int32, south: Int32, shift: UInt32) {
        columns.pointee.west = west
        columns.pointee.south = south
        // The square is 2^(shift + 2) cells wide and 2^16 steps, or as many as it has cells.
        columns.pointee.step_bits = shift + 2 > 16 ? UInt16(shift + 2 - 16) : 0
        split = .max
        for lane in 0..<16 { clear(lane) }
        split = 0
    }

    /// Makes the node what another one is, but for the batch that made it.
    func take(_ other: Node) {
        for part in 0..<16 { children[part] = other.child(part).reference(from: base) }
        columns.update(from: other.columns, count: 1)
    }

    /// Sets what a lane leads to.
    @inline(__always)
    func setChild(_ lane: Int, _ child: Child) {
        let reference = child.reference(from: base)
        children[lane] = reference
        if isSplit(lane) { return }
        for other in lane + 1..<lane + 4 { children[other] = reference }
    }

    func clear(_ lane: Int) {
        set(lane, .nothing)
        setChild(lane, .empty)
    }

    /// Empties a quarter that is one lane and makes it four.
    func split(quarterOf lane: Int) {
        clear(lane)
        split |= 1 << UInt16(lane / 4)
    }

    var isEmpty: Bool { (0..<16).allSatisfy { children[$0] == 0 } }

    /// Calls with each lane that is not empty and what it leads to.
    @inline(__always)
    func forEachChild(_ body: (_ lane: Int, _ child: Child) -> Void) {
        for lane in 0..<16 where self.lane(of: lane) == lane {
            if children[lane] != 0 { body(lane, child(lane)) }
        }
    }

    /// Widens a lane's bounds as far as they don't hold a place that reaches so far yet.
    @inline(__always)
    func widen(_ lane: Int, around place: GridPlace, limit reaching: Float) {
        var bounds = bounds(lane)
        if bounds.limit >= reaching, bounds.holds(place) { return }
        bounds.include(x: place.x, y: place.y)
        bounds.limit = max(bounds.limit, reaching)
        set(lane, bounds)
    }

    /// A lane's bounds; setting them to these again leaves them as they are.
    func bounds(_ lane: Int) -> Bounds {
        let limit = Float(upperHalf: limit[lane])
        guard limit >= 0 else { return .nothing }
        let (x, y) = (Int64(centerX[lane]), Int64(centerY[lane]))
        let (dx, dy) = (Int64(halfX[lane]), Int64(halfY[lane]))
        return Bounds(
            west: Int64(west) + (x - dx) << stepBits,
            east: Int64(west) + (x + dx) << stepBits - 1,
            south: Int64(south) + (y - dy) << stepBits,
            north: Int64(south) + (y + dy) << stepBits - 1,
            limit: limit
        )
    }

    /// Sets a lane's bounds to the least that can be written and hold others.
    func set(_ lane: Int, _ bounds: Bounds) {
        let isEmpty = bounds.isEmpty
        (centerX[lane], halfX[lane]) = isEmpty ? (0, 0) : steps(bounds.west, bounds.east, west)
        (centerY[lane], halfY[lane]) = isEmpty ? (0, 0) : steps(bounds.south, bounds.north, south)
        limit[lane] = bounds.limit.upperHalf
    }

    /// The centre and half the width of some cells in steps: from the start of the first one's to the
    /// end of the last one's.
    @inline(__always)
    private func steps(_ first: Int64, _ last: Int64, _ origin: Int32) -> (UInt16, UInt16) {
        let start = (first - Int64(origin)) >> stepBits
        let end = (last - Int64(origin)) >> stepBits + 1
        let center = start + (end - start) / 2
        return (UInt16(truncatingIfNeeded: center), UInt16(truncatingIfNeeded: end - center))
    }

    /// Whether a lane's bounds may be smaller without a point.
    func isTight(_ lane: Int, around entry: Entry) -> Bool {
        let bounds = bounds(lane)
        let margin: Int64 = 2 << stepBits
        let (x, y) = (Int64(entry.place.x), Int64(entry.place.y))
        return x < bounds.west + margin || x > bounds.east - margin
            || y < bounds.south + margin || y > bounds.north - margin
            || (bounds.limit.isFinite && Bounds.limit(reach: entry.reach) >= bounds.limit)
    }

    /// What holds all lanes.
    var union: Bounds {
        var union = Bounds.nothing
        for lane in 0..<16 { union.include(bounds(lane)) }
        return union
    }
}

extension Float {
    /// The float whose lower half is nought.
    fileprivate init(upperHalf: UInt16) { self.init(bitPattern: UInt32(upperHalf) << 16) }

    /// The sign, the exponent and 7 bits: of a positive number, the next lower one of 8 bits.
    fileprivate var upperHalf: UInt16 { UInt16(bitPattern >> 16) }

    /// The next greater number of 8 bits, of a number that is not negative.
    var roundedToUpperHalf: Float { Float(bitPattern: (bitPattern + 0xFFFF) & 0xFFFF_0000) }
}

/// What the processor fetches from memory at a time.
var lineBytes: Int { 64 }

/// What a lane leads to: an address, with a bit set for a node that addresses of blocks do not have.
struct Child: Equatable {
    /// 0 for an empty lane.
    private let bits: UInt

    static let empty = Child(bits: 0)

    /// What references count in: half of what addresses are multiples of, so that the lowest bit of a
    /// reference tells nodes.
    private static var nodeBit: UInt { UInt(BlockRegion.granularity / 2) }
    /// References count from so far before the node that has them. No child lies there: nodes take no
    /// more in all, and leaves follow them. So 0 is free for an empty lane, and 2^32 references, 32 GB,
    /// reach the end of the largest region from its very start.
    private static var referenceBias: UInt { UInt(BlockRegion.mostNodeBytes) }

    private init(bits: UInt) { self.bits = bits }
    init(_ leaf: Leaf) { bits = UInt(bitPattern: leaf.base) }
    init(_ node: Node) { bits = UInt(bitPattern: node.base) | Self.nodeBit }

    /// What a number among a node's children stands for.
    @inline(__always)
    init(_ reference: UInt32, from node: UnsafeMutableRawPointer) {
        let origin = UInt(bitPattern: node) &- Self.referenceBias
        bits = reference == 0 ? 0 : origin &+ UInt(reference) &* Self.nodeBit
    }

    /// The number that stands for this among a node's children: how far from the node it lies.
    @inline(__always)
    func reference(from node: UnsafeMutableRawPointer) -> UInt32 {
        let origin = UInt(bitPattern: node) &- Self.referenceBias
        return isEmpty ? 0 : UInt32(truncatingIfNeeded: (bits &- origin) / Self.nodeBit)
    }

    @inline(__always) var isEmpty: Bool { bits == 0 }

    /// Asks for the part of the block that a query reads first: all of a node, a leaf's cells.
    @inline(__always)
    func prefetch() { prefetch(leafLines: Leaf.cellLines) }

    /// Asks for all of a block of the usual size.
    @inline(__always)
    func prefetchWhole() { prefetch(leafLines: Leaf.usualLines) }

    /// Asks for what a query reads of a block all of which lies within what is searched: all of a node,
    /// a leaf's ids.
    @inline(__always)
    func prefetchIDs() { prefetch(leafLines: Leaf.idLines) }

    @inline(__always)
    private func prefetch(leafLines: Int) {
        if let node {
            ambit_prefetch_later(node.base)
            let columns = UnsafeRawPointer(node.columns)
            for line in 0..<Node.columnLines {
                ambit_prefetch_later(columns + lineBytes * line)
            }
        } else if let leaf {
            for line in 0..<leafLines { ambit_prefetch_later(leaf.base + lineBytes * line) }
        }
    }

    @inline(__always) var node: Node? {
        guard bits & Self.nodeBit != 0 else { return nil }
        return UnsafeMutableRawPointer(bitPattern: bits &- Self.nodeBit).map(Node.init)
    }

    @inline(__always) var leaf: Leaf? {
        guard bits & Self.nodeBit == 0, !isEmpty else { return nil }
        return UnsafeMutableRawPointer(bitPattern: bits).map(Leaf.init)
    }
}
