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
    /// The children's block.
    let base: UnsafeMutableRawPointer

    static let childrenBytes = 64
    static let columnsBytes = 192

    @inline(__always)
    init(_ base: UnsafeMutableRawPointer) { self.base = base }

    /// The columns' block.
    @inline(__always)
    var columns: UnsafeMutableRawPointer { Region.columns(ofChildrenAt: base) }

    @inline(__always)
    private func column<Value>(_ offset: Int, as type: Value.Type) -> UnsafeMutablePointer<Value> {
        (columns + offset).assumingMemoryBound(to: type)
    }

    private var centerX: UnsafeMutablePointer<UInt16> { column(0, as: UInt16.self) }
    private var halfX: UnsafeMutablePointer<UInt16> { column(32, as: UInt16.self) }
    private var centerY: UnsafeMutablePointer<UInt16> { column(64, as: UInt16.self) }
    private var halfY: UnsafeMutablePointer<UInt16> { column(96, as: UInt16.self) }
    /// The upper halves of the farthest reaches below, as ``Bounds/limit(reach:)``; of -1 for
    /// an empty lane.
    private var limit: UnsafeMutablePointer<UInt16> { column(128, as: UInt16.self) }
    /// ``Child/reference`` of each.
    private var children: UnsafeMutablePointer<UInt32> {
        base.assumingMemoryBound(to: UInt32.self)
    }

    /// The south-western cell of the node's square.
    private var west: Int32 { columns.load(fromByteOffset: 160, as: Int32.self) }
    private var south: Int32 { columns.load(fromByteOffset: 164, as: Int32.self) }

    /// How many bits a step's number of cells is shifted by.
    @inline(__always)
    private var stepBits: Int64 { Int64(columns.load(fromByteOffset: 168, as: UInt16.self)) }

    /// Which of the four quarters are split, a bit each.
    var split: UInt16 {
        get { columns.load(fromByteOffset: 170, as: UInt16.self) }
        nonmutating set { columns.storeBytes(of: newValue, toByteOffset: 170, as: UInt16.self) }
    }

    /// The batch of changes that made the block: see ``TreeStorage/batch``.
    var stamp: UInt64 {
        get { columns.load(fromByteOffset: 176, as: UInt64.self) }
        nonmutating set { columns.storeBytes(of: newValue, toByteOffset: 176, as: UInt64.self) }
    }

    /// In a published root: no point reaches less far than the one or farther than the other, metres,
    /// for readers that have only the root. As floats' upper halves, rounded to either side.
    var reaches: (least: Float, most: Float) {
        get {
            (
                Float(upperHalf: columns.load(fromByteOffset: 172, as: UInt16.self)),
                Float(upperHalf: columns.load(fromByteOffset: 174, as: UInt16.self))
            )
        }
        nonmutating set {
            let most = newValue.most.roundedToUpperHalf
            columns.storeBytes(of: newValue.least.upperHalf, toByteOffset: 172, as: UInt16.self)
            columns.storeBytes(of: most.upperHalf, toByteOffset: 174, as: UInt16.self)
        }
    }

    /// In a published root: ``TreeStorage/reachMap``.
    var reachMap: ReachMap? {
        get { ReachMap(address: columns.load(fromByteOffset: 184, as: UInt.self)) }
        nonmutating set {
            columns.storeBytes(of: newValue?.address ?? 0, toByteOffset: 184, as: UInt.self)
        }
    }

    /// The quarter of a quarter that a cell lies in, where the node's finer level cuts at bit `shift`.
    @inline(__always)
    static func part(x: Int32, y: Int32, shift: UInt32) -> Int {
        let east = UInt32(bitPattern: x) ^ 0x8000_0000
        let north = UInt32(bitPattern: y) ^ 0x8000_0000
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
    func child(_ part: Int) -> Child {
        Child(children[part], in: Region.start(around: UInt(bitPattern: base)))
    }

    /// Whether the lane is a quarter of a quarter.
    @inline(__always)
    func isSplit(_ lane: Int) -> Bool { split >> UInt16(lane / 4) & 1 == 1 }

    /// Asks for all that a search or a change reads.
    @inline(__always)
    func prefetch() {
        ambit_prefetch(base)
        for line in 0..<3 { ambit_prefetch(columns + 64 * line) }
    }

    // MARK: Changes

    /// Makes the node an empty one of a square.
    ///
    /// - Parameters:
    ///   - west: The square's south-western cell, with `south`.
    ///   - shift: The bit that the node's finer level cuts at.
    func reset(west: Int32, south: Int32, shift: UInt32) {
        columns.storeBytes(of: west, toByteOffset: 160, as: Int32.self)
        columns.storeBytes(of: south, toByteOffset: 164, as: Int32.self)
        let stepBits: UInt16 = shift > 14 ? UInt16(shift - 14) : 0
        columns.storeBytes(of: stepBits, toByteOffset: 168, as: UInt16.self)
        split = .max
        for lane in 0..<16 { clear(lane) }
        split = 0
    }

    /// Makes the node what another one is, but for the batch that made it.
    func take(_ other: Node) {
        base.copyMemory(from: other.base, byteCount: Self.childrenBytes)
        columns.copyMemory(from: other.columns, byteCount: Self.columnsBytes)
    }

    /// Sets what a lane leads to.
    @inline(__always)
    func setChild(_ lane: Int, _ child: Child) {
        let reference = child.reference
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

/// What a lane leads to: an address, with a bit set for a node that addresses of blocks do not have.
struct Child: Equatable {
    /// Where the region starts for an empty lane, or 0.
    private let bits: UInt

    static let empty = Child(bits: 0)

    /// What references count in: half of what addresses are multiples of, so that the lowest bit of a
    /// reference tells nodes.
    private static let nodeBit: UInt = 8

    private init(bits: UInt) { self.bits = bits }
    init(_ leaf: Leaf) { bits = UInt(bitPattern: leaf.base) }
    init(_ node: Node) { bits = UInt(bitPattern: node.base) | Self.nodeBit }

    /// What a number in a block of children stands for: one addition.
    @inline(__always)
    init(_ reference: UInt32, in region: UInt) {
        bits = region &+ UInt(reference) &* Self.nodeBit
    }

    /// The number that stands for this: how far from the start of the region it is.
    @inline(__always)
    var reference: UInt32 { UInt32(truncatingIfNeeded: offset / Self.nodeBit) }

    @inline(__always)
    private var offset: UInt { bits & UInt(Region.bytes - 1) }

    @inline(__always) var isEmpty: Bool { offset == 0 }

    /// Asks for the part of the block that a query reads first: all of a node, a leaf's cells.
    @inline(__always)
    func prefetch() { prefetch(leafLines: 7) }

    /// Asks for all of a block of the usual size.
    @inline(__always)
    func prefetchWhole() { prefetch(leafLines: 10) }

    /// Asks for what a query reads of a block all of which lies within what is searched: all of a node,
    /// a leaf's ids.
    @inline(__always)
    func prefetchIDs() { prefetch(leafLines: 3) }

    @inline(__always)
    private func prefetch(leafLines: Int) {
        if let node {
            ambit_prefetch_later(node.base)
            for line in 0..<3 { ambit_prefetch_later(node.columns + 64 * line) }
        } else if let leaf {
            for line in 0..<leafLines { ambit_prefetch_later(leaf.base + 64 * line) }
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
