internal import Foundation

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// Why what memory should not hold could not be put aside on disk.
public enum ScratchError: Error, Hashable, Sendable, CustomStringConvertible {
    /// No file can be made in the folder for temporary files, or used there.
    case unusable(folder: String, reason: String)
    /// The disk that holds the folder for temporary files is full.
    case full(folder: String)

    /// What failed, and what to do.
    public var description: String {
        switch self {
        case .unusable(let folder, let reason):
            "the folder for temporary files, \"\(folder)\", cannot be used (\(reason)); make it, look "
                + "who may write there, or name another folder with TMPDIR"
        case .full(let folder):
            "the disk that holds the folder for temporary files, \"\(folder)\", is full; make room "
                + "there, or name another folder with TMPDIR"
        }
    }

    /// What the system's `errno` says of a folder.
    ///
    /// - Parameter failure: Its value.
    static func of(_ failure: Int32, in folder: String) -> ScratchError {
        [ENOSPC, EDQUOT].contains(failure)
            ? .full(folder: folder)
            : .unusable(folder: folder, reason: String(cString: strerror(failure)))
    }
}

/// A file for what memory should not hold, without a name: the system frees it when its owner lets go
/// of it or dies, however it dies, so nothing is ever left to be cleaned up.
///
/// Lies where SQLite puts its own: in `$TMPDIR`, or else in `/var/tmp` before `/tmp`, which many
/// systems keep in memory.
@usableFromInline
final class ScratchFile: Sendable {
    private let descriptor: Int32
    private let folder: String

    @usableFromInline
    convenience init() throws(ScratchError) {
        let named = ProcessInfo.processInfo.environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 }
        try self.init(in: named.map { [$0] } ?? ["/var/tmp", "/tmp"])
    }

    /// - Parameter folders: One or more; the first that can be used is.
    init(in folders: [String]) throws(ScratchError) {
        var last = ENOENT
        for folder in folders {
            let path = "\(folder)/ambit-scratch-\(UUID().uuidString)"
            let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else {
                last = errno
                continue
            }
            unlink(path)
            self.descriptor = descriptor
            self.folder = folder
            return
        }
        throw .of(last, in: folders[0])
    }

    deinit { close(descriptor) }

    /// Writes all of the bytes from an offset on.
    @usableFromInline
    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(ScratchError) {
        var done = 0
        while done < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
            let count = pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset + done))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw failure }
            done += count
        }
    }

    /// Reads as many bytes as there is room for, all of which were written.
    @usableFromInline
    func read(into bytes: UnsafeMutableRawBufferPointer, at offset: Int) throws(ScratchError) {
        var done = 0
        while done < bytes.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: bytes[done...])
            let count = pread(descriptor, rest.baseAddress, rest.count, off_t(offset + done))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw failure }
            done += count
        }
    }

    private var failure: ScratchError { .of(errno, in: folder) }
}

/// Where a run of records lies in a file, by their numbers.
@usableFromInline
struct StoredRun: Sendable {
    @usableFromInline let file: ScratchFile
    @usableFromInline let records: Range<Int>

    @inlinable
    init(file: ScratchFile, records: Range<Int>) {
        self.file = file
        self.records = records
    }

    /// Some of the records.
    ///
    /// - Parameter range: Within ``records``.
    @inlinable
    func load<Record: BitwiseCopyable>(
        _ range: Range<Int>,
        as type: Record.Type
    ) throws(ScratchError) -> [Record] {
        let stride = MemoryLayout<Record>.stride
        var failure: ScratchError?
        // What is read was written from an array of the same type by this process, so any bytes that
        // come back are records.
        let loaded = [Record](unsafeUninitializedCapacity: range.count) { buffer, count in
            let bytes = UnsafeMutableRawBufferPointer(
                start: buffer.baseAddress,
                count: range.count * stride
            )
            do throws(ScratchError) {
                try file.read(into: bytes, at: range.lowerBound * stride)
                count = range.count
            } catch {
                failure = error
                count = 0
            }
        }
        if let failure { throw failure }
        return loaded
    }
}

extension ScratchFile {
    /// Writes records, numbered from `first` on.
    @inlinable
    func write<Record: BitwiseCopyable>(
        _ records: [Record],
        from first: Int
    ) throws(ScratchError) {
        var failure: ScratchError?
        records.withUnsafeBytes { bytes in
            do throws(ScratchError) {
                try write(bytes, at: first * MemoryLayout<Record>.stride)
            } catch { failure = error }
        }
        if let failure { throw failure }
    }
}
