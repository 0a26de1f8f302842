internal import Datasets
internal import FencedWorkers
internal import Foundation
internal import ReferenceSystems
internal import RowFiles
internal import SpatialFiles
package import Synchronization

/// The program that reads layers in a process of its own: the one that runs, but for tests.
package enum LayerProgram {
    package static let path = Mutex("/proc/self/exe")
}

/// A layer in a temporary file, as it was read once by a process behind a fence: an import reads its rows
/// several times.
final class LayerTable: Sendable {
    let name: String
    let schema: LayerSchema
    let remarks: LayerRemarks
    /// The system of the geometries; nil where the file says nothing.
    let referenceSystem: CoordinateReferenceSystem?
    /// Where the rows lie.
    let path: String
    /// How long each block of rows is, one behind the other.
    let blocks: [Int]
    /// How long the files are that were given.
    let byteCount: Int64
    /// The numbers of the columns that the driver adds and in which nothing stands.
    let leftOut: Set<Int>
    private let isNamed: Bool
    private let holdsExtensions: Bool
    private let folder: TemporaryFolder

    /// Rows are as long as their file, more or less; what grows more than this was made to fill disks.
    private static let largestRatio: Int64 = 100
    private static let leastBytes: Int64 = 64 << 20

    /// - Parameters:
    ///   - layer: The layer's name; nil for the only one with geometries.
    ///   - needsSystem: Whether the file must say which system it is in, where it says something.
    /// - Throws: ``ImportError`` where it cannot be read, or where it is unclear which layer is meant.
    init(
        _ parts: LayerParts,
        layer: String?,
        needsSystem: Bool = true
    ) throws(ImportError) {
        name = parts.name
        isNamed = layer != nil
        byteCount = try parts.byteCount
        folder = try importing(TemporaryFolder())
        let writer = try importing(ScratchWriter("rows", in: folder))
        path = writer.path
        var limit = max(Self.leastBytes, byteCount * Self.largestRatio)
        var (schema, remarks): (LayerSchema?, LayerRemarks?) = (nil, nil)
        var blocks: [Int] = []
        let reading = try LayerReading(parts, layer: layer)
        while remarks == nil {
            switch try reading.next() {
            case .schema(let told): schema = told
            case .rows(let bytes):
                limit -= Int64(bytes.count)
                guard limit >= 0 else {
                    throw parts.fault(
                        "its rows are more than a hundred times as long as the file, which was made to "
                            + "fill disks"
                    )
                }
                blocks.append(bytes.count)
                try importing(writer.write(bytes[...]))
            case .end(let told): remarks = told
            case .layers, .missing, .failure: throw parts.fault(LayerReading.crashed)
            }
        }
        try importing(writer.close())
        guard let schema, let remarks else { throw parts.fault(LayerReading.crashed) }
        guard schema.columns.count <= CSVRowSource.columnLimit else {
            throw .tooManyColumns(
                name: parts.name,
                columns: schema.columns.count,
                limit: CSVRowSource.columnLimit
            )
        }
        referenceSystem = try Self.system(schema.system, parts, isNeeded: needsSystem)
        leftOut = parts.format.hasFixedColumns ? Set(remarks.blankColumns) : []
        holdsExtensions = try parts.holdsExtensions
        self.schema = schema
        self.remarks = remarks
        self.blocks = blocks
    }

    private static func system(
        _ text: String,
        _ parts: LayerParts,
        isNeeded: Bool
    ) throws(ImportError) -> CoordinateReferenceSystem? {
        guard !text.isEmpty else { return nil }
        do {
            return try text.hasPrefix("EPSG:")
                ? CoordinateReferenceSystem(parsing: text)
                : CoordinateReferenceSystem(wellKnownText: text)
        } catch {
            guard isNeeded else { return nil }
            throw parts.fault(
                "what it says of its coordinates (\(text.prefix(60))...) is no coordinate system that PROJ "
                    + "can read; name the system with --crs EPSG:nnnn"
            )
        }
    }

    /// What is worth knowing of the layer.
    var notes: [ImportNote] {
        var notes: [ImportNote] = []
        func add(_ level: ImportNote.Level, _ wording: LayerWording, _ count: Int) {
            guard count > 0 else { return }
            notes.append(ImportNote(level, Finding(wording, ["rows": .count(count)])))
        }
        if !schema.others.isEmpty, !isNamed {
            let shown = Finding.list(
                Array(schema.others.prefix(10)),
                more: max(0, schema.others.count - 10)
            )
            notes.append(
                ImportNote(
                    .note,
                    Finding(.layerChosen, ["layer": .text(schema.layer), "others": shown])
                )
            )
        }
        if holdsExtensions { notes.append(ImportNote(.warning, Finding(.layerExtensions))) }
        add(.note, .layerHeights, remarks.heights)
        add(.note, .layerMeasures, remarks.measures)
        add(.warning, .layerCurves, remarks.curves)
        add(.note, .layerBinaries, remarks.binaries)
        if remarks.otherGeometries > 0 {
            notes.append(
                ImportNote(
                    .warning,
                    Finding(
                        .layerOtherGeometries,
                        ["geometries": .count(remarks.otherGeometries)]
                    )
                )
            )
        }
        if remarks.badTexts > 0 {
            notes.append(
                ImportNote(
                    .warning,
                    Finding(
                        .undecodableTexts,
                        ["records": .count(remarks.badTexts), "charset": .text("UTF-8")]
                    )
                )
            )
        }
        return notes
    }
}

/// A layer that is being read by a process of its own.
struct LayerReading {
    static let crashed =
        "what reads it crashed or needed more than \(LayerWorker.memoryBytes >> 30) GB of memory; it is "
        + "damaged, or too large for its format. Open it in the program that wrote it, and save it as "
        + "GeoPackage or GeoJSON"

    private let parts: LayerParts
    private let layer: String?
    private let process: LayerProcess

    init(_ parts: LayerParts, layer: String?) throws(ImportError) {
        self.parts = parts
        self.layer = layer
        let request = LayerRequest(
            format: parts.format,
            main: parts.main,
            parts: parts.parts,
            layer: layer
        )
        do throws(WorkerProcess.Failure) {
            process = try LayerProcess(
                request,
                executable: LayerProgram.path.withLock { $0 }
            )
        } catch { throw Self.error(error, parts) }
    }

    /// What the process says next.
    ///
    /// - Throws: ``ImportError`` for all that is no schema, no rows and no end.
    func next() throws(ImportError) -> LayerMessage {
        let message: LayerMessage
        do throws(WorkerProcess.Failure) {
            message = try process.next { ImportCancellation.isSet }
        } catch { throw Self.error(error, parts) }
        switch message {
        case .schema, .rows, .end: return message
        case .layers(let names):
            if let layer { throw .noSuchLayer(name: parts.name, layer: layer, layers: names) }
            throw names.isEmpty
                ? .noFeatures(name: parts.name) : .severalLayers(name: parts.name, layers: names)
        case .missing:
            throw .noLayerLibrary(name: parts.name, title: parts.format.title)
        case .failure(let reason) where parts.format == .parquet: throw parts.fault(reason)
        case .failure(let reason):
            throw parts.fault(
                "it is damaged, or not what it seems"
                    + (reason.isEmpty ? "" : " (GDAL: \(reason.withVisibleControls.prefix(200)))")
                    + "; open it in the program that wrote it, and export it again"
            )
        }
    }

    private static func error(_ failure: WorkerProcess.Failure, _ parts: LayerParts) -> ImportError
    {
        switch failure {
        case .cancelled: .cancelled
        case .ended: parts.fault(crashed)
        case .outOfTime:
            parts.fault(
                "what reads it computed for a minute without a row; it is damaged, or too large for its "
                    + "format. Open it in the program that wrote it, and save it as GeoPackage or GeoJSON"
            )
        case .notStarted(let number):
            parts.fault(
                "the process that reads it cannot be started (\(String(cString: strerror(number))))"
            )
        }
    }
}

extension LayerParts {
    /// How long the files are together.
    var byteCount: Int64 {
        get throws(ImportError) {
            var count: Int64 = 0
            for part in parts {
                count += try importing(FileReader(path: part.path).stamp().byteCount)
            }
            return count
        }
    }

    /// Why it cannot be read.
    func fault(_ reason: String) -> ImportError {
        .badLayerFile(name: name, title: format.title, reason: reason)
    }
}
