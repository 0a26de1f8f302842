import FeatureFiles
import Foundation
import VectorTiles

/// The file of a tile archive, which appears under its name when it is whole.
///
/// Until then its directories are in a file of their own beside it, as they stand behind the tiles.
final class ArchiveFile {
    private let target: OutputPath
    private let tiles: Part
    private let directories: Part

    /// A file that grows, and is written in large pieces.
    private final class Part {
        let file: PartialFile
        private var buffer: [UInt8] = []

        /// - Throws: ``OutputError``, also where another run is writing the archive.
        init(_ path: String, of archive: String) throws {
            do { file = try PartialFile(path) } catch {
                throw OutputError.unwritable(path: archive, reason: "\(error)")
            }
            UnfinishedFiles.add(path)
        }

        deinit {
            file.remove()
            UnfinishedFiles.remove(file.path)
        }

        func append(_ bytes: [UInt8]) throws {
            buffer.append(contentsOf: bytes)
            if buffer.count >= 1 << 20 { try flush() }
        }

        func flush() throws {
            try write(buffer, at: nil)
            buffer.removeAll(keepingCapacity: true)
        }

        /// - Parameter offset: From the start of the file; nil for its end.
        func write(_ bytes: [UInt8], at offset: Int?) throws {
            try bytes.withUnsafeBytes { bytes in
                var done = 0
                while done < bytes.count {
                    let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
                    let count =
                        offset.map {
                            pwrite(file.descriptor, rest.baseAddress, rest.count, off_t($0 + done))
                        }
                        ?? Foundation.write(file.descriptor, rest.baseAddress, rest.count)
                    if count < 0, errno == EINTR { continue }
                    guard count > 0 else { throw Self.fault(file.path) }
                    done += count
                }
            }
        }

        /// Hands over the file's bytes from its start, in pieces.
        func forEachPiece(_ body: ([UInt8]) throws -> Void) throws {
            try flush()
            var offset = 0
            while true {
                var piece = [UInt8](repeating: 0, count: 1 << 20)
                let count = pread(file.descriptor, &piece, piece.count, off_t(offset))
                if count < 0, errno == EINTR { continue }
                guard count >= 0 else { throw Self.fault(file.path) }
                guard count > 0 else { return }
                piece.removeLast(piece.count - count)
                try body(piece)
                offset += count
            }
        }

        private static func fault(_ path: String) -> OutputError {
            .unwritable(path: path, reason: String(cString: strerror(errno)))
        }
    }

    /// - Throws: ``OutputError`` where nothing can be written there, or it is a pipe: the head of an archive
    ///   is written last; also where another run is writing it.
    init(_ path: String, option: String) throws {
        target = try OutputPath(path, option: option)
        guard !target.isDevice else {
            throw OutputError.unusable(
                option: option,
                path: path,
                reason: "an archive is written to a file, as its head is written last"
            )
        }
        tiles = try Part(target.partial, of: path)
        directories = try Part(target.partial + "-directories", of: path)
        try tiles.append(Array(repeating: 0, count: TileArchive.headBytes))
    }

    /// Where an archive writes.
    var sink: TileArchive.Sink {
        TileArchive.Sink(
            appendTiles: { [tiles] in try tiles.append($0) },
            appendDirectories: { [directories] in try directories.append($0) }
        )
    }

    /// Puts the parts together and gives the file its name.
    func finish(_ ending: TileArchive.Ending) throws {
        try directories.forEachPiece { try tiles.append($0) }
        try tiles.append(ending.tail)
        try tiles.flush()
        try tiles.write(ending.head, at: 0)
        // As long as the tiles have no name of their own, no other run begins.
        directories.file.remove()
        do { try tiles.file.place(at: target.path) } catch {
            throw OutputError.unwritable(path: target.path, reason: "\(error)")
        }
    }
}
