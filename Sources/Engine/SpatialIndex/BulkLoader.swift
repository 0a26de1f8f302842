internal import CIndexKernels
internal import Geodesy

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// Gathers the points of a bulk load and puts them in Morton order.
///
/// Not thread-safe; its owner is.
@usableFromInline
final class BulkLoader {
    /// A point's place along the Morton curve and in the list of entries.
    struct Key {
        var code: UInt64
        var index: UInt32
    }

    /// The radix sort leaves points in no order that differ only below this bit: 10 m and less.
    static let sortedFromBit: UInt32 = 20
    private static let passes = 4
    private static let digitBits: UInt64 = 11
    private static let digits = 1 << digitBits
    /// Up to so many are sorted by comparing.
    private static let fewCount = 4096

    private var room: Int
    private(set) var count = 0
    private(set) var entries: LargeBuffer<Entry>
    private(set) var keys: LargeBuffer<Key>
    /// How often each digit of each pass occurs.
    private let counts = LargeBuffer<UInt32>(passes * digits)
    private(set) var leastReach = Float.infinity
    private(set) var mostReach: Float = 0

    @usableFromInline
    init(expecting count: Int) {
        room = max(count, 16)
        entries = LargeBuffer(room)
        keys = LargeBuffer(room)
        counts.base.update(repeating: 0, count: Self.passes * Self.digits)
    }

    deinit {
        counts.deallocate()
        entries.deallocate()
        keys.deallocate()
    }

    @usableFromInline
    func append(_ point: IndexedPoint) {
        if count == room { grow() }
        let entry = Entry(point)
        let code = Self.mortonCode(entry.place)
        entries.base[count] = entry
        keys.base[count] = Key(code: code, index: UInt32(truncatingIfNeeded: count))
        count += 1
        leastReach = min(leastReach, entry.reach)
        mostReach = max(mostReach, entry.reach)
        for pass in 0..<Self.passes { counts.base[Self.slot(code, pass)] &+= 1 }
    }

    private func grow() {
        precondition(room < Int(UInt32.max), "a tree holds at most 2^32 - 1 points")
        room = min(room * 2, Int(UInt32.max))
        entries = entries.moved(count, to: room)
        keys = keys.moved(count, to: room)
    }

    /// Sorts the keys, down to ``sortedFromBit``.
    ///
    /// - Complexity: O(n).
    func sort() {
        guard count > Self.fewCount else {
            var few = UnsafeMutableBufferPointer(start: keys.base, count: count)
            few.sort { $0.code < $1.code }
            return
        }
        var spare = LargeBuffer<Key>(count)
        for pass in 0..<Self.passes {
            scatter(to: spare.base, pass)
            swap(&keys, &spare)
        }
        spare.deallocate()
    }

    /// One stable pass of a radix sort.
    private func scatter(to target: UnsafeMutablePointer<Key>, _ pass: Int) {
        let (source, counts) = (keys.base, counts.base)
        var sum: UInt32 = 0
        for slot in pass * Self.digits..<(pass + 1) * Self.digits {
            (counts[slot], sum) = (sum, sum &+ counts[slot])
        }
        for index in 0..<count {
            let key = source[index]
            let slot = Self.slot(key.code, pass)
            target[Int(counts[slot])] = key
            counts[slot] &+= 1
        }
    }

    /// Where the digit of a pass is counted.
    @inline(__always)
    private static func slot(_ code: UInt64, _ pass: Int) -> Int {
        let bit = UInt64(sortedFromBit) &+ UInt64(pass) &* digitBits
        return pass &* digits &+ Int(code &>> bit & UInt64(digits &- 1))
    }

    /// The bits of both cells in turn, northward above eastward.
    @inline(__always)
    private static func mortonCode(_ place: GridPlace) -> UInt64 {
        spread(UInt32(bitPattern: place.x) ^ 0x8000_0000)
            | spread(UInt32(bitPattern: place.y) ^ 0x8000_0000) << 1
    }

    @inline(__always)
    private static func spread(_ bits: UInt32) -> UInt64 {
        var spread = UInt64(bits)
        spread = (spread | spread << 16) & 0x0000_FFFF_0000_FFFF
        spread = (spread | spread << 8) & 0x00FF_00FF_00FF_00FF
        spread = (spread | spread << 4) & 0x0F0F_0F0F_0F0F_0F0F
        spread = (spread | spread << 2) & 0x3333_3333_3333_3333
        return (spread | spread << 1) & 0x5555_5555_5555_5555
    }
}

/// Memory for many values, on huge pages where it takes some; its owner gives it back.
struct LargeBuffer<Element: BitwiseCopyable> {
    let base: UnsafeMutablePointer<Element>

    init(_ count: Int) {
        let hugePage = 2 << 20
        let bytes = max(1, count) * MemoryLayout<Element>.stride
        let isLarge = bytes >= 2 * hugePage
        let block = UnsafeMutableRawPointer.allocate(
            byteCount: bytes,
            alignment: isLarge ? hugePage : 64
        )
        if isLarge { madvise(block, bytes, MADV_HUGEPAGE) }
        base = block.bindMemory(to: Element.self, capacity: max(1, count))
    }

    /// The first values in a buffer of another size; this one is given back.
    func moved(_ used: Int, to count: Int) -> LargeBuffer {
        let other = LargeBuffer(count)
        other.base.update(from: base, count: used)
        deallocate()
        return other
    }

    func deallocate() { base.deallocate() }
}
