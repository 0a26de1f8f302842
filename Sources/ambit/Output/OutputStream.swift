import FeatureFiles
import Foundation

/// Standard output or a file, written in large pieces. A file appears under its name when it is
/// whole.
final class OutputStream {
    private let descriptor: Int32
    /// What the file is called while it is written, and what then; nil for standard output.
    private let file: (partial: PartialFile, whole: String)?
    private var buffer: [UInt8] = []
    private static let pieceByteCount = 1 << 16

    private init(descriptor: Int32, file: (partial: PartialFile, whole: String)?) {
        self.descriptor = descriptor
        self.file = file
    }

    /// Standard output, or a file that replaces one of its name.
    ///
    /// - Parameter option: The option that gave the path.
    /// - Throws: ``OutputError``, also where another run is writing the file.
    static func open(_ path: String?, option: String = "--output") throws -> OutputStream {
        guard let path else { return OutputStream(descriptor: STDOUT_FILENO, file: nil) }
        let target = try OutputPath(path, option: option)
        guard target.isDevice else {
            let partial: PartialFile
            do { partial = try PartialFile(target.partial) } catch {
                throw OutputError.unwritable(path: path, reason: "\(error)")
            }
            UnfinishedFiles.add(partial.path)
            return OutputStream(descriptor: partial.descriptor, file: (partial, target.path))
        }
        let descriptor =
            target.descriptor.map { fcntl($0, F_DUPFD_CLOEXEC, 3) }
            ?? Foundation.open(target.path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw OutputError.unwritable(path: path, reason: String(cString: strerror(errno)))
        }
        return OutputStream(descriptor: descriptor, file: nil)
    }

    deinit {
        guard let file, !isFinished else { return }
        file.partial.remove()
        UnfinishedFiles.remove(file.partial.path)
    }

    /// Whether it becomes a file that appears when it is whole.
    var isFile: Bool { file != nil }

    private var isFinished = false

    func write(_ bytes: [UInt8]) throws {
        buffer.append(contentsOf: bytes)
        if buffer.count >= Self.pieceByteCount { try flush() }
    }

    func flush() throws {
        defer { buffer.removeAll(keepingCapacity: true) }
        try buffer.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = Foundation.write(
                    descriptor,
                    UnsafeRawBufferPointer(rebasing: rest).baseAddress,
                    rest.count
                )
                if count >= 0 {
                    rest = rest.dropFirst(count)
                } else if errno == EPIPE {
                    // A reader that has gone away, such as `head`, wants no more.
                    throw OutputError.readerGone
                } else if errno != EINTR {
                    throw OutputError.unwritable(
                        path: file?.whole ?? "standard output",
                        reason: String(cString: strerror(errno))
                    )
                }
            }
        }
    }

    func finish() throws {
        try flush()
        guard let file, !isFinished else { return }
        isFinished = true
        defer { UnfinishedFiles.remove(file.partial.path) }
        do { try file.partial.place(at: file.whole) } catch {
            throw OutputError.unwritable(path: file.whole, reason: "\(error)")
        }
    }
}

/// Why rows could not be written.
enum OutputError: Error, CustomStringConvertible {
    /// Nobody reads standard output any more; no error to speak of.
    case readerGone
    case unwritable(path: String, reason: String)
    /// What an option names cannot be written, or must not be.
    case unusable(option: String, path: String, reason: String)
    case noSpatialFile(reason: String)

    var description: String {
        switch self {
        case .readerGone: "standard output is closed"
        case .unwritable(let path, let reason): "\(path) cannot be written: \(reason)"
        case .unusable(let option, let path, let reason): "\(option) \(path): \(reason)"
        case .noSpatialFile(let reason): reason
        }
    }
}

/// Messages and progress: never mixed with results.
enum StandardError {
    static func print(_ text: String) { write(text + "\n") }

    /// Writes what can be written; where nobody reads it, nothing is lost but words.
    static func write(_ text: String) {
        var text = text
        text.withUTF8 { bytes in
            var rest = UnsafeRawBufferPointer(bytes)
            while !rest.isEmpty {
                let count = Foundation.write(STDERR_FILENO, rest.baseAddress, rest.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return }
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            }
        }
    }

    /// Whether somebody is watching.
    static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }
}
