internal import Foundation

/// A file whose rows are read: what people call it, and where its bytes lie.
package struct SourceFile: Sendable {
    /// The file's name without its folders, for people; control characters in it are written out.
    package var name: String
    /// Where the bytes lie.
    package let path: String

    /// A file that people know by another name than that of its path, such as an upload.
    package init(name: String, path: String) {
        self.name = name
        self.path = path
    }

    /// A file on disk. Nothing is opened yet.
    package init(path: String) {
        let name = String(path.split(separator: "/").last ?? "/")
        self.init(name: name.withVisibleControls, path: path)
    }

    /// Whether the path is that of a folder.
    package var isFolder: Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
            && isFolder.boolValue
    }

    /// Opens the file, unpacking it where it is compressed.
    ///
    /// - Throws: ``RowFileError`` when it cannot be read, or the archive is damaged.
    package func openStream(_ compression: Compression?) throws(RowFileError) -> any ByteStream {
        guard let compression else { return try PlainByteStream(path: path) }
        return try ArchiveStream(path: path, name: name, compression: compression)
    }
}
