import Foundation

/// Where a command is to write, looked at before it does anything else.
///
/// A new file appears when it is whole, in place of one of its name; a device or a pipe is written to
/// as it is. A database and a folder are never replaced; ``OutputFiles`` keeps what is read.
struct OutputPath {
    /// The file itself, behind symbolic links.
    let path: String
    /// What a new file is called until it is whole.
    var partial: String { path + ".partial" }
    /// Whether it is a device or a pipe, which nothing can take the place of.
    let isDevice: Bool
    /// The open file of this process that it names, such as `/dev/stdout`, whatever that leads to: it is
    /// written on where it stands.
    let descriptor: Int32?

    /// - Parameters:
    ///   - path: As it was given.
    ///   - option: The option that gave it, such as `--output`.
    /// - Throws: ``OutputError/unusable(option:path:reason:)``.
    init(_ path: String, option: String) throws {
        func unusable(_ reason: String) -> OutputError {
            .unusable(option: option, path: path, reason: reason)
        }
        guard !path.isEmpty else { throw unusable("it is empty; name a file") }
        descriptor = Self.descriptor(path)
        guard descriptor == nil else {
            self.path = path
            isDevice = true
            return
        }
        let place = FilePlace(path)
        let target = place.path
        self.path = target
        guard let status = Self.status(target) else {
            isDevice = false
            guard access(place.folder, W_OK | X_OK) == 0 else {
                let reason = String(cString: strerror(errno))
                throw unusable("nothing can be written into that folder (\(reason))")
            }
            return
        }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: throw unusable("it is a folder; name a file in it")
        case S_IFREG: isDevice = false
        default:
            isDevice = true
            return
        }
        guard !Self.isDatabase(target) || target.lowercased().hasSuffix(".gpkg") else {
            throw unusable("it is a database; name another file")
        }
        guard access(target, W_OK) == 0 else {
            throw unusable(String(cString: strerror(errno)))
        }
    }

    private static func descriptor(_ path: String) -> Int32? {
        switch path {
        case "/dev/stdout": return STDOUT_FILENO
        case "/dev/stderr": return STDERR_FILENO
        default:
            let folder = ["/dev/fd/", "/proc/self/fd/"].first(where: path.hasPrefix)
            return folder.flatMap { Int32(path.dropFirst($0.count)) }.flatMap { $0 < 0 ? nil : $0 }
        }
    }

    private static func status(_ path: String) -> stat? {
        var status = stat()
        return stat(path, &status) == 0 ? status : nil
    }

    static func isDatabase(_ path: String) -> Bool {
        guard let file = FileHandle(forReadingAtPath: path) else { return false }
        defer { try? file.close() }
        let magic = Data("SQLite format 3\0".utf8)
        return (try? file.read(upToCount: magic.count)) == magic
    }
}
