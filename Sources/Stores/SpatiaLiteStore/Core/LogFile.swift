internal import Foundation

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// The write-ahead log beside a database, as bytes.
///
/// It may be opened and closed while SQLite uses it, unlike the database and the log's index: closing
/// one of those would give up the locks that this process holds on it.
///
/// Source: SQLite, "WAL-mode File Format", sections 2 to 2.2.
enum LogFile {
    static let headerByteCount = 32
    static let frameHeaderByteCount = 24

    /// The log of a database.
    static func path(of database: String) -> String { DatabaseFile.resolved(database) + "-wal" }

    /// The index of that log.
    static func indexPath(of database: String) -> String {
        DatabaseFile.resolved(database) + "-shm"
    }

    /// Whether there is a log with anything in it.
    static func hasContent(_ path: String) -> Bool {
        (DatabaseFile.size(of: path) ?? 0) > Int64(headerByteCount)
    }

    /// Gives a log that was just emptied a single byte, which SQLite takes for no log, as it does all that is
    /// shorter than a header.
    ///
    /// The library through which SQLite is reached writes a page when it opens a file whose log is empty, and
    /// so cannot open it while the disk is full; the byte keeps it from that. It is appended, so that it
    /// damages nothing where another process has begun to write into the log: what follows the last whole
    /// frame is not read. Where there is no room for it, there is none.
    static func keepPlace(_ path: String) {
        let descriptor = open(path, O_WRONLY | O_APPEND | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        var byte: UInt8 = 0
        _ = write(descriptor, &byte, 1)
        close(descriptor)
    }

    /// How many pages the database has after the last commit that the log holds; nil for none.
    ///
    /// - Complexity: Reads the whole log.
    static func committedPageCount(_ path: String) -> Int? {
        guard let log = FileManager.default.contents(atPath: path), log.count > headerByteCount
        else { return nil }
        return log.withUnsafeBytes { bytes in
            func number(_ offset: Int) -> UInt32 {
                UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
            }
            // The lowest bit of the first word says how the words are read that are summed up.
            var sum = LogSum(isBigEndian: number(0) & 1 == 1)
            sum.add(bytes[0..<24])
            let frame = frameHeaderByteCount + Int(number(8))
            guard number(8) >= 512, sum.first == number(24), sum.second == number(28) else {
                return nil
            }
            var pageCount: Int?
            for start in stride(from: headerByteCount, through: bytes.count - frame, by: frame) {
                sum.add(bytes[start..<(start + 8)])
                sum.add(bytes[(start + frameHeaderByteCount)..<(start + frame)])
                // What a commit writes last says how many pages there are.
                guard number(start + 8) == number(16), number(start + 12) == number(20),
                    sum.first == number(start + 16), sum.second == number(start + 20)
                else { break }
                if number(start + 4) > 0 { pageCount = Int(number(start + 4)) }
            }
            return pageCount
        }
    }

    /// Whether part of a log was lost: it is shorter than its frames need, or has a hole where one of
    /// them was. A log that can't be read has lost nothing, for all that is known.
    ///
    /// - Parameter frames: How many frames it holds, those of an earlier round that have not been
    ///   written over yet included.
    static func isCut(_ path: String, frames: Int, pageSize: Int) -> Bool {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        func isHole(_ count: Int, at offset: Int) -> Bool {
            var bytes = [UInt8](repeating: 0, count: count)
            let found = pread(descriptor, &bytes, count, off_t(offset))
            return found >= 0 && (found < count || bytes.allSatisfy { $0 == 0 })
        }
        if isHole(headerByteCount, at: 0) { return true }
        // A frame begins with the number of its page, which is never 0, and repeats the salt.
        return (0..<frames).contains {
            isHole(
                frameHeaderByteCount,
                at: headerByteCount + $0 * (frameHeaderByteCount + pageSize)
            )
        }
    }
}

/// The running checksum of a log.
///
/// Source: SQLite, "WAL-mode File Format", section 2.3.
private struct LogSum {
    let isBigEndian: Bool
    private(set) var first: UInt32 = 0
    private(set) var second: UInt32 = 0

    init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

    /// - Parameter bytes: A multiple of eight of them.
    mutating func add(_ bytes: Slice<UnsafeRawBufferPointer>) {
        let words = UnsafeRawBufferPointer(rebasing: bytes)
        for offset in stride(from: 0, to: words.count, by: 8) {
            let one = words.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
            let other = words.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)
            first &+= (isBigEndian ? UInt32(bigEndian: one) : UInt32(littleEndian: one)) &+ second
            second &+=
                (isBigEndian ? UInt32(bigEndian: other) : UInt32(littleEndian: other)) &+ first
        }
    }
}
