internal import RowFiles

/// How the rows of a file are found.
enum FileLayout: Sendable {
    case delimited(TableLayout)
    case geoJSON(GeoJSONLayout)

    /// How much of a file is looked at.
    private static let sampleSize = 256 * 1024

    /// Finds out from the file's beginning, whatever its name.
    static func detect(
        _ input: SourceFile,
        _ inspection: FileInspection,
        profile: ImportProfile? = nil,
        headerLine: Int? = nil
    ) throws(ImportError) -> FileLayout {
        let window = try importing(TextWindow(input, inspection))
        while window.bytes.count < sampleSize, try importing(window.fill()) {}
        let first = window.bytes.first { !StrictJSONParser.isSpace($0) && $0 != 0x1E }
        if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
            guard headerLine == nil else {
                throw .optionWithoutColumns("--header", name: input.name)
            }
            return .geoJSON(try GeoJSONRowSource(input, inspection).layout)
        }
        if let beginning = brokenJSON(window.bytes) {
            throw .file(
                .notGeoJSON(
                    name: input.name,
                    reason: "it begins with \"\(beginning)\", where a { or a [ is due; take out "
                        + "what stands before it, or export it again"
                )
            )
        }
        return .delimited(
            try TableLayout.detect(
                in: window.bytes,
                isWhole: window.isComplete,
                delimiter: profile?.delimiter,
                skippedLines: profile?.skippedLines ?? 0,
                headerLine: headerLine
            )
        )
    }

    /// The layout of a sheet's table, of which nothing but the header is to be found.
    static func ofSheet(
        _ table: SourceFile,
        _ inspection: FileInspection,
        profile: ImportProfile?,
        headerLine: Int?
    ) throws(ImportError) -> TableLayout {
        let window = try importing(TextWindow(table, inspection))
        while window.bytes.count < sampleSize, try importing(window.fill()) {}
        return try TableLayout.detect(
            in: window.bytes,
            isWhole: window.isComplete,
            delimiter: .comma,
            skippedLines: profile?.skippedLines ?? 0,
            headerLine: headerLine
        )
    }

    /// What JSON begins with whose beginning is lost, or that stands in a program's text; nil for
    /// anything else.
    ///
    /// No header of a table has a colon behind a quote, nor one cell above a line that begins as JSON.
    private static func brokenJSON(_ bytes: [UInt8]) -> String? {
        let lines = bytes.split(
            maxSplits: 64,
            whereSeparator: { $0 == 0x0A || $0 == 0x0D }
        ).prefix(64).filter { $0.contains { !StrictJSONParser.isSpace($0) } }
        guard let first = lines.first?.drop(while: StrictJSONParser.isSpace) else { return nil }
        let head = first.prefix(4_096)
        var isMember = false
        var previous: UInt8 = 0
        for byte in head where !StrictJSONParser.isSpace(byte) {
            if byte == UInt8(ascii: ":"), previous == UInt8(ascii: "\"") { isMember = true }
            previous = byte
        }
        let delimiters = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "|"), 0x09]
        if !isMember, !head.contains(where: delimiters.contains), lines.count > 1,
            let next = lines[1].first(where: { !StrictJSONParser.isSpace($0) })
        {
            isMember = next == UInt8(ascii: "{") || next == UInt8(ascii: "[")
        }
        return isMember ? String(decoding: head.prefix(40), as: UTF8.self) : nil
    }

    /// Opens the rows from the beginning.
    func open(
        _ input: SourceFile,
        _ inspection: FileInspection
    ) throws(ImportError) -> any RowSource {
        switch self {
        case .delimited(let layout): try CSVRowSource(input, inspection, layout: layout)
        case .geoJSON: try GeoJSONRowSource(input, inspection)
        }
    }

    /// How the file was read, for the report.
    func format(_ inspection: FileInspection) -> FileFormat {
        let (kind, delimiter): (String, String?) =
            switch self {
            case .delimited(let layout): ("csv", layout.dialect.delimiter.rawValue)
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

extension ImportError {
    /// The same error; of a text that is no table, that it is none.
    func ofText(_ name: String, columns: [String], format: FileFormat) -> ImportError {
        guard format.kind == "csv", let only = columns.first, columns.count == 1 else {
            return self
        }
        switch self {
        case .noCoordinates, .missingField:
            return .noTable(name: name, firstLine: only.count > 60 ? only.prefix(59) + "…" : only)
        default: return self
        }
    }
}
