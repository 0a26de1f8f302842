import ArgumentParser
import Compressing
import DomainModules
import FeatureCollections
import Foundation
import HTTPService
import SpatiaLiteStore
import Timekeeping
import VectorTiles

/// `ambit tiles`: vector tiles in one file.
struct TilesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tiles",
        abstract: "Writes what is loaded as vector tiles, into one file (PMTiles).",
        discussion: """
            The tiles are those that ambit serve has under /ogc/collections/.../tiles, each with a \
            layer for every collection, so that a map needs nothing but the file on any web \
            server. A tile with more than 1,000 features of a collection has points that stand for \
            several; their count says for how many. Nothing is left out; what lies beyond 85.0511 \
            degrees north or south is in no tile, and its number is told.

            EXAMPLES
              ambit tiles --output county.pmtiles
              ambit tiles stations districts-precinct --zooms 6-16 -o stations.pmtiles
            """
    )

    @Argument(
        help: ArgumentHelp(
            "The collections, as /ogc/collections names them (default: all).",
            valueName: "collection"
        )
    )
    var names: [String] = []

    @Option(
        name: [.short, .long],
        help: ArgumentHelp("The file, such as county.pmtiles.", valueName: "file")
    )
    var output: String

    @Option(
        help: ArgumentHelp(
            "The zoom levels, from 0 to \(TileAddress.zooms.upperBound).",
            valueName: "first-last"
        )
    )
    var zooms = "0-14"

    @OptionGroup var database: ReadingOptions

    func validate() throws { _ = try zoomRange() }

    private func zoomRange() throws -> ClosedRange<Int> {
        let all = TileAddress.zooms
        let ends = zooms.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard 1...2 ~= ends.count, let first = ends.first ?? nil, let last = ends.last ?? nil,
            first <= last, all.contains(first), all.contains(last),
            zooms.utf8.allSatisfy({ $0 == 0x2D || 0x30...0x39 ~= $0 })
        else {
            throw ValidationError(
                "--zooms is \"\(zooms)\"; write the first and the last of the zoom levels from "
                    + "\(all.lowerBound) to \(all.upperBound), such as 0-14"
            )
        }
        return first...last
    }

    func run() async throws {
        var files = OutputFiles(reading: [], database.file)
        try files.add(output, option: "--output")
        let zooms = try zoomRange()
        let collections = try await database.withStore { store in
            try await Self.collections(of: store)
        }
        let chosen = try choose(from: collections)
        let file = try ArchiveFile(output, option: "--output")
        let count = try await Self.write(chosen, zooms: zooms, into: file)
        StandardError.print("Wrote \(counted(count, "tiles")) to \(output).")
        for collection in chosen where collection.countBeyondTiles > 0 {
            StandardError.print(
                "In no tile: \(counted(collection.countBeyondTiles, "features")) of "
                    + "\(collection.id), which lie beyond 85.0511 degrees north or south."
            )
        }
    }

    /// What the modules offer, loaded.
    private static func collections(
        of store: SpatiaLiteStore
    ) async throws -> [FeatureCollection] {
        let site = Modules.all.site(store: store, clock: SystemWallClock())
        var all: [FeatureCollection] = []
        for module in Modules.all.stand(on: site) {
            let part = module.part
            // What offers nothing has nothing to load.
            if part.collections() == nil { try await part.life.load() }
            all += part.collections() ?? []
        }
        return all
    }

    private func choose(from all: [FeatureCollection]) throws -> [FeatureCollection] {
        for name in names where !all.contains(where: { $0.id == name }) {
            throw TilesError.unknownCollection(name, known: all.map(\.id))
        }
        let chosen = names.isEmpty ? all : all.filter { names.contains($0.id) }
        guard chosen.contains(where: { $0.extent != nil }) else { throw TilesError.nothing }
        return chosen
    }

    /// So many tiles are made at a time, on all cores.
    private static let batch = 128

    private static func write(
        _ collections: [FeatureCollection],
        zooms: ClosedRange<Int>,
        into file: ArchiveFile
    ) async throws -> Int {
        let walk = TileWalk(collections)
        var archive = TileArchive(file.sink)
        var waiting: [TileAddress] = []
        var progress = ProgressBar(isShown: StandardError.isTerminal, noun: "tiles")
        defer { progress.clear() }
        func add() async throws {
            for (address, tile) in zip(waiting, await Self.tiles(waiting, walk)) where tile != [] {
                try archive.add(address, tile)
            }
            progress.show(archive.tileCount, share: nil)
            waiting.removeAll(keepingCapacity: true)
        }
        try await walk.forEach(zooms) { address in
            waiting.append(address)
            if waiting.count >= Self.batch { try await add() }
        }
        try await add()
        try file.finish(try archive.finish(collections, zooms: zooms))
        return archive.tileCount
    }

    /// Tiles in the gzip format, in order; empty ones where nothing is in them.
    private static func tiles(_ addresses: [TileAddress], _ walk: TileWalk) async -> [[UInt8]] {
        await withTaskGroup(of: (Int, [UInt8]).self) { group in
            for (index, address) in addresses.enumerated() {
                group.addTask {
                    let tile = walk.tile(address)
                    return (index, tile.isEmpty ? [] : Gzip.wrapped(tile))
                }
            }
            var tiles = Array(repeating: [UInt8](), count: addresses.count)
            for await (index, tile) in group { tiles[index] = tile }
            return tiles
        }
    }
}

/// Why no tiles are written.
enum TilesError: Error, CustomStringConvertible {
    case unknownCollection(String, known: [String])
    case nothing

    var description: String {
        switch self {
        case .unknownCollection(let name, let known):
            "there is no collection \"\(name)\"; there are \(known.joined(separator: ", "))"
        case .nothing:
            "nothing that is loaded has a place, so there are no tiles; ambit import loads data"
        }
    }
}
