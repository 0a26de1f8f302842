internal import Geodesy
internal import Timekeeping

/// How an archive of tracks lies in its file: numbers in the order of bytes of this kind of machine, the least
/// first.
///
/// ```
/// header      magic, numbers of fixes, tracks and chunks, where each part begins
/// chunks      the fixes, as `FixWriter` writes them
/// outlines    of the chunks, in the order of the tree's leaves
/// nodes       of the tree, level by level from the leaves up
/// order       where in the outlines each chunk stands, in the order of tracks and times
/// tracks      name, person, number of fixes, first chunk
/// names       UTF-8, one behind the other
/// ```
enum ArchiveFormat {
    /// `AMBTRK` and the version.
    static let magic: UInt64 = 0x3130_4B52_5442_4D41
    /// How many outlines or nodes have one node above them.
    static let fanOut = 16

    /// The first bytes of a file.
    struct Header {
        var magic = ArchiveFormat.magic
        var fixes: UInt64 = 0
        var tracks: UInt64 = 0
        var chunks: UInt64 = 0
        var outlinesStart: UInt64 = 0
        var nodesStart: UInt64 = 0
        var orderStart: UInt64 = 0
        var tracksStart: UInt64 = 0
        var namesStart: UInt64 = 0
        var end: UInt64 = 0
    }

    /// When and where some fixes are, in milliseconds since 1970 and in units of 10^-7 degrees.
    struct Span: Equatable {
        var from: Int64
        var to: Int64
        var south: Int32
        var north: Int32
        var west: Int32
        var east: Int32

        /// Both together.
        func joined(with other: Span) -> Span {
            Span(
                from: min(from, other.from),
                to: max(to, other.to),
                south: min(south, other.south),
                north: max(north, other.north),
                west: min(west, other.west),
                east: max(east, other.east)
            )
        }

        /// Whether they have a moment and a place in common.
        func touches(_ other: Span) -> Bool {
            from <= other.to && to >= other.from && south <= other.north && north >= other.south
                && west <= other.east && east >= other.west
        }
    }

    /// A chunk of fixes of one track.
    struct Outline {
        var span: Span
        /// The index of its first byte in the file.
        var start: UInt64
        var track: UInt32
        var count: UInt32
    }

    /// A track.
    struct Track {
        /// Where its name begins among the names.
        var name: UInt64
        var nameBytes: UInt32
        var person: UInt32
        var fixes: UInt64
        var firstChunk: UInt64
        var chunks: UInt64
    }

    /// How many nodes the levels have above so many outlines, from the leaves up; none for no outline.
    static func levels(above outlines: Int) -> [Int] {
        var levels: [Int] = []
        var count = outlines
        while count > 0 {
            count = (count + fanOut - 1) / fanOut
            levels.append(count)
            if count == 1 { break }
        }
        return levels
    }
}
