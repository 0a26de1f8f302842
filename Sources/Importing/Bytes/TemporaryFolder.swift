internal import Foundation

/// A folder for files that an import unpacks; it goes, with all in it, when its owner lets go of it.
final class TemporaryFolder: Sendable {
    let path: String

    /// Makes a folder that this process's user alone may look into: files may hold people's addresses.
    init() throws(ImportError) {
        path =
            FileManager.default.temporaryDirectory
            .appending(path: "ambit-import-\(UUID().uuidString)").path
        do {
            try FileManager.default.createDirectory(
                atPath: path,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw .unreadable(path: path, reason: "no temporary folder can be made")
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The path of a file in the folder.
    func path(_ name: String) -> String { path + "/" + name }
}
