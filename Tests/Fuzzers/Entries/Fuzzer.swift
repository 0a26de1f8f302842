import Polling
import Roads

/// What reads strangers' bytes: each is handed any bytes and must end, in an answer or in an error, and
/// never in a trap.
enum Fuzzer: String, CaseIterable {
    /// Tables, whatever their encoding and delimiter.
    case csv
    /// JSON by both parsers, and GeoJSON as a file.
    case json
    case geojson
    /// XML by itself, and feeds of the Voting Information Project.
    case xml
    case feed
    /// OpenStreetMap's two formats.
    case pbf
    case osm
    case zip
    case gzip
    /// The parts of a shapefile, one behind the other.
    case shapefile
    /// The parts of a workbook: a sheet, its texts and its styles.
    case sheet
    /// A workbook as Excel saved it until 2003, or the stream of one.
    case excel
    /// What the process says that reads a layer for this one.
    case layer
    /// A Parquet file, as the process behind the fence reads it.
    case parquet
    /// Tracks of every format.
    case tracks
    /// Calendars and schedules.
    case agenda
    /// The description of a system of coordinates, as a `.prj` has it.
    case system
    /// Opening hours.
    case hours
    /// Days, times, places, numbers and lengths as people write them.
    case texts
    /// The body of a request.
    case bodies
    /// The query of a URL.
    case queries
    /// A condition of CQL2, as text or as JSON.
    case filters

    /// Has the bytes read.
    func run(_ bytes: [UInt8]) {
        switch self {
        case .csv: FileEntry.read(bytes, as: .stations)
        case .json: TextEntry.json(bytes)
        case .geojson: FileEntry.read(bytes, as: .districts)
        case .xml: FileEntry.xml(bytes)
        case .feed: FileEntry.read(bytes, as: .stations)
        case .pbf, .osm: FileEntry.read(bytes, as: .roads)
        case .zip: FileEntry.zip(bytes)
        case .gzip: FileEntry.gzip(bytes)
        case .shapefile: FileEntry.shapefile(bytes)
        case .sheet: SheetEntry.read(bytes)
        case .excel: FileEntry.read(ExcelEntry.file(bytes), as: .stations)
        case .layer: LayerEntry.read(bytes)
        case .parquet: ParquetEntry.read(bytes)
        case .tracks: FileEntry.tracks(bytes)
        case .agenda: AgendaEntry.read(bytes)
        case .system: TextEntry.system(bytes)
        case .hours: TextEntry.hours(bytes)
        case .texts: TextEntry.texts(bytes)
        case .bodies: RequestEntry.body(bytes)
        case .queries: RequestEntry.query(bytes)
        case .filters: FilterEntry.read(bytes)
        }
    }
}
