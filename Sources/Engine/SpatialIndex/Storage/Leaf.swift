internal import CIndexKernels
internal import Geodesy

/// A leaf: up to ``TreeStorage/leafCapacity`` points in columns, more only where the grid's finest
/// cell holds more.
///
/// One block of memory: a header of 16 bytes, then a column of four bytes a point for each member
/// with room for `capacity` values. Each column is read and written as one type alone. Sweeps read
/// up to seven values past the end of a column: the next column's, and for the last that is swept
/// the block has the room.
struct Leaf: Equatable {
    let base: UnsafeMutableRawPointer

    /// The count, the capacity and the stamp.
    static var headerBytes: Int { 16 }
    static var leastCapacity: Int { 4 }
    /// A value of a column, of which there are five: id, x, y, reach and rest.
    private static var valueBytes: Int { 4 }
    private static var columnCount: Int { 5 }
    /// How far a sweep, which takes eight values at a time, reads past the end of a column.
    private static var sweptBytes: Int { 7 * valueBytes }

    /// What a block takes: the last column is not shorter than what a sweep reads past the one before.
    static func bytes(capacity: Int) -> Int {
        let columnBytes = valueBytes * capacity
        let bytes =
            headerBytes + (columnCount - 1) * columnBytes + max(columnBytes, sweptBytes)
        return (bytes + BlockRegion.granularity - 1) & ~(BlockRegion.granularity - 1)
    }

    /// The lines of a mostly filled leaf that its ids lie in, its ids and cells, and the last column as
    /// well but for the end of it, which few leaves have.
    static var idLines: Int { 3 }
    static var cellLines: Int { 7 }
    static var usualLines: Int { 10 }

    @inline(__always)
    init(_ base: UnsafeMutableRawPointer) { self.base = base }

    /// How many points there are.
    var count: Int {
        get { Int(base.load(as: UInt32.self)) }
        nonmutating set { base.storeBytes(of: UInt32(newValue), as: UInt32.self) }
    }

    /// How many points there is room for.
    var capacity: Int {
        get { Int(base.load(fromByteOffset: 4, as: UInt32.self)) }
        nonmutating set { base.storeBytes(of: UInt32(newValue), toByteOffset: 4, as: UInt32.self) }
    }

    /// The batch of changes that made the block: see ``TreeStorage/batch``.
    var stamp: UInt64 {
        get { base.load(fromByteOffset: 8, as: UInt64.self) }
        nonmutating set { base.storeBytes(of: newValue, toByteOffset: 8, as: UInt64.self) }
    }

    @inline(__always)
    private func column<Value>(_ index: Int, as type: Value.Type) -> UnsafeMutablePointer<Value> {
        (base + Self.headerBytes + Self.valueBytes * index * capacity)
            .assumingMemoryBound(to: type)
    }

    var id: UnsafeMutablePointer<UInt32> { column(0, as: UInt32.self) }
    var x: UnsafeMutablePointer<Int32> { column(1, as: Int32.self) }
    var y: UnsafeMutablePointer<Int32> { column(2, as: Int32.self) }
    /// Reaches in metres, infinity for no limit.
    var reach: UnsafeMutablePointer<Float> { column(3, as: Float.self) }
    /// Where in their cells the points lie: ``GridPlace/rest``.
    var rest: UnsafeMutablePointer<UInt32> { column(4, as: UInt32.self) }

    subscript(index: Int) -> Entry {
        get {
            Entry(
                place: place(index),
                id: id[index],
                reach: reach[index]
            )
        }
        nonmutating set {
            x[index] = newValue.place.x
            y[index] = newValue.place.y
            id[index] = newValue.id
            reach[index] = newValue.reach
            rest[index] = newValue.place.rest
        }
    }

    func place(_ index: Int) -> GridPlace {
        GridPlace(x: x[index], y: y[index], rest: rest[index])
    }

    func append(_ entry: Entry) {
        let position = count
        self[position] = entry
        count = position + 1
    }

    /// Copies every point of another leaf to the start of this one, which has the room.
    func take(_ other: Leaf) {
        let count = other.count
        x.update(from: other.x, count: count)
        y.update(from: other.y, count: count)
        id.update(from: other.id, count: count)
        reach.update(from: other.reach, count: count)
        rest.update(from: other.rest, count: count)
        self.count = count
    }

    /// Where the point with that id and place stands.
    func position(id wanted: UInt32, at place: GridPlace) -> Int? {
        prefetch()
        let (id, count) = (id, count)
        var index = 0
        while true {
            index += Int(ambit_find(id + index, UInt32(count - index), wanted))
            guard index < count else { return nil }
            let isThere =
                x[index] == place.x && y[index] == place.y && rest[index] == place.rest
            if isThere { return index }
            index += 1
        }
    }

    /// Asks for both columns of cells of a leaf of the usual size.
    @inline(__always)
    func prefetchCells() {
        for line in 0..<Self.cellLines { ambit_prefetch(base + lineBytes * line) }
    }

    /// Asks for what is read of points that are found, beside their cells, once the header is there.
    @inline(__always)
    func prefetchFound() {
        let end = base + Self.headerBytes + Self.columnCount * Self.valueBytes * count
        var line = base + Self.cellLines * lineBytes
        while line < end {
            ambit_prefetch_later(line)
            line += lineBytes
        }
    }

    /// Asks for the whole block of a leaf of the usual size before it is known how large it is.
    @inline(__always)
    func prefetch() {
        for line in 0..<Self.usualLines { ambit_prefetch(base + lineBytes * line) }
    }

    /// The smallest bounds around the points.
    var bounds: Bounds {
        var bounds = Bounds.nothing
        let (x, y, reach) = (x, y, reach)
        var farthest: Float = 0
        for index in 0..<count {
            bounds.include(x: x[index], y: y[index])
            farthest = max(farthest, reach[index])
        }
        bounds.include(reach: farthest)
        return bounds
    }
}
