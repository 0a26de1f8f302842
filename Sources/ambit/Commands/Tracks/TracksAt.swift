import ArgumentParser
import Geodesy
import Timekeeping
import Trajectories

/// `ambit tracks at`: where each track was at a moment.
struct TracksAt: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "at",
        abstract: "Tells where each track was at a moment.",
        discussion: """
            Between two fixes a track was on the geodesic from one to the other, as if gone evenly. A \
            track whose fixes around the moment are farther apart than --gap was nowhere that anybody \
            knows, and is not listed; how many those are is said at the end.

            In the order of the files; with a place (--of) nearest first, ties in the order of the \
            files: all that were within a distance of it (--within), the nearest few (--nearest), or \
            the nearest few within a distance. Distances are geodesics, and --within is inclusive.

            Columns: track, lat, lon; with --of track, distance_m, lat, lon.

            EXAMPLES
              ambit tracks at 2008-10-24T08:15:00+08:00 people.tracks
              ambit tracks at 2026-11-03T08:15:00Z *.gpx --within 500m --of 43.7384,7.4246
              ambit tracks at 2026-11-03T08:15:00Z *.gpx --nearest 3 --of 43.7384,7.4246 --gap 5min
            """
    )

    @Argument(
        help: ArgumentHelp("The moment: 2026-11-03T08:15:00Z.", valueName: "moment")
    )
    var moment: String

    @OptionGroup var files: TrackFiles

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The longest time between two fixes in which a track is known: 90s, 5min, 2h.",
            valueName: "time"
        )
    )
    var gap = "30min"

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Only tracks this near to the place: 50m, 1km.", valueName: "distance")
    )
    var within: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Only so many tracks, the nearest to the place.", valueName: "count")
    )
    var nearest: Int?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The place of --within and --nearest.", valueName: "lat,lon")
    )
    var of: String?

    @OptionGroup var output: OutputOptions

    /// A second to thirty days: beyond, a line between two fixes tells of nothing.
    private static let gapSeconds = 1.0...2_592_000

    func validate() throws {
        _ = try Timestamp.parse(moment, option: "moment")
        _ = try readGap()
        if let within { _ = try Distance.parse(within, option: "--within") }
        if let nearest, nearest < 1 {
            throw ValidationError("--nearest is \(nearest); it is 1 or more")
        }
        if let of {
            _ = try Coordinate(parsing: of, option: "--of")
            guard within != nil || nearest != nil else {
                throw ValidationError(
                    "--of names the place of --within or --nearest; add one of them, such as --nearest 5"
                )
            }
        } else if within != nil || nearest != nil {
            throw ValidationError(
                "\(within == nil ? "--nearest" : "--within") needs a place; add --of LAT,LON"
            )
        }
    }

    private func readGap() throws -> Double {
        let seconds = try Duration.parse(gap, option: "--gap")
        guard Self.gapSeconds.contains(seconds) else {
            throw ValidationError("--gap is \(gap); it lies between 1s and 30d")
        }
        return seconds
    }

    func run() async throws {
        try output.requireOwnFile(reading: files.tracks.map { (option: nil, path: $0) }, nil)
        let tracks = try files.open()
        let archive = tracks.archive
        let placed = try PlacedTrack.all(
            of: archive,
            at: try Timestamp.parse(moment, option: "moment"),
            gapSeconds: try readGap()
        )
        let writer = try output.openWriter(columns: PlacedTrack.columns(measured: of != nil))
        for track in try wanted(placed) { try writer.write(track.row(of: archive)) }
        try await writer.finish()
        let missing = archive.trackCount - placed.count
        if missing > 0 {
            StandardError.print(
                "Not placed: \(counted(missing, "tracks")) without fixes before and after the moment "
                    + "that are at most \(gap) apart."
            )
        }
    }

    /// Those that were asked for, in their order.
    private func wanted(_ placed: [PlacedTrack]) throws -> [PlacedTrack] {
        guard let of else { return placed }
        let near = placed.measured(
            from: try Coordinate(parsing: of, option: "--of"),
            within: try within.map { try Distance.parse($0, option: "--within") }
        )
        return Array(near.prefix(nearest ?? near.count))
    }
}

/// Where a track was at a moment.
struct PlacedTrack {
    /// Its number in the archive.
    let track: Int
    let place: Coordinate
    /// How far that is from a place; nil where none was asked for.
    var distance: Distance?

    /// The tracks of which it is known where they were, in the archive's order.
    ///
    /// - Parameter gapSeconds: What lies between two fixes that are farther apart nobody knows.
    /// - Throws: ``TrackArchiveError``.
    static func all(
        of archive: TrackArchive,
        at moment: Timestamp,
        gapSeconds: Double = 1_800
    ) throws -> [PlacedTrack] {
        try archive.places(at: moment, gapSeconds: gapSeconds).map { track, place in
            PlacedTrack(track: track, place: place)
        }
    }

    static func columns(measured: Bool) -> [String] {
        ["track"] + (measured ? ["distance_m"] : []) + ["lat", "lon"]
    }

    func row(of archive: TrackArchive) throws -> Row {
        let name = try archive.track(track).name
        return Row(
            values: [.text(name)] + (distance.map { [.meters($0)] } ?? [])
                + [.number(Self.grid(place.latitude)), .number(Self.grid(place.longitude))],
            coordinate: place,
            id: .text(name)
        )
    }

    /// Rounded to seven decimals, as fixes are.
    private static func grid(_ degrees: Double) -> Double { (degrees * 1e7).rounded() / 1e7 }
}

extension [PlacedTrack] {
    /// Each with how far it was from a place: nearest first, ties by their numbers.
    ///
    /// - Parameter limit: Inclusive; nil for all of them.
    func measured(from place: Coordinate, within limit: Distance?) -> [PlacedTrack] {
        let origin = GeodesicOrigin(place)
        let measured = map { track in
            (track: track, distance: origin.distance(to: track.place))
        }
        return measured.filter { track in limit.map { track.distance <= $0 } ?? true }
            .sorted { ($0.distance, $0.track.track) < ($1.distance, $1.track.track) }
            .map {
                PlacedTrack(track: $0.track.track, place: $0.track.place, distance: $0.distance)
            }
    }
}
