public import Geodesy

/// How the ground is divided among shards: every place is in one territory, and every territory is of one
/// shard.
///
/// A message stands in the shard that it was posted to and in each whose territory its reach touches. So
/// whoever asks what is seen from a place asks the one shard whose territory the place is in, whatever the
/// radius: a reader sees what reaches the reader, and nothing reaches farther than
/// ``RadarLimits/visibleRadiusMeters`` allows.
public struct TerritoryMap: Sendable, Hashable {
    /// The first position behind the curve's last.
    static let end = UInt64(1) << UInt64(HilbertCurve.positionBits)
    /// No message may reach farther than shards look for those of others.
    package static let farthestReach = Distance(uncheckedMeters: 50_000)

    /// Counts the changes of the map.
    public let epoch: Int64
    /// All shards, by number.
    public let shards: [Shard]
    /// All territories, by their cells; together they are the whole curve.
    public let territories: [Territory]

    /// - Throws: ``TerritoryMapError``.
    public init(
        epoch: Int64,
        shards: [Shard],
        territories: [Territory]
    ) throws(TerritoryMapError) {
        guard epoch >= 1 else { throw .invalidEpoch(epoch) }
        self.epoch = epoch
        self.shards = shards.sorted { $0.number < $1.number }
        self.territories = Self.joined(
            territories.sorted { $0.cells.lowerBound < $1.cells.lowerBound }
        )
        try check()
    }

    /// The whole ground as one shard's.
    public static func undivided(_ shard: Shard) throws(TerritoryMapError) -> TerritoryMap {
        try TerritoryMap(
            epoch: 1,
            shards: [shard],
            territories: [Territory(cells: 0..<end, shard: shard.number)]
        )
    }

    private func check() throws(TerritoryMapError) {
        var numbers: Set<ShardNumber> = []
        var databases: Set<String> = []
        for shard in shards {
            guard numbers.insert(shard.number).inserted else { throw .repeatedShard(shard.number) }
            guard databases.insert(shard.database).inserted else {
                throw .repeatedDatabase(shard.database)
            }
        }
        var next: UInt64 = 0
        for territory in territories {
            let cells = territory.cells
            guard !cells.isEmpty, cells.upperBound <= Self.end else {
                throw .invalidCells(first: cells.lowerBound, end: cells.upperBound)
            }
            guard cells.lowerBound >= next else {
                throw .overlapping(first: cells.lowerBound, end: min(next, cells.upperBound))
            }
            guard cells.lowerBound == next else { throw .open(first: next, end: cells.lowerBound) }
            next = cells.upperBound
            for shard in [territory.shard, territory.successor].compactMap(\.self)
            where !numbers.contains(shard) { throw .unknownShard(shard) }
        }
        guard next == Self.end else { throw .open(first: next, end: Self.end) }
    }

    /// The same territories, those of one shard that follow each other as one.
    static func joined(_ territories: [Territory]) -> [Territory] {
        var joined: [Territory] = []
        for territory in territories {
            if let last = joined.last, last.shard == territory.shard,
                last.successor == territory.successor,
                last.cells.upperBound == territory.cells.lowerBound, !territory.cells.isEmpty
            {
                joined[joined.count - 1] = Territory(
                    cells: last.cells.lowerBound..<territory.cells.upperBound,
                    shard: last.shard,
                    successor: last.successor
                )
            } else {
                joined.append(territory)
            }
        }
        return joined
    }

    /// The shard of a number; nil where the map names none.
    public func shard(_ number: ShardNumber) -> Shard? {
        shards.first { $0.number == number }
    }

    /// Whether there is more than one shard.
    public var isDivided: Bool { shards.count > 1 }

    /// The shard that answers for a place.
    ///
    /// - Complexity: O(log n) for n territories.
    public func shard(at place: Coordinate) -> ShardNumber {
        shard(atCell: HilbertCurve.position(of: place))
    }

    package func shard(atCell cell: UInt64) -> ShardNumber {
        territories[index(ofCell: cell)].shard
    }

    private func index(ofCell cell: UInt64) -> Int {
        var (low, high) = (0, territories.count - 1)
        while low < high {
            let middle = (low + high + 1) / 2
            if territories[middle].cells.lowerBound <= cell {
                low = middle
            } else {
                high = middle - 1
            }
        }
        return low
    }

    /// The shards whose ground a reach may touch, those included that gather for ground to come.
    ///
    /// - Complexity: O(k log c) for k squares of the curve's 4^24 = c on the edge of what is touched.
    /// Accuracy: none is left out; one may be named that the reach misses by less than a tenth of itself,
    /// since the reach's box is looked at.
    public func shards(
        reachedFrom center: Coordinate,
        radius: Distance
    ) -> Set<ShardNumber> {
        var found: Set<ShardNumber> = []
        forEachTerritory(reachedFrom: center, radius: radius) { territory in
            found.insert(territory.shard)
            if let successor = territory.successor { found.insert(successor) }
            return true
        }
        return found
    }

    /// Whether a reach may touch ground that a shard has or gathers for.
    public func touches(
        _ shard: ShardNumber,
        from center: Coordinate,
        radius: Distance
    ) -> Bool {
        var isTouched = false
        forEachTerritory(reachedFrom: center, radius: radius) { territory in
            isTouched = territory.isKept(by: shard)
            return !isTouched
        }
        return isTouched
    }

    /// - Parameter visit: Says whether to go on. A territory may come more than once.
    private func forEachTerritory(
        reachedFrom center: Coordinate,
        radius: Distance,
        _ visit: (Territory) -> Bool
    ) {
        // Places are compared on a grid, which is finer than this by far.
        let wider = Distance(uncheckedMeters: radius.meters + 1)
        let boxes = BoundingBox(around: center, radius: wider).unwrapped
        for box in boxes {
            let reach = HilbertCurve.square(in: box)
            var waiting = [(first: UInt64(0), level: HilbertCurve.positionBits / 2)]
            while let (first, level) = waiting.popLast() {
                guard HilbertCurve.square(at: first, level: level).overlaps(reach) else { continue }
                let count = UInt64(1) << UInt64(2 * level)
                let territory = territories[index(ofCell: first)]
                if territory.cells.upperBound >= first + count {
                    guard visit(territory) else { return }
                    continue
                }
                for quarter in 0..<UInt64(4) {
                    waiting.append((first + quarter * (count / 4), level - 1))
                }
            }
        }
    }
}
