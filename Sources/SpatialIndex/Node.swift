internal import CIndexKernels
internal import Geodesy

/// An inner node: two levels of the quadtree in sixteen lanes, each empty, a leaf or another node.
///
/// A quarter of the node's square either is one lane, the first of its four, or is split into four
/// lanes, its own quarters. Every lane has a box around the points below it and a bound on how far
/// they reach, in columns, so that one sweep tells which lanes a search must enter.
///
/// A box is its centre and half its width, the width never too small. Each column is read and
/// written as one type alone.
struct Node: Equatable {
    let base: UnsafeMutableRawPointer

    static let bytes = 512
    static let alignment = 64

    @inline(__always)
    init(_ base: UnsafeMutableRawPointer) { self.base = base }

    @inline(__always)
    private func column<Value>(_ offset: Int, as type: Value.Type) -> UnsafeMutablePointer<Value> {
        (base + offset).assumingMemoryBound(to: type)
    }

    var centerX: UnsafeMutablePointer<Int32> { column(0, as: Int32.self) }
    var halfX: UnsafeMutablePointer<Float> { column(64, as: Float.self) }
    var centerY: UnsafeMutablePointer<Int32> { column(128, as: Int32.self) }
    var halfY: UnsafeMutablePointer<Float> { column(192, as: Float.self) }
    /// The farthest reach below, as ``Bounds/squaredCells(meters:)``; negative for an empty lane.
    var limit: UnsafeMutablePointer<Float> { column(256, as: Float.self) }
    var child: UnsafeMutablePointer<Child> { column(320, as: Child.self) }

    /// Which of the four quarters are split, a bit each.
    var split: UInt32 {
        get { base.load(fromByteOffset: 448, as: UInt32.self) }
        nonmutating set { base.storeBytes(of: newValue, toByteOffset: 448, as: UInt32.self) }
    }

    /// The batch of changes that made the block: see ``TreeStorage/batch``.
    var stamp: UInt64 {
        get { base.load(fromByteOffset: 456, as: UInt64.self) }
        nonmutating set { base.storeBytes(of: newValue, toByteOffset: 456, as: UInt64.self) }
    }

    /// In a published root: ``TreeStorage/leastReach`` and ``TreeStorage/mostReach``, for readers
    /// that have only the root.
    var reaches: (least: Float, most: Float) {
        get {
            (
                base.load(fromByteOffset: 464, as: Float.self),
                base.load(fromByteOffset: 468, as: Float.self)
            )
        }
        nonmutating set {
            base.storeBytes(of: newValue.least, toByteOffset: 464, as: Float.self)
            base.storeBytes(of: newValue.most, toByteOffset: 468, as: Float.self)
        }
    }

    /// In a published root: ``TreeStorage/reachMap``.
    var reachMap: ReachMap? {
        get { ReachMap(address: base.load(fromByteOffset: 472, as: UInt.self)) }
        nonmutating set {
            base.storeBytes(of: newValue?.address ?? 0, toByteOffset: 472, as: UInt.self)
        }
    }

    /// The lane of a cell, where the node's finer level cuts at bit `shift`.
    @inline(__always)
    func lane(x: Int32, y: Int32, shift: UInt32) -> Int {
        let east = UInt32(bitPattern: x) ^ 0x8000_0000
        let north = UInt32(bitPattern: y) ^ 0x8000_0000
        let quarter = (north >> (shift + 1) & 1) << 1 | (east >> (shift + 1) & 1)
        let finer = (north >> shift & 1) << 1 | (east >> shift & 1)
        return Int(split >> quarter & 1 == 0 ? quarter << 2 : quarter << 2 | finer)
    }

    /// Whether the lane is a quarter of a quarter.
    @inline(__always)
    func isSplit(_ lane: Int) -> Bool { split >> UInt32(lane / 4) & 1 == 1 }

    /// Asks for what a descent reads: the children and the split quarters.
    @inline(__always)
    func prefetchChildren() {
        for line in 5..<8 { ambit_prefetch(base + 64 * line) }
    }

    /// Asks for what a search reads of a node that it comes to.
    ///
    /// - Parameter isSwept: Whether it ends its descent there and sweeps all lanes.
    @inline(__always)
    func prefetch(isSwept: Bool) {
        if isSwept { prefetch() } else { prefetchChildren() }
    }

    /// Asks for all that a change in a lane reads and writes.
    @inline(__always)
    func prefetch() {
        for line in 0..<8 { ambit_prefetch(base + 64 * line) }
    }

    /// Widens a lane's bounds as far as they don't hold a place that reaches so far yet.
    @inline(__always)
    func widen(_ lane: Int, around place: GridPlace, limit reaching: Float) {
        var bounds = bounds(lane)
        if bounds.limit >= reaching, bounds.holds(place) { return }
        bounds.include(place, limit: reaching)
        set(lane, bounds)
    }

    func clear() {
        for lane in 0..<16 { clear(lane) }
        split = 0
    }

    func clear(_ lane: Int) {
        set(lane, .nothing)
        child[lane] = .empty
    }

    var isEmpty: Bool { (0..<16).allSatisfy { child[$0].isEmpty } }

    func bounds(_ lane: Int) -> Bounds {
        Bounds(
            centerX: centerX[lane],
            halfX: halfX[lane],
            centerY: centerY[lane],
            halfY: halfY[lane],
            limit: limit[lane]
        )
    }

    func set(_ lane: Int, _ bounds: Bounds) {
        centerX[lane] = bounds.centerX
        halfX[lane] = bounds.halfX
        centerY[lane] = bounds.centerY
        halfY[lane] = bounds.halfY
        limit[lane] = bounds.limit
    }

    /// What holds all lanes.
    var union: Bounds {
        var union = BoundsBuilder()
        for lane in 0..<16 where !child[lane].isEmpty { union.include(bounds(lane)) }
        return union.bounds
    }
}

/// What a lane leads to: a pointer, with the lowest bit set for a node.
struct Child: Equatable {
    private let bits: UInt

    static let empty = Child(bits: 0)

    private init(bits: UInt) { self.bits = bits }
    init(_ leaf: Leaf) { bits = UInt(bitPattern: leaf.base) }
    init(_ node: Node) { bits = UInt(bitPattern: node.base) | 1 }

    @inline(__always) var isEmpty: Bool { bits == 0 }

    /// Asks for the part of the block that a query reads first: a node's columns, a leaf's cells.
    @inline(__always)
    func prefetch() {
        let base = bits & ~1
        for line in 0..<7 as Range<UInt> {
            ambit_prefetch_later(UnsafeRawPointer(bitPattern: base &+ 64 &* line))
        }
    }

    /// Asks for what a query reads of a block all of which lies within what is searched: a node's
    /// columns, a leaf's ids.
    @inline(__always)
    func prefetchIDs() {
        if bits & 1 == 1 { return prefetch() }
        for line in 0..<3 as Range<UInt> {
            ambit_prefetch_later(UnsafeRawPointer(bitPattern: bits &+ 64 &* line))
        }
    }

    @inline(__always) var node: Node? {
        bits & 1 == 0 ? nil : UnsafeMutableRawPointer(bitPattern: bits & ~1).map(Node.init)
    }

    @inline(__always) var leaf: Leaf? {
        bits & 1 == 1 ? nil : UnsafeMutableRawPointer(bitPattern: bits).map(Leaf.init)
    }
}
