import Foundation
import Importing
import RowFiles

/// The bytes of a file or of standard input, read in pieces, and unpacked where gzip has packed them, or a zip
/// archive a single file.
final class ByteSource {
    /// What errors call it.
    let name: String
    /// Where a file lies; nil for standard input.
    let path: String?
    /// How many bytes a file holds; nil for a pipe.
    let totalByteCount: Int?
    /// How many have been read, packed as they are.
    private(set) var byteCount = 0
    /// Called each time before more is read, which may take as long as the writer likes.
    var beforeReading: () throws -> Void = {}

    /// The sheet of a workbook that is read; nil for every other file.
    let sheet: SheetFile?
    /// The layer that is read; nil for every other file.
    let layer: LayerFile?

    private let descriptor: Int32
    private let ownsDescriptor: Bool
    private var first: [UInt8]?
    private var unpacked: (() throws -> [UInt8])?
    private static let pieceByteCount = 1 << 17

    /// Standard input.
    init() {
        name = "standard input"
        path = nil
        sheet = nil
        layer = nil
        descriptor = STDIN_FILENO
        ownsDescriptor = false
        totalByteCount = Self.size(of: STDIN_FILENO)
    }

    /// A file; of a workbook the sheet that is meant, as text; of a file of layers the layer that is
    /// meant, as GeoJSON.
    init(path text: String) throws {
        let place = SheetPath(text)
        let sheet = try place.open()
        layer = sheet == nil ? try place.openLayer() : nil
        let path = sheet?.path ?? layer?.path ?? text
        name = text
        self.sheet = sheet
        self.path = path
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        ownsDescriptor = true
        guard descriptor >= 0 else { throw Self.unreadable(text) }
        totalByteCount = Self.size(of: descriptor)
    }

    deinit {
        if ownsDescriptor, descriptor >= 0 { close(descriptor) }
    }

    /// The next bytes; none at the end.
    func next() throws -> [UInt8] {
        if let first {
            self.first = nil
            return first
        }
        if let unpacked { return try unpacked() }
        let isBeginning = byteCount == 0
        var piece = try nextPiece()
        guard isBeginning else { return piece }
        // A pipe may give a byte at a time.
        while piece == [0x1F], case let more = try nextPiece(), !more.isEmpty { piece += more }
        switch Compression(magic: piece[...]) {
        case .gzip: return try unpack(from: piece)
        case .zip: return try path.map(unpack(archive:)) ?? piece
        case nil: return piece
        }
    }

    /// Whether what was read was packed.
    var isPacked: Bool { unpacked != nil }

    /// The first unpacked bytes.
    private func unpack(from beginning: [UInt8]) throws -> [UInt8] {
        var beginning: [UInt8]? = beginning
        let input = try GzipInput(name, packedBytes: totalByteCount) {
            [unowned self] () throws(RowFileError) in
            if let piece = beginning {
                beginning = nil
                return piece
            }
            do { return try self.nextPiece() } catch {
                throw RowFileError.unreadable(path: self.name, reason: "\(error)")
            }
        }
        unpacked = input.next
        return try input.next()
    }

    /// The first bytes of the file in an archive; all of the archive counts as read.
    private func unpack(archive path: String) throws -> [UInt8] {
        let stream = try SourceFile(path: path).openStream(.zip)
        byteCount = totalByteCount ?? byteCount
        unpacked = stream.next
        return try stream.next()
    }

    /// The next bytes as they are.
    private func nextPiece() throws -> [UInt8] {
        try beforeReading()
        var piece = [UInt8](repeating: 0, count: Self.pieceByteCount)
        while true {
            let count = piece.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                piece.removeLast(piece.count - count)
                byteCount += count
                return piece
            }
            if errno != EINTR { throw Self.unreadable(name) }
        }
    }

    /// All bytes that are left.
    func rest() throws -> [UInt8] {
        var bytes: [UInt8] = []
        while case let piece = try next(), !piece.isEmpty { bytes += piece }
        return bytes
    }

    /// The first bytes, which ``next()`` gives back once more.
    func peek() throws -> [UInt8] {
        let bytes = try next()
        first = bytes
        return bytes
    }

    /// Takes note of how far somebody has come who reads the file by its path.
    func noteUse(of count: Int) { byteCount = count }

    private static func size(of descriptor: Int32) -> Int? {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        return Int(status.st_size)
    }

    private static func unreadable(_ name: String) -> PlaceFileError {
        .unreadable(name: name, reason: String(cString: strerror(errno)))
    }
}

/// Why places could not be read.
enum PlaceFileError: Error, CustomStringConvertible {
    case unreadable(name: String, reason: String)
    case empty(name: String)
    case noPlace(name: String, header: [String])
    case badRow(name: String, line: Int, reason: String)
    case badFile(name: String, reason: String)

    var description: String {
        switch self {
        case .unreadable(let name, let reason): "\(name) cannot be read: \(reason)"
        case .empty(let name):
            "\(name) is empty; give a place a line (lat,lon), or a CSV with such columns"
        case .noPlace(let name, let header):
            "\(name), line 1: no latitude and longitude among "
                + (header.isEmpty ? "\"\"" : header.quoted) + "; "
                + "name the columns lat and lon, x and y or wkt, or give bare lat,lon lines"
        case .badRow(let name, let line, let reason): "\(name), line \(line): \(reason)"
        case .badFile(let name, let reason): "\(name): \(reason)"
        }
    }
}
