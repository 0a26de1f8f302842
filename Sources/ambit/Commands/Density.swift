import Analysis
import ArgumentParser
import DomainModules
import FeatureFiles
import GeoJSON
import Geodesy
import Pictures
import Polling

/// `ambit density`: how many points lie in each cell of a part of the Earth.
struct Density: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "density",
        abstract: "Counts points in square or hexagonal cells of equal area, or in those of H3.",
        discussion: """
            A cell is listed when its middle lies in the box, and counts all its points, also those \
            outside the box. Empty cells are not listed, and neither are those with fewer points \
            than --min, so that nobody is singled out; how many those are is said at the end. \
            Districts, and the areas of a file, are counted where a place inside each lies, which \
            their lat and lon name.

            Columns: cell (its name on this map, or H3's own), lat and lon of its middle, count, per_km2. \
            GeoJSON, GeoPackage and Shapefile hold the cells as polygons.

            --shape h3 takes the cells of H3, whose names other programs know; --resolution says which. \
            Their areas differ by up to two times across the Earth, and per_km2 is told by each one's \
            own. They need H3's library: where it is missing, scripts/make-h3 brings it.

            EXAMPLES
              ambit density stations --bbox -77.2,38.8,-76.9,39 --cell 500m
              ambit density messages --cell 1km --shape hexagon --min 5 --format geojson
              ambit density stations --cell 2km --png density.png
              ambit density stations --shape h3 --resolution 8 -o density.gpkg
            """
    )

    @OptionGroup var layer: LayerOptions

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
        help: ArgumentHelp("Withhold cells with fewer points than this.", valueName: "count")
    )
    var minimum = 1

    @OptionGroup var picture: PictureOptions
    @OptionGroup var conditions: ConditionOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var database: ReadingOptions

    func validate() throws {
        if let bbox { _ = try BoundingBox(parsing: bbox) }
        guard minimum >= 1 else {
            throw ValidationError("--min is \(minimum); it is 1 or more")
        }
    }

    func run() async throws {
        try output.requireOwnFile(reading: [(nil, layer.file)], picture: picture, database.file)
        let shapes = try picture.shapes()
        let system = try cells.system()
        let wanted = try bbox.map { try BoundingBox(parsing: $0) }
        let timings = Timings()
        let places = try await layer.withSource(database, timings) { source in
            try await LayerPlaces.all(
                of: source,
                in: wanted.map(system.catchment),
                where: conditions,
                timings
            )
        }
        guard let box = wanted ?? BoundingBox.extent(of: places).map(system.catchment) else {
            // An empty layer has no cells, as it has no rows elsewhere; of nothing there is no map.
            if picture.png != nil { throw PictureError.noExtent }
            return try await write([])
        }
        let map = try DensityMap(of: places, cells: system, in: box, minimumCount: minimum)
        try await write(map.cells)
        if let path = picture.png {
            let day = try self.layer.day()
            let layer = try Layer(parsing: layer.layer)
            let backdrop = try await picture.backdrop(
                of: shapes,
                for: layer,
                in: box,
                on: day,
                database
            )
            try makePicture(of: map, in: box, backdrop).writePNG(to: path, width: picture.width)
            StandardError.print("The map was written to \(path).")
        }
        if map.unplacedCount > 0 {
            StandardError.print(
                "Not counted: \(counted(map.unplacedCount, "points")) "
                    + (cells.shape == .h3
                        ? "within metres of a pole, where H3's edges are not exact enough for an area."
                        : "opposite the middle of the box, where the map has no cells; "
                            + "--bbox chooses a part of the Earth.")
            )
        }
        if map.withheldCellCount > 0 {
            StandardError.print(
                "Withheld: \(counted(map.withheldCellCount, "cells")) with fewer than \(minimum) points."
            )
        }
    }

    private func write(_ cells: [DensityMap.Cell]) async throws {
        let writer = try output.openWriter(
            columns: OutputColumn.all(
                ["cell", "lat", "lon", "count", "per_km2"],
                [.text, .real, .real, .integer, .real]
            ),
            shape: .areas
        )
        for cell in cells {
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
    }

    private func makePicture(
        of map: DensityMap,
        in box: BoundingBox,
        _ backdrop: Backdrop
    ) throws -> MapPicture {
        let scale = ColorScale(map.cells.map { Double($0.count) }, from: 1)
        let noun = try Layer(parsing: layer.layer).noun
        var legend = [MapPicture.Entry(nil, "\(noun) in a cell")]
        legend += picture.entries(of: scale) { grouped(Int($0)) }
        if minimum > 1 {
            legend.append(.init(nil, "withheld: \(counted(map.withheldCellCount, "cells"))"))
            legend.append(.init(nil, "with fewer than \(minimum)"))
        }
        let cells = map.cells.map { cell in
            (corners: cell.corners, fill: scale.color(of: Double(cell.count)))
        }
        return MapPicture(
            of: box,
            title: "Density of \(noun)",
            subtitle: "\(grouped(map.cells.reduce(0) { $0 + $1.count })) in \(self.cells.words), "
                + sizeWords(of: map),
            layers: backdrop.underlays + [.cells(cells)] + backdrop.overlays,
            legend: legend
        )
    }

    /// How large the cells of a map are: `each 0.25 km²`, or from what to what those of H3 are.
    private func sizeWords(of map: DensityMap) -> String {
        func words(_ squareMeters: Double) -> String {
            // Two digits behind the point, or as many as matter.
            let kilometers = squareMeters / 1e6
            let step = kilometers >= 0.1 ? 100.0 : 1e6
            return ((kilometers * step).rounded() / step).plainText
        }
        let sizes = map.cells.map(\.squareMeters)
        if case .equalArea(let grid) = map.system {
            return "each \(words(grid.cellSquareMeters)) km²"
        }
        guard let least = sizes.min().map(words), let most = sizes.max().map(words) else {
            return "none shown"
        }
        return least == most ? "each \(least) km²" : "of \(least) to \(most) km²"
    }
}
