import Testing

@testable import Geodesy
@testable import SpatialIndex

/// Trees that outgrow their addresses, and memory that there is not.
@Suite struct GrowthTests {
    /// Of 2 MB of leaves no 100,000 points find room.
    private static let manyPoints: UInt32 = 100_000

    @Test("an empty tree has few addresses, and a large one what it needs")
    func sizes() throws {
        #expect(NumberedQuadTree().storage.arena.size.bytes == 4 << 20)
        #expect(BlockRegion.Size.expecting(0).bytes == 4 << 20)
        #expect(BlockRegion.Size.expecting(1_000_000).bytes == 1 << 30)
        #expect(BlockRegion.Size.expecting(.max) == BlockRegion.Size.all.last)
        var tree = NumberedQuadTree()
        try tree.reserveCapacity(10_000_000)
        #expect(tree.storage.arena.size.bytes == 1 << 30)
        #expect(tree.count == 0)
    }

    @Test("a tree that grows one by one moves, and keeps and finds all")
    func growth() throws {
        var random = SeededGenerator(seed: 91)
        var tree = NumberedQuadTree()
        var brute = BruteForce()
        let small = tree.storage.arena.size
        for id in 0..<Self.manyPoints {
            let terrain: Terrain = id % 2 == 0 ? .uniform : .clustered
            let point = Scene.point(id, terrain, &random)
            tree.insert(point)
            brute.points[id] = point
        }
        #expect(tree.storage.arena.size.bytes > small.bytes)
        #expect(tree._checkInvariants() == [])
        for _ in 0..<10 {
            let center = Scene.center(.clustered, [], &random)
            let radius = try Scene.radius(&random)
            #expect(
                tree.within(radius, of: center).sorted { $0.precedes($1) }
                    == brute.exactly(within: radius, of: center)
            )
        }
        for id in stride(from: 0, to: Self.manyPoints, by: 3) {
            let place = try #require(brute.points[id]?.coordinate)
            let isRemoved = tree.remove(id: id, at: place)
            if !isRemoved { Issue.record("\(id) is not there") }
        }
        #expect(tree._checkInvariants() == [])
    }

    @Test("a pile of one place outgrows its addresses, and shrinks")
    func pile() throws {
        let place = try Coordinate(latitude: -12, longitude: 34)
        var tree = NumberedQuadTree()
        for id in 0..<Self.manyPoints { tree.insert(IndexedPoint(id: id, coordinate: place)) }
        #expect(tree.within(.world).count == Int(Self.manyPoints))
        let copy = tree
        for id in 10..<2000 as Range<UInt32> { tree.remove(id: id, at: place) }
        #expect(tree.count == Int(Self.manyPoints) - 1990)
        #expect(copy.count == Int(Self.manyPoints))
        #expect(tree._checkInvariants() == [] && copy._checkInvariants() == [])
    }

    @Test("points alone in their leaves, more than most take, are loaded all the same")
    func lonePoints() throws {
        // Pairs a centimetre or so apart beside crowds: chains of nodes as long as there can be.
        let points = try (0..<30_000 as Range<UInt32>).map { id in
            let site = id / 66
            let step = Double(id % 66) * 1e-7
            return IndexedPoint(
                id: id,
                coordinate: try Coordinate(
                    latitude: Double(site % 170) - 85 + step,
                    longitude: Double(site / 170) * 20 - 170 + step
                )
            )
        }
        let tree = NumberedQuadTree(points)
        #expect(tree._checkInvariants() == [])
        #expect(tree.within(.world).sorted() == points.map(\.id))
    }

    @Test("readers go on in the addresses that a tree has left")
    func sharedGrowth() async throws {
        var random = SeededGenerator(seed: 92)
        let first = (0..<1000 as Range<UInt32>).map { Scene.point($0, .clustered, &random) }
        let added = (1000..<Self.manyPoints).map { Scene.point($0, .uniform, &random) }
        let tree = try SharedQuadTree(first)
        async let writing: Void = {
            for start in stride(from: 0, to: added.count, by: 1000) {
                try tree.update { changes in
                    for point in added[start..<min(start + 1000, added.count)] {
                        try changes.insert(point)
                    }
                }
                await Task.yield()
            }
        }()
        var seen = 0
        while seen < Int(Self.manyPoints) {
            let ids = tree.within(.world)
            #expect(ids.count >= seen && Set(ids).count == ids.count)
            #expect(ids.count == Int(Self.manyPoints) || ids.count % 1000 == 0)
            seen = ids.count
            await Task.yield()
        }
        try await writing
        let plain = NumberedQuadTree(first + added)
        for point in first.prefix(50) {
            #expect(
                tree.nearest(to: point.coordinate, count: 20)
                    == plain.nearest(to: point.coordinate, count: 20)
            )
        }
    }

    @Test("where there are no addresses, that is an error and not the end")
    func noAddresses() throws {
        let tooLarge = BlockRegion.Size(chunks: 1, leafBytes: 1 << 60)
        #expect(throws: SpatialIndexError.outOfMemory(bytes: tooLarge.bytes)) {
            try Arena(tooLarge, expecting: 0)
        }
        #expect(throws: SpatialIndexError.self) { try LargeBuffer<UInt64>(1 << 55) }
        #expect(throws: SpatialIndexError.self) { try BulkLoader(expecting: 1 << 55) }
        let full = try Arena(BlockRegion.Size.all[0], expecting: 0)
        #expect(throws: SpatialIndexError.full) { try full.prepare(nodes: 8193, leafOf: 0) }
        #expect(throws: SpatialIndexError.full) { try full.prepare(nodes: 0, leafOf: 100_000) }
    }

    @Test("every error says what helps")
    func words() {
        #expect("\(SpatialIndexError.outOfMemory(bytes: 4096))".contains("4096 bytes"))
        #expect("\(SpatialIndexError.full)".contains("several indexes"))
        #expect("\(SpatialIndexError.duplicateID("\"A\""))".contains("\"A\""))
    }
}
