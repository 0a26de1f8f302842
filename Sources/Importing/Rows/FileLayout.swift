/// How the rows of a file are found.
enum FileLayout: Sendable {
    case delimited(CSVDialect)
    case geoJSON(GeoJSONRowSource.Layout)

    /// How much of a file is looked at.
    private static let sampleSize = 256 * 1024

    /// Finds out from the file's beginning, whatever its name.
    static func detect(
        _ input: ImportInput,
        _ inspection: FileInspection,
        profile: ImportProfile? = nil
    ) throws(ImportError) -> FileLayout {
        let window = try TextWindow(input, inspection)
        while window.bytes.count < sampleSize, try window.fill() {}
        let first = window.bytes.first { !JSONParser.isSpace($0) && $0 != 0x1E }
        if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
            return .geoJSON(try GeoJSONRowSource(input, inspection).layout)
        }
        return .delimited(
            try CSVDialect.detect(
                in: window.bytes,
                isWhole: window.isComplete,
                delimiter: profile?.delimiter,
                skippedLines: profile?.skippedLines ?? 0
            )
        )
    }

    /// Opens the rows from the beginning.
    func open(
        _ input: ImportInput,
        _ inspection: FileInspection
    ) throws(ImportError) -> any RowSource {
        switch self {
        case .delimited(let dialect): try CSVRowSource(input, inspection, dialect: dialect)
        case .geoJSON: try GeoJSONRowSource(input, inspection)
        }
    }

    /// How the file was read, for the report.
    func format(_ inspection: FileInspection) -> FileFormat {
        let (kind, delimiter): (String, String?) =
            switch self {
            case .delimited(let dialect): ("csv", dialect.delimiter.rawValue)
            case .geoJSON(let layout): (layout.rawValue, nil)
            }
        return FileFormat(
            kind: kind,
            encoding: inspection.encoding.rawValue,
            byteOrderMark: inspection.byteOrderMarkLength > 0,
            compression: inspection.compression?.rawValue,
            delimiter: delimiter,
            lineEnding: inspection.lineEnding?.rawValue
        )
    }
}
