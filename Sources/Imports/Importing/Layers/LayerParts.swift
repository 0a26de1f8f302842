internal import Foundation
internal import RowFiles
internal import SpatialFiles

/// A file of another geographic program, or the files that it is made of, which GDAL reads.
struct LayerParts {
    let format: LayerFormat
    /// The name for people: that of the file that was given.
    let name: String
    /// What the driver opens, and the files that it sees, each under a name for it.
    let main: String
    let parts: [LayerRequest.Part]
    let compression: Compression?
    /// Keeps the parts, where they were unpacked.
    private let folder: TemporaryFolder?

    /// How much of a file is looked at.
    private static let headLength = 4_096
    /// Each is open while it is read.
    private static let mostParts = 4_000

    // MARK: Finding them

    /// Looks whether a file is one of these, whatever its name; or a folder.
    ///
    /// - Returns: nil where it is something else.
    /// - Throws: ``ImportError/badLayerFile(name:title:reason:)`` where it is one that is not read.
    static func find(_ input: ImportInput) throws(ImportError) -> LayerParts? {
        #if FUZZING
            return nil
        #else
            if input.isFolder { return try geodatabase(inFolder: input) }
            let head = try importing(FileReader(path: input.path).read(headLength))
            if let compression = Compression(magic: head[...]) {
                return try packed(input, compression)
            }
            if let format = LayerFormat(head: head, name: input.name) {
                return try plain(input, format)
            }
            return try mapInfo(beside: input, head)
        #endif
    }

    private static func plain(
        _ input: ImportInput,
        _ format: LayerFormat
    ) throws(ImportError) -> LayerParts {
        if format == .geoPackage { try requireClosed(input) }
        let name = driverName(input.name, format)
        return LayerParts(
            format: format,
            name: input.name,
            main: name,
            parts: [LayerRequest.Part(name: name, path: input.path)],
            compression: nil,
            folder: nil
        )
    }

    /// What SQLite has put beside a database that is in use belongs to it.
    private static func requireClosed(_ input: ImportInput) throws(ImportError) {
        for ending in ["-wal", "-journal"] {
            let size =
                try? FileManager.default
                .attributesOfItem(atPath: input.path + ending)[.size] as? Int
            guard let size, size > 0 else { continue }
            throw .badLayerFile(
                name: input.name,
                title: LayerFormat.geoPackage.title,
                reason:
                    "\(input.name)\(ending) beside it holds what was not written into it yet; close it in "
                    + "the program that has it open, such as QGIS"
            )
        }
    }

    /// The name under which the driver sees a file: some name a layer by it.
    private static func driverName(_ name: String, _ format: LayerFormat) -> String {
        let endings: [LayerFormat: String] = [
            .geoPackage: "gpkg", .flatGeobuf: "fgb", .kml: "kml", .gpx: "gpx", .gml: "gml",
            .parquet: "parquet",
        ]
        return stem(of: name) + "." + (endings[format] ?? "tab")
    }

    private static func stem(of name: String) -> String {
        let last = name.split(separator: "/").last.map(String.init) ?? ""
        let bare = last.prefix { $0 != "." }.prefix(80)
        let plain = String(bare.map { $0.isLetter || $0.isNumber || $0 == "-" ? $0 : "_" })
        return plain.isEmpty ? "layer" : plain
    }

    /// Whether a GPX has values of its own, which are not read.
    var holdsExtensions: Bool {
        get throws(ImportError) {
            guard format == .gpx, let part = parts.first else { return false }
            let reader = try importing(FileReader(path: part.path))
            let word = Array("<extensions".utf8)
            var end: [UInt8] = []
            while case let chunk = try importing(reader.read(chunkSize)), !chunk.isEmpty {
                if (end + chunk).firstRange(of: word) != nil { return true }
                end = Array(chunk.suffix(word.count - 1))
            }
            return false
        }
    }

    // MARK: MapInfo

    private static let mapInfoEndings: Set<String> = [
        "tab", "dat", "map", "id", "ind", "mif", "mid",
    ]

    /// The files of a MapInfo table beside one of them.
    private static func mapInfo(
        beside input: ImportInput,
        _ head: [UInt8]
    ) throws(ImportError) -> LayerParts? {
        let url = URL(fileURLWithPath: input.path)
        let ending = url.pathExtension.lowercased()
        let isHead = isMapInfo(head, ending)
        guard isHead || ["dat", "map", "id", "mid"].contains(ending) else { return nil }
        let folder = url.deletingLastPathComponent()
        let stem = url.deletingPathExtension().lastPathComponent.lowercased()
        let beside = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        var found: [String: String] = [:]
        for neighbour in beside {
            let name = URL(fileURLWithPath: neighbour)
            guard name.deletingPathExtension().lastPathComponent.lowercased() == stem,
                mapInfoEndings.contains(name.pathExtension.lowercased())
            else { continue }
            found[name.pathExtension.lowercased()] = folder.appending(path: neighbour).path
        }
        if isHead { found[isTable(head) ? "tab" : "mif"] = input.path }
        return try mapInfo(found, name: input.name, compression: nil, folder: nil)
    }

    private static func isTable(_ head: [UInt8]) -> Bool {
        let text = String(decoding: head.prefix(512), as: UTF8.self).lowercased()
        return text.split(whereSeparator: \.isNewline).first { !$0.allSatisfy(\.isWhitespace) }?
            .hasPrefix("!table") ?? false
    }

    private static func isMapInfo(_ head: [UInt8], _ ending: String) -> Bool {
        if isTable(head) { return true }
        let text = String(decoding: head, as: UTF8.self).lowercased()
        return text.hasPrefix("version ")
            && (ending == "mif" || text.contains("\ncolumns ") && text.contains("charset"))
    }

    /// - Parameter found: The paths of the files by their endings.
    private static func mapInfo(
        _ found: [String: String],
        name: String,
        compression: Compression?,
        folder: TemporaryFolder?
    ) throws(ImportError) -> LayerParts? {
        guard let main = ["tab", "mif"].first(where: { found[$0] != nil }) else { return nil }
        let wanted = main == "tab" ? ["dat", "map", "id"] : ["mid"]
        let missing = wanted.filter { found[$0] == nil }
        guard missing.isEmpty else {
            throw .badLayerFile(
                name: name,
                title: LayerFormat.mapInfo.title,
                reason:
                    "it lacks its \(missing.map { "." + $0 }.joined(separator: " and ")) part; a table is "
                    + ".tab, .dat, .map and .id together, or .mif and .mid. Put them side by side, or into "
                    + "one zip"
            )
        }
        let stem = stem(of: name)
        let endings = main == "tab" ? ["tab", "dat", "map", "id", "ind"] : ["mif", "mid"]
        return LayerParts(
            format: .mapInfo,
            name: name,
            main: stem + "." + main,
            parts: endings.compactMap { ending in
                found[ending].map { .init(name: stem + "." + ending, path: $0) }
            },
            compression: compression,
            folder: folder
        )
    }

    // MARK: Geodatabases

    /// Whether a file is one of a geodatabase that is read.
    static func isGeodatabaseFile(_ name: String) -> Bool {
        let name = name.lowercased()
        return name == "gdb"
            || [".gdbtable", ".gdbtablx", ".freelist"].contains(where: name.hasSuffix)
    }

    private static func geodatabase(
        inFolder input: ImportInput
    ) throws(ImportError) -> LayerParts? {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: input.path)) ?? []
        guard names.contains(where: { $0.lowercased().hasSuffix(".gdbtable") }) else { return nil }
        let wanted = names.filter(isGeodatabaseFile).sorted()
        return try geodatabase(
            wanted.map { ($0, input.path + "/" + $0) },
            name: input.name,
            compression: nil,
            folder: nil
        )
    }

    private static func geodatabase(
        _ files: [(name: String, path: String)],
        name: String,
        compression: Compression?,
        folder: TemporaryFolder?
    ) throws(ImportError) -> LayerParts {
        guard files.count <= mostParts else {
            throw .badLayerFile(
                name: name,
                title: LayerFormat.fileGeodatabase.title,
                reason:
                    "it has more than \(grouped(mostParts)) files; copy the layer alone into a new one"
            )
        }
        let stem = stem(of: name) + ".gdb"
        return LayerParts(
            format: .fileGeodatabase,
            name: name,
            main: stem,
            parts: files.map { .init(name: stem + "/" + $0.name, path: $0.path) },
            compression: compression,
            folder: folder
        )
    }

    // MARK: Packed files

    private static func packed(
        _ input: ImportInput,
        _ compression: Compression
    ) throws(ImportError) -> LayerParts? {
        guard compression == .zip else { return try unpacked(input, compression) }
        let archive = ZipArchive(path: input.path, name: input.name)
        let files = try importing(archive.fileNames())
        func ending(in endings: [String]) -> [String] {
            files.filter { file in endings.contains(where: file.lowercased().hasSuffix) }
        }
        if !ending(in: [".gdbtable"]).isEmpty { return try geodatabase(archive, files) }
        let tables = ending(in: [".tab", ".mif"])
        if !tables.isEmpty, ending(in: [".shp"]).isEmpty {
            if let parts = try mapInfo(archive, files, tables) { return parts }
        }
        let documents = ending(in: [".kml"])
        if !documents.isEmpty { return try keyhole(input, archive, documents) }
        return files.count == 1 ? try unpacked(input, compression) : nil
    }

    /// The only file that is packed.
    private static func unpacked(
        _ input: ImportInput,
        _ compression: Compression
    ) throws(ImportError) -> LayerParts? {
        let stream = try importing(
            ArchiveStream(
                path: input.path,
                name: input.name,
                compression: compression
            )
        )
        let first = try importing(stream.next())
        guard let format = LayerFormat(head: Array(first.prefix(headLength)), name: "") else {
            return nil
        }
        let folder = try importing(TemporaryFolder())
        let writer = try importing(ScratchWriter("file", in: folder))
        try importing(writer.write(first[...]))
        while case let chunk = try importing(stream.next()), !chunk.isEmpty {
            try importing(writer.write(chunk[...]))
        }
        try importing(writer.close())
        let name = driverName(input.name, format)
        return LayerParts(
            format: format,
            name: input.name,
            main: name,
            parts: [.init(name: name, path: writer.path)],
            compression: compression,
            folder: folder
        )
    }

    /// An archive of KML documents, of which the driver reads the first and those that it points to.
    ///
    /// One alone is unpacked: of a document that is packed and points to no other, the driver leaves out the values
    /// that a schema describes.
    private static func keyhole(
        _ input: ImportInput,
        _ archive: ZipArchive,
        _ documents: [String]
    ) throws(ImportError) -> LayerParts {
        if documents.count == 1 {
            let folder = try importing(TemporaryFolder())
            try importing(
                archive.unpack(into: folder) { $0 == documents[0] ? "document" : nil }
            )
            let name = driverName(input.name, .kml)
            return LayerParts(
                format: .kml,
                name: input.name,
                main: name,
                parts: [.init(name: name, path: folder.path("document"))],
                compression: .zip,
                folder: folder
            )
        }
        let name = stem(of: input.name) + ".kmz"
        return LayerParts(
            format: .kml,
            name: input.name,
            main: name,
            parts: [.init(name: name, path: input.path)],
            compression: .zip,
            folder: nil
        )
    }

    private static func mapInfo(
        _ archive: ZipArchive,
        _ files: [String],
        _ tables: [String]
    ) throws(ImportError) -> LayerParts? {
        func bare(_ file: String) -> String {
            String(file[..<(file.lastIndex(of: ".") ?? file.endIndex)]).lowercased()
        }
        func ending(_ file: String) -> String {
            file.split(separator: ".").last.map { $0.lowercased() } ?? ""
        }
        // Tab-separated text is called .tab too, and has nothing beside it.
        let tables = tables.filter { table in
            files.contains { $0 != table && bare($0) == bare(table) }
        }
        guard let table = tables.first else { return nil }
        guard Set(tables.map(bare)).count == 1 else {
            throw .file(
                .badArchive(
                    name: archive.name,
                    reason:
                        "it holds several MapInfo tables (\(tables.joined(separator: ", "))); pack the one "
                        + "to import alone"
                )
            )
        }
        let folder = try importing(TemporaryFolder())
        var found: [String: String] = [:]
        for file in files where bare(file) == bare(table) && mapInfoEndings.contains(ending(file)) {
            found[ending(file)] = folder.path("part." + ending(file))
        }
        func target(_ file: String) -> String? {
            bare(file) == bare(table) && found[ending(file)] != nil ? "part." + ending(file) : nil
        }
        try importing(archive.unpack(into: folder, as: target))
        return try mapInfo(found, name: archive.name, compression: .zip, folder: folder)
    }

    private static func geodatabase(
        _ archive: ZipArchive,
        _ files: [String]
    ) throws(ImportError) -> LayerParts {
        func split(_ file: String) -> (folder: String, name: String) {
            let slash = file.lastIndex(of: "/").map { file.index(after: $0) } ?? file.startIndex
            return (String(file[..<slash]), String(file[slash...]))
        }
        let tables = files.filter { $0.lowercased().hasSuffix(".gdbtable") }
        let places = Set(tables.map { split($0).folder }).sorted()
        guard let place = places.first, places.count == 1 else {
            throw .file(
                .badArchive(
                    name: archive.name,
                    reason:
                        "it holds several geodatabases (\(places.joined(separator: ", "))); pack the one to "
                        + "import alone"
                )
            )
        }
        let wanted = files.filter { split($0).folder == place && isGeodatabaseFile(split($0).name) }
        let folder = try importing(TemporaryFolder())
        let numbers = Dictionary(uniqueKeysWithValues: zip(wanted, wanted.indices))
        try importing(archive.unpack(into: folder) { numbers[$0].map { "part-\($0)" } })
        return try geodatabase(
            wanted.enumerated().map { (split($1).name, folder.path("part-\($0)")) },
            name: archive.name,
            compression: .zip,
            folder: folder
        )
    }
}
