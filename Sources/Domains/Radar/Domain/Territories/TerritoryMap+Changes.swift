// How one map becomes the next. Each change counts the epoch up by one.
extension TerritoryMap {
    /// What a shard has or gathers for, as a text that is the same for the same ground.
    package func groundText(of shard: ShardNumber) -> String {
        let kept = territories.filter { $0.isKept(by: shard) }
        return Self.joined(kept.map { Territory(cells: $0.cells, shard: shard) })
            .map(\.cellsText).joined(separator: ",")
    }

    /// Whether something is on its way to a shard.
    package func isMoving(to shard: ShardNumber) -> Bool {
        territories.contains { $0.successor == shard }
    }

    /// The same map with one shard more, which has no ground yet.
    ///
    /// - Throws: ``TerritoryMapError``.
    public func adding(database: String, url: String?) throws(TerritoryMapError) -> TerritoryMap {
        let used = Set(shards.map(\.number.rawValue))
        guard let free = (0..<ShardNumber.count).first(where: { !used.contains($0) }),
            let number = ShardNumber(rawValue: free)
        else { throw .tooManyShards }
        return try TerritoryMap(
            epoch: epoch + 1,
            shards: shards + [Shard(number: number, database: database, url: url)],
            territories: territories
        )
    }

    /// The same map, in which clients reach a shard's nodes somewhere else.
    ///
    /// - Throws: ``TerritoryMapError``.
    public func naming(
        _ url: String?,
        of number: ShardNumber
    ) throws(TerritoryMapError) -> TerritoryMap {
        guard shard(number) != nil else { throw .unknownShard(number) }
        return try TerritoryMap(
            epoch: epoch + 1,
            shards: shards.map { shard in
                var named = shard
                if shard.number == number { named.url = url }
                return named
            },
            territories: territories
        )
    }

    /// The same map, in which shards' databases are somewhere else.
    ///
    /// - Parameter databases: Where each is that has moved.
    /// - Throws: ``TerritoryMapError``.
    public func relocating(
        _ databases: [ShardNumber: String]
    ) throws(TerritoryMapError) -> TerritoryMap {
        for number in databases.keys where shard(number) == nil { throw .unknownShard(number) }
        return try TerritoryMap(
            epoch: epoch + 1,
            shards: shards.map { shard in
                Shard(
                    number: shard.number,
                    database: databases[shard.number] ?? shard.database,
                    url: shard.url
                )
            },
            territories: territories
        )
    }

    /// Whether a shard has all of some cells.
    package func has(_ shard: ShardNumber, all ranges: [Range<UInt64>]) -> Bool {
        ranges.allSatisfy { cells in
            !cells.isEmpty && cells.upperBound <= Self.end
                && territories.allSatisfy { $0.shard == shard || !$0.cells.overlaps(cells) }
        }
    }

    /// - Throws: ``TerritoryMapError/notOwn(first:end:of:giver:)`` where a shard has not all of some cells,
    ///   but for those that are another one's already.
    package func check(
        _ giver: ShardNumber,
        canGive ranges: [Range<UInt64>],
        to taker: ShardNumber
    ) throws(TerritoryMapError) {
        for territory in territories where territory.shard != giver && territory.shard != taker {
            for cells in ranges where territory.cells.overlaps(cells) {
                let common = territory.cells.clamped(to: cells)
                throw .notOwn(
                    first: common.lowerBound,
                    end: common.upperBound,
                    of: territory.shard,
                    giver: giver
                )
            }
        }
    }

    /// The same map, in which a shard gathers the messages that reach some cells.
    ///
    /// - Throws: ``TerritoryMapError``.
    public func beginningMove(
        of ranges: [Range<UInt64>],
        to shard: ShardNumber
    ) throws(TerritoryMapError) -> TerritoryMap {
        var changed = territories
        for cells in ranges { changed = try Self.territories(changed, giving: cells, to: shard) }
        guard changed != territories else { throw .alreadyThere(shard) }
        return try TerritoryMap(epoch: epoch + 1, shards: shards, territories: changed)
    }

    private static func territories(
        _ territories: [Territory],
        giving cells: Range<UInt64>,
        to shard: ShardNumber
    ) throws(TerritoryMapError) -> [Territory] {
        guard !cells.isEmpty, cells.upperBound <= end else {
            throw .invalidCells(first: cells.lowerBound, end: cells.upperBound)
        }
        var changed: [Territory] = []
        for territory in territories {
            let moved = territory.cells.clamped(to: cells)
            guard !moved.isEmpty, territory.shard != shard else {
                changed.append(territory)
                continue
            }
            if let successor = territory.successor { throw .underWay(to: successor) }
            let before = territory.cells.lowerBound..<moved.lowerBound
            let after = moved.upperBound..<territory.cells.upperBound
            if !before.isEmpty { changed.append(Territory(cells: before, shard: territory.shard)) }
            changed.append(Territory(cells: moved, shard: territory.shard, successor: shard))
            if !after.isEmpty { changed.append(Territory(cells: after, shard: territory.shard)) }
        }
        return changed
    }

    /// The same map, in which a shard answers for all that it has gathered for.
    ///
    /// - Throws: ``TerritoryMapError/nothingUnderWay(to:)``.
    public func completingMove(
        to shard: ShardNumber
    ) throws(TerritoryMapError) -> TerritoryMap {
        guard territories.contains(where: { $0.successor == shard }) else {
            throw .nothingUnderWay(to: shard)
        }
        return try TerritoryMap(
            epoch: epoch + 1,
            shards: shards,
            territories: territories.map { territory in
                territory.successor == shard
                    ? Territory(cells: territory.cells, shard: shard) : territory
            }
        )
    }

    /// Where a shard's ground is cut, so that a share of its load lies behind the cut.
    ///
    /// - Parameters:
    ///   - load: The cells of what is counted, such as of all messages of the shard, in any order.
    ///   - share: 0 to 1, both excluded.
    /// - Returns: The cells behind the cut in the last of the shard's territories that the cut is in or
    ///   before; empty when nothing can be cut off.
    /// - Complexity: O(n log n).
    public func lastShare(
        _ share: Double,
        of shard: ShardNumber,
        load: [UInt64]
    ) -> [Range<UInt64>] {
        let own = territories.filter { $0.shard == shard && $0.successor == nil }.map(\.cells)
        let inside = load.filter { cell in own.contains { $0.contains(cell) } }.sorted()
        guard let last = own.last else { return [] }
        guard !inside.isEmpty else {
            let cut = last.lowerBound + UInt64(Double(last.count) * (1 - share))
            return cut < last.upperBound ? [cut..<last.upperBound] : []
        }
        let first = min(inside.count - 1, Int(Double(inside.count) * (1 - share)))
        let cut = inside[first]
        return own.compactMap { cells in
            let behind = max(cut, cells.lowerBound)..<max(cut, cells.upperBound)
            return behind.isEmpty ? nil : behind
        }
    }
}
