internal import CAmbit
internal import Geodesy
internal import SpatialIndex

/// A quadtree whose points have any ids of 64 bits, with the points beside it in columns.
///
/// Points are numbered in the order of their ids, so that ties by number are ties by id.
///
/// Sendable: nothing changes once it is made.
final class PointTree: @unchecked Sendable {
    let tree: NumberedQuadTree
    let count: Int
    /// Nil where the ids are the numbers.
    let ids: Column<Int64>?
    private let latitudes: Column<Double>
    private let longitudes: Column<Double>
    private let reaches: Column<Double>?

    /// - Throws: What is wrong with the first point that is wrong; no memory; too many points.
    /// - Complexity: O(n), and O(n log n) for ids in no order.
    init(
        _ places: Places,
        ids givenIDs: UnsafePointer<Int64>?,
        reaches givenReaches: UnsafePointer<Double>?
    ) throws(Refusal) {
        let count = places.count
        guard count < UInt32.max else { throw Refusal(code: AMBIT_FULL) }
        var columns = PointColumns(count: count)
        do throws(Refusal) {
            try columns.fill(places, givenIDs, givenReaches)
            tree = try Self.index(columns)
        } catch {
            columns.deallocate()
            throw error
        }
        guard let latitudes = columns.latitudes, let longitudes = columns.longitudes else {
            columns.deallocate()
            throw .noMemory
        }
        self.count = count
        (self.latitudes, self.longitudes) = (latitudes, longitudes)
        (ids, reaches) = (columns.ids, columns.reaches)
    }

    deinit {
        latitudes.deallocate()
        longitudes.deallocate()
        ids?.deallocate()
        reaches?.deallocate()
    }

    @inline(__always)
    func id(_ number: UInt32) -> Int64 { ids.map { $0[Int(number)] } ?? Int64(number) }

    var columns: ambit_columns {
        ambit_columns(
            count: Int64(count),
            ids: ids.map { UnsafePointer($0.base) },
            latitudes: UnsafePointer(latitudes.base),
            longitudes: UnsafePointer(longitudes.base),
            reaches: reaches.map { UnsafePointer($0.base) }
        )
    }

    private static func index(_ columns: PointColumns) throws(Refusal) -> NumberedQuadTree {
        // Everything was checked when it came into the columns, which are this side's own.
        let points = (0..<columns.count).lazy.map { number in
            IndexedPoint(
                id: UInt32(truncatingIfNeeded: number),
                coordinate: columns.coordinate(number),
                reach: columns.reach(number)
            )
        }
        do throws(SpatialIndexError) {
            return try NumberedQuadTree(loading: points)
        } catch {
            throw Refusal(error)
        }
    }
}

/// The points of a tree to be, in the order of their ids.
struct PointColumns {
    let count: Int
    private(set) var ids: Column<Int64>?
    private(set) var latitudes: Column<Double>?
    private(set) var longitudes: Column<Double>?
    private(set) var reaches: Column<Double>?

    init(count: Int) { self.count = count }

    /// - Throws: ``Refusal``; what was allocated stays for ``deallocate()``.
    mutating func fill(
        _ places: Places,
        _ givenIDs: UnsafePointer<Int64>?,
        _ givenReaches: UnsafePointer<Double>?
    ) throws(Refusal) {
        let order = try givenIDs.map { ids throws(Refusal) in try IDOrder(ids, count) }
        let latitudes = try Column<Double>(count)
        self.latitudes = latitudes
        let longitudes = try Column<Double>(count)
        self.longitudes = longitudes
        if givenReaches != nil { reaches = try Column<Double>(count) }
        if let order, !order.isPlain {
            let ids = try Column<Int64>(count)
            for number in 0..<count { ids[number] = order.ids[number] }
            self.ids = ids
        }
        for position in 0..<count {
            let place = try places.coordinate(position)
            let number = order?.number(position) ?? position
            (latitudes[number], longitudes[number]) = (place.latitude, place.longitude)
            if let givenReaches {
                let reach = givenReaches[position]
                guard reach >= 0 else { throw .outOfRange(AMBIT_LENGTH, position, reach) }
                reaches?[number] = reach
            }
        }
    }

    @inline(__always)
    func coordinate(_ number: Int) -> Coordinate {
        Coordinate(
            uncheckedLatitude: latitudes.unsafelyUnwrapped[number],
            longitude: longitudes.unsafelyUnwrapped[number]
        )
    }

    @inline(__always)
    func reach(_ number: Int) -> Reach {
        guard let meters = reaches?[number], meters < .infinity else { return .unlimited }
        return .upTo(Distance(uncheckedMeters: meters))
    }

    func deallocate() {
        ids?.deallocate()
        latitudes?.deallocate()
        longitudes?.deallocate()
        reaches?.deallocate()
    }
}

/// Ids in their order, and which number each position of the list gets by it.
struct IDOrder {
    /// Ascending.
    private(set) var ids: [Int64]
    /// Nil where the list is in order.
    private var numbers: [UInt32]?

    /// - Throws: The first duplicate, by its place in the list.
    init(_ list: UnsafePointer<Int64>, _ count: Int) throws(Refusal) {
        ids = Array(UnsafeBufferPointer(start: list, count: count))
        guard !Self.isAscending(ids) else { return }
        var sorted: [(id: Int64, position: UInt32)] = []
        sorted.reserveCapacity(count)
        for (position, id) in ids.enumerated() {
            sorted.append((id, UInt32(truncatingIfNeeded: position)))
        }
        sorted.sort { $0.id != $1.id ? $0.id < $1.id : $0.position < $1.position }
        var duplicate: (later: UInt32, earlier: UInt32)?
        var numbers = [UInt32](repeating: 0, count: count)
        for number in 0..<count {
            let (id, position) = sorted[number]
            if number > 0, sorted[number - 1].id == id,
                position < duplicate?.later ?? .max
            {
                duplicate = (position, sorted[number - 1].position)
            }
            numbers[Int(position)] = UInt32(truncatingIfNeeded: number)
        }
        if let duplicate {
            throw .duplicate(
                ids[Int(duplicate.later)],
                at: Int(duplicate.later),
                and: Int(duplicate.earlier)
            )
        }
        ids = sorted.map(\.id)
        self.numbers = numbers
    }

    /// Whether the ids are 0, 1, 2, ..., as they come.
    var isPlain: Bool { numbers == nil && ids.first == 0 && ids.last == Int64(ids.count) - 1 }

    @inline(__always)
    func number(_ position: Int) -> Int { numbers.map { Int($0[position]) } ?? position }

    private static func isAscending(_ ids: [Int64]) -> Bool {
        for index in 1..<max(1, ids.count) where ids[index - 1] >= ids[index] { return false }
        return true
    }
}
