internal import CArchive
internal import Foundation

/// What lies in a zip archive of several files, such as the parts of a shapefile.
///
/// A wrapper of libarchive. Each call opens the archive anew; a handle is private to the call, used
/// by one thread, and freed at its end.
struct ZipArchive {
    let path: String
    let name: String

    /// The paths of the files in it, without folders and without what macOS packs besides.
    func fileNames() throws(ImportError) -> [String] {
        var names: [String] = []
        try forEachFile { _, name throws(ImportError) in names.append(name) }
        return names
    }

    /// Unpacks some of the files into a folder, each under the name that `target` gives it; files for
    /// which it gives none stay packed.
    ///
    /// - Throws: ``ImportError/badArchive(name:reason:)`` when the archive is damaged,
    ///   ``ImportError/unpacksTooLarge(name:limitBytes:)`` when its files are longer than any are.
    func unpack(
        into folder: TemporaryFolder,
        as target: (String) -> String?
    ) throws(ImportError) {
        var budget = UnpackingLimit(packedBytes: try FileReader(path: path).stamp().byteCount)
        try forEachFile { handle, name throws(ImportError) in
            guard let target = target(name) else { return }
            try write(handle, to: target, in: folder, &budget)
        }
    }

    private func write(
        _ handle: OpaquePointer,
        to target: String,
        in folder: TemporaryFolder,
        _ budget: inout UnpackingLimit
    ) throws(ImportError) {
        let file = try folder.makeFile(target)
        defer { try? file.close() }
        while true {
            var count = 0
            let chunk = [UInt8](unsafeUninitializedCapacity: chunkSize) { buffer, initialized in
                count = archive_read_data(handle, buffer.baseAddress, chunkSize)
                initialized = max(0, count)
            }
            guard count >= 0 else { throw failure(handle) }
            if count == 0 { return }
            try checkCancellation()
            try budget.spend(count, name: name)
            do { try file.write(contentsOf: Data(chunk)) } catch {
                throw .cannotWrite(folder.path(target), error)
            }
        }
    }

    private func forEachFile(
        _ body: (OpaquePointer, String) throws(ImportError) -> Void
    ) throws(ImportError) {
        guard let handle = archive_read_new() else {
            throw .badArchive(name: name, reason: "out of memory")
        }
        defer { archive_read_free(handle) }
        archive_read_support_format_zip(handle)
        guard archive_read_open_filename(handle, path, chunkSize) == ARCHIVE_OK else {
            throw failure(handle)
        }
        var entry: OpaquePointer?
        while true {
            let code = archive_read_next_header(handle, &entry)
            if code == ARCHIVE_EOF { return }
            guard code == ARCHIVE_OK || code == ARCHIVE_WARN, let entry else {
                throw failure(handle)
            }
            if let file = Self.fileName(of: entry) { try body(handle, file) }
        }
    }

    /// The path of an entry; nil for folders and for what macOS packs besides.
    static func fileName(of entry: OpaquePointer) -> String? {
        let path = archive_entry_pathname(entry).map { String(cString: $0) } ?? ""
        // `AE_IFREG`, which the header gives as a cast that Swift does not import.
        let isFile = archive_entry_filetype(entry) == mode_t(0o100000)
        guard isFile, !path.hasPrefix("__MACOSX/"), !path.hasSuffix(".DS_Store") else { return nil }
        // What macOS keeps of a file besides its bytes (AppleDouble, RFC 1740).
        guard let name = path.split(separator: "/").last, !name.hasPrefix("._") else { return nil }
        return path
    }

    private func failure(_ handle: OpaquePointer) -> ImportError {
        Self.failure(handle, name: name)
    }

    /// What libarchive says of a zip archive that it cannot read, in words that help.
    ///
    /// Source: libarchive, `archive_read_support_format_zip.c`, whose texts these are parts of.
    static func failure(_ handle: OpaquePointer, name: String) -> ImportError {
        let text = archive_error_string(handle).map { String(cString: $0) } ?? ""
        func says(_ parts: String...) -> Bool { parts.contains { text.contains($0) } }
        let again = "copy or download it again, or have it sent anew"
        let reason =
            if says("assphrase", "ncrypt") {
                "it is locked with a password; unpack it with that, and import what comes out"
            } else if says("nsupported") {
                "it is packed in a way that is not read (\(text)); unpack it yourself, and import what "
                    + "comes out"
            } else if says("bad CRC", "wrong size") {
                "the zip is damaged, for what is in it does not fit its checksum; \(again)"
            } else if says("Truncated") {
                "the zip breaks off; \(again), and look whether that finished"
            } else {
                "the zip is damaged; \(again)"
            }
        return .badArchive(name: name, reason: reason)
    }
}

/// How much may be unpacked of a compressed file: lists of stations become some ten times smaller by
/// packing, and what grows two hundredfold was made to fill disks.
struct UnpackingLimit {
    private var left: Int64
    private let limit: Int64

    static let generousBytes: Int64 = 256 << 20
    static let largestRatio: Int64 = 200

    /// - Parameters:
    ///   - packedBytes: How long the file is.
    ///   - largestRatio: How many times as long it may become.
    init(packedBytes: Int64, largestRatio: Int64 = Self.largestRatio) {
        let (product, overflow) = packedBytes.multipliedReportingOverflow(by: largestRatio)
        limit = overflow ? .max : max(Self.generousBytes, product)
        left = limit
    }

    mutating func spend(_ bytes: Int, name: String) throws(ImportError) {
        left -= Int64(bytes)
        if left < 0 { throw .unpacksTooLarge(name: name, limitBytes: limit) }
    }
}
