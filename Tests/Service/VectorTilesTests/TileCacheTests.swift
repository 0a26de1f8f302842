import Compressing
import FeatureCollections
import Geodesy
import Testing

@testable import VectorTiles

@Suite struct TileCacheTests {
    private func collection(_ count: Int, revision: String) throws -> FeatureCollection {
        var numbers = SeededNumbers(seed: 3)
        return ShapeList(
            try (0..<count).map { _ in
                .point(
                    try Coordinate(
                        latitude: .random(in: -80...80, using: &numbers),
                        longitude: .random(in: -180...180, using: &numbers)
                    )
                )
            }
        ).collection(revision: revision)
    }

    private var tiles: [TileAddress] {
        (0..<16).flatMap { column in
            (0..<16).compactMap { TileAddress(zoom: 4, column: column, row: $0) }
        }
    }

    @Test("never more bytes are held than may be, and answers are the same")
    func bound() throws {
        let shown = try collection(900, revision: "1")
        let maker = TileMaker(shown)
        for limit in [0, 2000, 20_000, 1 << 24] {
            let cache = TileCache(limitBytes: limit)
            for address in tiles + tiles.reversed() + tiles {
                #expect(
                    cache.tile(address, of: shown, isPacked: false).bytes == maker.tile(address)
                )
                #expect(cache.heldBytes <= limit)
            }
            #expect(limit < 2000 || cache.heldBytes > limit / 2 || limit > 100_000)
        }
    }

    @Test("a tile of an earlier version is never given again, and takes no room")
    func versions() throws {
        let cache = TileCache(limitBytes: 1 << 24)
        let (old, new) = (
            try collection(900, revision: "1"), try collection(10, revision: "2")
        )
        for address in tiles { _ = cache.tile(address, of: old, isPacked: false) }
        let held = cache.heldBytes
        for address in tiles {
            #expect(
                cache.tile(address, of: new, isPacked: false).bytes == TileMaker(new).tile(address)
            )
        }
        #expect(cache.heldBytes < held)
    }

    @Test("a tile is packed when somebody asks for that, and from then on")
    func packing() throws {
        let cache = TileCache(limitBytes: 1 << 24)
        let shown = try collection(900, revision: "1")
        let address = try #require(TileAddress(zoom: 0, column: 0, row: 0))
        let bytes = TileMaker(shown).tile(address)
        #expect(cache.tile(address, of: shown, isPacked: false).packed == nil)
        let held = cache.heldBytes
        let packed = try #require(cache.tile(address, of: shown, isPacked: true).packed)
        #expect(packed == Gzip.compressed(bytes, effort: .waitedFor))
        #expect(cache.heldBytes == held + packed.count)
        #expect(cache.tile(address, of: shown, isPacked: false).packed == packed)
    }

    @Test("many may ask at once")
    func together() async throws {
        let cache = TileCache(limitBytes: 30_000)
        let shown = try collection(900, revision: "1")
        let tiles = tiles
        let expected = tiles.map { TileMaker(shown).tile($0) }
        await withTaskGroup(of: Bool.self) { group in
            for shift in 0..<8 {
                group.addTask {
                    tiles.indices.allSatisfy { index in
                        let place = (index + shift * 31) % tiles.count
                        return cache.tile(tiles[place], of: shown, isPacked: place % 2 == 0).bytes
                            == expected[place]
                    }
                }
            }
            for await isRight in group { #expect(isRight) }
        }
        #expect(cache.heldBytes <= 30_000)
    }
}
