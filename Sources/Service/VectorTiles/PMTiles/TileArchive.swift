internal import Compressing
package import FeatureCollections
internal import GeoJSON
internal import Geodesy

/// Writes vector tiles into one file, from which clients read tiles by ranges of bytes.
///
/// What is in memory does not grow with the number of tiles, but for some bytes for each 4,096 of them.
/// The file is its head, the tiles in the order of their numbers, the directories and what is told of all.
/// Source: PMTiles, version 3.
package struct TileArchive {
    /// Where the parts of the file go. What is appended to each stands behind what was appended before.
    package struct Sink {
        let appendTiles: ([UInt8]) throws -> Void
        let appendDirectories: ([UInt8]) throws -> Void

        /// - Parameters:
        ///   - appendTiles: Takes the next bytes of the tiles, the first of which stand ``headBytes`` from the
        ///     start of the file.
        ///   - appendDirectories: Takes the next bytes of the directories, which stand behind the tiles.
        package init(
            appendTiles: @escaping ([UInt8]) throws -> Void,
            appendDirectories: @escaping ([UInt8]) throws -> Void
        ) {
            self.appendTiles = appendTiles
            self.appendDirectories = appendDirectories
        }
    }

    /// What is left to be written when all tiles are.
    package struct Ending {
        /// The first ``headBytes`` bytes of the file.
        package let head: [UInt8]
        /// What stands at the end of the file, behind the directories.
        package let tail: [UInt8]
    }

    /// How long the head of the file is: clients read so much at first. Source: section 3.
    package static let headBytes = 16_384
    private static let headerBytes = 127

    /// How many tiles there are.
    package private(set) var tileCount = 0

    private let sink: Sink
    private var leaf = ArchiveDirectory()
    private var root = ArchiveDirectory()
    private var tileBytes: UInt64 = 0
    private var directoryBytes: UInt64 = 0
    private var entryCount = 0
    private var contentCount = 0
    /// Where short contents stand that may come again, such as those of tiles in the middle of a lake.
    private var known: [[UInt8]: ArchiveDirectory.Entry] = [:]
    private var last: [UInt8]?

    private static let longestKnownBytes = 512
    private static let mostKnown = 8192

    /// An archive without tiles.
    package init(_ sink: Sink) { self.sink = sink }

    /// Adds a tile.
    ///
    /// - Parameters:
    ///   - address: Behind those of all tiles before, in the order of their numbers.
    ///   - tile: In the gzip format.
    package mutating func add(_ address: TileAddress, _ tile: [UInt8]) throws {
        let number = address.number
        tileCount += 1
        if last == tile, let before = leaf.entries.last, before.run < .max,
            number == before.number + UInt64(before.run)
        {
            leaf.entries[leaf.entries.count - 1].run += 1
            return
        }
        if let same = known[tile] {
            append(number, same.offset, same.length)
        } else {
            let length = UInt32(tile.count)
            append(number, tileBytes, length)
            if tile.count <= Self.longestKnownBytes {
                if known.count >= Self.mostKnown { known.removeAll() }
                known[tile] = leaf.entries.last
            }
            try sink.appendTiles(tile)
            tileBytes += UInt64(length)
            contentCount += 1
        }
        last = tile
        if leaf.entries.count > leafEntries { try closeLeaf(keeping: 1) }
    }

    private mutating func append(_ number: UInt64, _ offset: UInt64, _ length: UInt32) {
        leaf.entries.append(.init(number: number, run: 1, offset: offset, length: length))
        entryCount += 1
    }

    /// How many entries a directory below the root has: more in large archives, so that the root fits into
    /// the head.
    private var leafEntries: Int { 4096 << min(root.entries.count / 512, 20) }

    /// Writes the entries so far as a directory, but for the last ones, which may go on.
    private mutating func closeLeaf(keeping count: Int) throws {
        let rest = ArchiveDirectory(entries: leaf.entries.suffix(count))
        leaf.entries.removeLast(count)
        guard let first = leaf.entries.first else {
            leaf = rest
            return
        }
        let packed = leaf.packed
        try sink.appendDirectories(packed)
        root.entries.append(
            .init(
                number: first.number,
                run: 0,
                offset: directoryBytes,
                length: UInt32(packed.count)
            )
        )
        directoryBytes += UInt64(packed.count)
        leaf = rest
    }

    /// Ends the archive.
    ///
    /// - Parameters:
    ///   - collections: What the tiles hold.
    ///   - zooms: Of the tiles.
    /// - Throws: ``TileArchiveError`` where there are more tiles than an archive can have.
    package mutating func finish(
        _ collections: [FeatureCollection],
        zooms: ClosedRange<Int>
    ) throws -> Ending {
        let room = Self.headBytes - Self.headerBytes
        var directory = leaf.packed
        if !root.entries.isEmpty || directory.count > room {
            try closeLeaf(keeping: 0)
            directory = root.packed
        }
        guard directory.count <= room else { throw TileArchiveError.tooManyTiles(tileCount) }
        let told = Gzip.wrapped(Self.metadata(collections, zooms))
        let directories = UInt64(Self.headBytes) + tileBytes
        var head = ArchiveHeader()
        head.write("PMTiles".utf8)
        head.write(UInt8(3))
        head.write(UInt64(Self.headerBytes))
        head.write(UInt64(directory.count))
        head.write(directories + directoryBytes)
        head.write(UInt64(told.count))
        head.write(directories)
        head.write(directoryBytes)
        head.write(UInt64(Self.headBytes))
        head.write(tileBytes)
        head.write(UInt64(tileCount))
        head.write(UInt64(entryCount))
        head.write(UInt64(contentCount))
        // In the order of their numbers, both packed by gzip, vector tiles.
        for byte: UInt8 in [1, 2, 2, 1] { head.write(byte) }
        head.write(UInt8(zooms.lowerBound))
        head.write(UInt8(zooms.upperBound))
        head.write(BoundingBox.extent(of: collections.compactMap(\.extent)), zooms)
        head.write(directory)
        head.write(repeatElement(0, count: Self.headBytes - head.bytes.count))
        return Ending(head: head.bytes, tail: told)
    }

    private static func metadata(
        _ collections: [FeatureCollection],
        _ zooms: ClosedRange<Int>
    ) -> [UInt8] {
        var json = JSONWriter(capacity: 4096)
        json.object { json in
            json.member("name", "Ambit")
            json.member("type", "overlay")
            json.member(
                "vector_layers",
                array: { list in
                    for collection in collections {
                        list.object { $0.vectorLayer(of: collection, zooms) }
                    }
                }
            )
        }
        return json.takeBytes()
    }
}

/// Why an archive cannot be written.
package enum TileArchiveError: Error, Hashable, CustomStringConvertible {
    /// Its first directory would not fit into its head.
    case tooManyTiles(Int)

    package var description: String {
        switch self {
        case .tooManyTiles(let count):
            "\(count) tiles are more than an archive can have; write fewer zoom levels"
        }
    }
}

/// The start of an archive, number by number, the lowest byte first.
private struct ArchiveHeader {
    private(set) var bytes: [UInt8] = []

    mutating func write(_ bytes: some Sequence<UInt8>) { self.bytes.append(contentsOf: bytes) }

    mutating func write(_ number: some FixedWidthInteger) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    /// The edges of what is shown, and where a map opens.
    mutating func write(_ box: BoundingBox?, _ zooms: ClosedRange<Int>) {
        let box = (box ?? .world).asTileBounds
        func writeDegrees(_ degrees: Double) { write(Int32((degrees * 1e7).rounded())) }
        for edge in [box.west, box.south, box.east, box.north] { writeDegrees(edge) }
        var zoom = zooms.lowerBound
        let widest = max(box.east - box.west, box.north - box.south)
        while zoom < zooms.upperBound, widest * Double(2 << zoom) < 360 { zoom += 1 }
        write(UInt8(zoom))
        writeDegrees(box.midpoint.longitude)
        writeDegrees(box.midpoint.latitude)
    }
}
