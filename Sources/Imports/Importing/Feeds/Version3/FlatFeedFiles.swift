internal import Foundation
internal import RowFiles

/// The text files that make a feed of version 3: a folder, a zip archive, or files that were named one by
/// one.
struct FlatFeedFiles {
    /// A file of the feed.
    struct Part {
        let file: FlatFile
        /// What the user calls it: `precinct.txt`.
        let name: String
        /// Where it lies.
        let path: String
    }

    /// The name of what was given.
    let name: String
    let parts: [Part]
    /// The names of what lies beside them and is no part of a feed.
    let others: [String]
    let compression: Compression?
    /// Keeps the parts, where they were unpacked.
    private let folder: TemporaryFolder?

    // MARK: Where they lie

    /// The feed in a folder; nil where no file in it is called as one of a feed.
    ///
    /// - Throws: ``ImportError/badFeed(name:reason:)`` when it is of another version, or when one of its
    ///   files is a link, which may lead anywhere.
    static func inFolder(_ input: ImportInput) throws(ImportError) -> FlatFeedFiles? {
        guard input.isFolder else { return nil }
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: input.path).sorted()
        } catch {
            throw .file(
                .unreadable(path: input.path, reason: "its files cannot be listed")
            )
        }
        let visible = names.filter { !$0.hasPrefix(".") }
        guard visible.contains(where: isCalledAsOne) else { return nil }
        for name in visible where isCalledAsOne(name) {
            let path = input.path + "/" + name
            let kind = try? FileManager.default.attributesOfItem(atPath: path)[.type]
            guard kind as? FileAttributeType == .typeRegular else {
                throw .badFeed(
                    name: input.name,
                    reason:
                        "\(name) in it is a link or a folder, not a file; put the file itself there"
                )
            }
        }
        return try FlatFeedFiles(
            name: input.name,
            visible.map { ($0, input.path + "/" + $0) },
            compression: nil,
            folder: nil
        )
    }

    /// The feed in a zip archive; nil where it holds none.
    static func packed(
        in archive: ZipArchive,
        files: [String]
    ) throws(ImportError) -> FlatFeedFiles? {
        let wanted = files.filter { isCalledAsOne(Self.lastPart(of: $0)) }
        guard !wanted.isEmpty else { return nil }
        let folder = try importing(TemporaryFolder())
        try importing(
            archive.unpack(into: folder) { wanted.firstIndex(of: $0).map { "part-\($0)" } }
        )
        let feed = try FlatFeedFiles(
            name: archive.name,
            wanted.enumerated().map { ($1, folder.path("part-\($0)")) }
                + files.filter { !wanted.contains($0) }.map { ($0, "") },
            compression: .zip,
            folder: folder
        )
        guard feed.parts.count == 1, let only = feed.parts.first else { return feed }
        return try only.isOfFeed() ? feed : nil
    }

    /// The feed that several files are which were given together; nil where any of them is none of a feed.
    static func together(_ inputs: [ImportInput]) throws(ImportError) -> FlatFeedFiles? {
        guard let first = inputs.first, inputs.allSatisfy({ isCalledAsOne($0.name) }),
            !inputs.contains(where: \.isFolder)
        else { return nil }
        let feed = try FlatFeedFiles(
            name: "\(first.name) and \(counted(inputs.count - 1, "more file"))",
            inputs.map { ($0.name, $0.path) },
            compression: nil,
            folder: nil
        )
        guard let part = feed.parts.first, try part.isOfFeed() else { return nil }
        return feed
    }

    /// The feed that a single file is; nil where it is a table of somebody's own.
    ///
    /// - Throws: ``ImportError/badFeed(name:reason:)`` when it points to others.
    static func alone(_ input: ImportInput) throws(ImportError) -> FlatFeedFiles? {
        guard let file = FlatFile.named(input.name), input.name.lowercased().hasSuffix(".txt")
        else {
            return nil
        }
        let part = Part(file: file, name: input.name, path: input.path)
        guard try part.isOfFeed() else { return nil }
        guard file.standsAlone else {
            throw .badFeed(
                name: input.name,
                reason:
                    "it is one text file of a feed of version 3, and means nothing without those "
                    + "that it points to; give the folder that holds them all, or a zip of it"
            )
        }
        return try FlatFeedFiles(
            name: input.name,
            [(input.name, input.path)],
            compression: nil,
            folder: nil
        )
    }

    private init(
        name: String,
        _ files: [(name: String, path: String)],
        compression: Compression?,
        folder: TemporaryFolder?
    ) throws(ImportError) {
        self.name = name
        self.compression = compression
        self.folder = folder
        var parts: [Part] = []
        var others: [String] = []
        for (file, path) in files {
            let last = Self.lastPart(of: file)
            guard !FlatFile.isOfVersion5(last) else { throw Self.otherVersion(name, last) }
            guard let known = FlatFile.named(last) else {
                others.append(file)
                continue
            }
            if let other = parts.first(where: { $0.file.name == known.name }) {
                throw .badFeed(
                    name: name,
                    reason:
                        "\(known.name) stands in it twice, as \(other.name) and as \(file); give the "
                        + "files of one feed alone"
                )
            }
            parts.append(Part(file: known, name: file, path: path))
        }
        self.parts = parts
        self.others = others
    }

    /// What is said of text files of a version of which the XML alone is read.
    static func otherVersion(_ name: String, _ file: String) -> ImportError {
        .badFeed(
            name: name,
            reason:
                "\(file) is a text file of version 5 or later; of those the XML is read, and text "
                + "files of version 3 alone. Export the feed as XML"
        )
    }

    private static func isCalledAsOne(_ name: String) -> Bool {
        FlatFile.named(name) != nil || FlatFile.isOfVersion5(name)
    }

    private static func lastPart(of path: String) -> String {
        path.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init) ?? path
    }
}

extension FlatFeedFiles.Part {
    /// Whether its columns are those of a feed's file, and not those of a table that is merely called so.
    fileprivate func isOfFeed() throws(ImportError) -> Bool {
        guard let table = try FlatTable(self) else { return false }
        return table.columns.allSatisfy(file.columns.contains)
            && file.required.allSatisfy(table.columns.contains)
            && table.columns.count > 1
    }
}

extension ImportInput {
    /// Whether the path is that of a folder.
    var isFolder: Bool { file.isFolder }

    /// What tells two states of a file apart; of a folder those of all files in it.
    ///
    /// - Throws: ``RowFileError/isDirectory(path:)`` for a folder in which no file is.
    func stamp() throws(ImportError) -> FileReader.Stamp {
        guard isFolder else { return try importing(FileReader(path: path).stamp()) }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        var stamps: [FileReader.Stamp] = []
        for name in names.sorted()
        where FlatFile.named(name) != nil || LayerParts.isGeodatabaseFile(name) {
            stamps.append(try importing(FileReader(path: path + "/" + name).stamp()))
        }
        guard
            let latest = stamps.max(by: {
                ($0.modifiedSeconds, $0.modifiedNanoseconds)
                    < ($1.modifiedSeconds, $1.modifiedNanoseconds)
            })
        else { throw .file(.isDirectory(path: path)) }
        return FileReader.Stamp(
            byteCount: stamps.reduce(0) { $0 + $1.byteCount },
            modifiedSeconds: latest.modifiedSeconds,
            modifiedNanoseconds: latest.modifiedNanoseconds
        )
    }
}
