import ArgumentParser
import Geodesy
import Trajectories

/// `ambit tracks distance`: how far tracks are from each other.
struct TracksDistance: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "distance",
        abstract: "Tells how far each two tracks are from each other, by their lines.",
        discussion: """
            frechet_m is the length of the shortest leash by which one goes along both tracks from end \
            to end, from fix to fix and never back (discrete Fréchet distance). dtw_m is the least sum of \
            distances over all ways of going along both (dynamic time warping). Both are made of \
            geodesics in metres. Times do not count.

            Columns: track, other, frechet_m, dtw_m, fixes, other_fixes, length_m, other_length_m.

            EXAMPLES
              ambit tracks distance monday.gpx tuesday.gpx
              ambit tracks distance walks.tracks --format json
            """
    )

    @OptionGroup var options: TrackOptions
    @OptionGroup var output: OutputOptions

    /// So many pairs of fixes are compared at most: a minute's work or two.
    private static let limit = 1_000_000_000

    func validate() throws {
        try output.requireText(what: "a list of pairs")
        _ = try options.period()
    }

    func run() async throws {
        try output.requireOwnFile(reading: options.tracks.map { (option: nil, path: $0) }, nil)
        let period = try options.period()
        let archive = try options.open().archive
        var lines: [(name: String, places: [Coordinate])] = []
        for track in 0..<archive.trackCount {
            let places = try archive.fixes(of: track).filter { period.contains($0.at) }.map(\.place)
            if !places.isEmpty { lines.append((try archive.track(track).name, places)) }
        }
        guard lines.count > 1 else {
            throw TrackFailure(
                "there \(lines.count == 1 ? "is one track" : "is no track") with fixes in that time; "
                    + "name two or more"
            )
        }
        // Of all pairs, half of the square less the squares.
        let counts = lines.map { Double($0.places.count) }
        let sum = counts.reduce(0, +)
        let pairs = (sum * sum - counts.reduce(0) { $0 + $1 * $1 }) / 2
        guard pairs <= Double(Self.limit) else {
            throw TrackFailure(
                "there are \(grouped(Int(min(pairs, 9e18)))) pairs of fixes to compare, and at most "
                    + "\(grouped(Self.limit)) are; choose fewer tracks, or a time by --from and --to"
            )
        }
        let writer = output.makeWriter(columns: [
            "track", "other", "frechet_m", "dtw_m", "fixes", "other_fixes", "length_m",
            "other_length_m",
        ])
        for (index, line) in lines.enumerated() {
            for other in lines[(index + 1)...] {
                writer.write(Self.row(line, other))
            }
        }
        writer.finish()
    }

    private static func row(
        _ line: (name: String, places: [Coordinate]),
        _ other: (name: String, places: [Coordinate])
    ) -> Row {
        func meters(_ value: Double?) -> Value {
            value.map { .meters(Distance(uncheckedMeters: $0)) } ?? .missing
        }
        func length(_ places: [Coordinate]) -> Double {
            zip(places, places.dropFirst()).reduce(0) {
                $0 + Geodesic.distance(from: $1.0, to: $1.1).meters
            }
        }
        return Row(
            values: [
                .text(line.name), .text(other.name),
                meters(TrackDistance.frechet(line.places, other.places)),
                meters(TrackDistance.dynamicTimeWarping(line.places, other.places)),
                .integer(Int64(line.places.count)), .integer(Int64(other.places.count)),
                meters(length(line.places)), meters(length(other.places)),
            ],
            geometry: nil,
            id: .missing
        )
    }
}
