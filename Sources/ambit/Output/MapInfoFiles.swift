/// The files that a MapInfo table is, each beside the other.
enum MapInfoFiles {
    private static let tables = [["tab", "dat", "map", "id", "ind"], ["mif", "mid"]]

    /// The files of the table to which a file belongs by its name, itself among them; the file alone where its name
    /// is that of no part.
    static func parts(of path: String) -> [String] {
        guard let dot = path.lastIndex(of: ".") else { return [path] }
        let ending = path[path.index(after: dot)...].lowercased()
        guard let endings = tables.first(where: { $0.contains(ending) }) else { return [path] }
        return [path] + endings.flatMap { [path[...dot] + $0, path[...dot] + $0.uppercased()] }
    }
}
