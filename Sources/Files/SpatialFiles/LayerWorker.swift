internal import CFence
internal import CGDAL
internal import CZstd
internal import FencedWorkers
internal import Glibc

/// The process in which GDAL reads a file that a stranger made, with bounds on time and memory.
///
/// GDAL's drivers are a million lines of C++, and what is in a file decides what they do. So only the
/// driver of the file's format is known there; the files are opened first, and seen by the driver under
/// names of their own; and from then on the process can open no file, reach no network and start no
/// program. It lives for one layer.
package enum LayerWorker {
    /// The command that runs ``serve()``, for ``LayerProcess`` to start.
    package static let command = "layers-worker"

    /// What the process may have in memory that it can write to.
    package static let memoryBytes: UInt64 = 1 << 30
    /// How long it may compute in all, in seconds; ``LayerProcess`` says how long for each message.
    private static let seconds: UInt64 = 7_200

    /// Reads the layer that standard input asks for, and says its rows on standard output.
    ///
    /// - Returns: The process's exit code.
    package static func serve() -> Int32 {
        guard let bytes = WorkerSocket.readMessage(), let request = LayerRequest(bytes) else {
            return 1
        }
        guard request.format != .parquet else { return serveParquet(request) }
        ambit_gdal_forget_environment()
        guard ambit_gdal_exists() != 0 else { return say(.missing) }
        ambit_gdal_keep_errors()
        for setting in LayerFormat.settings { CPLSetConfigOption(setting.name, setting.value) }
        guard let driver = request.format.drivers.first(where: { isKnown($0) }) else {
            return say(.missing)
        }
        for part in request.parts {
            if let reason = offer(part, request.format) { return say(.failure(reason)) }
        }
        guard ambit_gdal_offer_end() == 0 else { return 1 }
        warmUp(request.format)
        guard ambit_worker_watch() == 0, ambit_worker_limit(memoryBytes, seconds) == 0 else {
            return 1
        }
        // Where the system has no such fence, the limits alone must do.
        _ = ambit_worker_fence_open_files()
        return read(request, driver)
    }

    /// Reads a Parquet file, which takes no library but for those that decompress.
    private static func serveParquet(_ request: LayerRequest) -> Int32 {
        guard let part = request.parts.first else { return 1 }
        let descriptor = Glibc.open(part.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        var status = stat()
        guard descriptor >= 0, fstat(descriptor, &status) == 0 else {
            return say(.failure(String(cString: strerror(errno))))
        }
        // Loaded now, for behind the fence no library can be.
        _ = ambit_zstd_exists()
        guard ambit_worker_watch() == 0, ambit_worker_limit(memoryBytes, seconds) == 0 else {
            return 1
        }
        _ = ambit_worker_fence_open_files()
        do throws(ParquetFault) {
            let layer = try ParquetLayer(ParquetBytes(descriptor, size: Int64(status.st_size)))
            if let name = request.layer, name != layer.schema.layer {
                return say(.layers([layer.schema.layer]))
            }
            guard say(.schema(layer.schema)) == 0 else { return 1 }
            while let block = try layer.nextBlock() {
                guard say(.rows(block)) == 0 else { return 1 }
            }
            return say(.end(layer.remarks))
        } catch { return say(.failure(error.reason)) }
    }

    private static func say(_ message: LayerMessage) -> Int32 {
        WorkerSocket.write(message.bytes) ? 0 : 1
    }

    private static func isKnown(_ driver: LayerFormat.Driver) -> Bool {
        ambit_gdal_register(driver.function) != 0
    }

    /// Opens a file, and has the driver see it.
    ///
    /// - Returns: Why that is not possible.
    private static func offer(_ part: LayerRequest.Part, _ format: LayerFormat) -> String? {
        let descriptor = Glibc.open(part.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        var status = stat()
        guard descriptor >= 0, fstat(descriptor, &status) == 0 else {
            return String(cString: strerror(errno))
        }
        guard status.st_mode & S_IFMT == S_IFREG else { return "it is a device or a pipe" }
        let failure = ambit_gdal_offer(part.name, descriptor, format == .geoPackage ? 1 : 0)
        return failure == 0 ? nil : String(cString: strerror(failure))
    }

    /// Has opened and loaded what can be neither later: PROJ's register, and tables of characters.
    private static func warmUp(_ format: LayerFormat) {
        for code: Int32 in [4326, 25832, 2277] {
            let system = OSRNewSpatialReference(nil)
            _ = OSRImportFromEPSG(system, code)
            OSRDestroySpatialReference(system)
        }
        ambit_gdal_forget_error()
        guard format.namesCharacterSet else { return }
        // Never closed: the tables go with the last who uses them.
        let pages = [437, 850, 852, 855, 857, 860, 861, 862, 863, 864, 865, 866, 869, 874]
        for page in pages + [932, 936, 949, 950] + Array(1250...1258) {
            _ = iconv_open("UTF-8", "CP\(page)")
        }
        for part in 1...15 { _ = iconv_open("UTF-8", "ISO-8859-\(part)") }
    }

    // MARK: Reading

    private static func read(_ request: LayerRequest, _ driver: LayerFormat.Driver) -> Int32 {
        guard let dataset = open(request, driver) else { return say(.failure(reason)) }
        let layers = Layers(dataset, request.format)
        guard let chosen = layers.choose(request.layer) else {
            return say(.layers(layers.candidates.map(\.name)))
        }
        let rows = LayerFeatures(chosen.handle, request.format)
        let others = layers.filled.filter { $0.handle != chosen.handle }.map(\.name)
        guard say(.schema(rows.schema(name: chosen.name, others: others))) == 0 else { return 1 }
        while let block = rows.nextBlock() {
            guard say(.rows(block)) == 0 else { return 1 }
        }
        // A driver that fails in the middle of a file ends as it does at the end.
        if ambit_gdal_error() != nil { return say(.failure(reason)) }
        return say(.end(rows.remarks))
    }

    private static func open(
        _ request: LayerRequest,
        _ driver: LayerFormat.Driver
    ) -> GDALDatasetH? {
        let flags = UInt32(GDAL_OF_READONLY | GDAL_OF_VECTOR | GDAL_OF_VERBOSE_ERROR)
        return withTexts([driver.name]) { drivers in
            withTexts(request.format.openOptions) { options in
                GDALOpenEx(AMBIT_GDAL_FOLDER + request.main, flags, drivers, options, nil)
            }
        }
    }

    /// Hands texts over as C has them, NULL last.
    static func withTexts<Result>(
        _ texts: [String],
        _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Result
    ) -> Result {
        let copies = texts.map { strdup($0) }
        defer { copies.forEach { free($0) } }
        let pointers: [UnsafePointer<CChar>?] = copies.map { $0.map { UnsafePointer($0) } } + [nil]
        return pointers.withUnsafeBufferPointer { body($0.baseAddress) }
    }

    /// What the library has said, without the folder of its own.
    private static var reason: String {
        guard let text = ambit_gdal_error() else { return "" }
        return String(cString: text).split(separator: AMBIT_GDAL_FOLDER).joined()
    }
}

/// The layers of a dataset.
private struct Layers {
    struct Layer {
        let handle: OGRLayerH
        let name: String
        let isSpatial: Bool
    }

    /// Those in which there is anything.
    private(set) var filled: [Layer] = []
    private var all: [Layer] = []
    private let format: LayerFormat

    /// More are none that a person chooses from.
    private static let mostLayers: Int32 = 1_000

    init(_ dataset: GDALDatasetH, _ format: LayerFormat) {
        self.format = format
        for number in 0..<min(Self.mostLayers, GDALDatasetGetLayerCount(dataset)) {
            guard let handle = GDALDatasetGetLayer(dataset, number) else { continue }
            let layer = Layer(
                handle: handle,
                name: String(cString: OGR_L_GetName(handle)),
                isSpatial: OGR_L_GetGeomType(handle) != UInt32(wkbNone)
            )
            all.append(layer)
            OGR_L_ResetReading(handle)
            guard let feature = OGR_L_GetNextFeature(handle) else { continue }
            OGR_F_Destroy(feature)
            OGR_L_ResetReading(handle)
            filled.append(layer)
        }
    }

    /// Those that may be meant: with geometries, and else any.
    var candidates: [Layer] {
        let said = filled.filter { !format.repeatingLayers.contains($0.name) }
        let spatial = said.filter(\.isSpatial)
        return spatial.isEmpty ? (said.isEmpty ? all : said) : spatial
    }

    /// The layer of a name, in any case; without one the only candidate.
    func choose(_ name: String?) -> Layer? {
        guard let name else { return candidates.count == 1 ? candidates[0] : nil }
        let wanted = name.lowercased()
        return all.first { $0.name == name } ?? all.first { $0.name.lowercased() == wanted }
    }
}
