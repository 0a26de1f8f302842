import Foundation

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
    var folder: String { Self.parts(of: path).folder }

    /// Whether a file lies there.
    var isTaken: Bool { file != nil }

    static func == (left: FilePlace, right: FilePlace) -> Bool {
        left.path == right.path || (left.file != nil && left.file == right.file)
    }

    /// As many links as Linux follows before it calls them a loop.
    private static let linkLimit = 40

    private static func resolved(_ path: String, links: Int) -> String {
        if let real = real(path) { return real }
        let (folder, name) = parts(of: path)
        if links < linkLimit,
            let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path)
        {
            return resolved(
                target.hasPrefix("/") ? target : "\(folder)/\(target)",
                links: links + 1
            )
        }
        guard let real = real(folder) else { return path }
        return real == "/" ? "/\(name)" : "\(real)/\(name)"
    }

    /// What stands before the last slash and behind it. (Foundation's own way traps at a path of one
    /// letter on Linux.)
    private static func parts(of path: String) -> (folder: String, name: String) {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
        let name = String(path[path.utf8.index(after: slash)...])
        return (slash == path.startIndex ? "/" : String(path[..<slash]), name)
    }

    private static func real(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }
}
