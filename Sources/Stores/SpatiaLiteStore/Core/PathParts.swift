/// What stands before the last slash of a path and behind it. (Foundation's own way traps at a path of one
/// letter on Linux.)
package struct PathParts {
    /// The folder that holds the file; `.` for a bare name.
    package let folder: String
    /// What the file is called in it.
    package let name: String

    package init(_ path: String) {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else {
            (folder, name) = (".", path)
            return
        }
        folder = slash == path.startIndex ? "/" : String(path[..<slash])
        name = String(path[path.utf8.index(after: slash)...])
    }
}
