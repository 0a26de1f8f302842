internal import Compressing

/// Where the tiles of an archive stand in its file.
///
/// Source: PMTiles, version 3, section 4.
struct ArchiveDirectory {
    /// Tiles with one content, or a further directory.
    struct Entry: Hashable {
        /// The number of the first tile; see ``TileAddress/number``.
        let number: UInt64
        /// How many tiles in a row have the content; 0 for a further directory.
        var run: UInt32
        /// Where the content stands, from the start of its section.
        let offset: UInt64
        let length: UInt32
    }

    var entries: [Entry] = []

    /// The directory as it stands in the file, in the gzip format.
    ///
    /// - Complexity: O(n).
    var packed: [UInt8] {
        var buffer = ProtocolBuffer()
        buffer.varint(UInt64(entries.count))
        var last: UInt64 = 0
        for entry in entries {
            buffer.varint(entry.number - last)
            last = entry.number
        }
        for entry in entries { buffer.varint(UInt64(entry.run)) }
        for entry in entries { buffer.varint(UInt64(entry.length)) }
        var end: UInt64?
        for entry in entries {
            // 0 says that it follows the one before.
            buffer.varint(entry.offset == end ? 0 : entry.offset + 1)
            end = entry.offset + UInt64(entry.length)
        }
        return Gzip.wrapped(buffer.bytes)
    }
}
