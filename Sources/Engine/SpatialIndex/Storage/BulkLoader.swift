internal import CIndexKernels
internal import Geodesy

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
    private let counts: LargeBuffer<UInt32>
    private(set) var leastReach = Float.infinity
    private(set) var mostReach: Float = 0

    /// - Throws: ``SpatialIndexError/outOfMemory(bytes:)``.
    @usableFromInline
    init(expecting count: Int) throws(SpatialIndexError) {
        room = max(count, 16)
        counts = try LargeBuffer(Self.passes * Self.digits)
        do throws(SpatialIndexError) {
            entries = try LargeBuffer(room)
        } catch {
            counts.deallocate()
            throw error
        }
        do throws(SpatialIndexError) {
            keys = try LargeBuffer(room)
        } catch {
            counts.deallocate()
            entries.deallocate()
            throw error
        }
        counts.base.update(repeating: 0, count: Self.passes * Self.digits)
    }

    deinit {
        counts.deallocate()
        entries.deallocate()
        keys.deallocate()
    }

    /// - Throws: ``SpatialIndexError``.
    @usableFromInline
    func append(_ point: IndexedPoint<UInt32>) throws(SpatialIndexError) {
        if count == room { try grow() }
        let entry = Entry(point)
        let code = Self.mortonCode(entry.place)
        entries.base[count] = entry
        keys.base[count] = Key(code: code, index: UInt32(truncatingIfNeeded: count))
        count += 1
        leastReach = min(leastReach, entry.reach)
        mostReach = max(mostReach, entry.reach)
        for pass in 0..<Self.passes { counts.base[Self.slot(code, pass)] &+= 1 }
    }

    private func grow() throws(SpatialIndexError) {
        // Points have numbers of 32 bits.
        guard room < Int(UInt32.max) else { throw .full }
        let larger = min(room * 2, Int(UInt32.max))
        // Values, put in their place when they are complete: a method that changed the property would make
        // the runtime check every other access to it.
        entries = try entries.moved(count, to: larger)
        keys = try keys.moved(count, to: larger)
        room = larger
    }

    /// Sorts the keys, down to ``sortedFromBit``.
    ///
    /// - Throws: ``SpatialIndexError/outOfMemory(bytes:)``.
    /// - Complexity: O(n).
    func sort() throws(SpatialIndexError) {
        guard count > Self.fewCount else {
            var few = UnsafeMutableBufferPointer(start: keys.base, count: count)
            few.sort { $0.code < $1.code }
            return
        }
        var spare = try LargeBuffer<Key>(count)
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

/// Memory for many values, on large pages where it takes some; its owner gives it back.
struct LargeBuffer<Element: BitwiseCopyable> {
    let base: UnsafeMutablePointer<Element>

    /// - Throws: ``SpatialIndexError/outOfMemory(bytes:)``.
    init(_ count: Int) throws(SpatialIndexError) {
        let largePage = 2 << 20
        let bytes = max(1, count) * MemoryLayout<Element>.stride
        let isLarge = bytes >= 2 * largePage
        guard let block = ambit_allocate(bytes, isLarge ? largePage : 64) else {
            throw .outOfMemory(bytes: bytes)
        }
        if isLarge { ambit_pages_prefer_large(block, bytes) }
        base = block.bindMemory(to: Element.self, capacity: max(1, count))
    }

    /// The first values in a buffer of another size; this one is given back.
    ///
    /// - Throws: ``SpatialIndexError/outOfMemory(bytes:)``, with this one as it was.
    func moved(_ used: Int, to count: Int) throws(SpatialIndexError) -> LargeBuffer {
        let other = try LargeBuffer(count)
        other.base.update(from: base, count: used)
        deallocate()
        return other
    }

    func deallocate() { ambit_free(base) }

    /// Gives back a buffer of which its owner has kept the address alone.
    static func deallocate(_ base: UnsafeMutableRawPointer) { ambit_free(base) }
}
