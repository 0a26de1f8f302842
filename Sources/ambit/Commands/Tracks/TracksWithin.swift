import ArgumentParser
import Geodesy
import Timekeeping
import Trajectories

/// `ambit tracks within`: which tracks passed a place.
struct TracksWithin: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "within",
        abstract: "Lists the tracks with a fix within a radius of a place, in a time.",
        discussion: """
            Nearest first; each track once, with its nearest fix, when it was first and last there, and \
            how many fixes it has there. Radius and ends of the time are inclusive, and distances are \
            geodesics.

            Columns: track, distance_m, nearest_at, lat and lon (of the nearest fix), first_at, \
            last_at, fixes.

            EXAMPLES
              ambit tracks within people.tracks --at 39.9087,116.3975 --radius 50m \
            --from 2008-10-24T08:00:00+08:00 --to 2008-10-24T09:00:00+08:00
              ambit tracks within *.gpx --at 43.7384,7.4246 --radius 200m --format geojson
            """
    )

    @OptionGroup var options: TrackOptions

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The place.", valueName: "lat,lon")
    )
    var at: String

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("How far from it: 50m, 1km, 300ft.", valueName: "distance")
    )
    var radius: String

    @OptionGroup var output: OutputOptions

    func validate() throws {
        _ = try Coordinate(parsing: at, option: "--at")
        _ = try Distance.parse(radius, option: "--radius")
        _ = try options.period()
    }

    func run() async throws {
        try output.requireOwnFile(reading: options.tracks.map { (option: nil, path: $0) }, nil)
        let place = try Coordinate(parsing: at, option: "--at")
        let radius = try Distance.parse(radius, option: "--radius")
        let tracks = try options.open()
        let found = try tracks.archive.passages(
            near: place,
            within: radius,
            during: try options.period()
        ).sorted { ($0.nearest, $0.track) < ($1.nearest, $1.track) }
        let writer = try output.openWriter(columns: PassageRow.columns)
        for passage in found { try writer.write(PassageRow.row(passage, of: tracks.archive)) }
        try await writer.finish()
    }
}

/// `ambit tracks nearest`: which tracks came nearest to a place.
struct TracksNearest: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "nearest",
        abstract: "Lists the tracks that came nearest to a place, in a time or at a moment.",
        discussion: """
            Nearest first, ties in the order of the files. In a time (--from, --to) each track counts by \
            its nearest fix. At a moment (--moment) it counts by where it was then: between two fixes on \
            the geodesic from one to the other, as if gone evenly; a track whose fixes around the moment \
            are more than 30 minutes apart was nowhere.

            Columns: as those of ambit tracks within; at a moment track, distance_m, lat and lon.

            EXAMPLES
              ambit tracks nearest people.tracks --at 39.9087,116.3975 -k 5 \
            --from 2008-10-24T00:00:00Z --to 2008-10-25T00:00:00Z
              ambit tracks nearest *.gpx --at 43.7384,7.4246 --moment 2026-11-03T08:15:00Z
            """
    )

    @OptionGroup var options: TrackOptions

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The place.", valueName: "lat,lon")
    )
    var at: String

    @Option(
        name: [.customShort("k"), .long],
        parsing: .unconditional,
        help: ArgumentHelp("How many tracks.", valueName: "count")
    )
    var count = 5

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("How far from the place at most: 500m, 20km.", valueName: "distance")
    )
    var max: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Where the tracks were at this moment.", valueName: "moment")
    )
    var moment: String?

    @OptionGroup var output: OutputOptions

    func validate() throws {
        _ = try Coordinate(parsing: at, option: "--at")
        if let max { _ = try Distance.parse(max, option: "--max") }
        if let moment { _ = try Timestamp.parse(moment, option: "--moment") }
        guard count >= 1 else { throw ValidationError("-k is \(count); it is 1 or more") }
        guard moment == nil || options.from == nil && options.to == nil else {
            throw ValidationError("--moment goes with neither --from nor --to")
        }
        _ = try options.period()
    }

    func run() async throws {
        try output.requireOwnFile(reading: options.tracks.map { (option: nil, path: $0) }, nil)
        let place = try Coordinate(parsing: at, option: "--at")
        let limit =
            try max.map { try Distance.parse($0, option: "--max") }
            ?? Distance(uncheckedMeters: Self.wholeEarthMeters)
        let tracks = try options.open()
        if let moment {
            let near = try PlacedTrack.all(
                of: tracks.archive,
                at: try Timestamp.parse(moment, option: "--moment")
            ).measured(from: place, within: limit)
            let writer = try output.openWriter(columns: PlacedTrack.columns(measured: true))
            for track in near.prefix(count) { try writer.write(track.row(of: tracks.archive)) }
            return try await writer.finish()
        }
        let found = try tracks.archive.nearest(
            to: place,
            count: count,
            within: limit,
            during: try options.period()
        )
        let writer = try output.openWriter(columns: PassageRow.columns)
        for passage in found { try writer.write(PassageRow.row(passage, of: tracks.archive)) }
        try await writer.finish()
    }

    /// No two places are farther apart than half of the equator.
    private static let wholeEarthMeters = 20_037_509.0
}
