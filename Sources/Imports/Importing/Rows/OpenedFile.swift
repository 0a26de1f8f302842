internal import Datasets
internal import Polling
internal import RowFiles

/// A file that was looked at: what it is, and its rows, which can be opened from the beginning again
/// and again.
final class OpenedFile {
    let inspection: FileInspection
    let format: FileFormat
    /// What a feed of the Voting Information Project holds; nil for every other file.
    let feed: VIPFeed?
    private let kind: DatasetKind
    private let rowLimit: Int?
    private let unguarded: () throws(ImportError) -> any RowSource
    /// Columns of whole numbers that are written with a fraction, once the first rows were looked at.
    private var wholeNumberColumns: Set<Int> = []

    /// Looks at a file.
    ///
    /// - Parameters:
    ///   - kind: What it is to be read as: a feed has rows of several kinds.
    ///   - options: How it is to be read.
    ///   - formats: What the kind reads besides tables.
    ///   - progress: Told how many bytes of it have been read.
    /// - Throws: ``ImportError`` when nothing can be made of it.
    init(
        _ input: ImportInput,
        kind: DatasetKind,
        options: ImportOptions,
        formats: [KindFormat] = [],
        progress: (Int64) -> Void
    ) throws(ImportError) {
        try options.requirePlainConstants()
        self.kind = kind
        rowLimit = options.rowLimit
        let contents = try FileContents.of(input, formats: formats)
        feed = contents.feed
        guard input.others.isEmpty || feed != nil else {
            let parts = try Self.parts(
                of: input,
                kind: kind,
                options: options,
                formats: formats,
                progress
            )
            inspection = try importing(
                .ofFiles(
                    [input.path] + input.others.map(\.path),
                    compression: nil,
                    like: parts[0].file.inspection
                )
            )
            format = parts[0].file.format
            unguarded = { () throws(ImportError) in
                try CombinedRowSource(parts.map { ($0.name, $0.file.unguarded) })
            }
            return
        }
        let opened = try OpenedContents(
            contents,
            of: input,
            kind: kind,
            options: options,
            progress: progress
        )
        (inspection, format, unguarded) = (opened.inspection, opened.format, opened.rows)
        try requireUse(of: options, input)
    }

    /// - Throws: ``ImportError`` where an option says how something is read that is not in the file.
    private func requireUse(of options: ImportOptions, _ input: ImportInput) throws(ImportError) {
        if let profile = options.profile {
            if feed != nil || format.kind == FileFormat.openStreetMap.kind {
                throw .optionWithoutColumns("--profile", name: input.name)
            }
            // A table within a shapefile or a layer has no lines and delimiters of text.
            if format.kind == "shapefile" || format.isLayer, let key = profile.keyOfText {
                throw .badProfile(
                    profile.name,
                    line: 0,
                    reason: "\"\(key)\" says how a text is written, and the file is no text"
                )
            }
        }
        if options.headerLine != nil, !format.isTable {
            throw .optionWithoutColumns("--header", name: input.name)
        }
    }

    /// Looks at each of several files.
    private static func parts(
        of input: ImportInput,
        kind: DatasetKind,
        options: ImportOptions,
        formats: [KindFormat],
        _ progress: (Int64) -> Void
    ) throws(ImportError) -> [(name: String, file: OpenedFile)] {
        var parts: [(name: String, file: OpenedFile)] = []
        for one in [input.alone] + input.others {
            let file = try OpenedFile(
                one,
                kind: kind,
                options: options,
                formats: formats,
                progress: progress
            )
            guard file.feed == nil else {
                throw .badFeed(
                    name: one.name,
                    reason: "a feed is imported by itself, not together with other files"
                )
            }
            parts.append((one.name, file))
        }
        return parts
    }

    /// The rows from the beginning: whatever the file is, with what stands in damaged cells mended or
    /// left out, and none with a text that is shown other than it reads.
    private func rows() throws(ImportError) -> any RowSource {
        PlainTextRowSource(
            MendedRowSource(try unguarded(), wholeNumberColumns: wholeNumberColumns)
        )
    }

    /// Opens the rows from the beginning.
    func open() throws(ImportError) -> any RowSource {
        guard let rowLimit else { return try rows() }
        return LimitedRowSource(try rows(), limit: rowLimit)
    }

    /// What the first rows show.
    ///
    /// - Throws: ``ImportError/noRows(name:)``, ``ImportError/noFeatures(name:)``.
    func sample(_ input: ImportInput) throws(ImportError) -> FileSample {
        var sample: FileSample
        if let feed, ![.stations, .districts].contains(kind) {
            sample = FileSample(feed: feed)
        } else {
            sample = try FileSample(of: try rows())
            let columns = sample.columns.indices.filter {
                sample.columns[$0].hasWholeNumbersWithFraction
            }
            if !columns.isEmpty {
                wholeNumberColumns = Set(columns)
                sample = try FileSample(of: try rows())
            }
            sample.feed = feed
        }
        guard sample.rows > 0 || sample.faultyRows > 0 || feed != nil else {
            throw format.isTable
                ? .noRows(name: input.name) : .noFeatures(name: input.name)
        }
        if sample.rows == 0, sample.columns.isEmpty, let fault = sample.firstFault {
            switch format.kind {
            case "geojson", "ndjson", "json":
                throw .file(.notGeoJSON(name: input.name, reason: "row 1: \(fault)"))
            case "shapefile":
                throw .file(.badShapefile(name: input.name, reason: "row 1: \(fault)"))
            default: break
            }
        }
        return sample
    }
}

/// What a file is, by its first bytes and by what is packed in it.
enum FileContents {
    /// A table, or GeoJSON, perhaps packed.
    case text
    case shapefile(ShapefileParts, Compression?)
    case feed(VIPFeed)
    case openStreetMap(OpenStreetMapFile)
    case workbook(PackedWorkbook)
    case format(KindFormat, FormatFiles, Compression?)
    case layers(LayerParts)

    /// The feed that it is; nil for all else.
    fileprivate var feed: VIPFeed? {
        if case .feed(let feed) = self { feed } else { nil }
    }

    /// - Parameter formats: What the kind reads besides tables.
    static func of(
        _ input: ImportInput,
        formats: [KindFormat] = []
    ) throws(ImportError) -> FileContents {
        if let feed = input.feed { return .feed(feed) }
        if let (format, files, compression) = try formats.known(input) {
            return .format(format, files, compression)
        }
        guard input.others.isEmpty else {
            guard let files = try FlatFeedFiles.together([input.alone] + input.others) else {
                return .text
            }
            return .feed(try VIPFeed(files, input))
        }
        if let files = try FlatFeedFiles.inFolder(input) {
            return .feed(try VIPFeed(files, input))
        }
        if input.isFolder, let layers = try LayerParts.find(input) { return .layers(layers) }
        if let files = try FlatFeedFiles.alone(input) { return .feed(try VIPFeed(files, input)) }
        let head = try importing(FileReader(path: input.path).read(1024))
        if OpenStreetMapFile.isKnown(head[...]) {
            return .openStreetMap(try OpenStreetMapFile(input))
        }
        if let layers = try LayerParts.find(input) { return .layers(layers) }
        if head.starts(with: ShapefileParts.fileCode) || ShapefileParts.isPart(input.path) {
            return .shapefile(try importing(ShapefileParts.beside(input.file)), nil)
        }
        if let workbook = try importing(PackedWorkbook.find(input.file, head[...])) {
            return .workbook(workbook)
        }
        let compression = Compression(magic: head[...])
        if compression == .zip {
            let archive = ZipArchive(path: input.path, name: input.name)
            let files = try importing(archive.fileNames())
            if files.contains(where: { $0.lowercased().hasSuffix(".shp") }) {
                return .shapefile(try importing(.unpacked(from: archive, files: files)), .zip)
            }
            let documents = files.filter { $0.lowercased().hasSuffix(".xml") }
            if let document = documents.first, documents.count == 1 {
                return .feed(try VIPFeed(archive, document: document, files: files))
            }
            if documents.isEmpty,
                let files = try FlatFeedFiles.packed(in: archive, files: files)
            {
                return .feed(try VIPFeed(files, input))
            }
            return .text
        }
        let stream = try input.openStream(compression)
        if VIPFeed.isFeed(try importing(stream.next())) {
            return .feed(try VIPFeed(input, compression: compression))
        }
        return .text
    }
}
