internal import Datasets
internal import Polling
internal import RowFiles

/// What was found in a file of one format: what the file is, and what opens its rows.
struct OpenedContents {
    let inspection: FileInspection
    let format: FileFormat
    /// Opens the rows from the beginning, as they stand in the file.
    let rows: () throws(ImportError) -> any RowSource
}

extension OpenedContents {
    /// Looks at contents by their format.
    ///
    /// - Parameters:
    ///   - kind: What a feed is to be read as, which has rows of several kinds.
    ///   - options: How the file is to be read.
    ///   - progress: Told how many bytes of a text have been read.
    /// - Throws: ``ImportError`` when nothing can be made of it.
    init(
        _ contents: FileContents,
        of input: ImportInput,
        kind: DatasetKind,
        options: ImportOptions,
        progress: (Int64) -> Void
    ) throws(ImportError) {
        if let sheet = options.sheet, !contents.mayHaveSheets {
            throw .file(.noSuchSheet(name: input.name, sheet: sheet, sheets: []))
        }
        switch contents {
        case .workbook(let file):
            let opened = try OpenedSheet(file, input, options: options)
            self.init(inspection: opened.inspection, format: opened.format, rows: opened.rows)
        case .layers(let parts):
            let opened = try OpenedLayer(parts, input, options: options)
            self.init(inspection: opened.inspection, format: opened.format, rows: opened.rows)
        case .shapefile(let parts, let compression):
            try self.init(parts, compression, input, profile: options.profile)
        case .feed(let feed):
            try self.init(feed, kind: kind)
        case .openStreetMap(let map):
            try self.init(map, input)
        case .format(let known, let files, let compression):
            try self.init(known, files, compression, input, options)
        case .text:
            try self.init(text: input, options: options, progress: progress)
        }
    }

    private init(
        _ parts: ShapefileParts,
        _ compression: Compression?,
        _ input: ImportInput,
        profile: ImportProfile?
    ) throws(ImportError) {
        inspection = try importing(
            .ofFiles(
                compression == nil ? parts.paths : [input.path],
                compression: compression
            )
        )
        format = FileFormat(
            kind: "shapefile",
            encoding: parts.charset.name,
            compression: compression
        )
        let byteCount = inspection.byteCount
        rows = { () throws(ImportError) in
            let rows = try ShapefileRowSource(parts, byteCount: byteCount)
            guard let profile else { return rows }
            return try ProfiledRowSource(rows, profile: profile)
        }
    }

    private init(_ feed: VIPFeed, kind: DatasetKind) throws(ImportError) {
        let kinds = feed.kinds
        guard kinds.contains(kind) else {
            throw .notInFeed(name: feed.name, kind: kind.rawValue, has: kinds.map(\.rawValue))
        }
        inspection = try importing(.ofFiles(feed.paths, compression: feed.compression))
        format = FileFormat(kind: "vip", encoding: feed.encoding, compression: feed.compression)
        rows = { () throws(ImportError) in try feed.rows(of: kind) }
    }

    private init(_ map: OpenStreetMapFile, _ input: ImportInput) throws(ImportError) {
        inspection = try .ofOpenStreetMap(input)
        format = .openStreetMap
        let byteCount = inspection.byteCount
        rows = { () throws(ImportError) in OpenStreetMapRowSource(map, byteCount: byteCount) }
    }

    private init(
        _ known: KindFormat,
        _ files: FormatFiles,
        _ compression: Compression?,
        _ input: ImportInput,
        _ options: ImportOptions
    ) throws(ImportError) {
        var decided = files
        decided.decisions = options.decisions
        inspection = try importing(.ofFiles([input.path], compression: compression))
        format = FileFormat(kind: known.name, encoding: "UTF-8", compression: compression)
        let (byteCount, lines) = (inspection.byteCount, try known.lines(of: decided))
        rows = { () throws(ImportError) in
            FormatRowSource(lines, of: known, byteCount: byteCount)
        }
    }

    private init(
        text input: ImportInput,
        options: ImportOptions,
        progress: (Int64) -> Void
    ) throws(ImportError) {
        let profile = options.profile
        let inspection = try importing(FileInspection.inspect(input.file, progress: progress))
            .reading(as: profile)
            .mendingEncoding(options.mendsEncoding)
        let layout = try FileLayout.detect(
            input.file,
            inspection,
            profile: profile,
            headerLine: options.headerLine
        )
        self.inspection = inspection
        format = layout.format(inspection)
        rows = { () throws(ImportError) in
            let rows = try layout.open(input.file, inspection)
            guard let profile else { return rows }
            return try ProfiledRowSource(rows, profile: profile)
        }
    }
}

extension FileContents {
    /// Whether a sheet of it can be named.
    fileprivate var mayHaveSheets: Bool {
        switch self {
        case .workbook, .layers: true
        default: false
        }
    }
}

extension FileFormat {
    /// Of a file that is no text.
    init(kind: String, encoding: String, compression: Compression?) {
        self.init(
            kind: kind,
            encoding: encoding,
            byteOrderMark: false,
            compression: compression?.rawValue,
            delimiter: nil,
            lineEnding: nil
        )
    }
}
