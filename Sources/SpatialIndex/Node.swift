internal import CIndexKernels
internal import Geodesy

/// An inner node: two levels of the quadtree in sixteen lanes, each empty, a leaf or another node.
///
/// A quarter of the node's square either is one lane, the first of its four, or is split into four
/// lanes, its own quarters. Every lane has a box around the points below it and a bound on how far
/// they reach, in columns, so that one sweep tells which lanes a search must enter.
///
/// A box is its centre and half its width in steps, of which the node's square is 2^16 wide, or in
/// cells where the square has fewer; a box is a step or two wider than what it holds. Each column is
/// read and written as one type alone.
struct Node: Equatable {
    let base: UnsafeMutableRawPointer

    static let bytes = 320
    static let alignment = 64

    @inline(__always)
    init(_ base: UnsafeMutableRawPointer) { self.base = base }

    @inline(__always)
    private func column<Value>(_ offset: Int, as type: Value.Type) -> UnsafeMutablePointer<Value> {
        (base + offset).assumingMemoryBound(to: type)
    }

    private var centerX: UnsafeMutablePointer<UInt16> { column(0, as: UInt16.self) }
    private var halfX: UnsafeMutablePointer<UInt16> { column(32, as: UInt16.self) }
    private var centerY: UnsafeMutablePointer<UInt16> { column(64, as: UInt16.self) }
    private var halfY: UnsafeMutablePointer<UInt16> { column(96, as: UInt16.self) }
    /// The upper halves of the farthest reaches below, as ``Bounds/limit(reach:)``; of -1 for
    /// an empty lane.
    private var limit: UnsafeMutablePointer<UInt16> { column(128, as: UInt16.self) }
    var child: UnsafeMutablePointer<Child> { column(160, as: Child.self) }

    /// The south-western cell of the node's square.
    private var west: Int32 { base.load(fromByteOffset: 288, as: Int32.self) }
    private var south: Int32 { base.load(fromByteOffset: 292, as: Int32.self) }

    /// How many bits a step's number of cells is shifted by.
    @inline(__always)
    private var stepBits: Int64 { Int64(base.load(fromByteOffset: 296, as: UInt16.self)) }

    /// Which of the four quarters are split, a bit each.
    var split: UInt16 {
        get { base.load(fromByteOffset: 298, as: UInt16.self) }
        nonmutating set { base.storeBytes(of: newValue, toByteOffset: 298, as: UInt16.self) }
    }

    /// The batch of changes that made the block: see ``TreeStorage/batch``.
    var stamp: UInt64 {
        get { base.load(fromByteOffset: 304, as: UInt64.self) }
        nonmutating set { base.storeBytes(of: newValue, toByteOffset: 304, as: UInt64.self) }
    }

    /// In a published root: no point reaches less far than the one or farther than the other, metres,
    /// for readers that have only the root. As floats' upper halves, rounded to either side.
    var reaches: (least: Float, most: Float) {
        get {
            (
                Float(upperHalf: base.load(fromByteOffset: 300, as: UInt16.self)),
                Float(upperHalf: base.load(fromByteOffset: 302, as: UInt16.self))
            )
        }
        nonmutating set {
            let most = newValue.most.roundedToUpperHalf
            base.storeBytes(of: newValue.least.upperHalf, toByteOffset: 300, as: UInt16.self)
            base.storeBytes(of: most.upperHalf, toByteOffset: 302, as: UInt16.self)
        }
    }

    /// In a published root: ``TreeStorage/reachMap``.
    var reachMap: ReachMap? {
        get { ReachMap(address: base.load(fromByteOffset: 312, as: UInt.self)) }
        nonmutating set {
            base.storeBytes(of: newValue?.address ?? 0, toByteOffset: 312, as: UInt.self)
        }
    }

    /// The lane of a cell, where the node's finer level cuts at bit `shift`.
    @inline(__always)
    func lane(x: Int32, y: Int32, shift: UInt32) -> Int {
        let east = UInt32(bitPattern: x) ^ 0x8000_0000
        let north = UInt32(bitPattern: y) ^ 0x8000_0000
        let quarter = (north >> (shift + 1) & 1) << 1 | (east >> (shift + 1) & 1)
        let finer = (north >> shift & 1) << 1 | (east >> shift & 1)
        return Int(UInt32(split) >> quarter & 1 == 0 ? quarter << 2 : quarter << 2 | finer)
    }

    /// Whether the lane is a quarter of a quarter.
    @inline(__always)
    func isSplit(_ lane: Int) -> Bool { split >> UInt16(lane / 4) & 1 == 1 }

    /// Asks for what a descent reads: the children and the split quarters.
    @inline(__always)
    func prefetchChildren() {
        for line in 2..<5 { ambit_prefetch(base + 64 * line) }
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
        for line in 0..<5 { ambit_prefetch(base + 64 * line) }
    }

    // MARK: Changes

    /// Makes the node an empty one of a square.
    ///
    /// - Parameters:
    ///   - west: The square's south-western cell, with `south`.
    ///   - shift: The bit that the node's finer level cuts at.
    func reset(west: Int32, south: Int32, shift: UInt32) {
        base.storeBytes(of: west, toByteOffset: 288, as: Int32.self)
        base.storeBytes(of: south, toByteOffset: 292, as: Int32.self)
        let stepBits: UInt16 = shift > 14 ? UInt16(shift - 14) : 0
        base.storeBytes(of: stepBits, toByteOffset: 296, as: UInt16.self)
        for lane in 0..<16 { clear(lane) }
        split = 0
    }

    func clear(_ lane: Int) {
        set(lane, .nothing)
        child[lane] = .empty
    }

    var isEmpty: Bool { (0..<16).allSatisfy { child[$0].isEmpty } }

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
        for line in 0..<5 as Range<UInt> {
            ambit_prefetch_later(UnsafeRawPointer(bitPattern: base &+ 64 &* line))
        }
        // A leaf's next two lines, and a node's first once more, without a branch.
        let rest = base &+ ((bits & 1) &- 1) & 320
        ambit_prefetch_later(UnsafeRawPointer(bitPattern: rest))
        ambit_prefetch_later(UnsafeRawPointer(bitPattern: rest &+ 64))
    }

    /// Asks for all of a block of the usual size.
    @inline(__always)
    func prefetchWhole() {
        let base = bits & ~1
        let lines: UInt = bits & 1 == 1 ? 5 : 10
        for line in 0..<lines {
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
