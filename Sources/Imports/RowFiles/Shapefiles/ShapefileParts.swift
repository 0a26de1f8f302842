internal import Foundation
package import ReferenceSystems

/// The files that make a shapefile: `.shp`, `.shx` and `.dbf`, and `.prj` and `.cpg` where there are.
package struct ShapefileParts: Sendable {
    /// The name for people: that of the file that was given.
    package let name: String
    /// The path that the parts have in common, without their endings.
    package let base: String
    /// The encoding of the attributes, and how it is known.
    package let charset: Charset
    /// The system of the coordinates; nil where no `.prj` says it.
    package let referenceSystem: CoordinateReferenceSystem?
    /// Keeps the parts, where they were unpacked.
    private let folder: TemporaryFolder?

    /// The endings of the parts that are used, the first three of which must be there.
    package static let endings = ["shp", "shx", "dbf", "prj", "cpg"]

    /// An encoding of texts.
    package struct Charset: Sendable {
        /// The name in the report.
        package let name: String
        /// What `iconv` calls it.
        let iconvName: String
        /// How it is known, in English.
        package let reason: String
        /// Something to look at.
        package var doubt: Doubt?

        /// Why an encoding may be another.
        package enum Doubt: Sendable {
            /// The file names UTF-8, which its texts are not.
            case notAsNamed
            /// Nothing says which it is.
            case unknown
        }
    }

    /// The path of a part.
    package func path(of ending: String) -> String { base + "." + ending }

    // MARK: Finding the parts

    /// Looks whether a file is a part of a shapefile, or a zip archive with one.
    ///
    /// - Returns: nil where it is something else.
    package static func find(_ input: SourceFile) throws(RowFileError) -> ShapefileParts? {
        guard !input.isFolder else { return nil }
        let head = try FileReader(path: input.path).read(8)
        if head.starts(with: fileCode) || isPart(input.path) { return try beside(input) }
        guard Compression(magic: head[...]) == .zip else { return nil }
        let archive = ZipArchive(path: input.path, name: input.name)
        let files = try archive.fileNames()
        guard files.contains(where: { $0.lowercased().hasSuffix(".shp") }) else { return nil }
        return try unpacked(from: archive, files: files)
    }

    /// How a `.shp` begins: 9994 (ESRI Shapefile Technical Description, "Main File Header").
    package static let fileCode: [UInt8] = [0x00, 0x00, 0x27, 0x0A]

    /// Whether a name is that of a part of a shapefile: staff name whichever part they see first.
    package static func isPart(_ path: String) -> Bool {
        endings.contains { path.lowercased().hasSuffix("." + $0) }
    }

    /// The parts beside a `.shp` file.
    package static func beside(_ input: SourceFile) throws(RowFileError) -> ShapefileParts {
        let url = URL(fileURLWithPath: input.path)
        let stem = url.deletingPathExtension().lastPathComponent
        let folder = url.deletingLastPathComponent()
        let neighbours =
            (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        var found: [String: String] = [:]
        for neighbour in neighbours {
            let name = URL(fileURLWithPath: neighbour)
            let ending = name.pathExtension.lowercased()
            guard endings.contains(ending),
                name.deletingPathExtension().lastPathComponent.lowercased() == stem.lowercased()
            else { continue }
            found[ending] = folder.appending(path: neighbour).path
        }
        if input.path.lowercased().hasSuffix(".shp") { found["shp"] = input.path }
        try requireParts(found, of: input.name)
        // What cannot be read is told by the path that the user knows.
        for ending in endings { if let path = found[ending] { _ = try FileReader(path: path) } }
        // One path for all but the ending.
        let unpacked = try TemporaryFolder()
        for (ending, path) in found {
            let absolute = URL(fileURLWithPath: path).standardizedFileURL.path
            do {
                try FileManager.default.createSymbolicLink(
                    atPath: unpacked.path("layer." + ending),
                    withDestinationPath: absolute
                )
            } catch { throw .unreadable(path: path, reason: "its folder cannot be used") }
        }
        return try ShapefileParts(name: input.name, folder: unpacked)
    }

    /// The parts in a zip archive.
    ///
    /// - Parameters:
    ///   - archive: What holds them.
    ///   - files: The names of the files in it.
    package static func unpacked(
        from archive: ZipArchive,
        files: [String]
    ) throws(RowFileError) -> ShapefileParts {
        let layers = files.filter { $0.lowercased().hasSuffix(".shp") }
        guard let layer = layers.first, layers.count == 1 else {
            throw .badArchive(
                name: archive.name,
                reason: "it holds several shapefiles (\(layers.joined(separator: ", "))); pack the "
                    + "one to import alone"
            )
        }
        let stem = layer.dropLast(4).lowercased()
        let folder = try TemporaryFolder()
        var found: [String: String] = [:]
        func ending(of file: String) -> String? {
            let ending = String(file.suffix(3)).lowercased()
            return file.dropLast(4).lowercased() == stem && file.dropLast(3).hasSuffix(".")
                && endings.contains(ending) ? ending : nil
        }
        for file in files { if let ending = ending(of: file) { found[ending] = file } }
        try requireParts(found, of: archive.name)
        try archive.unpack(into: folder) { file in ending(of: file).map { "layer." + $0 } }
        return try ShapefileParts(name: archive.name, folder: folder)
    }

    private static func requireParts(
        _ found: [String: String],
        of name: String
    ) throws(RowFileError) {
        let missing = endings.prefix(3).filter { found[$0] == nil }
        guard missing.isEmpty else {
            throw .badShapefile(
                name: name,
                reason:
                    "it lacks its \(missing.map { "." + $0 }.joined(separator: " and ")) part; a "
                    + "shapefile is .shp, .shx and .dbf together, and .prj besides. Put them side by "
                    + "side, or into one zip"
            )
        }
    }

    private init(name: String, folder: TemporaryFolder) throws(RowFileError) {
        self.name = name
        self.folder = folder
        base = folder.path("layer")
        charset = try Self.charset(dbf: base + ".dbf", cpg: base + ".cpg")
        referenceSystem = try Self.referenceSystem(prj: base + ".prj", name)
    }

    private static func text(of path: String) throws(RowFileError) -> String? {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        let bytes = try FileReader(path: path).read(chunkSize)
        return String(decoding: bytes, as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines.union(["\u{FEFF}", "\0"]))
    }

    // MARK: The system

    private static func referenceSystem(
        prj: String,
        _ name: String
    ) throws(RowFileError) -> CoordinateReferenceSystem? {
        guard let text = try text(of: prj), !text.isEmpty else { return nil }
        do {
            return try CoordinateReferenceSystem(wellKnownText: text)
        } catch {
            throw .badShapefile(
                name: name,
                reason:
                    "its .prj part (\(text.prefix(60))...) names no coordinate system that PROJ "
                    + "can read; leave the .prj out and name the system with --crs EPSG:nnnn"
            )
        }
    }

    // MARK: The encoding

    private static func charset(dbf: String, cpg: String) throws(RowFileError) -> Charset {
        let isUTF8 = try holdsUTF8(dbf)
        let utf8 = "UTF-8"
        if let named = try text(of: cpg), let name = iconvName(cpg: named) {
            guard name == utf8, !isUTF8 else {
                return Charset(name: name, iconvName: name, reason: "its .cpg part says so")
            }
            return Charset(
                name: "windows-1252",
                iconvName: "CP1252",
                reason: "its .cpg part says UTF-8, which its texts are not",
                doubt: .notAsNamed
            )
        }
        if isUTF8 { return Charset(name: utf8, iconvName: utf8, reason: "its texts are") }
        let head = try FileReader(path: dbf).read(at: 0, count: 32)
        if head.count == 32, let page = codePages[head[29]] {
            return Charset(name: page, iconvName: page, reason: "its .dbf part says so")
        }
        return Charset(
            name: "windows-1252",
            iconvName: "CP1252",
            reason: "nothing says another",
            doubt: .unknown
        )
    }

    /// Whether the whole file of attributes is UTF-8: its header has bytes of every sort, so only what
    /// follows it counts.
    private static func holdsUTF8(_ dbf: String) throws(RowFileError) -> Bool {
        let reader = try FileReader(path: dbf)
        let head = try reader.read(at: 0, count: 32)
        guard head.count == 32 else { return true }
        let length = Int64(head[8]) | Int64(head[9]) << 8
        var validator = UTF8Validator()
        var offset = length
        while true {
            let chunk = try reader.read(at: offset, count: chunkSize)
            if chunk.isEmpty { return true }
            if !validator.isValid(chunk) { return false }
            offset += Int64(chunk.count)
        }
    }

    /// `UTF-8`, `65001`, `1252`, `ANSI 1252`, `ISO-8859-1`, `88591`, `CP850` as `iconv` writes them.
    private static func iconvName(cpg: String) -> String? {
        let word = cpg.uppercased().filter { $0.isLetter || $0.isNumber }
        if ["UTF8", "65001"].contains(word) { return "UTF-8" }
        let digits = String(word.reversed().prefix { $0.isNumber }.reversed())
        if word.contains("8859") || digits.hasPrefix("8859") {
            let part = digits.drop { $0 == "8" }.dropFirst("859".count)
            return (1...16).contains(Int(part) ?? 0) ? "ISO-8859-\(part)" : "ISO-8859-1"
        }
        guard let page = Int(digits), pages.contains(page) else { return nil }
        return "CP\(page)"
    }

    private static let pages: Set<Int> = [
        437, 737, 775, 850, 852, 855, 857, 860, 861, 862, 863, 864, 865, 866, 869, 874, 932, 936,
        949, 950, 1250, 1251, 1252, 1253, 1254, 1255, 1256, 1257, 1258,
    ]

    /// Byte 29 of a dBASE file, its language driver. Source: ESRI, "Code page in dBASE files".
    private static let codePages: [UInt8: String] = [
        0x01: "CP437", 0x02: "CP850", 0x03: "CP1252", 0x57: "CP1252", 0x58: "CP1252",
        0x64: "CP852", 0x65: "CP866", 0x6A: "CP737", 0x6B: "CP857", 0xC8: "CP1250",
        0xC9: "CP1251", 0xCA: "CP1254", 0xCB: "CP1253", 0x13: "CP932", 0x4D: "CP936",
        0x4E: "CP949", 0x4F: "CP950", 0x7D: "CP1255", 0x7E: "CP1256", 0xCC: "CP1257",
    ]
}

extension ShapefileParts {
    /// The paths of the parts that there are.
    package var paths: [String] {
        Self.endings.map(path(of:)).filter { FileManager.default.fileExists(atPath: $0) }
    }
}
