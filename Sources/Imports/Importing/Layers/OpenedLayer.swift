internal import Datasets
internal import RowFiles
internal import SpatialFiles

/// A layer that was read, for an import.
struct OpenedLayer {
    let inspection: FileInspection
    let format: FileFormat
    /// Opens the rows from the beginning.
    let rows: () throws(ImportError) -> any RowSource

    init(
        _ parts: LayerParts,
        _ input: ImportInput,
        options: ImportOptions
    ) throws(ImportError) {
        let paths = parts.compression == nil ? parts.parts.map(\.path) : [input.path]
        inspection = try importing(.ofFiles(paths, compression: parts.compression))
        let table = try LayerTable(
            parts,
            layer: options.sheet,
            needsSystem: options.referenceSystem == nil
        )
        format = FileFormat(
            kind: parts.format.rawValue,
            encoding: TextEncoding.utf8.rawValue,
            compression: parts.compression
        )
        let profile = options.profile
        rows = { () throws(ImportError) in
            let rows = try LayerRowSource(table)
            guard let profile else { return rows }
            return try ProfiledRowSource(rows, profile: profile)
        }
    }
}

extension FileFormat {
    /// Whether the file has layers of features that GDAL reads.
    var isLayer: Bool { LayerFormat(rawValue: kind) != nil }
}
