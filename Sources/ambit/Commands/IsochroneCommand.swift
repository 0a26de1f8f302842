import ArgumentParser
import DomainModules
import FeatureFiles
import GeoJSON
import Geodesy
import Roads
import SpatiaLiteStore

/// `ambit isochrone`: the ground that is reached within some times.
struct IsochroneCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "isochrone",
        abstract: "Draws what is reached along the roads within some times, as areas.",
        discussion: """
            From each place an area for each time: the ground around the streets to which one gets, on \
            foot or by car, with one-way streets, turn rules and barriers. Every reached place of a \
            street lies in its area, and no place of an area is farther from a reached one than about \
            50 m on foot and 140 m by car (what is told on standard error, where a large area makes it \
            more). Areas of shorter times lie in those of longer ones; streets that are not reached may \
            lie in an area beside others that are.

            Columns: within, duration_s and area_km2, behind the columns of a file's places. From a \
            place too far from every road nothing is reached: its areas are missing, and that is told.

            EXAMPLES
              ambit isochrone --at 42.118,-101.5126 --by walk --within 5min,10min,15min -o walks.geojson
              ambit isochrone --at stations.csv --by drive --within 10min -o reach.gpkg
            """
    )

    @OptionGroup var place: PlaceOptions

    @Option(
        help: ArgumentHelp(
            "How one goes.",
            valueName: WayMode.allCases.map(\.rawValue).joined(separator: "|")
        )
    )
    var by = WayMode.walk

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("How long one goes: 90s, 10min, 1h.", valueName: "time,...")
    )
    var within = "5min,10min,15min"

    @Flag(
        help: "Leave out rows of a file that hold no place, and say how many, instead of stopping."
    )
    var skipBadRows = false

    @OptionGroup var output: OutputOptions
    @OptionGroup var database: ReadingOptions

    /// The longest time: a continent is no neighbourhood.
    private static let mostSeconds = 4 * 3600.0

    func validate() throws {
        if place.at == nil {
            throw ValidationError("Missing expected argument '--at <lat,lon|file|->'")
        }
        let limits = try limits()
        let seconds = limits.map(\.seconds)
        if let again = limits.indices.first(where: { seconds[..<$0].contains(seconds[$0]) }) {
            throw ValidationError("--within names \"\(limits[again].text)\" a second time")
        }
    }

    /// The times as they were written, and in seconds.
    private func limits() throws -> [(text: String, seconds: Double)] {
        try within.split(separator: ",", omittingEmptySubsequences: false).map { part in
            let text = part.trimmed
            let seconds = try Duration.parse(text, option: "--within")
            guard seconds > 0, seconds <= Self.mostSeconds else {
                throw ValidationError(
                    "--within is \"\(text)\"; write times of more than 0 and up to "
                        + "\(Int(Self.mostSeconds / 3600))h"
                )
            }
            return (text, seconds)
        }
    }

    func run() async throws {
        guard let argument = try place.argument else { return }
        try output.requireOwnFile(reading: [("--at", place.at)], database.file)
        let limits = try limits()
        let timings = Timings()
        let network = try await WayRun.network(database, timings)
        let places = try WayRun.places(argument, skipsBadRows: skipBadRows, timings)
        let columns =
            OutputColumn.all(places.columns, places.kinds).map { $0.prefixed(Prefixes().place) }
            + OutputColumn.all(["within", "duration_s", "area_km2"], [.text, .real, .real])
        let writer = try output.openWriter(columns: columns, shape: .areas)
        let longest = limits.map(\.seconds).max() ?? 0
        var remarks = Remarks()
        for row in places.rows {
            let reach = network.reach(
                from: row.coordinate,
                by: by.travelMode,
                within: longest
            )
            let outline = reach.map {
                ReachOutline($0, from: row.coordinate, by: by.travelMode)
            }
            remarks.note(outline)
            for limit in limits {
                let area = outline?.area(within: limit.seconds)
                let isThere = area.map { !$0.polygons.isEmpty } ?? false
                let squareMeters = area?.squareMeters ?? 0
                try writer.write(
                    Row(
                        values: row.values + [
                            .text(limit.text), .number(limit.seconds),
                            isThere
                                ? .number(squareMeters.rounded() / 1e6)
                                : .missing,
                        ],
                        geometry: isThere ? area.map(Geometry.area) : nil,
                        id: places.isBatch ? .missing : .text(limit.text)
                    )
                )
            }
        }
        try await writer.finish()
        remarks.print(by)
    }

    /// What places are told about besides their areas.
    private struct Remarks {
        private var offRoads = 0
        private var undrawn = 0
        /// How far an area's edge is from what is reached at most, in metres.
        private var tolerance = 0.0

        /// - Parameter outline: A place's; nil where no road is near.
        mutating func note(_ outline: ReachOutline?) {
            guard let outline else {
                offRoads += 1
                return
            }
            if outline.toleranceMeters == 0 { undrawn += 1 }
            tolerance = max(tolerance, outline.toleranceMeters)
        }

        func print(_ by: WayMode) {
            if offRoads > 0 {
                StandardError.print(
                    "\(counted(offRoads, "places")) \(offRoads == 1 ? "is" : "are") "
                        + "\(WayOptions.offRoads(by)): nothing is reached from there."
                )
            }
            if undrawn > 0 {
                StandardError.print(
                    "\(counted(undrawn, "places")) \(undrawn == 1 ? "has" : "have") no area: no street is "
                        + "reached in that time, or a pole is within a degree of those that are."
                )
            }
            if tolerance > ReachOutline.usualToleranceMeters(by.travelMode) {
                StandardError.print(
                    "A large area is drawn coarsely: up to \(Int(tolerance.rounded(.up))) m from what is reached."
                )
            }
        }
    }
}
