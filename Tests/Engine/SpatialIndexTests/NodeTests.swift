import CIndexKernels
import Testing

@testable import Geodesy
@testable import SpatialIndex

/// What a node writes of its lanes' bounds, and what a sweep over them says of a box.
@Suite struct NodeTests {
    /// A square of the tree, wherever it may be: often at an end of the world.
    private static func square(_ random: inout SeededGenerator) -> (
        west: Int64, south: Int64, shift: UInt32
    ) {
        let shift = UInt32.random(in: 0...15, using: &random) * 2
        let width = Int64(1) << Int64(shift + 2)
        func corner(_ random: inout SeededGenerator) -> Int64 {
            let last = (Int64(1) << 32) / width - 1
            let number =
                [0, last, .random(in: 0...last, using: &random)].randomElement(using: &random) ?? 0
            return number * width - 1 << 31
        }
        return (corner(&random), corner(&random), shift)
    }

    /// Some cells in a row among those of a square, at one of its ends now and then.
    private static func cells(
        _ start: Int64,
        _ width: Int64,
        _ random: inout SeededGenerator
    ) -> ClosedRange<Int64> {
        func cell(_ random: inout SeededGenerator) -> Int64 {
            let inner = Int64.random(in: 0..<width, using: &random)
            return start
                + ([0, width - 1, inner, inner, inner].randomElement(using: &random) ?? 0)
        }
        let (one, other) = (cell(&random), cell(&random))
        return min(one, other)...max(one, other)
    }

    private static func bounds(
        _ square: (west: Int64, south: Int64, shift: UInt32),
        _ random: inout SeededGenerator
    ) -> Bounds {
        let width = Int64(1) << Int64(square.shift + 2)
        let across = cells(square.west, width, &random)
        let upward = cells(square.south, width, &random)
        return Bounds(
            west: across.lowerBound,
            east: across.upperBound,
            south: upward.lowerBound,
            north: upward.upperBound,
            limit: Bounds.limit(reach: .random(in: 0...20_000, using: &random))
        )
    }

    private static func withNode(
        _ square: (west: Int64, south: Int64, shift: UInt32),
        _ body: (Node) -> Void
    ) throws {
        let arena = try Arena.expecting(1)
        let (west, south) = (Int32(square.west), Int32(square.south))
        withExtendedLifetime(arena) {
            body(arena.makeNode(west: west, south: south, shift: square.shift, stamp: 0))
        }
    }

    @Test("bounds hold what is written, are two steps wider at most, and stay when written again")
    func boundsAreKept() throws {
        var random = SeededGenerator(seed: 71)
        for _ in 0..<3000 {
            let square = Self.square(&random)
            try Self.withNode(square) { node in
                let step = max(1, (Int64(1) << Int64(square.shift + 2)) >> 16)
                let lane = Int.random(in: 0..<16, using: &random)
                #expect(node.bounds(lane) == .nothing)
                let written = Self.bounds(square, &random)
                node.set(lane, written)
                let read = node.bounds(lane)
                #expect(
                    read.west <= written.west && read.east >= written.east
                        && read.south <= written.south && read.north >= written.north
                )
                #expect(
                    written.west - read.west < 2 * step && read.east - written.east < 2 * step
                        && written.south - read.south < 2 * step
                        && read.north - written.north < 2 * step
                )
                #expect(read.limit == written.limit)
                node.set(lane, read)
                #expect(node.bounds(lane) == read)
                #expect(node.union == read)
            }
        }
    }

    @Test(
        "a quarter has its child in all four parts until it is split, and each lane its own after"
    )
    func childrenAreKept() throws {
        var random = SeededGenerator(seed: 74)
        let arena = try Arena.expecting(1_000_000)
        try arena.prepare(nodes: 10_000, leafOf: 1_000_000)
        withExtendedLifetime(arena) {
            func leaf() -> Child {
                Child(arena.makeLeaf(capacity: .random(in: 1...200, using: &random), stamp: 0))
            }
            func node() -> Child {
                Child(arena.makeNode(west: .min, south: .min, shift: 28, stamp: 0))
            }
            for _ in 0..<300 {
                let tested = arena.makeNode(west: .min, south: .min, shift: 30, stamp: 0)
                #expect(tested.isEmpty && (0..<16).allSatisfy { tested.child($0).isEmpty })
                let quarter = Int.random(in: 0..<4, using: &random)
                let first = leaf()
                tested.setChild(4 * quarter, first)
                for part in 0..<16 {
                    #expect(tested.child(part).leaf == (part / 4 == quarter ? first.leaf : nil))
                    #expect(tested.child(part).node == nil)
                }
                tested.split(quarterOf: 4 * quarter)
                #expect(tested.isEmpty)
                let children = (0..<4).map { _ in Bool.random(using: &random) ? leaf() : node() }
                for (number, child) in children.enumerated() {
                    tested.setChild(4 * quarter + number, child)
                }
                for (number, child) in children.enumerated() {
                    let read = tested.child(4 * quarter + number)
                    #expect(read == child && !read.isEmpty)
                    #expect(read.leaf == child.leaf && read.node == child.node)
                }
                tested.clear(4 * quarter + 1)
                var kept: [Int] = []
                tested.forEachChild { lane, _ in kept.append(lane) }
                #expect(kept == [0, 2, 3].map { 4 * quarter + $0 })
            }
        }
    }

    @Test("a reach is kept as no less, and as one part in 128 more at most")
    func reachesAreKept() {
        var random = SeededGenerator(seed: 72)
        for _ in 0..<3000 {
            let reach = Float.random(in: 0...3e7, using: &random)
            let exact = Bounds.squaredCells(meters: Double(reach))
            let kept = Bounds.limit(reach: reach)
            #expect(kept >= exact && kept <= exact * (1 + 1 / 128))
        }
        #expect(Bounds.limit(reach: .infinity) == .infinity)
    }

    @Test("a sweep meets every lane that shares a cell with a box, and holds few others for met")
    func boxesMeetLanes() throws {
        var random = SeededGenerator(seed: 73)
        var (met, needless, within) = (0, 0, 0)
        for _ in 0..<3000 {
            let square = Self.square(&random)
            let width = Int64(1) << Int64(square.shift + 2)
            let box = Self.box(around: square, width, &random)
            try Self.withNode(square) { node in
                let empty = Int.random(in: 0..<16, using: &random)
                let written = (0..<16).map {
                    $0 == empty ? Bounds.nothing : Self.bounds(square, &random)
                }
                for lane in 0..<16 { node.set(lane, written[lane]) }
                let lanes = withUnsafePointer(to: box) { ambit_sweep_lanes_box(node.columns, $0) }
                for lane in 0..<16 {
                    let isMet = lanes >> UInt32(lane) & 1 == 1
                    let isWithin = lanes >> UInt32(lane + 16) & 1 == 1
                    let cells = Self.overlap(of: written[lane], with: box)
                    if isMet, Self.overlap(of: node.bounds(lane), with: box) == .none {
                        needless += 1
                    }
                    met += isMet ? 1 : 0
                    within += isWithin ? 1 : 0
                    #expect(isMet || cells == .none, "lane \(lane) of \(square), \(box)")
                    #expect(!isWithin || cells == .all, "lane \(lane) of \(square), \(box)")
                    #expect(isMet || !isWithin)
                    #expect(!isMet || lane != empty)
                }
            }
        }
        #expect(met > 5000 && within > 500)
        #expect(needless < met / 50, "\(needless) of \(met)")
    }

    /// A box of cells near a square, as wide as it now and then, or once around the Earth.
    private static func box(
        around square: (west: Int64, south: Int64, shift: UInt32),
        _ width: Int64,
        _ random: inout SeededGenerator
    ) -> ambit_box {
        func start(_ corner: Int64, _ random: inout SeededGenerator) -> Int32 {
            let away = Int64.random(in: -2 * width...2 * width, using: &random)
            return Int32(
                truncatingIfNeeded: corner
                    + ([0, -1, 1, away, away, away].randomElement(using: &random) ?? 0)
            )
        }
        func length(_ random: inout SeededGenerator) -> UInt32 {
            let most = min(3 * width, 1 << 32)
            let some = UInt32(
                truncatingIfNeeded: Int64.random(in: 0..<most, using: &random)
            )
            return [0, 1, some, some, some, .max, .max - some].randomElement(using: &random) ?? 0
        }
        return ambit_box(
            west: start(square.west, &random),
            south: start(square.south, &random),
            width: length(&random),
            height: length(&random)
        )
    }

    private enum Overlap { case none, some, all }

    /// How much of some cells lies in a box off its ends: all, perhaps some, or nothing at all in it.
    private static func overlap(of bounds: Bounds, with box: ambit_box) -> Overlap {
        if bounds.isEmpty { return .none }
        let across = overlap(bounds.west, bounds.east, Int64(box.west), Int64(box.width))
        let upward = overlap(bounds.south, bounds.north, Int64(box.south), Int64(box.height))
        if across == .none || upward == .none { return .none }
        return across == .all && upward == .all ? .all : .some
    }

    /// The same along one axis, on a circle of 2^32 cells, by trying each turn.
    private static func overlap(
        _ first: Int64,
        _ last: Int64,
        _ start: Int64,
        _ width: Int64
    ) -> Overlap {
        var best = Overlap.none
        for turn in [-1, 0, 1] as [Int64] {
            let (begin, end) = (start + turn << 32, start + width + turn << 32)
            if first > begin, last < end { return .all }
            if first <= end, last >= begin { best = .some }
        }
        return best
    }
}
