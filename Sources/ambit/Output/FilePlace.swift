import Foundation
import SpatiaLiteStore

/// Where a file lies, or is to lie: the same for all spellings of its path, and for all links to it.
struct FilePlace: Equatable {
    /// The path behind symbolic links, also behind one whose file is still to be made.
    let path: String
    /// Which file it is, where there is one.
    private let file: File?

    /// What hard links to one file share.
    private struct File: Equatable {
        let device: dev_t
        let number: ino_t
    }

    init(_ path: String) {
        self.path = Self.resolved(path, links: 0)
        var status = stat()
        // A link such as /dev/stdout may lead to what has no path.
        file =
            stat(self.path, &status) == 0 || stat(path, &status) == 0
            ? File(device: status.st_dev, number: status.st_ino) : nil
    }

    /// The folder that holds it.
    var folder: String { PathParts(path).folder }

    /// Whether a file lies there.
    var isTaken: Bool { file != nil }

    static func == (left: FilePlace, right: FilePlace) -> Bool {
        left.path == right.path || (left.file != nil && left.file == right.file)
    }

    /// As many links as Linux follows before it calls them a loop.
    private static let linkLimit = 40

    private static func resolved(_ path: String, links: Int) -> String {
        if let real = real(path) { return real }
        let parts = PathParts(path)
        if links < linkLimit,
            let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path)
        {
            return resolved(
                target.hasPrefix("/") ? target : "\(parts.folder)/\(target)",
                links: links + 1
            )
        }
        guard let real = real(parts.folder) else { return path }
        return real == "/" ? "/\(parts.name)" : "\(real)/\(parts.name)"
    }

    private static func real(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }
}
