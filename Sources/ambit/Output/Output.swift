import ArgumentParser
import FeatureFiles
import Foundation

/// How text is written.
enum OutputFormat: String, CaseIterable {
    case table, csv, json, geojson, ndjson
}

/// How rows are written: as text, or as a file of a geographic program.
enum RowFormat: String, CaseIterable, ExpressibleByArgument {
    case table, csv, json, geojson, ndjson, gpkg, shp, fgb, parquet, kml

    /// Whether the format is a file of its own that cannot go down a pipe.
    var needsFile: Bool {
        switch self {
        case .table, .csv, .json, .geojson, .ndjson: false
        case .gpkg, .shp, .fgb, .parquet, .kml: true
        }
    }
}

/// The options of every command that prints rows.
struct OutputOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "How rows are written (default: what --output's name ends in, else table on a terminal, csv in a pipe).",
            discussion: """
                gpkg (GeoPackage), fgb (FlatGeobuf), parquet (GeoParquet), kml and shp (Shapefile) need \
                --output, and hold all rows in memory until they are written. A Shapefile's table cuts \
                names at 10 characters and texts at 254 bytes, which is told; all others keep all. A \
                FlatGeobuf with places has its rows in the order of its index. Numbers, yes and no, days \
                and moments of files that tell them apart stay what they are, as far as a format has them: \
                a Shapefile and KML have moments as texts, and a GeoPackage those without a zone.
                """,
            valueName: "table|csv|json|geojson|ndjson|gpkg|fgb|parquet|kml|shp"
        )
    )
    var format: RowFormat?

    @Option(
        name: [.short, .long],
        help: ArgumentHelp(
            "Write into this file, which appears when it is whole (default: standard output).",
            valueName: "file"
        ),
        completion: .file()
    )
    var output: String?

    func validate() throws {
        if let chosen = chosenFormat, chosen.needsFile, output == nil {
            throw ValidationError(
                "--format \(chosen.rawValue) is written into a file; add --output FILE"
            )
        }
        if let output, let format, let named = Self.format(endingOf: output),
            named.needsFile, !format.needsFile
        {
            // Programs take such files by their names.
            throw ValidationError(
                "--output \(output) ends as \(named.rawValue) does, and --format is "
                    + "\(format.rawValue); name another file, or leave out --format"
            )
        }
        if output != nil, chosenFormat == nil {
            throw ValidationError(
                "--output: what \"\(output ?? "")\" shall hold is not told by its name; "
                    + "end it in .csv, .json, .geojson, .ndjson, .gpkg, .fgb, .parquet, .kml or .shp, or "
                    + "add --format"
            )
        }
    }

    /// Refuses formats of geographic programs for an answer that is more than places.
    ///
    /// - Parameter what: What the answer is called.
    func requireText(what: String) throws {
        if chosenFormat?.needsFile == true {
            throw ValidationError("\(what) is written as geojson, json, ndjson, csv or table")
        }
    }

    /// What was asked for; nil where it depends on who reads.
    var chosenFormat: RowFormat? {
        format ?? output.flatMap(Self.format(endingOf:))
    }

    /// The format that a file's name tells, if it tells any.
    private static func format(endingOf path: String) -> RowFormat? {
        let ending = URL(fileURLWithPath: path).pathExtension.lowercased()
        return ending == "txt" ? .table : RowFormat(rawValue: ending)
    }

    /// Whether a person reads the rows as they come.
    var isForPeople: Bool {
        output == nil && (format == .table || (format == nil && isatty(STDOUT_FILENO) == 1))
    }

    /// Whether no format was asked for.
    var isFormatOpen: Bool { chosenFormat == nil }

    /// Whether rows go to the terminal.
    var isOnTerminal: Bool { output == nil && isatty(STDOUT_FILENO) == 1 }

    /// A writer in the wanted format of columns that their values tell about.
    func openWriter(columns: [String]) throws -> RowWriter {
        try openWriter(columns: columns.map { OutputColumn($0) })
    }

    /// A writer in the wanted format.
    ///
    /// - Parameter shape: What the geometries would be where there are none.
    func openWriter(
        columns: [OutputColumn],
        shape: SpatialTable.Shape = .points
    ) throws -> RowWriter {
        let names = OutputColumn.distinct(columns.map(\.name))
        let format = chosenFormat ?? (isatty(STDOUT_FILENO) == 1 ? .table : .csv)
        if format.needsFile, let output {
            return RowWriter(
                columns: columns,
                shape: shape,
                spatial: try SpatialOutput(path: output, format: format)
            )
        }
        let encoder: (any RowEncoder)? =
            switch format {
            case .csv: CSVEncoder(columns: names)
            case .json: JSONArrayEncoder(columns: names)
            case .ndjson: JSONLinesEncoder(columns: names)
            case .geojson: GeoJSONEncoder(columns: names)
            case .table, .gpkg, .shp, .fgb, .parquet, .kml: nil
            }
        return RowWriter(columns: names, encoder: encoder, output: try OutputStream.open(output))
    }
}

/// Rows on their way out: encoded where that can be done on any thread.
enum Portion: Sendable {
    case bytes([UInt8], count: Int)
    case rows([Row])

    var count: Int {
        switch self {
        case .bytes(_, let count): count
        case .rows(let rows): rows.count
        }
    }

    /// About how much memory it takes.
    var byteCount: Int {
        switch self {
        case .bytes(let bytes, _): bytes.count
        // They are kept to the end anyway.
        case .rows: 0
        }
    }

    /// Both, one behind the other.
    func followed(by other: Portion, _ encoder: (any RowEncoder)?) -> Portion {
        switch (self, other) {
        case (.rows(let rows), .rows(let others)): return .rows(rows + others)
        case (.bytes(let bytes, let count), .bytes(let others, let otherCount)):
            guard count > 0 else { return other }
            guard otherCount > 0 else { return self }
            return .bytes(bytes + (encoder?.separator ?? []) + others, count: count + otherCount)
        default: return self
        }
    }

    /// Encodes rows; keeps them where the format needs to see all rows first.
    init(_ rows: [Row], with encoder: (any RowEncoder)?) {
        guard let encoder else {
            self = .rows(rows)
            return
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(rows.count * 128)
        for (index, row) in rows.enumerated() {
            if index > 0 { bytes.append(contentsOf: encoder.separator) }
            encoder.encode(row, into: &bytes)
        }
        self = .bytes(bytes, count: rows.count)
    }
}

/// Writes portions of rows in order. Formats that need to see all rows first keep them until
/// `finish`.
final class RowWriter {
    let encoder: (any RowEncoder)?
    private let columns: [OutputColumn]
    private let shape: SpatialTable.Shape
    private let output: OutputStream?
    private let spatial: SpatialOutput?
    private var kept: [Row] = []
    private(set) var count = 0
    private var isOpen = false

    /// Whether the rows become a file that appears when it is whole.
    var writesFile: Bool { spatial != nil || output?.isFile == true }

    init(columns: [String], encoder: (any RowEncoder)?, output: OutputStream) {
        self.columns = columns.map { OutputColumn($0) }
        shape = .points
        self.encoder = encoder
        self.output = output
        spatial = nil
    }

    init(columns: [OutputColumn], shape: SpatialTable.Shape, spatial: SpatialOutput) {
        (self.columns, self.shape) = (columns, shape)
        self.spatial = spatial
        encoder = nil
        output = nil
    }

    func write(_ row: Row) throws { try write(Portion([row], with: encoder)) }

    func write(_ rows: [Row]) throws { try write(Portion(rows, with: encoder)) }

    func write(_ portion: Portion) throws {
        switch portion {
        case .rows(let rows): kept += rows
        case .bytes(let bytes, let count):
            guard count > 0 else { return }
            try open()
            if let encoder, self.count > 0, !encoder.separator.isEmpty {
                try output?.write(encoder.separator)
            }
            try output?.write(bytes)
        }
        count += portion.count
    }

    private func open() throws {
        guard !isOpen else { return }
        isOpen = true
        if let encoder { try output?.write(encoder.opening) }
    }

    /// Hands what was written to its reader.
    func flush() throws {
        if encoder?.opensAlways == true { try open() }
        try output?.flush()
    }

    func finish(isolation: isolated (any Actor)? = #isolation) async throws {
        guard let spatial else { return try finishText() }
        try await spatial.write(kept, columns: columns, shape: shape)
    }

    /// Ends a text.
    func finishText() throws {
        if let encoder {
            if encoder.opensAlways { try open() }
            try output?.write(encoder.closing(count: count))
        } else {
            let table = TableText(columns: columns.map(\.name))
            try output?.write(Array(table.text(of: kept.map(\.values)).utf8))
        }
        try output?.finish()
    }
}
