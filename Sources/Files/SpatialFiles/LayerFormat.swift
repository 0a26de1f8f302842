/// A format of other geographic programs that is read in a process of its own: through GDAL's OGR, but for
/// Parquet, which Ambit reads itself.
package enum LayerFormat: String, Sendable, Hashable, CaseIterable {
    case geoPackage = "geopackage"
    case flatGeobuf = "flatgeobuf"
    case kml
    case gpx
    case gml
    case mapInfo = "mapinfo"
    case fileGeodatabase = "filegdb"
    case parquet

    /// What people call it.
    package var title: String {
        switch self {
        case .geoPackage: "GeoPackage"
        case .flatGeobuf: "FlatGeobuf file"
        case .kml: "KML file"
        case .gpx: "GPX file"
        case .gml: "GML file"
        case .mapInfo: "MapInfo file"
        case .fileGeodatabase: "file geodatabase"
        case .parquet: "Parquet file"
        }
    }

    /// A driver of GDAL.
    struct Driver {
        /// The function that makes it known.
        let function: String
        let name: String
    }

    /// The only drivers that may look at such a file; the first that is there is used.
    var drivers: [Driver] {
        switch self {
        case .geoPackage: [Driver(function: "RegisterOGRGeoPackage", name: "GPKG")]
        case .flatGeobuf: [Driver(function: "RegisterOGRFlatGeobuf", name: "FlatGeobuf")]
        case .kml:
            [
                Driver(function: "RegisterOGRLIBKML", name: "LIBKML"),
                Driver(function: "RegisterOGRKML", name: "KML"),
            ]
        case .gpx: [Driver(function: "RegisterOGRGPX", name: "GPX")]
        case .gml: [Driver(function: "RegisterOGRGML", name: "GML")]
        case .mapInfo: [Driver(function: "RegisterOGRTAB", name: "MapInfo File")]
        case .fileGeodatabase:
            [Driver(function: "RegisterOGROpenFileGDB", name: "OpenFileGDB")]
        case .parquet: []
        }
    }

    /// What the driver is told.
    ///
    /// What a schema says lies elsewhere is not fetched, nothing is written beside the file, and texts
    /// stay texts: a driver that guesses would take 01234 for 1234.
    var openOptions: [String] {
        switch self {
        case .geoPackage, .fileGeodatabase: ["LIST_ALL_TABLES=NO"]
        case .gml: ["DOWNLOAD_SCHEMA=NO", "WRITE_GFS=NO", "EXPOSE_GML_ID=YES"]
        default: []
        }
    }

    /// Settings of the library for all that is read.
    static let settings: [(name: String, value: String)] = [
        ("GDAL_DRIVER_PATH", "disable"),
        ("GDAL_NUM_THREADS", "1"),
        ("GML_FIELDTYPES", "ALWAYS_STRING"),
        ("GML_SKIP_RESOLVE_ELEMS", "ALL"),
        ("LIBKML_RESOLVE_STYLE", "NO"),
        ("LIBKML_READ_GROUND_OVERLAY", "NO"),
        // Temporary tables of SQLite stay in memory, of which there is so much and no more.
        ("OGR_SQLITE_PRAGMA", "temp_store=2"),
    ]

    /// Layers that say again in pieces what others say.
    var repeatingLayers: Set<String> { self == .gpx ? ["route_points", "track_points"] : [] }

    /// Whether a column of the driver is left out: how a KML is drawn, and what a GPX has in extensions, where
    /// the driver takes a text that begins with digits for a number.
    func leavesOut(_ column: String) -> Bool {
        switch self {
        case .kml:
            ["altitudeMode", "tessellate", "extrude", "visibility", "drawOrder", "icon"]
                .contains(column)
        case .gpx: !Self.trackColumns.contains(column) && !column.hasPrefix("link")
        default: false
        }
    }

    /// The elements of GPX 1.1 (`wptType`, `rteType`, `trkType`), as the driver calls them, and the numbers
    /// that it gives to the points of routes and tracks.
    private static let trackColumns: Set<String> = [
        "ele", "time", "magvar", "geoidheight", "name", "cmt", "desc", "src", "sym", "type", "fix",
        "sat", "hdop", "vdop", "pdop", "ageofdgpsdata", "dgpsid", "number", "route_fid",
        "route_point_id", "track_fid", "track_seg_id", "track_seg_point_id",
    ]

    /// Whether moments have a zone of their own; of others the driver says that they are UTC.
    var hasZones: Bool { self != .fileGeodatabase }

    /// Whether the driver adds every column that the format has, filled or not.
    package var hasFixedColumns: Bool { self == .kml || self == .gpx }

    /// Whether the system's own tables of characters may be needed.
    var namesCharacterSet: Bool { self == .mapInfo }
}

/// The file, or the files, that a layer is read from.
package struct LayerRequest: Sendable, Hashable {
    /// One file and the name under which the driver sees it.
    package struct Part: Sendable, Hashable {
        /// Relative, with one folder at most: `data.gpkg`, `data.gdb/a00000001.gdbtable`.
        package let name: String
        /// Where it lies.
        package let path: String

        package init(name: String, path: String) {
            self.name = name
            self.path = path
        }
    }

    package let format: LayerFormat
    /// What the driver opens: a part's name, or that of their folder.
    package let main: String
    package let parts: [Part]
    /// The layer that is meant; nil for the only one.
    package let layer: String?

    package init(format: LayerFormat, main: String, parts: [Part], layer: String?) {
        self.format = format
        self.main = main
        self.parts = parts
        self.layer = layer
    }

    var bytes: [UInt8] {
        var message = MessageWriter()
        message.put(format.rawValue)
        message.put(main)
        message.put(layer != nil ? 1 : 0)
        message.put(layer ?? "")
        message.put(parts.count)
        for part in parts {
            message.put(part.name)
            message.put(part.path)
        }
        return message.bytes
    }

    /// - Returns: nil for what is no request.
    init?(_ bytes: [UInt8]) {
        var message = MessageReader(bytes)
        guard let format = message.text().flatMap(LayerFormat.init), let main = message.text(),
            let hasLayer = message.number(), let layer = message.text(),
            let count = message.number()
        else { return nil }
        var parts: [Part] = []
        for _ in 0..<count {
            guard let name = message.text(), let path = message.text() else { return nil }
            parts.append(Part(name: name, path: path))
        }
        self.init(format: format, main: main, parts: parts, layer: hasLayer == 1 ? layer : nil)
    }
}
