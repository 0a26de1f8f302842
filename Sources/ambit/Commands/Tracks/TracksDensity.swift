import Analysis
import ArgumentParser
import GeoJSON
import Geodesy
import Timekeeping
import Trajectories

/// `ambit tracks density`: how many people were in each cell of a part of the Earth.
struct TracksDensity: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "density",
        abstract:
            "Counts the people who were in square or hexagonal cells of equal area, or in those of H3.",
        discussion: """
            People are counted, not fixes: somebody with a thousand fixes in a cell counts once there. \
            --person says whose tracks are one person's; of an archive that was said when it was packed. \
            Cells with fewer people than --min are not listed, so that nobody is singled out; how many \
            those are is said at the end.

            Columns: cell (its name on this map, or H3's own), lat and lon of its middle, people, per_km2. \
            GeoJSON, GeoPackage and Shapefile hold the cells as polygons. --shape h3 takes the cells of H3, \
            which need its library: where it is missing, scripts/make-h3 brings it.

            EXAMPLES
              ambit tracks density people.tracks --cell 500m --min 5
              ambit tracks density *.gpx --person file --cell 1km --shape hexagon --format geojson
            """
    )

    @OptionGroup var options: TrackOptions

    @Option(
        help: ArgumentHelp(
            "Whose tracks are one person's, of files: track, file or folder.",
            valueName: "track|file|folder"
        )
    )
    var person: TrackPerson?

    @Option(
        name: [.long, .customLong("box")],
        parsing: .unconditional,
        help: ArgumentHelp(
            "The part of the Earth to look at, in degrees (default: all that is there).",
            valueName: "west,south,east,north"
        )
    )
    var bbox: String?

    @OptionGroup var cells: CellOptions

    @Option(
        name: .customLong("min"),
        parsing: .unconditional,
        help: ArgumentHelp("Withhold cells with fewer people than this.", valueName: "count")
    )
    var minimum = 5

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if let bbox { _ = try BoundingBox(parsing: bbox) }
        guard minimum >= 1 else {
            throw ValidationError("--min is \(minimum); it is 1 or more")
        }
        _ = try options.period()
    }

    func run() async throws {
        try output.requireOwnFile(reading: options.tracks.map { (option: nil, path: $0) }, nil)
        let isArchive = options.tracks.count == 1 && TrackPacking.isArchive(options.tracks[0])
        guard isArchive == (person == nil) else {
            throw ValidationError(
                isArchive
                    ? "--person was said when the archive was packed; leave it out"
                    : "say whose tracks are one person's: --person track, file or folder"
            )
        }
        let system = try cells.system()
        let tracks = try options.open(person ?? .track)
        let writer = try output.openWriter(columns: ["cell", "lat", "lon", "people", "per_km2"])
        guard let map = try map(of: tracks.archive, system) else {
            return try await writer.finish()
        }
        for cell in map.cells {
            let density = Double(cell.count) / (cell.squareMeters / 1e6)
            try writer.write(
                Row(
                    values: [
                        .text(cell.id.description), .number(cell.center.latitude),
                        .number(cell.center.longitude), .integer(Int64(cell.count)),
                        .number((density * 1e6).rounded() / 1e6),
                    ],
                    geometry: cell.area.map(Geometry.area),
                    id: .text(cell.id.description)
                )
            )
        }
        try await writer.finish()
        if map.withheldCellCount > 0 {
            StandardError.print(
                "Withheld: \(counted(map.withheldCellCount, "cells")) with fewer than \(minimum) people."
            )
        }
    }

    /// Each person once in each cell where they were; nil where nobody was.
    private func map(of archive: TrackArchive, _ system: CellSystem) throws -> DensityMap? {
        let period = try options.period()
        let wanted = try bbox.map { try BoundingBox(parsing: $0) }
        guard let box = try wanted ?? extent(of: archive, period, system) else { return nil }
        let map = try CellMap(system, about: box)
        var owners: [UInt32] = []
        for track in 0..<archive.trackCount { owners.append(try archive.track(track).person) }
        struct Presence: Hashable {
            let person: UInt32
            let cell: CellID
        }
        var seen: Set<Presence> = []
        var places: [Coordinate] = []
        var last: Presence?
        try archive.forEachPlace(
            in: system.catchment(of: box),
            during: period
        ) { track, _, place in
            guard let cell = map.cell(at: place) else { return }
            let presence = Presence(person: owners[track], cell: cell)
            guard presence != last else { return }
            last = presence
            if seen.insert(presence).inserted { places.append(place) }
        }
        return try DensityMap(of: places, cells: system, in: box, minimumCount: minimum)
    }

    /// A box about all fixes of a time that also holds the middles of the outermost cells.
    private func extent(
        of archive: TrackArchive,
        _ period: ClosedRange<Timestamp>,
        _ system: CellSystem
    ) throws -> BoundingBox? {
        // To a hundredth of a degree: few places, and never less than all of them.
        struct Square: Hashable {
            let row: Int
            let column: Int
        }
        var squares: Set<Square> = []
        try archive.forEachPlace(in: nil, during: period) { _, _, place in
            squares.insert(
                Square(
                    row: Int((place.latitude * 100).rounded(.down)),
                    column: Int((place.longitude * 100).rounded(.down))
                )
            )
        }
        let corners = squares.flatMap { square in
            [(0, 0), (1, 1)].map { north, east in
                Coordinate(
                    uncheckedLatitude: min(90, Double(square.row + north) / 100),
                    longitude: min(180, Double(square.column + east) / 100)
                )
            }
        }
        return BoundingBox.extent(of: corners).map(system.catchment)
    }
}
